import { cutCharacters } from '../diff/text-pieces.js';
import { compareDecimals, decimalFinder, type NumberMarks } from '../numbers/decimal-order.js';
import { ipSortKey } from '../numbers/ip-address.js';
import { foldCase } from '../unicode/letter-case.js';
import { type Lines, pickLines, splitLines } from './lines.js';

type Compare = (a: string, b: string) => number;
export type SortBy = 'text' | 'natural' | 'codepoint' | 'number' | 'length' | 'ip' | 'random';

/** Values that lines are sorted by; lines without one come last, whatever the order. */
function compareValues<Value>(
  keys: ReadonlySet<string>,
  read: (key: string) => Value | undefined,
  compare: (a: Value, b: Value) => number,
  order: 1 | -1,
): Compare {
  const values = new Map<string, Value>();
  for (const key of keys) {
    const value = read(key);
    if (value !== undefined) values.set(key, value);
  }
  return (a, b) => {
    const [one, other] = [values.get(a), values.get(b)];
    if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
    return order * compare(one, other);
  };
}

/** UTF-16 order but for letters beyond the BMP, which come last, as by code point and by byte of UTF-8. */
function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  let index = 0;
  while (index < length && a.charCodeAt(index) === b.charCodeAt(index)) index++;
  if (index === length) return a.length - b.length;
  const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)];
  const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
  return isSurrogate(one) === isSurrogate(other) ? one - other : isSurrogate(one) ? 1 : -1;
}

function numberMarks(locale: string): NumberMarks {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true, numberingSystem: 'latn' }).formatToParts(1234567.5);
  const markOf = (type: string): string | undefined => parts.find((part) => part.type === type)?.value;
  return { decimal: markOf('decimal') ?? '.', group: markOf('group') ?? ',' };
}

export interface SortRules {
  readonly by: SortBy;
  readonly locale: string;
  readonly caseSensitive: boolean;
  readonly order: 1 | -1;
  readonly unique: boolean;
  /** From 1; 0 sorts by the whole line. */
  readonly column: number;
  /** Empty: any run of white space. */
  readonly columnSeparator: string;
}

function comparison(
  keys: ReadonlySet<string>,
  { by, locale, caseSensitive, order }: SortRules & { readonly by: Exclude<SortBy, 'random'> },
): Compare {
  const ascending: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  if (by === 'number') return compareValues(keys, decimalFinder(numberMarks(locale)), compareDecimals, order);
  if (by === 'ip') return compareValues(keys, ipSortKey, ascending, order);
  if (by === 'length')
    return compareValues(
      keys,
      (key) => cutCharacters(key).length,
      (a, b) => a - b,
      order,
    );
  if (by === 'codepoint') {
    return compareValues(keys, caseSensitive ? (key) => key : foldCase, compareCodePoints, order);
  }
  const sensitivity = caseSensitive ? 'variant' : 'accent';
  const { compare } = new Intl.Collator(locale, { numeric: by === 'natural', sensitivity });
  return (a, b) => order * compare(a, b);
}

/** What a line is sorted by: the whole of it, or one of its columns; a line with fewer columns sorts as empty. */
function keyFunction(column: number, separator: string): (line: string) => string {
  if (column === 0) return (line) => line;
  if (separator === '') return (line) => line.trim().split(/\s+/, column)[column - 1] ?? '';
  return (line) => line.split(separator, column)[column - 1]?.trim() ?? '';
}

/** Indexes in a random order, each as likely as any other (Fisher and Yates). */
function shuffle(count: number, random: (length: number) => Uint8Array): number[] {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const bytes = random(count * 6);
  for (let last = count - 1; last > 0; last--) {
    // 48 bits: for a million lines no order is likelier than another by more than one part in 10^8.
    let drawn = 0;
    for (let byte = 0; byte < 6; byte++) drawn = drawn * 256 + (bytes[last * 6 + byte] ?? 0);
    const other = drawn % (last + 1);
    [indexes[last], indexes[other]] = [indexes[other] ?? 0, indexes[last] ?? 0];
  }
  return indexes;
}

/** Locales whose alphabet leaves ASCII in the order of the root of CLDR: no letters that count as one (ch, aa), none moved. */
const PLAIN_ALPHABETS = new Set([
  'en',
  'de',
  'fr',
  'it',
  'nl',
  'pt',
  'ru',
  'pl',
  'ro',
  'uk',
  'bg',
  'el',
  'id',
  'ga',
  'eu',
  'ca',
]);

/** A text as bytes whose order is that of the language, and back: the alphabet first, capitals after small letters. */
interface AsciiOrder {
  readonly keyOf: (line: string) => string;
  readonly lineOf: (key: string) => string;
}

