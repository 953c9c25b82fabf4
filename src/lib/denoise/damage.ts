import { colourChannels, highestCode, type Picture } from './denoise.js';

/** What was mended. */
export interface Mended {
  readonly specks: number;
  readonly scratches: number;
}

/** Brightness of each pixel, 0 to 255. */
interface Lights {
  readonly values: Uint8Array;
  readonly width: number;
  readonly height: number;
}

interface Speck {
  /** Centre and half the side, in pixels of the picture. */
  readonly x: number;
  readonly y: number;
  readonly reach: number;
}

/** Offsets on a circle of radius 4: what lies around a speck of up to 4 pixels. The four farthest apart come first. */
const RING: readonly (readonly [number, number])[] = [
  [4, 0],
  [-4, 0],
  [0, 4],
  [0, -4],
  [3, 3],
  [-3, 3],
  [3, -3],
  [-3, -3],
  [4, 2],
  [-4, 2],
  [4, -2],
  [-4, -2],
  [2, 4],
  [-2, 4],
  [2, -4],
  [-2, -4],
];
const RADIUS = 4;
/** A wider circle, radius 10: what lies round a pupil is uneven there. */
const WIDE_RING: readonly (readonly [number, number])[] = [
  [10, 0],
  [-10, 0],
  [0, 10],
  [0, -10],
  [7, 7],
  [-7, 7],
  [7, -7],
  [-7, -7],
];
const WIDE_RADIUS = 10;
/** From this many pixels on, specks are looked for in the picture at a quarter of its size too: they have up to 16 pixels there. */
const LARGE_PICTURE = 4_000_000;
/** Least contrast of a speck: in levels, and in standard deviations of the noise. */
const [CONTRAST, CONTRAST_SIGMAS] = [26, 6] as const;
/** How uneven the ring may be: a part of the contrast, or the noise. */
const [UNEVEN_PART, UNEVEN_SIGMAS] = [0.3, 4.5] as const;
/** The same for the wider circle. */
const [WIDE_UNEVEN_PART, WIDE_UNEVEN_SIGMAS] = [0.5, 5] as const;
/** Dust has not faded: it is as bright as the brightest of this share of the pixels. Dark specks may be pupils: they stay. */
const EXTREME = 0.01;
/** Specks on the darkest ground, this share of the pixels, are left: they may be the light in an eye, or stars. */
const GROUND = 0.1;
/** Where the median is this low between the darkest and the brightest, it is night: bright specks are lights and stars. */
const NIGHT = 0.25;
/** Fewer specks in a picture are no dust but details; more within this many pixels of each other are a pattern. */
const [FEWEST, CROWD, CROWD_DISTANCE] = [8, 4, 36] as const;
/** More specks a megapixel than this are a texture. */
const MOST_PER_MEGAPIXEL = 1500;

/** A scratch's length as a part of the side it runs along, and in rows. */
const [SCRATCH_PART, SCRATCH_ROWS] = [0.7, 280] as const;
/** Rows that are averaged to see a scratch in the noise. */
const BAND = 16;
const SCRATCH_CONTRAST = 8;
/** More scratches of one direction than this are no scratches. */
const MOST_SCRATCHES = 2;
/** A scratch lets the paper through: it has not faded, and is as bright as the brightest of this share of the pixels. */
const SCRATCH_EXTREME = 0.1;
/** Its two sides are alike, to this part of its height; else it is an edge. All must hold for most of its length. */
const [SIDES_PART, PROVEN_PART] = [0.35, 0.85] as const;
/** Two pixels from its middle a fine scratch is over, to this part of its height; the bar of a window is not. */
const FLANK_PART = 0.4;
/** Half the width that is mended, and how far to each side the ground is taken from. */
const [SCRATCH_REACH, SCRATCH_SIDE] = [2, 4] as const;
/**
 * Mends bright dust specks of up to 8 pixels (16 in large pictures) on even ground and fine, bright, straight, nearly upright or level scratches, in place.
 * Meant to be careful: what may be a detail (an eye, stars, print, dots of a pattern, a pole) stays.
 */
