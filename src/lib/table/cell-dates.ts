/** In which order the parts of a date such as 3/4/2024 stand. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

export interface DateRules {
  readonly order: () => DateOrder;
  /** Number of a month, 1 to 12, by its name in lower case without a dot. */
  readonly months: ReadonlyMap<string, number>;
}

/** A date of a cell as ISO 8601 writes it: `2024-01-31`, `2024-01-31T09:30:00`, with fraction and offset as they were. */
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](.+))?$/;
const NUMERIC = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:,?[ T]+(.+))?$/;
const NAMED =
  /^(?:\p{L}{2,12}\.?,? )?(?:(\d{1,2})(?:\.|st|nd|rd|th)?[ -](?:de )?(\p{L}{3,12})\.?,?[ -](?:de )?(\d{4})|(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}))(?:,? (.+))?$/u;
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?(?: ?([AaPp])\.?[Mm]\.?)?(?: ?(Z|UTC|GMT|[+-]\d{2}:?\d{2}))?$/;
const MAX_CHARACTERS = 60;

const [WITH_SLASHES, WITH_HYPHENS] = ['/', '-'].map(
  (mark) => new RegExp(`(?<![\\d/.-])(\\d{1,2})${mark}(\\d{1,2})${mark}(?:\\d{4}|\\d{2})(?![\\d/.-])`, 'g'),
);

/**
 * The order of day and month that dates such as 25/1/2024 show, by a number above 12; `undefined` where none does, or some show one and
 * some the other.
 */
export function shownOrder(texts: readonly string[]): DateOrder | undefined {
  let order: DateOrder | undefined;
  for (const text of texts) {
    for (const dates of [WITH_SLASHES, WITH_HYPHENS]) {
      for (const [, first, second] of dates === undefined ? [] : text.matchAll(dates)) {
        const [isDay, isMonth] = [Number(first) > 12 && Number(first) < 32, Number(second) > 12 && Number(second) < 32];
        if (isDay === isMonth) continue;
        const shown = isDay ? 'dmy' : 'mdy';
        if (order !== undefined && order !== shown) return undefined;
        order = shown;
      }
    }
  }
  return order;
}

/**
 * The date that a cell holds, `undefined` where it is none: ISO 8601; numbers with slashes or hyphens in the order of `rules`, with points the day first;
 * with the name of its month. Years of two digits are 1969 to 2068, as POSIX has them.
 */
export function readCellDate(cell: string, rules: DateRules): string | undefined {
  const text = cell.trim();
  // Asked of every cell: most are told by their first letters.
  if (text.length < 6 || text.length > MAX_CHARACTERS || !/\d/.test(text)) return undefined;
  const iso = ISO.exec(text);
  if (iso !== null) return written(Number(iso[1]), Number(iso[2]), Number(iso[3]), iso[4]);
  const numeric = NUMERIC.exec(text);
  if (numeric !== null) {
    const [, a = '', , b = '', c = '', time] = numeric;
    if (a.length >= 3) return c.length <= 2 ? written(Number(a), Number(b), Number(c), time) : undefined;
    const order = rules.order();
    if (order === 'ymd' && c.length <= 2) return written(yearOf(a), Number(b), Number(c), time);
    const [day, month] = order === 'mdy' && numeric[2] !== '.' ? [b, a] : [a, b];
    return c.length === 3 || c.length === 1 ? undefined : written(yearOf(c), Number(month), Number(day), time);
  }
  const named = NAMED.exec(text);
  if (named === null) return undefined;
  const [, day = named[5], name = named[4] ?? '', year = named[6]] = named;
  const month = rules.months.get(name.toLowerCase());
  return month === undefined ? undefined : written(Number(year), month, Number(day), named[7]);
}

function yearOf(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 69 ? 2000 + year : 1900 + year;
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

function written(year: number, month: number, day: number, time: string | undefined): string | undefined {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && !isLeap ? 28 : (DAYS[month - 1] ?? 0);
  if (day < 1 || day > days) return undefined;
  const date = `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
  if (time === undefined) return date;
  const found = TIME.exec(time);
  if (found === null) return undefined;
  const [, hours = '', minutes = '', seconds = '00', fraction = '', half, zone] = found;
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return `${date}T${pad(hour)}:${minutes}:${seconds}${fraction}${zone === undefined ? '' : offsetOf(zone)}`;
}

const offsetOf = (zone: string): string => (/^[A-Z]/.test(zone) ? 'Z' : zone.replace(/^(...):?(..)$/, '$1:$2'));

/** Milliseconds since 1970 of a date that `readCellDate` gave; without an offset as if in UTC. */
export function instantOf(date: string): number {
  const hasTime = date.includes('T');
  const hasOffset = hasTime && /(?:Z|[+-]\d{2}:\d{2})$/.test(date);
  return Date.parse(hasTime && !hasOffset ? `${date}Z` : date);
}
