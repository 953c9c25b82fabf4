import { cielab, type Lab } from '../colors/oklab.js';
import type { Rgba } from './rgba.js';

/** Colour of a background at every place: in CIELAB a plane over the picture, flat where it is of one colour. */
export interface BackgroundModel {
  /** L, a and b at the middle and their change to the right and downwards, over the whole picture. */
  readonly planes: readonly [Plane, Plane, Plane];
}

type Plane = readonly [middle: number, across: number, down: number];

export const flatBackground = (r: number, g: number, b: number): BackgroundModel => {
  const [l, a, bee] = cielab(r, g, b);
  return {
    planes: [
      [l, 0, 0],
      [a, 0, 0],
      [bee, 0, 0],
    ],
  };
};

/** As the colours of the border: share of the border that fits it within the tolerance, 0 to 1. */
export interface FoundBackground {
  readonly model: BackgroundModel;
  readonly share: number;
}

interface Sample {
  readonly x: number;
  readonly y: number;
  readonly lab: Lab;
}

/** Enough to see every side of a border; more pixels of it are skipped. */
const MAX_SAMPLES = 8000;
const ROUNDS = 6;

/**
 * Fits planes to the opaque border of a picture by least squares, again and again without what does not fit (within
 * `tolerance`), beginning with the median. `undefined` where all of the border is transparent.
 */
export function findBackground(picture: Rgba, tolerance: number): FoundBackground | undefined {
  const samples = borderSamples(picture);
  if (samples.length === 0) return undefined;
  const median = (c: 0 | 1 | 2): number => {
    const sorted = samples.map(({ lab }) => lab[c]).sort((a, b) => a - b);
    return sorted[sorted.length >> 1] ?? 0;
  };
  let planes: [Plane, Plane, Plane] = [
    [median(0), 0, 0],
    [median(1), 0, 0],
    [median(2), 0, 0],
  ];
  // Wide at first, so that a gradient is caught whole.
  for (let round = 0; round < ROUNDS; round++) {
    const reach = Math.max(tolerance, 4) * (round < ROUNDS / 2 ? 3 : 1);
    const near = samples.filter(({ x, y, lab }) => distanceTo(planes, x, y, lab) <= reach);
    if (near.length < 8) break;
    planes = [planeThrough(near, 0), planeThrough(near, 1), planeThrough(near, 2)];
  }
  const fitting = samples.filter(({ x, y, lab }) => distanceTo(planes, x, y, lab) <= Math.max(tolerance, 2));
  return { model: { planes }, share: fitting.length / samples.length };
}

function borderSamples({ width, height, data }: Rgba): Sample[] {
  const places: [number, number][] = [];
  for (let x = 0; x < width; x++) places.push([x, 0], [x, height - 1]);
  for (let y = 1; y < height - 1; y++) places.push([0, y], [width - 1, y]);
  const step = Math.max(1, Math.floor(places.length / MAX_SAMPLES));
  const samples: Sample[] = [];
  for (let i = 0; i < places.length; i += step) {
    const [x = 0, y = 0] = places[i] ?? [];
    const at = 4 * (y * width + x);
    if ((data[at + 3] ?? 0) < 128) continue;
    samples.push({ ...placeOf(x, y, width, height), lab: cielab(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) });
  }
  return samples;
}

/** From −0.5 to 0.5 over the picture. */
const placeOf = (x: number, y: number, width: number, height: number) => ({
  x: width < 2 ? 0 : x / (width - 1) - 0.5,
  y: height < 2 ? 0 : y / (height - 1) - 0.5,
});

const valueAt = ([middle, across, down]: Plane, x: number, y: number): number => middle + across * x + down * y;

function distanceTo(planes: BackgroundModel['planes'], x: number, y: number, [l, a, b]: Lab): number {
  return Math.hypot(l - valueAt(planes[0], x, y), a - valueAt(planes[1], x, y), b - valueAt(planes[2], x, y));
}

