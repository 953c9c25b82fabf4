/** Reads expressions and equations of algebra, as people type them. */

import { ContentFault, LimitFault } from '../faults.js';
import type { NumberMarks } from '../numbers/decimal-order.js';
import { rational } from '../numbers/rational.js';
import { ENGLISH, type NumberReader, numberReader } from '../numbers/typed-number.js';
import {
  call,
  type Expression,
  FUNCTION_NAMES,
  type FunctionName,
  half,
  negative,
  numberOf,
  power,
  product,
  quotient,
  sum,
  whole,
} from './expression.js';
import { folded } from './simplify.js';

const MAX_DEPTH = 60;
/** Chosen: a page of algebra. */
const MAX_PARTS = 3000;

type Build = (argument: Expression) => Expression;

const inverse = (value: Expression): Expression => power(value, whole(-1));
const FUNCTIONS: ReadonlyMap<string, Build> = new Map<string, Build>([
  ...FUNCTION_NAMES.map((name: FunctionName): [string, Build] => [name, (x) => call(name, x)]),
  ['sqrt', (x) => power(x, half)],
  ['cbrt', (x) => power(x, numberOf(rational(1n, 3n)))],
  ['log', (x) => quotient(call('ln', x), call('ln', whole(10)))],
  ['log10', (x) => quotient(call('ln', x), call('ln', whole(10)))],
  ['lg', (x) => quotient(call('ln', x), call('ln', whole(10)))],
  ['log2', (x) => quotient(call('ln', x), call('ln', whole(2)))],
  ['sec', (x) => inverse(call('cos', x))],
  ['csc', (x) => inverse(call('sin', x))],
  ['cot', (x) => quotient(call('cos', x), call('sin', x))],
  ['arcsin', (x) => call('asin', x)],
  ['arccos', (x) => call('acos', x)],
  ['arctan', (x) => call('atan', x)],
  ['arsinh', (x) => call('asinh', x)],
  ['arcosh', (x) => call('acosh', x)],
  ['artanh', (x) => call('atanh', x)],
  ['tg', (x) => call('tan', x)],
]);

const WORD = /[\p{L}_][\p{L}\p{M}\d_]*/uy;
const SUPERSCRIPT = /⁻?[⁰¹²³⁴-⁹]+/y;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const GREEK: Readonly<Record<string, string>> = { π: 'pi', ℯ: 'e' };

/** Numbers among numbers are worked out; `log` has base 10. Throws `ContentFault` with its place, `LimitFault`. */
export function readExpression(text: string, marks: NumberMarks = ENGLISH): Expression {
  return folded(new Reader(text, marks).whole());
}

/**
 * Letters side by side that are variables by themselves elsewhere: `xy` beside `x` and `y`. x, y and z always are.
 */
function soleLetters(text: string): ReadonlySet<string> {
  const words = text.match(/[\p{L}_][\p{L}\p{M}\d_]*/gu) ?? [];
  return new Set(['x', 'y', 'z', ...words.filter((word) => /^\p{L}$/u.test(word))]);
}

class Reader {
  #at = 0;
  #depth = 0;
  #parts = 0;
  readonly #numbers: NumberReader;
  readonly #letters: ReadonlySet<string>;

  constructor(
    private readonly text: string,
    marks: NumberMarks,
  ) {
    // Nothing groups digits: a comma may divide.
    this.#numbers = numberReader({ ...marks, group: '\u0001' });
    this.#letters = soleLetters(text);
  }

