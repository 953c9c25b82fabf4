import { divide, isWhole, ONE, type Rational, rational, subtract } from '../numbers/rational.js';

import {
  call,
  difference,
  type Expression,
  numberOf,
  partsOf,
  power,
  product,
  square,
  whole,
  withParts,
  writeExpression,
} from './expression.js';
import { simplify } from './simplify.js';

/** Inner functions that are tried in one place. */
const MAX_CANDIDATES = 30;

/** Parts that may be taken as the inner function, the largest first. */
export function candidatesOf(f: Expression, has: (part: Expression) => boolean): Expression[] {
  const found = new Map<string, Expression>();
  const visit = (part: Expression): void => {
    if (!has(part)) return;
    if (part.type !== 'name' && part !== f) found.set(writeExpression(part), part);
    if (part.type === 'power' && has(part.base) && part.exponent.type === 'number') {
      // x^4 is a power of x^2.
      const { numerator, denominator } = part.exponent.value;
      const size = numerator < 0n ? -numerator : numerator;
      for (let times = 2n; times < size && times < 10n; times++)
        if (size % times === 0n) {
          const inner = power(part.base, numberOf(rational(times, denominator)));
          found.set(writeExpression(inner), inner);
        }
      if (denominator !== 1n) {
        const inner = power(part.base, numberOf(rational(1n, denominator)));
        found.set(writeExpression(inner), inner);
      }
    }
    for (const inner of partsOf(part)) visit(inner);
  };
  visit(f);
  return [...found.values()].slice(0, MAX_CANDIDATES);
}

/** An expression with a name for each part that is written as `key`, powers of it included. */
export function replacePart(expression: Expression, key: string, name: string): Expression {
  const u: Expression = { type: 'name', name };
  const visit = (part: Expression): Expression => {
    if (writeExpression(part) === key) return u;
    // exp(2x) is the square of exp(x).
    const times = part.type === 'call' && part.name === 'exp' ? timesOf(part.argument, key) : wholePowerOf(part, key);
    return times === undefined ? withParts(part, visit) : power(u, numberOf(times));
  };
  return simplify(visit(expression));
}

/** n where a power is the n-th power of the part. */
function wholePowerOf(part: Expression, key: string): Rational | undefined {
  if (part.type !== 'power' || part.exponent.type !== 'number') return undefined;
  for (const step of [2n, 3n, 4n, 5n, 6n]) {
    for (const inner of [rational(step), rational(1n, step)]) {
      const times = divide(part.exponent.value, inner);
      if (isWhole(times) && writeExpression(power(part.base, numberOf(inner))) === key) return times;
    }
  }
  return undefined;
}

function timesOf(argument: Expression, key: string): Rational | undefined {
  for (const times of [-4n, -3n, -2n, -1n, 2n, 3n, 4n]) {
    const inner = simplify(product(numberOf(rational(1n, times)), argument));
    if (writeExpression(call('exp', inner)) === key) return rational(times);
  }
  return undefined;
}

/** Even powers of the sine written by the cosine, or the other way, so that g = sin or cos stays alone. */
export function withPythagoras(expression: Expression, g: Expression): Expression {
  if (g.type !== 'call' || (g.name !== 'sin' && g.name !== 'cos')) return expression;
  const other = call(g.name === 'sin' ? 'cos' : 'sin', g.argument);
  const key = writeExpression(other);
  const visit = (part: Expression): Expression => {
    if (
      part.type === 'power' &&
      part.exponent.type === 'number' &&
      isWhole(part.exponent.value) &&
      writeExpression(part.base) === key
    ) {
      const times = part.exponent.value;
      if (times.numerator % 2n === 0n)
        return power(difference(whole(1), square(g)), numberOf(divide(times, rational(2n))));
      return product(
        power(difference(whole(1), square(g)), numberOf(divide(subtract(times, ONE), rational(2n)))),
        part.base,
      );
    }
    // Inside of functions it says nothing of g.
    if (part.type === 'power') return power(visit(part.base), part.exponent);
    return part.type === 'call' ? part : withParts(part, visit);
  };
  return simplify(visit(expression));
}
