import { decimalsOf, type Rational } from './rational.js';

/** All digits of a number, with a point where it has decimals; `undefined` where they have no end. */
export function exactDecimal(value: Rational): string | undefined {
  const decimals = decimalsOf(value);
  if (decimals === undefined) return undefined;
  const scaled = (value.numerator * 10n ** BigInt(decimals)) / value.denominator;
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(decimals + 1, '0');
  const [whole, after] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  return `${scaled < 0n ? '-' : ''}${whole}${decimals === 0 ? '' : `.${after}`}`;
}
