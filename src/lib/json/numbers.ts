/** Exact arithmetic on numbers as JSON writes them. */

interface Decimal {
  /** Digits without leading and trailing zeros; empty for zero. */
  readonly digits: string;
  readonly isNegative: boolean;
  /** Power of ten of the last digit. */
  readonly exponent: bigint;
}

function decimalOf(source: string): Decimal {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(source) ?? [];
  const all = whole + fraction;
  let start = 0;
  while (all.charCodeAt(start) === 48) start++;
  let end = all.length;
  while (end > start && all.charCodeAt(end - 1) === 48) end--;
  const exponent = BigInt(power) - BigInt(fraction.length) + BigInt(all.length - end);
  return { digits: all.slice(start, end), isNegative: sign === '-', exponent };
}

const isShort = (source: string): boolean => source.length <= 15 && /^-?\d+$/.test(source);

/** Negative, zero or positive, as `a` is less than, equal to or greater than `b`; by value, whatever the digits. */
export function compareNumbers(a: string, b: string): number {
  if (isShort(a) && isShort(b)) return Number(a) - Number(b);
  const [first, second] = [decimalOf(a), decimalOf(b)];
  const [firstSign, secondSign] = [signOf(first), signOf(second)];
  if (firstSign !== secondSign) return firstSign - secondSign;
  return firstSign * compareSizes(first, second);
}

const signOf = ({ digits, isNegative }: Decimal): number => (digits === '' ? 0 : isNegative ? -1 : 1);

function compareSizes(a: Decimal, b: Decimal): number {
  // The power of ten of the first digit decides, then the digits one by one.
  const [first, second] = [a.exponent + BigInt(a.digits.length), b.exponent + BigInt(b.digits.length)];
  if (first !== second) return first < second ? -1 : 1;
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -1 : 1;
}

/** Whether a number is whole: `1.0` and `1e2` are. */
export const isWhole = (source: string): boolean =>
  isShort(source) || decimalOf(source).exponent >= 0n || decimalOf(source).digits === '';

/** Digits and zeros that a division by whole numbers may have; beyond it the answer would take long. */
const MAX_DIGITS = 20_000n;

/** Whether `source` is a whole multiple of `divisor`; `undefined` where the two are too far apart to tell in reasonable time. */
export function isMultipleOf(source: string, divisor: string): boolean | undefined {
  const [number, step] = [decimalOf(source), decimalOf(divisor)];
  if (number.digits === '') return true;
  if (step.digits === '') return false;
  const power = number.exponent - step.exponent;
  if (power > MAX_DIGITS || power < -MAX_DIGITS) {
    // A smaller power of ten than the step's last digit is not a multiple once it exceeds what the step's digits can take in.
    return power < -MAX_DIGITS && BigInt(step.digits.length) < MAX_DIGITS ? false : undefined;
  }
  if (BigInt(number.digits.length) + power > MAX_DIGITS * 4n) return undefined;
  const scale = 10n ** (power < 0n ? -power : power);
  const value = BigInt(number.digits) * (power > 0n ? scale : 1n);
  return value % (BigInt(step.digits) * (power < 0n ? scale : 1n)) === 0n;
}
