import Papa from 'papaparse';

import { type Chance, pick } from './chance.js';
import { runProgram } from './programs.js';

/** A table as cells, and as the CSV that somebody may have written it in. */
export interface MessyTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly text: string;
  readonly delimiter: string;
  /** What each column holds, by its name. */
  readonly kinds: Readonly<Record<string, ColumnKind>>;
}

/** Names are short; a `word` is one of few, a `text` has every kind of trouble, a `decimal` may be empty, an `integer` not. */
export type ColumnKind = 'word' | 'text' | 'integer' | 'decimal' | 'maybe';

const WORDS = ['red', 'Red', 'blue', 'Zoë', 'zoé', '日本', '😀', 'x y', 'a'];
const TEXTS = [
  'a,b',
  'say "hi"',
  'two\nlines',
  'semi;colon',
  'tab\there',
  "it's",
  '\uffee',
  'ß',
  ' edge ',
  '"',
  'n/a',
  '007',
];

function cellOf(below: Chance, kind: ColumnKind): string {
  if (kind === 'word') return pick(below, WORDS);
  if (kind === 'maybe') return below(3) === 0 ? '' : pick(below, WORDS);
  if (kind === 'text') return below(2) === 0 ? pick(below, TEXTS) : pick(below, WORDS);
  if (kind === 'integer') return String(below(40) - 15);
  if (below(5) === 0) return '';
  return `${below(3) === 0 ? '-' : ''}${below(50)}${below(2) === 0 ? '' : `.${below(100)}`}`;
}

/** A random table with the columns asked for; quotes, line breaks, delimiter and the end of the text vary. */
export function messyTable(
  below: Chance,
  kinds: Readonly<Record<string, ColumnKind>>,
  { most = 14, delimiters = [',', ';', '\t', '|'] }: { most?: number; delimiters?: readonly string[] } = {},
): MessyTable {
  const header = Object.keys(kinds);
  const rows = Array.from({ length: 1 + below(most) }, () => Object.values(kinds).map((kind) => cellOf(below, kind)));
  const delimiter = pick(below, delimiters);
  const lineBreak = below(3) === 0 ? '\r\n' : '\n';
  const text = writeMessy(below, [header, ...rows], delimiter, lineBreak);
  return { header, rows, text, delimiter, kinds };
}

export function writeMessy(
  below: Chance,
  rows: readonly (readonly string[])[],
  delimiter: string,
  lineBreak: string,
): string {
  const lines = rows.map((cells) =>
    cells
      .map((cell) => {
        const mustQuote = cell.includes(delimiter) || /["\r\n]/.test(cell) || (cell === '' && cells.length === 1);
        return mustQuote || below(8) === 0 ? `"${cell.replaceAll('"', '""')}"` : cell;
      })
      .join(delimiter),
  );
  return lines.join(lineBreak) + (below(2) === 0 ? lineBreak : '');
}

/** The cells of a CSV text, by Papa Parse. */
export function papaCells(text: string, delimiter: string): string[][] {
  const { data } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true });
  return data;
}

/** The name that the option `delimiter` has for a character. */
export const delimiterName = (delimiter: string): string =>
  ({ ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' })[delimiter] ?? 'auto';

/** What Miller makes of a CSV text, as cells. Line breaks are LF for it. */
export function millerCells(text: string, delimiter: string, args: readonly string[]): string[][] {
  const separator = delimiter === '\t' ? 'tab' : delimiter === ';' ? 'semicolon' : delimiter === '|' ? 'pipe' : 'comma';
  const all = ['--csv', '--ifs', separator, '--ofs', 'comma', ...args];
  return papaCells(runProgram('mlr', all, text.replaceAll('\r\n', '\n')).toString(), ',');
}

export interface SqlCase {
  /** Tables by name. Cells of the columns in `numbers` are numbers for SQLite, all others text; an empty one is NULL. */
  readonly tables: Readonly<Record<string, { readonly text: string; readonly delimiter: string }>>;
  readonly numbers: readonly string[];
  readonly sql: string;
}

/**
 * Reads each text by Python's csv, puts it in SQLite and asks. `place` is the number of the row. Numbers come back as they were written
 * where they are cells, NULL as an empty text.
 */
const SQL_SCRIPT = `
import csv, io, json, sqlite3, sys
def cell(value, is_number):
    if value == '': return None
    return (float(value) if '.' in value else int(value)) if is_number else value
def shown(value):
    return '' if value is None else str(value)
def answer(case):
    base = sqlite3.connect(':memory:')
    base.execute('PRAGMA case_sensitive_like = ON')
    for name, table in case['tables'].items():
        rows = list(csv.reader(io.StringIO(table['text'], newline=''), delimiter=table['delimiter'], strict=True))
        rows = [row for row in rows if row]
        header = rows[0]
        base.execute('CREATE TABLE %s (place, %s)' % (name, ', '.join('"%s"' % column for column in header)))
        places = ', '.join('?' * (len(header) + 1))
        for place, row in enumerate(rows[1:]):
            values = [cell(value, column in case['numbers']) for value, column in zip(row, header)]
            base.execute('INSERT INTO %s VALUES (%s)' % (name, places), [place] + values)
    return [[shown(value) for value in row] for row in base.execute(case['sql'])]
print(json.dumps([answer(case) for case in json.load(sys.stdin)]))
`;

/** What SQLite answers, through Python's csv and sqlite3; all cases in one process. */
export const sqlAnswers = (cases: readonly SqlCase[]): string[][][] =>
  JSON.parse(runProgram('python3', ['-c', SQL_SCRIPT], JSON.stringify(cases)).toString()) as string[][][];
