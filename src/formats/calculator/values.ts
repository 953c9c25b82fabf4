/** Numbers of the calculator: exact as long as possible, with units. */

import { checkDecimal, type Decimal, type Decimals, decimalOf } from '../../engines/decimals.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import {
  add,
  compare,
  decimalsOf,
  divide,
  isWhole,
  multiply,
  negate,
  ONE,
  power,
  type Rational,
  rational,
  writeFraction,
  writeRational,
  ZERO,
} from '../../lib/numbers/rational.js';
import { combine, powerOf, sameDimensions, type Unit } from '../../lib/units/units.js';

/** A rational, or a decimal that was rounded. */
export type Num = { readonly exact: Rational } | { readonly rounded: Decimal };

export interface Value {
  readonly number: Num;
  /** `undefined` for a plain number. */
  readonly unit: Unit | undefined;
  /** It was typed as a percentage: added to another number, it is a share of that. */
  readonly isPercent?: boolean;
}

export const exactly = (exact: Rational): Num => ({ exact });
export const plain = (number: Num): Value => ({ number, unit: undefined });
export const isExact = (number: Num): number is { readonly exact: Rational } => 'exact' in number;

/** Arithmetic at one precision. */
export class Arithmetic {
  constructor(
    readonly Decimals: Decimals,
    readonly precision: number,
  ) {}

  decimal(number: Num): Decimal {
    return isExact(number) ? decimalOf(this.Decimals, number.exact) : number.rounded;
  }

  rounded(value: Decimal): Num {
    return { rounded: checkDecimal(value) };
  }

  add(a: Num, b: Num): Num {
    if (isExact(a) && isExact(b)) return exactly(add(a.exact, b.exact));
    const [one, other] = [this.decimal(a), this.decimal(b)];
    const sum = one.plus(other);
    // What is left where all digits cancel is noise.
    const larger = this.Decimals.max(one.abs(), other.abs());
    return this.rounded(sum.abs().lt(larger.times(`1e-${this.precision + 4}`)) ? new this.Decimals(0) : sum);
  }

  negate(a: Num): Num {
    return isExact(a) ? exactly(negate(a.exact)) : this.rounded(a.rounded.neg());
  }

  multiply(a: Num, b: Num): Num {
    if (isExact(a) && isExact(b)) return exactly(multiply(a.exact, b.exact));
    return this.rounded(this.decimal(a).times(this.decimal(b)));
  }

  divide(a: Num, b: Num): Num {
    if (isExact(a) && isExact(b)) return exactly(divide(a.exact, b.exact));
    if (this.isZero(b)) throw new ContentFault('division by zero');
    return this.rounded(this.decimal(a).div(this.decimal(b)));
  }

  isZero(a: Num): boolean {
    return isExact(a) ? a.exact.numerator === 0n : a.rounded.isZero();
  }

  /** Negative, 0 or positive. */
  compare(a: Num, b: Num): number {
    return isExact(a) && isExact(b) ? compare(a.exact, b.exact) : this.decimal(a).cmp(this.decimal(b));
  }

  power(base: Num, exponent: Num): Num {
    if (isExact(exponent) && isWhole(exponent.exact)) {
      if (isExact(base)) return exactly(power(base.exact, exponent.exact.numerator));
      return this.rounded(base.rounded.pow(String(exponent.exact.numerator)));
    }
    if (this.isZero(base) && this.compare(exponent, exactly(ZERO)) > 0) return exactly(ZERO);
    const isNegative = this.compare(base, exactly(ZERO)) < 0;
    if (isExact(base) && isExact(exponent)) {
      const { numerator, denominator } = exponent.exact;
      const root = denominator < 1000n ? exactRoot(base.exact, Number(denominator)) : undefined;
      if (root !== undefined) return exactly(power(root, numerator));
      if (isNegative && denominator % 2n === 1n && denominator < 1000n) {
        const size = this.power(this.negate(base), exponent);
        return numerator % 2n === 0n ? size : this.negate(size);
      }
    }
    if (isNegative) throw new ContentFault('a negative number has no real power with this exponent');
    return this.rounded(this.decimal(base).pow(this.decimal(exponent)));
  }

  /** In units of another; throws `ContentFault` where they measure different things. */
  inUnit({ number, unit }: Value, to: Unit): Num {
    const from = unit ?? UNITLESS;
    if (!sameDimensions(from, to))
      throw new ContentFault(`${nameOf(unit)} cannot be converted to ${nameOf(to)}, they measure different things`);
    const base = this.add(this.multiply(number, exactly(from.factor)), exactly(from.offset));
    const turned = this.timesPi(base, from.pi - to.pi);
    return this.divide(this.add(turned, exactly(negate(to.offset))), exactly(to.factor));
  }

