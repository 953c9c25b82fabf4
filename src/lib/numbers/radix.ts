/** Numbers in bases from 2 to 64. */

import { ContentFault, LimitFault } from '../faults.js';
import { absolute, negate, type Rational, rational } from './rational.js';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/';
const PREFIXES: Readonly<Record<string, number>> = { '0x': 16, '0o': 8, '0b': 2, '0d': 10, '#': 16, $: 16 };
const MAX_DIGITS = 3000;

/** The value of a digit in letters; -1 where it is none of the base. Letters count in both cases up to base 36. */
function digitOf(character: string, base: number): number {
  const value = DIGITS.indexOf(base <= 36 ? character.toLowerCase() : character);
  return value < base ? value : -1;
}

/** Base that a text states by its prefix. */
function prefixOf(text: string): readonly [prefix: string, base: number] | undefined {
  const lower = text.slice(0, 2).toLowerCase();
  for (const prefix of [lower, text.slice(0, 1)]) {
    const base = Object.hasOwn(PREFIXES, prefix) ? PREFIXES[prefix] : undefined;
    if (base !== undefined && text.length > prefix.length) return [prefix, base];
  }
  return undefined;
}

/**
 * Reads sign, prefix, digits and fraction; spaces, underscores and apostrophes between digits are left aside. A prefix counts where
 * its base is asked for, or decimal digits are. Throws `ContentFault` naming the digit that is none.
 */
export function readRadix(text: string, base: number): Rational {
  const compact = text.trim().replace(/(?<=[^\s_'])[ _'\u00a0\u202f](?=[^\s_'])/g, '');
  const [, sign = '', unsigned = ''] = /^([-+−]?)(.*)$/s.exec(compact) ?? [];
  const prefix = prefixOf(unsigned);
  const isPrefixed = prefix !== undefined && (prefix[1] === base || (base === 10 && !/^\d+$/.test(unsigned)));
  const radix = isPrefixed ? prefix[1] : base;
  const digits = isPrefixed ? unsigned.slice(prefix[0].length) : unsigned;
  const shown = JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);
  if (digits.length > MAX_DIGITS) throw new LimitFault(`numbers must have fewer than ${MAX_DIGITS + 1} digits`);
  const parts = digits.split('.');
  if (parts.length > 2 || parts.join('') === '') throw new ContentFault(`${shown} is not a number in base ${radix}`);
  let value = 0n;
  for (const character of parts.join('')) {
    const digit = digitOf(character, radix);
    if (digit < 0)
      throw new ContentFault(`${shown} has ${JSON.stringify(character)}, which is not a digit in base ${radix}`);
    value = value * BigInt(radix) + BigInt(digit);
  }
  const result = rational(value, BigInt(radix) ** BigInt(parts[1]?.length ?? 0));
  return /[-−]/.test(sign) ? negate(result) : result;
}

export interface WrittenRadix {
  readonly text: string;
  readonly isExact: boolean;
}

/** In a base, with at most so many digits after the point, the rest cut off. */
export function writeRadix(value: Rational, base: number, places: number): WrittenRadix {
  const { numerator, denominator } = absolute(value);
  const scaled = (numerator % denominator) * BigInt(base) ** BigInt(places);
  const fraction =
    places === 0
      ? ''
      : wholeText(scaled / denominator, base)
          .padStart(places, '0')
          .replace(/0+$/, '');
  const text = `${wholeText(numerator / denominator, base)}${fraction === '' ? '' : `.${fraction}`}`;
  return { text: value.numerator < 0n && /[^0.]/.test(text) ? `-${text}` : text, isExact: scaled % denominator === 0n };
}

function wholeText(value: bigint, base: number): string {
  if (base <= 36) return value.toString(base);
  let text = '';
  for (let left = value; left > 0n; left /= BigInt(base)) text = DIGITS.charAt(Number(left % BigInt(base))) + text;
  return text === '' ? '0' : text;
}

/** Digits before the point in groups from the right, divided by spaces; after it from the left. */
export function groupDigits(text: string, size: number): string {
  if (size === 0) return text;
  const [, sign = '', whole = '', fraction = ''] = /^(-?)([^.]*)\.?(.*)$/.exec(text) ?? [];
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= size) groups.unshift(whole.slice(Math.max(0, end - size), end));
  const after = fraction.match(new RegExp(`.{1,${size}}`, 'g'))?.join(' ');
  return `${sign}${groups.join(' ')}${after === undefined ? '' : `.${after}`}`;
}
