import { ROUNDING } from './blocks.js';
import type { Finish, Job, Level } from './denoise.js';
import { Kernel, MARGIN, type Spectrum, tileWidth } from './kernel.js';
import { A, B, C } from './planes.js';
import { bandMean } from './spectrum.js';

export interface Tile {
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Tiles start at multiples of this: windows and groups lie at every second, fourth or sixth place, and tiles agree on them. */
const TILE_STEP = 12;
/** Tiles are at most this wide and high. Chosen: the planes of one are 31 MB, the margins 10 % more work. */
const TILE_WIDTH = 170 * TILE_STEP;
const TILE_HEIGHT = 42 * TILE_STEP;

/** Tiles of one level, in rows. */
export function tilesOf(job: Job, level: number): readonly Tile[] {
  const { width = 0, height = 0 } = job.levels[level] ?? {};
  const [w, h] = [share(width, TILE_WIDTH), share(height, TILE_HEIGHT)];
  const tiles: Tile[] = [];
  for (let y = 0; y < height; y += h) {
    for (let x = 0; x < width; x += w) {
      tiles.push({ level, x, y, width: Math.min(w, width - x), height: Math.min(h, height - y) });
    }
  }
  return tiles;
}

/** The length of equal parts, divisible by the step and at most `most`, which is too. */
const share = (length: number, most: number): number =>
  TILE_STEP * Math.ceil(length / (TILE_STEP * Math.ceil(length / most)));

/** A kernel whose memory is large enough for every tile of the job. */
export function kernelFor(job: Job): Kernel {
  const { width, height } = job.source;
  const rows = evenRows(share(height, TILE_HEIGHT));
  // A smaller level may be cut in fewer, larger parts.
  const most = Math.max(rows, evenRows(Math.min(height, TILE_HEIGHT)));
  return new Kernel(tileWidth(Math.min(width + 1, TILE_WIDTH) + 2 * MARGIN), most, job.colours);
}

const evenRows = (height: number): number => 2 * Math.ceil(height / 2) + 2 * MARGIN;

/** Denoises one tile into its level's `clean` planes or, at full size, by way of `finish` into the target. */
export function denoiseTile(job: Job, tile: Tile, kernel: Kernel, finish: Finish): void {
  const level = job.levels[tile.level];
  if (level === undefined) return;
  const half = tileWidth(tile.width + 2 * MARGIN) / 2 + 1;
  const rows = evenRows(tile.height);
  const columns = mirrored(tile.x - MARGIN, 2 * half - 2, level.width);
  const lines = mirrored(tile.y - MARGIN, rows, level.height);
  if (tile.level === 0) loadPicture(job, kernel, half, columns, lines);
  else loadPlanes(job, level, kernel, half, columns, lines);
  const coarse = job.levels[tile.level + 1];
  for (let channel = 0; channel < job.colours; channel++) {
    const noise = level.noise[channel];
    const shrinkage = job.shrinkage[channel];
    if (noise === undefined || shrinkage === undefined) continue;
    // Rounding is not noise: a drawing, or a picture denoised before, comes through as it is.
    if (noise.mean > ROUNDING / 2) {
      kernel.denoise(channel, half, rows, noise, shrinkage, highestOf(job, tile, channel, noise));
    }
    if (coarse === undefined) continue;
    loadCoarse(coarse, channel, kernel.coarse(half, rows), half, {
      columns: mirrored((tile.x - MARGIN) / 2, half - 1, coarse.width),
      lines: mirrored((tile.y - MARGIN) / 2, rows / 2, coarse.height),
    });
    kernel.addCoarse(channel, half, rows);
  }
  if (tile.level === 0 && job.sharpensColour) kernel.sharpenColour(half, rows);
  if (tile.level === 0) storePicture(job, tile, kernel, half, rows, finish);
  else storePlanes(job, level, tile, kernel, half, rows);
}

/** Standard deviation of a smaller size's noise from which blocks are sought there too: everywhere, it is 0.02 dB on average for as much time again. */
const STRONG_WHEN_SMALL = 6;
/**
 * Power of the noise in orders 9 to 14 relative to 2 to 6 from which blocks are sought: white noise 1, also after JPEG 0.5 and more. Film grain, 0.02
 * to 0.2, looks like itself everywhere: blocks are found by their grain, which then stays (− 0.2 to − 0.4 dB at 0.02, about 0 at 0.18, + 0.3 at 0.32).
 */
const WHITE = 0.25;

/** The highest value of a plane where blocks that look alike are sought: in luminance, which colour follows. */
function highestOf(
  { working, colours }: Job,
  { level }: Tile,
  channel: number,
  { mean, variances }: Spectrum,
): number | undefined {
  if (channel > 0 || (level > 0 && mean < STRONG_WHEN_SMALL ** 2)) return undefined;
  if (bandMean(variances, 9, 14) < WHITE * bandMean(variances, 2, 6)) return undefined;
  return (working.at(-1) ?? 0) * (colours === 1 ? 1 : 3 * A);
}

/** Positions start … start + count − 1, those outside 0 … length − 1 reflected at the edge (the edge sample twice). */
function mirrored(start: number, count: number, length: number): Int32Array {
  return Int32Array.from({ length: count }, (_, i) => {
    const place = (((start + i) % (2 * length)) + 2 * length) % (2 * length);
    return place < length ? place : 2 * length - 1 - place;
  });
}

function loadPicture(job: Job, kernel: Kernel, half: number, columns: Int32Array, lines: Int32Array): void {
  const { source, working, colours } = job;
  const { data, width, channels } = source;
  const planes = [0, 1, 2].map((channel) => kernel.plane(Math.min(channel, colours - 1), half, lines.length));
  const [p = EMPTY, q = EMPTY, r = EMPTY] = planes;
  const places = columns.map((column) => column * channels);
  for (let y = 0; y < lines.length; y++) {
    const line = (lines[y] ?? 0) * width * channels;
    // First all even columns, then all odd ones.
    for (const parity of [0, 1]) {
      let to = (2 * y + parity) * half;
      for (let x = parity; x < places.length; x += 2, to++) {
        const from = line + (places[x] ?? 0);
        const red = working[data[from] ?? 0] ?? 0;
        if (colours === 1) {
          p[to] = red;
          continue;
        }
        const green = working[data[from + 1] ?? 0] ?? 0;
        const blue = working[data[from + 2] ?? 0] ?? 0;
        p[to] = (red + green + blue) * A;
        q[to] = (red - blue) * B;
        r[to] = (red - 2 * green + blue) * C;
      }
    }
  }
}

const EMPTY = new Float32Array(0);

function loadPlanes(
  job: Job,
  level: Level,
  kernel: Kernel,
  half: number,
  columns: Int32Array,
  lines: Int32Array,
): void {
  const size = level.width * level.height;
  for (let channel = 0; channel < job.colours; channel++) {
    const plane = kernel.plane(channel, half, lines.length);
    const { noisy } = level;
    for (let y = 0; y < lines.length; y++) {
      const line = channel * size + (lines[y] ?? 0) * level.width;
      for (let x = 0; x < columns.length; x++) {
        plane[2 * y * half + (x >> 1) + (x & 1) * half] = noisy[line + (columns[x] ?? 0)] ?? 0;
      }
    }
  }
}

interface Places {
  readonly columns: Int32Array;
  readonly lines: Int32Array;
}

function loadCoarse(level: Level, channel: number, out: Float32Array, half: number, { columns, lines }: Places): void {
  const first = channel * level.width * level.height;
  const { clean } = level;
  for (let y = 0; y < lines.length; y++) {
    const line = first + (lines[y] ?? 0) * level.width;
    for (let x = 0; x < columns.length; x++) out[y * half + x] = clean[line + (columns[x] ?? 0)] ?? 0;
  }
}

function storePlanes(job: Job, level: Level, tile: Tile, kernel: Kernel, half: number, rows: number): void {
  for (let channel = 0; channel < job.colours; channel++) {
    const plane = kernel.plane(channel, half, rows);
    const { clean } = level;
    for (let y = 0; y < tile.height; y++) {
      const to = (channel * level.height + tile.y + y) * level.width + tile.x;
      const from = 2 * (y + MARGIN) * half;
      for (let x = 0; x < tile.width; x++) {
        const column = x + MARGIN;
        clean[to + x] = plane[from + (column >> 1) + (column & 1) * half] ?? 0;
      }
    }
  }
}

function storePicture(job: Job, tile: Tile, kernel: Kernel, half: number, rows: number, finish: Finish): void {
  const { target, colours } = job;
  const { data, width, channels } = target;
  const planes = [0, 1, 2].map((channel) => kernel.plane(Math.min(channel, colours - 1), half, rows));
  const [p = EMPTY, q = EMPTY, r = EMPTY] = planes;
  const [reds = NO_CODES, greens = NO_CODES, blues = NO_CODES] = finish.codes;
  const last = reds.length - 1;
  const scale = 1 / finish.step;
  const [a, b, c] = [A * scale, B * scale, C * scale];
  for (let y = 0; y < tile.height; y++) {
    const first = (tile.y + y) * width + tile.x;
    for (const parity of [0, 1]) {
      let from = (2 * (y + MARGIN) + parity) * half + MARGIN / 2;
      let to = (first + parity) * channels;
      for (let x = parity; x < tile.width; x += 2, from++, to += 2 * channels) {
        if (colours === 1) {
          data[to] = reds[nearest((p[from] ?? 0) * scale, last)] ?? 0;
          continue;
        }
        const light = (p[from] ?? 0) * a;
        const u = (q[from] ?? 0) * b;
        const v = (r[from] ?? 0) * c;
        data[to] = reds[nearest(light + u + v, last)] ?? 0;
        data[to + 1] = greens[nearest(light - 2 * v, last)] ?? 0;
        data[to + 2] = blues[nearest(light - u + v, last)] ?? 0;
      }
    }
  }
}

const NO_CODES = new Uint8Array(1);

function nearest(place: number, last: number): number {
  if (place < 0) return 0;
  return place > last ? last : (place + 0.5) | 0;
}
