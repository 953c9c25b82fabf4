import { type Box, boxAround, type DrawnShape } from './glyphs.js';
import type { Word } from './words.js';

/** Lines and areas that make one drawing, such as a chart or a frame with round corners. */
export interface Drawing {
  readonly box: Box;
  /** Text that is a part of it, as the labels of a chart are; other text stands over it. */
  readonly labels: readonly Word[];
}

/** Points of the raster in which shapes are put together. */
const CELL = 4;
/** Most cells either way: the raster is coarser on larger pages. */
const MAX_CELLS = 400;
/** Smaller drawings are bullets and ornaments. Points. */
const LEAST_SIDE = 8;
/** Straight shapes that make a drawing without any other: the bars of a chart. */
const LEAST_BARS = 6;
/** Areas that are looked at for those without text. */
const MAX_BARS = 500;
/** Drawings of a page whose labels are looked for: a document has no more images. */
const MAX_LABELLED = 100;
/** Fewer shapes are a frame or a background of text, not a chart with labels. */
const LEAST_FIGURE = 8;
/** Most words of a label, and of all labels. */
const LABEL_WORDS = 6;
const MAX_LABEL_WORDS = 80;

/**
 * The drawings of a page: shapes that touch each other, of which at least one is more than a straight line or a rectangle, or many of
 * which are areas without text. Shapes in `taken` boxes, those of tables, are no part of them.
 */
export function drawingsOf(
  page: { readonly width: number; readonly height: number; readonly shapes: readonly DrawnShape[] },
  words: readonly Word[],
  taken: readonly Box[],
): Drawing[] {
  const shapes = page.shapes.filter(({ box }) => !taken.some((table) => isInside(box, table)));
  if (shapes.length === 0) return [];
  const drawings: Drawing[] = [];
  for (const cluster of clustersOf(page, shapes)) {
    const drawing = drawingOf(cluster, drawings.length < MAX_LABELLED ? words : []);
    if (drawing !== undefined) drawings.push(drawing);
  }
  return drawings;
}

/** Share of a box that curves and slanted lines take at least where it is a chart with a grid, and how many of them there are. */
const CHART_SHARE = 0.3;
const CHART_SHAPES = 3;

/** Whether what looks like a table is a chart: much of it is drawn with other lines than those of a grid. */
export function isChart({ shapes }: { readonly shapes: readonly DrawnShape[] }, box: Box): boolean {
  const drawn = shapes.filter((shape) => !shape.isPlain && isInside(shape.box, box)).map((shape) => shape.box);
  if (drawn.length < CHART_SHAPES) return false;
  const area = ({ left, top, right, bottom }: Box): number => (right - left) * (bottom - top);
  return area(boxAround(drawn)) > CHART_SHARE * area(box);
}

function drawingOf(shapes: readonly DrawnShape[], words: readonly Word[]): Drawing | undefined {
  const box = boxAround(shapes.map((shape) => shape.box));
  if (box.right - box.left < LEAST_SIDE || box.bottom - box.top < LEAST_SIDE) return undefined;
  const hasCurves = shapes.some(({ isPlain }) => !isPlain);
  const filled = hasCurves ? [] : shapes.filter(({ isFilled }) => isFilled).slice(0, MAX_BARS);
  if (!hasCurves && filled.length < LEAST_BARS) return undefined;
  const inside = words.filter((word) => isInside(word.box, box));
  const bars = filled.filter((shape) => !inside.some((word) => isInside(word.box, shape.box)));
  if (!hasCurves && bars.length < LEAST_BARS) return undefined;
  const isFigure =
    shapes.length >= LEAST_FIGURE && inside.length <= MAX_LABEL_WORDS && longestLine(inside) <= LABEL_WORDS;
  return { box, labels: isFigure ? inside : [] };
}

/** Most words that stand beside each other. */
function longestLine(words: readonly Word[]): number {
  const counts = new Map<string, number>();
  for (const { baseline, angle } of words) {
    const key = `${angle} ${Math.round(baseline)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

const isInside = (inner: Box, outer: Box): boolean => {
  const [x, y] = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2];
  return x >= outer.left && x <= outer.right && y >= outer.top && y <= outer.bottom;
};

/** Shapes whose boxes touch, directly or through others: those that cover cells of a raster beside each other. */
function clustersOf(
  { width, height }: { readonly width: number; readonly height: number },
  shapes: readonly DrawnShape[],
): DrawnShape[][] {
  const cell = Math.max(CELL, width / MAX_CELLS, height / MAX_CELLS);
  const columns = Math.ceil(width / cell) + 2;
  const rows = Math.ceil(height / cell) + 2;
  const column = (x: number): number => Math.max(0, Math.min(columns - 2, Math.floor(x / cell)));
  const row = (y: number): number => Math.max(0, Math.min(rows - 2, Math.floor(y / cell)));
  // How many boxes begin less how many end at each cell; summed up both ways, how many cover it.
  const covered = new Int32Array(columns * rows);
  for (const { box } of shapes) {
    const [left, right] = [column(box.left), column(box.right) + 1];
    const [top, bottom] = [row(box.top), row(box.bottom) + 1];
    for (const [at, change] of [
      [top * columns + left, 1],
      [top * columns + right, -1],
      [bottom * columns + left, -1],
      [bottom * columns + right, 1],
    ] as const)
      covered[at] = (covered[at] ?? 0) + change;
  }
  for (let y = 0; y < rows; y += 1)
    for (let x = 1; x < columns; x += 1) add(covered, y * columns + x, y * columns + x - 1);
  for (let y = 1; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1) add(covered, y * columns + x, (y - 1) * columns + x);
  const owner = componentsOf(covered, columns);
  const clusters = new Map<number, DrawnShape[]>();
  for (const shape of shapes) {
    const key = owner[row(shape.box.top) * columns + column(shape.box.left)] ?? 0;
    const list = clusters.get(key);
    if (list === undefined) clusters.set(key, [shape]);
    else list.push(shape);
  }
  return [...clusters.values()];
}

function add(sums: Int32Array, at: number, from: number): void {
  sums[at] = (sums[at] ?? 0) + (sums[from] ?? 0);
}

/** A number for each covered cell, the same for those that hang together. */
function componentsOf(covered: Int32Array, columns: number): Int32Array {
  const owner = new Int32Array(covered.length);
  let last = 0;
  for (let start = 0; start < covered.length; start += 1) {
    if ((covered[start] ?? 0) <= 0 || owner[start] !== 0) continue;
    last += 1;
    owner[start] = last;
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const next of [at - 1, at + 1, at - columns, at + columns]) {
        if ((covered[next] ?? 0) <= 0 || owner[next] !== 0) continue;
        owner[next] = last;
        open.push(next);
      }
    }
  }
  return owner;
}
