import {
  ANTONYMS,
  COLOURS,
  MONTH_WORDS,
  NEGATIONS,
  NUMBER_WORDS,
  ORDINAL_WORDS,
  UNIT_WORDS,
  WEEKDAYS,
} from './fact-words.js';

/**
 * What must agree before two texts can say the same: numbers with their unit, times, days, codes, and whether they deny.
 * Sentence embeddings hardly see these (USE-lite: "at 3pm" and "at 5pm" have cosine 0.987).
 */
export interface Facts {
  /** Each value once. */
  readonly values: readonly Value[];
  readonly byReading: ReadonlyMap<string, readonly Value[]>;
  readonly negations: number;
  /** Pairs of opposites of which the text uses one side only: index of the pair → side. */
  readonly sides: ReadonlyMap<number, Side>;
  readonly isShort: boolean;
  /** Beginnings of the words, for names that come with endings. */
  readonly beginnings: ReadonlySet<string>;
  readonly words: readonly string[];
  /** The words without their order. */
  readonly bag: string;
}

interface Value {
  readonly kind: 'number' | 'time' | 'day' | 'month' | 'weekday' | 'code' | 'one' | 'colour' | 'name';
  /** All readings: a date such as 03/04 has two. */
  readonly readings: readonly string[];
  /** Currency or unit, where there is one. */
  readonly unit: string;
}

/** How the facts of two texts stand to each other, worst first. */
export type Agreement = 'conflict' | 'missing' | 'same';

// In order of trial at a position: ISO date, numeric date, clock time, hour with am/pm, code, number with unit.
const TOKEN = new RegExp(
  [
    String.raw`(?<isoYear>\d{4})-(?<isoMonth>\d{1,2})-(?<isoDay>\d{1,2})(?!\d)`,
    String.raw`(?<dateA>\d{1,2})(?<separator>[./-])(?<dateB>\d{1,2})\k<separator>(?<dateYear>\d{4}|\d{2})(?!\d)`,
    String.raw`(?<hour>\d{1,2})[:.h](?<minute>[0-5]\d)(?::[0-5]\d)? ?(?<half>[ap]\.?m\b\.?)`,
    String.raw`(?<hour24>\d{1,2}):(?<minute24>[0-5]\d)(?::[0-5]\d)?(?![\d:])`,
    String.raw`(?<hour12>\d{1,2}) ?(?<half12>[ap]\.?m\b\.?|o'clock)`,
    String.raw`(?<code>(?=[\p{L}\d_/-]*\d)(?=[\d_/-]*\p{L})[\p{L}\d]+(?:[_/-][\p{L}\d]+)*)`,
    String.raw`(?:(?<currency>[$€£¥₹]|\b(?:usd|eur|gbp)\b) ?)?(?<sign>(?<![\p{L}\d])-)?(?<number>\d[\d.,]*(?<=\d))(?: ?(?<unit>%|[$€£¥₹]|[\p{L}°]+))?`,
    String.raw`(?<word>[\p{L}\p{M}]+(?:'[\p{L}]+)?)`,
  ].join('|'),
  'gu',
);

// Chosen: about two long sentences. In longer texts a lone "not" or "bad" seldom speaks about the same thing.
const SHORT_TEXT_WORDS = 40;

