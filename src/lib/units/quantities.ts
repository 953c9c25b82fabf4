/** Amounts with units, as people write them, read and converted exactly. */

import { ContentFault } from '../faults.js';
import type { NumberMarks } from '../numbers/decimal-order.js';
import {
  add,
  compare,
  divide,
  floor,
  multiply,
  negate,
  ONE,
  power,
  type Rational,
  rational,
  subtract,
  ZERO,
} from '../numbers/rational.js';
import { ENGLISH, numberReader } from '../numbers/typed-number.js';
import { areReciprocal, readUnit, sameDimensions, type Unit } from './units.js';

/** 105 digits, more than any precision that is offered. */
const PI = rational(
  3141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825342117067982148086513n,
  10n ** 111n,
);

export interface Amount {
  readonly value: Rational;
  readonly unit: Unit;
}

export interface Converted {
  readonly value: Rational;
  /** π is in it: the value is right to 100 digits only. */
  readonly isIrrational: boolean;
}

/** An amount in another unit. Throws `ContentFault` where they measure different things. */
export function convertAmount({ value, unit }: Amount, to: Unit): Converted {
  const base = add(multiply(value, unit.factor), unit.offset);
  if (sameDimensions(unit, to)) {
    const pi = unit.pi - to.pi;
    const plain = divide(subtract(base, to.offset), to.factor);
    return {
      value: pi === 0 ? plain : multiply(plain, power(PI, BigInt(pi))),
      isIrrational: pi !== 0 && plain.numerator !== 0n,
    };
  }
  if (areReciprocal(unit, to)) {
    if (base.numerator === 0n) throw new ContentFault(`0 ${unit.symbol} cannot be given in ${to.symbol}`);
    const pi = -unit.pi - to.pi;
    const plain = divide(divide(ONE, base), to.factor);
    return { value: pi === 0 ? plain : multiply(plain, power(PI, BigInt(pi))), isIrrational: pi !== 0 };
  }
  throw new ContentFault(`${unit.symbol} cannot be converted to ${to.symbol}, they measure different things`);
}

const FRACTION = /^(?:\d{1,20}\s+)?\d{1,20}\s?[/⁄∕]\s?\d{1,20}(?=\s*[\p{L}°'"′″]|$)/u;
const PART_OF_SEVERAL = /^\s*([\p{L}°'"′″][\p{L}°'"′″. ]*?)\s*(?:,|and|&|\+)?\s*(?=[\d.½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])/u;
/** 5 foot 7, 5'7, 12 stone 4: what a last number without a unit counts, and how many of it make the unit before. */
const FOLLOWING: Readonly<Record<string, readonly [name: string, most: Rational]>> = {
  ft: ['in', rational(12n)],
  st: ['lb', rational(14n)],
};
const MAX_PARTS = 6;
/** What may follow a number, in characters. */
const MAX_NAME = 500;

/**
 * `5 km`, `3 ft 2 in`, `5'10"`, `2 1/2 cups`, `-40 °C`, `mile`. A number without a unit gets `fallback`. Throws `ContentFault` where it is
 * none of these.
 */
export function readAmount(text: string, fallback: Unit | undefined, marks: NumberMarks = ENGLISH): Amount {
  const reader = numberReader(marks);
  const shown = JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);
  let rest = text.trim();
  const sign = /^[-+−]\s*/.exec(rest)?.[0] ?? '';
  rest = rest.slice(sign.length);
  const isNegative = sign !== '' && !sign.startsWith('+');
  let sum: Amount | undefined;
  let last: Unit | undefined;
  for (let parts = 0; rest !== ''; parts++) {
    if (parts === MAX_PARTS) throw new ContentFault(`${shown} has more than ${MAX_PARTS} parts`);
    const fraction = FRACTION.exec(rest)?.[0];
    const number =
      fraction === undefined ? reader.at(rest, 0) : { value: reader.read(fraction) ?? ONE, end: fraction.length };
    if (number === undefined && parts > 0) throw new ContentFault(`${shown} is not an amount with a unit`);
    const after = number === undefined ? rest : rest.slice(number.end);
    if (after.length > MAX_NAME) throw new ContentFault(`${shown} is not an amount with a unit`);
    const several = number === undefined ? null : PART_OF_SEVERAL.exec(after);
    const isLast =
      several === null || /^\s*[\p{L}°]+[2-9]?\s*$/u.test(after) || after.includes('/') || after.includes('^');
    const name = (isLast ? after : (several?.[1] ?? '')).trim();
    rest = isLast ? '' : after.slice(several?.[0].length ?? 0);
    const unit = name === '' ? (followingUnit(last, number?.value) ?? fallback) : readUnit(name);
    if (unit === undefined) throw new ContentFault(`${shown} has no unit`);
    const amount = { value: number?.value ?? ONE, unit };
    last = unit;
    sum = sum === undefined ? amount : { value: add(sum.value, inUnitOf(sum, amount)), unit: sum.unit };
  }
  if (sum === undefined) throw new ContentFault(`${shown} is not an amount with a unit`);
  return isNegative ? { ...sum, value: negate(sum.value) } : sum;
}

function followingUnit(before: Unit | undefined, value: Rational | undefined): Unit | undefined {
  const [name, most] = FOLLOWING[before?.symbol ?? ''] ?? [];
  return name !== undefined && most !== undefined && value !== undefined && compare(value, most) < 0
    ? readUnit(name)
    : undefined;
}

function inUnitOf({ unit }: Amount, part: Amount): Rational {
  if (!sameDimensions(unit, part.unit) || unit.pi !== part.unit.pi || unit.offset !== ZERO)
    throw new ContentFault(`${part.unit.symbol} cannot be added to ${unit.symbol}`);
  return convertAmount(part, unit).value;
}

/**
 * Cuts an amount into whole numbers of units and a rest of the last one: 70 in as 5 ft and 10 in. All keep the sign of the amount.
 * Throws as `convertAmount`.
 */
export function splitAmount(amount: Amount, units: readonly Unit[]): readonly Amount[] {
  const isNegative = compare(amount.value, ZERO) < 0;
  let left: Amount = isNegative ? { ...amount, value: negate(amount.value) } : amount;
  return units.map((unit, index) => {
    const { value } = convertAmount(left, unit);
    const own = index === units.length - 1 ? value : rational(floor(value));
    left = { value: subtract(value, own), unit };
    return { unit, value: isNegative ? negate(own) : own };
  });
}