/** Least squares; a side that says nothing (one row, one column) gets no slope. */
function planeThrough(samples: readonly Sample[], channel: 0 | 1 | 2): Plane {
  const n = samples.length;
  const mean = (of: (sample: Sample) => number): number => samples.reduce((sum, sample) => sum + of(sample), 0) / n;
  const [mx, my, mv] = [mean(({ x }) => x), mean(({ y }) => y), mean(({ lab }) => lab[channel])];
  let [xx, xy, yy, xv, yv] = [1e-9, 0, 1e-9, 0, 0];
  for (const { x, y, lab } of samples) {
    const [dx, dy, dv] = [x - mx, y - my, lab[channel] - mv];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
    xv += dx * dv;
    yv += dy * dv;
  }
  const determinant = xx * yy - xy * xy;
  if (determinant < 1e-12) return [mv, 0, 0];
  const across = (xv * yy - yv * xy) / determinant;
  const down = (yv * xx - xv * xy) / determinant;
  return [mv - across * mx - down * my, across, down];
}

export interface RemovalSettings {
  /** ΔE*ab (CIE 15:2004) up to which a pixel is background. */
  readonly tolerance: number;
  /** Only what hangs together with the border. */
  readonly isContiguous: boolean;
  /** Pixels next to the background whose mix of both is undone. */
  readonly edge: number;
}

/** Makes the background transparent, in place, and says how many pixels it has. */
export function removeBackground(picture: Rgba, { planes }: BackgroundModel, settings: RemovalSettings): number {
  const { width, height, data } = picture;
  const isNear = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const place = placeOf(x, y, width, height);
      const lab = cielab(data[4 * i] ?? 0, data[4 * i + 1] ?? 0, data[4 * i + 2] ?? 0);
      // What is transparent already leads on to what is behind it.
      if ((data[4 * i + 3] ?? 0) === 0 || distanceTo(planes, place.x, place.y, lab) <= settings.tolerance)
        isNear[i] = 1;
    }
  }
  const background = settings.isContiguous ? fromBorder(isNear, width, height) : isNear;
  if (settings.edge > 0) unmixEdges(picture, background, settings.edge);
  let count = 0;
  for (let i = 0; i < background.length; i++) {
    if (background[i] !== 1) continue;
    data.fill(0, 4 * i, 4 * i + 4);
    count += 1;
  }
  return count;
}

/** What can be reached from the border over marked pixels, four neighbours each. */
function fromBorder(isNear: Uint8Array, width: number, height: number): Uint8Array {
  const reached = new Uint8Array(isNear.length);
  const stack = new Int32Array(isNear.length);
  let top = 0;
  const visit = (i: number): void => {
    if (isNear[i] === 0 || reached[i] === 1) return;
    reached[i] = 1;
    stack[top++] = i;
  };
  for (let x = 0; x < width; x++) {
    visit(x);
    visit((height - 1) * width + x);
  }
  for (let y = 0; y < height; y++) {
    visit(y * width);
    visit(y * width + width - 1);
  }
  while (top > 0) {
    const i = stack[--top] ?? 0;
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i < isNear.length - width) visit(i + width);
  }
  return reached;
}

/** How far from the edge the pure colours of both sides are looked for. */
const SEARCH = 2;
/** A front that covers less is noise of the background; one that covers more is all front. */
const [LEAST_ALPHA, MAX_ALPHA] = [0.04, 0.97];

/**
 * A pixel on an edge is a mix of what is before and behind: its alpha is where it lies between the nearest colours of both
 * sides, and its colour becomes that of the front (Porter and Duff's "over", solved for both). Background next to the front
 * that has something of it leaves the background.
 */
