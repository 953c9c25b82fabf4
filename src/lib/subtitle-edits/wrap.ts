import { breakCost } from '../subtitles/break-lines.js';
import { displayWidth } from '../unicode/display-width.js';
import type { TextEdit } from './text-edits.js';

/** Words of a subtitle that are broken at once: more make one line after another. */
const MAX_WORDS = 400;
/** Longest text that is broken anew, in UTF-16 units: what is longer is not a subtitle. */
const MAX_TEXT = 10_000;
/** What a line costs by itself, so that there are no more than needed. */
const LINE_COST = 40;

interface Word {
  readonly text: string;
  readonly start: number;
}

/** Whether a line of a text is too long. */
export const hasLongLine = (text: string, most: number): boolean =>
  text.split('\n').some((line) => displayWidth(line) > most);

const timed = (word: Word | undefined) => (word === undefined ? undefined : { text: word.text, start: 0, end: 0 });

/** Where the lines of words begin, at the best places, as even as they can be; a word longer than a line stands alone. */
function lineStarts(words: readonly Word[], most: number): Set<number> {
  const widths = words.map(({ text }) => (/^[ -~]*$/.test(text) ? text.length : displayWidth(text)));
  const total = widths.reduce((sum, width) => sum + width + 1, -1);
  const ideal = total / Math.ceil(total / most);
  const costs = [0];
  const starts = [0];
  for (let end = 1; end <= words.length; end++) {
    const broken = LINE_COST + breakCost(timed(words[end - 1]), timed(words[end]));
    let [best, bestStart, width] = [Number.POSITIVE_INFINITY, end - 1, -1];
    for (let start = end - 1; start >= 0; start--) {
      width += (widths[start] ?? 0) + 1;
      if (width > most && start < end - 1) break;
      const uneven = ((width - ideal) / ideal) ** 2 * 10;
      const cost = (costs[start] ?? 0) + uneven + broken;
      if (cost < best) [best, bestStart] = [cost, start];
    }
    costs.push(best);
    starts.push(bestStart);
  }
  const begins = new Set<number>();
  for (let end = words.length; end > 0; end = starts[end] ?? 0) begins.add(starts[end] ?? 0);
  return begins;
}

/** Edits that break a text into lines no longer than `most`; lines that begin with a dash begin a line still. None where it fits, or is beyond MAX_TEXT. */
export function wrapEdits(text: string, most: number): TextEdit[] {
  if (text.length > MAX_TEXT || !hasLongLine(text, most)) return [];
  const edits: TextEdit[] = [];
  for (const part of text.split(/(?<=\n)(?=[-–—])/u).reduce<Word[]>(placed, [])) {
    const words = [...part.text.matchAll(/[^ \n]+/g)].map(({ 0: word, index }) => ({
      text: word,
      start: part.start + index,
    }));
    for (let first = 0; first < words.length; first += MAX_WORDS) {
      const some = words.slice(first, first + MAX_WORDS);
      const begins = lineStarts(some, most);
      for (const [index, word] of some.entries()) {
        const before = words[first + index - 1];
        if (before === undefined) continue;
        const start = before.start + before.text.length;
        edits.push({ start, end: word.start, text: begins.has(index) ? '\n' : ' ' });
      }
    }
  }
  return edits;
}

const placed = (parts: Word[], text: string): Word[] => {
  const last = parts.at(-1);
  parts.push({ text, start: last === undefined ? 0 : last.start + last.text.length });
  return parts;
};
