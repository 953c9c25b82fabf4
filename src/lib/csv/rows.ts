import { ContentFault, LimitFault } from '../faults.js';
import { MAX_COLUMNS } from './records.js';

const LF = 10;
const CR = 13;
/** Matches no character. */
const NEVER = -1;

/** Where the rows of a CSV text stand. */
interface RowIndex {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Cells of each row. */
  readonly counts: Uint16Array;
  readonly count: number;
}

/**
 * A CSV text with the places of its rows: cells are cut out when they are asked for, so that a text of 20 MB with ten million cells
 * costs little more than itself. Read as `CsvScanner` reads it; blank lines are no rows.
 */
export class CsvRows {
  readonly count: number;
  /** Cells of the widest row. */
  readonly width: number;
  /** What stands before the first row: lines that were skipped, the directive `sep=;`. */
  readonly head: string;
  /** The first line break of the text; LF where it has none. */
  readonly lineBreak: string;
  /** Whether the text ends with a line break. */
  readonly isClosed: boolean;
  readonly #index: RowIndex;
  readonly #divider: number;
  readonly #mark: number;
  /** Bounds of the cells that `read` found, quotes included. */
  readonly #from = new Uint32Array(MAX_COLUMNS);
  readonly #to = new Uint32Array(MAX_COLUMNS);
  #line = { at: 0, number: 1 };

