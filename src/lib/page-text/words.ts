import { type Box, boxAround, type Glyph, type TextStyle } from './glyphs.js';

/** How the letters of a word look from an offset into its text on. */
export interface WordLook {
  readonly start: number;
  readonly style: TextStyle;
  readonly size: number;
  /** In the frame of the word. */
  readonly baseline: number;
}

/** Letters without a gap between them. */
export interface Word {
  /** In logical order, ligatures taken apart. */
  readonly text: string;
  /** On the upright page. */
  readonly box: Box;
  /** In the frame in which its text goes to the right and lines go down; the same as `box` for text that does so on the page. */
  readonly frame: Box;
  /** Base line in that frame. */
  readonly baseline: number;
  readonly size: number;
  /** Of the frame, in degrees clockwise. */
  readonly angle: number;
  /** Of its first letter. */
  readonly style: TextStyle;
  /** Its looks, the first at 0: where letters of another style, height or base line begin. */
  readonly looks: readonly WordLook[];
  /** A line drawn below or through it; told by `markedWords`. */
  readonly mark?: 'underlined' | 'struck' | undefined;
  /** Letters one below the other, as Chinese and Japanese may be set. */
  readonly isVertical: boolean;
  /** Whether the content has a space of its own between it and the word right before it on the same line. */
  readonly followsSpace: boolean;
  /** Its letters, and where in `text` each begins. */
  readonly glyphs: readonly Glyph[];
  readonly glyphStarts: readonly number[];
}

/** A gap of this many font heights parts words (the same share as poppler's). */
const WORD_GAP = 0.1;
/** A gap that parts them where the engine saw none. */
const SURE_GAP = 0.25;
/** Letters set twice at nearly one place are one: shadows and fake bold. Shares of the font height. */
const DUPLICATE_ALONG = 0.1;
const DUPLICATE_ACROSS = 0.2;

interface Placed {
  readonly glyph: Glyph;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly baseline: number;
}

/** Whether a glyph parts words and shows nothing. */
export const isBlank = ({ text }: Glyph): boolean => /^[\s\u00a0\u200b]*$/u.test(text);

/** The words of a page in the order of its content. */
export function wordsOf(glyphs: readonly Glyph[]): Word[] {
  const words: Word[] = [];
  const seen = new Duplicates();
  let current: Placed[] = [];
  let before: Placed | undefined;
  let blank: Placed | undefined;
  let spaced = false;
  let guessed = false;
  let isRepeated = false;
  const finish = (): void => {
    if (current.length > 0) words.push(wordOf(current, spaced));
    current = [];
    blank = undefined;
    guessed = false;
  };
  for (const glyph of glyphs) {
    if (isBlank(glyph)) {
      if (glyph.isGuessed) {
        guessed = true;
        continue;
      }
      finish();
      blank = place(glyph);
      continue;
    }
    const placed = place(glyph);
    if (glyph.isPiece !== true) isRepeated = seen.has(placed);
    if (isRepeated) continue;
    const last = current.at(-1);
    if (last !== undefined && !isNext(last, placed, guessed)) finish();
    if (current.length === 0) spaced = isSpace(before, blank, placed);
    guessed = false;
    before = placed;
    current.push(placed);
  }
  finish();
  return words;
}

/** The base line of a glyph in the frame in which its text goes to the right. */
export const baselineOf = ({ x, y, angle }: Glyph): number => turned(x, y, angle)[1];

/** Turns the page so that the glyph's text goes to the right. */
function place(glyph: Glyph): Placed {
  const { box, angle } = glyph;
  if (angle === 0) return { glyph, ...box, baseline: glyph.y };
  if (angle % 90 !== 0) {
    const [x, y] = turned(glyph.x, glyph.y, angle);
    const right = x + advanceOf(glyph);
    return { glyph, left: x, right, top: y - glyph.size * 0.8, bottom: y + glyph.size * 0.2, baseline: y };
  }
  const frame = turnedBox(box, angle);
  return { glyph, ...frame, baseline: baselineOf(glyph) };
}

/** How far a slanted letter goes along its line: its upright box is that of a turned rectangle with one side on the base line. */
function advanceOf({ box, x, y, angle, size }: Glyph): number {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const [left, right, top, bottom] = [x - box.left, box.right - x, y - box.top, box.bottom - y];
  const [flat, steep] = [Math.abs(cos), Math.abs(sin)];
  const advance =
    flat >= steep
      ? ((cos > 0 ? right : left) - ((sin > 0 ? top : bottom) * steep) / flat) / flat
      : ((sin > 0 ? bottom : top) - ((cos > 0 ? left : right) * flat) / steep) / steep;
  return Math.min(2 * size, Math.max(0, advance));
}

const COSINES: Readonly<Record<number, readonly [number, number]>> = {
  0: [1, 0],
  90: [0, 1],
  180: [-1, 0],
  270: [0, -1],
};

function turned(x: number, y: number, angle: number): [number, number] {
  const [cos, sin] = COSINES[angle] ?? [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return [x * cos + y * sin, y * cos - x * sin];
}

/** A box in the frame of text that goes at `angle`. */
function turnedBox({ left, top, right, bottom }: Box, angle: number): Box {
  if (angle === 0) return { left, top, right, bottom };
  const [x1, y1] = turned(left, top, angle);
  const [x2, y2] = turned(right, bottom, angle);
  return { left: Math.min(x1, x2), top: Math.min(y1, y2), right: Math.max(x1, x2), bottom: Math.max(y1, y2) };
}

const isSameLine = (a: Placed, b: Placed): boolean =>
  a.glyph.angle === b.glyph.angle &&
  Math.abs(a.baseline - b.baseline) <= 0.4 * Math.max(a.glyph.size, b.glyph.size) &&
  Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);