export function mendDamage(picture: Picture): Mended {
  const lights = lightsOf(picture);
  const sigma = noiseOf(lights);
  const range = rangeOf(lights);
  const scratches = mendScratches(picture, lights, range, sigma);
  let specks: Speck[] = [];
  let scaled = lights;
  const scales = picture.width * picture.height < LARGE_PICTURE ? [1, 2] : [1, 2, 4];
  for (const scale of range.isNight ? [] : scales) {
    if (scale > 1) scaled = halvedLights(scaled);
    specks = [...specks, ...findSpecks(scaled, range, sigma / scale, scale)];
  }
  const megapixels = (picture.width * picture.height) / 1e6;
  if (specks.length < FEWEST || specks.length > MOST_PER_MEGAPIXEL * Math.max(megapixels, 0.05)) specks = [];
  const lone = withoutCrowds(specks);
  if (lone.length < FEWEST) return { specks: 0, scratches };
  for (const speck of lone) mendSpeck(picture, speck);
  return { specks: lone.length, scratches };
}

function lightsOf(picture: Picture): Lights {
  const { data, width, height, channels } = picture;
  const values = new Uint8Array(width * height);
  const shift = highestCode(picture) === 255 ? 0 : 8;
  if (colourChannels(picture) === 1) {
    for (let i = 0; i < values.length; i++) values[i] = (data[i * channels] ?? 0) >> shift;
    return { values, width, height };
  }
  for (let i = 0, j = 0; i < values.length; i++, j += channels) {
    values[i] = ((data[j] ?? 0) + 2 * (data[j + 1] ?? 0) + (data[j + 2] ?? 0)) >> (shift + 2);
  }
  return { values, width, height };
}

function halvedLights({ values, width, height }: Lights): Lights {
  const [w, h] = [width >> 1, height >> 1];
  const result = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) {
    const upper = 2 * y * width;
    for (let x = 0; x < w; x++) {
      const i = upper + 2 * x;
      const sum = (values[i] ?? 0) + (values[i + 1] ?? 0) + (values[i + width] ?? 0) + (values[i + width + 1] ?? 0);
      result[y * w + x] = (sum + 2) >> 2;
    }
  }
  return { values: result, width: w, height: h };
}

/** Standard deviation of the noise: median absolute finest diagonal detail (Donoho and Johnstone, 1994), over a sample. */
function noiseOf({ values, width, height }: Lights): number {
  const counts = new Uint32Array(512);
  let total = 0;
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 100_000)));
  for (let y = 0; y + 1 < height; y += step) {
    for (let x = 0; x + 1 < width; x += step) {
      const i = y * width + x;
      const difference =
        (values[i] ?? 0) - (values[i + 1] ?? 0) - (values[i + width] ?? 0) + (values[i + width + 1] ?? 0);
      const size = Math.min(511, Math.abs(difference));
      counts[size] = (counts[size] ?? 0) + 1;
      total++;
    }
  }
  let rest = total / 2;
  for (let size = 0; size < 512; size++) {
    rest -= counts[size] ?? 0;
    if (rest <= 0) return Math.max(0.5, size / (2 * 0.6745));
  }
  return 0.5;
}

interface Range {
  /** As bright as dust, and as a scratch. */
  readonly brightest: number;
  readonly scratch: number;
  /** Ground that specks are not looked for on. */
  readonly darkGround: number;
  readonly isNight: boolean;
}

/** The values below which given shares of the pixels are. */
function valuesAt({ values }: Lights, shares: readonly number[]): readonly number[] {
  const counts = new Uint32Array(256);
  for (let i = 0; i < values.length; i++) counts[values[i] ?? 0] = (counts[values[i] ?? 0] ?? 0) + 1;
  return shares.map((share) => {
    let rest = share * values.length;
    for (let value = 0; value < 256; value++) {
      rest -= counts[value] ?? 0;
      if (rest < 0) return value;
    }
    return 255;
  });
}

function rangeOf(lights: Lights): Range {
  const shares = [0, GROUND, 0.5, 1 - SCRATCH_EXTREME, 1 - EXTREME];
  const [black = 0, darkGround = 0, median = 0, scratch = 255, brightest = 255] = valuesAt(lights, shares);
  return { brightest, scratch, darkGround, isNight: median - black < NIGHT * (brightest - black) };
}

