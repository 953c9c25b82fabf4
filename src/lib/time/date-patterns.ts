import { ContentFault } from '../faults.js';
import { type CivilTime, dayOfYear, daysOf, isoOffset, isoWeekOf, weekdayOf } from './civil.js';

/** Writing a date by a pattern of one of four notations. */

export const PATTERN_NOTATIONS = ['unicode', 'moment', 'strftime'] as const;
export type PatternNotation = (typeof PATTERN_NOTATIONS)[number];

/** What a pattern writes: a wall time with its zone and the names of a language. */
export interface PatternTime {
  readonly wall: CivilTime;
  readonly offset: number;
  readonly unixSeconds: number;
  readonly zoneName: string;
  readonly abbreviation: string;
  readonly names: DateNames;
}

/** From Monday, and from January. */
export interface DateNames {
  readonly weekdays: readonly string[];
  readonly shortWeekdays: readonly string[];
  readonly months: readonly string[];
  readonly shortMonths: readonly string[];
  readonly dayPeriods: readonly [am: string, pm: string];
}

type Piece = (time: PatternTime) => string;

const padded = (value: number, length: number, sign = '0'): string => String(value).padStart(length, sign);
const number =
  (read: (time: PatternTime) => number, length = 1, sign = '0'): Piece =>
  (time) =>
    padded(read(time), length, sign);

const year = ({ wall }: PatternTime) => wall.year;
const month = ({ wall }: PatternTime) => wall.month;
const day = ({ wall }: PatternTime) => wall.day;
const hour = ({ wall }: PatternTime) => wall.hour;
const hour12 = ({ wall }: PatternTime) => ((wall.hour + 11) % 12) + 1;
const minute = ({ wall }: PatternTime) => wall.minute;
const second = ({ wall }: PatternTime) => wall.second;
const ofYear = ({ wall }: PatternTime) => dayOfYear(wall);
const weekday = ({ wall }: PatternTime) => weekdayOf(daysOf(wall));
const isoWeek = ({ wall }: PatternTime) => isoWeekOf(daysOf(wall)).week;
const isoYear = ({ wall }: PatternTime) => isoWeekOf(daysOf(wall)).year;
const shortYear = (read: (time: PatternTime) => number) => (time: PatternTime) => read(time) % 100;
const quarter = ({ wall }: PatternTime) => Math.ceil(wall.month / 3);
const weekdayWord: Piece = (time) => time.names.weekdays[weekday(time) - 1] ?? '';
const shortWeekday: Piece = (time) => time.names.shortWeekdays[weekday(time) - 1] ?? '';
const monthWord: Piece = (time) => time.names.months[month(time) - 1] ?? '';
const shortMonth: Piece = (time) => time.names.shortMonths[month(time) - 1] ?? '';
const period: Piece = (time) => time.names.dayPeriods[hour(time) < 12 ? 0 : 1];
const fraction =
  (digits: number): Piece =>
  ({ wall }) =>
    padded(wall.nanosecond, 9).slice(0, digits);
const offset: Piece = (time) => isoOffset(time.offset);
const basicOffset: Piece = (time) => isoOffset(time.offset).replaceAll(':', '');
const offsetOrZ: Piece = (time) => (time.offset === 0 ? 'Z' : offset(time));
const basicOrZ: Piece = (time) => (time.offset === 0 ? 'Z' : basicOffset(time));
const unix: Piece = ({ unixSeconds }) => String(unixSeconds);
const unixMs: Piece = ({ unixSeconds, wall }) => String(unixSeconds * 1000 + Math.floor(wall.nanosecond / 1e6));

/** `1st`, `22nd`, `13th`. */
const ordinal =
  (read: (time: PatternTime) => number): Piece =>
  (time) => {
    const value = read(time);
    const isTeen = value % 100 > 10 && value % 100 < 14;
    return `${value}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th')}`;
  };

/** Weeks that begin with the year's first Sunday, or first Monday; days before it are in week 0. */
const weekFrom =
  (first: 7 | 1) =>
  (time: PatternTime): number =>
    Math.floor((ofYear(time) + 6 - ((weekday(time) - first + 7) % 7)) / 7);

