import { hasLoneSurrogate } from '../code-points.js';
import { MAX_COLUMNS, TooManyColumns } from './records.js';
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

/** A quoted cell without its closing quote, with the offset of the opening one. */
export class OpenQuote extends Error {
  override readonly name = 'OpenQuote';

  constructor(readonly offset: number) {
    super(`the quote at ${offset} is not closed`);
  }
}

const LF = 10;
const CR = 13;
const QUOTE = 34;

/**
 * Reads CSV by the rules of `readCsvRecords`, three times as fast: nothing is kept but the cells. Throws OpenQuote and
 * TooManyColumns.
 */
export function readCsvCells(text: string, delimiter: string): CsvCells {
  const divider = delimiter.charCodeAt(0);
  const records: string[][] = [];
  const lines: number[] = [];
  const quotedEmpty = new Set<number>();
  const directive = readDirective(text);
  let at = directive === undefined ? 0 : 'sep=;'.length;
  let line = 1;
  const { length } = text;
  while (at < length) {
    const first = text.charCodeAt(at);
    if (first === LF || first === CR) {
      at += first === CR && text.charCodeAt(at + 1) === LF ? 2 : 1;
      line++;
      continue;
    }
    const cells: string[] = [];
    lines.push(line);
    for (;;) {
      if (cells.length === MAX_COLUMNS) throw new TooManyColumns(lines[lines.length - 1] ?? line);
      if (text.charCodeAt(at) === QUOTE) {
        const start = at + 1;
        at = closingQuote(text, start);
        let value = text.slice(start, at);
        if (value.includes('"')) value = value.replaceAll('""', '"');
        if (value !== '') line += countLineBreaks(value);
        const rest = ++at;
        while (at < length && !isEnd(text.charCodeAt(at), divider)) at++;
        value += text.slice(rest, at);
        if (value === '') quotedEmpty.add(cellNumber(records.length, cells.length));
        cells.push(value);
      } else {
        const start = at;
        while (at < length && !isEnd(text.charCodeAt(at), divider)) at++;
        cells.push(text.slice(start, at));
      }
      if (at >= length || text.charCodeAt(at) !== divider) break;
      at++;
    }
    records.push(cells);
  }
  return { records, lines, quotedEmpty, isPlain: isPlain(text, delimiter) };
}

const ESCAPED = /["\\\u0000-\u0009\u000b\u000c\u000e-\u001f]/;
const ESCAPED_BUT_TAB = /["\\\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/** Without quotes, no cell has a line break or a delimiter. */
const isPlain = (text: string, delimiter: string): boolean =>
  !(delimiter === '\t' ? ESCAPED_BUT_TAB : ESCAPED).test(text) && !hasLoneSurrogate(text);

const isEnd = (code: number, divider: number): boolean => code === divider || code === LF || code === CR;

/** The quote that is not doubled. */
function closingQuote(text: string, start: number): number {
  for (let from = start; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) throw new OpenQuote(start - 1);
    if (text.charCodeAt(quote + 1) !== QUOTE) return quote;
    from = quote + 2;
  }
}

function countLineBreaks(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === LF || (code === CR && text.charCodeAt(index + 1) !== LF)) count++;
  }
  return count;
}
