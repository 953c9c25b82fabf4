import { ContentFault } from '../faults.js';
import { NS_PER_SECOND } from './read-time.js';

/** Lengths of time as people and programs write them, exact to the nanosecond. */

export type DurationUnit =
  | 'years'
  | 'months'
  | 'weeks'
  | 'days'
  | 'hours'
  | 'minutes'
  | 'seconds'
  | 'milliseconds'
  | 'microseconds'
  | 'nanoseconds';

/** A number of a unit: `digits` divided by ten to the power of `scale`. */
export interface DurationPart {
  readonly unit: DurationUnit;
  readonly digits: bigint;
  readonly scale: number;
}

const DAY_NS = 86_400n * NS_PER_SECOND;

/** A year is the mean of the Gregorian calendar, 365.2425 days, and a month a twelfth of it. */
export const UNIT_NS: Readonly<Record<DurationUnit, bigint>> = {
  years: 31_556_952n * NS_PER_SECOND,
  months: 2_629_746n * NS_PER_SECOND,
  weeks: 7n * DAY_NS,
  days: DAY_NS,
  hours: 3600n * NS_PER_SECOND,
  minutes: 60n * NS_PER_SECOND,
  seconds: NS_PER_SECOND,
  milliseconds: 1_000_000n,
  microseconds: 1000n,
  nanoseconds: 1n,
};

