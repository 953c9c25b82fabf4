import { ContentFault, LimitFault } from '../faults.js';

/** One record of a CSV text, with what is needed to write it back letter by letter. */
export interface CsvRecord {
  readonly cells: readonly string[];
  /** The record as it stands in the text, without its line break. */
  readonly raw: string;
  /** `\r\n`, `\n`, `\r`, or nothing at the end of the text. Of blank lines, the breaks of all that follow each other. */
  readonly lineBreak: string;
  /** Number of its first line, from 1. */
  readonly line: number;
  /** One or more empty lines; they have no cells. */
  readonly isBlank: boolean;
}

/** As many columns as spreadsheet programs show (Excel: 16,384). */
export const MAX_COLUMNS = 16_384;

const LF = 10;
const CR = 13;

/**
 * Reads the cells of CSV record by record, as RFC 4180 writes it and as people have it: any of the three line breaks, mixed; quotes
 * inside an unquoted cell are letters; what follows a closing quote belongs to the cell (as Python's csv reads it).
 */
export class CsvScanner {
  /** Where the next record or line break begins. */
  at = 0;
  /** Number of its line, from 1. */
  line = 1;
  readonly #text: string;
  readonly #divider: number;
  readonly #quote: string;

  /** An empty `quote` is none: every cell is as it stands. */
  constructor(text: string, delimiter: string, quote = '"') {
    this.#text = text;
    this.#divider = delimiter.charCodeAt(0);
    this.#quote = quote;
  }

  get isDone(): boolean {
    return this.at >= this.#text.length;
  }

  /** Passes over a line break if there is one. */
  skipBreak(): boolean {
    const code = this.#text.charCodeAt(this.at);
    if (code !== LF && code !== CR) return false;
    this.at += code === CR && this.#text.charCodeAt(this.at + 1) === LF ? 2 : 1;
    this.line++;
    return true;
  }

  /**
   * The cells up to the next line break, which is left. `foundEmpty` is told the columns, from 0, that stand as `""`. Throws
   * ContentFault where a quote is not closed, LimitFault beyond `MAX_COLUMNS`.
   */
  readCells(foundEmpty?: (column: number) => void): string[] {
    const text = this.#text;
    const divider = this.#divider;
    const mark = this.#quote;
    const markCode = mark.charCodeAt(0);
    const first = this.line;
    const cells: string[] = [];
    let at = this.at;
    for (;;) {
      if (cells.length === MAX_COLUMNS)
        throw new LimitFault(`line ${first} has more than ${MAX_COLUMNS} columns`, MAX_COLUMNS);
      if (text.charCodeAt(at) === markCode) {
        const start = at + 1;
        const quote = closingQuote(text, start, mark);
        if (quote < 0) throw ContentFault.at(text, at, 'the quoted value that begins here has no closing quote');
        let value = text.slice(start, quote);
        if (value.includes(mark)) value = value.replaceAll(mark + mark, mark);
        if (value !== '') this.line += countLineBreaks(value);
        at = endOfCell(text, quote + 1, divider);
        value += text.slice(quote + 1, at);
        if (value === '') foundEmpty?.(cells.length);
        cells.push(value);
      } else {
        const start = at;
        at = endOfCell(text, start, divider);
        cells.push(text.slice(start, at));
      }
      if (at >= text.length || text.charCodeAt(at) !== divider) break;
      at++;
    }
    this.at = at;
    return cells;
  }
}

/** The delimiter or line break behind, or the end. */
function endOfCell(text: string, start: number, divider: number): number {
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === divider || code === LF || code === CR) break;
  }
  return at;
}

/** The quote that is not doubled; -1 where there is none. */
function closingQuote(text: string, start: number, mark: string): number {
  for (let from = start; ; ) {
    const quote = text.indexOf(mark, from);
    if (quote < 0 || text[quote + 1] !== mark) return quote;
    from = quote + 2;
  }
}

/** `\r\n` is one. Counts without taking the text apart: a hostile one is nothing but line breaks. */
function countLineBreaks(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === LF || (code === CR && text.charCodeAt(index + 1) !== LF)) count++;
  }
  return count;
}

/**
 * Reads CSV as `CsvScanner` does, with what is needed to write it back. Records come one by one, so a caller that stops early has
 * read no more than it wanted. Throws ContentFault where a quote is not closed, LimitFault beyond `MAX_COLUMNS`.
 */
export function* readCsvRecords(text: string, delimiter: string): Generator<CsvRecord, void> {
  const scanner = new CsvScanner(text, delimiter);
  while (!scanner.isDone) {
    const { at: start, line } = scanner;
    while (scanner.skipBreak());
    if (scanner.at > start) {
      yield { cells: [], raw: '', lineBreak: text.slice(start, scanner.at), line, isBlank: true };
      continue;
    }
    const cells = scanner.readCells();
    const raw = text.slice(start, scanner.at);
    scanner.skipBreak();
    yield { cells, raw, lineBreak: text.slice(start + raw.length, scanner.at), line, isBlank: false };
  }
}
