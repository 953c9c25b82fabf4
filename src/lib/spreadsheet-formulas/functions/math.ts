import { type CellValue, SheetError } from '../../workbook/model.js';
import { fixedDigits } from '../../workbook/shown-values.js';
import { power } from '../evaluate.js';
import { DIV0, NUM, VALUE } from '../values.js';
import { type Arguments, MANY, single, whole } from './define.js';
import type { FunctionTable } from './registry.js';

/** Decimal places as cells round: half away from zero, on the 15 digits that they show. */
export function roundTo(value: number, places: number): number {
  if (Math.abs(places) > 300) return places > 0 ? value : 0;
  const size = Math.abs(value);
  if (places < 0) {
    const unit = 10 ** -places;
    return Math.sign(value) * Math.round(size / unit) * unit;
  }
  // Where a double has no such digits, there is nothing to round.
  if (size >= 1e15 || places > 20) return value;
  const { whole: before, fraction } = fixedDigits(size, places);
  return Math.sign(value) * Number(`${before === '' ? '0' : before}.${fraction === '' ? '0' : fraction}`);
}

/** Towards zero, or away from it. */
function roundAside(value: number, places: number, isUp: boolean): number {
  if (places > 20) return value;
  if (places < -300) return 0;
  const unit = 10 ** Math.abs(places);
  const scaled = Math.abs(places >= 0 ? value * unit : value / unit);
  const near = Math.round(scaled);
  // 4.35 times 100 is 434.99999999999994.
  const exact =
    Math.abs(scaled - near) < Math.max(1, scaled) * 1e-14 ? near : isUp ? Math.ceil(scaled) : Math.floor(scaled);
  return Math.sign(value) * (places >= 0 ? exact / unit : exact * unit);
}

function multipleOf(value: number, step: number, round: (quotient: number) => number): number {
  if (step === 0) return 0;
  const quotient = value / step;
  const near = Math.round(quotient);
  const result = (Math.abs(quotient - near) < Math.max(1, Math.abs(quotient)) * 1e-14 ? near : round(quotient)) * step;
  return Number(result.toPrecision(15));
}

const ceiling = (a: Arguments): number => {
  const [value, step] = [a.number(0), a.number(1, Math.sign(a.number(0)) || 1)];
  if (value > 0 && step < 0) throw NUM;
  return multipleOf(value, step, Math.ceil);
};

const floor = (a: Arguments): number => {
  const [value, step] = [a.number(0), a.number(1, Math.sign(a.number(0)) || 1)];
  if (value > 0 && step < 0) throw NUM;
  if (step === 0 && value !== 0) throw DIV0;
  return multipleOf(value, step, Math.floor);
};

const mathRound =
  (round: (quotient: number) => number, aside: (quotient: number) => number) =>
  (a: Arguments): number => {
    const [value, step] = [a.number(0), Math.abs(a.number(1, 1))];
    const isAside = value < 0 && a.number(2) !== 0;
    return multipleOf(value, step, isAside ? aside : round);
  };

function factorial(value: number, step: number): number {
  const last = Math.trunc(value);
  if (last < -1 || (last < 0 && step === 1) || last > 300) throw NUM;
  let product = 1;
  for (let factor = last; factor > 1; factor -= step) product *= factor;
  if (!Number.isFinite(product)) throw NUM;
  return product;
}

function combinations(of: number, take: number): number {
  const [n, k] = [Math.trunc(of), Math.trunc(take)];
  if (n < 0 || k < 0 || k > n) throw NUM;
  const least = Math.min(k, n - k);
  if (least > 100_000) throw NUM;
  let product = 1;
  for (let i = 1; i <= least; i++) product = (product * (n - least + i)) / i;
  return product < 2 ** 53 ? Math.round(product) : product;
}

function permutations(of: number, take: number): number {
  const [n, k] = [Math.trunc(of), Math.trunc(take)];
  if (n < 0 || k < 0 || k > n || k > 100_000) throw NUM;
  let product = 1;
  for (let i = 0; i < k; i++) product *= n - i;
  return product;
}

function greatestDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}

function wholeNumbers(a: Arguments): number[] {
  const numbers = a.numbers().map(Math.trunc);
  if (numbers.some((number) => number < 0 || number >= 2 ** 53)) throw NUM;
  return numbers;
}

const ROMAN: readonly (readonly [string, number])[] = [
  ['M', 1000],
  ['CM', 900],
  ['D', 500],
  ['CD', 400],
  ['C', 100],
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
];

function roman(number: number): string {
  if (number < 0 || number > 3999) throw VALUE;
  let rest = Math.trunc(number);
  let text = '';
  for (const [letters, value] of ROMAN) {
    for (; rest >= value; rest -= value) text += letters;
  }
  return text;
}