// "No. 5" numbers something, "isn't it?" asks, "not only" adds: they deny nothing.
const NO_DENIAL = /\bno\.? ?(?=#?\d)|, ?[a-z]+n't [a-z]+ ?\?|\bnot only\b/g;
// Only beside a day are these words surely months.
const UNSURE_MONTH =
  /\b(?:(may)|(?:march|mar))\b(?=\.? \d{1,2}(?!\d))|(?<=\d(?:st|nd|rd|th)?(?: of)? )(?:(may)|(?:march|mar))\b/;

// Greek and Greece, Syria and Syrians.
const BEGINNING = 4;

/** Reads the facts of a folded text (`foldText`). `isName` knows words that are names only. */
export function readFacts(folded: string, isName: (word: string) => boolean = () => false): Facts {
  const text = folded.replaceAll(NO_DENIAL, ' ');
  const values: Value[] = [];
  const words: string[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const groups = match.groups ?? {};
    if (groups.word !== undefined) words.push(groups.word);
    else values.push(...readValue(groups));
  }
  values.push(...readWords(words));
  for (const word of new Set(words)) {
    if (isName(word) && !WEEKDAYS.has(word) && !MONTH_WORDS.has(word))
      values.push(value('name', [word.slice(0, BEGINNING)]));
  }
  const month = UNSURE_MONTH.exec(text);
  if (month) values.push(value('month', [(month[1] ?? month[2]) === undefined ? '3' : '5']));
  const distinct = distinctValues(joinDates(values));
  return {
    values: distinct,
    byReading: indexReadings(distinct),
    negations: countNegations(text, words),
    sides: readSides(words),
    isShort: words.length <= SHORT_TEXT_WORDS,
    beginnings: new Set(words.map((word) => word.slice(0, BEGINNING))),
    words,
    bag: words.toSorted().join(' '),
  };
}

function distinctValues(values: readonly Value[]): Value[] {
  const byKey = new Map(values.map((item) => [`${item.kind} ${item.unit} ${item.readings.join(' ')}`, item]));
  return [...byKey.values()];
}

function indexReadings(values: readonly Value[]): Map<string, Value[]> {
  const index = new Map<string, Value[]>();
  for (const item of values) {
    for (const reading of item.readings) index.set(reading, [...(index.get(reading) ?? []), item]);
  }
  return index;
}

type Groups = Readonly<Record<string, string | undefined>>;

const value = (kind: Value['kind'], readings: readonly string[], unit = ''): Value => ({ kind, readings, unit });

function readValue(groups: Groups): Value[] {
  const { isoYear, dateYear, hour, hour24, hour12, code, number } = groups;
  if (isoYear !== undefined) {
    return [value('number', [isoYear]), value('day', [`${Number(groups.isoMonth)}-${Number(groups.isoDay)}`])];
  }
  if (dateYear !== undefined) return readNumericDate(Number(groups.dateA), Number(groups.dateB), dateYear);
  if (hour !== undefined) return [value('time', clock(hour, groups.minute, groups.half))];
  if (hour24 !== undefined) return [value('time', clock(hour24, groups.minute24, undefined))];
  if (hour12 !== undefined) return [value('time', clock(hour12, '00', groups.half12))];
  if (code !== undefined) return readCode(code);
  return number === undefined ? [] : [readNumber(number, groups)];
}

function readNumericDate(first: number, second: number, year: string): Value[] {
  const readings = [`${first}-${second}`, `${second}-${first}`].filter((day) => Number(day.split('-')[0]) <= 12);
  const fullYear = year.length === 2 ? `20${year}` : year;
  return [value('number', [fullYear]), value('day', readings.length > 0 ? readings : [`${first}-${second}`])];
}

/** The time of day, and the hour alone for a full hour. */
function clock(hours: string, minutes: string | undefined, half: string | undefined): string[] {
  const isAfternoon = half?.startsWith('p') ?? false;
  const isMorning = half?.startsWith('a') ?? false;
  let hour = Number(hours);
  if (isAfternoon && hour < 12) hour += 12;
  if (isMorning && hour === 12) hour = 0;
  return minutes === '00' ? [`${hour}:00`, String(hour)] : [`${hour}:${minutes ?? '00'}`];
}

const ATTACHED_UNIT = /^(\d+(?:\.\d+)?)([\p{L}°]+)$/u;
const HYPHENED_NUMBER = /^(\d+)-(\p{L}+)(?:-\p{L}+)*$/u; // 5-year-old
const ORDINAL = /^(\d+)(?:st|nd|rd|th)$/;

/** Letters and digits in one: an ordinal, a number with its unit, or a name such as `ab-1234`. */
function readCode(code: string): Value[] {
  const ordinal = ORDINAL.exec(code);
  if (ordinal?.[1] !== undefined) return [value('number', [canonicalNumber(ordinal[1])], 'ordinal')];
  const hyphened = HYPHENED_NUMBER.exec(code);
  if (hyphened?.[1] !== undefined) return [readNumber(hyphened[1], { unit: hyphened[2] })];
  const measure = ATTACHED_UNIT.exec(code);
  const unit = measure?.[2] === undefined ? undefined : UNIT_WORDS.get(measure[2]);
  if (measure?.[1] !== undefined && unit !== undefined) return [scaled(canonicalNumber(measure[1]), unit)];
  return [value('code', [code.replaceAll(/[_/-]/gu, '')])];
}

function readNumber(number: string, { sign = '', currency, unit }: Groups): Value {
  const plain = `${sign}${canonicalNumber(number)}`;
  const isMillions = currency !== undefined && unit === 'm'; // $5m; elsewhere m may be metres or minutes
  const known = isMillions ? 'million' : (UNIT_WORDS.get(currency ?? '') ?? UNIT_WORDS.get(unit ?? ''));
  // Minus signs before a number are mostly dashes and list marks; one before money or a measure is a sign.
  return known === undefined ? value('number', [plain.replace('-', '')]) : scaled(plain, known);
}

const SCALES: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
]);

