import { instantOf } from '../../table/cell-dates.js';
import type { CellReader } from '../../table/cell-reader.js';
import { compareExact, decimalOf, remainder, roundedTo, wholeOf } from '../../table/exact-decimal.js';
import { Num, numberOf, textOf, type Value, type ValueType, type Work } from './values.js';

export interface FunctionRoom {
  readonly reader: CellReader;
  readonly work: Work;
}

interface SqlFunction {
  /** Fewest and most arguments. */
  readonly least: number;
  readonly most: number;
  readonly type: ValueType;
  /** Without it, an argument that is NULL gives NULL. */
  readonly takesNull?: boolean;
  readonly run: (values: readonly Value[], room: FunctionRoom) => Value;
}

const MANY = 50;
const whole = (value: number): Num => Num.exactly(decimalOf(value));

const ofText =
  (run: (text: string, rest: readonly string[], room: FunctionRoom) => Value) =>
  (values: readonly Value[], room: FunctionRoom): Value => {
    const [text = '', ...rest] = values.map((value) => textOf(value) ?? '');
    room.work.spend(text.length);
    return run(text, rest, room);
  };

const ofNumber =
  (run: (value: Num, second: number | undefined) => Num | null) =>
  (values: readonly Value[], { reader }: FunctionRoom): Value => {
    const [value, second] = values.map((one) => numberOf(one, reader));
    if (value === null || value === undefined || second === null) return null;
    return run(value, second?.small);
  };

const ofDate =
  (run: (date: string) => Value) =>
  ([value = null]: readonly Value[], { reader }: FunctionRoom): Value => {
    const date = reader.date(textOf(value) ?? '');
    return date === undefined ? null : run(date);
  };

/** A number of characters or a place among the arguments. */
function countOf(value: Value | undefined, { reader }: FunctionRoom): number | undefined {
  return value === undefined ? undefined : numberOf(value, reader)?.small;
}

/** SQL's substr: places count from 1, negative ones from the end. */
function substr(values: readonly Value[], room: FunctionRoom): Value {
  const letters = Array.from(textOf(values[0] ?? null) ?? '');
  room.work.spend(letters.length);
  const start = countOf(values[1], room);
  const length = values.length < 3 ? Number.POSITIVE_INFINITY : countOf(values[2], room);
  if (start === undefined || length === undefined || length < 0) return null;
  // Place 0 is before the first, and the length counts from it.
  const from = start < 0 ? Math.max(letters.length + start, 0) : start - 1;
  const missing = start < 0 ? Math.min(letters.length + start, 0) : 0;
  const end = from + length + missing;
  return letters.slice(Math.max(from, 0), Math.max(end, 0)).join('');
}

const side =
  (isLeft: boolean) =>
  (values: readonly Value[], room: FunctionRoom): Value => {
    const letters = Array.from(textOf(values[0] ?? null) ?? '');
    room.work.spend(letters.length);
    const count = countOf(values[1], room);
    if (count === undefined || count < 0) return null;
    return (isLeft ? letters.slice(0, count) : letters.slice(Math.max(letters.length - count, 0))).join('');
  };

const padded =
  (isLeft: boolean) =>
  (values: readonly Value[], room: FunctionRoom): Value => {
    const text = textOf(values[0] ?? null) ?? '';
    const length = countOf(values[1], room);
    const fill = values.length < 3 ? ' ' : (textOf(values[2] ?? null) ?? '');
    if (length === undefined || fill === '') return null;
    room.work.made(length);
    return isLeft ? text.padStart(length, fill) : text.padEnd(length, fill);
  };

function trimmed(text: string, letters: string, ends: 'both' | 'left' | 'right'): string {
  const set = new Set(letters);
  const list = Array.from(text);
  let from = 0;
  let to = list.length;
  if (ends !== 'right') while (from < to && set.has(list[from] ?? '')) from++;
  if (ends !== 'left') while (to > from && set.has(list[to - 1] ?? '')) to--;
  return list.slice(from, to).join('');
}

const trimming = (ends: 'both' | 'left' | 'right'): SqlFunction => ({
  least: 1,
  most: 2,
  type: 'text',
  run: ofText((text, [letters]) => {
    if (letters !== undefined) return trimmed(text, letters, ends);
    if (ends === 'both') return text.trim();
    return ends === 'left' ? text.trimStart() : text.trimEnd();
  }),
});

const extreme = (sign: 1 | -1): SqlFunction => ({
  least: 1,
  most: MANY,
  type: 'number',
  run: (values, { reader }) => {
    let best: Num | null = null;
    for (const value of values) {
      const number = numberOf(value, reader);
      if (number === null) return null;
      if (best === null || sign * number.compare(best) > 0) best = number;
    }
    return best;
  },
});

const text = (least: number, most: number, run: SqlFunction['run']): SqlFunction => ({
  least,
  most,
  type: 'text',
  run,
});
const number = (least: number, most: number, run: SqlFunction['run']): SqlFunction => ({
  least,
  most,
  type: 'number',
  run,
});
const truth = (run: SqlFunction['run'], least = 2): SqlFunction => ({ least, most: least, type: 'boolean', run });

const datePart = (start: number, end: number): SqlFunction =>
  number(
    1,
    1,
    ofDate((date) => whole(Number(date.slice(start, end)))),
  );