  timesPi(number: Num, exponent: number): Num {
    if (exponent === 0 || this.isZero(number)) return number;
    const pi = this.Decimals.acos(-1);
    return this.rounded(this.decimal(number).times(pi.pow(exponent)));
  }

  sum(a: Value, b: Value, sign: 1 | -1): Value {
    const number = sign === 1 ? b.number : this.negate(b.number);
    if (b.isPercent === true && a.isPercent !== true)
      return { ...a, number: this.multiply(a.number, this.add(exactly(ONE), number)) };
    if (a.unit === undefined && b.unit === undefined)
      return { ...plain(this.add(a.number, number)), isPercent: a.isPercent === true };
    if (a.unit === undefined || b.unit === undefined)
      throw new ContentFault(`${nameOf(a.unit)} and ${nameOf(b.unit)} cannot be added`);
    if (!sameDimensions(a.unit, b.unit))
      throw new ContentFault(`${nameOf(a.unit)} and ${nameOf(b.unit)} cannot be added, they measure different things`);
    // 20 °C + 5 °C is 25 °C: what is added is a difference.
    const difference = this.inUnit({ number, unit: { ...b.unit, offset: ZERO } }, { ...a.unit, offset: ZERO });
    return { number: this.add(a.number, difference), unit: a.unit };
  }

  product(a: Value, b: Value, sign: 1 | -1): Value {
    const number = sign === 1 ? this.multiply(a.number, b.number) : this.divide(a.number, b.number);
    if (b.unit === undefined) return { number, unit: a.unit };
    if (a.unit === undefined && sign === 1) return { number, unit: b.unit };
    const unit = combine(a.unit ?? UNITLESS, b.unit, sign);
    if (unit.symbol.length > 200) throw new LimitFault('units must have fewer than 201 characters');
    // Metres by feet are a number.
    if (unit.dimensions.every((dimension) => dimension === 0))
      return plain(this.timesPi(this.multiply(number, exactly(unit.factor)), unit.pi));
    return { number, unit };
  }

  raise(base: Value, exponent: Value): Value {
    if (exponent.unit !== undefined) throw new ContentFault(`an exponent cannot be in ${nameOf(exponent.unit)}`);
    if (base.unit === undefined) return plain(this.power(base.number, exponent.number));
    if (!isExact(exponent.number) || !isWhole(exponent.number.exact))
      throw new ContentFault(`${nameOf(base.unit)} can be raised to whole powers only`);
    const times = exponent.number.exact.numerator;
    if (times > 12n || times < -12n) throw new LimitFault('powers of units must be from -12 to 12');
    return { number: this.power(base.number, exponent.number), unit: powerOf(base.unit, Number(times)) };
  }

  write(number: Num): { readonly text: string; readonly isExact: boolean; readonly fraction: string | undefined } {
    if (!isExact(number)) {
      const text = number.rounded.toSignificantDigits(this.precision).toString();
      return { text, isExact: false, fraction: undefined };
    }
    const { text, isExact: isWhole_ } = writeRational(number.exact, this.precision);
    const ends = decimalsOf(number.exact);
    return { text, isExact: isWhole_, fraction: ends === 0 ? undefined : writeFraction(number.exact) };
  }
}

export const UNITLESS: Unit = { symbol: '', factor: ONE, pi: 0, dimensions: Array(9).fill(0), offset: ZERO };

const nameOf = (unit: Unit | undefined): string =>
  unit === undefined || unit.symbol === '' ? 'a plain number' : unit.symbol;

/** The root, where it is rational. */
function exactRoot({ numerator, denominator }: Rational, degree: number): Rational | undefined {
  if (numerator < 0n) {
    const root = degree % 2 === 1 ? exactRoot({ numerator: -numerator, denominator }, degree) : undefined;
    return root === undefined ? undefined : negate(root);
  }
  const [top, bottom] = [wholeRoot(numerator, degree), wholeRoot(denominator, degree)];
  return top === undefined || bottom === undefined ? undefined : rational(top, bottom);
}

/** Newton's method from above. */
function wholeRoot(value: bigint, degree: number): bigint | undefined {
  if (value < 2n) return value;
  const size = BigInt(degree);
  const bits = value.toString(2).length;
  if (degree >= bits) return undefined;
  let guess = 1n << BigInt(Math.ceil(bits / degree));
  for (;;) {
    const next = ((size - 1n) * guess + value / guess ** (size - 1n)) / size;
    if (next >= guess) break;
    guess = next;
  }
  return guess ** size === value ? guess : undefined;
}