/** Whether a blank stands between two letters: what is drawn backwards or in pieces has blanks on the far side. */
function isSpace(before: Placed | undefined, blank: Placed | undefined, next: Placed): boolean {
  if (before === undefined || blank === undefined || !isSameLine(before, next)) return false;
  const middle = (blank.left + blank.right) / 2;
  return middle > Math.min(before.left, next.left) && middle < Math.max(before.right, next.right);
}

/** The free room between two letters of a line, in whichever direction it goes; negative where they overlap. */
const gapBetween = (a: Placed, b: Placed): number => Math.max(b.left - a.right, a.left - b.right);

const STACKED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef、。ー]/u;

function isNext(last: Placed, next: Placed, guessed: boolean): boolean {
  if (last.glyph.angle !== next.glyph.angle) return false;
  const size = Math.max(last.glyph.size, next.glyph.size);
  if (!isSameLine(last, next)) return isBelow(last, next, size);
  // Sub- and superscripts and small capitals stay in their word, other text beside it does not.
  const gap = gapBetween(last, next);
  // The parts of a ligature share its box.
  if (last.left === next.left && last.right === next.right) return true;
  if (gap > SURE_GAP * size) return false;
  if (gap > WORD_GAP * size) return !guessed && gap < 0.15 * size;
  // Going back over half of the word is another text at the same place.
  return gap > -Math.max(0.6 * size, Math.min(last.right - last.left, next.right - next.left));
}

const isBelow = (last: Placed, next: Placed, size: number): boolean =>
  STACKED.test(last.glyph.text) &&
  STACKED.test(next.glyph.text) &&
  Math.abs((last.left + last.right) / 2 - (next.left + next.right) / 2) < 0.25 * size &&
  next.baseline - last.baseline > 0.7 * size &&
  next.baseline - last.baseline < 1.3 * size;

const PRESENTATION = /[\ufb00-\ufdff\ufe70-\ufefc]/;

/** A letter's own form: ligatures and Arabic forms of position are the letters they stand for (Unicode, compatibility). */
const plainText = (text: string): string => (PRESENTATION.test(text) ? text.normalize('NFKC') : text);

/** Some content is drawn from the end of the line, and the engine hands out upside-down text backwards: letters of scripts that are
 * read from the left are put in that order. */
function inReadingOrder(placed: readonly Placed[]): readonly Placed[] {
  const isBackwards = placed.every(({ left }, i) => i === 0 || left < (placed[i - 1]?.left ?? 0));
  if (placed.length < 2 || !isBackwards || placed.some(({ glyph }) => FROM_RIGHT.test(glyph.text))) return placed;
  return placed.toReversed();
}

const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

function wordOf(letters: readonly Placed[], followsSpace: boolean): Word {
  const placed = inReadingOrder(letters);
  const [first] = placed as readonly [Placed];
  const starts: number[] = [];
  let look: WordLook = { start: 0, style: first.glyph.style, size: first.glyph.size, baseline: first.baseline };
  const looks = [look];
  const glyphs = placed.map(({ glyph }) => glyph);
  let text = '';
  for (const { glyph, baseline } of placed) {
    const { style, size } = glyph;
    if (style !== look.style || isOther(look, size, baseline)) {
      look = { start: text.length, style, size, baseline };
      looks.push(look);
    }
    starts.push(text.length);
    text += plainText(glyph.text);
  }
  const largest = placed.reduce((best, one) => (one.glyph.size > best.glyph.size ? one : best), first);
  return {
    text,
    box: boxAround(glyphs.map(({ box }) => box)),
    frame: boxAround(placed),
    baseline: largest.baseline,
    size: largest.glyph.size,
    angle: first.glyph.angle,
    style: first.glyph.style,
    looks,
    isVertical: placed.length > 1 && isBelow(first, placed[1] ?? first, largest.glyph.size),
    followsSpace,
    glyphs,
    glyphStarts: starts,
  };
}

/** Whether a letter is seen to be of another height, or higher or lower, than those before it. */
const isOther = ({ size, baseline }: WordLook, height: number, base: number): boolean =>
  Math.abs(size - height) > 0.08 * Math.max(size, height) || Math.abs(baseline - base) > 0.1 * size;

/** Letters by their places. */
class Duplicates {
  readonly #cells = new Map<string, Placed[]>();

  /** Whether the same letter was there before; remembers it. */
  has(placed: Placed): boolean {
    const { glyph, left, baseline } = placed;
    const cell = Math.max(4, glyph.size);
    const [column, row] = [Math.round(left / cell), Math.round(baseline / cell)];
    for (let x = column - 1; x <= column + 1; x += 1) {
      for (let y = row - 1; y <= row + 1; y += 1) {
        if (this.#cells.get(`${glyph.text} ${x} ${y}`)?.some((other) => isDuplicate(other, placed)) === true)
          return true;
      }
    }
    const key = `${glyph.text} ${column} ${row}`;
    const list = this.#cells.get(key);
    // More letters than fit beside each other at one place are a file made to be slow.
    if (list === undefined) this.#cells.set(key, [placed]);
    else if (list.length < 64) list.push(placed);
    return false;
  }
}

const isDuplicate = (a: Placed, b: Placed): boolean =>
  a.glyph.angle === b.glyph.angle &&
  Math.abs(a.left - b.left) < DUPLICATE_ALONG * b.glyph.size &&
  Math.abs(a.baseline - b.baseline) < DUPLICATE_ACROSS * b.glyph.size &&
  Math.abs(a.glyph.size - b.glyph.size) < 0.1 * b.glyph.size;
