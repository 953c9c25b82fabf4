import { type Box, boxAround } from './glyphs.js';
import { middle } from './middle.js';
import type { Word } from './words.js';

/** Words on one base line, in the order they are read. */
export interface Line {
  readonly words: readonly Word[];
  /** In the frame of its words. */
  readonly frame: Box;
  readonly baseline: number;
  /** Height of most of its letters. */
  readonly size: number;
  readonly isVertical: boolean;
}

/** A gap of this many font heights parts cells of a line, not words. */
const CELL_GAP = 2;

const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const LTR = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}])\p{L}/u;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** The middle of the font heights, each as often as it has letters. */
export function typicalSize(words: readonly Word[]): number {
  const letters = new Map<number, number>();
  let all = 0;
  for (const { size, text } of words) {
    letters.set(size, (letters.get(size) ?? 0) + text.length);
    all += text.length;
  }
  let seen = 0;
  for (const [size, count] of [...letters].sort(([a], [b]) => a - b)) {
    seen += count;
    if (2 * seen >= all) return size;
  }
  return 0;
}

/** Words of one angle in rows from the top, each from the left; words that stand a little higher or lower belong to the row they overlap. */
export function rowsOf(words: readonly Word[]): Word[][] {
  const sorted = [...words].sort((a, b) => a.baseline - b.baseline || a.frame.left - b.frame.left);
  const rows: { words: Word[]; baseline: number; size: number }[] = [];
  for (const word of sorted) {
    const row = rows.at(-1);
    if (row !== undefined && Math.abs(word.baseline - row.baseline) <= 0.3 * Math.min(word.size, row.size))
      row.words.push(word);
    else rows.push({ words: [word], baseline: word.baseline, size: word.size });
    const last = rows.at(-1);
    if (last !== undefined && word.size > last.size) last.size = word.size;
  }
  return joinRaised(rows).map(({ words: row }) => row.sort((a, b) => a.frame.left - b.frame.left));
}

/** Rows of more words are not lines of text: looking through them for each small word would take too long. */
const MAX_HOST_WORDS = 1_000;

interface Row {
  readonly words: Word[];
  readonly baseline: number;
  readonly size: number;
}

/** Rows of raised or lowered small letters go into the row they belong to. */
function joinRaised(rows: readonly Row[]): Row[] {
  const kept: Row[] = [];
  for (const [i, row] of rows.entries()) {
    const left: Word[] = [];
    for (const word of row.words) {
      const host = [rows[i + 1], kept.at(-1)].find(
        (other) => other !== undefined && other.words.length <= MAX_HOST_WORDS && isRaisedIn(word, other),
      );
      if (host === undefined) left.push(word);
      else host.words.push(word);
    }
    if (left.length > 0) kept.push({ ...row, words: left });
  }
  return kept;
}

const isRaisedIn = (word: Word, row: Row): boolean =>
  word.size < 0.85 * row.size &&
  Math.abs(word.baseline - row.baseline) < 0.6 * row.size &&
  row.words.some(
    ({ frame, size }) =>
      size > word.size &&
      Math.min(frame.bottom, word.frame.bottom) - Math.max(frame.top, word.frame.top) > 0.4 * word.size &&
      word.frame.left - frame.right < size &&
      frame.left - word.frame.right < size,
  );

/** A line of words that stand beside each other, brought from the order of places into the order of reading. */
export function lineOf(words: readonly Word[]): Line {
  const size = typicalSize(words);
  return {
    words: logicalOrder(words),
    frame: boxAround(words.map(({ frame }) => frame)),
    baseline: middle(words.map(({ baseline }) => baseline)),
    size,
    isVertical: false,
  };
}

/** Whether more letters are read from the right. */
export function isRightToLeft(words: readonly Word[]): boolean {
  let balance = 0;
  for (const { text } of words) {
    for (const letter of text) {
      if (RTL.test(letter)) balance += 1;
      else if (LTR.test(letter)) balance -= 1;
    }
  }
  return balance > 0;
}

/** Words by place from the left, as they are read: runs against the direction of the line are turned round (UAX 9, on whole words). */
function logicalOrder(words: readonly Word[]): readonly Word[] {
  if (!words.some(({ text }) => RTL.test(text))) return words;
  const isRtl = isRightToLeft(words);
  // Words of neither direction go with the line.
  const isAgainst = ({ text }: Word): boolean => (isRtl ? LTR.test(text) && !RTL.test(text) : RTL.test(text));
  const ordered = isRtl ? [...words].reverse() : [...words];
  for (let start = 0; start < ordered.length; start += 1) {
    if (!isAgainst(ordered[start] as Word)) continue;
    let end = start + 1;
    for (let i = end; i < ordered.length; i += 1) {
      const word = ordered[i] as Word;
      if (isAgainst(word)) end = i + 1;
      else if (RTL.test(word.text) || LTR.test(word.text)) break;
    }
    const turned = ordered.slice(start, end).reverse();
    for (const [i, word] of turned.entries()) ordered[start + i] = word;
    start = end - 1;
  }
  return ordered;
}

/** The room between two neighbours of a line. */
const gapBetween = (before: Word, after: Word): number =>
  Math.max(after.frame.left - before.frame.right, before.frame.left - after.frame.right);

/** Whether two neighbours of a line have no room between them that anybody would see. */
export const isTouching = (before: Word, after: Word): boolean =>
  gapBetween(before, after) < 0.1 * Math.max(before.size, after.size);

/** What stands between two neighbours of a line: nothing, a space, or a tab between cells. */
export function separator(before: Word, after: Word): '' | ' ' | '\t' {
  const gap = gapBetween(before, after);
  const size = Math.max(before.size, after.size);
  if (gap > CELL_GAP * size) return '\t';
  if (!after.followsSpace && isTouching(before, after)) return '';
  const isUnspaced = CJK.test(before.text.slice(-1)) && CJK.test(after.text.slice(0, 1));
  return isUnspaced && gap < 0.6 * size ? '' : ' ';
}

/** The text of a line; cells are parted by `cell`. */
export function lineText({ words }: Line, cell = '\t'): string {
  let text = '';
  let last: Word | undefined;
  for (const word of words) {
    if (last !== undefined) {
      const between = separator(last, word);
      text += between === '\t' ? cell : between;
    }
    text += word.text;
    last = word;
  }
  return text;
}

/** Whether a line that ends with `end` goes on without a space in one that begins with `start`. */
export const isUnspacedBreak = (end: string, start: string): boolean =>
  CJK.test(end.slice(-1)) && CJK.test(start.slice(0, 1));

const BROKEN = /[\p{Ll}\p{Lu}]{2}[-\u2010\u00ad]$/u;

/** Whether the hyphen at the end of a line only breaks a word that goes on in the next. */
export const isBrokenWord = (end: string, start: string): boolean => BROKEN.test(end) && /^\p{Ll}{2}/u.test(start);
