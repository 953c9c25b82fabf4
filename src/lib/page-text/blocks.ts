import { type Box, boxAround } from './glyphs.js';
import { isRightToLeft, type Line, lineOf, rowsOf, typicalSize } from './lines.js';
import type { Word } from './words.js';

/** Lines that belong together, from the top. */
export interface Block {
  readonly lines: readonly Line[];
  readonly frame: Box;
  readonly angle: number;
  /** Number of the column or part of the page that it stands in. */
  readonly region: number;
}

/** Narrowest room between columns, in font heights. */
const GUTTER = 0.8;
const LEAST_ROWS = 3;
const MAX_CANDIDATES = 60;
const MAX_DEPTH = 12;
/** Rows farther apart than this many usual distances are of different blocks. */
const BLOCK_GAP = 1.4;

/**
 * The blocks of a page in the order of reading: text that goes in the direction of most of it first; columns one after the other
 * where room runs between them for at least three rows of text on both sides; tables row by row.
 */
export function blocksOf(words: readonly Word[]): Block[] {
  const byAngle = new Map<number, Word[]>();
  for (const word of words) {
    const list = byAngle.get(word.angle);
    if (list === undefined) byAngle.set(word.angle, [word]);
    else list.push(word);
  }
  const groups = [...byAngle].sort(([a, left], [b, right]) => right.length - left.length || a - b);
  const counter = { region: 0 };
  return groups.flatMap(([, group]) => blocksOfAngle(group, counter));
}