function scaled(number: string, unit: string): Value {
  const scale = SCALES.get(unit);
  if (scale === undefined) return value('number', [number], unit);
  return value('number', [String(Number((Number(number) * scale).toPrecision(12)))]);
}

/** `1,000.50`, `1.000,50`, `1000.5` and `1000,5` are one number. Long digit strings (order numbers) keep all digits. */
function canonicalNumber(number: string): string {
  const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
  const separators = number.replaceAll(/\d/g, '');
  const isGrouping =
    last >= 0 &&
    number.length - last === 4 &&
    /^\d{1,3}(?:[.,]\d{3})+$/.test(number) &&
    new Set(separators).size === 1 &&
    !number.startsWith('0');
  if (separators.length > 1 && new Set(separators).size === 1 && !isGrouping) return number; // 1.2.3 is a version
  const whole = (isGrouping || last < 0 ? number : number.slice(0, last)).replaceAll(/[.,]/g, '');
  const fraction = isGrouping || last < 0 ? '' : number.slice(last + 1).replace(/0+$/, '');
  const trimmed = whole.replace(/^0+(?=\d)/, '');
  return fraction === '' ? trimmed : `${trimmed}.${fraction}`;
}

function readWords(words: readonly string[]): Value[] {
  const values: Value[] = readNumberWords(words);
  for (const word of words) {
    const ordinal = ORDINAL_WORDS.get(word);
    const month = MONTH_WORDS.get(word);
    const weekday = WEEKDAYS.get(word);
    const colour = COLOURS.get(word);
    if (ordinal !== undefined) values.push(value('number', [ordinal], 'ordinal'));
    if (month !== undefined) values.push(value('month', [month]));
    if (colour !== undefined) values.push(value('colour', [colour]));
    if (weekday !== undefined) values.push(value('weekday', [weekday]));
  }
  return values;
}

/** Numbers in words: `twenty five` is 25, `two hundred thousand` 200000. A lone `one` may be a pronoun. */
function readNumberWords(words: readonly string[]): Value[] {
  const values: Value[] = [];
  let total: number | undefined;
  for (const [index, word] of [...words, ''].entries()) {
    const number = NUMBER_WORDS.get(word);
    const scale = SCALES.get(word);
    const isOneOfScale = word === 'one' && SCALES.has(words[index + 1] ?? '');
    if (word === 'one' && !isOneOfScale) values.push(value('one', ['1']));
    if (scale !== undefined) total = (total ?? 1) * scale;
    else if (isOneOfScale) total = (total ?? 0) + 1;
    else if (number !== undefined) total = (total ?? 0) + Number(number);
    else if (total !== undefined) {
      values.push(value('number', [String(total)]));
      total = undefined;
    }
  }
  return values;
}

/** `5 january` and `january 5th` become the day 1-5, as `2024-01-05` is read. */
function joinDates(values: readonly Value[]): Value[] {
  const months = values.filter(({ kind }) => kind === 'month');
  const month = months[0]?.readings[0];
  if (months.length !== 1 || month === undefined) return [...values];
  const days = values.filter(
    ({ kind, unit, readings }) =>
      kind === 'number' && (unit === '' || unit === 'ordinal') && Number(readings[0]) >= 1 && Number(readings[0]) <= 31,
  );
  const day = days[0];
  if (days.length !== 1 || day === undefined) return [...values];
  const joined = value('day', [`${month}-${day.readings[0]}`]);
  return [...values.filter((item) => item !== day && item.kind !== 'month'), joined];
}

const UNSPACED_NEGATION = /[不没沒无無未]|ません|ない/gu;

function countNegations(text: string, words: readonly string[]): number {
  const spaced = words.filter((word) => NEGATIONS.has(word) || word.endsWith("n't")).length;
  return spaced + (text.match(UNSPACED_NEGATION)?.length ?? 0);
}

