/** Reads and works out one expression in a single pass: no tree, so that only brackets and powers can be deep. */

import { ContentFault, LimitFault } from '../../lib/faults.js';
import type { NumberMarks } from '../../lib/numbers/decimal-order.js';
import { add, divide, ONE, type Rational, rational, ZERO } from '../../lib/numbers/rational.js';
import { type NumberReader, numberReader } from '../../lib/numbers/typed-number.js';
import { readUnit, sameDimensions, type Unit, unitOfWord } from '../../lib/units/units.js';
import { constantOf } from './constants.js';
import { type Angle, FUNCTIONS, factorial, modulo } from './functions.js';
import { type Arithmetic, exactly, plain, type Value } from './values.js';

const MAX_DEPTH = 200;
const MAX_OPERATIONS = 100_000;
/** Longest name of a unit that is converted to, in characters. */
const MAX_UNIT = 300;

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const WORD = /[\p{L}_°][\p{L}\p{M}\d_]*|["'′″](?=\s|\d|$)/uy;
/** Words that are operators. */
const RESERVED = new Set(['to', 'as', 'in', 'mod', 'of', 'per']);
/** What makes a mixed number of the whole number before it. */
const MIXED = /^\s+(\d{1,30})\s?[/⁄]\s?(\d{1,30})(?![\d/⁄]|[.,:]\d)/;
/** A divisor that is a number by itself: behind ÷, or behind a bar with a space between. */
const APART = /÷\s{0,20}$|[/∕⁄]\s{1,20}$/;
const TIGHT = /^\/(\d{1,30})(?![\d.,/⁄^!(\p{L}⁻⁰¹²³⁴-⁹]|\s?(?:\^|\*\*))/u;
const NAME = /^\s*([\p{L}_][\p{L}\p{M}\d_]*)\s*:?=(?!=)/u;

export interface Surroundings {
  readonly by: Arithmetic;
  readonly angle: Angle;
  readonly marks: NumberMarks;
  readonly variables: Map<string, Value>;
  /** `1/2 / 1/4` divides by a quarter, as `1/2 ÷ 1/4` does everywhere. */
  readonly hasFractions?: boolean;
}

export interface Evaluated {
  readonly value: Value;
  /** The variable that was set. */
  readonly name: string | undefined;
}

/** One line: an expression, or `name = expression`. Throws `ContentFault` with its place, `LimitFault`. */
export function evaluateLine(line: string, surroundings: Surroundings): Evaluated {
  const [all = '', name] = NAME.exec(line) ?? [];
  if (name !== undefined && (RESERVED.has(name) || FUNCTIONS.has(name.toLowerCase()) || constantOf(name) !== undefined))
    throw new ContentFault(`"${name}" cannot be the name of a variable`);
  const value = new Evaluation(line, all.length, surroundings).whole();
  if (name !== undefined) surroundings.variables.set(name, value);
  surroundings.variables.set('ans', value);
  return { value, name };
}

class Evaluation {
  #at: number;
  #depth = 0;
  #operations = 0;
  /** Brackets of functions that are open: commas divide their arguments. */
  #calls = 0;
  readonly #numbers: NumberReader;
  readonly #argumentNumbers: NumberReader;
  /** Spaces group in every language, as SI writes them: 1 000 000. */
  readonly #spacedNumbers: NumberReader;
  readonly #by: Arithmetic;

  constructor(
    private readonly text: string,
    from: number,
    private readonly surroundings: Surroundings,
  ) {
    this.#at = from;
    this.#by = surroundings.by;
    this.#numbers = numberReader(surroundings.marks);
    // In the arguments of a function a comma divides, and nothing groups.
    this.#argumentNumbers = numberReader({ ...surroundings.marks, group: '\u0001' });
    this.#spacedNumbers = numberReader({ ...surroundings.marks, group: ' ' });
  }

  whole(): Value {
    const value = this.conversion();
    this.skip();
    if (this.#at < this.text.length) throw this.unexpected();
    return value;
  }

  private conversion(): Value {
    let value = this.sum();
    for (;;) {
      const [all] = /^\s*(?:(?:to|as|in)\s+|->|→)/.exec(this.text.slice(this.#at, this.#at + 40)) ?? [];
      if (all === undefined) return value;
      this.#at += all.length;
      const [name = ''] =
        /^[^,;()=]*(?:\([^()]*\)[^,;()=]*)*/.exec(this.text.slice(this.#at, this.#at + MAX_UNIT)) ?? [];
      const [first = name] = name.split(/\s(?:to|as|in)\s|->|→/);
      this.#at += first.length;
      this.count();
      const to = readUnit(first);
      value = { number: this.#by.inUnit(value, to), unit: to };
    }
  }

  private sum(): Value {
    let value = this.product();
    for (;;) {
      const sign = this.take(/^(?:\+|[-−–](?!>))/);
      if (sign === undefined) return value;
      this.count();
      value = this.#by.sum(value, this.product(), sign === '+' ? 1 : -1);
    }
  }

  private product(): Value {
    let value = this.signed();
    for (;;) {
      const sign =
        this.times() ??
        this.take(/^(?:\*(?!\*)|[×·⋅∙/÷∕]|%(?=\s*[\d.(\p{L}])(?!\s*(?:of|to|as|in)\b)|(?:mod|of|per)(?![\p{L}\d_]))/u);
      if (sign === undefined && !this.beginsOperand()) return value;
      if (sign === undefined) this.refuseNumbersSideBySide();
      this.count();
      const next = this.signed();
      if (sign === '%' || sign === 'mod') value = plain(modulo(this.#by, value.number, next.number));
      else if (sign === undefined && this.continues(value, next)) value = this.#by.sum(value, next, 1);
      else value = this.#by.product(value, next, sign !== undefined && /[/÷∕]|per/.test(sign) ? -1 : 1);
    }
  }

  /** `2 3` may be meant as a list, a sum or a product. */
  private refuseNumbersSideBySide(): void {
    const before = this.text.slice(Math.max(0, this.#at - 40), this.#at);
    if (/^[\d.]/.test(this.text.slice(this.#at, this.#at + 1)) && /(?:^|[^\p{L}\p{M}\d_.])[\d.]+\s+$/u.test(before))
      throw ContentFault.at(this.text, this.#at, 'an operator such as + or * is missing between two numbers');
  }

  /** An x between numbers, where it is not a variable. */
  private times(): string | undefined {
    return this.surroundings.variables.has('x') ? undefined : this.take(/^[xX](?=\s*[\d.(])/);
  }

  /** `3 ft 2 in`: two amounts of one quantity side by side. */
  private continues(value: Value, next: Value): boolean {
    return value.unit !== undefined && next.unit !== undefined && sameDimensions(value.unit, next.unit);
  }

  private signed(): Value {
    const sign = this.take(/^[-+−–](?!>)/);
    if (sign === undefined) return this.power();
    this.enter();
    const value = this.signed();
    this.#depth--;
    return sign === '+' ? value : { ...value, number: this.#by.negate(value.number) };
  }

  private power(): Value {
    const base = this.postfix(this.primary());
    if (this.take(/^(?:\^|\*\*)/) === undefined) return base;
    this.enter();
    const exponent = this.signed();
    this.#depth--;
    return this.#by.raise(base, exponent);
  }

  private postfix(first: Value): Value {
    let value = first;
    for (;;) {
      const sign = this.take(/^(?:!(?!=)|⁻?[⁰¹²³⁴-⁹]+|[%‰](?!\s*[\d.(])(?!\s*(?!(?:of|to|as|in|mod)\b)\p{L}))/u);
      if (sign === undefined) return value;
      this.count();
      if (sign === '!') value = plain(factorial(this.plainOf(value).number));
      else if (sign === '%' || sign === '‰')
        value = {
          ...plain(this.#by.divide(this.plainOf(value).number, exactly(rational(sign === '%' ? 100n : 1000n)))),
          isPercent: true,
        };
      else value = this.#by.raise(value, plain(exactly(rational(superscript(sign)))));
    }
  }

  private plainOf(value: Value): Value {
    if (value.unit !== undefined) throw new ContentFault(`expected a plain number, got one in ${value.unit.symbol}`);
    return value;
  }

  private primary(): Value {
    this.skip();
    if (this.take(/^\(/) !== undefined) {
      this.enter();
      const calls = this.#calls;
      this.#calls = 0;
      const value = this.conversion();
      this.#calls = calls;
      this.#depth--;
      this.expect(')');
      return { ...value, isPercent: false };
    }
    if (this.take(/^√/) !== undefined) {
      this.enter();
      const root = this.#by.raise(this.postfix(this.primary()), plain(exactly(rational(1n, 2n))));
      this.#depth--;
      return root;
    }
    return this.number() ?? this.word();
  }

  private number(): Value | undefined {
    const based = /^0(?:[xX][\da-fA-F]{1,2000}|[bB][01]{1,2000}|[oO][0-7]{1,2000})(?![\p{L}\d])/u.exec(
      this.text.slice(this.#at, this.#at + 2003),
    )?.[0];
    if (based !== undefined) {
      this.#at += based.length;
      return plain(exactly(rational(BigInt(based.toLowerCase()))));
    }
    const reader = this.#calls > 0 ? this.#argumentNumbers : this.#numbers;
    const plainly = reader.at(this.text, this.#at);
    if (plainly === undefined) return undefined;
    const spaced = this.#spacedNumbers.at(this.text, this.#at);
    const found = spaced !== undefined && spaced.end > plainly.end && !this.isMixed(plainly.end) ? spaced : plainly;
    this.count();
    const start = this.#at;
    this.#at = found.end;
    let number = add(found.value, this.fractionAfter(start));
    const [, under = '0'] = this.isFraction(start) ? (TIGHT.exec(this.text.slice(this.#at, this.#at + 40)) ?? []) : [];
    if (BigInt(under) !== 0n) {
      number = divide(number, rational(BigInt(under)));
      this.#at += under.length + 1;
    }
    // `3/4 in`: a fraction of the unit, not of one by four inches.
    const [bar] = /^\s?\/\s?(?=\d+\s*[\p{L}°"'′″])/u.exec(this.text.slice(this.#at, this.#at + 40)) ?? [];
    const divisor = bar === undefined ? undefined : reader.at(this.text, this.#at + bar.length);
    if (bar !== undefined && divisor !== undefined && this.unitAt(divisor.end) !== undefined) {
      number = divide(number, divisor.value);
      this.#at = divisor.end;
    }
    const unit = this.unitAt(this.#at);
    if (unit === undefined) return plain(exactly(number));
    // A number belongs to the unit right after it, before anything is divided.
    this.#at = unit.end;
    const exponent = this.take(/^(?:(?:\^|\*\*)\s*[-−]?\d{1,2}(?![\d.])|⁻?[⁰¹²³⁴-⁹]+)/);
    if (exponent === undefined) return { number: exactly(number), unit: unit.unit };
    const times = /\d/.test(exponent)
      ? BigInt(exponent.replace(/^[\^*\s]+/, '').replace('−', '-'))
      : superscript(exponent);
    const raised = this.#by.raise({ number: exactly(ONE), unit: unit.unit }, plain(exactly(rational(times))));
    return this.#by.product(plain(exactly(number)), raised, 1);
  }

  /** `5 100/200`: a number and a fraction below one rather than thousands. */
  private isMixed(end: number): boolean {
    const [, top = '1', bottom = '0'] = MIXED.exec(this.text.slice(end, end + 80)) ?? [];
    return BigInt(top) < BigInt(bottom);
  }

  /** The number from `start` is that above the bar of a fraction that something is divided by. */
  private isFraction(start: number): boolean {
    return (
      (this.surroundings.hasFractions === true ? APART : /÷\s{0,20}$/).test(
        this.text.slice(Math.max(0, start - 21), start),
      ) && /^\d{1,30}$/.test(this.text.slice(start, Math.min(this.#at, start + 31)))
    );
  }

  /** `1/2` of `1 1/2`, taken; 0 where no fraction follows a whole number. */
  private fractionAfter(start: number): Rational {
    const isWhole = /^\d{1,30}$/.test(this.text.slice(start, Math.min(this.#at, start + 31)));
    const before = this.text.slice(Math.max(0, start - 21), start);
    const [all, top = '', bottom = ''] =
      (isWhole && (!/[/÷∕⁄]\s{0,20}$/.test(before) || APART.test(before))
        ? MIXED.exec(this.text.slice(this.#at, this.#at + 80))
        : null) ?? [];
    if (all === undefined || BigInt(bottom) === 0n) return ZERO;
    this.#at += all.length;
    return divide(rational(BigInt(top)), rational(BigInt(bottom)));
  }

  /** A unit that is not a variable, function, constant or operator. */
  private unitAt(offset: number): { readonly unit: Unit; readonly end: number } | undefined {
    const start = offset + (/^\s*/.exec(this.text.slice(offset, offset + 20))?.[0].length ?? 0);
    WORD.lastIndex = start;
    const found = WORD.exec(this.text)?.[0];
    if (found === undefined || found.length > 40) return undefined;
    if (this.surroundings.variables.has(found) || constantOf(found) !== undefined) return undefined;
    if (
      RESERVED.has(found) &&
      (found !== 'in' ||
        (/^\s+[\p{L}°]/u.test(this.text.slice(start + 2)) && !/^\s+(?:to|as|in)\s/.test(this.text.slice(start + 2))))
    )
      return undefined;
    const unit = unitOfWord(found);
    return unit === undefined ? undefined : { unit, end: start + found.length };
  }

  private word(): Value {
    const start = this.#at;
    WORD.lastIndex = start;
    const found = WORD.exec(this.text)?.[0];
    if (found === undefined) throw this.unexpected();
    this.count();
    this.#at += found.length;
    const variable = this.surroundings.variables.get(found);
    if (variable !== undefined) return variable;
    if (/^\s*\(/.test(this.text.slice(this.#at, this.#at + 20)) && FUNCTIONS.has(found.toLowerCase()))
      return this.call(found.toLowerCase());
    const constant = constantOf(found);
    if (constant !== undefined) return plain(this.constant(constant));
    const unit = found.length > 40 || RESERVED.has(found) ? undefined : unitOfWord(found);
    if (unit !== undefined) return { number: exactly(ONE), unit };
    const shown = JSON.stringify(found.length > 60 ? `${found.slice(0, 59)}…` : found);
    if (/^\s*\(/.test(this.text.slice(this.#at, this.#at + 20)))
      throw ContentFault.at(this.text, start, `unknown function ${shown}`);
    const isFunction = FUNCTIONS.has(found.toLowerCase());
    throw ContentFault.at(
      this.text,
      start,
      RESERVED.has(found)
        ? `unexpected ${shown}`
        : isFunction
          ? `${shown} is a function: write ${found.toLowerCase()}(…)`
          : `unknown name ${shown}`,
    );
  }

  private constant(name: NonNullable<ReturnType<typeof constantOf>>) {
    const { Decimals } = this.#by;
    const pi = () => Decimals.acos(-1);
    const phi = () => Decimals.sqrt(5).plus(1).div(2);
    const values = { pi, tau: () => pi().times(2), e: () => Decimals.exp(1), phi };
    return this.#by.rounded(values[name]());
  }

  private call(name: string): Value {
    const [least, most, work] = FUNCTIONS.get(name) ?? [0, 0, () => plain(exactly(ONE))];
    this.expect('(');
    this.enter();
    const calls = this.#calls;
    this.#calls = 1;
    const args: Value[] = [];
    do {
      args.push(this.conversion());
      if (args.length > 1000) throw new LimitFault('functions take at most 1000 arguments');
    } while (this.take(/^[,;]/) !== undefined);
    this.#calls = calls;
    this.#depth--;
    this.expect(')');
    if (args.length < least || args.length > most)
      throw new ContentFault(
        `${name} takes ${least === most ? least : `${least} to ${most}`} numbers, got ${args.length}`,
      );
    return work(args, { by: this.#by, angle: this.surroundings.angle, name });
  }

  private beginsOperand(): boolean {
    this.skip();
    const rest = this.text.slice(this.#at, this.#at + 20);
    if (/^(?:to|as|in)(?:\s|$)|^(?:mod|of|per)(?![\p{L}\d_])/u.test(rest)) return false;
    return /^[\p{L}_°(√\d."'′″½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]/u.test(rest);
  }

  /** The sign at this place, taken. */
  private take(pattern: RegExp): string | undefined {
    this.skip();
    const found = pattern.exec(this.text.slice(this.#at, this.#at + 40))?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  private expect(sign: string): void {
    this.skip();
    if (this.text.charAt(this.#at) !== sign) throw this.unexpected(` instead of "${sign}"`);
    this.#at++;
  }

  private skip(): void {
    while (/\s/.test(this.text.charAt(this.#at))) this.#at++;
  }

  private enter(): void {
    if (++this.#depth > MAX_DEPTH) throw new LimitFault(`nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
    this.count();
  }

  private count(): void {
    if (++this.#operations > MAX_OPERATIONS)
      throw new LimitFault(`an expression must have fewer than ${MAX_OPERATIONS} operations`);
  }

  private unexpected(instead = ''): ContentFault {
    const character = String.fromCodePoint(this.text.codePointAt(this.#at) ?? 32);
    const what =
      this.#at >= this.text.length ? `the expression ends too early` : `unexpected ${JSON.stringify(character)}`;
    const isDecimal = character === ',' && /^\d,\d$/.test(this.text.slice(this.#at - 1, this.#at + 2));
    const hint = isDecimal && instead === '' ? ': a decimal comma needs option "locale", such as de' : '';
    return ContentFault.at(this.text, Math.min(this.#at, this.text.length), what + instead + hint);
  }
}

const superscript = (text: string): bigint =>
  BigInt(text.replaceAll('⁻', '-').replace(/[⁰¹²³⁴-⁹]/g, (digit) => String(SUPERSCRIPTS.indexOf(digit))));
