import { unlessFaulty } from '../faults.js';
import { parseJson } from '../json/parse.js';
import { type CellReader, isMissing, TypeGuess } from '../table/cell-reader.js';
import { readDecimal } from '../table/exact-decimal.js';
import { MAX_PRECISION, type StatedType, type StoredType } from './stored-types.js';

export type StoredValue = string | number | bigint | boolean | null;

const LARGEST = 2n ** 63n - 1n;
const LEAST = -(2n ** 63n);
/** Digits of the least and the largest. */
const LONG_DIGITS = 19;

const fits64 = (value: bigint): boolean => value >= LEAST && value <= LARGEST;

/** How far the numbers of a column go, so that the type that holds them all can be told. */
class NumberExtent {
  #isInteger = true;
  #fits = true;
  #hasExponent = false;
  #whole = 0;
  #fraction = 0;

  /** A number as JSON writes it. */
  add(source: string): void {
    if (/[eE]/.test(source)) this.#hasExponent = true;
    const point = source.indexOf('.');
    const whole = (point < 0 ? source.length : point) - (source.startsWith('-') ? 1 : 0);
    this.#whole = Math.max(this.#whole, whole);
    if (point >= 0) this.#fraction = Math.max(this.#fraction, source.length - point - 1);
    this.#isInteger &&= point < 0 && !this.#hasExponent;
    if (this.#isInteger && whole >= LONG_DIGITS) this.#fits &&= fits64(BigInt(source));
  }

  /** Exact decimals in place of doubles where `exact`. Integers beyond 64 bits are decimals; beyond 38 digits texts. */
  type(exact: boolean): StoredType {
    const precision = this.#whole + this.#fraction;
    const isDecimal = precision <= MAX_PRECISION && !this.#hasExponent;
    if (this.#isInteger) {
      if (this.#fits) return { kind: 'integer' };
      return isDecimal ? { kind: 'decimal', precision, scale: 0 } : { kind: 'text' };
    }
    return exact && isDecimal ? { kind: 'decimal', precision, scale: this.#fraction } : { kind: 'double' };
  }
}

/** Whether the moments of a column have times, offsets from UTC and more than microseconds. */
class MomentExtent {
  #hasTime = false;
  #offsets = 0;
  #count = 0;
  #isFine = false;
  #fitsNanoseconds = true;

  /** A date as `CellReader.date` gives it. */
  add(date: string): void {
    this.#count++;
    if (!date.includes('T')) return;
    this.#hasTime = true;
    if (hasOffset(date)) this.#offsets++;
    this.#isFine ||= /\.\d{7}/.test(date);
    const year = Number(date.slice(0, 4));
    // 64 bits of nanoseconds: 1677-09-21 to 2262-04-11.
    this.#fitsNanoseconds &&= year > 1677 && year < 2262;
  }

  get hasTime(): boolean {
    return this.#hasTime;
  }

  /** `undefined` where some have an offset and some have none, or where 64 bits do not hold them. */
  timestamp(): StoredType | undefined {
    const isMixed = this.#offsets > 0 && this.#offsets < this.#count;
    if (isMixed || (this.#isFine && !this.#fitsNanoseconds)) return undefined;
    return { kind: 'timestamp', utc: this.#offsets > 0, nanoseconds: this.#isFine };
  }
}

const hasOffset = (date: string): boolean => /(?:Z|[+-]\d\d:\d\d)$/.test(date);

/** Finds the type of a column from its texts: `TypeGuess`, and how it is stored. */
export class StoredGuess {
  readonly #guess: TypeGuess;
  readonly #numbers = new NumberExtent();
  readonly #moments = new MomentExtent();

  constructor(
    readonly reader: CellReader,
    readonly exact: boolean,
  ) {
    this.#guess = new TypeGuess(reader);
  }

  add(cell: string): void {
    if (this.#guess.isText || isMissing(cell)) return;
    this.#guess.add(cell);
    const { type } = this.#guess;
    if (type === 'number') this.#numbers.add(this.reader.number(cell) ?? '');
    else if (type === 'date') this.#moments.add(this.reader.date(cell) ?? '');
  }

  get type(): StoredType {
    const { type } = this.#guess;
    if (type === 'number') return this.#numbers.type(this.exact);
    if (type === 'boolean' || type === 'text') return { kind: type };
    if (!this.#moments.hasTime) return { kind: 'date' };
    return this.#moments.timestamp() ?? { kind: 'text' };
  }
}

/** The type that a stated one comes to with the cells of its column; `undefined` where they have mixed offsets. */
export function completeType(type: StatedType, reader: CellReader, cells: Iterable<string>): StoredType | undefined {
  if (type.kind !== 'timestamp') return type;
  const moments = new MomentExtent();
  for (const cell of cells) {
    const date = reader.date(cell);
    if (date !== undefined) moments.add(date);
  }
  return moments.timestamp();
}

/** The value of a cell; `null` where it is one of the words for nothing, `undefined` where it is none of the type. */
export function storedValue(cell: string, type: StoredType, reader: CellReader): StoredValue | undefined {
  if (type.kind === 'text') return cell;
  if (isMissing(cell)) return null;
  if (type.kind === 'json') return unlessFaulty(() => parseJson(cell)) === undefined ? undefined : cell;
  if (type.kind === 'boolean') return booleanOf(cell);
  if (type.kind === 'date' || type.kind === 'timestamp') {
    const date = reader.date(cell);
    return date === undefined ? undefined : momentOf(date, type);
  }
  const source = reader.number(cell);
  return source === undefined ? undefined : numberOf(source, type);
}

function booleanOf(cell: string): boolean | undefined {
  if (/^(?:true|yes|t|y|1)$/i.test(cell)) return true;
  return /^(?:false|no|f|n|0)$/i.test(cell) ? false : undefined;
}

function numberOf(source: string, type: StoredType): number | bigint | undefined {
  if (type.kind === 'double' || type.kind === 'float32') {
    const value = Number(source);
    return Number.isFinite(type.kind === 'float32' ? Math.fround(value) : value) ? value : undefined;
  }
  const places = type.kind === 'decimal' ? type.scale : 0;
  const value = scaled(source, places);
  if (value === undefined) return undefined;
  if (type.kind === 'decimal') return String(value).replace('-', '').length <= type.precision ? value : undefined;
  if (type.kind === 'int32') return BigInt.asIntN(32, value) === value ? Number(value) : undefined;
  return fits64(value) ? value : undefined;
}

/** The number times 10^scale; `undefined` where digits would be lost. */
function scaled(source: string, scale: number): bigint | undefined {
  const exact = readDecimal(source);
  if (exact === undefined) return undefined;
  if (exact.scale <= scale) return exact.units * 10n ** BigInt(scale - exact.scale);
  const divisor = 10n ** BigInt(exact.scale - scale);
  return exact.units % divisor === 0n ? exact.units / divisor : undefined;
}

const DAY_MILLISECONDS = 86_400_000;

function momentOf(date: string, type: StoredType): number | bigint | undefined {
  if (type.kind === 'date') return date.includes('T') ? undefined : Date.parse(date) / DAY_MILLISECONDS;
  const [, fraction = ''] = /\.(\d+)/.exec(date) ?? [];
  const plain = date.replace(/\.\d+/, '');
  const instant = Date.parse(!plain.includes('T') || hasOffset(plain) ? plain : `${plain}Z`);
  if (Number.isNaN(instant)) return undefined;
  const places = type.kind === 'timestamp' && type.nanoseconds ? 9 : 6;
  return BigInt(instant / 1000) * 10n ** BigInt(places) + BigInt(fraction.padEnd(places, '0').slice(0, places));
}
