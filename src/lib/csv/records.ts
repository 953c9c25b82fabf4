/** One record of a CSV text, with what is needed to write it back letter by letter. */
export interface CsvRecord {
  readonly cells: readonly string[];
  /** The record as it stands in the text, without its line break. */
  readonly raw: string;
  /** `\r\n`, `\n`, `\r`, or nothing at the end of the text. */
  readonly lineBreak: string;
  /** Number of its first line, from 1. */
  readonly line: number;
  /** An empty line; it has no cells. */
  readonly isBlank: boolean;
}

/** A quoted cell without its closing quote. */
export class UnclosedQuote extends Error {
  override readonly name = 'UnclosedQuote';

  constructor(readonly line: number) {
    super(`the quoted value that begins in line ${line} has no closing quote`);
  }
}

/**
 * Reads CSV as RFC 4180 writes it and as people have it: any of the three line breaks, mixed; quotes inside an unquoted
 * cell are letters; what follows a closing quote belongs to the cell (as Python's csv reads it). Records come one by one, so
 * a caller that stops early has read no more than it wanted. Throws `UnclosedQuote`.
 */
export function* readCsvRecords(text: string, delimiter: string): Generator<CsvRecord, void> {
  const special = new RegExp(`[\\r\\n${delimiter === '|' ? '\\|' : delimiter}]`, 'g');
  let position = 0;
  let line = 1;
  while (position < text.length) {
    const record = readRecord(text, position, delimiter, special, line);
    yield record;
    position += record.raw.length + record.lineBreak.length;
    line += 1 + countLineBreaks(record.raw);
  }
}

function readRecord(text: string, start: number, delimiter: string, special: RegExp, line: number): CsvRecord {
  const cells: string[] = [];
  let position = start;
  for (;;) {
    const cell = text[position] === '"' ? readQuoted(text, position, special) : readPlain(text, position, special);
    if (cell === undefined) throw new UnclosedQuote(line + countLineBreaks(text.slice(start, position)));
    cells.push(cell.value);
    position = cell.end;
    if (text[position] !== delimiter) break;
    position++;
  }
  const lineBreak = text.startsWith('\r\n', position) ? '\r\n' : text.slice(position, position + 1);
  const raw = text.slice(start, position);
  const isBlank = raw === '';
  return { cells: isBlank ? [] : cells, raw, lineBreak, line, isBlank };
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

const countLineBreaks = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;
