import { placeOf } from './blocks.js';
import { bandOf } from './spectrum.js';

/** What the blocks of a channel say of texture. */
export interface Texture {
  /** Correlation of the energies of even and of odd coefficients in the flattest tenth of the blocks, for all and for the lowest, summed. Noise has none. */
  readonly alike: number;
  /** Variance of the white noise under the texture. */
  readonly white: number;
}

/** Share of the blocks that are called flat, and the fewest that are. */
const [FLAT_SHARE, FEWEST] = [0.1, 60] as const;
/** Shares between which blocks, sorted by unevenness, are averaged. The last ones have edges, which are no texture. Chosen. */
const CLASSES = [
  [0.01, 0.06],
  [0.06, 0.14],
  [0.14, 0.26],
  [0.26, 0.42],
  [0.42, 0.6],
] as const;
/** Where the high frequencies follow the low ones more steeply than this, the line does not tell the noise. */
const STEEPEST = 0.7;

/**
 * Tells gravel, grass and leaves, which are everywhere alike to the eye, from noise: noise is independent from coefficient to
 * coefficient, so where blocks with more power in the even ones have more in the odd ones too, it is texture. How high and low
 * frequencies grow together from smooth blocks to rough ones is a line; where it meets equal power there is white noise only.
 * `variances` is the spectrum to measure the energies by; `isWorn`: a lossy format has left nothing in the high frequencies.
 */
export function textureOf(
  coefficients: Float32Array,
  blocks: readonly number[],
  variances: Float32Array,
  isWorn: boolean,
): Texture {
  const highest = isWorn ? 6 : 14;
  const power = (band: readonly number[], weighed?: Float32Array): Float32Array =>
    Float32Array.from(blocks, (n) => powerOf(coefficients, n, band, weighed));
  const whole = [bandOf(2, highest, 0), bandOf(2, highest, 1)] as const;
  const low = [bandOf(2, 4, 0), bandOf(3, 5, 1)] as const;
  let alike = 0;
  for (const [even, odd] of [whole, low]) {
    const [first, second] = [power(even, variances), power(odd, variances)];
    // Choosing blocks by one and then the other makes neither special.
    alike += (alikeness(first, second) + alikeness(second, first)) / 2;
  }
  const lows = CLASSES.map(() => 0);
  const highs = CLASSES.map(() => 0);
  for (const parity of [0, 1]) {
    // Blocks are sorted by what is measured on neither side, so that chance does not bend the line.
    const sorted = sortedBy(power(isWorn ? bandOf(3, 6, 1 - parity) : bandOf(3, 10, 1 - parity)));
    const [x, y] = [
      power(isWorn ? bandOf(2, 4, parity) : bandOf(3, 6, parity)),
      power(isWorn ? bandOf(5, 7, parity) : bandOf(9, 14, parity)),
    ];
    for (const [k, [from, to]] of CLASSES.entries()) {
      const part = sorted.slice(Math.floor(from * sorted.length), Math.ceil(to * sorted.length));
      lows[k] = (lows[k] ?? 0) + mean(part.map((place) => x[place] ?? 0)) / 2;
      highs[k] = (highs[k] ?? 0) + mean(part.map((place) => y[place] ?? 0)) / 2;
    }
  }
  return { alike, white: whiteOf(lows, highs) };
}

function powerOf(coefficients: Float32Array, block: number, band: readonly number[], weighed?: Float32Array): number {
  const first = placeOf(block);
  let sum = 0;
  for (const i of band) sum += (coefficients[first + 4 * i] ?? 0) ** 2 / Math.max(1e-6, weighed?.[i] ?? 1);
  return sum / band.length;
}

/** Places of more values than this would not fit beside them into the 53 bits of a key. */
const MAX_VALUES = 2 ** 21;

/**
 * The places of the values, which are not negative, from the smallest on; of equal ones the first comes first. Sorts numbers, which takes a
 * tenth of the time that comparing by a function does: the bits of floats rise with their values.
 */
function sortedBy(values: Float32Array): readonly number[] {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const keys = Float64Array.from(bits, (bit, place) => bit * MAX_VALUES + place).sort();
  return Array.from(keys, (key) => key % MAX_VALUES);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Correlation of the logarithms where the first is smallest. */
function alikeness(first: Float32Array, second: Float32Array): number {
  const flat = sortedBy(first).slice(0, Math.max(FEWEST, Math.ceil(first.length * FLAT_SHARE)));
  const logarithm = (values: Float32Array) => flat.map((place) => Math.log((values[place] ?? 0) + 1e-9));
  return line(logarithm(first), logarithm(second)).correlation;
}

/** Where the line through the classes has equal power on both sides; where it is none, what the flattest class has. */
function whiteOf(lows: readonly number[], highs: readonly number[]): number {
  const { slope, start } = line(lows, highs);
  if (slope <= 0 || slope >= STEEPEST) return highs[0] ?? 0;
  return Math.max(0, start / (1 - slope));
}

interface Line {
  readonly slope: number;
  /** Its height at 0. */
  readonly start: number;
  readonly correlation: number;
}

function line(xs: readonly number[], ys: readonly number[]): Line {
  const [meanX, meanY] = [mean(xs), mean(ys)];
  let [products, squaresX, squaresY] = [0, 0, 0];
  for (const [i, value] of xs.entries()) {
    const [x, y] = [value - meanX, (ys[i] ?? 0) - meanY];
    products += x * y;
    squaresX += x * x;
    squaresY += y * y;
  }
  const slope = products / Math.max(1e-9, squaresX);
  const correlation = products / Math.max(1e-9, Math.sqrt(squaresX * squaresY));
  return { slope, start: meanY - slope * meanX, correlation };
}