/** Specks of up to 4 pixels of this size of the picture. */
function findSpecks({ values, width, height }: Lights, range: Range, sigma: number, scale: number): Speck[] {
  const contrast = Math.max(CONTRAST, CONTRAST_SIGMAS * sigma);
  const offsets = RING.map(([dx, dy]) => dy * width + dx);
  const wide = WIDE_RING.map(([dx, dy]) => dy * width + dx);
  const marks = new Uint8Array(width * height);
  const found: number[] = [];
  for (let y = WIDE_RADIUS; y < height - WIDE_RADIUS; y++) {
    for (let i = y * width + WIDE_RADIUS; i < (y + 1) * width - WIDE_RADIUS; i++) {
      const value = values[i] ?? 0;
      // Nearly every pixel ends here.
      if (value < range.brightest || value - (values[i + RADIUS] ?? 0) < contrast) continue;
      if (!standsOut(values, offsets, i, { contrast, sigma, range }) || !isEven(values, wide, i, sigma)) continue;
      marks[i] = 1;
      found.push(i);
    }
  }
  return joined(found, marks, { values, width, height }, sigma, scale);
}

interface Limits {
  readonly contrast: number;
  readonly sigma: number;
  readonly range: Range;
}

function standsOut(
  values: Uint8Array,
  offsets: readonly number[],
  i: number,
  { contrast, sigma, range }: Limits,
): boolean {
  const value = values[i] ?? 0;
  let [low, high, sum] = [255, 0, 0];
  for (const offset of offsets) {
    const ring = values[i + offset] ?? 0;
    if (ring < low) low = ring;
    if (ring > high) high = ring;
    if (high + contrast > value) return false;
    sum += ring;
  }
  if (sum / offsets.length < range.darkGround) return false;
  return high - low <= Math.max(UNEVEN_PART * (value - high), UNEVEN_SIGMAS * sigma);
}

function isEven(values: Uint8Array, offsets: readonly number[], i: number, sigma: number): boolean {
  const ring = offsets.map((offset) => values[i + offset] ?? 0);
  const [low, high] = [Math.min(...ring), Math.max(...ring)];
  const height = Math.abs((values[i] ?? 0) - (low + high) / 2);
  return high - low <= Math.max(WIDE_UNEVEN_PART * height, WIDE_UNEVEN_SIGMAS * sigma);
}

/** One speck for each group of marked pixels that touch. */
function joined(found: readonly number[], marks: Uint8Array, lights: Lights, sigma: number, scale: number): Speck[] {
  const { width } = lights;
  const specks: Speck[] = [];
  const neighbours = [1, -1, width, -width, width + 1, width - 1, 1 - width, -width - 1];
  for (const start of found) {
    if (marks[start] !== 1) continue;
    let [left, right, top, bottom] = [width, 0, Number.MAX_SAFE_INTEGER, 0];
    const open = [start];
    marks[start] = 2;
    for (let i = open.pop(); i !== undefined; i = open.pop()) {
      const [x, y] = [i % width, Math.floor(i / width)];
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
      for (const offset of neighbours) {
        if (marks[i + offset] !== 1) continue;
        marks[i + offset] = 2;
        open.push(i + offset);
      }
    }
    const side = Math.max(right - left, bottom - top) + 1;
    // What is longer than its ring is a line or a chance: no speck.
    if (side > RADIUS + 1) continue;
    specks.push({
      x: ((left + right + 1) / 2) * scale - 0.5,
      y: ((top + bottom + 1) / 2) * scale - 0.5,
      reach: reachOf(lights, Math.round((left + right) / 2), Math.round((top + bottom) / 2), sigma) * scale,
    });
  }
  return specks;
}

