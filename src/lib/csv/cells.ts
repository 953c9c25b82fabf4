import { hasLoneSurrogate } from '../unicode/code-points.js';
import { CsvScanner, MAX_COLUMNS } from './records.js';
import { readDirective } from './sniff.js';

/** The records of a CSV text as cells alone, for those who do not write it back. */
export interface CsvCells {
  /** Blank lines and the line `sep=;` are left out. */
  readonly records: readonly (readonly string[])[];
  /** First line of each record, from 1. */
  readonly lines: readonly number[];
  /** Cells that stand as `""` in the text, told from cells with nothing in them: see `cellNumber`. */
  readonly quotedEmpty: ReadonlySet<number>;
  /** No cell has a letter that JSON would escape. */
  readonly isPlain: boolean;
}

/** The number of a cell within `quotedEmpty`. */
export const cellNumber = (record: number, column: number): number => record * MAX_COLUMNS + column;

/** The cells of a CSV text, read as `CsvScanner` does. Throws as it does. */
export function readCsvCells(text: string, delimiter: string, quote?: string): CsvCells {
  const scanner = new CsvScanner(text, delimiter, quote);
  const records: string[][] = [];
  const lines: number[] = [];
  const quotedEmpty = new Set<number>();
  const foundEmpty = (column: number) => quotedEmpty.add(cellNumber(records.length, column));
  if (readDirective(text) !== undefined) scanner.at = 'sep=;'.length;
  while (!scanner.isDone) {
    if (scanner.skipBreak()) continue;
    lines.push(scanner.line);
    records.push(scanner.readCells(foundEmpty));
  }
  return { records, lines, quotedEmpty, isPlain: isPlain(text, delimiter) };
}

const ESCAPED = /["\\\u0000-\u0009\u000b\u000c\u000e-\u001f]/;
const ESCAPED_BUT_TAB = /["\\\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/** Without quotes, no cell has a line break or a delimiter. */
const isPlain = (text: string, delimiter: string): boolean =>
  !(delimiter === '\t' ? ESCAPED_BUT_TAB : ESCAPED).test(text) && !hasLoneSurrogate(text);
