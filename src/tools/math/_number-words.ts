import type { NumberWords } from '../../engines/number-words.js';
import { ContentFault } from '../../lib/faults.js';
import { exactDecimal } from '../../lib/numbers/exact-decimals.js';
import type { NumberReader } from '../../lib/numbers/typed-number.js';

const MAX_DECIMALS = 50;
export const WORD_STYLES = ['cardinal', 'ordinal', 'currency', 'cheque'] as const;

export interface Writing {
  readonly words: NumberWords;
  readonly style: (typeof WORD_STYLES)[number];
  readonly locale: string;
}

const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** What a text says in digits, with a decimal point. Throws `ContentFault`. */
export function decimalOf(text: string, reader: NumberReader): string {
  const value = reader.read(text);
  const decimal = value === undefined ? undefined : exactDecimal(value);
  if (decimal === undefined) throw new ContentFault(`${quoted(text)} is not a number with an end, such as 12 or -3.5`);
  return decimal;
}

const SIGNS: Readonly<Record<string, string>> = { USD: '$', GBP: '£', EUR: '€' };

/** Throws `ContentFault` for a number with a currency sign that its words would not tell. */
export function checkSign(text: string, { words, style, locale }: Writing): void {
  const [sign] = /\p{Sc}/u.exec(text) ?? [];
  if (sign === undefined || style === 'cheque') return;
  if (style !== 'currency')
    throw new ContentFault(`${quoted(text)} has a currency sign: option "style" must be "currency" or "cheque" for it`);
  const own = SIGNS[words.currency ?? ''];
  if (sign !== own)
    throw new ContentFault(`amounts in ${locale} must be in ${own ?? 'no currency'}, got ${quoted(text)}`);
}

/** `decimal` in words. Throws `ContentFault` where the style or the language has no words for it. */
export function written(decimal: string, { words, style, locale }: Writing): string {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole.length > words.digits)
    throw new ContentFault(
      `numbers must have at most ${words.digits} digits before the decimal mark in ${locale}, got ${whole.length}`,
    );
  if (decimals.length > MAX_DECIMALS)
    throw new ContentFault(`numbers must have at most ${MAX_DECIMALS} decimals, got ${decimals.length}`);
  const value = BigInt(whole);
  const before = sign === '' ? '' : `${words.minus} `;
  if (style === 'ordinal') {
    if (decimals !== '' || sign !== '' || value === 0n)
      throw new ContentFault(`${decimal} has no ordinal: it must be a whole number from 1`);
    return words.ordinal(value);
  }
  if (style === 'cardinal') {
    const digits = [...decimals].map((digit) => words.cardinal(BigInt(digit)));
    return [`${before}${words.cardinal(value)}`, ...(digits.length === 0 ? [] : [words.point, ...digits])].join(' ');
  }
  if (decimals.length > 2) throw new ContentFault(`an amount must have at most 2 decimals, got ${decimal}`);
  if (style === 'currency') return words.amount(`${sign}${whole}.${decimals.padEnd(2, '0')}`);
  if (sign !== '') throw new ContentFault(`the amount of a cheque must not be negative, got ${decimal}`);
  const said = words.cardinal(value);
  return `${said.charAt(0).toUpperCase()}${said.slice(1)} and ${decimals.padEnd(2, '0')}/100`;
}
