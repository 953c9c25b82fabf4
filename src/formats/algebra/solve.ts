/** What solves a system of equations: fractions, radicals, decimals, or formulas with the other names in them. */

import type { Decimals } from '../../engines/decimals.js';
import { differentiate } from '../../lib/algebra/differentiate.js';
import {
  difference,
  type Expression,
  half,
  negative,
  numberOf,
  power,
  product,
  quotient,
  substitute,
  sum,
  variablesOf,
  whole,
  writeExpression,
} from '../../lib/algebra/expression.js';
import { coefficientsOf, degreeOf, type Ratio, ratioOf, type Terms } from '../../lib/algebra/polynomials.js';
import { simplify } from '../../lib/algebra/simplify.js';
import { ContentFault } from '../../lib/faults.js';
import { solve as solveLinear } from '../../lib/numbers/matrices.js';
import { type Rational, writeFraction, writeRational, ZERO } from '../../lib/numbers/rational.js';
import { decimalValue } from './decimal-values.js';
import type { Equation } from './equations.js';
import { type Interval, numericRoots } from './numeric-roots.js';
import { shownDecimal, solvePolynomial } from './solve-polynomial.js';

export const METHODS = ['linear', 'polynomial', 'symbolic', 'numeric'] as const;

export interface SolvedValue {
  readonly name: string;
  readonly exact: string | null;
  readonly value: string | null;
}

export interface Solved {
  readonly method: (typeof METHODS)[number];
  readonly outcome: 'none' | 'finite' | 'infinite';
  readonly solutions: readonly {
    readonly values: readonly SolvedValue[];
    readonly isReal: boolean;
    readonly multiplicity: number;
  }[];
  readonly free: readonly string[];
  readonly factored: string | null;
  readonly warnings: readonly string[];
}

export interface SolveRequest {
  readonly equations: readonly Equation[];
  readonly unknowns: readonly string[];
  readonly interval: Interval;
  readonly Real: Decimals;
  readonly precision: number;
}

const EVERYTHING: Pick<Solved, 'outcome' | 'solutions' | 'factored'> = {
  outcome: 'infinite',
  solutions: [],
  factored: null,
};

/** Throws `ContentFault` where it is of no sort that is solved, `LimitFault`. */
export function solveEquations(request: SolveRequest): Solved {
  const { equations, unknowns } = request;
  const ratios = equations.map(({ zero }) => ratioOf(zero, unknowns));
  const linear = ratios.flatMap((ratio) => (ratio !== undefined && isLinear(ratio) ? [ratio.above] : []));
  if (linear.length === equations.length && unknowns.length > 1)
    return linearSystem(linear, unknowns, request.precision);
  if (unknowns.length > 1) return mixedSystem(request, ratios);
  const [only] = equations;
  if (only === undefined || equations.length > 1)
    throw new ContentFault(
      `${equations.length} equations with one unknown are solved only where they are linear or there is one`,
    );
  return oneEquation(only.zero, request);
}

const isLinear = ({ above, below }: Ratio): boolean =>
  below.size === 1 &&
  [...below.keys()].every((key) => !/[1-9]/.test(key)) &&
  [...above.keys()].every((key) => key.split(',').reduce((total, exponent) => total + Number(exponent), 0) <= 1);

/** Coefficients of the unknowns, and what stands on the right. */
function rowOf(terms: Terms, width: number): { readonly left: Rational[]; readonly right: Rational } {
  const left = Array.from({ length: width }, () => ZERO);
  let right = ZERO;
  for (const [key, value] of terms) {
    const index = key.split(',').indexOf('1');
    if (index < 0) right = { ...value, numerator: -value.numerator };
    else left[index] = value;
  }
  return { left, right };
}

interface Affine {
  readonly outcome: 'none' | 'unique' | 'infinite';
  /** Of each unknown, as an expression of the free ones. */
  readonly values: readonly Expression[];
  readonly free: readonly string[];
}