/** The order of ASCII lines by a language of a plain alphabet; `undefined` where lines must be compared by its collation. */
function asciiOrder(
  lines: readonly string[],
  { by, locale, caseSensitive, column }: SortRules,
): AsciiOrder | undefined {
  const isPlain = by === 'text' && caseSensitive && column === 0 && PLAIN_ALPHABETS.has(locale.split('-')[0] ?? '');
  if (!isPlain || /-u-/.test(locale) || !lines.every((line) => /^[\t -~]*$/.test(line))) return undefined;
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base' });
  const letters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
    .concat('\t')
    .sort(compare);
  const ranks = new Uint8Array(128);
  const originals = new Uint8Array(256);
  let rank = 1;
  for (const [index, letter] of letters.entries()) {
    if (index > 0 && compare(letters[index - 1] ?? '', letter) !== 0) rank++;
    ranks[letter.charCodeAt(0)] = rank;
    originals[rank] = letter.toLowerCase().charCodeAt(0);
  }
  const scratch = Buffer.alloc(2 * Math.max(1, ...longest(lines)) + 1);
  return {
    keyOf(line) {
      const { length } = line;
      let hasCapital = false;
      for (let index = 0; index < length; index++) {
        const code = line.charCodeAt(index);
        const isCapital = code >= 65 && code <= 90;
        scratch[index] = ranks[code] ?? 0;
        scratch[length + 1 + index] = isCapital ? 2 : 1;
        hasCapital ||= isCapital;
      }
      scratch[length] = 0;
      return scratch.toString('latin1', 0, hasCapital ? 2 * length + 1 : length);
    },
    lineOf(key) {
      const end = key.indexOf('\0');
      const length = end === -1 ? key.length : end;
      for (let index = 0; index < length; index++) {
        const code = originals[key.charCodeAt(index)] ?? 0;
        scratch[index] = end !== -1 && key.charCodeAt(length + 1 + index) === 2 ? code - 32 : code;
      }
      return scratch.toString('latin1', 0, length);
    },
  };
}

function* longest(lines: readonly string[]): Generator<number, void> {
  let length = 0;
  for (const line of lines) length = Math.max(length, line.length);
  yield length;
}

/** A string of its own: to compare parts of a long one takes several times as long. */
const copyOf = (line: string): string =>
  /^[\0-\xff]*$/.test(line) ? Buffer.from(line, 'latin1').toString('latin1') : Buffer.from(line).toString();

/**
 * Strings by their UTF-16 units. Those with the same first two are sorted by themselves, and without a comparer, as V8 does by
 * itself: together a third of the time.
 */
function sortUnits(keys: readonly string[]): string[] {
  const groups = new Map<number, string[]>();
  for (const key of keys) {
    const start = key === '' ? 0 : (key.charCodeAt(0) + 1) * 0x20000 + (key.length === 1 ? 0 : key.charCodeAt(1) + 1);
    const group = groups.get(start);
    if (group === undefined) groups.set(start, [key]);
    else group.push(key);
  }
  return [...groups].sort(([a], [b]) => a - b).flatMap(([, group]) => group.sort());
}

/** Lines that are their own keys, sorted at once: equal ones are the same, so nothing but their breaks tells them apart. */
function sortPlain(source: Lines, rules: SortRules): string | undefined {
  const { lines, breaks, lineBreak, hasFinalBreak } = source;
  const areBreaksAlike = breaks.every(
    (found, index) => found === lineBreak || (found === '' && index === breaks.length - 1),
  );
  if (!areBreaksAlike || !rules.caseSensitive || rules.column !== 0) return undefined;
  const isByUnits = rules.by === 'codepoint' && !lines.some((line) => /[\ud800-\udfff]/.test(line));
  const ascii = isByUnits ? undefined : asciiOrder(lines, rules);
  if (!isByUnits && ascii === undefined) return undefined;
  const sorted = sortUnits(ascii === undefined ? lines.map(copyOf) : lines.map(ascii.keyOf));
  if (rules.order === -1) sorted.reverse();
  const kept = rules.unique ? sorted.filter((line, index) => index === 0 || line !== sorted[index - 1]) : sorted;
  const text = (ascii === undefined ? kept : kept.map(ascii.lineOf)).join(lineBreak);
  return hasFinalBreak && kept.length > 0 ? text + lineBreak : text;
}

/** The lines of a text in order. Equal ones keep theirs; those without a value come last. `random` gives random bytes. */
export function sortLines(text: string, rules: SortRules, random: (length: number) => Uint8Array): string {
  const source = splitLines(text);
  const plain = sortPlain(source, rules);
  if (plain !== undefined) return plain;
  const seen = new Set<string>();
  const isNew = (line: string): boolean => {
    const key = rules.caseSensitive ? line : foldCase(line);
    return seen.size < seen.add(key).size;
  };
  const indexes = [...source.lines.keys()].filter((index) => !rules.unique || isNew(source.lines[index] ?? ''));
  const { by } = rules;
  if (by === 'random') {
    const order = shuffle(indexes.length, random).map((at) => indexes[at] ?? 0);
    return pickLines(source, order);
  }
  const keys = source.lines.map(keyFunction(rules.column, rules.columnSeparator));
  // Each key is compared once, however many lines share it.
  const distinct = new Set(keys);
  const compare = comparison(distinct, { ...rules, by });
  const ranks = new Map<string, number>();
  let rank = 0;
  let last: string | undefined;
  for (const key of [...distinct].sort(compare)) {
    if (last !== undefined && compare(last, key) !== 0) rank++;
    ranks.set(key, rank);
    last = key;
  }
  const order = Float64Array.from(keys, (key) => ranks.get(key) ?? 0);
  indexes.sort((a, b) => (order[a] ?? 0) - (order[b] ?? 0));
  return pickLines(source, indexes);
}
