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

/** A quoted cell without its closing quote. */
export class UnclosedQuote extends Error {
  override readonly name = 'UnclosedQuote';

  constructor(readonly line: number) {
    super(`the quoted value that begins in line ${line} has no closing quote`);
  }
}

/** As many columns as spreadsheet programs show (Excel: 16,384). */
export const MAX_COLUMNS = 16_384;

/** A record with more than `MAX_COLUMNS` cells. */
export class TooManyColumns extends Error {
  override readonly name = 'TooManyColumns';

  constructor(readonly line: number) {
    super(`line ${line} has more than ${MAX_COLUMNS} columns`);
  }
}

/**
 * Reads CSV as RFC 4180 writes it and as people have it: any of the three line breaks, mixed; quotes inside an unquoted
 * cell are letters; what follows a closing quote belongs to the cell (as Python's csv reads it). Records come one by one, so
 * a caller that stops early has read no more than it wanted. Throws `UnclosedQuote` and
 * `TooManyColumns`.
 */
export function* readCsvRecords(text: string, delimiter: string): Generator<CsvRecord, void> {
  const special = new RegExp(`[\\r\\n${delimiter === '|' ? '\\|' : delimiter}]`, 'g');
  let position = 0;
  let line = 1;
  while (position < text.length) {
    const record = readBlank(text, position, line) ?? readRecord(text, position, delimiter, special, line);
    yield record;
    position += record.raw.length + record.lineBreak.length;
    line += countLineBreaks(record.raw) + countLineBreaks(record.lineBreak);
  }
}

function readBlank(text: string, start: number, line: number): CsvRecord | undefined {
  BREAKS.lastIndex = start;
  const lineBreak = BREAKS.exec(text)?.[0];
  return lineBreak === undefined ? undefined : { cells: [], raw: '', lineBreak, line, isBlank: true };
}

const BREAKS = /[\r\n]+/y;

function readRecord(text: string, start: number, delimiter: string, special: RegExp, line: number): CsvRecord {
  const cells: string[] = [];
  let position = start;
  for (;;) {
    const cell = text[position] === '"' ? readQuoted(text, position, special) : readPlain(text, position, special);
    if (cell === undefined) throw new UnclosedQuote(line + countLineBreaks(text.slice(start, position)));
    if (cells.length === MAX_COLUMNS) throw new TooManyColumns(line);
    cells.push(cell.value);
    position = cell.end;
    if (text[position] !== delimiter) break;
    position++;
  }
  const lineBreak = text.startsWith('\r\n', position) ? '\r\n' : text.slice(position, position + 1);
  return { cells, raw: text.slice(start, position), lineBreak, line, isBlank: false };
}

interface Cell {
  readonly value: string;
  /** Position of the delimiter or line break behind it. */
  readonly end: number;
}

function readPlain(text: string, start: number, special: RegExp): Cell {
  special.lastIndex = start;
  const end = special.exec(text)?.index ?? text.length;
  return { value: text.slice(start, end), end };
}

function readQuoted(text: string, start: number, special: RegExp): Cell | undefined {
  const parts: string[] = [];
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return undefined;
    parts.push(text.slice(from, quote));
    if (text[quote + 1] !== '"') {
      const rest = readPlain(text, quote + 1, special);
      return { value: parts.join('') + rest.value, end: rest.end };
    }
    parts.push('"');
    from = quote + 2;
  }
}

/** `\r\n` is one. Counts without taking the text apart: a hostile one is nothing but line breaks. */
function countLineBreaks(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(index + 1) !== 0x0a)) count++;
  }
  return count;
}
