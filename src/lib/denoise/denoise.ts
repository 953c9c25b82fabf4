import { noiseByBrightness, stabilised } from './brightness.js';
import { Kernel, MARGIN, type Shrinkage, type Spectrum, tileWidth } from './kernel.js';
import { type Compression, confirmed, measureNoise, ROUNDING } from './noise.js';

/** Samples row by row, channels interleaved; the last of 2 or 4 channels is alpha, which is never touched. */
export interface Picture {
  readonly data: Uint8Array | Uint16Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

/** The picture at full, half and quarter size. */
interface Level {
  readonly width: number;
  readonly height: number;
  /** Noise of each plane. */
  readonly noise: readonly Spectrum[];
  /** Planes before and after, one behind the other; empty at full size, whose samples are the picture's. */
  readonly noisy: Float32Array;
  readonly clean: Float32Array;
}

/** The sample values to write for working values: `codes[channel][round(value / step)]`. */
export interface Finish {
  readonly step: number;
  readonly codes: readonly (Uint8Array | Uint16Array)[];
}

/**
 * A picture being denoised. All of it is data that threads can share. Tiles of one level can be done in any order and in
 * parallel, the levels one after the other, the smallest picture first.
 */
export interface Job {
  readonly source: Picture;
  readonly target: Picture;
  /** Planes that are denoised: 1 or 3. */
  readonly colours: 1 | 3;
  /** Working value of each sample value. */
  readonly working: Float32Array;
  readonly levels: readonly Level[];
  readonly shrinkage: readonly Shrinkage[];
  /** Colour has less detail than luminance and takes it from there. */
  readonly sharpensColour: boolean;
}

export interface Tile {
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Tiles are at most this wide and high. Chosen: the planes of one are 26 MB, the margins 10 % more work. */
const TILE_WIDTH = 2048;
const TILE_HEIGHT = 512;
const LEVELS = 3;
/** A level smaller than this tells nothing of noise. */
const SMALLEST_SIDE = 24;
/** Blocks that the noise of a level is measured on. */
const BLOCKS = [3000, 1500, 800] as const;

/** Vertical distance of the windows. Colour that was stored at half size is as good with half as many. */
const STEP = 2;

/** Strength at which exactly the measured noise is removed. */
const TYPICAL_STRENGTH = 7;
/** Strength 1 takes the noise for a quarter of what it is, 20 for twice. */
const STRENGTH_EXPONENT = 0.7;

/** More is taken where a lossy format has left the noise in clumps. Measured best of 1 to 8 on bench/denoise's JPEG 75. */
const [WORN_LIGHT, WORN_COLOUR] = [1.15, 2] as const;
/** The lossy format has left the noise uneven: what goes beyond it is texture sooner. Best of 0.6 to 2.2 on bench/denoise. */
const [TOLERANCE, WORN_TOLERANCE] = [1.2, 1] as const;

// Orthonormal and near the principal axes of natural pictures (the DCT of three samples): noise that is white and equal in red,
// green and blue stays so.
const [A, B, C] = [1 / Math.sqrt(3), 1 / Math.SQRT2, 1 / Math.sqrt(6)];

export const colourChannels = (picture: Picture): 1 | 3 => (picture.channels >= 3 ? 3 : 1);

export const highestCode = (picture: Picture): 255 | 65535 => (picture.data instanceof Uint16Array ? 65_535 : 255);

/**
 * Measures the noise of a picture and prepares its smaller versions. `strength` 7 removes what was measured.
 * `compression`: the picture has been through JPEG or another lossy format. `measured`: the same picture with its damage, whose
 * noise this one has: what is mended has none and must not be measured.
 */
export function prepare(
  source: Picture,
  target: Picture,
  strength: number,
  compression?: Compression,
  measured?: Job,
): Job {
  const colours = colourChannels(source);
  const codes = highestCode(source) + 1;
  const { width, height } = source;
  const isWorn = compression !== undefined;
  const working =
    measured?.working ?? stabilised(noiseByBrightness(width, height, colours, isWorn, readChannel(source)), codes);
  const reader = readPicture(source, working, colours);
  const levels: Level[] = [
    {
      width,
      height,
      noise: measured?.levels[0]?.noise ?? measureNoise(width, height, colours, BLOCKS[0], compression, reader),
      noisy: new Float32Array(0),
      clean: new Float32Array(0),
    },
  ];
  // At half size the steps are no longer those of the file.
  const smaller = compression && { ...compression, luminanceSteps: [] };
  let noisy = halvedPicture(source, working, colours);
  for (let l = 1; l < LEVELS; l++) {
    const [w, h] = [halved(levels[l - 1]?.width ?? 0), halved(levels[l - 1]?.height ?? 0)];
    if (Math.min(w, h) < SMALLEST_SIDE) break;
    if (l > 1) noisy = halvedPlanes(noisy, levels[l - 1]?.width ?? 0, levels[l - 1]?.height ?? 0, colours);
    const noise =
      measured?.levels[l]?.noise ??
      measureNoise(w, h, colours, BLOCKS[l] ?? 800, smaller, readPlanes(noisy, w, h, colours)).map(
        (spectrum, channel) => confirmed(spectrum, levels[l - 1]?.noise[channel] ?? spectrum),
      );
    levels.push({ width: w, height: h, noise, noisy, clean: shared(colours * w * h) });
  }
  const gain = (strength / TYPICAL_STRENGTH) ** (2 * STRENGTH_EXPONENT);
  const sharpensColour = colours === 3 && (compression?.hasHalvedColour ?? false);
  const colourStep = sharpensColour ? 2 * STEP : STEP;
  const shrinkage = [0, 1, 2].map((channel) => {
    const step = channel === 0 ? STEP : colourStep;
    if (compression === undefined) return { gain, tolerance: TOLERANCE, step };
    return { gain: gain * (channel === 0 ? WORN_LIGHT : WORN_COLOUR), tolerance: WORN_TOLERANCE, step };
  });
  return { source, target, colours, working, levels, shrinkage, sharpensColour };
}

/** Red, green and blue, 0 to 1, of a pixel of the working planes. */
export function workingToColour(
  { working, colours }: Job,
  planes: readonly number[],
): readonly [number, number, number] {
  const [p = 0, q = 0, r = 0] = planes;
  const value = (wanted: number): number => codeOf(working, wanted) / (working.length - 1);
  if (colours === 1) return [value(p), value(p), value(p)];
  return [value(p * A + q * B + r * C), value(p * A - 2 * r * C), value(p * A - q * B + r * C)];
}

/** The sample value, with its fraction, of a working value. */
function codeOf(working: Float32Array, wanted: number): number {
  let [low, high] = [0, working.length - 1];
  if (wanted >= (working[high] ?? 0)) return high;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((working[middle] ?? 0) <= wanted) low = middle;
    else high = middle;
  }
  const [before, after] = [working[low] ?? 0, working[high] ?? 1];
  return Math.max(0, low + (wanted - before) / (after - before));
}

const shared = (length: number): Float32Array => new Float32Array(new SharedArrayBuffer(4 * length));

const halved = (length: number): number => (length + 1) >> 1;

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

/** The length of equal parts, divisible by 4 and at most `most`. Windows lie on such places: tiles that start there agree on them. */
const share = (length: number, most: number): number => 4 * Math.ceil(length / (4 * Math.ceil(length / most)));

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
    if (noise.mean > ROUNDING / 2) kernel.denoise(channel, half, rows, noise, shrinkage);
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

/** Positions start … start + count − 1, those outside 0 … length − 1 reflected at the edge (the edge sample twice). */
function mirrored(start: number, count: number, length: number): Int32Array {
  return Int32Array.from({ length: count }, (_, i) => {
    const place = (((start + i) % (2 * length)) + 2 * length) % (2 * length);
    return place < length ? place : 2 * length - 1 - place;
  });
}

function loadPicture(job: Job, kernel: Kernel, half: number, columns: Int32Array, lines: Int32Array): void {
  const { data, width, channels } = job.source;
  const { working } = job;
  const planes = [0, 1, 2].map((channel) => kernel.plane(Math.min(channel, job.colours - 1), half, lines.length));
  const [p = EMPTY, q = EMPTY, r = EMPTY] = planes;
  for (let y = 0; y < lines.length; y++) {
    const line = (lines[y] ?? 0) * width;
    for (let x = 0; x < columns.length; x++) {
      const from = (line + (columns[x] ?? 0)) * channels;
      const to = 2 * y * half + (x >> 1) + (x & 1) * half;
      const red = working[data[from] ?? 0] ?? 0;
      if (job.colours === 1) {
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
  const { data, width, channels } = job.target;
  const planes = [0, 1, 2].map((channel) => kernel.plane(Math.min(channel, job.colours - 1), half, rows));
  const [p = EMPTY, q = EMPTY, r = EMPTY] = planes;
  const [reds = NO_CODES, greens = NO_CODES, blues = NO_CODES] = finish.codes;
  const last = reds.length - 1;
  const scale = 1 / finish.step;
  const [a, b, c] = [A * scale, B * scale, C * scale];
  for (let y = 0; y < tile.height; y++) {
    const line = 2 * (y + MARGIN) * half;
    const first = (tile.y + y) * width + tile.x;
    for (let x = 0; x < tile.width; x++) {
      const column = x + MARGIN;
      const from = line + (column >> 1) + (column & 1) * half;
      const to = (first + x) * channels;
      if (job.colours === 1) {
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

const NO_CODES = new Uint8Array(1);

function nearest(place: number, last: number): number {
  if (place < 0) return 0;
  return place > last ? last : (place + 0.5) | 0;
}

function readChannel({ data, width, height, channels }: Picture) {
  const scale = data instanceof Uint16Array ? 255 / 65_535 : 1;
  return (x: number, y: number, channel: number, out: Float32Array): void => {
    for (let i = 0; i < 64; i++) {
      const [line, column] = [Math.min(height - 1, y + (i >> 3)), Math.min(width - 1, x + (i & 7))];
      out[i] = (data[(line * width + column) * channels + channel] ?? 0) * scale;
    }
  };
}

/** More clipped samples than this in a block of 64 cut its noise off. */
const MOST_CLIPPED = 4;

function readPicture({ data, width, height, channels }: Picture, working: Float32Array, colours: 1 | 3) {
  const highest = working.length - 1;
  return (x: number, y: number, out: Float32Array): boolean => {
    let clipped = 0;
    for (let i = 0; i < 64; i++) {
      const [line, column] = [Math.min(height - 1, y + (i >> 3)), Math.min(width - 1, x + (i & 7))];
      const from = (line * width + column) * channels;
      const first = data[from] ?? 0;
      const red = working[first] ?? 0;
      if (colours === 1) {
        if (first === 0 || first === highest) clipped++;
        out[i] = red;
        continue;
      }
      const [second, third] = [data[from + 1] ?? 0, data[from + 2] ?? 0];
      if (Math.min(first, second, third) === 0 || Math.max(first, second, third) === highest) clipped++;
      const green = working[second] ?? 0;
      const blue = working[third] ?? 0;
      out[i] = (red + green + blue) * A;
      out[i + 64] = (red - blue) * B;
      out[i + 128] = (red - 2 * green + blue) * C;
    }
    return clipped > MOST_CLIPPED;
  };
}

function readPlanes(planes: Float32Array, width: number, height: number, colours: number) {
  return (x: number, y: number, out: Float32Array): boolean => {
    for (let channel = 0; channel < colours; channel++) {
      for (let i = 0; i < 64; i++) {
        const [line, column] = [Math.min(height - 1, y + (i >> 3)), Math.min(width - 1, x + (i & 7))];
        out[64 * channel + i] = planes[(channel * height + line) * width + column] ?? 0;
      }
    }
    return false;
  };
}

/** The planes of a picture at half size: means of 2 × 2 working values, the edge repeated where the size is odd. */
function halvedPicture(
  { data, width, height, channels }: Picture,
  working: Float32Array,
  colours: 1 | 3,
): Float32Array {
  const [w, h] = [halved(width), halved(height)];
  const planes = shared(colours * w * h);
  const [second, third] = [w * h, 2 * w * h];
  for (let y = 0; y < h; y++) {
    const upper = 2 * y * width;
    const lower = Math.min(2 * y + 1, height - 1) * width;
    for (let x = 0; x < w; x++) {
      const left = 2 * x;
      const right = Math.min(2 * x + 1, width - 1);
      const [a, b] = [(upper + left) * channels, (upper + right) * channels];
      const [c, d] = [(lower + left) * channels, (lower + right) * channels];
      const to = y * w + x;
      const red = mean(working, data[a] ?? 0, data[b] ?? 0, data[c] ?? 0, data[d] ?? 0);
      if (colours === 1) {
        planes[to] = red;
        continue;
      }
      const green = mean(working, data[a + 1] ?? 0, data[b + 1] ?? 0, data[c + 1] ?? 0, data[d + 1] ?? 0);
      const blue = mean(working, data[a + 2] ?? 0, data[b + 2] ?? 0, data[c + 2] ?? 0, data[d + 2] ?? 0);
      planes[to] = (red + green + blue) * A;
      planes[second + to] = (red - blue) * B;
      planes[third + to] = (red - 2 * green + blue) * C;
    }
  }
  return planes;
}

const mean = (working: Float32Array, a: number, b: number, c: number, d: number): number =>
  0.25 * ((working[a] ?? 0) + (working[b] ?? 0) + (working[c] ?? 0) + (working[d] ?? 0));

function halvedPlanes(planes: Float32Array, width: number, height: number, colours: number): Float32Array {
  const [w, h] = [halved(width), halved(height)];
  const result = shared(colours * w * h);
  for (let line = 0; line < colours * h; line++) {
    const first = Math.floor(line / h) * height;
    const y = 2 * (line % h);
    const upper = (first + y) * width;
    const lower = (first + Math.min(y + 1, height - 1)) * width;
    for (let x = 0; x < w; x++) {
      const left = 2 * x;
      const right = Math.min(2 * x + 1, width - 1);
      const sum =
        (planes[upper + left] ?? 0) +
        (planes[upper + right] ?? 0) +
        (planes[lower + left] ?? 0) +
        (planes[lower + right] ?? 0);
      result[line * w + x] = 0.25 * sum;
    }
  }
  return result;
}
