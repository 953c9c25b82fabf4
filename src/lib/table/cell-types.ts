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

/**
 * Whether a column holds codes, not quantities: nothing but digits in every cell that has something, and a leading zero or plus
 * sign in one of them (postcodes, article and phone numbers). Then `90210` is text as `01234` is.
 */
export function isCodeColumn(cells: Iterable<string>): boolean {
  let found = false;
  for (const cell of cells) {
    if (cell === '') continue;
    if (!CODE.test(cell)) return false;
    found ||= ZERO_CODE.test(cell);
  }
  return found;
}

/** A table with the values that its texts stand for, as `typedCell` and `isCodeColumn` say; nothing becomes `null`. */
export function typedTable(table: Table): Table {
  const isCode = table.columns.map((_, i) => isCodeColumn(table.rows.map((row) => textIn(row[i]))));
  const rows = table.rows.map((row) =>
    row.map((cell, i) => {
      if (typeof cell !== 'string') return cell;
      if (cell === '') return null;
      return isCode[i] === true ? cell : typedCell(cell);
    }),
  );
  return { ...table, rows };
}

const textIn = (cell: Cell | undefined): string => (typeof cell === 'string' ? cell : '');
