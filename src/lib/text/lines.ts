/**
 * What a line is, for every tool: it ends with LF, CRLF or CR, or with the text. A break at the very end begins no further line,
 * so the empty text has no line and `a\n` has one. Other characters that some programs break at (U+0085, U+2028, U+2029, form
 * feeds) are part of their line.
 */
export interface Lines {
  /** Without their breaks. */
  readonly lines: readonly string[];
  /** What ends each line; only the last can be empty. */
  readonly breaks: readonly string[];
  /** The most frequent break, LF where there is none: what a new line should end with. */
  readonly lineBreak: string;
  /** A break stands at the very end. */
  readonly hasFinalBreak: boolean;
}

export function splitLines(text: string): Lines {
  const lines: string[] = [];
  const breaks: string[] = [];
  let start = 0;
  for (const { end, lineBreak } of findBreaks(text)) {
    lines.push(text.slice(start, end));
    breaks.push(lineBreak);
    start = end + lineBreak.length;
  }
  const hasFinalBreak = start > 0 && start === text.length;
  if (start < text.length) {
    lines.push(text.slice(start));
    breaks.push('');
  }
  return { lines, breaks, lineBreak: mostFrequent(breaks), hasFinalBreak };
}

/** The breaks of a text in order, each with the offset at which it stands. */
export function* findBreaks(text: string): Generator<{ readonly end: number; readonly lineBreak: string }, void> {
  let feed = text.indexOf('\n');
  let carriage = text.indexOf('\r');
  while (feed !== -1 || carriage !== -1) {
    if (carriage === -1 || (feed !== -1 && feed < carriage)) {
      yield { end: feed, lineBreak: '\n' };
      feed = text.indexOf('\n', feed + 1);
      continue;
    }
    const lineBreak = feed === carriage + 1 ? '\r\n' : '\r';
    yield { end: carriage, lineBreak };
    if (lineBreak === '\r\n') feed = text.indexOf('\n', feed + 1);
    carriage = text.indexOf('\r', carriage + 1);
  }
}

function mostFrequent(breaks: readonly string[]): string {
  const counts = new Map([
    ['\n', 0],
    ['\r\n', 0],
    ['\r', 0],
  ]);
  for (const lineBreak of breaks) counts.set(lineBreak, (counts.get(lineBreak) ?? 0) + 1);
  counts.delete('');
  let best = '\n';
  for (const [lineBreak, count] of counts) if (count > (counts.get(best) ?? 0)) best = lineBreak;
  return best;
}

/** The lines of a text without their breaks. */
export const listLines = (text: string): readonly string[] => splitLines(text).lines;

/**
 * Some lines of a text, by index and in the order given, each with the break it had. The last one has a break exactly where the
 * text ended with one.
 */
export function pickLines(text: Lines, indexes: Iterable<number>): string {
  const pieces: string[] = [];
  for (const index of indexes) pieces.push(text.lines[index] ?? '', text.breaks[index] || text.lineBreak);
  if (!text.hasFinalBreak) pieces.pop();
  return pieces.join('');
}

/** Lines written with the break of the text they come from, its final break kept. */
export function joinLines(lines: readonly string[], { lineBreak, hasFinalBreak }: Lines): string {
  const text = lines.join(lineBreak);
  return hasFinalBreak && lines.length > 0 ? text + lineBreak : text;
}

/** Changes every line of a text by itself and keeps the line breaks as they are. */
export function mapLines(text: string, change: (line: string, index: number) => string): string {
  const { lines, breaks } = splitLines(text);
  return lines.map((line, index) => change(line, index) + (breaks[index] ?? '')).join('');
}
