import type { Decimal } from '../../engines/decimals.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import {
  absolute,
  ceiling,
  floor,
  greatestCommonDivisor,
  isWhole,
  multiply,
  type Rational,
  rational,
  roundTo,
  subtract,
  ZERO,
} from '../../lib/numbers/rational.js';
import { readUnit } from '../../lib/units/units.js';
import { type Arithmetic, exactly, isExact, type Num, plain, UNITLESS, type Value } from './values.js';

export type Angle = 'radians' | 'degrees';

interface Called {
  readonly by: Arithmetic;
  readonly angle: Angle;
  readonly name: string;
}

type Work = (args: readonly Value[], called: Called) => Value;

/** Largest number of a factorial: 3,248! has 9,998 digits. */
const MAX_FACTORIAL = 3248n;
const MAX_ARGUMENTS = 1000;

export function factorial(value: Num): Num {
  const whole = wholeOf(value, 'a factorial');
  if (whole < 0n) throw new ContentFault('a factorial of a negative number does not exist');
  if (whole > MAX_FACTORIAL) throw new LimitFault(`factorials are limited to ${MAX_FACTORIAL}!, got a larger one`);
  let product = 1n;
  for (let i = 2n; i <= whole; i++) product *= i;
  return exactly(rational(product));
}

function wholeOf(value: Num, what: string): bigint {
  if (!isExact(value) || !isWhole(value.exact)) throw new ContentFault(`${what} takes a whole number`);
  return value.exact.numerator;
}

const numbersOf = (args: readonly Value[], { name }: Called): Num[] =>
  args.map(({ number, unit }) => {
    if (unit !== undefined) throw new ContentFault(`${name} takes a plain number, got one in ${unit.symbol}`);
    return number;
  });

/** Of a plain decimal. */
const ofDecimal =
  (work: (value: Decimal, called: Called) => Decimal): Work =>
  (args, called) => {
    const [number] = numbersOf(args, called);
    return plain(called.by.rounded(work(called.by.decimal(number ?? exactly(ZERO)), called)));
  };

/** Rounds to whole numbers, or to as many decimals as the second argument says. */
const rounding =
  (work: (value: Rational) => bigint): Work =>
  ([value, places], called) => {
    const number = value?.number ?? exactly(ZERO);
    const exact = isExact(number) ? number.exact : rationalOf(number.rounded);
    const decimals = places === undefined ? 0n : wholeOf(places.number, called.name);
    if (decimals > 1000n || decimals < -1000n) throw new LimitFault(`${called.name} rounds to at most 1000 decimals`);
    const scale = rational(10n ** (decimals < 0n ? -decimals : decimals));
    const factor = decimals < 0n ? rational(1n, scale.numerator) : scale;
    const scaled = rational(work(multiply(exact, factor)));
    return { number: exactly(multiply(scaled, rational(factor.denominator, factor.numerator))), unit: value?.unit };
  };

function rationalOf(value: Decimal): Rational {
  const text = value.toFixed();
  const [whole = '0', fraction = ''] = text.split('.');
  if (text.length > 9000) throw new LimitFault('numbers must have fewer than 10001 digits');
  return rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}

/** How many turns an angle is, where that is exact; else its radians. */
function angleOf(value: Value, { by, angle }: Called): { readonly turns?: Rational; readonly radians: Decimal } {
  const unit = value.unit ?? readUnit(angle === 'degrees' ? 'deg' : 'rad');
  const radians = by.decimal(by.inUnit({ ...value, unit }, readUnit('rad')));
  if (radians.e > 15) throw new LimitFault('angles must be below 1e15');
  if (unit.pi !== 1 || !isExact(value.number)) return by.isZero(value.number) ? { turns: ZERO, radians } : { radians };
  const turns = multiply(multiply(value.number.exact, unit.factor), rational(1n, 2n));
  return { turns: subtract(turns, rational(floor(turns))), radians };
}

/** Twelfths of a turn at which sine is rational: 0, 30, 90, 150, 180, 210, 270, 330 degrees. */
const SINES: Readonly<Record<string, Rational>> = {
  0: ZERO,
  1: rational(1n, 2n),
  3: rational(1n),
  5: rational(1n, 2n),
  6: ZERO,
  7: rational(-1n, 2n),
  9: rational(-1n),
  11: rational(-1n, 2n),
};

function exactSine(turns: Rational): Rational | undefined {
  const twelfths = multiply(turns, rational(12n));
  return isWhole(twelfths) ? SINES[String(((twelfths.numerator % 12n) + 12n) % 12n)] : undefined;
}

const quarter = rational(1n, 4n);
const cosineTurns = (turns: Rational): Rational => subtract(quarter, turns);

const sine =
  (isCosine: boolean): Work =>
  ([value], called) => {
    const { turns, radians } = angleOf(value ?? plain(exactly(ZERO)), called);
    const exact = turns === undefined ? undefined : exactSine(isCosine ? cosineTurns(turns) : turns);
    if (exact !== undefined) return plain(exactly(exact));
    return plain(called.by.rounded(settle(isCosine ? radians.cos() : radians.sin(), called)));
  };