function unmixEdges({ width, height, data }: Rgba, background: Uint8Array, edge: number): void {
  const before = data.slice();
  const nearBackground = grown(background, 1, width, height, edge);
  const nearFront = grown(background, 0, width, height, 1);
  const view: EdgeView = { data: before, isBackground: background.slice(), nearBackground, nearFront, width, height };
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (nearBackground[i] === 0 || (background[i] === 1 && nearFront[i] === 0) || before[4 * i + 3] === 0) continue;
      const sides = sidesOf(view, x, y, edge + SEARCH);
      if (sides === undefined) continue;
      const alpha = shareOf(before, 4 * i, sides);
      const isFront = background[i] === 0;
      if (isFront ? alpha > MAX_ALPHA : alpha < LEAST_ALPHA) continue;
      background[i] = 0;
      for (let c = 0; c < 3; c++) {
        const back = sides.back[c] ?? 0;
        // Too little is there to say what colour it had.
        const own = alpha < 0.3 ? (sides.front[c] ?? 0) : ((before[4 * i + c] ?? 0) - (1 - alpha) * back) / alpha;
        data[4 * i + c] = Math.round(Math.min(255, Math.max(0, own)));
      }
      data[4 * i + 3] = Math.round(alpha * (before[4 * i + 3] ?? 255));
    }
  }
}

/** 1 for every pixel that has one of a value within a square around it. */
function grown(mask: Uint8Array, value: 0 | 1, width: number, height: number, reach: number): Uint8Array {
  const rows = new Uint8Array(mask.length);
  const result = new Uint8Array(mask.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0, last = -Infinity, i = y * width; x < width; x++, i++) {
      if (mask[i] === value) last = x;
      if (x - last <= reach) rows[i] = 1;
    }
    for (let x = width - 1, last = Infinity, i = y * width + x; x >= 0; x--, i--) {
      if (mask[i] === value) last = x;
      if (last - x <= reach) rows[i] = 1;
    }
  }
  for (let y = 0; y < height; y++) {
    for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++) {
      for (let x = 0; x < width; x++) if (rows[v * width + x] === 1) result[y * width + x] = 1;
    }
  }
  return result;
}

interface EdgeView {
  readonly data: Uint8Array;
  readonly isBackground: Uint8Array;
  readonly nearBackground: Uint8Array;
  readonly nearFront: Uint8Array;
  readonly width: number;
  readonly height: number;
}

interface Sides {
  readonly front: readonly number[];
  readonly back: readonly number[];
}

/** Where a colour lies between back and front: 0 to 1. */
function shareOf(data: Uint8Array, at: number, { front, back }: Sides): number {
  let [along, length] = [0, 0];
  for (let c = 0; c < 3; c++) {
    const step = (front[c] ?? 0) - (back[c] ?? 0);
    along += ((data[at + c] ?? 0) - (back[c] ?? 0)) * step;
    length += step * step;
  }
  return length === 0 ? 1 : Math.min(1, Math.max(0, along / length));
}

/** The nearest pixel that is surely before, and the mean of what is surely behind; `undefined` where there is none of either. */
function sidesOf(view: EdgeView, x: number, y: number, reach: number): Sides | undefined {
  const { data, isBackground, nearBackground, nearFront, width, height } = view;
  let front = -1;
  let nearest = Number.POSITIVE_INFINITY;
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++) {
    for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++) {
      const i = v * width + u;
      if (isBackground[i] === 1) {
        if (nearFront[i] === 1 || data[4 * i + 3] === 0) continue;
        red += data[4 * i] ?? 0;
        green += data[4 * i + 1] ?? 0;
        blue += data[4 * i + 2] ?? 0;
        count += 1;
        continue;
      }
      const away = (u - x) ** 2 + (v - y) ** 2;
      if (away >= nearest || nearBackground[i] === 1) continue;
      nearest = away;
      front = 4 * i;
    }
  }
  if (front < 0 || count === 0) return undefined;
  return { front: [...data.subarray(front, front + 3)], back: [red / count, green / count, blue / count] };
}
