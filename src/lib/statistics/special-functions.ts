/** Functions that distributions are made of, to about 13 significant digits. */

/** Lanczos' coefficients for g = 607/128, n = 15: Godfrey 2001. */
const LANCZOS = [
  0.9999999999999971, 57.15623566586292, -59.59796035547549, 14.136097974741746, -0.4919138160976202,
  3.399464998481189e-5, 4.652362892704858e-5, -9.837447530487956e-5, 0.0001580887032249125, -0.00021026444172410488,
  0.00021743961811521265, -0.0001643181065367639, 8.441822398385275e-5, -2.6190838401581408e-5, 3.6899182659531625e-6,
];
const LANCZOS_G = 607 / 128;

/** ln Γ(x) for x > 0. */
export function logGamma(x: number): number {
  if (x > 1e15) return x * (Math.log(x) - 1);
  // Stirling's series loses nothing where x is large.
  if (x >= 20) {
    const y = 1 / (x * x);
    const tail = (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y * (1 / 1188))))) / x;
    return (x - 0.5) * Math.log(x) - x + 0.9189385332046728 + tail;
  }
  let sum = LANCZOS[0] ?? 0;
  for (let i = 1; i < LANCZOS.length; i++) sum += (LANCZOS[i] ?? 0) / (x + i);
  const t = x + LANCZOS_G + 0.5;
  return (x + 0.5) * Math.log(t) - t + Math.log((2.5066282746310007 * sum) / x);
}

/** More than the largest parameters take. */
const STEPS = 20_000;
const EPSILON = 1e-16;
const TINY = 1e-300;

/** Regularized incomplete gamma functions P and Q = 1 − P for a > 0, x ≥ 0. */
export function incompleteGamma(a: number, x: number): { readonly lower: number; readonly upper: number } {
  if (x <= 0) return { lower: 0, upper: 1 };
  if (x === Number.POSITIVE_INFINITY) return { lower: 1, upper: 0 };
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a];
    for (let i = 1; i < STEPS && Math.abs(term) > Math.abs(sum) * EPSILON; i++) {
      term *= x / (a + i);
      sum += term;
    }
    const lower = Math.min(1, sum * front);
    return { lower, upper: 1 - lower };
  }
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / b;
  let fraction = d;
  for (let i = 1; i < STEPS; i++) {
    const factor = -i * (i - a);
    b += 2;
    d = 1 / avoidZero(factor * d + b);
    c = avoidZero(b + factor / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < EPSILON) break;
  }
  const upper = Math.min(1, front * fraction);
  return { lower: 1 - upper, upper };
}

const avoidZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

/** Regularized incomplete beta function and its complement, for a, b > 0, 0 ≤ x ≤ 1; y is 1 − x, told apart to lose no digits. */
export function incompleteBeta(
  a: number,
  b: number,
  x: number,
  y = 1 - x,
): { readonly lower: number; readonly upper: number } {
  if (x <= 0) return { lower: 0, upper: 1 };
  if (y <= 0) return { lower: 1, upper: 0 };
  if (x > (a + 1) / (a + b + 2)) {
    const { lower, upper } = incompleteBeta(b, a, y, x);
    return { lower: upper, upper: lower };
  }
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * logOf(y, x)) / a;
  let c = 1;
  let d = 1 / avoidZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / avoidZero(1 + even * d);
    c = avoidZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / avoidZero(1 + odd * d);
    c = avoidZero(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < EPSILON) break;
  }
  const lower = Math.min(1, front * fraction);
  return { lower, upper: 1 - lower };
}

/** ln y where y = 1 − x. */
const logOf = (y: number, x: number): number => (x < 0.5 ? Math.log1p(-x) : Math.log(y));
