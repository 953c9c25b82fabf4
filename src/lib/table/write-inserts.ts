import { ContentFault } from '../faults.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../json/values.js';
import { writeJson } from '../json/write.js';
import { BoundedText } from '../text/bounded-text.js';
import { renamedColumns, sqlColumns, uniqueColumns } from './table.js';

export type SqlDialect = 'postgres' | 'mysql' | 'sqlite' | 'mssql';

export interface InsertRules {
  readonly dialect: SqlDialect;
  /** A schema may stand before it, with a dot. */
  readonly table: string;
  /** Whether `CREATE TABLE` comes first. */
  readonly create: boolean;
  /** Rows per `INSERT`. */
  readonly batch: number;
  /** Columns of texts that are dates or times as ISO 8601 writes them, by their place. */
  readonly dates?: ReadonlyMap<number, 'date' | 'timestamp'>;
}

/** Rows that are made when they are asked for; a list of rows is one. */
export interface RowList {
  readonly length: number;
  readonly at: (index: number) => readonly JsonValue[] | undefined;
}

interface Dialect {
  readonly quotes: readonly [open: string, close: string];
  /** Longest name, in bytes of UTF-8 where PostgreSQL counts, else in characters. */
  readonly nameLength: number;
  readonly columns: number;
  readonly types: Readonly<
    Record<'boolean' | 'integer' | 'bigint' | 'float' | 'text' | 'json' | 'date' | 'timestamp', string>
  >;
  /** A number with more digits than a double; `undefined` where no type holds it. */
  readonly exact: (digits: Digits) => string | undefined;
  readonly text: (value: string) => string;
  readonly booleans: readonly [no: string, yes: string];
}

/** Most digits before and after the point of a column's numbers; no exponents where `isPlain`. */
interface Digits {
  readonly whole: number;
  readonly fraction: number;
  readonly isPlain: boolean;
}

const doubled = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** A zero byte ends a text in SQLite and SQL Server: it is joined in by its number. */
const joinedZeros = (value: string, quote: (part: string) => string, zero: string, join: string): string =>
  value.includes('\0') ? `(${value.split('\0').map(quote).join(`${join}${zero}${join}`)})` : quote(value);

const DIALECTS: Readonly<Record<SqlDialect, Dialect>> = {
  postgres: {
    quotes: ['"', '"'],
    nameLength: 63,
    columns: 1600,
    types: {
      boolean: 'boolean',
      integer: 'integer',
      bigint: 'bigint',
      float: 'numeric',
      text: 'text',
      json: 'jsonb',
      date: 'date',
      timestamp: 'timestamp',
    },
    exact: () => 'numeric',
    text: (value) => {
      if (value.includes('\0')) throw new ContentFault('PostgreSQL has no texts with a zero byte');
      return doubled(value);
    },
    booleans: ['FALSE', 'TRUE'],
  },
  mysql: {
    quotes: ['`', '`'],
    nameLength: 64,
    columns: 4096,
    types: {
      boolean: 'BOOLEAN',
      integer: 'INT',
      bigint: 'BIGINT',
      float: 'DOUBLE',
      text: 'LONGTEXT',
      json: 'JSON',
      date: 'DATE',
      timestamp: 'DATETIME(6)',
    },
    exact: ({ whole, fraction, isPlain }) =>
      isPlain && whole + fraction <= 65 && fraction <= 30 ? `DECIMAL(${whole + fraction}, ${fraction})` : undefined,
    text: (value) => `'${value.replace(/[\\']/g, '\\$&').replaceAll('\0', '\\0')}'`,
    booleans: ['FALSE', 'TRUE'],
  },
  sqlite: {
    quotes: ['"', '"'],
    nameLength: 1000,
    columns: 2000,
    types: {
      boolean: 'BOOLEAN',
      integer: 'INTEGER',
      bigint: 'INTEGER',
      float: 'REAL',
      text: 'TEXT',
      json: 'TEXT',
      date: 'TEXT',
      timestamp: 'TEXT',
    },
    exact: () => undefined,
    text: (value) => joinedZeros(value, doubled, 'char(0)', ' || '),
    booleans: ['0', '1'],
  },
  mssql: {
    quotes: ['[', ']'],
    nameLength: 128,
    columns: 1024,
    types: {
      boolean: 'BIT',
      integer: 'INT',
      bigint: 'BIGINT',
      float: 'FLOAT',
      text: 'NVARCHAR(MAX)',
      json: 'NVARCHAR(MAX)',
      date: 'DATE',
      timestamp: 'DATETIME2',
    },
    exact: ({ whole, fraction, isPlain }) =>
      isPlain && whole + fraction <= 38 ? `DECIMAL(${whole + fraction}, ${fraction})` : undefined,
    text: (value) => joinedZeros(value, (part) => `N${doubled(part)}`, 'NCHAR(0)', ' + '),
    booleans: ['0', '1'],
  },
};

/** What a column holds, and how its values are written. */
type Kind = 'boolean' | 'number' | 'text' | 'json';

interface Column {
  readonly type: string;
  readonly kind: Kind;
}

/**
 * `CREATE TABLE` and `INSERT` statements for rows whose cells keep their type. Every text is quoted, so nothing of the caller's becomes
 * SQL. Throws ContentFault for what the dialect cannot hold, LimitFault where the result is too long.
 */