/** Unicode Technical Standard 35, "Date Field Symbols": Java, ICU, .NET and date-fns write most of these alike. */
const UNICODE: Readonly<Record<string, Piece>> = {
  y: number(year),
  yy: number(shortYear(year), 2),
  yyyy: number(year, 4),
  u: number(year),
  uuuu: number(year, 4),
  Y: number(isoYear),
  YYYY: number(isoYear, 4),
  Q: number(quarter),
  QQQ: (time) => `Q${quarter(time)}`,
  M: number(month),
  MM: number(month, 2),
  MMM: shortMonth,
  MMMM: monthWord,
  L: number(month),
  LL: number(month, 2),
  LLL: shortMonth,
  LLLL: monthWord,
  w: number(isoWeek),
  ww: number(isoWeek, 2),
  d: number(day),
  dd: number(day, 2),
  D: number(ofYear),
  DDD: number(ofYear, 3),
  E: shortWeekday,
  EE: shortWeekday,
  EEE: shortWeekday,
  EEEE: weekdayWord,
  e: number(weekday),
  a: period,
  h: number(hour12),
  hh: number(hour12, 2),
  H: number(hour),
  HH: number(hour, 2),
  k: number((time) => hour(time) || 24),
  kk: number((time) => hour(time) || 24, 2),
  m: number(minute),
  mm: number(minute, 2),
  s: number(second),
  ss: number(second, 2),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((digits) => ['S'.repeat(digits), fraction(digits)])),
  z: ({ abbreviation }) => abbreviation,
  VV: ({ zoneName }) => zoneName,
  Z: basicOffset,
  ZZZZZ: offsetOrZ,
  XXX: offsetOrZ,
  XX: basicOrZ,
  xxx: offset,
  xx: basicOffset,
  t: unix,
  T: unixMs,
};

/** momentjs.com/docs, "Format"; Day.js has the same. */
const MOMENT: Readonly<Record<string, Piece>> = {
  YYYY: number(year, 4),
  YY: number(shortYear(year), 2),
  Y: number(year),
  Q: number(quarter),
  Qo: ordinal(quarter),
  M: number(month),
  Mo: ordinal(month),
  MM: number(month, 2),
  MMM: shortMonth,
  MMMM: monthWord,
  D: number(day),
  Do: ordinal(day),
  DD: number(day, 2),
  DDD: number(ofYear),
  DDDo: ordinal(ofYear),
  DDDD: number(ofYear, 3),
  d: number((time) => weekday(time) % 7),
  dd: (time) => shortWeekday(time).slice(0, 2),
  ddd: shortWeekday,
  dddd: weekdayWord,
  E: number(weekday),
  W: number(isoWeek),
  WW: number(isoWeek, 2),
  Wo: ordinal(isoWeek),
  GGGG: number(isoYear, 4),
  GG: number(shortYear(isoYear), 2),
  A: period,
  a: (time) => period(time).toLowerCase(),
  H: number(hour),
  HH: number(hour, 2),
  h: number(hour12),
  hh: number(hour12, 2),
  k: number((time) => hour(time) || 24),
  kk: number((time) => hour(time) || 24, 2),
  m: number(minute),
  mm: number(minute, 2),
  s: number(second),
  ss: number(second, 2),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((digits) => ['S'.repeat(digits), fraction(digits)])),
  z: ({ abbreviation }) => abbreviation,
  Z: offset,
  ZZ: basicOffset,
  X: unix,
  x: unixMs,
};

