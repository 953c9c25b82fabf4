import { JsonNumber } from '../json/values.js';
import type { Cell, Table } from './table.js';

const CODE = /^\+?\d+$/;
const ZERO_CODE = /^(?:\+\d+|0\d+)$/;

/**
 * Whether a text is a number as JSON writes it (RFC 8259 section 6) and as a double can hold: `1.10`, `-3`, `1e5`; not `007`, `+49`,
 * `.5`, `1e999`. By hand: it is asked of every cell, and a regular expression takes twice as long.
 */
export function isNumberText(text: string): boolean {
  const start = text.charCodeAt(0) === MINUS ? 1 : 0;
  let at = start;
  while (isDigit(text.charCodeAt(at))) at++;
  if (at === start || (text.charCodeAt(start) === ZERO && at > start + 1)) return false;
  if (text.charCodeAt(at) === POINT) {
    const fraction = ++at;
    while (isDigit(text.charCodeAt(at))) at++;
    if (at === fraction) return false;
  }
  if (at === text.length) return at < SURELY_FINITE || Number.isFinite(Number(text));
  return EXPONENT.test(text.slice(at)) && Number.isFinite(Number(text));
}

const isDigit = (code: number): boolean => code >= ZERO && code <= 57;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const EXPONENT = /^[eE][+-]?\d+$/;
/** Doubles reach to 1.8e308. */
const SURELY_FINITE = 300;

/** The value that a text stands for: a number to the letter, `true`, `false`; any other text is itself. */
export function typedCell(text: string): Cell {
  if (isNumberText(text)) return new JsonNumber(text);
  if (text === 'true') return true;
  return text === 'false' ? false : text;
}

const COMMA_NUMBER = /^(-?)((?:0|[1-9]\d*)|[1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?$/;

/**
 * The same for texts whose decimal mark is a comma: `1,5` is 1.5 and `1.234,50` is 1234.50. A point that does not part thousands
 * makes it a text.
 */
export function commaCell(text: string): Cell {
  const [, sign = '', whole, fraction] = COMMA_NUMBER.exec(text) ?? [];
  if (whole === undefined) return text === 'true' || text === 'false' ? text === 'true' : text;
  return typedCell(`${sign}${whole.replaceAll('.', '')}${fraction === undefined ? '' : `.${fraction}`}`);
}

const [NOTHING_YET, DIGITS_ONLY, HAS_CODE, NO_CODES] = [0, 1, 2, 3];

/**
 * Which columns hold codes, not quantities: nothing but digits in every cell that has something, and a leading zero or plus sign in
 * one of them (postcodes, article and phone numbers). Then `90210` is text as `01234` is. Row by row, for a table of thousands of
 * columns whose rows are short has far fewer cells than columns times rows.
 */
export function findCodeColumns(rows: Iterable<readonly Cell[]>): (column: number) => boolean {
  const kinds: number[] = [];
  for (const row of rows) {
    for (let column = 0; column < row.length; column++) {
      const cell = row[column];
      const kind = kinds[column] ?? NOTHING_YET;
      if (kind === NO_CODES || typeof cell !== 'string' || cell === '') continue;
      if (!CODE.test(cell)) kinds[column] = NO_CODES;
      else if (ZERO_CODE.test(cell)) kinds[column] = HAS_CODE;
      else if (kind === NOTHING_YET) kinds[column] = DIGITS_ONLY;
    }
  }
  return (column) => kinds[column] === HAS_CODE;
}

/** A table with the values that its texts stand for, as `typedCell` and `findCodeColumns` say; nothing becomes `null`. */
export function typedTable(table: Table): Table {
  const isCode = findCodeColumns(table.rows);
  const rows = table.rows.map((row) =>
    row.map((cell, i) => {
      if (typeof cell !== 'string') return cell;
      if (cell === '') return null;
      return isCode(i) ? cell : typedCell(cell);
    }),
  );
  return { ...table, rows };
}