const WORDS: readonly (readonly [RegExp, DurationUnit, number])[] = [
  [/^(?:years?|yrs?|y|a)$/i, 'years', 1],
  [/^(?:quarters?|qtrs?)$/i, 'months', 3],
  [/^(?:months?|mon|mos?|mths?)$/i, 'months', 1],
  [/^(?:fortnights?)$/i, 'weeks', 2],
  [/^(?:weeks?|wks?|w)$/i, 'weeks', 1],
  [/^(?:days?|d)$/i, 'days', 1],
  [/^(?:hours?|hrs?|h|std)$/i, 'hours', 1],
  [/^(?:minutes?|mins?|m|['′])$/i, 'minutes', 1],
  [/^(?:seconds?|secs?|s|["″])$/i, 'seconds', 1],
  [/^(?:milliseconds?|millis|msecs?|ms)$/i, 'milliseconds', 1],
  [/^(?:microseconds?|micros|usecs?|us|[µμ]s)$/i, 'microseconds', 1],
  [/^(?:nanoseconds?|nanos|nsecs?|ns)$/i, 'nanoseconds', 1],
];

/** Numbers have at most so many digits. */
const MAX_DIGITS = 20;

function part(sign: string | undefined, number: string, unit: DurationUnit, times = 1): DurationPart {
  const [whole = '', fraction = ''] = number.replace(',', '.').split('.');
  if (whole.length + fraction.length > MAX_DIGITS)
    throw new ContentFault(
      `a number has at most ${MAX_DIGITS} digits, ${JSON.stringify(number.slice(0, 30))} has more`,
    );
  const digits = BigInt(whole + fraction) * BigInt(times);
  return { unit, digits: sign === '-' ? -digits : digits, scale: fraction.length };
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
/** A number in words before a unit. */
const COUNTED = new RegExp(
  `\\b(?:an?|${NUMBERS.join('|')})(?= (?:year|quarter|month|fortnight|week|day|hour|minute|second)s?\\b)`,
  'gi',
);
const MAX_CHARACTERS = 500;

/**
 * Reads `P1Y2M3DT4H5M6.5S`, `P2W`, `26:03:04`, `1.02:03:04`, `1 day, 2:03:04`, `1h 30m`, `2 weeks - 1 day`, `1,5 hours`, `90` (of
 * `plainUnit`). A sign counts for all that follows until the next. Throws `ContentFault`.
 */
export function readDuration(written: string, plainUnit: DurationUnit = 'seconds'): readonly DurationPart[] {
  const squeezed = written
    .replace(/\s+/g, ' ')
    .replace(COUNTED, (word) => String(NUMBERS.indexOf(word.toLowerCase()) + 1 || 1))
    .replace(/\u2212/g, '-')
    .trim();
  // What Python prints for minus one second: the sign is of the days alone.
  const text = squeezed.replace(/^(-\d+ days?), (?=\d+:)/, '$1 + ');
  if (text === '') throw new ContentFault('it is empty');
  if (text.length > MAX_CHARACTERS) throw new ContentFault(`a duration has at most ${MAX_CHARACTERS} characters`);
  const plain = /^([+-]?) ?(\d+(?:[.,]\d+)?|[.,]\d+)$/.exec(text);
  if (plain !== null) return [part(plain[1], plain[2] ?? '', plainUnit)];
  return readIso(text) ?? readWords(text);
}

const ISO =
  /^([+-]?)P(?=.)(?:(-?\d+(?:[.,]\d+)?)Y)?(?:(-?\d+(?:[.,]\d+)?)M)?(?:(-?\d+(?:[.,]\d+)?)W)?(?:(-?\d+(?:[.,]\d+)?)D)?(?:T(?=.)(?:(-?\d+(?:[.,]\d+)?)H)?(?:(-?\d+(?:[.,]\d+)?)M)?(?:(-?\d+(?:[.,]\d+)?)S)?)?$/i;
const ISO_UNITS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const;

function readIso(text: string): readonly DurationPart[] | undefined {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [, sign = '', ...numbers] = match;
  return ISO_UNITS.flatMap((unit, index) => {
    const number = numbers[index];
    if (number === undefined) return [];
    // XML Schema has one sign before, ISO 8601-2 and Temporal also signs inside.
    const isNegative = (sign === '-') !== number.startsWith('-');
    return [part(isNegative ? '-' : '+', number.replace('-', ''), unit)];
  });
}

const TOKEN =
  /^ ?(?:(?:and|und|,|;) )?,? ?(?:([+-]) ?)?(?:(?:(\d{1,10})[. ])?(\d{1,10}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?(?![\d:])|(\d+(?:[.,]\d+)?|[.,]\d+) ?([a-zA-Zµμ'′"″]+)\.?)/;

function readWords(text: string): readonly DurationPart[] {
  const parts: DurationPart[] = [];
  let rest = text;
  let sign: string | undefined;
  while (rest.trim() !== '') {
    // `1h30`: what follows hours without a unit are minutes.
    const bare = /^ ?(\d{1,2})$/.exec(rest);
    if (bare !== null && parts.at(-1)?.unit === 'hours') {
      parts.push(part(sign, bare[1] ?? '', 'minutes'));
      break;
    }
    const match = TOKEN.exec(rest);
    if (match === null)
      throw new ContentFault(
        `${JSON.stringify(rest.trim().slice(0, 40))} is not a duration such as 1h 30m, 01:30:00 or PT1H30M`,
      );
    sign = match[1] ?? sign;
    parts.push(...(match[8] === undefined ? clockParts(match, sign) : [wordPart(match, sign)]));
    rest = rest.slice(match[0].length);
  }
  return parts;
}

function wordPart(match: readonly (string | undefined)[], sign: string | undefined): DurationPart {
  const [, , , , , , , number = '', word = ''] = match;
  // The only unit whose meaning its case decides.
  const unit = word === 'M' ? (['', 'months', 1] as const) : WORDS.find(([pattern]) => pattern.test(word));
  if (unit === undefined) throw new ContentFault(`${JSON.stringify(word.slice(0, 40))} is not a unit of time`);
  return part(sign, number, unit[1], unit[2]);
}

function clockParts(match: readonly (string | undefined)[], sign: string | undefined): DurationPart[] {
  const [, , days, hours = '', minutes = '', seconds, fraction] = match;
  if (Number(minutes) > 59 || Number(seconds ?? 0) > 59)
    throw new ContentFault(`${JSON.stringify((match[0] ?? '').trim())} has more than 59 minutes or seconds`);
  return [
    ...(days === undefined ? [] : [part(sign, days, 'days')]),
    part(sign, hours, 'hours'),
    part(sign, minutes, 'minutes'),
    ...(seconds === undefined
      ? []
      : [part(sign, fraction === undefined ? seconds : `${seconds}.${fraction}`, 'seconds')]),
  ];
}

/** Nanoseconds of a part, rounded to the nearest. */
export function nsOfPart({ unit, digits, scale }: DurationPart): bigint {
  const by = 10n ** BigInt(scale);
  const value = 2n * digits * UNIT_NS[unit] + by;
  const rest = ((value % (2n * by)) + 2n * by) % (2n * by);
  return (value - rest) / (2n * by);
}

/** Nanoseconds of a duration, years and months at their mean length. */
export const nsOfDuration = (parts: readonly DurationPart[]): bigint =>
  parts.reduce((sum, each) => sum + nsOfPart(each), 0n);

export const hasCalendarUnits = (parts: readonly DurationPart[]): boolean =>
  parts.some(({ unit }) => unit === 'years' || unit === 'months');

/** `2 years, 1 month and 4 days` of counts that are not zero; `0 seconds` where all are. */
export function durationWords(counts: readonly (readonly [number | bigint | string, string])[]): string {
  const words = counts
    .filter(([value]) => Number(value) !== 0)
    .map(([value, unit]) => `${value} ${Number(value) === 1 ? unit.replace(/s$/, '') : unit}`);
  const last = words.pop();
  if (last === undefined) return `0 ${counts.at(-1)?.[1] ?? 'seconds'}`;
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}

/** A quotient as a decimal with at most `places` decimals, rounded half away from zero. */
export function decimalQuotient(value: bigint, by: bigint, places: number): string {
  const scale = 10n ** BigInt(places);
  const size = ((value < 0n ? -value : value) * scale * 2n + by) / (2n * by);
  const fraction = String(size % scale)
    .padStart(places, '0')
    .replace(/0+$/, '');
  const written = `${size / scale}${places === 0 || fraction === '' ? '' : `.${fraction}`}`;
  return value < 0n && size !== 0n ? `-${written}` : written;
}
