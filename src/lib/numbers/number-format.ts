/** Numbers as a language writes them, rounded exactly before `Intl` gets them. */

import {
  decimalsOf,
  divide,
  magnitudeOf,
  multiply,
  power,
  type Rational,
  type Rounding,
  rational,
  roundTo,
  toFixed,
} from './rational.js';

/** Decimals that `Intl` of every supported Node takes. */
const INTL_PLACES = 20;

/** Digits that are written of a number without an end, where nobody says how many. */
const DEFAULT_DECIMALS: Readonly<Record<string, number>> = {
  decimal: 20,
  percent: 2,
  scientific: 6,
  engineering: 6,
  compact: 1,
};

export const STYLES = [
  'decimal',
  'currency',
  'accounting',
  'percent',
  'compact',
  'compact-long',
  'scientific',
  'engineering',
  'plain',
] as const;
type Style = (typeof STYLES)[number];

export interface FormatSettings {
  readonly locale: string;
  readonly style: Style;
  readonly decimals: number | undefined;
  readonly significant: number;
  readonly rounding: Rounding;
  readonly currency: string;
  readonly group: boolean;
}

/** Rounded by us, exactly, so that `Intl` has nothing left to round. */
function rounded(
  value: Rational,
  places: number,
  { significant, rounding }: FormatSettings,
): { readonly value: Rational; readonly places: number } {
  if (significant === 0) return { value: roundTo(value, places, rounding), places };
  const first = roundTo(value, significant - 1 - magnitudeOf(value), rounding);
  // A carry, as of 9.99 to two digits, takes a place less.
  const kept = significant - 1 - magnitudeOf(first);
  return { value: first, places: Math.max(0, kept) };
}

/**
 * The text of a number whose every digit is given, with the marks and signs of a language. Digits beyond those that every version of
 * `Intl` takes are put behind the others.
 */
function spell(text: string, places: number, locale: string, options: Intl.NumberFormatOptions): string {
  const shown = Math.min(places, INTL_PLACES);
  const format = new Intl.NumberFormat(locale, {
    ...options,
    minimumFractionDigits: shown,
    maximumFractionDigits: shown,
  });
  const end = text.length - (places - shown);
  // Decimal texts keep digits beyond those of a double.
  const parts = format.formatToParts(text.slice(0, end) as Intl.StringNumericLiteral);
  const digits = new Intl.NumberFormat(locale, { useGrouping: false }).format(9876543210);
  const native = [...digits].reverse();
  const rest = [...text.slice(end)].map((digit) => native[Number(digit)] ?? digit).join('');
  return parts.map(({ type, value }) => (type === 'fraction' ? value + rest : value)).join('');
}

const currencyPlaces = (locale: string, currency: string): number =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

function exponential(value: Rational, settings: FormatSettings, step: number): string {
  const { locale, decimals, significant } = settings;
  const shift = (magnitude: number): number => Math.floor(magnitude / step) * step;
  const scaled = (exponent: number): Rational => divide(value, power(rational(10n), BigInt(exponent)));
  let exponent = value.numerator === 0n ? 0 : shift(magnitudeOf(value));
  const ends = decimalsOf(scaled(exponent)) ?? Number.POSITIVE_INFINITY;
  const places = decimals ?? (significant > 0 ? 0 : Math.min(ends, DEFAULT_DECIMALS.scientific ?? 6));
  let result = rounded(scaled(exponent), places, settings);
  // 999.99 rounds to 1 of the next power.
  if (result.value.numerator !== 0n && shift(magnitudeOf(result.value)) > 0) {
    exponent += shift(magnitudeOf(result.value));
    result = rounded(scaled(exponent), places, settings);
  }
  return `${spell(toFixed(result.value, result.places), result.places, locale, { useGrouping: false })}E${exponent}`;
}

export function formatNumber(value: Rational, settings: FormatSettings): string {
  const { locale, style, decimals, significant, currency, group } = settings;
  if (style === 'scientific') return exponential(value, settings, 1);
  if (style === 'engineering') return exponential(value, settings, 3);
  if (style.startsWith('compact')) return compact(value, settings);
  const shown = style === 'percent' ? multiply(value, rational(100n)) : value;
  const isMoney = style === 'currency' || style === 'accounting';
  const ends = decimalsOf(shown) ?? Number.POSITIVE_INFINITY;
  const usual = isMoney
    ? currencyPlaces(locale, currency)
    : Number.isFinite(ends)
      ? ends
      : (DEFAULT_DECIMALS[style] ?? 20);
  const result = rounded(shown, decimals ?? (significant > 0 ? 0 : usual), settings);
  // Percent signs are put on by `Intl`, which multiplies by a hundred.
  const written = style === 'percent' ? divide(result.value, rational(100n)) : result.value;
  const text = toFixed(written, result.places + (style === 'percent' ? 2 : 0));
  if (style === 'plain') return text;
  const money = {
    style: 'currency',
    currency,
    currencySign: style === 'accounting' ? 'accounting' : 'standard',
  } as const;
  const kind = isMoney ? money : style === 'percent' ? ({ style: 'percent' } as const) : {};
  return spell(text, result.places, locale, { ...kind, useGrouping: group });
}

function compact(value: Rational, settings: FormatSettings): string {
  const { locale, style, decimals, significant, rounding } = settings;
  const modes = { 'half-even': 'halfEven', 'half-up': 'halfExpand', up: 'expand', down: 'trunc' } as const;
  const digits =
    significant > 0
      ? { maximumSignificantDigits: Math.min(significant, 21) }
      : { maximumFractionDigits: Math.min(decimals ?? 1, INTL_PLACES) };
  const options = {
    notation: 'compact',
    compactDisplay: style === 'compact' ? 'short' : 'long',
    roundingMode: modes[rounding],
  } as const;
  const text = toFixed(value, Math.min(decimalsOf(value) ?? 60, 60));
  return new Intl.NumberFormat(locale, { ...options, ...digits }).format(text as Intl.StringNumericLiteral);
}