function affine(rows: readonly Terms[], unknowns: readonly string[]): Affine {
  const parts = rows.map((terms) => rowOf(terms, unknowns.length));
  const { kind, solution, nullSpace } = solveLinear(
    parts.map(({ left }) => left),
    parts.map(({ right }) => [right]),
  );
  if (solution === undefined) return { outcome: 'none', values: [], free: [] };
  // Each vector of the null space belongs to a free unknown: the last that it moves.
  const free = nullSpace.map((vector) => {
    const own = vector.findLastIndex(({ numerator }) => numerator !== 0n);
    return unknowns[own] ?? '';
  });
  const values = solution.map(([value = ZERO], i) =>
    simplify(
      sum(
        ...nullSpace.map((vector, k) => product(numberOf(vector[i] ?? ZERO), { type: 'name', name: free[k] ?? '' })),
        numberOf(value),
      ),
    ),
  );
  return { outcome: kind === 'none' ? 'none' : kind === 'unique' ? 'unique' : 'infinite', values, free };
}

function linearSystem(rows: readonly Terms[], unknowns: readonly string[], precision: number): Solved {
  const { outcome, values, free } = affine(rows, unknowns);
  const shown = values.map((value, i) => ({
    name: unknowns[i] ?? '',
    exact: writeExpression(value),
    value: value.type === 'number' ? writeRational(value.value, precision).text : null,
  }));
  return {
    method: 'linear',
    outcome: outcome === 'unique' ? 'finite' : outcome,
    solutions: outcome === 'none' ? [] : [{ values: shown, isReal: true, multiplicity: 1 }],
    free,
    factored: null,
    warnings: [],
  };
}

/** Linear equations replace their unknowns in one that is not linear, as long as one unknown is left. */
function mixedSystem(request: SolveRequest, ratios: readonly (Ratio | undefined)[]): Solved {
  const { equations, unknowns, Real, precision } = request;
  const linear = ratios.flatMap((ratio) => (ratio !== undefined && isLinear(ratio) ? [ratio.above] : []));
  const others = equations.filter((_, i) => {
    const ratio = ratios[i];
    return ratio === undefined || !isLinear(ratio);
  });
  const { outcome, values, free } = affine(linear.length === 0 ? [new Map()] : linear, unknowns);
  const [left] = free;
  const [other] = others;
  if (outcome === 'none') return linearSystem(linear, unknowns, precision);
  if (others.length !== 1 || other === undefined || free.length !== 1 || left === undefined)
    throw new ContentFault(
      `a system that is not linear needs linear equations for all unknowns but one, and one other equation; got ${linear.length} linear and ${others.length} other ones for ${unknowns.length} unknowns`,
    );
  const replaced = substitute(other.zero, new Map(unknowns.map((name, i) => [name, values[i] ?? whole(0)])));
  const solved = oneEquation(replaced, { ...request, unknowns: [left] });
  return {
    ...solved,
    free: solved.outcome === 'infinite' ? [left] : [],
    solutions: solved.solutions.map((solution) => {
      const [{ exact, value } = { exact: null, value: null }] = solution.values;
      return {
        ...solution,
        values: unknowns.map((name, i): SolvedValue => {
          if (name === left) return { name, exact, value };
          return backSubstituted(name, values[i] ?? whole(0), left, { exact, value }, Real, precision);
        }),
      };
    }),
  };
}

function backSubstituted(
  name: string,
  expression: Expression,
  left: string,
  { exact, value }: Omit<SolvedValue, 'name'>,
  Real: Decimals,
  precision: number,
): SolvedValue {
  const fraction = exact !== null && /^-?\d+(?:\/\d+)?$/.test(exact) ? exact.split('/').map(BigInt) : undefined;
  if (fraction !== undefined) {
    const [numerator = 0n, denominator = 1n] = fraction;
    const plain = simplify(substitute(expression, new Map([[left, numberOf({ numerator, denominator })]])));
    if (plain.type === 'number')
      return { name, exact: writeFraction(plain.value), value: writeRational(plain.value, precision).text };
  }
  const text =
    exact === null ? null : writeExpression(expression).replaceAll(new RegExp(`\\b${left}\\b`, 'g'), `(${exact})`);
  if (value === null || value.includes('i')) return { name, exact: text, value: null };
  const number = decimalValue(expression, Real, new Map([[left, new Real(value)]]));
  return { name, exact: text, value: shownDecimal(number, precision) };
}

