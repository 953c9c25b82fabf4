/** Units as people write them, exact: a factor to base units, a power of π, and dimensions. */

import { ContentFault, LimitFault } from '../faults.js';
import { compare, divide, multiply, ONE, power, type Rational, rational, ZERO } from '../numbers/rational.js';
import { numberReader } from '../numbers/typed-number.js';
import { QUANTITY_LINES, UNIT_LINES } from './units.data.js';

export interface Unit {
  /** As it is shown. */
  readonly symbol: string;
  /** How many of the base units it is, where `pi` is 0; else times so many powers of π. */
  readonly factor: Rational;
  readonly pi: number;
  /** Exponents of m, kg, s, A, K, mol, cd, rad, bit. */
  readonly dimensions: readonly number[];
  /** What its zero is in base units: of °C and °F alone. */
  readonly offset: Rational;
}

const BASES = ['m', 'kg', 's', 'A', 'K', 'mol', 'cd', 'rad', 'bit'] as const;

/** Celsius, Fahrenheit and Réaumur begin elsewhere than kelvin. */
const OFFSETS: Readonly<Record<string, Rational>> = {
  '°C': rational(27315n, 100n),
  '°F': rational(45967n * 5n, 900n),
  '°Ré': rational(27315n, 100n),
};

const PREFIX_WORDS =
  'Q quetta 30,R ronna 27,Y yotta 24,Z zetta 21,E exa 18,P peta 15,T tera 12,G giga 9,M mega 6,k kilo 3,h hecto 2,da deca 1,da deka 1,d deci -1,c centi -2,m milli -3,µ micro -6,μ micro -6,u micro -6,n nano -9,p pico -12,f femto -15,a atto -18,z zepto -21,y yocto -24,r ronto -27,q quecto -30';
const BINARY_WORDS = 'Ki kibi 1,Mi mebi 2,Gi gibi 3,Ti tebi 4,Pi pebi 5,Ei exbi 6,Zi zebi 7,Yi yobi 8';

interface Prefix {
  readonly symbol: string;
  readonly word: string;
  readonly factor: Rational;
  readonly isBinary: boolean;
}

const prefixesOf = (words: string, base: bigint, isBinary: boolean): Prefix[] =>
  words.split(',').map((entry) => {
    const [symbol = '', word = '', exponent = '0'] = entry.split(' ');
    return { symbol, word, factor: power(rational(base), BigInt(exponent)), isBinary };
  });

interface Table {
  readonly units: ReadonlyMap<string, Unit>;
  /** Symbols and names that take prefixes. */
  readonly prefixed: ReadonlyMap<string, Unit>;
  readonly lowerCase: ReadonlyMap<string, Unit | undefined>;
}

const PREFIXES = [...prefixesOf(PREFIX_WORDS, 10n, false), ...prefixesOf(BINARY_WORDS, 1024n, true)];
const NONE: readonly number[] = BASES.map(() => 0);

let table: Table | undefined;

function openTable(): Table {
  if (table !== undefined) return table;
  const units = new Map<string, Unit>();
  const prefixed = new Map<string, Unit>();
  const lowerCase = new Map<string, Unit | undefined>();
  const building: Table = { units, prefixed, lowerCase };
  const kilogram: Unit = { ...baseUnit('kg'), symbol: 'kg' };
  units.set('kg', kilogram);
  for (const line of UNIT_LINES.trim().split('\n')) {
    const [names = '', definition = ''] = line.split(/ =(?: |$)/);
    const [first = '', ...rest] = names.split(' ');
    const symbol = first.replace(/^\*/, '');
    const made = definition === '' ? baseUnit(symbol) : readProduct(definition, building);
    const unit: Unit = { ...made, symbol: symbol.replaceAll('_', ' '), offset: OFFSETS[symbol] ?? ZERO };
    for (const name of [symbol, ...rest]) {
      // °C and °F are what people mean by C and F; coulomb and farad have those with prefixes only.
      if (!units.has(name)) units.set(name, unit);
      if (first.startsWith('*')) prefixed.set(name, unit);
      const lower = name.toLowerCase();
      lowerCase.set(lower, lowerCase.has(lower) && lowerCase.get(lower) !== unit ? undefined : unit);
    }
  }
  table = building;
  return table;
}

