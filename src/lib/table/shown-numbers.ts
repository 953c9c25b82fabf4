import type { FormattedNumber } from './write-xlsx.js';

/** What parts the whole from the fraction; the other one parts thousands. */
export type DecimalMark = 'point' | 'comma';

const CURRENCIES = '$€£¥';
const NUMBER = /^([-−+]?)([$€£¥]?)(\s?)([-−]?)(\d{1,3}(?:[,.' \u00a0\u202f]\d{3})+|\d+)(?:([.,])(\d+))?\s?([$€£¥%]?)$/;
/** Digits that spreadsheets keep. */
const EXACT_DIGITS = 15;

/**
 * A number as documents show it (`12,400.50`, `-3`, `$1,200`, `7.5 %`, `(4)` not) as a spreadsheet's number with the format in which it
 * looks the same: nothing of what is seen is lost. `undefined` for all other text: leading zeros, more than 15 digits, a plus sign.
 */
export function shownNumber(text: string, decimal: DecimalMark): FormattedNumber | undefined {
  const match = NUMBER.exec(text);
  if (match === null) return undefined;
  const [, sign = '', before = '', room = '', innerSign = '', whole = '', mark, fraction = '', after = ''] = match;
  if (sign === '+' || (sign !== '' && innerSign !== '') || (before !== '' && after !== '')) return undefined;
  const point = decimal === 'point' ? '.' : ',';
  if (mark !== undefined && mark !== point) return undefined;
  const groups = whole.replace(/\d/g, '');
  // Thousands are parted by one mark all through, never by the decimal one.
  if (groups.includes(point) || new Set(groups).size > 1) return undefined;
  const digits = whole.replace(/\D/g, '');
  if (/^0\d/.test(digits) || (digits + fraction).length > EXACT_DIGITS) return undefined;
  const isPercent = after === '%';
  const value = isPercent ? hundredth(digits, fraction) : trimmed(digits, fraction);
  const isNegative = sign !== '' || innerSign !== '';
  const pattern = (groups === '' ? '0' : '#,##0') + (fraction === '' ? '' : `.${'0'.repeat(fraction.length)}`);
  if (room !== '' && before === '') return undefined;
  const [prefix, suffix] = [
    before === '' ? '' : `"${before}${room === '' ? '' : ' '}"`,
    CURRENCIES.includes(after) && after !== '' ? `"${after}"` : after,
  ];
  const space = /\s/.test(text.slice(-2, -1)) && after !== '' ? '" "' : '';
  return { value: (isNegative && value !== '0' ? '-' : '') + value, format: `${prefix}${pattern}${space}${suffix}` };
}

/** As a double writes it: no zeros at the end of a fraction. */
function trimmed(digits: string, fraction: string): string {
  const rest = fraction.replace(/0+$/, '');
  return rest === '' ? digits : `${digits}.${rest}`;
}

function hundredth(digits: string, fraction: string): string {
  const padded = digits.padStart(3, '0');
  const whole = padded.slice(0, -2).replace(/^0+(?=\d)/, '');
  return trimmed(whole, padded.slice(-2) + fraction);
}