/** The radius at which a speck has gone over into its ground. Its marked pixels are its middle only. */
function reachOf({ values, width }: Lights, x: number, y: number, sigma: number): number {
  const at = (dx: number, dy: number): number => values[(y + dy) * width + x + dx] ?? 0;
  const ground = RING.reduce((sum, [dx, dy]) => sum + at(dx, dy), 0) / RING.length;
  const limit = Math.max(0.12 * Math.abs(at(0, 0) - ground), 2.5 * sigma);
  let reach = 1;
  for (let dy = -RADIUS; dy <= RADIUS; dy++) {
    for (let dx = -RADIUS; dx <= RADIUS; dx++) {
      const distance = Math.hypot(dx, dy);
      if (distance > RADIUS - 0.3 || Math.abs(at(dx, dy) - ground) < limit) continue;
      reach = Math.max(reach, distance);
    }
  }
  return reach + 0.5;
}

/** Specks found at two sizes count once; those with many others near are a pattern and stay. */
function withoutCrowds(specks: readonly Speck[]): Speck[] {
  const cells = new Map<string, Speck[]>();
  const cellOf = (value: number): number => Math.floor(value / CROWD_DISTANCE);
  const kept: Speck[] = [];
  const near = ({ x, y }: Speck): Speck[] => {
    const list: Speck[] = [];
    for (const dy of [-1, 0, 1]) {
      for (const dx of [-1, 0, 1]) list.push(...(cells.get(`${cellOf(x) + dx},${cellOf(y) + dy}`) ?? []));
    }
    return list;
  };
  // From the largest: a speck that lies in one already kept is the same.
  for (const speck of [...specks].reverse()) {
    if (near(speck).some(({ x, y, reach }) => Math.hypot(x - speck.x, y - speck.y) < reach)) continue;
    const key = `${cellOf(speck.x)},${cellOf(speck.y)}`;
    cells.set(key, [...(cells.get(key) ?? []), speck]);
    kept.push(speck);
  }
  return kept.filter((speck) => {
    const others = near(speck).filter(({ x, y }) => Math.hypot(x - speck.x, y - speck.y) < CROWD_DISTANCE);
    return others.length - 1 < CROWD;
  });
}

/** Fills a disc with values from its rim, each pixel the mean of the rim weighted by the inverse square of the distance. */
function mendSpeck(picture: Picture, { x, y, reach }: Speck): void {
  const { data, width, height, channels } = picture;
  const colours = colourChannels(picture);
  const rim: (readonly [number, number])[] = [];
  const count = Math.max(12, Math.ceil(4 * reach));
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * i) / count;
    // Two circles, so that the rim's own noise averages out.
    for (const radius of [reach + 1, reach + 2.5]) {
      const [px, py] = [Math.round(x + radius * Math.cos(angle)), Math.round(y + radius * Math.sin(angle))];
      if (px >= 0 && py >= 0 && px < width && py < height) rim.push([px, py]);
    }
  }
  const [left, right] = [Math.max(0, Math.floor(x - reach)), Math.min(width - 1, Math.ceil(x + reach))];
  const [top, bottom] = [Math.max(0, Math.floor(y - reach)), Math.min(height - 1, Math.ceil(y + reach))];
  const sums = new Float64Array(colours);
  for (let py = top; py <= bottom; py++) {
    for (let px = left; px <= right; px++) {
      if (Math.hypot(px - x, py - y) > reach) continue;
      sums.fill(0);
      let weights = 0;
      for (const [rx, ry] of rim) {
        const weight = 1 / ((rx - px) ** 2 + (ry - py) ** 2 + 1);
        weights += weight;
        for (let c = 0; c < colours; c++) {
          sums[c] = (sums[c] ?? 0) + weight * (data[(ry * width + rx) * channels + c] ?? 0);
        }
      }
      for (let c = 0; c < colours; c++) data[(py * width + px) * channels + c] = Math.round((sums[c] ?? 0) / weights);
    }
  }
}

/** A direction to look for scratches in: `along` rows of `across` pixels, and the steps in memory. */
interface Direction {
  readonly along: number;
  readonly across: number;
  readonly alongStep: number;
  readonly acrossStep: number;
}

function mendScratches(picture: Picture, lights: Lights, range: Range, sigma: number): number {
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
  return found.length > MOST_SCRATCHES ? [] : found;
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
function mendScratch(picture: Picture, { along, across, alongStep, acrossStep }: Direction, scratch: Scratch): void {
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
