import type { Rgba } from '../pictures/rgba.js';
import { fromOklab, type Lab, oklab } from './oklab.js';

/** A colour of 8 bits a channel and its share of what is opaque, 0 to 1. */
export interface PaletteColor {
  readonly rgb: readonly [number, number, number];
  readonly share: number;
}

export const PALETTE_METHODS = ['kmeans', 'median-cut'] as const;

export type PaletteMethod = (typeof PALETTE_METHODS)[number];

/** A cell of 8 × 8 × 8 levels: its weight and mean colour. */
interface Cell {
  readonly weight: number;
  readonly rgb: readonly [number, number, number];
  readonly lab: Lab;
}

/**
 * The main colours of a picture, the most frequent first; fewer than `count` where it has no more. Alpha weighs; empty where all
 * is transparent. The same picture gives the same colours.
 */
export function paletteOf(picture: Rgba, count: number, method: PaletteMethod): PaletteColor[] {
  const cells = cellsOf(picture);
  const groups: readonly (readonly Cell[])[] = method === 'kmeans' ? kMeans(cells, count) : medianCut(cells, count);
  const total = cells.reduce((sum, { weight }) => sum + weight, 0);
  return groups
    .map((group) => ({ rgb: meanColor(group), share: weightOf(group) / total }))
    .sort((a, b) => b.share - a.share || a.rgb[0] - b.rgb[0] || a.rgb[1] - b.rgb[1] || a.rgb[2] - b.rgb[2]);
}

const CELLS = 32 ** 3;

function cellsOf({ data }: Rgba): Cell[] {
  const [red, green, blue, weights] = [0, 1, 2, 3].map(() => new Float64Array(CELLS)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] ?? 0;
    if (alpha === 0) continue;
    const r = data[i] ?? 0;
    const g = data[i + 1] ?? 0;
    const b = data[i + 2] ?? 0;
    const cell = ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
    red[cell] = (red[cell] ?? 0) + r * alpha;
    green[cell] = (green[cell] ?? 0) + g * alpha;
    blue[cell] = (blue[cell] ?? 0) + b * alpha;
    weights[cell] = (weights[cell] ?? 0) + alpha;
  }
  const cells: Cell[] = [];
  for (let cell = 0; cell < CELLS; cell++) {
    const weight = weights[cell] ?? 0;
    if (weight === 0) continue;
    const rgb = [(red[cell] ?? 0) / weight, (green[cell] ?? 0) / weight, (blue[cell] ?? 0) / weight] as const;
    cells.push({ weight, rgb, lab: oklab(...rgb) });
  }
  return cells;
}

const weightOf = (group: readonly Cell[]): number => group.reduce((sum, { weight }) => sum + weight, 0);

/** Mean in OKLab, where a mix looks like what is mixed. */
function meanColor(group: readonly Cell[]): readonly [number, number, number] {
  const [only] = group;
  if (group.length === 1 && only !== undefined) return only.rgb.map(Math.round) as [number, number, number];
  return fromOklab(meanLab(group));
}

function meanLab(group: readonly Cell[]): Lab {
  const total = weightOf(group);
  const mean = (c: 0 | 1 | 2): number => group.reduce((sum, { lab, weight }) => sum + lab[c] * weight, 0) / total;
  return [mean(0), mean(1), mean(2)];
}

const distance = (a: Lab, b: Lab): number => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

/** Lloyd's iterations come to rest long before. */
const MAX_ROUNDS = 40;

/** k-means in OKLab. The first middle is the heaviest cell, each next the one that weight and distance make the worst served. */
function kMeans(cells: readonly Cell[], count: number): Cell[][] {
  const middles: Lab[] = [];
  const nearest = cells.map(() => Number.POSITIVE_INFINITY);
  while (middles.length < Math.min(count, cells.length)) {
    let [best, most] = [0, -1];
    for (const [i, { weight }] of cells.entries()) {
      const need = middles.length === 0 ? weight : weight * (nearest[i] ?? 0);
      if (need > most) [best, most] = [i, need];
    }
    if (most <= 0) break;
    const middle = cells[best]?.lab ?? [0, 0, 0];
    middles.push(middle);
    for (const [i, { lab }] of cells.entries()) nearest[i] = Math.min(nearest[i] ?? 0, distance(lab, middle));
  }
  let groups: Cell[][] = [];
  let before = '';
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const closest = cells.map(({ lab }) => closestOf(lab, middles));
    groups = middles.map((_, group) => cells.filter((_, i) => closest[i] === group));
    const now = closest.join();
    if (now === before) break;
    before = now;
    for (const [i, group] of groups.entries()) if (group.length > 0) middles[i] = meanLab(group);
  }
  return groups.filter((group) => group.length > 0);
}

function closestOf(lab: Lab, middles: readonly Lab[]): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [i, middle] of middles.entries()) {
    const away = distance(lab, middle);
    if (away < least) [best, least] = [i, away];
  }
  return best;
}

/** A group of cells, and how badly it needs to be cut: along which channel, and the side of the box × the root of its weight. */
interface CutBox {
  readonly cells: readonly Cell[];
  readonly channel: 0 | 1 | 2;
  readonly need: number;
}

/** Heckbert, "Color image quantization for frame buffer display", SIGGRAPH 1982: again and again a box is cut at its median. */
function medianCut(cells: readonly Cell[], count: number): (readonly Cell[])[] {
  const boxes = cells.length === 0 ? [] : [boxOf(cells)];
  while (boxes.length < count) {
    const box = boxes.reduce((worst, next) => (next.need > worst.need ? next : worst), boxes[0] ?? boxOf([]));
    if (box.need === 0) break;
    const { channel } = box;
    const sorted = [...box.cells].sort((a, b) => a.rgb[channel] - b.rgb[channel]);
    const half = weightOf(sorted) / 2;
    let [at, sum] = [0, 0];
    while (at < sorted.length - 1 && (at === 0 || sum + (sorted[at]?.weight ?? 0) / 2 < half)) {
      sum += sorted[at]?.weight ?? 0;
      at += 1;
    }
    boxes.splice(boxes.indexOf(box), 1, boxOf(sorted.slice(0, at)), boxOf(sorted.slice(at)));
  }
  return boxes.map((box) => box.cells);
}

function boxOf(cells: readonly Cell[]): CutBox {
  const least = [255, 255, 255];
  const most = [0, 0, 0];
  for (const { rgb } of cells) {
    for (const c of [0, 1, 2] as const) {
      least[c] = Math.min(least[c] ?? 255, rgb[c]);
      most[c] = Math.max(most[c] ?? 0, rgb[c]);
    }
  }
  const sides = most.map((value, c) => value - (least[c] ?? 0)) as [number, number, number];
  const side = Math.max(...sides);
  return {
    cells,
    channel: sides.indexOf(side) as 0 | 1 | 2,
    need: cells.length < 2 ? 0 : side * Math.sqrt(weightOf(cells)),
  };
}
