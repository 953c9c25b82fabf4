/** A picture of few colours: an index into the palette for every pixel. */
export interface QuantisedPicture {
  /** Red, green, blue and alpha, 0 to 255; at most as many as were asked for. */
  readonly palette: readonly (readonly [number, number, number, number])[];
  readonly pixels: Uint8Array;
}

export interface QuantiseSettings {
  readonly width: number;
  /** 2 to 256. */
  readonly colors: number;
  /** Spreads what a pixel loses over its neighbours (Floyd and Steinberg 1976). */
  readonly isDithered: boolean;
}

/** Colours of a histogram: sums of the channels, and how many pixels. Channels are multiplied with alpha, so that clear pixels count for little. */
interface Histogram {
  readonly count: number;
  /** Four values an entry: mean red, green, blue (multiplied with alpha) and alpha. */
  readonly points: Float32Array;
  readonly weights: Float32Array;
}

/** Bits of a channel that tell colours apart in the histogram: 5 each is a million cells with alpha. */
const CELL_BITS = 5;
const CELLS = 2 ** (4 * CELL_BITS);
const SHIFT = 8 - CELL_BITS;

/**
 * Reduces a picture (or frames under each other) to so many colours: exact where it has no more, else median cut by variance (Wan,
 * Wong and Prusinkiewicz 1990) and k-means. The same picture gives the same result.
 */
export function quantise(rgba: Uint8Array, settings: QuantiseSettings): QuantisedPicture {
  const exact = exactPalette(rgba, settings.colors);
  if (exact !== undefined) return exact;
  const histogram = histogramOf(rgba);
  const centres = refined(histogram, cut(histogram, settings.colors));
  const palette = distinct(centres);
  return { palette, pixels: mapped(rgba, palette, settings) };
}

/** All colours, where they are few; clear pixels are one colour. */
function exactPalette(rgba: Uint8Array, most: number): QuantisedPicture | undefined {
  const colors = new Map<number, number>();
  const pixels = new Uint8Array(rgba.length / 4);
  let last = -1;
  let lastIndex = 0;
  for (let i = 0, at = 0; at < rgba.length; i += 1, at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    const key =
      alpha === 0
        ? 0
        : (((rgba[at] ?? 0) << 24) | ((rgba[at + 1] ?? 0) << 16) | ((rgba[at + 2] ?? 0) << 8) | alpha) >>> 0;
    if (key !== last) {
      let index = colors.get(key);
      if (index === undefined) {
        index = colors.size;
        if (index === most) return undefined;
        colors.set(key, index);
      }
      last = key;
      lastIndex = index;
    }
    pixels[i] = lastIndex;
  }
  const palette = [...colors.keys()].map(
    (key) => [key >>> 24, (key >>> 16) & 255, (key >>> 8) & 255, key & 255] as const,
  );
  return { palette, pixels };
}

function histogramOf(rgba: Uint8Array): Histogram {
  const slots = new Int32Array(CELLS);
  let capacity = 4096;
  let sums = new Float64Array(4 * capacity);
  let counts = new Float64Array(capacity);
  let count = 0;
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    const share = alpha / 255;
    const r = (rgba[at] ?? 0) * share;
    const g = (rgba[at + 1] ?? 0) * share;
    const b = (rgba[at + 2] ?? 0) * share;
    const cell =
      ((((((r >> SHIFT) << CELL_BITS) | (g >> SHIFT)) << CELL_BITS) | (b >> SHIFT)) << CELL_BITS) | (alpha >> SHIFT);
    let slot = (slots[cell] ?? 0) - 1;
    if (slot < 0) {
      slot = count;
      count += 1;
      slots[cell] = count;
      if (count > capacity) {
        capacity *= 2;
        sums = grown(sums, 4 * capacity);
        counts = grown(counts, capacity);
      }
    }
    sums[4 * slot] = (sums[4 * slot] ?? 0) + r;
    sums[4 * slot + 1] = (sums[4 * slot + 1] ?? 0) + g;
    sums[4 * slot + 2] = (sums[4 * slot + 2] ?? 0) + b;
    sums[4 * slot + 3] = (sums[4 * slot + 3] ?? 0) + alpha;
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  const points = new Float32Array(4 * count);
  const weights = new Float32Array(count);
  for (let i = 0; i < count; i += 1) {
    for (let c = 0; c < 4; c += 1) points[4 * i + c] = (sums[4 * i + c] ?? 0) / (counts[i] ?? 1);
    // A large plain ground needs no more colours than it has: its pixels weigh less the more they are.
    weights[i] = (counts[i] ?? 0) ** 0.9;
  }
  return { count, points, weights };
}

