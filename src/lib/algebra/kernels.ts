import { isWhole } from '../numbers/rational.js';

import {
  type Expression,
  numberOf,
  power,
  product,
  quotient,
  sum,
  whole,
  withParts,
  writeExpression,
} from './expression.js';
import { coefficientsOf, commonDivisor, dividePolynomials, type Ratio, ratioOf, type Terms } from './polynomials.js';
import { simplify } from './simplify.js';

/** A quotient of polynomials in names and in whole parts such as `sin(x)` or `sqrt(x)`, which count as names. */
export interface KernelRatio extends Ratio {
  readonly kernels: readonly Expression[];
}

/** An expression as a quotient of polynomials: always possible, as what is none becomes a name. Throws LimitFault, ContentFault. */
export function kernelRatio(expression: Expression): KernelRatio | undefined {
  const known = new Map<string, { readonly name: string; readonly kernel: Expression }>();
  const nameOf = (kernel: Expression): Expression => {
    const key = writeExpression(kernel);
    const entry = known.get(key) ?? { name: `$${known.size}`, kernel };
    known.set(key, entry);
    return { type: 'name', name: entry.name };
  };
  const replace = (part: Expression): Expression => {
    const isPower = part.type === 'power' && part.exponent.type === 'number' && isWhole(part.exponent.value);
    if (isPower) return power(replace(part.base), part.exponent);
    return part.type === 'power' || part.type === 'call' || part.type === 'name'
      ? nameOf(part)
      : withParts(part, replace);
  };
  const replaced = replace(expression);
  const kernels = [...known.values()];
  // Terms have one exponent at least.
  const names = kernels.length === 0 ? ['$'] : kernels.map(({ name }) => name);
  const ratio = ratioOf(replaced, names);
  return ratio === undefined ? undefined : { ...ratio, kernels: kernels.map(({ kernel }) => kernel) };
}

/** A sum of terms, those of the highest degree first. */
export function termsExpression(terms: Terms, kernels: readonly Expression[]): Expression {
  const list = [...terms].map(([key, value]) => ({ exponents: key.split(',').map(Number), value }));
  const degree = (exponents: readonly number[]): number => exponents.reduce((total, one) => total + one, 0);
  list.sort(
    (a, b) =>
      degree(b.exponents) - degree(a.exponents) ||
      (b.exponents.find((one, i) => one !== a.exponents[i]) ?? 0) -
        (a.exponents.find((one, i) => one !== b.exponents[i]) ?? 0),
  );
  return simplify(
    sum(
      ...list.map(({ exponents, value }) =>
        product(
          numberOf(value),
          ...exponents.flatMap((times, i) => (times === 0 ? [] : [power(kernels[i] ?? whole(1), whole(times))])),
        ),
      ),
    ),
  );
}

/** The quotient written out; common factors are taken off where there is one name only. */
export function ratioExpression({ above, below, kernels }: KernelRatio): Expression {
  if (kernels.length === 1) {
    const [top, bottom] = [coefficientsOf(above), coefficientsOf(below)];
    if (top.length > 0 && bottom.length > 1) {
      const common = commonDivisor(top, bottom);
      if (common.length > 1) {
        const divided = (list: typeof top): Terms =>
          new Map(
            dividePolynomials(list, common)
              .quotient.map((value, i) => [String(i), value] as const)
              .filter(([, value]) => value.numerator !== 0n),
          );
        return simplify(quotient(termsExpression(divided(top), kernels), termsExpression(divided(bottom), kernels)));
      }
    }
  }
  return simplify(quotient(termsExpression(above, kernels), termsExpression(below, kernels)));
}
