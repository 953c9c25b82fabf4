import { LimitFault } from '../../faults.js';
import { compareCodePoints } from '../../json/write.js';
import type { CellReader } from '../../table/cell-reader.js';
import { compareExact, type ExactDecimal, readDecimal, writeDecimal } from '../../table/exact-decimal.js';

/** Two numbers of at most so many digits are two doubles. */
const SURELY_EXACT = 15;

/** A number with all its digits; most comparisons need the double only. */
export class Num {
  #exact: ExactDecimal | undefined;

  private constructor(
    readonly double: number,
    readonly isShort: boolean,
    readonly source: string | undefined,
    exact?: ExactDecimal,
  ) {
    this.#exact = exact;
  }

  /** Of a number as JSON writes it, that `readDecimal` reads. */
  static of(source: string): Num {
    return new Num(Number(source), source.length <= SURELY_EXACT, source);
  }

  static exactly(exact: ExactDecimal): Num {
    return new Num(Number.NaN, false, undefined, exact);
  }

  get exact(): ExactDecimal {
    this.#exact ??= readDecimal(this.source ?? '') ?? { units: 0n, scale: 0 };
    return this.#exact;
  }

  /** As small as a count or a place; `undefined` where it is not whole or larger. */
  get small(): number | undefined {
    const value = Number(writeDecimal(this.exact));
    return Number.isInteger(value) && Math.abs(value) <= 1_000_000_000 ? value : undefined;
  }

  toString(): string {
    return writeDecimal(this.exact);
  }

  compare(other: Num): number {
    if (this.isShort && other.isShort) return this.double - other.double;
    return compareExact(this.exact, other.exact);
  }
}

/** What an expression gives for a row; `null` is SQL's NULL, unknown. */
export type Value = Num | string | boolean | null;

/** What is known of a value before the rows are read. A `cell` is a text that counts as a number where it is one. */
export type ValueType = 'cell' | 'number' | 'text' | 'boolean';

/** How much an expression may do to texts in a run, in characters. Chosen: some ten seconds. */
const MAX_WORK = 3_000_000_000;
/** Longest text that an expression makes. */
const MAX_TEXT = 20_000_000;

/** Counts what an expression does. */
export class Work {
  #left = MAX_WORK;

  /** Throws LimitFault. */
  spend(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0) throw new LimitFault('it takes too long on this table');
  }

  /** Throws LimitFault where a text is too long. */
  made(length: number): void {
    if (length > MAX_TEXT) throw new LimitFault(`texts must have at most ${MAX_TEXT} characters`, MAX_TEXT);
    this.spend(length);
  }
}

const TRUE: ReadonlySet<string> = new Set(['true', 'yes', 't', 'y', '1']);
const FALSE: ReadonlySet<string> = new Set(['false', 'no', 'f', 'n', '0']);

/** A cell as a condition: `true`, `yes`, `1`, `false`, `no`, `0` in any letter case; else unknown. */
export function truthOf(value: Value): boolean | null {
  if (typeof value === 'boolean' || value === null) return value;
  const word = (typeof value === 'string' ? value : value.toString()).toLowerCase();
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : null;
}

export function numberOf(value: Value, reader: CellReader): Num | null {
  if (value instanceof Num) return value;
  if (typeof value !== 'string') return null;
  const source = reader.number(value);
  return source === undefined ? null : Num.of(source);
}

export const textOf = (value: Value): string | null =>
  value === null || typeof value === 'string' ? value : String(value);

/** How values of two types are compared: gives negative, 0, positive, or `null` where that is unknown. */
export function comparison(a: ValueType, b: ValueType, reader: CellReader): (x: Value, y: Value) => number | null {
  const byNumber = (x: Value, y: Value): number | null => {
    const one = numberOf(x, reader);
    const other = one === null ? null : numberOf(y, reader);
    return one === null || other === null ? null : one.compare(other);
  };
  const byText = (x: Value, y: Value): number | null => {
    const [one, other] = [textOf(x), textOf(y)];
    return one === null || other === null ? null : compareCodePoints(one, other);
  };
  if (a === 'boolean' || b === 'boolean') {
    return (x, y) => {
      const [one, other] = [truthOf(x), truthOf(y)];
      return one === null || other === null ? null : Number(one) - Number(other);
    };
  }
  if (a === 'number' || b === 'number') return byNumber;
  if (a === 'text' || b === 'text') return byText;
  return (x, y) => byNumber(x, y) ?? byText(x, y);
}

/**
 * How a cell is compared with a day such as 2024-01-31: as the date that it holds, in whatever form; not a number where it holds none, so
 * that it is unlike the day, and neither before nor after it.
 */
export function cellAndDay(reader: CellReader): (cell: Value, day: Value) => number | null {
  return (cell, day) => {
    const [text, wanted] = [textOf(cell), textOf(day)];
    if (text === null || wanted === null) return null;
    const date = reader.date(text);
    return date === undefined ? Number.NaN : compareCodePoints(date, wanted);
  };
}

/** Whether a text is like a pattern of SQL: `%` is any text, `_` any character. */
export function likeMatcher(pattern: string, caseSensitive: boolean, work: Work): (text: string) => boolean {
  const fold = (text: string): string => (caseSensitive ? text : text.toLowerCase());
  const parts = fold(pattern)
    .split('%')
    .map((part) => Array.from(part));
  const [head = [], ...others] = parts;
  const tail = others.pop();
  const fits = (letters: readonly string[], at: number, part: readonly string[]): boolean => {
    for (const [index, letter] of part.entries()) {
      work.spend(1);
      const found = letters[at + index];
      if (found !== letter && (letter !== '_' || found === undefined)) return false;
    }
    return true;
  };
  return (text) => {
    work.spend(text.length);
    const letters = Array.from(fold(text));
    if (!fits(letters, 0, head)) return false;
    if (tail === undefined) return letters.length === head.length;
    let at = head.length;
    const end = letters.length - tail.length;
    for (const part of others) {
      while (at <= end - part.length && !fits(letters, at, part)) at++;
      if (at > end - part.length) return false;
      at += part.length;
    }
    return at <= end && fits(letters, end, tail);
  };
}