  /**
   * Rows begin at `start`. An empty `quote` is none; `isSingle`: every row is one cell, whatever it holds. Throws ContentFault where a
   * quote is not closed, LimitFault beyond 16,384 columns.
   */
  constructor(
    readonly text: string,
    readonly delimiter: string,
    readonly quote: string,
    start: number,
    isSingle: boolean,
  ) {
    this.#divider = isSingle ? NEVER : delimiter.charCodeAt(0);
    this.#mark = quote === '' || isSingle ? NEVER : quote.charCodeAt(0);
    this.#index = indexRows(text, start, this.#divider, this.#mark, (at) => this.lineAt(at));
    this.count = this.#index.count;
    let width = 0;
    for (let row = 0; row < this.count; row++) width = Math.max(width, this.#index.counts[row] ?? 0);
    this.width = width;
    this.head = text.slice(0, this.count === 0 ? text.length : this.#index.starts[0]);
    this.lineBreak = /\r\n|[\r\n]/.exec(text.slice(0, 1_000_000))?.[0] ?? '\n';
    this.isClosed = /[\r\n]$/.test(text.slice(-1));
  }

  /** Cells of a row. */
  cellCount(row: number): number {
    return this.#index.counts[row] ?? 0;
  }

  /** The row as it stands, without its line break. */
  raw(row: number): string {
    return this.text.slice(this.#index.starts[row], this.#index.ends[row]);
  }

  /** Characters of `raw`. */
  length(row: number): number {
    return (this.#index.ends[row] ?? 0) - (this.#index.starts[row] ?? 0);
  }

  /** Number of the row's first line, from 1. Cheap where rows are asked for in order. */
  lineOf(row: number): number {
    return this.lineAt(this.#index.starts[row] ?? 0);
  }

  private lineAt(at: number): number {
    if (at < this.#line.at) this.#line = { at: 0, number: 1 };
    let { number } = this.#line;
    for (let index = this.#line.at; index < at; index++) {
      const code = this.text.charCodeAt(index);
      if (code === LF || (code === CR && this.text.charCodeAt(index + 1) !== LF)) number++;
    }
    this.#line = { at, number };
    return number;
  }

  /** Finds the cells of a row, for `value` and `rawCell`, at most `most` of them; gives their number. */
  read(row: number, most = MAX_COLUMNS): number {
    const { text } = this;
    const end = this.#index.ends[row] ?? 0;
    let at = this.#index.starts[row] ?? 0;
    let count = 0;
    for (; count < most; at++) {
      this.#from[count] = at;
      if (text.charCodeAt(at) === this.#mark) at = closingMark(text, at + 1, this.#mark, end) + 1;
      while (at < end && text.charCodeAt(at) !== this.#divider) at++;
      this.#to[count++] = at;
      if (at >= end) break;
    }
    return count;
  }

  /** A cell of the row that was read last, quotes undone; empty beyond its cells only if `read` was told so. */
  value(column: number): string {
    const from = this.#from[column] ?? 0;
    const to = this.#to[column] ?? 0;
    if (this.text.charCodeAt(from) !== this.#mark || from === to) return this.text.slice(from, to);
    const close = closingMark(this.text, from + 1, this.#mark, to);
    let value = this.text.slice(from + 1, close);
    if (value.includes(this.quote)) value = value.replaceAll(this.quote + this.quote, this.quote);
    return value + this.text.slice(close + 1, to);
  }

  /** A cell of the row that was read last as it stands, its quotes too. */
  rawCell(column: number): string {
    return this.text.slice(this.#from[column], this.#to[column]);
  }

  /** One cell of a row; empty where the row is shorter. */
  cell(row: number, column: number): string {
    return this.read(row, column + 1) > column ? this.value(column) : '';
  }

  /** All cells of a row. */
  cells(row: number): string[] {
    const count = this.read(row);
    return Array.from({ length: count }, (_, column) => this.value(column));
  }
}

/** The mark that is not doubled; `end` where there is none before it. */
function closingMark(text: string, start: number, mark: number, end: number): number {
  let at = start;
  for (; at < end; at++) {
    if (text.charCodeAt(at) !== mark) continue;
    if (text.charCodeAt(at + 1) !== mark || at + 1 >= end) return at;
    at++;
  }
  return at;
}

function indexRows(
  text: string,
  start: number,
  divider: number,
  mark: number,
  lineAt: (at: number) => number,
): RowIndex {
  let starts = new Uint32Array(1024);
  let ends = new Uint32Array(1024);
  let counts = new Uint16Array(1024);
  let count = 0;
  const { length } = text;
  for (let at = start; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || code === CR) continue;
    if (count === starts.length) {
      [starts, ends] = [starts, ends].map((list) => grown(list, new Uint32Array(2 * count))) as [
        typeof starts,
        typeof ends,
      ];
      counts = grown(counts, new Uint16Array(2 * count));
    }
    starts[count] = at;
    let cells = 1;
    let isFirst = true;
    for (; at < length; at++) {
      const letter = text.charCodeAt(at);
      if (isFirst && letter === mark) {
        const close = closingMark(text, at + 1, mark, length);
        if (close >= length) throw ContentFault.at(text, at, 'the quoted value that begins here has no closing quote');
        at = close;
        isFirst = false;
        continue;
      }
      isFirst = false;
      if (letter === divider) {
        cells++;
        isFirst = true;
      } else if (letter === LF || letter === CR) break;
    }
    if (cells > MAX_COLUMNS)
      throw new LimitFault(`line ${lineAt(starts[count] ?? 0)} has more than ${MAX_COLUMNS} columns`, MAX_COLUMNS);
    ends[count] = at;
    counts[count++] = cells;
  }
  return { starts, ends, counts, count };
}

function grown<List extends Uint32Array | Uint16Array>(list: List, longer: List): List {
  longer.set(list);
  return longer;
}

/** Writes cells as a text of one delimiter and quote has them. */
export class CellWriter {
  readonly #needsQuotes: RegExp;

  constructor(
    readonly delimiter: string,
    readonly quote: string,
  ) {
    const marks = [delimiter, quote === '' ? '"' : quote].map((mark) => mark.replace(/[\\\]^-]/g, '\\$&')).join('');
    this.#needsQuotes = new RegExp(`[${marks}\\r\\n]|^[ \\t]|[ \\t]$`);
  }

  /** In quotes where it would be misread. Throws ContentFault where it must be and the text has no quotes. */
  cell(value: string): string {
    if (!this.#needsQuotes.test(value)) return value;
    if (this.quote !== '') return this.quote + value.replaceAll(this.quote, this.quote + this.quote) + this.quote;
    if (!value.includes(this.delimiter) && !/[\r\n]/.test(value)) return value;
    throw new ContentFault('a cell has the delimiter or a line break in it, which cannot be written without quotes');
  }

  /** A row without its line break. */
  row(cells: readonly string[]): string {
    // An empty line is no row.
    if (cells.length === 1 && cells[0] === '' && this.quote !== '') return this.quote + this.quote;
    return cells.map((cell) => this.cell(cell)).join(this.delimiter);
  }
}