const DAY_MS = 86_400_000;

/** The functions of the language, by name in lower case. `coalesce` and the like are the compiler's. */
export const FUNCTIONS: ReadonlyMap<string, SqlFunction> = new Map([
  [
    'lower',
    text(
      1,
      1,
      ofText((value) => value.toLowerCase()),
    ),
  ],
  [
    'upper',
    text(
      1,
      1,
      ofText((value) => value.toUpperCase()),
    ),
  ],
  [
    'initcap',
    text(
      1,
      1,
      ofText((value) => value.toLowerCase().replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase())),
    ),
  ],
  ['trim', trimming('both')],
  ['ltrim', trimming('left')],
  ['rtrim', trimming('right')],
  [
    'length',
    number(
      1,
      1,
      ofText((value) => whole(Array.from(value).length)),
    ),
  ],
  ['substr', text(2, 3, substr)],
  ['substring', text(2, 3, substr)],
  ['left', text(2, 2, side(true))],
  ['right', text(2, 2, side(false))],
  ['lpad', text(2, 3, padded(true))],
  ['rpad', text(2, 3, padded(false))],
  [
    'replace',
    text(
      3,
      3,
      ofText((value, [from = '', to = ''], { work }) => {
        if (from === '') return value;
        const parts = value.split(from);
        work.made(value.length + (parts.length - 1) * Math.max(to.length - from.length, 0));
        return parts.join(to);
      }),
    ),
  ],
  [
    'split_part',
    text(3, 3, (values, room) => {
      const place = countOf(values[2], room);
      const [value = '', separator = ''] = values.map((one) => textOf(one) ?? '');
      room.work.spend(value.length);
      if (place === undefined || place === 0 || separator === '') return null;
      return value.split(separator).at(place > 0 ? place - 1 : place) ?? '';
    }),
  ],
  [
    'concat',
    {
      least: 1,
      most: MANY,
      type: 'text',
      takesNull: true,
      run: (values, { work }) => {
        const joined = values.map((value) => textOf(value) ?? '').join('');
        work.made(joined.length);
        return joined;
      },
    },
  ],
  ['contains', truth(ofText((value, [part = '']) => value.includes(part)))],
  ['starts_with', truth(ofText((value, [part = '']) => value.startsWith(part)))],
  ['ends_with', truth(ofText((value, [part = '']) => value.endsWith(part)))],
  [
    'instr',
    number(
      2,
      2,
      ofText((value, [part = '']) => whole(placeOf(value, part))),
    ),
  ],
  [
    'abs',
    number(
      1,
      1,
      ofNumber(({ exact }) => Num.exactly({ ...exact, units: exact.units < 0n ? -exact.units : exact.units })),
    ),
  ],
  [
    'round',
    number(
      1,
      2,
      ofNumber(({ exact }, places = 0) => (Math.abs(places) > 300 ? null : Num.exactly(roundedTo(exact, places)))),
    ),
  ],
  [
    'floor',
    number(
      1,
      1,
      ofNumber(({ exact }) => Num.exactly(wholeOf(exact, 'floor'))),
    ),
  ],
  [
    'ceil',
    number(
      1,
      1,
      ofNumber(({ exact }) => Num.exactly(wholeOf(exact, 'ceil'))),
    ),
  ],
  [
    'sign',
    number(
      1,
      1,
      ofNumber(({ exact }) => whole(compareExact(exact, decimalOf(0)))),
    ),
  ],
  [
    'mod',
    number(2, 2, ([a = null, b = null], { reader }) => {
      const [x, y] = [numberOf(a, reader), numberOf(b, reader)];
      const rest = x === null || y === null ? undefined : remainder(x.exact, y.exact);
      return rest === undefined ? null : Num.exactly(rest);
    }),
  ],
  ['greatest', extreme(1)],
  ['least', extreme(-1)],
  ['number', number(1, 1, ([value = null], { reader }) => numberOf(value, reader))],
  ['text', text(1, 1, ([value = null]) => textOf(value))],
  ['is_number', truth(([value = null], { reader }) => numberOf(value, reader) !== null, 1)],
  ['is_date', truth(([value = null], { reader }) => reader.date(textOf(value) ?? '') !== undefined, 1)],
  [
    'date',
    text(
      1,
      1,
      ofDate((date) => date.slice(0, 10)),
    ),
  ],
  [
    'datetime',
    text(
      1,
      1,
      ofDate((date) => (date.includes('T') ? date : `${date}T00:00:00`)),
    ),
  ],
  ['year', datePart(0, 4)],
  ['month', datePart(5, 7)],
  ['day', datePart(8, 10)],
  [
    'days_between',
    number(2, 2, (values, { reader }) => {
      const [from, to] = values.map((value) => reader.date(textOf(value) ?? '')?.slice(0, 10));
      if (from === undefined || to === undefined) return null;
      return whole(Math.round((instantOf(to) - instantOf(from)) / DAY_MS));
    }),
  ],
]);

/** From 1 in characters; 0 where the part is not there. */
function placeOf(value: string, part: string): number {
  const at = value.indexOf(part);
  return at < 0 ? 0 : Array.from(value.slice(0, at)).length + 1;
}
