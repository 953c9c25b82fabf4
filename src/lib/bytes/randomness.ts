/** What bytes look like to the tests that John Walker's program ent makes. */
export interface Randomness {
  /** How often each byte value occurs. */
  readonly histogram: readonly number[];
  readonly chiSquare: number;
  /** How often chance alone gives a larger chi-square, 0 to 100. */
  readonly chiSquarePercent: number;
  /** 127.5 for random bytes. */
  readonly mean: number;
  /** Points in a circle, six bytes each; 0 where there are less than six bytes. */
  readonly monteCarloPi: number;
  /** -1 to 1, 0 for random bytes; `undefined` where all bytes are the same. */
  readonly serialCorrelation: number | undefined;
}

/** Measures bytes; there must be one at least. */
export function measureRandomness(bytes: Uint8Array): Randomness {
  const histogram = new Array<number>(256).fill(0);
  let [sum, squares, products] = [0, 0, 0];
  let last = bytes.at(-1) ?? 0;
  for (const byte of bytes) {
    histogram[byte] = (histogram[byte] ?? 0) + 1;
    sum += byte;
    squares += byte * byte;
    products += last * byte;
    last = byte;
  }
  const expected = bytes.length / 256;
  const chiSquare = histogram.reduce((total, count) => total + (count - expected) ** 2 / expected, 0);
  // Of 20 MiB of 255 the products are below 2^41 each, times n below 2^66: not exact, and close enough.
  const divisor = bytes.length * squares - sum * sum;
  return {
    histogram,
    chiSquare,
    chiSquarePercent: 100 * upperGamma(127.5, chiSquare / 2),
    mean: sum / bytes.length,
    monteCarloPi: monteCarloPi(bytes),
    serialCorrelation: divisor === 0 ? undefined : (bytes.length * products - sum * sum) / divisor,
  };
}

function monteCarloPi(bytes: Uint8Array): number {
  const radius = (2 ** 24 - 1) ** 2;
  const points = Math.floor(bytes.length / 6);
  let inside = 0;
  for (let at = 0; at < points * 6; at += 6) {
    const x = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const y = ((bytes[at + 3] ?? 0) << 16) | ((bytes[at + 4] ?? 0) << 8) | (bytes[at + 5] ?? 0);
    if (x * x + y * y <= radius) inside++;
  }
  return points === 0 ? 0 : (4 * inside) / points;
}

/** The regularized upper incomplete gamma function Q(a, x): by its series below a + 1, by its continued fraction above (DLMF 8.11, 8.9). */
function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a];
    for (let n = 1; n < 2000 && term > sum * 1e-15; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return Math.max(0, 1 - scale * sum);
  }
  // Lentz's method.
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let result = d;
  for (let n = 1; n < 2000; n++) {
    const step = -n * (n - a);
    b += 2;
    d = 1 / (step * d + b);
    c = b + step / c;
    result *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return scale * result;
}

/** Stirling's series, for arguments above 10. */
const logGamma = (x: number): number =>
  (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5);

/** A part of the bytes that is of one kind from its first block to its last. */
export interface EntropySection {
  readonly offset: number;
  readonly bytes: number;
  readonly kind: 'constant' | 'low' | 'medium' | 'high';
}

/** The kind of a block by its entropy as a share of what a block of that length can have. */
export function entropyKind(entropy: number, length: number): EntropySection['kind'] {
  const share = entropy / Math.max(1, Math.min(8, Math.log2(length)));
  if (share < 0.02) return 'constant';
  if (share < 0.65) return 'low';
  return share < 0.88 ? 'medium' : 'high';
}
