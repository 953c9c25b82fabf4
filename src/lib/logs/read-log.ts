import { LineFault, type LineReader, type LogEntry } from './log-entry.js';

/** A line that is none of the log's format. */
export interface UnparsedLine {
  /** From 1. */
  readonly line: number;
  readonly fault: string;
  readonly text: string;
}

/** What became of the lines of a log. */
export interface LogReport {
  readonly lines: number;
  readonly entries: number;
  /** Blank lines and directives. */
  readonly skippedLines: number;
  readonly unparsed: { readonly count: number; readonly lines: readonly UnparsedLine[] };
}

/** Most lines that a report shows; the count is of all. */
const SHOWN_UNPARSED = 100;
const SHOWN_CHARACTERS = 200;

export interface LogHandlers {
  readonly onEntry: (entry: LogEntry) => void;
  readonly onUnparsed?: (line: number, text: string) => void;
}

/** Reads the lines one by one, so that no more than one entry need be held. */
export function readLog(lines: readonly string[], read: LineReader, { onEntry, onUnparsed }: LogHandlers): LogReport {
  const shown: UnparsedLine[] = [];
  let entries = 0;
  let skippedLines = 0;
  let count = 0;
  for (const [index, text] of lines.entries()) {
    const entry = text.trim() === '' ? undefined : read(text);
    if (entry === undefined) skippedLines++;
    else if (entry instanceof LineFault) {
      count++;
      onUnparsed?.(index + 1, text);
      if (shown.length < SHOWN_UNPARSED) shown.push({ line: index + 1, fault: entry.fault, text: cut(text) });
    } else {
      entries++;
      onEntry(entry);
    }
  }
  return { lines: lines.length, entries, skippedLines, unparsed: { count, lines: shown } };
}

const cut = (text: string): string =>
  text.length <= SHOWN_CHARACTERS ? text : `${[...text.slice(0, SHOWN_CHARACTERS)].slice(0, -1).join('')}…`;