/** strftime(3) of glibc in the C locale's order, with the names of the language. */
const STRFTIME: Readonly<Record<string, Piece>> = {
  a: shortWeekday,
  A: weekdayWord,
  b: shortMonth,
  h: shortMonth,
  B: monthWord,
  C: number((time) => Math.floor(year(time) / 100), 2),
  d: number(day, 2),
  e: number(day, 2, ' '),
  f: fraction(6),
  g: number(shortYear(isoYear), 2),
  G: number(isoYear),
  H: number(hour, 2),
  I: number(hour12, 2),
  j: number(ofYear, 3),
  k: number(hour, 2, ' '),
  l: number(hour12, 2, ' '),
  m: number(month, 2),
  M: number(minute, 2),
  n: () => '\n',
  N: fraction(9),
  p: period,
  P: (time) => period(time).toLowerCase(),
  s: unix,
  S: number(second, 2),
  t: () => '\t',
  u: number(weekday),
  U: number(weekFrom(7), 2),
  V: number(isoWeek, 2),
  w: number((time) => weekday(time) % 7),
  W: number(weekFrom(1), 2),
  y: number(shortYear(year), 2),
  Y: number(year),
  z: basicOffset,
  ':z': offset,
  Z: ({ abbreviation }) => abbreviation,
  '%': () => '%',
};

const COMPOSED: Readonly<Record<string, string>> = {
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  R: '%H:%M',
  T: '%H:%M:%S',
  r: '%I:%M:%S %p',
};

const own = (pieces: Readonly<Record<string, Piece>>, key: string): Piece | undefined =>
  Object.hasOwn(pieces, key) ? pieces[key] : undefined;

/** What a pattern writes, read once. Throws `ContentFault` for a sign that the notation does not have. */
export function readPattern(pattern: string, notation: PatternNotation): Piece {
  const pieces = notation === 'strftime' ? strftimePieces(pattern) : letterPieces(pattern, notation);
  return (time) => pieces.map((piece) => (typeof piece === 'string' ? piece : piece(time))).join('');
}

function strftimePieces(pattern: string): (string | Piece)[] {
  const whole = pattern.replace(/%([DFRTr])/g, (_, letter: string) => COMPOSED[letter] ?? '');
  return [...whole.matchAll(/%([-_0^#]?)(:z|[\s\S]|$)|[^%]+/g)].map(([text, flag = '', letter]) => {
    if (letter === undefined) return text;
    const piece = own(STRFTIME, letter);
    if (piece === undefined) throw new ContentFault(`strftime does not have ${JSON.stringify(text)}`);
    if (flag === '-') return (time) => piece(time).replace(/^[0 ]+(?=\d)/, '');
    if (flag === '_') return (time) => piece(time).replace(/^0+(?=\d)/, (zeros) => ' '.repeat(zeros.length));
    return flag === '^' || flag === '#' ? (time) => piece(time).toUpperCase() : piece;
  });
}

function letterPieces(pattern: string, notation: 'unicode' | 'moment'): (string | Piece)[] {
  const pieces = notation === 'moment' ? MOMENT : UNICODE;
  const token =
    notation === 'moment'
      ? /\[([^\]]*)\]|\\([\s\S])|(([A-Za-z])\4*o?)|[^A-Za-z[\\]+|[[\\]/g
      : /'((?:[^']|'')*)'|()(([A-Za-z])\4*)|[^A-Za-z']+|'/g;
  return [...pattern.matchAll(token)].map(([text, quoted, escaped, letters]) => {
    if (letters === undefined)
      return quoted === undefined
        ? escaped || text
        : quoted === '' && notation === 'unicode'
          ? "'"
          : quoted.replaceAll("''", "'");
    const piece = own(pieces, letters) ?? split(letters, pieces);
    if (piece === undefined)
      throw new ContentFault(
        `${JSON.stringify(letters)} is not a sign of ${notation} patterns; text goes in ${notation === 'moment' ? '[brackets]' : "'quotes'"}`,
      );
    return piece;
  });
}

/** `Mo` of a month that is followed by a letter o is a sign of its own; `Ho` is the hour and an o that is not one. */
function split(letters: string, pieces: Readonly<Record<string, Piece>>): Piece | undefined {
  const piece = letters.endsWith('o') ? own(pieces, letters.slice(0, -1)) : undefined;
  return piece === undefined ? undefined : (time) => `${piece(time)}o`;
}
