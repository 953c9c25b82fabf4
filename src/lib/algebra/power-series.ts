import {
  add,
  divide,
  isWhole,
  multiply,
  ONE,
  power,
  type Rational,
  rational,
  subtract,
  ZERO,
} from '../numbers/rational.js';

import type { Expression, FunctionName } from './expression.js';

/** Coefficients of a power series, the constant first. */
type Series = readonly Rational[];

const isZero = ({ numerator }: Rational): boolean => numerator === 0n;

/**
 * The power series of an expression in `variable` around `center`, up to `order`; `undefined` where one of its coefficients is not
 * rational, or there is no power series there.
 */
export function powerSeries(
  expression: Expression,
  variable: string,
  center: Rational,
  order: number,
): Series | undefined {
  const size = order + 1;
  const filled = (list: readonly Rational[]): Series => Array.from({ length: size }, (_, i) => list[i] ?? ZERO);
  const times = (a: Series, b: Series): Series => {
    const product = Array.from({ length: size }, () => ZERO);
    for (let i = 0; i < size; i++) {
      const x = a[i] ?? ZERO;
      if (isZero(x)) continue;
      for (let j = 0; i + j < size; j++) product[i + j] = add(product[i + j] ?? ZERO, multiply(x, b[j] ?? ZERO));
    }
    return product;
  };
  const read = (part: Expression): Series | undefined => {
    switch (part.type) {
      case 'number':
        return filled([part.value]);
      case 'name':
        return part.name === variable ? filled([center, ONE]) : undefined;
      case 'sum':
      case 'product': {
        const parts = (part.type === 'sum' ? part.terms : part.factors).map(read);
        let all: Series = filled(part.type === 'sum' ? [] : [ONE]);
        for (const one of parts) {
          if (one === undefined) return undefined;
          all = part.type === 'sum' ? all.map((value, i) => add(value, one[i] ?? ZERO)) : times(all, one);
        }
        return all;
      }
      case 'power': {
        const base = read(part.base);
        if (base === undefined || part.exponent.type !== 'number') return undefined;
        return raised(base, part.exponent.value);
      }
      case 'call': {
        const argument = read(part.argument);
        return argument === undefined ? undefined : called(part.name, argument);
      }
    }
  };

  /** By J. C. P. Miller's recurrence, from b' a = r a' b. */
  const raised = (a: Series, exponent: Rational): Series | undefined => {
    const first = a[0] ?? ZERO;
    if (isWhole(exponent) && exponent.numerator >= 0n && exponent.numerator <= 60n) {
      let all: Series = filled([ONE]);
      for (let i = 0n; i < exponent.numerator; i++) all = times(all, a);
      return all;
    }
    if (isZero(first) || (!isWhole(exponent) && !isOne(first))) return undefined;
    if (isWhole(exponent) && (exponent.numerator > 1000n || exponent.numerator < -1000n)) return undefined;
    const result: Rational[] = [isWhole(exponent) ? power(first, exponent.numerator) : ONE];
    for (let n = 1; n < size; n++) {
      let total = ZERO;
      for (let k = 1; k <= n; k++) {
        const weight = subtract(multiply(exponent, rational(BigInt(k))), rational(BigInt(n - k)));
        total = add(total, multiply(weight, multiply(a[k] ?? ZERO, result[n - k] ?? ZERO)));
      }
      result.push(divide(total, multiply(rational(BigInt(n)), first)));
    }
    return result;
  };

  const derived = (a: Series): Series => filled(a.slice(1).map((value, i) => multiply(value, rational(BigInt(i + 1)))));
  const integrated = (a: Series, constant: Rational): Series =>
    filled([constant, ...a.slice(0, -1).map((value, i) => divide(value, rational(BigInt(i + 1))))]);
  const scaled = (a: Series, by: Rational): Series => a.map((value) => multiply(value, by));
  const one = filled([ONE]);
  const minusOne = rational(-1n);
  const half = rational(1n, 2n);

  /** Sine and cosine, or their hyperbolic ones, of a series that begins with 0: each is the integral of the other. */
  const circular = (a: Series, sign: Rational): { readonly sine: Series; readonly cosine: Series } => {
    const slope = derived(a);
    const [sine, cosine]: [Rational[], Rational[]] = [[ZERO], [ONE]];
    for (let n = 1; n < size; n++) {
      let [s, c] = [ZERO, ZERO];
      for (let k = 0; k < n; k++) {
        s = add(s, multiply(slope[k] ?? ZERO, cosine[n - 1 - k] ?? ZERO));
        c = add(c, multiply(slope[k] ?? ZERO, sine[n - 1 - k] ?? ZERO));
      }
      sine.push(divide(s, rational(BigInt(n))));
      cosine.push(multiply(sign, divide(c, rational(BigInt(n)))));
    }
    return { sine, cosine };
  };
  const exponential = (a: Series): Series => {
    const slope = derived(a);
    const result: Rational[] = [ONE];
    for (let n = 1; n < size; n++) {
      let total = ZERO;
      for (let k = 0; k < n; k++) total = add(total, multiply(slope[k] ?? ZERO, result[n - 1 - k] ?? ZERO));
      result.push(divide(total, rational(BigInt(n))));
    }
    return result;
  };
  /** The integral of a' times a power of something. */
  const inverse = (a: Series, inner: Series, exponent: Rational): Series | undefined => {
    const factor = raised(inner, exponent);
    return factor === undefined ? undefined : integrated(times(derived(a), factor), ZERO);
  };
  const plus = (a: Series, b: Series): Series => a.map((value, i) => add(value, b[i] ?? ZERO));

  const called = (name: FunctionName, a: Series): Series | undefined => {
    const first = a[0] ?? ZERO;
    if (name === 'ln') return isOne(first) ? inverse(a, a, minusOne) : undefined;
    if (!isZero(first)) return undefined;
    const square = times(a, a);
    switch (name) {
      case 'exp':
        return exponential(a);
      case 'sin':
        return circular(a, minusOne).sine;
      case 'cos':
        return circular(a, minusOne).cosine;
      case 'tan': {
        const { sine, cosine } = circular(a, minusOne);
        const below = raised(cosine, minusOne);
        return below === undefined ? undefined : times(sine, below);
      }
      case 'sinh':
        return circular(a, ONE).sine;
      case 'cosh':
        return circular(a, ONE).cosine;
      case 'tanh': {
        const { sine, cosine } = circular(a, ONE);
        const below = raised(cosine, minusOne);
        return below === undefined ? undefined : times(sine, below);
      }
      case 'asin':
        return inverse(a, plus(one, scaled(square, minusOne)), scaledHalf(minusOne));
      case 'atan':
        return inverse(a, plus(one, square), minusOne);
      case 'asinh':
        return inverse(a, plus(one, square), scaledHalf(minusOne));
      case 'atanh':
        return inverse(a, plus(one, scaled(square, minusOne)), minusOne);
      default:
        return undefined;
    }
  };
  const scaledHalf = (value: Rational): Rational => multiply(value, half);
  return read(expression);
}

const isOne = ({ numerator, denominator }: Rational): boolean => numerator === 1n && denominator === 1n;
