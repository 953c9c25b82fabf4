/** How numbers of pages are written, with the names of CSS Counter Styles. */
export const NUMERALS = ['decimal', 'lower-roman', 'upper-roman', 'lower-alpha', 'upper-alpha'] as const;

export type Numerals = (typeof NUMERALS)[number];

const ROMAN = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;
/** Larger ones would be rows of m. */
const MAX_ROMAN = 3999;

/**
 * A whole number from 0 in numerals. What they cannot say (0, more than 3,999 in Roman ones) comes in decimal digits, as
 * CSS Counter Styles 3, 6.1 has it.
 */
export function numeral(value: number, style: Numerals): string {
  if (style === 'decimal' || value < 1) return String(value);
  const isUpper = style.startsWith('upper');
  const text = style.endsWith('roman') ? roman(value) : letters(value);
  return isUpper ? text.toUpperCase() : text;
}

function roman(value: number): string {
  if (value > MAX_ROMAN) return String(value);
  let text = '';
  let left = value;
  for (const [worth, digits] of ROMAN) {
    while (left >= worth) {
      text += digits;
      left -= worth;
    }
  }
  return text;
}

/** a to z, then aa, ab …: bijective base 26. */
function letters(value: number): string {
  let text = '';
  for (let left = value; left > 0; left = Math.floor((left - 1) / 26)) {
    text = String.fromCharCode(97 + ((left - 1) % 26)) + text;
  }
  return text;
}