function grown(list: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length);
  larger.set(list);
  return larger;
}

interface Box {
  readonly members: Uint32Array;
  readonly axis: number;
  /** Squared differences from the mean along the axis: what a cut can win. */
  readonly spread: number;
  readonly mean: readonly number[];
}

function boxOf({ points, weights }: Histogram, members: Uint32Array): Box {
  const sum = [0, 0, 0, 0];
  const squares = [0, 0, 0, 0];
  let weight = 0;
  for (const i of members) {
    const w = weights[i] ?? 0;
    weight += w;
    for (let c = 0; c < 4; c += 1) {
      const value = points[4 * i + c] ?? 0;
      sum[c] = (sum[c] ?? 0) + w * value;
      squares[c] = (squares[c] ?? 0) + w * value * value;
    }
  }
  let [axis, spread] = [0, 0];
  for (let c = 0; c < 4; c += 1) {
    const own = (squares[c] ?? 0) - (sum[c] ?? 0) ** 2 / weight;
    if (own > spread) [axis, spread] = [c, own];
  }
  return { members, axis, spread: members.length > 1 ? spread : 0, mean: sum.map((value) => value / weight) };
}

/** Cuts the box with the largest spread until there are enough. Means of the boxes, four values each. */
function cut(histogram: Histogram, colors: number): Float32Array {
  const boxes = [
    boxOf(
      histogram,
      Uint32Array.from({ length: histogram.count }, (_, i) => i),
    ),
  ];
  while (boxes.length < colors) {
    let widest = 0;
    for (const [i, { spread }] of boxes.entries()) if (spread > (boxes[widest]?.spread ?? 0)) widest = i;
    const box = boxes[widest];
    if (box === undefined || box.spread <= 0) break;
    const middle = box.mean[box.axis] ?? 0;
    const isLow = (i: number): boolean => (histogram.points[4 * i + box.axis] ?? 0) <= middle;
    const [low, high] = [box.members.filter(isLow), box.members.filter((i) => !isLow(i))];
    if (low.length === 0 || high.length === 0) {
      boxes[widest] = { ...box, spread: 0 };
      continue;
    }
    boxes.splice(widest, 1, boxOf(histogram, low), boxOf(histogram, high));
  }
  return Float32Array.from(boxes.flatMap(({ mean }) => mean));
}

/** Rounds of k-means. Chosen: after six the mean error falls by less than a hundredth a round. */
const ROUNDS = 6;

function refined({ count, points, weights }: Histogram, start: Float32Array): Float32Array {
  const centres = Float32Array.from(start);
  const size = centres.length / 4;
  for (let round = 0; round < ROUNDS; round += 1) {
    const sums = new Float64Array(5 * size);
    for (let i = 0; i < count; i += 1) {
      const nearest = nearestOf(
        centres,
        points[4 * i] ?? 0,
        points[4 * i + 1] ?? 0,
        points[4 * i + 2] ?? 0,
        points[4 * i + 3] ?? 0,
      );
      const weight = weights[i] ?? 0;
      for (let c = 0; c < 4; c += 1) {
        sums[5 * nearest + c] = (sums[5 * nearest + c] ?? 0) + weight * (points[4 * i + c] ?? 0);
      }
      sums[5 * nearest + 4] = (sums[5 * nearest + 4] ?? 0) + weight;
    }
    for (let k = 0; k < size; k += 1) {
      const weight = sums[5 * k + 4] ?? 0;
      if (weight === 0) continue;
      for (let c = 0; c < 4; c += 1) centres[4 * k + c] = (sums[5 * k + c] ?? 0) / weight;
    }
  }
  return centres;
}