/** The angle that most words have. */
export function mainAngle(words: readonly Word[]): number {
  const counts = new Map<number, number>();
  for (const { angle } of words) counts.set(angle, (counts.get(angle) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || a - b)[0]?.[0] ?? 0;
}

interface Counter {
  region: number;
}

function blocksOfAngle(words: readonly Word[], counter: Counter): Block[] {
  const vertical = words.filter(({ isVertical }) => isVertical);
  const letters = (list: readonly Word[]): number => list.reduce((sum, { text }) => sum + text.length, 0);
  if (vertical.length > 0 && 2 * letters(vertical) > letters(words)) return verticalBlocks(words, counter);
  return regionsOf(rowsOf(words), isRightToLeft(words), 0).flatMap((rows) => blocksOfRegion(rows, counter));
}

/** Lines that go down are read from the right. */
function verticalBlocks(words: readonly Word[], counter: Counter): Block[] {
  const centre = ({ frame }: Word): number => (frame.left + frame.right) / 2;
  const sorted = [...words].sort((a, b) => centre(b) - centre(a));
  const columns: Word[][] = [];
  for (const word of sorted) {
    const column = columns.at(-1);
    if (column?.[0] !== undefined && centre(column[0]) - centre(word) < 0.5 * word.size) column.push(word);
    else columns.push([word]);
  }
  const lines = columns.map((column) => ({
    ...lineOf(column.sort((a, b) => a.frame.top - b.frame.top)),
    isVertical: true,
  }));
  counter.region += 1;
  return lines.length === 0 ? [] : [blockOf(lines, counter.region)];
}

const blockOf = (lines: readonly Line[], region: number): Block => ({
  lines,
  frame: boxAround(lines.map(({ frame }) => frame)),
  angle: lines[0]?.words[0]?.angle ?? 0,
  region,
});

/** A stretch of rows with room between a left and a right part. */
interface Gutter {
  readonly first: number;
  readonly end: number;
  readonly x: number;
  readonly height: number;
}

function regionsOf(rows: Word[][], isRtl: boolean, depth: number): Word[][][] {
  const gutter = depth < MAX_DEPTH && rows.length >= LEAST_ROWS ? widestGutter(rows) : undefined;
  if (gutter === undefined) return rows.length === 0 ? [] : [rows];
  const inside = rows.slice(gutter.first, gutter.end).flat();
  const left = rowsOf(inside.filter(({ frame }) => frame.left < gutter.x));
  const right = rowsOf(inside.filter(({ frame }) => frame.left >= gutter.x));
  const sides = isRtl ? [right, left] : [left, right];
  return [rows.slice(0, gutter.first), ...sides, rows.slice(gutter.end)].flatMap((part) =>
    regionsOf(part, isRtl, depth + 1),
  );
}

/** The gutter that is highest, if any. */
function widestGutter(rows: readonly Word[][]): Gutter | undefined {
  const size = typicalSize(rows.flat());
  const width = GUTTER * size;
  const support = new Map<number, number>();
  for (const row of rows) {
    let right = Number.POSITIVE_INFINITY;
    for (const { frame } of row) {
      if (frame.left - right >= width) {
        // Room is wider in some rows than in others: each place of it may be the gutter.
        const [from, to] = [
          Math.ceil((right + width / 2) / CANDIDATE_STEP),
          Math.floor((frame.left - width / 2) / CANDIDATE_STEP),
        ];
        for (let place = from; place <= Math.min(to, from + 200); place += 1)
          support.set(place, (support.get(place) ?? 0) + 1);
      }
      right = right === Number.POSITIVE_INFINITY ? frame.right : Math.max(right, frame.right);
    }
  }
  const candidates = [...support].filter(([, count]) => count >= 2).sort(([a, m], [b, n]) => n - m || a - b);
  let best: Gutter | undefined;
  for (const [place] of candidates.slice(0, MAX_CANDIDATES)) {
    const gutter = gutterAt(rows, place * CANDIDATE_STEP, width, size);
    if (gutter !== undefined && (best === undefined || gutter.height > best.height)) best = gutter;
  }
  return best;
}

/** Points between the places tried. */
const CANDIDATE_STEP = 3;

function gutterAt(rows: readonly Word[][], x: number, width: number, size: number): Gutter | undefined {
  const [from, to] = [x - width / 2, x + width / 2];
  let best: Gutter | undefined;
  let first = 0;
  for (let i = 0; i <= rows.length; i += 1) {
    const row = rows[i];
    if (row?.every(({ frame }) => frame.right <= from || frame.left >= to) === true) continue;
    const gutter = trimmed(rows, first, i, x, size);
    if (gutter !== undefined && (best === undefined || gutter.height > best.height)) best = gutter;
    first = i + 1;
  }
  return best;
}

const baselineOf = (row: readonly Word[] | undefined): number => row?.[0]?.baseline ?? 0;

/** The rows of a stretch from where both sides begin to where both end, with the rest of the longer side that follows at once. */
function trimmed(rows: readonly Word[][], from: number, to: number, x: number, size: number): Gutter | undefined {
  const hasLeft = (row: readonly Word[]): boolean => row.some(({ frame }) => frame.left < x);
  const hasRight = (row: readonly Word[]): boolean => row.some(({ frame }) => frame.left >= x);
  const stretch = rows.slice(from, to);
  const lefts = [stretch.findIndex(hasLeft), stretch.findLastIndex(hasLeft)] as const;
  const rights = [stretch.findIndex(hasRight), stretch.findLastIndex(hasRight)] as const;
  if (lefts[0] === -1 || rights[0] === -1) return undefined;
  let first = from + Math.max(lefts[0], rights[0]);
  let last = from + Math.min(lefts[1], rights[1]);
  if (last < first) return undefined;
  const isNear = (a: number, b: number): boolean => Math.abs(baselineOf(rows[a]) - baselineOf(rows[b])) <= 2 * size;
  while (first > from && isNear(first - 1, first)) first -= 1;
  while (last < to - 1 && isNear(last, last + 1)) last += 1;
  const inside = rows.slice(first, last + 1);
  const words = inside.flat();
  const left = words.filter(({ frame }) => frame.left < x);
  const right = words.filter(({ frame }) => frame.left >= x);
  if (!isText(left, inside.filter(hasLeft).length) || !isText(right, inside.filter(hasRight).length)) return undefined;
  return { first, end: last + 1, x, height: baselineOf(rows[last]) - baselineOf(rows[first]) };
}

/** Whether words are lines of running text, not cells: some words a row, and most rows nearly as wide as the widest. */
function isText(words: readonly Word[], rows: number): boolean {
  if (rows < LEAST_ROWS) return false;
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const { left, right } = boxAround(words.map(({ frame }) => frame));
  const filled = words.reduce((sum, { frame }) => sum + frame.right - frame.left, 0);
  const share = filled / Math.max(1, rows * (right - left));
  return (words.length / rows >= 2.5 || letters / rows >= 16) && letters / rows >= 10 && share >= 0.4;
}

function blocksOfRegion(rows: readonly Word[][], counter: Counter): Block[] {
  counter.region += 1;
  const lines = rows.map(lineOf);
  const steps = lines.slice(1).map((line, i) => line.baseline - (lines[i]?.baseline ?? 0));
  const blocks: Block[] = [];
  let current: Line[] = [];
  for (const [i, line] of lines.entries()) {
    const last = current.at(-1);
    if (last !== undefined && isBreak(last, line, steps, i - 1)) {
      blocks.push(blockOf(current, counter.region));
      current = [];
    }
    current.push(line);
  }
  if (current.length > 0) blocks.push(blockOf(current, counter.region));
  return blocks;
}

/** Whether a block ends between two lines: the step between them is wider than those near it, or the letters change their height. */
function isBreak(last: Line, line: Line, steps: readonly number[], at: number): boolean {
  const size = Math.max(last.size, line.size);
  if (Math.abs(last.size - line.size) > 0.15 * size) return true;
  const step = steps[at] ?? 0;
  const near = steps.slice(Math.max(0, at - 4), at + 5).filter((one) => one > 0.8 * size && one < 2.2 * size);
  const usual = near.length === 0 ? (evenStep(steps, at, size) ?? 1.3 * size) : Math.min(...near);
  return step > BLOCK_GAP * Math.max(usual, size);
}

/** Farthest that lines of one text are apart, in font heights: more than double spacing. */
const MAX_STEP = 3.2;

/** The step that most lines near one have, where they are set that far apart throughout. */
function evenStep(steps: readonly number[], at: number, size: number): number | undefined {
  const near = steps.slice(Math.max(0, at - 4), at + 5).filter((step) => step > 0 && step < MAX_STEP * size);
  const usual = near.toSorted((a, b) => a - b)[near.length >> 1];
  if (usual === undefined) return undefined;
  return near.filter((step) => Math.abs(step - usual) < 0.05 * usual).length >= 3 ? usual : undefined;
}

/** The words in the order of reading. */
export const readingWords = (words: readonly Word[]): Word[] =>
  blocksOf(words).flatMap(({ lines }) => lines.flatMap((line) => line.words));
