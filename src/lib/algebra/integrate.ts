import { divide, isWhole, ONE, rational } from '../numbers/rational.js';

import { dependsOn, differentiate } from './differentiate.js';
import {
  absoluteLogarithm,
  call,
  difference,
  type Expression,
  half,
  numberOf,
  power,
  product,
  quotient,
  square,
  substitute,
  sum,
  whole,
  writeExpression,
} from './expression.js';
import { CALL_INTEGRALS, POWER_INTEGRALS } from './integral-tables.js';
import { kernelRatio, ratioExpression, termsExpression } from './kernels.js';
import type { PartialFractions } from './partial-fractions.js';
import { coefficientsOf, type Polynomial, ratioOf } from './polynomials.js';
import { fractionIntegral, overRootIntegral, polynomialIntegral } from './rational-integrals.js';
import { simplify } from './simplify.js';
import { candidatesOf, replacePart, withPythagoras } from './substitution-parts.js';

/** Splits a rational function; it needs the factors of its denominator. `undefined` where that has one of a degree above 2. */
export type SplitRatio = (above: Polynomial, below: Polynomial) => PartialFractions | undefined;

/** Rules that are tried within each other, and in all. */
const MAX_DEPTH = 6;
const MAX_TRIES = 400;

const _root = (x: Expression): Expression => power(x, half);

/**
 * An antiderivative by rules: rational functions, tables with linear arguments, substitution, integration by parts, powers of sines and
 * cosines, roots of quadratics. `undefined` where no rule leads to the end. Not proved: differentiate what it gives.
 */
export function integrate(expression: Expression, variable: string, split: SplitRatio): Expression | undefined {
  const found = new Integration(variable, split).of(simplify(expression), 0);
  return found === undefined ? undefined : simplify(found);
}

class Integration {
  readonly #x: Expression;
  #tries = 0;
  readonly #open = new Set<string>();

  constructor(
    private readonly variable: string,
    private readonly split: SplitRatio,
  ) {
    this.#x = { type: 'name', name: variable };
  }

