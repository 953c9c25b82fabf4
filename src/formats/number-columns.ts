/** Columns of numbers out of text and tables, read exactly: for tools that do statistics. */

import { invalid, quote } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import { readCsvRecords } from '../lib/csv/records.js';
import { readDirective, sniffDelimiter } from '../lib/csv/sniff.js';
import { ContentFault, LimitFault } from '../lib/faults.js';
import type { NumberMarks } from '../lib/numbers/decimal-order.js';
import { absolute, compare, type Rational, rational } from '../lib/numbers/rational.js';
import { type NumberReader, numberReader } from '../lib/numbers/typed-number.js';
import type { TextSource } from './text-source.js';

const MAX_VALUES = 500_000;
/** Looked at for decimal commas, in characters. */
const MAX_LOOKED = 2000;
/** Squares of larger ones are not doubles. */
const LARGEST = rational(10n ** 150n);
/** What people write where a number is missing. */
export const MISSING = /^(?:|-|–|\.|n\/?a|nan|null|none|#n\/a|missing)$/i;

export interface NumberColumn {
  /** Of the column; `undefined` for a plain list. */
  readonly name: string | undefined;
  readonly values: readonly Rational[];
  /** Cells without a number. */
  readonly missing: number;
  readonly warnings: readonly string[];
}

const shown = (text: string): string => quote(text.trim());

/**
 * The numbers of a list (separated by spaces, line breaks, semicolons or commas) or of one column of a table. `column` is a name, or a
 * number from 1; empty for the first column with numbers. Throws INVALID_INPUT with the row of what is not a number.
 */
export function readNumberColumn(source: TextSource, column: string, marks: NumberMarks): NumberColumn {
  return refusing(`Cannot read ${source.label}`, () => {
    const text = source.text.replace(/^\ufeff/, '');
    const reader = numberReader(marks);
    return (column === '' ? listOf(text, reader, marks) : undefined) ?? columnOf(text, column, reader, marks);
  });
}

/** `undefined` where the text is a table: what is in it is not numbers alone. */
function listOf(text: string, reader: NumberReader, marks: NumberMarks): NumberColumn | undefined {
  const lines = text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
  // One per line, so that grouped digits are one number.
  const isOneEach = lines.length > 1 && lines.every((line) => MISSING.test(line.trim()) || isWholeNumber(line, reader));
  const separators = marks.decimal === ',' ? /[\s;]+/ : /[\s;]+|,/;
  const words = isOneEach ? lines : text.split(separators).filter((word) => word !== '');
  if (!isOneEach && lines.length > 1 && sniffed(text) > 1) return undefined;
  const values: Rational[] = [];
  let missing = 0;
  for (const word of words) {
    if (MISSING.test(word.trim())) {
      missing++;
      continue;
    }
    const value = reader.read(word);
    if (value === undefined) {
      if (lines.length > 1) return undefined;
      throw new ContentFault(`${shown(word)} is not a number`);
    }
    values.push(checkValue(value, values.length + 1));
  }
  const isGrouped = isOneEach && lines.some((line) => line.includes(marks.group));
  const warnings = isGrouped ? [`The mark ${quote(marks.group)} was read as grouping digits, one number per line`] : [];
  const [decimal] = isOneEach || marks.decimal === ',' ? [] : decimalCommas(text);
  if (decimal !== undefined)
    warnings.push(
      `Commas were read as separators: ${decimal} as two numbers. Where they are decimal marks, set "locale" to a language that writes them so, such as de`,
    );
  return { name: undefined, values, missing, warnings };
}

/** More than one number with one comma and one or two digits behind it, and no other: `3,5 4,25`. */
function decimalCommas(text: string): readonly string[] {
  const words = text
    .slice(0, MAX_LOOKED)
    .split(/[\s;]+/)
    .filter((word) => word !== '');
  return words.length > 1 && words.every((word) => /^[-+]?\d{1,15},\d{1,2}$/.test(word)) ? words : [];
}

const isWholeNumber = (line: string, reader: NumberReader): boolean =>
  line.length < 400 && reader.read(line) !== undefined;

/** Columns of the first record. */
function sniffed(text: string): number {
  const [first] = readCsvRecords(text.slice(0, 100_000), sniffDelimiter(text));
  return first?.cells.filter((cell) => !/^[-+]?[\d.]*$/.test(cell.trim())).length ?? 0;
}

export function checkValue(value: Rational, count: number): Rational {
  if (compare(absolute(value), LARGEST) > 0) throw new LimitFault('numbers must be below 1e150');
  if (count > MAX_VALUES) throw new LimitFault(`there must be fewer than ${MAX_VALUES + 1} numbers`, MAX_VALUES);
  return value;
}

/** Numbers as 1.234,50 on most lines: with the comma as delimiter each would be cut in two. */
const haveDecimalCommas = (lines: readonly string[]): boolean =>
  2 *
    lines.filter((line) => /(?<![\d.,])\d{1,3}(?:\.\d{3}){1,9},\d{1,2}(?![\d.,])/.test(line.slice(0, MAX_LOOKED)))
      .length >
  lines.length;

function columnOf(text: string, column: string, reader: NumberReader, { decimal }: NumberMarks): NumberColumn {
  const [first] = readCsvRecords(text.slice(0, MAX_LOOKED), ',');
  const isOneColumn = (first?.cells.length ?? 0) < 2 && sniffDelimiter(text) === ',';
  const delimiter = isOneColumn && decimal === ',' ? ';' : sniffDelimiter(text);
  const records = [...readCsvRecords(text, delimiter)].filter(
    ({ isBlank, raw }, index) => !isBlank && !(index === 0 && readDirective(raw) !== undefined),
  );
  const [header, second] = records;
  if (header === undefined) throw new ContentFault('it has no numbers');
  if (isOneColumn && decimal === '.' && haveDecimalCommas(records.map(({ raw }) => raw)))
    throw new ContentFault('a decimal comma, as in 1.234,50, needs option "locale", such as de');
  const isNumber = (cell: string | undefined): boolean => cell !== undefined && reader.read(cell) !== undefined;
  const index =
    column === '' ? Math.max(0, (second ?? header).cells.findIndex(isNumber)) : indexOf(header.cells, column);
  const hasHeader = !isNumber(header.cells[index]);
  const values: Rational[] = [];
  let missing = 0;
  for (const { cells, line } of hasHeader ? records.slice(1) : records) {
    const cell = (cells[index] ?? '').trim();
    if (MISSING.test(cell)) {
      missing++;
      continue;
    }
    const value = reader.read(cell);
    if (value === undefined)
      throw new ContentFault(`line ${line}, column ${index + 1}: ${shown(cell)} is not a number`);
    values.push(checkValue(value, values.length + 1));
  }
  return { name: hasHeader ? (header.cells[index]?.trim() ?? '') : undefined, values, missing, warnings: [] };
}

function indexOf(header: readonly string[], column: string): number {
  const found = header.findIndex((cell) => cell.trim() === column.trim());
  if (found >= 0) return found;
  const number = /^\d{1,5}$/.test(column.trim()) ? Number(column) : 0;
  if (number >= 1 && number <= header.length) return number - 1;
  const names = header.slice(0, 10).map((cell) => shown(cell));
  throw invalid(`Option "column" is not one of the columns ${names.join(', ')}, got ${shown(column)}`);
}
