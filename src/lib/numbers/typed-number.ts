/** Numbers as people type them, read exactly: the one reader of all tools that calculate. */

import { LimitFault } from '../faults.js';
import type { NumberMarks } from './decimal-order.js';
import { add, divide, multiply, negate, power, type Rational, rational } from './rational.js';

/** Longest number that is read, in characters. */
const MAX_CHARACTERS = 10_000;
/** Largest exponent of ten. */
const MAX_EXPONENT = 5000;

const VULGAR: Readonly<Record<string, readonly [number, number]>> = {
  '½': [1, 2],
  '⅓': [1, 3],
  '⅔': [2, 3],
  '¼': [1, 4],
  '¾': [3, 4],
  '⅕': [1, 5],
  '⅖': [2, 5],
  '⅗': [3, 5],
  '⅘': [4, 5],
  '⅙': [1, 6],
  '⅚': [5, 6],
  '⅐': [1, 7],
  '⅛': [1, 8],
  '⅜': [3, 8],
  '⅝': [5, 8],
  '⅞': [7, 8],
  '⅑': [1, 9],
  '⅒': [1, 10],
};

/** As English writes them. */
export const ENGLISH: NumberMarks = { decimal: '.', group: ',' };

/** The marks of a language. Throws RangeError for a locale that is not a BCP 47 tag. */
export function marksOf(locale: string): NumberMarks {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true, numberingSystem: 'latn' }).formatToParts(1234567.5);
  const markOf = (type: string): string | undefined => parts.find((part) => part.type === type)?.value;
  return { decimal: markOf('decimal') ?? '.', group: markOf('group') ?? ',' };
}

const escapeMark = (mark: string): string => mark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Digits with marks between: `1,234.56`, `.5`, `1_000`, `0.(3)`, `1e-9`, `1.5×10^6`. Linear: every part has its own characters. */
function decimalPattern({ decimal, group }: NumberMarks): RegExp {
  const groups = /\s/.test(group) ? ' \u00a0\u202f' : /['’]/.test(group) ? "'’" : group;
  const marks = `[${groups.replace(/[\]\\^-]/g, '\\$&')}]`;
  // Lakhs and crores: 1,23,456.
  const indian = group === ',' ? '\\d{1,2}(?:,\\d{2})+,\\d{3}(?!\\d)|' : '';
  const whole = `\\d{1,3}(?:${marks}\\d{3})+(?!\\d)|${indian}\\d+(?:_\\d+)*`;
  const point = escapeMark(decimal);
  const digits = `(?:(${whole})(?:${point}(\\d*))?|${point}(\\d+))(?:\\((\\d+)\\))?`;
  // 3×106 is a product: the power has to be seen as one.
  const times = '\\s?[x×·]\\s?10(?:\\s?(?:\\^|\\*\\*)\\s?(?=[-+−]?\\d)|(?=[⁻⁰¹²³⁴-⁹]))';
  return new RegExp(`${digits}(?:(?:[eE]|${times})([-+−]?\\d+|⁻?[⁰¹²³⁴-⁹]+))?`, 'uy');
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

const plainExponent = (text: string): number =>
  Number(text.replace(/[−⁻]/g, '-').replace(/[⁰¹²³⁴-⁹]/g, (digit) => String(SUPERSCRIPTS.indexOf(digit))));

/** Reads numbers of one notation. */
export interface NumberReader {
  /** The unsigned decimal at an offset, and where it ends; `undefined` where none begins. Throws as `read`. */
  readonly at: (text: string, offset: number) => { readonly value: Rational; readonly end: number } | undefined;
  /**
   * A whole text: sign, decimal, fraction, mixed number, percent, a currency sign. `undefined` where it is
   * none. Throws `LimitFault` where it is too long.
   */
  readonly read: (text: string) => Rational | undefined;
}

export function numberReader(marks: NumberMarks = ENGLISH): NumberReader {
  const pattern = decimalPattern(marks);
  const at: NumberReader['at'] = (text, offset) => {
    pattern.lastIndex = offset;
    const found = pattern.exec(text);
    if (found !== null) {
      const [all, whole = '', after = '', only = '', repeating, exponent = '0'] = found;
      if (all.length > MAX_CHARACTERS)
        throw new LimitFault(`numbers must have fewer than ${MAX_CHARACTERS + 1} digits`);
      const value = decimalOf(whole.replace(/\D/g, ''), after + only, repeating, plainExponent(exponent));
      const end = offset + all.length;
      const vulgar = VULGAR[text.charAt(end)];
      // `2½`
      if (vulgar === undefined || after + only !== '' || exponent !== '0') return { value, end };
      return { value: add(value, rational(BigInt(vulgar[0]), BigInt(vulgar[1]))), end: end + 1 };
    }
    const vulgar = VULGAR[text.charAt(offset)];
    return vulgar === undefined
      ? undefined
      : { value: rational(BigInt(vulgar[0]), BigInt(vulgar[1])), end: offset + 1 };
  };
  return { at, read: (text) => readWhole(text, at) };
}

function decimalOf(whole: string, fraction: string, repeating: string | undefined, exponent: number): Rational {
  if (Math.abs(exponent) > MAX_EXPONENT)
    throw new LimitFault(`exponents must be from -${MAX_EXPONENT} to ${MAX_EXPONENT}, got ${exponent}`, MAX_EXPONENT);
  const scale = 10n ** BigInt(fraction.length);
  let value = rational(BigInt(whole + fraction || '0'), scale);
  if (repeating !== undefined)
    value = add(value, rational(BigInt(repeating), scale * (10n ** BigInt(repeating.length) - 1n)));
  return exponent === 0 ? value : multiply(value, power(rational(10n), BigInt(exponent)));
}

function readWhole(text: string, at: NumberReader['at']): Rational | undefined {
  let rest = text.trim();
  let isNegative = false;
  const signs = /^(?:\p{Sc}\s?)?([-+−])?\s?(?:\p{Sc}\s?)?/u.exec(rest);
  if (signs?.[1] !== undefined && signs[1] !== '+') isNegative = !isNegative;
  rest = rest.slice(signs?.[0].length ?? 0);
  const isPercent = /\s?[%‰]$/.exec(rest);
  rest = rest.replace(/\s?[%‰]$/, '').replace(/\s?\p{Sc}$/u, '');
  const value = unsigned(rest, at);
  if (value === undefined) return undefined;
  const scaled = isPercent === null ? value : divide(value, rational(isPercent[0].endsWith('%') ? 100n : 1000n));
  return isNegative ? negate(scaled) : scaled;
}

/** `5`, `3/4`, `2 3/4`, `2 ½`. */
function unsigned(text: string, at: NumberReader['at']): Rational | undefined {
  const first = at(text, 0);
  if (first === undefined) return undefined;
  if (first.end === text.length) return first.value;
  const between = /^(\s*[/⁄∕]\s*|\s+)/.exec(text.slice(first.end))?.[0];
  if (between === undefined) return undefined;
  const second = at(text, first.end + between.length);
  if (second === undefined) return undefined;
  const isFraction = between.trim() !== '';
  if (second.end === text.length) {
    if (isFraction) return divide(first.value, second.value);
    // `2 ½`, but not `2 5`.
    return VULGAR[text.charAt(first.end + between.length)] === undefined ? undefined : add(first.value, second.value);
  }
  const bar = /^\s*[/⁄∕]\s*/.exec(text.slice(second.end))?.[0];
  if (isFraction || bar === undefined) return undefined;
  const third = at(text, second.end + bar.length);
  if (third === undefined || third.end !== text.length) return undefined;
  return add(first.value, divide(second.value, third.value));
}
