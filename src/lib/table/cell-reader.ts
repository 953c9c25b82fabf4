import type { NumberMarks } from '../numbers/decimal-order.js';
import { type DateRules, instantOf, readCellDate } from './cell-dates.js';
import { isNumberText } from './cell-types.js';

/** What the cells of a table mean in a language: the one place for types of the tools that work on CSV. */
export interface CellReader {
  /**
   * The number that a cell holds, as JSON writes it, its digits as they stand; `undefined` where it is none. A plain number, with its
   * thousands grouped, spaces around it or a currency sign; not `007`, `1e999` or a number with more than 500 digits.
   */
  readonly number: (cell: string) => string | undefined;
  /** The date that it holds, as ISO 8601 writes it. */
  readonly date: (cell: string) => string | undefined;
  /** A number as JSON writes it, with the decimal mark of the language. */
  readonly written: (number: string) => string;
}

/** As long as `readDecimal` reads. */
const MAX_NUMBER = 500;
/** That of doubles. */
const MAX_EXPONENT = 308;

/** Beyond what exact numbers reach, a cell is a text. */
function isCalculable(source: string): boolean {
  if (source.length <= 4) return true;
  if (source.length > MAX_NUMBER) return false;
  const exponent = Math.max(source.lastIndexOf('e'), source.lastIndexOf('E'));
  return exponent < 0 || Math.abs(Number(source.slice(exponent + 1))) <= MAX_EXPONENT;
}

/** `shown` are the marks that the table itself shows; it is asked once, with the first cell that may hang on it. */
export function cellReader(
  marks: NumberMarks,
  dates: DateRules,
  shown: () => NumberMarks | undefined = () => undefined,
): CellReader {
  let numbers: ReturnType<typeof numbersIn> | undefined;
  const known = () => (numbers ??= numbersIn(shown() ?? marks));
  return {
    number: (cell) => (numbers ?? known()).number(cell),
    date: (cell) => readCellDate(cell, dates),
    written: (number) => known().written(number),
  };
}

function numbersIn({ decimal, group }: NumberMarks): Pick<CellReader, 'number' | 'written'> {
  const escapeMark = (mark: string): string => mark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const marks = /\s/.test(group) ? ' \u00a0\u202f' : /['’]/.test(group) ? "'’" : escapeMark(group);
  const digits = `(?:\\d{1,3}(?:[${marks}]\\d{3})+|\\d+)`;
  const pattern = new RegExp(
    `^(?:\\p{Sc} ?)?([-+−]?)(?:\\p{Sc} ?)?(${digits}?)(?:${escapeMark(decimal)}(\\d+))?([eE][-+]?\\d{1,3})?(?: ?\\p{Sc})?$`,
    'u',
  );
  const isPoint = decimal === '.';
  return {
    number: (cell) => {
      if (isPoint && isNumberText(cell)) {
        return isCalculable(cell) ? cell : undefined;
      }
      if (cell.length > MAX_NUMBER || !mayBeNumber(cell)) return undefined;
      const found = pattern.exec(cell.trim());
      if (found === null) return undefined;
      const [, sign = '', whole = '', fraction, power = ''] = found;
      const plain = whole.replace(/\D/g, '');
      if ((plain === '' && fraction === undefined) || (plain.length > 1 && plain.startsWith('0'))) return undefined;
      // +49 is the beginning of a telephone number.
      if (sign === '+' && fraction === undefined && plain === whole) return undefined;
      const source = `${/[-−]/.test(sign) ? '-' : ''}${plain || '0'}${fraction === undefined ? '' : `.${fraction}`}${power}`;
      return isNumberText(source) && isCalculable(source) ? source : undefined;
    },
    written: (number) => (isPoint ? number : number.replace('.', decimal)),
  };
}

/** Ends with a digit, a currency sign or a space. */
function mayBeNumber(cell: string): boolean {
  for (let at = 0; at < cell.length && at < MAX_NUMBER; at++) {
    const code = cell.charCodeAt(at);
    if (code >= 48 && code <= 57) return true;
    // Letters first: no number.
    if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122)) return false;
  }
  return false;
}

/** What people write in place of a value. */
const MISSING: ReadonlySet<string> = new Set([
  '',
  '-',
  '–',
  '—',
  '?',
  'n/a',
  '#n/a',
  'na',
  'nan',
  'null',
  'none',
  'nil',
]);

export const isMissing = (cell: string): boolean => cell.length <= 6 && MISSING.has(cell.trim().toLowerCase());

/** What a column holds. */
export type ColumnType = 'number' | 'date' | 'boolean' | 'text';

/**
 * Tells the type of a column from its cells: every cell that has a value is of it. A column of nothing but digits with a leading zero in
 * one of its cells is text, 90210 beside 01234 too, for 01234 is no number.
 */
export class TypeGuess {
  #isNumber = true;
  #isDate = true;
  #isBoolean = true;
  #hasTime = false;
  #hasOffset = false;
  #values = 0;

  constructor(readonly reader: CellReader) {}

  add(cell: string): void {
    if (!(this.#isNumber || this.#isDate || this.#isBoolean) || isMissing(cell)) return;
    this.#values++;
    this.#isNumber &&= this.reader.number(cell) !== undefined;
    if (this.#isDate) this.#addDate(this.reader.date(cell));
    this.#isBoolean &&= /^(?:true|false|yes|no)$/i.test(cell);
  }

  #addDate(date: string | undefined): void {
    this.#isDate = date !== undefined;
    if (date === undefined || !date.includes('T')) return;
    this.#hasTime = true;
    this.#hasOffset ||= /(?:Z|[+-]\d\d:\d\d)$/.test(date);
  }

  /** Of a column of dates: whether one of them has a time. */
  get hasTime(): boolean {
    return this.#hasTime;
  }

  /** Of a column of dates: whether one of them has an offset from UTC. */
  get hasOffset(): boolean {
    return this.#hasOffset;
  }

  get type(): ColumnType {
    if (this.#values === 0) return 'text';
    if (this.#isNumber) return 'number';
    if (this.#isDate) return 'date';
    return this.#isBoolean ? 'boolean' : 'text';
  }

  /** Nothing more can change it. */
  get isText(): boolean {
    return !(this.#isNumber || this.#isDate || this.#isBoolean);
  }
}

/** A sort key of a date. */
export const dateKey = (reader: CellReader, cell: string): number | undefined => {
  const date = reader.date(cell);
  return date === undefined ? undefined : instantOf(date);
};