/** What is below the precision is 0: the sine of π. */
const settle = (value: Decimal, { by }: Called): Decimal =>
  value.abs().lt(`1e-${by.precision + 4}`) ? new by.Decimals(0) : value;

const tangent: Work = ([value], called) => {
  const { turns, radians } = angleOf(value ?? plain(exactly(ZERO)), called);
  const eighths = turns === undefined ? undefined : multiply(turns, rational(8n));
  const cosine = turns === undefined ? undefined : exactSine(cosineTurns(turns));
  if (cosine?.numerator === 0n) throw new ContentFault('tan does not exist at this angle');
  if (eighths !== undefined && isWhole(eighths))
    return plain(exactly(rational([0n, 1n, 0n, -1n][Number(eighths.numerator % 4n)] ?? 0n)));
  const other = settle(radians.cos(), called);
  if (other.isZero()) throw new ContentFault('tan does not exist at this angle');
  return plain(called.by.rounded(settle(radians.sin(), called).div(other)));
};

const inverse = (work: (value: Decimal) => Decimal, isInside: (value: Decimal) => boolean): Work =>
  ofDecimal((value, { by, angle, name }) => {
    if (!isInside(value)) throw new ContentFault(`${name} takes a number from -1 to 1`);
    const radians = work(value);
    return angle === 'degrees' ? radians.times(180).div(by.Decimals.acos(-1)) : radians;
  });

const root =
  (degree: (args: readonly Num[]) => bigint): Work =>
  (args, called) => {
    const [value = exactly(ZERO), ...rest] = numbersOf(args, called);
    const times = degree([value, ...rest]);
    if (times < 1n || times > 999n) throw new ContentFault(`${called.name} takes a degree from 1 to 999`);
    if (called.by.compare(value, exactly(ZERO)) < 0 && times % 2n === 0n)
      throw new ContentFault('the even root of a negative number is not real');
    return plain(called.by.power(value, exactly(rational(1n, times))));
  };

const logarithm =
  (base: (args: readonly Num[], called: Called) => Decimal): Work =>
  (args, called) => {
    const numbers = numbersOf(args, called);
    const value = called.by.decimal(numbers[0] ?? exactly(ZERO));
    const of = base(numbers, called);
    if (!value.gt(0) || !of.gt(0) || of.eq(1))
      throw new ContentFault(`${called.name} takes positive numbers, and a base other than 1`);
    const result = value.log(of);
    return plain(called.by.rounded(settle(result, called)));
  };

/** The same unit for all, that of the first. */
function inOneUnit(args: readonly Value[], { by, name }: Called): readonly Num[] {
  const [first] = args;
  if (args.some(({ unit }) => (unit === undefined) !== (first?.unit === undefined)))
    throw new ContentFault(`${name} takes numbers that all have units, or none`);
  return args.map((value) => by.inUnit(value, first?.unit ?? UNITLESS));
}

const overAll =
  (work: (numbers: readonly Num[], called: Called) => Num): Work =>
  (args, called) => ({
    number: work(inOneUnit(args, called), called),
    unit: args[0]?.unit,
  });

const total = (numbers: readonly Num[], { by }: Called): Num =>
  numbers.reduce((sum, number) => by.add(sum, number), exactly(ZERO));

const wholes =
  (work: (numbers: readonly bigint[]) => bigint): Work =>
  (args, called) =>
    plain(exactly(rational(work(numbersOf(args, called).map((number) => wholeOf(number, called.name))))));

const lcm = (a: bigint, b: bigint): bigint =>
  a === 0n || b === 0n ? 0n : rational(a * b, greatestCommonDivisor(a, b)).numerator;
const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value);

/** `n · (n − 1) …`, k factors; divided by k! for combinations. */
const choices = (isOrdered: boolean): Work =>
  wholes(([n = 0n, k = 0n]) => {
    if (n < 0n || k < 0n) throw new ContentFault('numbers of choices take no negative numbers');
    if (k > n) return 0n;
    const times = isOrdered || k < n - k ? k : n - k;
    if (times > 20_000n) throw new LimitFault('choices are limited to 20000 at a time');
    let count = rational(1n);
    for (let i = 0n; i < times; i++) {
      count = multiply(count, isOrdered ? rational(n - i) : rational(n - i, i + 1n));
    }
    return count.numerator;
  });

const sorted = (numbers: readonly Num[], { by }: Called): readonly Num[] =>
  [...numbers].sort((a, b) => by.compare(a, b));