function arabic(text: string): number {
  const [, sign = '', letters = ''] = /^(-?)([MDCLXVI]*)$/i.exec(text.trim()) ?? [undefined, undefined, undefined];
  if (letters === '' && text.trim() !== '') throw VALUE;
  const values = [...letters.toUpperCase()].map((letter) => ROMAN.find(([one]) => one === letter)?.[1] ?? 0);
  const sum = values.reduce((total, value, i) => total + (value < (values[i + 1] ?? 0) ? -value : value), 0);
  return sign === '-' ? -sum : sum;
}

function bits(work: (a: bigint, b: bigint) => bigint) {
  return single(2, 2, (a) => {
    const [x, y] = [a.number(0), a.number(1)];
    if (x < 0 || y < 0 || x >= 2 ** 48 || y >= 2 ** 48 || !Number.isInteger(x) || !Number.isInteger(y)) throw NUM;
    return Number(work(BigInt(x), BigInt(y)));
  });
}

function shift(direction: 1 | -1) {
  return single(2, 2, (a) => {
    const [value, places] = [a.number(0), Math.trunc(a.number(1)) * direction];
    if (value < 0 || value >= 2 ** 48 || !Number.isInteger(value) || Math.abs(places) > 53) throw NUM;
    const moved = Math.floor(value * 2 ** places);
    if (moved >= 2 ** 48) throw NUM;
    return moved;
  });
}

/** Ten digits in two's complement, as the engineering functions count. */
function toRadix(radix: number, bound: number) {
  return single(1, 2, (a) => {
    const value = a.whole(0);
    if (value < -bound || value >= bound) throw NUM;
    const digits = (value < 0 ? value + 2 * bound : value).toString(radix).toUpperCase();
    const places = a.has(1) ? a.whole(1) : 0;
    if (places < 0 || places > 10 || (a.has(1) && value >= 0 && digits.length > places)) throw NUM;
    return value < 0 ? digits.padStart(10, digits.charAt(0)) : digits.padStart(places, '0');
  });
}

function fromRadix(radix: number, bound: number) {
  return single(1, 1, (a) => {
    const text = a.text(0).trim();
    const digits = '0123456789ABCDEF'.slice(0, radix);
    if (text.length > 10 || [...text.toUpperCase()].some((digit) => !digits.includes(digit))) throw NUM;
    const value = text === '' ? 0 : Number.parseInt(text, radix);
    return value >= bound ? value - 2 * bound : value;
  });
}

const real = (work: (x: number) => number) => single(1, 1, (a) => work(a.number(0)));

const within = (isAllowed: (x: number) => boolean, work: (x: number) => number) =>
  single(1, 1, (a) => {
    const x = a.number(0);
    if (!isAllowed(x)) throw NUM;
    return work(x);
  });

const inverse = (work: (x: number) => number) =>
  single(1, 1, (a) => {
    const divisor = work(a.number(0));
    if (divisor === 0) throw DIV0;
    return 1 / divisor;
  });

const even = (x: number): number => Math.sign(x) * 2 * Math.ceil(Math.abs(x) / 2);
const odd = (x: number): number => (x === 0 ? 1 : Math.sign(x) * (2 * Math.ceil((Math.abs(x) + 1) / 2) - 1));

function modulo(a: Arguments): CellValue {
  const [x, y] = [a.number(0), a.number(1)];
  if (y === 0) throw DIV0;
  const result = x - y * Math.floor(x / y);
  return Math.abs(result) >= Math.abs(y) * (1 - 1e-15) ? 0 : result;
}

