/** Values of functions that are exact: angles of the clock, and what leads back to them. */

import {
  add,
  compare,
  divide,
  floor,
  negate,
  ONE,
  type Rational,
  rational,
  subtract,
  ZERO,
} from '../numbers/rational.js';

import {
  type Expression,
  type FunctionName,
  negative,
  numberOf,
  product,
  quotient,
  root,
  whole,
} from './expression.js';

const HALF = rational(1n, 2n);

/** Sines of 0 to 90 degrees, by the angle in parts of π. */
const SINES: readonly (readonly [angle: Rational, sine: Expression])[] = [
  [ZERO, whole(0)],
  [rational(1n, 6n), numberOf(HALF)],
  [rational(1n, 4n), quotient(root(whole(2)), whole(2))],
  [rational(1n, 3n), quotient(root(whole(3)), whole(2))],
  [HALF, whole(1)],
];

const TANGENTS: readonly (readonly [angle: Rational, tangent: Expression])[] = [
  [ZERO, whole(0)],
  [rational(1n, 6n), quotient(root(whole(3)), whole(3))],
  [rational(1n, 4n), whole(1)],
  [rational(1n, 3n), root(whole(3))],
];

const same = (a: Rational, b: Rational): boolean => compare(a, b) === 0;
const pi: Expression = { type: 'name', name: 'pi' };

/** r where an expression is r times π. */
function partsOfPi(expression: Expression): Rational | undefined {
  if (expression.type === 'number') return expression.value.numerator === 0n ? ZERO : undefined;
  if (expression.type === 'name') return expression.name === 'pi' ? ONE : undefined;
  if (expression.type !== 'product' || expression.factors.length !== 2) return undefined;
  const [first, second] = expression.factors;
  const isPart = first?.type === 'number' && second?.type === 'name' && second.name === 'pi';
  return isPart ? first.value : undefined;
}

/** The sine of a part of π. */
function exactSine(angle: Rational): Expression | undefined {
  const turns = floor(divide(angle, rational(2n)));
  const within = subtract(angle, rational(2n * turns));
  const isBelow = compare(within, ONE) > 0;
  const upper = isBelow ? subtract(within, ONE) : within;
  const folded = compare(upper, HALF) > 0 ? subtract(ONE, upper) : upper;
  const found = SINES.find(([known]) => same(known, folded))?.[1];
  return found === undefined || !isBelow ? found : negative(found);
}

/** The exact value of a function, where it is one of those that everybody knows; not simplified. */
export function exactCall(name: FunctionName, argument: Expression): Expression | undefined {
  if (name === 'asin' || name === 'acos' || name === 'atan') return exactAngle(name, argument);
  if (name !== 'sin' && name !== 'cos' && name !== 'tan') return undefined;
  const angle = partsOfPi(argument);
  if (angle === undefined || angle.numerator === 0n || angle.denominator > 12n) return undefined;
  if (name === 'sin') return exactSine(angle);
  const cosine = exactSine(add(angle, HALF));
  if (name === 'cos') return cosine;
  const sine = exactSine(angle);
  // The tangent of 90 degrees has no value: it stays as it is.
  if (sine === undefined || cosine === undefined || (cosine.type === 'number' && cosine.value.numerator === 0n))
    return undefined;
  return quotient(sine, cosine);
}

function exactAngle(name: 'asin' | 'acos' | 'atan', argument: Expression): Expression | undefined {
  if (argument.type !== 'number') return undefined;
  const isNegative = argument.value.numerator < 0n;
  const size = isNegative ? negate(argument.value) : argument.value;
  const table = name === 'atan' ? TANGENTS : SINES;
  const angle = table.find(([, value]) => value.type === 'number' && same(value.value, size))?.[0];
  if (angle === undefined) return undefined;
  const signed = isNegative ? negate(angle) : angle;
  return product(numberOf(name === 'acos' ? subtract(HALF, signed) : signed), pi);
}