/** By name: fewest and most arguments. Nothing else can be called. */
export const FUNCTIONS: ReadonlyMap<string, readonly [least: number, most: number, work: Work]> = new Map([
  ['sqrt', [1, 1, root(() => 2n)]],
  ['cbrt', [1, 1, root(() => 3n)]],
  ['root', [2, 2, root(([, degree]) => wholeOf(degree ?? exactly(ZERO), 'root'))]],
  ['abs', [1, 1, ([value], { by }) => absoluteOf(value, by)]],
  [
    'sign',
    [
      1,
      1,
      ([value], { by }) =>
        plain(exactly(rational(BigInt(Math.sign(by.compare(value?.number ?? exactly(ZERO), exactly(ZERO))))))),
    ],
  ],
  ['floor', [1, 2, rounding(floor)]],
  ['ceil', [1, 2, rounding(ceiling)]],
  ['round', [1, 2, rounding((value) => roundTo(value, 0, 'half-up').numerator)]],
  ['trunc', [1, 2, rounding((value) => roundTo(value, 0, 'down').numerator)]],
  ['exp', [1, 1, ofDecimal((value) => value.exp())]],
  ['ln', [1, 1, logarithm((_, { by }) => by.Decimals.exp(1))]],
  ['log', [1, 2, logarithm(([, base], { by }) => (base === undefined ? new by.Decimals(10) : by.decimal(base)))]],
  ['log10', [1, 1, logarithm((_, { by }) => new by.Decimals(10))]],
  ['log2', [1, 1, logarithm((_, { by }) => new by.Decimals(2))]],
  ['sin', [1, 1, sine(false)]],
  ['cos', [1, 1, sine(true)]],
  ['tan', [1, 1, tangent]],
  [
    'asin',
    [
      1,
      1,
      inverse(
        (value) => value.asin(),
        (value) => value.abs().lte(1),
      ),
    ],
  ],
  [
    'acos',
    [
      1,
      1,
      inverse(
        (value) => value.acos(),
        (value) => value.abs().lte(1),
      ),
    ],
  ],
  [
    'atan',
    [
      1,
      1,
      inverse(
        (value) => value.atan(),
        () => true,
      ),
    ],
  ],
  ['sinh', [1, 1, ofDecimal((value) => value.sinh())]],
  ['cosh', [1, 1, ofDecimal((value) => value.cosh())]],
  ['tanh', [1, 1, ofDecimal((value) => value.tanh())]],
  ['min', [1, MAX_ARGUMENTS, overAll((numbers, called) => sorted(numbers, called)[0] ?? exactly(ZERO))]],
  ['max', [1, MAX_ARGUMENTS, overAll((numbers, called) => sorted(numbers, called).at(-1) ?? exactly(ZERO))]],
  ['sum', [1, MAX_ARGUMENTS, overAll(total)]],
  ['average', [1, MAX_ARGUMENTS, overAll((numbers, called) => mean(numbers, called))]],
  ['avg', [1, MAX_ARGUMENTS, overAll((numbers, called) => mean(numbers, called))]],
  ['mean', [1, MAX_ARGUMENTS, overAll((numbers, called) => mean(numbers, called))]],
  ['median', [1, MAX_ARGUMENTS, overAll((numbers, called) => middle(sorted(numbers, called), called))]],
  ['gcd', [1, MAX_ARGUMENTS, wholes((numbers) => numbers.reduce(greatestCommonDivisor, 0n))]],
  ['lcm', [1, MAX_ARGUMENTS, wholes((numbers) => numbers.reduce((a, b) => sizeOf(lcm(a, b)), 1n))]],
  ['mod', [2, 2, ([a, b], { by }) => plain(modulo(by, a?.number ?? exactly(ZERO), b?.number ?? exactly(ZERO)))]],
  ['ncr', [2, 2, choices(false)]],
  ['npr', [2, 2, choices(true)]],
  ['factorial', [1, 1, ([value]) => plain(factorial(value?.number ?? exactly(ZERO)))]],
] satisfies [string, readonly [number, number, Work]][]);

/** What is left of a division with the sign of the divisor, as in Python and spreadsheets. */
export function modulo(by: Arithmetic, a: Num, b: Num): Num {
  if (by.isZero(b)) throw new ContentFault('division by zero');
  if (isExact(a) && isExact(b)) {
    const times = floor(rational(a.exact.numerator * b.exact.denominator, a.exact.denominator * b.exact.numerator));
    return exactly(subtract(a.exact, multiply(rational(times), b.exact)));
  }
  const [value, divisor] = [by.decimal(a), by.decimal(b)];
  if (value.e - divisor.e > by.precision) throw new LimitFault('a rounded number this large has no remainder');
  return by.rounded(value.minus(value.div(divisor).floor().times(divisor)));
}

function absoluteOf(value: Value | undefined, by: Arithmetic): Value {
  const number = value?.number ?? exactly(ZERO);
  return {
    number: isExact(number) ? exactly(absolute(number.exact)) : by.rounded(number.rounded.abs()),
    unit: value?.unit,
  };
}

const mean = (numbers: readonly Num[], called: Called): Num =>
  called.by.divide(total(numbers, called), exactly(rational(BigInt(numbers.length))));

function middle(list: readonly Num[], called: Called): Num {
  const half = Math.floor(list.length / 2);
  const pair = list.length % 2 === 1 ? [list[half]] : [list[half - 1], list[half]];
  return mean(
    pair.filter((number) => number !== undefined),
    called,
  );
}
