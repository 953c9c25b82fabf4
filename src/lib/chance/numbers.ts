import { ContentFault } from '../faults.js';
import { drawsFrom, type RandomBytes } from '../secrets/draw.js';

/** A whole number from 0 up to but not including `below`, of any size; each equally likely. */
export type BigDraw = (below: bigint) => bigint;

const WORD = 2n ** 32n;

/** Draws without bias: numbers of as many bits as needed, drawn again where they are too large. */
export function bigDrawsFrom(random: RandomBytes): BigDraw {
  const draw = drawsFrom(random);
  return (below) => {
    if (below <= WORD) return BigInt(draw(Number(below)));
    const bits = (below - 1n).toString(2).length;
    const bytes = Math.ceil(bits / 8);
    for (;;) {
      const value = BigInt.asUintN(bits, BigInt(`0x${Buffer.from(random(bytes)).toString('hex')}`));
      if (value < below) return value;
    }
  };
}

/** `count` different whole numbers below `below`, in the order they were drawn: a shuffle that keeps only what was moved. */
export function distinct(draw: BigDraw, below: bigint, count: number): bigint[] {
  const moved = new Map<bigint, bigint>();
  return Array.from({ length: count }, (_, i) => {
    const last = below - 1n - BigInt(i);
    const place = draw(last + 1n);
    const value = moved.get(place) ?? place;
    moved.set(place, moved.get(last) ?? last);
    return value;
  });
}

/** A number times 10^decimals, rounded to a whole number: up or down. Exact: its shortest decimal form is what counts. */
export function scaled(value: number, decimals: number, direction: 'up' | 'down'): bigint {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = BigInt(`${whole}${fraction}`);
  const power = Number(exponent) - fraction.length + decimals;
  if (power >= 0) return digits * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  const floor = (digits - (((digits % divisor) + divisor) % divisor)) / divisor;
  return direction === 'down' || floor * divisor === digits ? floor : floor + 1n;
}

/** A whole number as a decimal with its last digits behind the point. */
export function pointed(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return `${value < 0n ? '-' : ''}${digits.slice(0, cut)}${decimals === 0 ? '' : `.${digits.slice(cut)}`}`;
}

/** The grid of decimals from the least to the greatest. Throws ContentFault where it has no point. */
export function grid(min: number, max: number, decimals: number): { readonly least: bigint; readonly size: bigint } {
  const least = scaled(min, decimals, 'up');
  const size = scaled(max, decimals, 'down') - least + 1n;
  if (min > max) throw ContentFault.whole(`Option "min" is greater than option "max": ${min} and ${max}`);
  if (size < 1n)
    throw ContentFault.whole(`No number with ${decimals} decimals is between ${min} and ${max}: increase "decimals"`);
  return { least, size };
}

const HALF_WORD = 2 ** 26;

/** A number greater than 0 and at most 1, one of 2^53 with equal distances. */
const fraction = (draw: (below: number) => number): number =>
  (draw(2 ** 27) * HALF_WORD + draw(HALF_WORD) + 1) / 2 ** 53;

/** Normal distribution (Box and Muller, 1958). */
export function normals(random: RandomBytes, mean: number, deviation: number): () => number {
  const draw = drawsFrom(random);
  let spare: number | undefined;
  return () => {
    if (spare !== undefined) {
      const value = mean + deviation * spare;
      spare = undefined;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(fraction(draw)));
    const angle = 2 * Math.PI * fraction(draw);
    spare = radius * Math.sin(angle);
    return mean + deviation * radius * Math.cos(angle);
  };
}

/** Exponential distribution, by inversion. */
export function exponentials(random: RandomBytes, mean: number): () => number {
  const draw = drawsFrom(random);
  return () => 0 - mean * Math.log(fraction(draw));
}

/** Beyond so many standard deviations a count has a probability below 2^-53. */
const TAIL = 12;

/** Poisson distribution: the table of its sums, from the ratios p(k + 1) / p(k) = mean / (k + 1), and inversion. */
export function poissons(random: RandomBytes, mean: number): () => number {
  const draw = drawsFrom(random);
  const reach = Math.ceil(TAIL * Math.sqrt(mean) + 3 * TAIL);
  const mode = Math.floor(mean);
  const first = Math.max(0, mode - reach);
  const weights = new Float64Array(mode + reach - first + 1);
  weights[mode - first] = 1;
  for (let k = mode; k > first; k--) weights[k - 1 - first] = ((weights[k - first] ?? 0) * k) / mean;
  for (let k = mode; k < mode + reach; k++) weights[k + 1 - first] = ((weights[k - first] ?? 0) * mean) / (k + 1);
  let total = 0;
  const sums = weights.map((weight) => (total += weight));
  return () => {
    const wanted = fraction(draw) * total;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return first + low;
  };
}
