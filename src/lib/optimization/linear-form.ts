/** Sums of multiples of variables: `3x + 2 y - 4(x + z)/2 + 7`. */

import { ContentFault, LimitFault } from '../faults.js';
import { add, divide, multiply, negate, ONE, type Rational, toNumber, ZERO } from '../numbers/rational.js';
import { numberReader } from '../numbers/typed-number.js';

export interface LinearForm {
  readonly terms: ReadonlyMap<string, number>;
  readonly constant: number;
}

interface Exact {
  readonly terms: ReadonlyMap<string, Rational>;
  readonly constant: Rational;
}

const MAX_DEPTH = 50;
const NAME = /[\p{L}_][\p{L}\p{M}\d_.#$%@~!&?]*(?:\[[\w, ]{1,60}\])?/uy;
const reader = numberReader({ decimal: '.', group: '\u0001' });

const constantForm = (constant: Rational): Exact => ({ terms: new Map(), constant });

function combine(a: Exact, b: Exact, times: Rational): Exact {
  const terms = new Map(a.terms);
  for (const [name, value] of b.terms) terms.set(name, add(terms.get(name) ?? ZERO, multiply(times, value)));
  return { terms, constant: add(a.constant, multiply(times, b.constant)) };
}

/** Throws `ContentFault` for what is not linear, `LimitFault`. */
export function readForm(text: string): LinearForm {
  let at = 0;
  let depth = 0;
  const skip = (): void => {
    while (at < text.length && /\s/.test(text.charAt(at))) at++;
  };
  const fault = (): ContentFault => {
    const rest = text.slice(at).trim();
    const shown = JSON.stringify(rest.length > 30 ? `${rest.slice(0, 29)}…` : rest);
    return new ContentFault(rest === '' ? 'an expression ends too early' : `cannot read ${shown}`);
  };
  const sum = (): Exact => {
    const terms = new Map<string, Rational>();
    let constant = ZERO;
    for (let isFirst = true; ; isFirst = false) {
      skip();
      let isNegative = false;
      let hasSign = false;
      for (; /[-+−–]/.test(text.charAt(at)); skip()) {
        if (text.charAt(at) !== '+') isNegative = !isNegative;
        hasSign = true;
        at++;
      }
      if (!isFirst && !hasSign) return { terms, constant };
      const part = product();
      const signed = (value: Rational): Rational => (isNegative ? negate(value) : value);
      for (const [name, value] of part.terms) terms.set(name, add(terms.get(name) ?? ZERO, signed(value)));
      constant = add(constant, signed(part.constant));
    }
  };
  const product = (): Exact => {
    let value = factor();
    for (;;) {
      skip();
      const sign = text.charAt(at);
      const isOperator = sign === '*' || sign === '/' || sign === '·' || sign === '×';
      if (isOperator) at++;
      else if (!/[\p{L}_(]/u.test(sign)) return value;
      const next = factor();
      if (sign === '/') {
        if (next.terms.size > 0) throw new ContentFault('a variable is in a denominator, so it is not linear');
        value = combine(constantForm(ZERO), value, divide(ONE, next.constant));
      } else if (value.terms.size === 0) value = combine(constantForm(ZERO), next, value.constant);
      else if (next.terms.size === 0) value = combine(constantForm(ZERO), value, next.constant);
      else throw new ContentFault('variables are multiplied, so it is not linear');
    }
  };
  const factor = (): Exact => {
    skip();
    if (text.charAt(at) === '(') {
      if (++depth > MAX_DEPTH) throw new LimitFault(`nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
      at++;
      const inside = sum();
      skip();
      if (text.charAt(at) !== ')') throw fault();
      at++;
      depth--;
      return inside;
    }
    const number = reader.at(text, at);
    if (number !== undefined) {
      at = number.end;
      return constantForm(number.value);
    }
    NAME.lastIndex = at;
    const name = NAME.exec(text)?.[0];
    if (name === undefined || name.length > 100) throw fault();
    at += name.length;
    return { terms: new Map([[name, ONE]]), constant: ZERO };
  };
  const form = sum();
  skip();
  if (at < text.length) throw fault();
  return {
    terms: new Map([...form.terms].map(([name, value]) => [name, double(value)])),
    constant: double(form.constant),
  };
}

/** Beyond 1e15 the solver takes numbers for infinite. */
function double(value: Rational): number {
  const number = toNumber(value);
  if (!(Math.abs(number) < 1e15)) throw new LimitFault('numbers must be below 1e15');
  return number;
}

/** a + times · b. */
export function addForms(a: LinearForm, b: LinearForm, times: number): LinearForm {
  const terms = new Map(a.terms);
  for (const [name, value] of b.terms) terms.set(name, (terms.get(name) ?? 0) + times * value);
  return { terms, constant: a.constant + times * b.constant };
}
