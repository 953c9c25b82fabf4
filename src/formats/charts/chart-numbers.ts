/** Numbers on axes and beside marks, as a language writes them. */

/** From this size on, ticks are short: 1.5M. */
const COMPACT = 1_000_000;
const TINY = 1e-4;

export interface NumberWords {
  /** Of a value: all its digits that a double carries. */
  readonly exact: (value: number) => string;
  /** Of a tick. */
  readonly short: (value: number) => string;
}

/** A sum without the last bits that adding doubles makes. */
export const tidy = (sum: number): number => Number(sum.toPrecision(15));

/** `values` decide how ticks are written; `unit` comes after each number, of at most so many significant digits. */
export function numberWords(locale: string, values: Iterable<number | null>, unit: string, digits = 15): NumberWords {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value ?? 0));
  const after = /^[\p{L}\d]/u.test(unit) ? `\u00a0${unit}` : unit;
  const notation = largest >= COMPACT ? 'compact' : largest > 0 && largest < TINY ? 'scientific' : 'standard';
  const huge = largest >= 1e15 ? 'scientific' : notation;
  const exact = new Intl.NumberFormat(locale, {
    maximumSignificantDigits: digits,
    notation: largest >= 1e15 || notation === 'scientific' ? 'scientific' : 'standard',
  });
  const short = new Intl.NumberFormat(locale, { maximumSignificantDigits: 6, notation: huge });
  return {
    exact: (value) => exact.format(value) + after,
    short: (value) => short.format(Object.is(value, -0) ? 0 : value) + after,
  };
}

/** Of a horizontal axis: as `numberWords`, but years are written without grouping. */
export function placeWords(locale: string, values: readonly (number | null)[]): NumberWords {
  const isYears = values.every((value) => value === null || (Number.isInteger(value) && value >= 1000 && value < 2200));
  if (!isYears) return numberWords(locale, values, '');
  const format = new Intl.NumberFormat(locale, { useGrouping: false });
  return { exact: (value) => format.format(value), short: (value) => format.format(value) };
}