export function writeInserts(names: readonly string[], rows: RowList, rules: InsertRules): string {
  const dialect = DIALECTS[rules.dialect];
  if (names.length > dialect.columns)
    throw new ContentFault(`a table of this dialect has at most ${dialect.columns} columns, got ${names.length}`);
  const unique = sqlColumns(names.map((name) => shortened(name, dialect.nameLength - 6)));
  const columns = columnsOf(rows, names.length, dialect, rules);
  const quoted = (name: string): string => {
    const [open, close] = dialect.quotes;
    return open + name.replaceAll('\0', '').replaceAll(close, close + close) + close;
  };
  const table = rules.table.split('.').map(quoted).join('.');
  const text = new BoundedText();
  for (const told of renamedColumns(names, uniqueColumns(unique))) text.add(`-- ${told}\n`);
  if (rules.create) {
    const lines = unique.map((name, index) => `  ${quoted(name)} ${columns[index]?.type ?? dialect.types.text}`);
    text.add(`CREATE TABLE ${table} (\n${lines.join(',\n')}\n);\n`);
  }
  const into = `INSERT INTO ${table} (${unique.map(quoted).join(', ')}) VALUES\n`;
  for (let index = 0; index < rows.length; index++) {
    const row = rows.at(index) ?? [];
    const isFirst = index % rules.batch === 0;
    const isLast = index === rows.length - 1 || (index + 1) % rules.batch === 0;
    const cells = columns.map(({ kind }, place) => written(row[place] ?? null, kind, dialect));
    text.add(`${isFirst ? into : ''}  (${cells.join(', ')})${isLast ? ';' : ','}\n`);
  }
  return text.toString();
}

/** Without the end that a dialect would cut off, so that names stay different. Counted in bytes, which no dialect has more of. */
function shortened(name: string, most: number): string {
  if (Buffer.byteLength(name) <= most) return name;
  let short = '';
  let bytes = 0;
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    short += character;
  }
  return short;
}

/** What is seen of a column's values. */
interface Seen {
  readonly kinds: Set<Kind>;
  isInteger: boolean;
  isLong: boolean;
  isDouble: boolean;
  readonly digits: { whole: number; fraction: number; isPlain: boolean };
}

function columnsOf(rows: RowList, count: number, dialect: Dialect, { dates }: InsertRules): Column[] {
  const seen = Array.from(
    { length: count },
    (): Seen => ({
      kinds: new Set(),
      isInteger: true,
      isLong: false,
      isDouble: true,
      digits: { whole: 1, fraction: 0, isPlain: true },
    }),
  );
  for (let index = 0; index < rows.length; index++) {
    const row = rows.at(index) ?? [];
    for (const [column, one] of seen.entries()) addValue(one, row[column] ?? null);
  }
  return seen.map((one, column) => {
    const date = dates?.get(column);
    return date === undefined ? columnOf(one, dialect) : { type: dialect.types[date], kind: 'text' };
  });
}

function addValue(seen: Seen, value: JsonValue): void {
  if (value === null) return;
  seen.kinds.add(kindOf(value));
  if (!(value instanceof JsonNumber)) return;
  const { digits } = seen;
  const [, whole, fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(value.source) ?? [];
  if (!/^-?\d{1,18}$/.test(value.source)) seen.isInteger = false;
  if (!/^-?\d{1,9}$/.test(value.source)) seen.isLong = true;
  if (seen.isDouble && !value.isExact()) seen.isDouble = false;
  if (whole === undefined) digits.isPlain = false;
  digits.whole = Math.max(digits.whole, whole?.length ?? 0);
  digits.fraction = Math.max(digits.fraction, fraction.length);
}

function columnOf({ kinds, isInteger, isLong, isDouble, digits }: Seen, dialect: Dialect): Column {
  const { types } = dialect;
  if (kinds.has('json')) return { type: types.json, kind: 'json' };
  const [only, ...more] = kinds;
  if (only === undefined || more.length > 0 || only === 'text') return { type: types.text, kind: 'text' };
  if (only === 'boolean') return { type: types.boolean, kind: 'boolean' };
  if (isInteger) return { type: isLong ? types.bigint : types.integer, kind: 'number' };
  // Money and the like: as many digits as are written.
  const exact = dialect.exact(digits);
  if (exact !== undefined) return { type: exact, kind: 'number' };
  return isDouble ? { type: types.float, kind: 'number' } : { type: types.text, kind: 'text' };
}

function kindOf(value: JsonValue): Kind {
  if (typeof value === 'boolean') return 'boolean';
  if (value instanceof JsonNumber) return 'number';
  return isJsonArray(value) || isJsonObject(value) ? 'json' : 'text';
}

function written(value: JsonValue, kind: Kind, { text, booleans }: Dialect): string {
  if (value === null) return 'NULL';
  if (kind === 'json') return text(writeJson(value));
  if (kind === 'number' && value instanceof JsonNumber) return value.source;
  if (kind === 'boolean') return booleans[value === true ? 1 : 0];
  const source = value instanceof JsonNumber ? value.source : String(value);
  if (/\p{Cs}/u.test(source)) throw new ContentFault('a text has a lone surrogate, which no database holds');
  return text(source);
}