const baseUnit = (symbol: string): Unit => ({
  symbol,
  factor: ONE,
  pi: 0,
  dimensions: BASES.map((base) => (base === symbol ? 1 : 0)),
  offset: ZERO,
});

function lookUp(name: string, from: Table): Unit | undefined {
  const plain = exactly(name, from) ?? plural(name, from);
  if (plain !== undefined) return plain;
  const lower = name.toLowerCase();
  return from.lowerCase.get(lower) ?? exactly(lower, from) ?? plural(lower, from);
}

function plural(name: string, from: Table): Unit | undefined {
  // Symbols have no plural: `ms` are milliseconds.
  if (name.length < 4 || !name.endsWith('s')) return undefined;
  return exactly(name.slice(0, -1), from) ?? (name.endsWith('es') ? exactly(name.slice(0, -2), from) : undefined);
}

function exactly(name: string, from: Table): Unit | undefined {
  const unit = from.units.get(name);
  if (unit !== undefined) return unit;
  for (const { symbol, word, factor, isBinary } of PREFIXES) {
    const prefix = name.startsWith(word) ? word : name.startsWith(symbol) ? symbol : undefined;
    if (prefix === undefined) continue;
    const rest = name.slice(prefix.length);
    const base = from.prefixed.get(rest);
    // A symbol goes before symbols, a word before words; binary ones before bits and bytes.
    if (base === undefined || isWord(rest, base) !== (prefix === word) || (isBinary && base.dimensions[8] === 0))
      continue;
    // Tenths of a byte are nothing anybody means; dB least of all.
    if (base.dimensions[8] !== 0 && compare(factor, rational(1000n)) < 0) continue;
    return {
      ...base,
      symbol: `${prefix === word ? symbol : prefix}${base.symbol}`,
      factor: multiply(base.factor, factor),
    };
  }
  return undefined;
}

const isWord = (name: string, { symbol }: Unit): boolean =>
  name !== symbol && !/^(?:l|b|o|ℓ|Da|sec|amp|coul|Ohm|Ω)$/.test(name);