  whole(): Expression {
    const value = this.sum();
    this.skip();
    if (this.#at < this.text.length) throw this.unexpected();
    return value;
  }

  private sum(): Expression {
    const terms = [this.product()];
    for (;;) {
      const sign = this.take(/[+\-−–]/y);
      if (sign === undefined) return terms.length === 1 ? (terms[0] as Expression) : sum(...terms);
      const term = this.product();
      terms.push(sign === '+' ? term : negative(term));
    }
  }

  private product(): Expression {
    const factors = [this.signed()];
    for (;;) {
      const sign = this.take(/\*(?!\*)|[×·⋅∙/÷∕]/y);
      if (sign === undefined && !this.beginsOperand())
        return factors.length === 1 ? (factors[0] as Expression) : product(...factors);
      const factor = this.signed();
      const isDivided = sign !== undefined && /[/÷∕]/.test(sign);
      factors.push(isDivided ? inverse(factor) : factor);
    }
  }

  private signed(): Expression {
    const sign = this.take(/[+\-−–]/y);
    if (sign === undefined) return this.power();
    this.enter();
    const value = this.signed();
    this.#depth--;
    return sign === '+' ? value : negative(value);
  }

  private power(): Expression {
    const base = this.primary();
    const raised = this.take(SUPERSCRIPT);
    if (raised !== undefined) return power(base, superscript(raised));
    if (this.take(/\^|\*\*/y) === undefined) return base;
    this.enter();
    const exponent = this.signed();
    this.#depth--;
    return power(base, exponent);
  }

  private primary(): Expression {
    this.skip();
    const opening = this.take(/[([{|√]/y);
    if (opening === '√') return power(this.primary(), half);
    if (opening !== undefined) {
      this.enter();
      const value = this.sum();
      this.#depth--;
      this.expect({ '(': ')', '[': ']', '{': '}', '|': '|' }[opening] ?? ')');
      return opening === '|' ? call('abs', value) : value;
    }
    const found = this.#numbers.at(this.text, this.#at);
    if (found !== undefined) {
      this.count();
      this.#at = found.end;
      return numberOf(found.value);
    }
    return this.word();
  }

  private word(): Expression {
    const start = this.#at;
    WORD.lastIndex = start;
    const word = WORD.exec(this.text)?.[0];
    if (word === undefined) throw this.unexpected();
    this.count();
    this.#at += word.length;
    const build = FUNCTIONS.get(word.toLowerCase());
    if (build !== undefined) return this.called(build);
    if (this.next() === '(' && word.length > 1 && !this.isOfLetters(word))
      throw ContentFault.at(this.text, start, `unknown function ${JSON.stringify(word.slice(0, 60))}`);
    if (word.toLowerCase() === 'pi') return { type: 'name', name: 'pi' };
    if (word.length > 40) throw ContentFault.at(this.text, start, 'a name is longer than 40 characters');
    if (word.length > 1 && this.isOfLetters(word))
      return product(...[...word].map((name): Expression => ({ type: 'name', name })));
    return { type: 'name', name: Object.hasOwn(GREEK, word) ? (GREEK[word] ?? word) : word };
  }

  private isOfLetters(word: string): boolean {
    return [...word].every((letter) => this.#letters.has(letter));
  }

  /** `sin(x)`, `sin x`, `sin^2(x)`, `sin 2x`. */
  private called(build: Build): Expression {
    this.enter();
    const exponent = this.take(/\^(?=\s*\d)/y) === undefined ? this.take(SUPERSCRIPT) : this.take(/\d{1,3}/y);
    const argument = this.next() === '(' ? this.primary() : this.bareArgument();
    this.#depth--;
    const value = build(argument);
    return exponent === undefined ? value : power(value, superscript(exponent));
  }

  /** Up to a sign or a sign of multiplication: 2x of `sin 2x + 1`. */
  private bareArgument(): Expression {
    const factors = [this.signed()];
    while (this.beginsOperand() && !this.beginsFunction()) factors.push(this.power());
    return factors.length === 1 ? (factors[0] as Expression) : product(...factors);
  }

  private beginsFunction(): boolean {
    WORD.lastIndex = this.#at;
    return FUNCTIONS.has(WORD.exec(this.text)?.[0].toLowerCase() ?? '');
  }

  private beginsOperand(): boolean {
    // A bar may close an absolute value, so that it never begins one after a factor.
    return /[\p{L}_(\d.[{√½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]/u.test(this.next());
  }

  private next(): string {
    this.skip();
    return String.fromCodePoint(this.text.codePointAt(this.#at) ?? 32);
  }

  private take(pattern: RegExp): string | undefined {
    this.skip();
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) return undefined;
    this.count();
    this.#at += found.length;
    return found;
  }

  private expect(sign: string): void {
    this.skip();
    if (this.text.charAt(this.#at) !== sign) throw this.unexpected(` instead of "${sign}"`);
    this.#at++;
  }

  private skip(): void {
    while (this.#at < this.text.length && /\s/.test(this.text.charAt(this.#at))) this.#at++;
  }

  private enter(): void {
    if (++this.#depth > MAX_DEPTH) throw new LimitFault(`nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
  }

  private count(): void {
    if (++this.#parts > MAX_PARTS)
      throw new LimitFault(`an expression must have fewer than ${MAX_PARTS + 1} parts`, MAX_PARTS);
  }

  private unexpected(instead = ''): ContentFault {
    const character = String.fromCodePoint(this.text.codePointAt(this.#at) ?? 32);
    const isOver = this.#at >= this.text.length;
    const what = isOver ? 'the expression ends too early' : `unexpected ${JSON.stringify(character)}`;
    return ContentFault.at(this.text, Math.min(this.#at, this.text.length), what + instead);
  }
}

const superscript = (text: string): Expression =>
  numberOf(
    rational(
      BigInt(
        text
          .replaceAll('⁻', '-')
          .replace(/[⁰¹²³⁴-⁹]/g, (digit) => String(SUPERSCRIPTS.indexOf(digit)))
          .slice(0, 9),
      ),
    ),
  );