function nearestOf(centres: Float32Array, r: number, g: number, b: number, a: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < centres.length; k += 4) {
    const dr = r - (centres[k] as number);
    const dg = g - (centres[k + 1] as number);
    const db = b - (centres[k + 2] as number);
    const da = a - (centres[k + 3] as number);
    const far = dr * dr + dg * dg + db * db + da * da;
    if (far < least) {
      least = far;
      best = k;
    }
  }
  return best / 4;
}

/** The palette as bytes: alpha divided out, twins dropped. */
function distinct(centres: Float32Array): [number, number, number, number][] {
  const found = new Map<string, [number, number, number, number]>();
  for (let k = 0; k < centres.length; k += 4) {
    const alpha = Math.round(centres[k + 3] ?? 0);
    const straight = (value: number | undefined): number =>
      alpha === 0 ? 0 : Math.max(0, Math.min(255, Math.round((255 * (value ?? 0)) / alpha)));
    const color: [number, number, number, number] = [
      straight(centres[k]),
      straight(centres[k + 1]),
      straight(centres[k + 2]),
      alpha,
    ];
    found.set(color.join(), color);
  }
  return [...found.values()];
}

/** Bits of a channel in the table of nearest colours, and of alpha. */
const TABLE_BITS = 6;
const TABLE_SHIFT = 8 - TABLE_BITS;
const ALPHA_BITS = 4;
const ALPHA_SHIFT = 8 - ALPHA_BITS;
/** How much of an error is handed on. Chosen: in full, flat areas get specks. */
const STRENGTH = 0.6;

function mapped(
  rgba: Uint8Array,
  palette: readonly (readonly [number, number, number, number])[],
  { width, isDithered }: QuantiseSettings,
): Uint8Array {
  const centres = Float32Array.from(
    palette.flatMap(([r, g, b, a]) => [(r * a) / 255, (g * a) / 255, (b * a) / 255, a]),
  );
  const pixels = new Uint8Array(rgba.length / 4);
  const table = new Int16Array(2 ** (3 * TABLE_BITS + ALPHA_BITS)).fill(-1);
  const height = pixels.length / width;
  // Errors of this row and the next, three channels, a pixel more at both ends.
  let errors = new Float32Array(3 * (width + 2));
  let next = new Float32Array(3 * (width + 2));
  for (let y = 0; y < height; y += 1) {
    // Rows go there and back, so that errors do not all drift to one side.
    const step = y % 2 === 0 ? 1 : -1;
    for (let n = 0, x = step > 0 ? 0 : width - 1; n < width; n += 1, x += step) {
      const at = 4 * (y * width + x);
      const alpha = rgba[at + 3] as number;
      const share = alpha / 255;
      const e = 3 * (x + 1);
      const r = clamped((rgba[at] as number) * share + (isDithered ? (errors[e] as number) : 0), alpha);
      const g = clamped((rgba[at + 1] as number) * share + (isDithered ? (errors[e + 1] as number) : 0), alpha);
      const b = clamped((rgba[at + 2] as number) * share + (isDithered ? (errors[e + 2] as number) : 0), alpha);
      const cell =
        ((((((r >> TABLE_SHIFT) << TABLE_BITS) | (g >> TABLE_SHIFT)) << TABLE_BITS) | (b >> TABLE_SHIFT)) <<
          ALPHA_BITS) |
        (alpha >> ALPHA_SHIFT);
      let index = table[cell] as number;
      if (index < 0) {
        index = nearestOf(centres, r, g, b, alpha);
        table[cell] = index;
      }
      pixels[y * width + x] = index;
      if (!isDithered || alpha === 0) continue;
      for (let c = 0; c < 3; c += 1) {
        const value = c === 0 ? r : c === 1 ? g : b;
        const error = STRENGTH * (value - (centres[4 * index + c] as number));
        const [ahead, behind, below] = [e + 3 * step + c, e - 3 * step + c, e + c];
        errors[ahead] = (errors[ahead] as number) + (error * 7) / 16;
        next[behind] = (next[behind] as number) + (error * 3) / 16;
        next[below] = (next[below] as number) + (error * 5) / 16;
        next[e + 3 * step + c] = (next[e + 3 * step + c] as number) + error / 16;
      }
    }
    [errors, next] = [next, errors];
    next.fill(0);
  }
  return pixels;
}

const clamped = (value: number, most: number): number => (value < 0 ? 0 : value > most ? most : value);