function oneEquation(zero: Expression, request: SolveRequest): Solved {
  const [unknown = 'x'] = request.unknowns;
  const others = [...variablesOf(zero)].filter((name) => name !== unknown);
  const ratio = others.length === 0 ? ratioOf(zero, [unknown]) : undefined;
  if (others.length > 0) return symbolic(zero, unknown, others);
  return ratio === undefined ? numeric(zero, unknown, request) : rationalEquation(ratio, unknown, request);
}

function rationalEquation({ above, below }: Ratio, unknown: string, { Real, precision }: SolveRequest): Solved {
  const common = { method: 'polynomial', free: [], warnings: [] } as const;
  const polynomial = coefficientsOf(above);
  if (polynomial.length === 0) return { ...common, ...EVERYTHING, free: [unknown] };
  if (degreeOf(polynomial) === 0) return { ...common, outcome: 'none', solutions: [], factored: null };
  const { roots, factored } = solvePolynomial(polynomial, unknown, Real, precision);
  const divisor = coefficientsOf(below);
  const poles = degreeOf(divisor) > 0 ? solvePolynomial(divisor, unknown, Real, precision).roots : [];
  const kept = roots.filter(({ value }) => !poles.some((pole) => pole.value === value));
  const dropped = roots.length - kept.length;
  return {
    ...common,
    outcome: kept.length === 0 ? 'none' : 'finite',
    solutions: kept.map(({ exact, value, isReal, multiplicity }) => ({
      values: [{ name: unknown, exact, value }],
      isReal,
      multiplicity,
    })),
    factored: poles.length > 0 ? null : factored,
    warnings: dropped > 0 ? [`Roots left out because a denominator is 0 there: ${dropped}`] : [],
  };
}

function numeric(zero: Expression, unknown: string, { interval, Real, precision }: SolveRequest): Solved {
  const roots = numericRoots(zero, unknown, interval, Real, precision);
  return {
    method: 'numeric',
    outcome: roots.length === 0 ? 'none' : 'finite',
    solutions: roots.map((root) => ({
      values: [{ name: unknown, exact: null, value: shownDecimal(root, precision) }],
      isReal: true,
      multiplicity: 1,
    })),
    free: [],
    factored: null,
    warnings: [
      `Real solutions from ${interval.from} to ${interval.to} that change the sign or touch zero; others, and two very close together, may be missing`,
    ],
  };
}

/** The sign of a divisor does not matter. */
const trueWhere = (divisor: Expression): string =>
  `True where ${writeExpression(divisor).replace(/^-(?=[^ ]*$)/, '')} is not 0`;

/** Linear and quadratic in the unknown, with the other names as parameters. */
function symbolic(zero: Expression, unknown: string, others: readonly string[]): Solved {
  const at = (expression: Expression): Expression => simplify(substitute(expression, new Map([[unknown, whole(0)]])));
  const cleared = simplify(zero);
  const first = differentiate(cleared, unknown);
  const second = differentiate(first, unknown);
  const common = { method: 'symbolic', free: [...others], factored: null, outcome: 'finite' } as const;
  const told = (value: Expression) => ({
    values: [{ name: unknown, exact: writeExpression(simplify(value)), value: null }],
    isReal: true,
    multiplicity: 1,
  });
  if (!variablesOf(first).has(unknown)) {
    if (first.type === 'number' && first.value.numerator === 0n)
      throw new ContentFault(`the equation does not depend on ${unknown}`);
    return {
      ...common,
      solutions: [told(quotient(negative(at(cleared)), first))],
      warnings: first.type === 'number' ? [] : [trueWhere(first)],
    };
  }
  if (variablesOf(second).has(unknown))
    throw new ContentFault(
      `an equation with other names in it is solved only where it is linear or quadratic in ${unknown}; the other names are ${others.join(', ')}`,
    );
  const [a, b, c] = [simplify(product(half, second)), at(first), at(cleared)];
  const root = power(simplify(difference(power(b, whole(2)), product(whole(4), a, c))), half);
  return {
    ...common,
    solutions: [difference(negative(b), root), sum(negative(b), root)].map((top) =>
      told(quotient(simplify(top), simplify(product(whole(2), a)))),
    ),
    warnings: a.type === 'number' ? [] : [trueWhere(a)],
  };
}
