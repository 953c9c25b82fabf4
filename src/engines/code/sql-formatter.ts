import type { DialectOptions, formatDialect as Format_ } from 'sql-formatter';

import { ContentFault, LimitFault } from '../../lib/faults.js';
import type { WorkTime } from '../work-time.js';
import { hideQuoted, type ScriptPart, type ScriptProgram, scriptParts } from './sql-script.js';

/** Dialects by our names, and by those of the package. */
const DIALECTS = {
  sql: 'sql',
  bigquery: 'bigquery',
  clickhouse: 'clickhouse',
  couchbase: 'n1ql',
  db2: 'db2',
  db2i: 'db2i',
  duckdb: 'duckdb',
  hive: 'hive',
  mariadb: 'mariadb',
  mssql: 'transactsql',
  mysql: 'mysql',
  plsql: 'plsql',
  postgres: 'postgresql',
  redshift: 'redshift',
  singlestore: 'singlestoredb',
  snowflake: 'snowflake',
  spark: 'spark',
  sqlite: 'sqlite',
  tidb: 'tidb',
  trino: 'trino',
} as const;

/** Programs that run scripts of a dialect have lines of their own in them. */
const PROGRAMS: Readonly<Partial<Record<keyof typeof DIALECTS, ScriptProgram>>> = {
  mssql: 'sqlcmd',
  plsql: 'sqlplus',
  mysql: 'mysql',
  mariadb: 'mysql',
  tidb: 'mysql',
  singlestore: 'mysql',
  postgres: 'psql',
  sqlite: 'sqlite3',
};

export type SqlDialect = keyof typeof DIALECTS;

export const SQL_DIALECTS = Object.keys(DIALECTS) as [SqlDialect, ...SqlDialect[]];

type Format = typeof Format_;

export type WordCase = 'preserve' | 'upper' | 'lower';

export interface SqlLayout {
  readonly dialect: SqlDialect;
  readonly keywordCase: WordCase;
  readonly functionCase: WordCase;
  readonly dataTypeCase: WordCase;
  readonly indent: number;
  readonly tabs: boolean;
  /** Longest expression in brackets that stays in one line. */
  readonly expressionWidth: number;
  readonly logicalOperators: 'before' | 'after';
  /** Empty lines between statements. */
  readonly emptyLines: number;
}

/** Measured: the package's reader takes 545 MB for 10,000 statements, and four times as much for twice as many. */
const MAX_STATEMENTS = 8000;

/** How often a text is formatted at most, until it changes no more. */
const MAX_PASSES = 4;

/**
 * Formats SQL statements. Synchronous once it is open; `time` is spent. Throws ContentFault with line and column where a statement is
 * not of the dialect, LimitFault where it is nested too deeply or has more than 8,000 statements.
 */
export async function openSqlFormatter(dialect: SqlDialect) {
  const { formatDialect, ...dialects } = await import('sql-formatter');
  return (text: string, layout: SqlLayout, time: WorkTime): string =>
    time.run(() => {
      // A text of carriage returns alone takes the package a time that grows with its square.
      const semicolons = text.split(';').length - 1;
      if (semicolons > MAX_STATEMENTS)
        throw new LimitFault(`it must have at most ${MAX_STATEMENTS} semicolons, got ${semicolons}`);
      const script = text.replace(/\r\n?/g, '\n').replace(/^\ufeff/, '');
      const program = PROGRAMS[dialect];
      const parts = program === undefined ? [{ text: script, isKept: false, line: 1 }] : scriptParts(script, program);
      const isWithLines = parts.some(({ isKept }) => isKept);
      const written = parts.map((part) =>
        part.isKept ? part.text.trimEnd() : formatted(part, layout, formatDialect, dialects[DIALECTS[dialect]]),
      );
      const whole = written.filter((part) => part !== '').join(isWithLines ? '\n' : '');
      return whole === '' ? '' : `${whole}\n`;
    });
}

/** One part of a script, formatted until it changes no more. */
function formatted(part: ScriptPart, layout: SqlLayout, formatDialect: Format, dialect: DialectOptions): string {
  const { text, shown } =
    layout.dialect === 'plsql' && /q'/i.test(part.text) && !part.text.includes('\u0001')
      ? hideQuoted(part.text)
      : { text: part.text, shown: (written: string) => written };
  let last = text;
  try {
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const next = formatDialect(last, {
        dialect,
        keywordCase: layout.keywordCase,
        functionCase: layout.functionCase,
        dataTypeCase: layout.dataTypeCase,
        tabWidth: layout.indent,
        useTabs: layout.tabs,
        expressionWidth: layout.expressionWidth,
        logicalOperatorNewline: layout.logicalOperators,
        linesBetweenQueries: layout.emptyLines,
      });
      if (next === last) break;
      last = next;
    }
  } catch (error) {
    if (error instanceof RangeError) throw new LimitFault('it is nested deeper than can be followed');
    throw told(error, part.line - 1);
  }
  return shown(last);
}

/** Without what the package's grammar could have taken, which is thousands of letters long. */
function told(error: unknown, linesBefore: number): unknown {
  // What it names may hold line breaks, and is at most ten letters, or one token.
  const [, token = '', line, column] =
    /^Parse error(?: at token: |: Unexpected )(.*?) at line (\d+) column (\d+)/s.exec(
      error instanceof Error ? error.message : '',
    ) ?? [];
  if (line === undefined)
    return error instanceof Error && error.message.startsWith('Parse error')
      ? new ContentFault('it can be read in more than one way', undefined, undefined, { cause: error })
      : error;
  const inScript = Number(line) + linesBefore;
  if (token === '«EOF»') return new ContentFault(`line ${inScript}, column ${column}: the statement is not complete`);
  const found = token.replace(/^"(.*)"$/s, '$1').trim();
  return new ContentFault(
    `line ${inScript}, column ${column}: the dialect does not allow ${JSON.stringify(found.length > 40 ? `${found.slice(0, 39)}…` : found)} here`,
  );
}