const numbers = numberReader();
const MAX_EXPONENT = 12;
const MAX_FACTORS = 40;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const WORD = /[\p{L}°"'′″%℃℉][\p{L}\p{M}_\d]*(?![\p{L}\d])|[\p{L}°"'′″%℃℉]+/uy;

/** Whether a character can begin a unit. */
const beginsUnit = (text: string, offset: number): boolean => /^[\p{L}°"'′″℃℉]/u.test(text.slice(offset, offset + 2));

/** The unit of a text such as `km/h`, `kg·m²`, `square feet`, `miles per gallon`. Throws `ContentFault` where it is none. */
export function readUnit(text: string): Unit {
  const shown = text.trim();
  const unit = readProduct(shown, openTable());
  return { ...unit, symbol: unit.symbol === '' ? shown : unit.symbol };
}

/** The unit of one word, such as `km`; `undefined` where it is none. */
export const unitOfWord = (word: string): Unit | undefined => lookUp(word, openTable());

function readProduct(text: string, from: Table): Unit {
  const state: Reading = { text, at: 0, depth: 0, factors: 0, from };
  const unit = product(state);
  if (state.at < text.length) throw new ContentFault(`${shownUnit(text)} is not a unit this tool knows`);
  return unit;
}

interface Reading {
  readonly text: string;
  at: number;
  depth: number;
  factors: number;
  readonly from: Table;
}

const shownUnit = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);

function skip(state: Reading): void {
  while (/\s/.test(state.text.charAt(state.at))) state.at++;
}

/** Factors one after another; a slash or `per` divides by the next one. */
function product(state: Reading): Unit {
  let unit: Unit | undefined;
  for (;;) {
    skip(state);
    const sign = /^(?:[*·⋅×/]|per(?![\p{L}]))/u.exec(state.text.slice(state.at, state.at + 4))?.[0];
    if (sign !== undefined) state.at += sign.length;
    skip(state);
    if (sign === undefined && (state.at >= state.text.length || state.text.charAt(state.at) === ')')) break;
    const next = factor(state);
    if (++state.factors > MAX_FACTORS) throw new LimitFault(`units must have fewer than ${MAX_FACTORS + 1} factors`);
    const isDivided = sign === '/' || sign === 'per';
    unit = unit === undefined && !isDivided ? next : combine(unit ?? PLAIN, next, isDivided ? -1 : 1);
  }
  if (unit === undefined) throw new ContentFault('a unit is missing');
  return unit;
}

const PLAIN: Unit = { symbol: '', factor: ONE, pi: 0, dimensions: NONE, offset: ZERO };

function factor(state: Reading): Unit {
  const { text } = state;
  if (text.charAt(state.at) === '(') {
    if (++state.depth > 20) throw new LimitFault('units must be nested fewer than 21 deep');
    state.at++;
    const inner = product(state);
    if (text.charAt(state.at) !== ')') throw new ContentFault(`${shownUnit(text)} has a bracket that is not closed`);
    state.at++;
    state.depth--;
    return raised(state, inner);
  }
  const number = numbers.at(text, state.at);
  if (number !== undefined) {
    state.at = number.end;
    // `1/72`: a fraction, as the table has it.
    const divisor = /^\/(?=\d)/.test(text.slice(state.at)) ? numbers.at(text, state.at + 1) : undefined;
    if (divisor !== undefined) state.at = divisor.end;
    const value = divisor === undefined ? number.value : divide(number.value, divisor.value);
    const plain: Unit = { ...PLAIN, factor: value };
    // `L/100km`: a number belongs to the unit right after it.
    return divisor === undefined && beginsUnit(text, state.at) ? combine(plain, factor(state), 1) : plain;
  }
  if (text.charAt(state.at) === 'π') {
    state.at++;
    return { ...PLAIN, pi: 1, ...(/^\/\d+/.test(text.slice(state.at)) ? { factor: divisorOf(state) } : {}) };
  }
  return word(state);
}

function divisorOf(state: Reading): Rational {
  const [all = '', digits = '1'] = /^\/(\d{1,6})/.exec(state.text.slice(state.at)) ?? [];
  state.at += all.length;
  return rational(1n, BigInt(digits));
}

function word(state: Reading): Unit {
  const { text, from } = state;
  WORD.lastIndex = state.at;
  const found = WORD.exec(text)?.[0];
  if (found === undefined)
    throw new ContentFault(
      `${shownUnit(text)} is not a unit this tool knows${/^,\d/.test(text) ? ': a decimal comma needs option "locale", such as de' : ''}`,
    );
  const size = /^(?:square|sq\.?|cubic|cu)$/i.test(found) ? (/^s/i.test(found) ? 2 : 3) : 1;
  if (size > 1 && !from.units.has(text.slice(state.at).replaceAll(' ', '_'))) {
    state.at += found.length;
    skip(state);
    return powerOf(word(state), size);
  }
  const several = severalWords(state);
  if (several !== undefined) return raised(state, several);
  state.at += found.length;
  const direct = lookUp(found, from);
  if (direct !== undefined) return raised(state, direct);
  // `m2`, `ft3`
  const [, name = '', digit = ''] = /^(.*\D)([2-9])$/u.exec(found) ?? [];
  const squared = name === '' ? undefined : lookUp(name, from);
  if (squared !== undefined) return powerOf(squared, Number(digit));
  throw new ContentFault(`${shownUnit(found)} is not a unit this tool knows`);
}

/** `nautical miles`, `fl oz`: names of two to four words, the longest that fits. */
function severalWords(state: Reading): Unit | undefined {
  const words = state.text.slice(state.at, state.at + 60).match(/^[\p{L}°]+\.?(?:[ _-][\p{L}°]+\.?){1,3}/u)?.[0];
  for (let left = words; left !== undefined && /[ _-]/.test(left); left = left.replace(/[ _-][^ _-]*$/, '')) {
    const name = left.replace(/[ -]/g, '_').replaceAll('.', '');
    const unit = lookUp(name, state.from);
    if (unit === undefined) continue;
    state.at += left.length;
    return unit;
  }
  return undefined;
}

/** With the exponent that follows: `^2`, `**-1`, `²`, `squared`. */
function raised(state: Reading, unit: Unit): Unit {
  const [all, plain, raisedSign = '', word] =
    /^(?:\s*(?:\^|\*\*)\s*\(?([-−]?\d{1,3})\)?|(⁻?[⁰¹²³⁴-⁹]+)|\s+(squared|cubed))/u.exec(state.text.slice(state.at)) ??
    [];
  if (all === undefined) return unit;
  state.at += all.length;
  if (word !== undefined) return powerOf(unit, word === 'squared' ? 2 : 3);
  const digits = raisedSign.replace('⁻', '-').replace(/[⁰¹²³⁴-⁹]/g, (digit) => String(SUPERSCRIPTS.indexOf(digit)));
  return powerOf(unit, Number((plain ?? digits).replace('−', '-')));
}

export function powerOf(unit: Unit, exponent: number): Unit {
  if (!(Math.abs(exponent) <= MAX_EXPONENT))
    throw new LimitFault(`powers of units must be from -${MAX_EXPONENT} to ${MAX_EXPONENT}`);
  if (exponent === 1) return unit;
  const isSimple = !/[*/^ ]/.test(unit.symbol);
  return {
    symbol: unit.symbol === '' ? '' : `${isSimple ? unit.symbol : `(${unit.symbol})`}^${exponent}`,
    factor: power(unit.factor, BigInt(exponent)),
    pi: unit.pi * exponent,
    dimensions: unit.dimensions.map((dimension) => dimension * exponent),
    offset: ZERO,
  };
}

/** The product of two units, or the quotient. */
export function combine(a: Unit, b: Unit, sign: 1 | -1): Unit {
  const symbols = [a.symbol, sign === -1 && /[*/]/.test(b.symbol) ? `(${b.symbol})` : b.symbol];
  const symbol = sign === -1 ? `${symbols[0] || '1'}/${symbols[1]}` : symbols.filter((part) => part !== '').join('*');
  const isNumber = b.symbol === '' || (a.symbol === '' && compareOne(a) !== 0);
  return {
    // A number inside a unit is shown as it was typed.
    symbol: isNumber ? '' : symbol,
    factor: sign === 1 ? multiply(a.factor, b.factor) : divide(a.factor, b.factor),
    pi: a.pi + sign * b.pi,
    dimensions: a.dimensions.map((dimension, i) => dimension + sign * (b.dimensions[i] ?? 0)),
    offset: ZERO,
  };
}

const compareOne = ({ factor: { numerator, denominator } }: Unit): number => (numerator === denominator ? 0 : 1);

export const sameDimensions = (a: Unit, b: Unit): boolean =>
  a.dimensions.every((value, i) => value === b.dimensions[i]);

/** As miles per gallon and litres per 100 km. */
export const areReciprocal = (a: Unit, b: Unit): boolean =>
  a.dimensions.some((value) => value !== 0) && a.dimensions.every((value, i) => value === -(b.dimensions[i] ?? 0));

export interface Quantity {
  readonly name: string;
  /** Units that a list of conversions shows. */
  readonly units: readonly string[];
}

let quantities: ReadonlyMap<string, Quantity> | undefined;

const FUEL = 'fuel consumption';

/** What a unit measures, where it has a name. */
export function quantityOf({ symbol, dimensions }: Unit): Quantity | undefined {
  quantities ??= new Map(
    QUANTITY_LINES.trim()
      .split('\n')
      .map((line) => {
        const [name = '', unit = '', list = ''] = line.split(': ');
        // Litres per kilometre are an area, and nobody means one.
        const key = name === FUEL ? FUEL : String(readUnit(unit).dimensions);
        return [key, { name, units: list.split(' ') }] as const;
      }),
  );
  const found = quantities.get(String(dimensions));
  return found?.name === 'area' && symbol.includes('/') ? quantities.get(FUEL) : found;
}
