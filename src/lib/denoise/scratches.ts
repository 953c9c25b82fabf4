import { colourChannels, type NoisyPicture } from './denoise.js';
import type { Lights, Range } from './lights.js';

/** A scratch's length as a part of the side it runs along, and in rows. */
const [SCRATCH_PART, SCRATCH_ROWS] = [0.7, 280] as const;
/** Rows that are averaged to see a scratch in the noise. */
const BAND = 16;
const SCRATCH_CONTRAST = 8;
/** More scratches of one direction than this are no scratches. */
const MAX_SCRATCHES = 2;
/** Its two sides are alike, to this part of its height; else it is an edge. All must hold for most of its length. */
const [SIDES_PART, PROVEN_PART] = [0.35, 0.85] as const;
/** Two pixels from its middle a fine scratch is over, to this part of its height; the bar of a window is not. */
const FLANK_PART = 0.4;
/** Half the width that is mended, and how far to each side the ground is taken from. */
const [SCRATCH_REACH, SCRATCH_SIDE] = [2, 4] as const;

/** A direction to look for scratches in: `along` rows of `across` pixels, and the steps in memory. */
interface Direction {
  readonly along: number;
  readonly across: number;
  readonly alongStep: number;
  readonly acrossStep: number;
}

/** Mends fine, bright, straight, nearly upright or level scratches, in place. Returns how many. */
export function mendScratches(picture: NoisyPicture, lights: Lights, range: Range, sigma: number): number {
  const { width, height } = lights;
  const directions: Direction[] = [
    { along: height, across: width, alongStep: width, acrossStep: 1 },
    { along: width, across: height, alongStep: 1, acrossStep: width },
  ];
  let count = 0;
  for (const direction of directions) {
    for (const scratch of findScratches(lights, direction, range, sigma)) {
      mendScratch(picture, direction, scratch);
      count++;
    }
  }
  return count;
}

/** Where a scratch runs: its place across, for each band from `first` on. */
interface Scratch {
  readonly first: number;
  readonly places: readonly number[];
}

function findScratches(lights: Lights, direction: Direction, range: Range, sigma: number): Scratch[] {
  const { along, across } = direction;
  const bands = Math.floor(along / BAND);
  const shortest = Math.max(SCRATCH_PART * bands, SCRATCH_ROWS / BAND);
  if (bands < shortest || across < 4 * SCRATCH_SIDE) return [];
  const means = bandMeans(lights, direction, bands);
  const least = Math.max(SCRATCH_CONTRAST, (3.5 * sigma) / Math.sqrt(BAND));
  const heights = new Float32Array(bands * across);
  for (let b = 0; b < bands; b++) {
    for (let i = SCRATCH_SIDE; i < across - SCRATCH_SIDE; i++) {
      const at = b * across + i;
      heights[at] = (means[at] ?? 0) - Math.max(means[at - SCRATCH_SIDE] ?? 0, means[at + SCRATCH_SIDE] ?? 0);
    }
  }
  const found = followed(heights, bands, across, least, shortest).filter(({ first, places }) => {
    const proven = places.filter((place, k) => {
      const at = (first + k) * across + place;
      const height = heights[at] ?? 0;
      const isUnfaded = (means[at] ?? 0) >= range.scratch;
      const sides = Math.abs((means[at - SCRATCH_SIDE] ?? 0) - (means[at + SCRATCH_SIDE] ?? 0));
      const flank = ((means[at - 2] ?? 0) + (means[at + 2] ?? 0)) / 2 - ((means[at] ?? 0) - height);
      return isUnfaded && sides <= Math.max(SIDES_PART * height, 2 + sigma) && flank < FLANK_PART * height;
    });
    return proven.length >= PROVEN_PART * places.length;
  });
  // Many parallel lines are a fence, a blind or a cloth.
  return found.length > MAX_SCRATCHES ? [] : found;
}

function bandMeans({ values, width }: Lights, { across, alongStep }: Direction, bands: number): Float32Array {
  const means = new Float32Array(bands * across);
  const [share, rows] = [1 / BAND, bands * BAND];
  if (alongStep === width) {
    for (let row = 0; row < rows; row++) {
      const [to, from] = [Math.floor(row / BAND) * across, row * width];
      for (let i = 0; i < across; i++) means[to + i] = (means[to + i] ?? 0) + (values[from + i] ?? 0) * share;
    }
    return means;
  }
  // Memory is read in its order here too.
  for (let i = 0; i < across; i++) {
    const from = i * width;
    for (let b = 0; b < bands; b++) {
      let sum = 0;
      for (let row = b * BAND; row < (b + 1) * BAND; row++) sum += values[from + row] ?? 0;
      means[b * across + i] = sum * share;
    }
  }
  return means;
}

/** Lines that go from band to band with at most one pixel sideways, with gaps of at most two bands. */
function followed(heights: Float32Array, bands: number, across: number, least: number, shortest: number): Scratch[] {
  const used = new Uint8Array(heights.length);
  const found: Scratch[] = [];
  for (let b = 0; b + shortest <= bands; b++) {
    for (let i = SCRATCH_SIDE; i < across - SCRATCH_SIDE; i++) {
      const at = b * across + i;
      if (used[at] === 1 || (heights[at] ?? 0) < least) continue;
      const places = trace(heights, used, b, i, bands, across, least);
      if (places.length >= shortest) found.push({ first: b, places });
    }
  }
  return found;
}

function trace(
  heights: Float32Array,
  used: Uint8Array,
  band: number,
  start: number,
  bands: number,
  across: number,
  least: number,
): number[] {
  const places: number[] = [];
  let [place, gap] = [start, 0];
  for (let b = band; b < bands && gap <= 2; b++) {
    let best = place;
    for (const next of [place - 1, place + 1]) {
      if ((heights[b * across + next] ?? 0) > (heights[b * across + best] ?? 0)) best = next;
    }
    gap = (heights[b * across + best] ?? 0) < least ? gap + 1 : 0;
    if (gap === 0) place = best;
    places.push(place);
    for (const side of [-1, 0, 1]) used[b * across + place + side] = 1;
  }
  return places.slice(0, places.length - gap);
}

/** Bridges a scratch from side to side, row by row, each side the mean of two pixels. */
function mendScratch(
  picture: NoisyPicture,
  { along, across, alongStep, acrossStep }: Direction,
  scratch: Scratch,
): void {
  const { data, channels } = picture;
  const colours = colourChannels(picture);
  const last = scratch.places.length - 1;
  for (let row = scratch.first * BAND; row < Math.min(along, (scratch.first + last + 1) * BAND); row++) {
    const band = (row + 0.5) / BAND - 0.5 - scratch.first;
    const [before, after] = [Math.max(0, Math.floor(band)), Math.min(last, Math.max(0, Math.ceil(band)))];
    const [from, to] = [scratch.places[before] ?? 0, scratch.places[after] ?? 0];
    const centre = Math.round(from + (to - from) * Math.max(0, band - before));
    const [left, right] = [centre - SCRATCH_REACH - 1, centre + SCRATCH_REACH + 1];
    if (left < 1 || right > across - 2) continue;
    const first = row * alongStep;
    for (let c = 0; c < colours; c++) {
      const value = (place: number): number => data[(first + place * acrossStep) * channels + c] ?? 0;
      const [start, end] = [(value(left) + value(left - 1)) / 2, (value(right) + value(right + 1)) / 2];
      for (let place = left + 1; place < right; place++) {
        const share = (place - left) / (right - left);
        data[(first + place * acrossStep) * channels + c] = Math.round(start + (end - start) * share);
      }
    }
  }
}
