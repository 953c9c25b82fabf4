import { colourChannels, type NoisyPicture } from './denoise.js';
import { halvedLights, type Lights, type Range } from './lights.js';

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
/** Fewer specks in a picture are no dust but details; more within this many pixels of each other are a pattern. */
const [FEWEST, CROWD, CROWD_DISTANCE] = [8, 4, 36] as const;
/** More specks a megapixel than this are a texture. */
const MAX_PER_MEGAPIXEL = 1500;

/** Mends bright dust specks of up to 8 pixels (16 in large pictures) on even ground, in place. Returns how many. */
export function mendSpecks(picture: NoisyPicture, lights: Lights, range: Range, sigma: number): number {
  let specks: Speck[] = [];
  let scaled = lights;
  const scales = picture.width * picture.height < LARGE_PICTURE ? [1, 2] : [1, 2, 4];
  for (const scale of range.isNight ? [] : scales) {
    if (scale > 1) scaled = halvedLights(scaled);
    specks = [...specks, ...findSpecks(scaled, range, sigma / scale, scale)];
  }
  const megapixels = (picture.width * picture.height) / 1e6;
  if (specks.length < FEWEST || specks.length > MAX_PER_MEGAPIXEL * Math.max(megapixels, 0.05)) return 0;
  const lone = withoutCrowds(specks);
  if (lone.length < FEWEST) return 0;
  for (const speck of lone) mendSpeck(picture, speck);
  return lone.length;
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
function mendSpeck(picture: NoisyPicture, { x, y, reach }: Speck): void {
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