export const MATH_FUNCTIONS: FunctionTable = {
  ABS: real(Math.abs),
  SIGN: real(Math.sign),
  SQRT: within((x) => x >= 0, Math.sqrt),
  SQRTPI: within(
    (x) => x >= 0,
    (x) => Math.sqrt(x * Math.PI),
  ),
  INT: real((x) => {
    const near = Math.round(x);
    return Math.abs(x - near) < Math.max(1, Math.abs(x)) * 2 ** -50 ? near : Math.floor(x);
  }),
  TRUNC: single(1, 2, (a) => roundAside(a.number(0), a.whole(1), false)),
  ROUND: single(1, 2, (a) => roundTo(a.number(0), a.whole(1))),
  ROUNDUP: single(1, 2, (a) => roundAside(a.number(0), a.whole(1), true)),
  ROUNDDOWN: single(1, 2, (a) => roundAside(a.number(0), a.whole(1), false)),
  MROUND: single(2, 2, (a) => {
    const [value, step] = [a.number(0), a.number(1)];
    if (value * step < 0) throw NUM;
    return multipleOf(value, step, Math.round);
  }),
  CEILING: single(1, 2, ceiling),
  FLOOR: single(1, 2, floor),
  'CEILING.MATH': single(1, 3, mathRound(Math.ceil, Math.floor)),
  'FLOOR.MATH': single(1, 3, mathRound(Math.floor, Math.ceil)),
  'CEILING.PRECISE': single(1, 2, mathRound(Math.ceil, Math.ceil)),
  'FLOOR.PRECISE': single(1, 2, mathRound(Math.floor, Math.floor)),
  EVEN: real(even),
  ODD: real(odd),
  MOD: single(2, 2, modulo),
  QUOTIENT: single(2, 2, (a) => {
    if (a.number(1) === 0) throw DIV0;
    return Math.trunc(a.number(0) / a.number(1));
  }),
  POWER: single(2, 2, (a) => power(a.number(0), a.number(1))),
  EXP: real(Math.exp),
  LN: within((x) => x > 0, Math.log),
  LOG10: within((x) => x > 0, Math.log10),
  LOG: single(1, 2, (a) => {
    const [x, base] = [a.number(0), a.number(1, 10)];
    if (x <= 0 || base <= 0) throw NUM;
    if (base === 1) throw DIV0;
    if (base === 10) return Math.log10(x);
    return base === 2 ? Math.log2(x) : Math.log(x) / Math.log(base);
  }),
  PI: single(0, 0, () => Math.PI),
  SIN: real(Math.sin),
  COS: real(Math.cos),
  TAN: real(Math.tan),
  COT: inverse(Math.tan),
  SEC: inverse(Math.cos),
  CSC: inverse(Math.sin),
  ASIN: within((x) => Math.abs(x) <= 1, Math.asin),
  ACOS: within((x) => Math.abs(x) <= 1, Math.acos),
  ATAN: real(Math.atan),
  ATAN2: single(2, 2, (a) => {
    if (a.number(0) === 0 && a.number(1) === 0) throw DIV0;
    return Math.atan2(a.number(1), a.number(0));
  }),
  SINH: real(Math.sinh),
  COSH: real(Math.cosh),
  TANH: real(Math.tanh),
  ASINH: real(Math.asinh),
  ACOSH: within((x) => x >= 1, Math.acosh),
  ATANH: within((x) => Math.abs(x) < 1, Math.atanh),
  DEGREES: real((x) => (x / Math.PI) * 180),
  RADIANS: real((x) => (x / 180) * Math.PI),
  FACT: real((x) => factorial(x, 1)),
  FACTDOUBLE: real((x) => factorial(x, 2)),
  COMBIN: single(2, 2, (a) => combinations(a.number(0), a.number(1))),
  COMBINA: single(2, 2, (a) => {
    const [n, k] = [a.whole(0), a.whole(1)];
    return n === 0 && k === 0 ? 1 : combinations(n + k - 1, k);
  }),
  PERMUT: single(2, 2, (a) => permutations(a.number(0), a.number(1))),
  MULTINOMIAL: whole(1, MANY, (a) => {
    let [total, product] = [0, 1];
    for (const number of wholeNumbers(a)) {
      total += number;
      product *= combinations(total, number);
    }
    return product;
  }),
  GCD: whole(1, MANY, (a) => wholeNumbers(a).reduce(greatestDivisor, 0)),
  LCM: whole(1, MANY, (a) =>
    wholeNumbers(a).reduce((x, y) => (x === 0 || y === 0 ? 0 : (x / greatestDivisor(x, y)) * y), 1),
  ),
  RAND: single(0, 0, (a) => a.call.engine.random()),
  RANDBETWEEN: single(2, 2, (a) => {
    const [least, most] = [Math.ceil(a.number(0)), Math.floor(a.number(1))];
    if (least > most) throw NUM;
    return least + Math.floor(a.call.engine.random() * (most - least + 1));
  }),
  ROMAN: single(1, 1, (a) => roman(a.number(0))),
  ARABIC: single(1, 1, (a) => arabic(a.text(0))),
  BASE: single(2, 3, (a) => {
    const [value, radix, length] = [a.whole(0), a.whole(1), a.whole(2)];
    if (value < 0 || value >= 2 ** 53 || radix < 2 || radix > 36 || length < 0 || length > 255) throw NUM;
    return value.toString(radix).toUpperCase().padStart(length, '0');
  }),
  DECIMAL: single(2, 2, (a) => {
    const [text, radix] = [a.text(0).trim(), a.whole(1)];
    if (radix < 2 || radix > 36) throw NUM;
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.slice(0, radix);
    let value = 0;
    for (const digit of text.toUpperCase()) {
      const worth = digits.indexOf(digit);
      if (worth < 0) throw new SheetError('#NUM!');
      value = value * radix + worth;
    }
    return value;
  }),
  BITAND: bits((x, y) => x & y),
  BITOR: bits((x, y) => x | y),
  BITXOR: bits((x, y) => x ^ y),
  BITLSHIFT: shift(1),
  BITRSHIFT: shift(-1),
  DEC2BIN: toRadix(2, 512),
  DEC2OCT: toRadix(8, 2 ** 29),
  DEC2HEX: toRadix(16, 2 ** 39),
  BIN2DEC: fromRadix(2, 512),
  OCT2DEC: fromRadix(8, 2 ** 29),
  HEX2DEC: fromRadix(16, 2 ** 39),
  DELTA: single(1, 2, (a) => Number(a.number(0) === a.number(1))),
  GESTEP: single(1, 2, (a) => Number(a.number(0) >= a.number(1))),
};