/** Compares the facts of two texts. `isNearCopy`: they share nearly all their words, so that every denial counts. */
export function compareFacts(a: Facts, b: Facts, isNearCopy: boolean): Agreement {
  if (a.isShort && b.isShort && a.bag === b.bag && areSwapped(a.words, b.words)) return 'conflict';
  const onlyA = unmatched(a.values, b);
  const onlyB = unmatched(b.values, a);
  if ((isNearCopy || (a.isShort && b.isShort)) && isOpposed(a, b, isNearCopy)) return 'conflict';
  if (onlyA.some((item) => onlyB.some((other) => isSameKind(item, other)))) return 'conflict';
  // A colour that one text leaves out is a detail, "one" a pronoun; another colour or number is another thing.
  return [...onlyA, ...onlyB].some(({ kind }) => kind !== 'colour' && kind !== 'one') ? 'missing' : 'same';
}

/** What stands between two words that may change places and say the same. */
const COORDINATORS: ReadonlySet<string> = new Set(['and', 'or', 'nor', 'plus', 'with']);

/**
 * Whether two parts of a text have changed places around something between them: `Paris to Rome`, `Rome to Paris`. Parts side by
 * side may (`yesterday I left`), and so may those of a list (`tea and coffee`).
 */
function areSwapped(a: readonly string[], b: readonly string[]): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = a.length;
  while (end > start && a[end - 1] === b[end - 1]) end--;
  const length = end - start;
  const isSame = (fromA: number, fromB: number, count: number): boolean => {
    for (let i = 0; i < count; i++) if (a[start + fromA + i] !== b[start + fromB + i]) return false;
    return true;
  };
  for (let first = 1; first < length - 1; first++) {
    for (let last = 1; first + last < length; last++) {
      const between = length - first - last;
      const isSwap =
        isSame(0, length - first, first) && isSame(first + between, 0, last) && isSame(first, last, between);
      if (isSwap) return a.slice(start + first, start + first + between).some((word) => !COORDINATORS.has(word));
    }
  }
  return false;
}

/** "Not open" and "closed" agree: a denial and an opposite cancel each other. */
function isOpposed(a: Facts, b: Facts, isNearCopy: boolean): boolean {
  const isDenied = isNearCopy ? a.negations !== b.negations : (a.negations === 0) !== (b.negations === 0);
  return (countOpposites(a.sides, b.sides) + (isDenied ? 1 : 0)) % 2 === 1;
}

const OWN_KINDS: ReadonlySet<Value['kind']> = new Set(['month', 'weekday', 'colour', 'name']);

/** Numbers, times, days and codes stand for each other; the others only for their own kind. */
const isSameKind = (a: Value, b: Value): boolean =>
  a.kind === b.kind || (!OWN_KINDS.has(a.kind) && !OWN_KINDS.has(b.kind));

/** Values of `list` that have no partner in the other text. */
function unmatched(list: readonly Value[], { byReading, beginnings }: Facts): Value[] {
  return list.filter((item) => {
    if (item.kind === 'name' && beginnings.has(item.readings[0] ?? '')) return false;
    return !item.readings.some((reading) => byReading.get(reading)?.some((other) => isSameValue(item, other)));
  });
}

/** Of two values with a reading in common. */
const isSameValue = (a: Value, b: Value): boolean =>
  (a.kind === b.kind || (isNumeral(a) && isNumeral(b))) && (a.unit === b.unit || a.unit === '' || b.unit === '');

/** `at 3` may be 3:00, and one dog is 1 dog. */
const isNumeral = ({ kind }: Value): boolean => kind === 'number' || kind === 'time' || kind === 'one';

type Side = 0 | 1;

const SIDES_OF_WORD = new Map<string, { readonly pair: number; readonly side: Side }[]>();
for (const [pair, [one, other]] of ANTONYMS.entries()) {
  for (const word of one) SIDES_OF_WORD.set(word, [...(SIDES_OF_WORD.get(word) ?? []), { pair, side: 0 }]);
  for (const word of other) SIDES_OF_WORD.set(word, [...(SIDES_OF_WORD.get(word) ?? []), { pair, side: 1 }]);
}

function readSides(words: readonly string[]): Map<number, Side> {
  const sides = new Map<number, Side>();
  const both = new Set<number>();
  for (const word of words) {
    for (const { pair, side } of SIDES_OF_WORD.get(word) ?? []) {
      if ((sides.get(pair) ?? side) !== side) both.add(pair);
      sides.set(pair, side);
    }
  }
  for (const pair of both) sides.delete(pair);
  return sides;
}

function countOpposites(a: ReadonlyMap<number, Side>, b: ReadonlyMap<number, Side>): number {
  let count = 0;
  for (const [pair, side] of a) {
    const other = b.get(pair);
    if (other !== undefined && other !== side) count++;
  }
  return count;
}
