import { displayWidth } from '../unicode/display-width.js';
import { type Block, blocksOf, mainAngle } from './blocks.js';
import { boxAround } from './glyphs.js';
import { isBrokenWord, type Line, lineOf, lineText, rowsOf } from './lines.js';
import type { Word } from './words.js';

export interface ReadingOptions {
  /** Words that a hyphen breaks at the end of a line are put together. */
  readonly dehyphenate?: boolean;
}

/** The text of blocks in the order of reading: a line a line, an empty line between blocks. */
export const readingText = (blocks: readonly Block[], { dehyphenate = false }: ReadingOptions = {}): string =>
  blocks
    .map(({ lines }) => (dehyphenate ? mendedLines(lines) : lines.map((line) => lineText(line))).join('\n'))
    .join('\n\n');

/** Lines without the hyphens that only break words: the rest of a broken word stands on the line it began on. */
function mendedLines(lines: readonly Line[]): string[] {
  const texts = lines.map((line) => lineText(line));
  for (let i = 0; i + 1 < texts.length; i += 1) {
    const [line = '', next = ''] = [texts[i], texts[i + 1]];
    if (!isBrokenWord(line, next)) continue;
    const [, rest = '', others = ''] = /^(\S+)\s?([\s\S]*)$/.exec(next) ?? [];
    texts[i] = line.slice(0, -1) + rest;
    texts[i + 1] = others;
    // A line that held nothing but the rest is gone.
    if (others === '') texts.splice(i + 1, 1);
  }
  return texts.map((text) => text.replaceAll('\u00ad', ''));
}

/** The words in the order of the page's content, a line break where they leave the line. */
function rawText(words: readonly Word[]): string {
  let text = '';
  let last: Word | undefined;
  for (const word of words) {
    if (last !== undefined) {
      const isSameLine =
        last.angle === word.angle && Math.abs(last.baseline - word.baseline) <= 0.5 * Math.max(last.size, word.size);
      const gap = Math.max(word.frame.left - last.frame.right, last.frame.left - word.frame.right);
      if (!isSameLine) text += '\n';
      else if (word.followsSpace || gap > 0.1 * word.size) text += ' ';
    }
    text += word.text;
    last = word;
  }
  return text;
}

/** Most empty lines for a gap, and widest line: a page of any size stays readable. */
const MAX_EMPTY_LINES = 60;
const MAX_LINE = 400;

/** The text as it stands on the page, in letters of one width: columns and tables keep their places. Text at another angle follows. */
function physicalText(words: readonly Word[]): string {
  const angle = mainAngle(words);
  const main = words.filter((word) => word.angle === angle);
  const others = words.filter((word) => word.angle !== angle);
  const rows = rowsOf(main).map((row) => lineOf(row));
  const widths = main.map(({ frame, text }) => (frame.right - frame.left) / Math.max(1, displayWidth(text)));
  const cell = Math.max(1, [...widths].sort((a, b) => a - b)[widths.length >> 1] ?? 1);
  const { left } = boxAround(main.map(({ frame }) => frame));
  const steps = rows.slice(1).map(({ baseline }, i) => baseline - (rows[i]?.baseline ?? 0));
  const usual = Math.max(1, [...steps].sort((a, b) => a - b)[steps.length >> 1] ?? 1, (rows[0]?.size ?? 1) * 0.9);
  const lines: string[] = [];
  for (const [i, row] of rows.entries()) {
    const step = steps[i - 1] ?? usual;
    for (let n = 1; n < Math.min(Math.round(step / usual), MAX_EMPTY_LINES); n += 1) lines.push('');
    lines.push(physicalLine(row, left, cell));
  }
  const rest = readingText(blocksOf(others));
  return lines.join('\n') + (rest === '' ? '' : `${lines.length === 0 ? '' : '\n\n'}${rest}`);
}

function physicalLine({ words }: Line, left: number, cell: number): string {
  let text = '';
  let width = 0;
  let last: Word | undefined;
  for (const word of [...words].sort((a, b) => a.frame.left - b.frame.left)) {
    const isApart = last === undefined || word.followsSpace || word.frame.left - last.frame.right > 0.1 * word.size;
    const column = Math.min(Math.round((word.frame.left - left) / cell), MAX_LINE);
    const spaces = Math.max(column - width, last !== undefined && isApart ? 1 : 0);
    // A word right behind another stays with it, wherever the grid would put it.
    const isGlued = last !== undefined && word.frame.left - last.frame.right < 0.6 * word.size;
    const between = isGlued ? ' '.repeat(isApart ? 1 : 0) : ' '.repeat(spaces);
    text += between + word.text;
    width += between.length + displayWidth(word.text);
    last = word;
  }
  return text;
}

/** The text of a page: in the order of reading, as it stands on the page, or in the order of its content. */
export function pageText(
  words: readonly Word[],
  { layout, dehyphenate }: { readonly layout: 'reading' | 'physical' | 'raw'; readonly dehyphenate: boolean },
): string {
  if (layout === 'physical') return physicalText(words);
  if (layout === 'raw') return rawText(words);
  return readingText(blocksOf(words), { dehyphenate });
}
