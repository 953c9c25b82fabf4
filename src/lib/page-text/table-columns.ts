import type { Ruling } from './glyphs.js';
import type { Word } from './words.js';

/** Words of a line with no more than a space between them. */
export interface Phrase {
  readonly left: number;
  readonly right: number;
  readonly words: readonly Word[];
}

/** A stretch of the page from left to right. */
export interface Column {
  left: number;
  right: number;
}

/** A phrase with the first and the last column that it reaches into. */
export interface PlacedPhrase {
  readonly phrase: Phrase;
  readonly first: number;
  readonly last: number;
}

/** Wider than the spaces of most text, narrower than the room between cells, in font heights. */
const PHRASE_GAP = 0.5;
/** The same in fonts of one width, whose space is 0.6. */
const MONO_GAP = 0.75;
/** Room between two words that stand on either side of the room between two columns. */
const SPLIT_GAP = 0.36;
/** A phrase that reaches this far into a column, in points, is in it. */
const REACH = 1;

/** The phrases of a line; lines drawn between two words part them too. */
export function phrasesOf(words: readonly Word[], size: number, bars: readonly Ruling[], gap = PHRASE_GAP): Phrase[] {
  const phrases: { left: number; right: number; words: Word[] }[] = [];
  for (const word of words) {
    const last = phrases.at(-1);
    const least = word.style.isMono ? Math.max(gap, MONO_GAP) : gap;
    const isNear = last !== undefined && word.frame.left - last.right < least * Math.max(size, 1);
    if (last !== undefined && isNear && !hasBar(bars, last.right, word)) {
      last.words.push(word);
      last.right = Math.max(last.right, word.frame.right);
    } else phrases.push({ left: word.frame.left, right: word.frame.right, words: [word] });
  }
  return phrases;
}

const hasBar = (bars: readonly Ruling[], right: number, { frame }: Word): boolean =>
  bars.some(
    ({ at, from, to }) => at > right - REACH && at < frame.left + REACH && from < frame.bottom && to > frame.top,
  );

/**
 * The columns of lines of phrases: those of the lines with the usual number of cells, widened by the phrases that reach into one of
 * them, and further ones where phrases stand between. Phrases that reach into several span them.
 */
export function columnsOf(lines: readonly (readonly Phrase[])[]): Column[] {
  const counts = new Map<number, number>();
  for (const { length } of lines) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  const least = Math.max(2, 0.2 * lines.length);
  const usual = Math.max(0, ...[...counts].filter(([, count]) => count >= least).map(([cells]) => cells));
  const columns: Column[] = [];
  for (const phrases of lines) if (phrases.length === usual) for (const phrase of phrases) join(columns, phrase);
  const others = lines.filter(({ length }) => length !== usual && length > 1).flat();
  for (const phrase of others.sort((a, b) => a.right - a.left - (b.right - b.left))) {
    const reached = columns.filter(({ left, right }) => phrase.right > left && phrase.left < right);
    if (reached.length <= 1) join(columns, phrase);
  }
  return columns.sort((a, b) => a.left - b.left);
}

/** Joins a stretch with the columns that it overlaps. */
function join(columns: Column[], { left, right }: Phrase): void {
  const merged = { left, right };
  for (let i = columns.length - 1; i >= 0; i -= 1) {
    const column = columns[i] as Column;
    if (column.left >= merged.right || column.right <= merged.left) continue;
    merged.left = Math.min(merged.left, column.left);
    merged.right = Math.max(merged.right, column.right);
    columns.splice(i, 1);
  }
  columns.push(merged);
}

/** Where the phrases of a line stand; one that reaches over the room between two columns is parted there if its words are apart. */
export function placePhrases(phrases: readonly Phrase[], columns: readonly Column[], size: number): PlacedPhrase[] {
  return phrases
    .flatMap((phrase) => partsOf(phrase, columns, size))
    .map((phrase) => {
      const [first, last] = reach(phrase, columns);
      return { phrase, first, last };
    });
}

function reach({ left, right }: Phrase, columns: readonly Column[]): [number, number] {
  const first = columns.findIndex((column) => left < column.right - REACH);
  const last = columns.findLastIndex((column) => right > column.left + REACH);
  const start = first === -1 ? columns.length - 1 : first;
  return [Math.min(start, Math.max(0, last)), Math.max(start, last)];
}

function partsOf(phrase: Phrase, columns: readonly Column[], size: number): Phrase[] {
  const [first, last] = reach(phrase, columns);
  if (first === last || phrase.words.length < 2) return [phrase];
  const parts: { left: number; right: number; words: Word[] }[] = [];
  for (const word of phrase.words) {
    const part = parts.at(-1);
    const least = size * (word.style.isMono ? MONO_GAP : SPLIT_GAP);
    if (part !== undefined && !isApart(part.right, word.frame.left, columns, least)) {
      part.words.push(word);
      part.right = Math.max(part.right, word.frame.right);
    } else parts.push({ left: word.frame.left, right: word.frame.right, words: [word] });
  }
  return parts;
}

/** Whether the room between two words is wide enough and lies between two columns. */
function isApart(right: number, left: number, columns: readonly Column[], least: number): boolean {
  if (left - right < least) return false;
  return columns.some(({ right: end }, i) => {
    const start = columns[i + 1]?.left;
    return start !== undefined && right < start + REACH && left > end - REACH;
  });
}