  #has(expression: Expression): boolean {
    return dependsOn(expression, this.variable);
  }

  of(expression: Expression, depth: number): Expression | undefined {
    if (depth > MAX_DEPTH || ++this.#tries > MAX_TRIES) return undefined;
    const f = simplify(expression);
    if (!this.#has(f)) return product(f, this.#x);
    const key = writeExpression(f);
    // The same integral again would go round in a circle.
    if (this.#open.has(key)) return undefined;
    this.#open.add(key);
    try {
      return this.#byRules(f, depth);
    } finally {
      this.#open.delete(key);
    }
  }

  #byRules(f: Expression, depth: number): Expression | undefined {
    if (f.type === 'sum') {
      const terms = f.terms.map((term) => this.of(term, depth));
      if (terms.every((term) => term !== undefined)) return sum(...terms);
    }
    if (f.type === 'product') {
      const constants = f.factors.filter((factor) => !this.#has(factor));
      if (constants.length > 0) {
        const inner = this.of(simplify(product(...f.factors.filter((factor) => this.#has(factor)))), depth);
        return inner === undefined ? undefined : product(...constants, inner);
      }
    }
    return (
      this.#rational(f) ??
      this.#table(f) ??
      this.#overRoot(f) ??
      this.#reduction(f, depth) ??
      this.#trigonometric(f, depth) ??
      this.#substitution(f, depth) ??
      this.#parts(f, depth) ??
      this.#expanded(f, depth) ??
      this.#halfAngle(f, depth)
    );
  }

  /** a and b of ax + b, numbers or not. */
  #linear(expression: Expression): { readonly a: Expression; readonly b: Expression } | undefined {
    const a = differentiate(expression, this.variable);
    if (this.#has(a) || (a.type === 'number' && a.value.numerator === 0n)) return undefined;
    return { a, b: simplify(difference(expression, product(a, this.#x))) };
  }

  #table(f: Expression): Expression | undefined {
    if (f.type === 'name') return quotient(square(this.#x), whole(2));
    if (f.type === 'call') {
      const line = this.#linear(f.argument);
      const rule = CALL_INTEGRALS[f.name];
      return line === undefined || rule === undefined ? undefined : quotient(rule(f.argument), line.a);
    }
    if (f.type !== 'power') return undefined;
    if (!this.#has(f.base)) {
      const line = this.#linear(f.exponent);
      return line === undefined ? undefined : quotient(f, product(line.a, call('ln', f.base)));
    }
    if (this.#has(f.exponent)) return undefined;
    if (f.base.type === 'call' && f.exponent.type === 'number' && isWhole(f.exponent.value)) {
      const rule = POWER_INTEGRALS[`${f.base.name} ${f.exponent.value.numerator}`];
      const line = this.#linear(f.base.argument);
      if (rule !== undefined && line !== undefined) return quotient(rule(f.base.argument), line.a);
    }
    const line = this.#linear(f.base);
    if (line === undefined) return undefined;
    if (f.exponent.type === 'number' && f.exponent.value.numerator === -f.exponent.value.denominator)
      return quotient(absoluteLogarithm(f.base), line.a);
    const more = simplify(sum(f.exponent, whole(1)));
    return quotient(power(f.base, more), product(line.a, more));
  }

  /** Quotients of polynomials with rational coefficients. */
  #rational(f: Expression): Expression | undefined {
    const ratio = ratioOf(f, [this.variable]);
    if (ratio === undefined) return undefined;
    const above = coefficientsOf(ratio.above);
    const below = coefficientsOf(ratio.below);
    if (below.length <= 1)
      return polynomialIntegral(
        above.map((value) => divide(value, below[0] ?? ONE)),
        this.#x,
      );
    const parts = this.split(above, below);
    if (parts === undefined) return undefined;
    const terms = parts.fractions.map((fraction) => fractionIntegral(fraction, this.#x));
    return terms.every((term) => term !== undefined)
      ? sum(polynomialIntegral(parts.whole, this.#x), ...terms)
      : undefined;
  }

  /** A polynomial times an odd power of the root of a quadratic, from -1 on. */
  #overRoot(f: Expression): Expression | undefined {
    const factors = f.type === 'product' ? f.factors : [f];
    const roots = factors.filter(
      (factor) =>
        factor.type === 'power' && factor.exponent.type === 'number' && factor.exponent.value.denominator === 2n,
    );
    const [one, ...more] = roots;
    if (one?.type !== 'power' || one.exponent.type !== 'number' || more.length > 0) return undefined;
    const times = (one.exponent.value.numerator + 1n) / 2n;
    const inner = ratioOf(one.base, [this.variable]);
    if (inner === undefined || times < 0n || times > 10n) return undefined;
    const [quadratic, below] = [coefficientsOf(inner.above), coefficientsOf(inner.below)];
    if (quadratic.length !== 3 || below.length !== 1) return undefined;
    const rest = ratioOf(
      product(...factors.filter((factor) => factor !== one), power(one.base, numberOf(rational(times)))),
      [this.variable],
    );
    if (rest === undefined || coefficientsOf(rest.below).length !== 1) return undefined;
    const divisor = coefficientsOf(rest.below)[0] ?? ONE;
    const scale = below[0] ?? ONE;
    return overRootIntegral(
      coefficientsOf(rest.above).map((value) => divide(value, divisor)),
      quadratic.map((value) => divide(value, scale)),
      this.#x,
    );
  }

  /** Powers of tan, and powers of sin and cos below, by two less. */
  #reduction(f: Expression, depth: number): Expression | undefined {
    if (f.type !== 'power' || f.base.type !== 'call' || f.exponent.type !== 'number' || !isWhole(f.exponent.value))
      return undefined;
    const { name, argument } = f.base;
    const line = this.#linear(argument);
    const n = Number(f.exponent.value.numerator);
    if (line === undefined || Math.abs(n) > 30) return undefined;
    if (name === 'tan' && n > 2) {
      const rest = this.of(power(f.base, whole(n - 2)), depth);
      return rest === undefined
        ? undefined
        : difference(quotient(power(f.base, whole(n - 1)), product(line.a, whole(n - 1))), rest);
    }
    if ((name !== 'sin' && name !== 'cos') || n > -3) return undefined;
    const rest = this.of(power(f.base, whole(n + 2)), depth);
    if (rest === undefined) return undefined;
    const other = call(name === 'sin' ? 'cos' : 'sin', argument);
    const sign = whole(name === 'sin' ? -1 : 1);
    return sum(
      quotient(product(sign, other, power(f.base, whole(n + 1))), product(line.a, whole(-n - 1))),
      product(numberOf(rational(BigInt(-n - 2), BigInt(-n - 1))), rest),
    );
  }

  /** sin(u)^n cos(u)^m with u linear: odd powers by substitution is left to that rule; even ones through cosines of multiples. */
  #trigonometric(f: Expression, depth: number): Expression | undefined {
    const factors = f.type === 'product' ? f.factors : [f];
    let [argument, sines, cosines] = ['', 0, 0];
    let inner: Expression | undefined;
    for (const factor of factors) {
      const [base, times] = factor.type === 'power' ? [factor.base, factor.exponent] : [factor, whole(1)];
      if (base.type !== 'call' || (base.name !== 'sin' && base.name !== 'cos')) return undefined;
      if (times.type !== 'number' || !isWhole(times.value) || times.value.numerator < 1n || times.value.numerator > 20n)
        return undefined;
      const key = writeExpression(base.argument);
      if (argument !== '' && key !== argument) return this.#productToSum(factors, depth);
      [argument, inner] = [key, base.argument];
      if (base.name === 'sin') sines += Number(times.value.numerator);
      else cosines += Number(times.value.numerator);
    }
    if (inner === undefined || this.#linear(inner) === undefined || sines % 2 === 1 || cosines % 2 === 1)
      return undefined;
    // sin² = (1 - cos 2u)/2, cos² = (1 + cos 2u)/2
    const double = call('cos', simplify(product(whole(2), inner)));
    const halves = [
      ...Array.from({ length: sines / 2 }, () => difference(whole(1), double)),
      ...Array.from({ length: cosines / 2 }, () => sum(whole(1), double)),
    ];
    const ratio = kernelRatio(product(...halves, numberOf(rational(1n, 1n << BigInt(halves.length)))));
    return ratio === undefined ? undefined : this.of(ratioExpression(ratio), depth + 1);
  }

  /** sin(a) cos(b) and the like, of different arguments. */
  #productToSum(factors: readonly Expression[], depth: number): Expression | undefined {
    const [one, other, ...more] = factors;
    if (one?.type !== 'call' || other?.type !== 'call' || more.length > 0) return undefined;
    const [plus, minus] = [
      simplify(sum(one.argument, other.argument)),
      simplify(difference(one.argument, other.argument)),
    ];
    const halfOf = (value: Expression): Expression => product(numberOf(rational(1n, 2n)), value);
    const names = `${one.name} ${other.name}`;
    const written =
      names === 'sin sin'
        ? difference(call('cos', minus), call('cos', plus))
        : names === 'cos cos'
          ? sum(call('cos', minus), call('cos', plus))
          : names === 'sin cos'
            ? sum(call('sin', plus), call('sin', minus))
            : difference(call('sin', plus), call('sin', minus));
    return this.of(simplify(halfOf(written)), depth + 1);
  }

  /** f(g(x)) g'(x): each part of the expression is tried as g. */
  #substitution(f: Expression, depth: number): Expression | undefined {
    for (const g of candidatesOf(f, (part) => this.#has(part))) {
      const slope = differentiate(g, this.variable);
      if (slope.type === 'number' && slope.value.numerator === 0n) continue;
      const name = `${this.variable}'`;
      const key = writeExpression(g);
      const replaced = this.#replaced(simplify(quotient(f, slope)), key, g, name);
      if (replaced === undefined) continue;
      const inner = new Integration(name, this.split);
      inner.#tries = this.#tries;
      const found = inner.of(replaced, depth + 1);
      this.#tries = inner.#tries;
      if (found !== undefined) return substitute(found, new Map([[name, g]]));
    }
    return undefined;
  }

  /** The expression in g alone, where it is that. */
  #replaced(expression: Expression, key: string, g: Expression, name: string): Expression | undefined {
    const direct = replacePart(expression, key, name);
    if (!this.#has(direct)) return direct;
    const ratio = kernelRatio(expression);
    if (ratio === undefined) return undefined;
    const reduced = withPythagoras(ratioExpression(ratio), g);
    const again = replacePart(reduced, key, name);
    return this.#has(again) ? undefined : again;
  }

  /** By parts: what becomes simpler by a derivative, times what has an antiderivative. */
  #parts(f: Expression, depth: number): Expression | undefined {
    const factors = f.type === 'product' ? f.factors : [f];
    const cyclic = this.#cyclic(factors);
    if (cyclic !== undefined) return cyclic;
    const order = factors.toSorted((a, b) => rankOf(a) - rankOf(b));
    const [u] = order;
    if (u === undefined || rankOf(u) >= 5) return undefined;
    const rest = factors.filter((factor) => factor !== u);
    const v = rest.length === 0 ? this.#x : this.of(simplify(product(...rest)), depth + 1);
    if (v === undefined) return undefined;
    const left = this.of(simplify(product(simplify(v), differentiate(u, this.variable))), depth + 1);
    return left === undefined ? undefined : difference(product(u, v), left);
  }

  /** exp(ax + b) sin(cx + d) or cos: by parts twice it comes back. */
  #cyclic(factors: readonly Expression[]): Expression | undefined {
    const [one, other] = factors;
    if (factors.length !== 2 || one === undefined || other === undefined) return undefined;
    const exp = [one, other].find((part) => part.type === 'call' && part.name === 'exp');
    const wave = [one, other].find((part) => part.type === 'call' && (part.name === 'sin' || part.name === 'cos'));
    if (exp?.type !== 'call' || wave?.type !== 'call') return undefined;
    const [a, c] = [this.#linear(exp.argument)?.a, this.#linear(wave.argument)?.a];
    if (a === undefined || c === undefined) return undefined;
    const [sine, cosine] = [call('sin', wave.argument), call('cos', wave.argument)];
    const above =
      wave.name === 'sin'
        ? difference(product(a, sine), product(c, cosine))
        : sum(product(a, cosine), product(c, sine));
    return quotient(product(exp, above), sum(square(a), square(c)));
  }

  /** Quotients of sines and cosines of one argument, with t = tan(u/2). */
  #halfAngle(f: Expression, depth: number): Expression | undefined {
    const ratio = kernelRatio(f);
    const [first] = ratio?.kernels ?? [];
    if (ratio === undefined || first?.type !== 'call' || ratio.kernels.length > 2) return undefined;
    const line = this.#linear(first.argument);
    const key = writeExpression(first.argument);
    const isWave = ratio.kernels.every(
      (kernel) =>
        kernel.type === 'call' &&
        (kernel.name === 'sin' || kernel.name === 'cos') &&
        writeExpression(kernel.argument) === key,
    );
    if (line === undefined || !isWave) return undefined;
    const name = `${this.variable}'`;
    const t: Expression = { type: 'name', name };
    const below = sum(whole(1), square(t));
    const changed = ratio.kernels.map((kernel) =>
      kernel.type === 'call' && kernel.name === 'sin'
        ? quotient(product(whole(2), t), below)
        : quotient(difference(whole(1), square(t)), below),
    );
    const inner = product(
      quotient(termsExpression(ratio.above, changed), termsExpression(ratio.below, changed)),
      quotient(whole(2), below),
    );
    const found = new Integration(name, this.split).of(inner, depth + 1);
    return found === undefined
      ? undefined
      : quotient(substitute(found, new Map([[name, call('tan', quotient(first.argument, whole(2)))]])), line.a);
  }

  /** Multiplied out, where that gives more than one term. */
  #expanded(f: Expression, depth: number): Expression | undefined {
    const ratio = kernelRatio(f);
    if (ratio === undefined) return undefined;
    const terms = [...ratio.above].map(([key, value]) => ratioExpression({ ...ratio, above: new Map([[key, value]]) }));
    if (terms.length < 2 || terms.length > 40) return undefined;
    const found = terms.map((term) => this.of(term, depth + 1));
    return found.every((term) => term !== undefined) ? sum(...found) : undefined;
  }
}

/** Logarithms first, then inverse functions, then polynomials; what should not be differentiated last. */
function rankOf(factor: Expression): number {
  const [base, times] = factor.type === 'power' ? [factor.base, factor.exponent] : [factor, whole(1)];
  const isPositive = times.type === 'number' && isWhole(times.value) && times.value.numerator > 0n;
  if (!isPositive) return 9;
  if (base.type === 'call') {
    if (base.name === 'ln') return 1;
    return /^a(?:sin|cos|tan)/.test(base.name) ? 2 : 9;
  }
  return base.type === 'name' || base.type === 'sum' ? 3 : 9;
}
