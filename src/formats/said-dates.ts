import { invalid, quote } from '../core/errors.js';
import type { NaturalTime } from '../engines/natural-dates.js';
import { ContentFault, isFault } from '../lib/faults.js';
import { addMonths } from '../lib/time/calendar-math.js';
import { civilOf, DAY_SECONDS, daysOf } from '../lib/time/civil.js';
import { offsetAt } from '../lib/zones/zone.js';
import { type Moment, momentOf, nsOfDate, type Reading, resolve, secondsOfNs, wallAt } from './moments.js';

/** Dates as people say them in English: next Friday, Christmas, from 1 May to 5 June, days until 24 December. */

/** A date, and which of its parts were said; others follow from the day it is said. */
interface Said {
  readonly moment: Moment;
  readonly has: (part: string) => boolean;
}

const ALL = () => true;
/** Longer texts are no sentence about dates. */
const MAX_CHARACTERS = 400;

/** Dates with points, slashes or hyphens are read by their own rules only: 3/4/2026 must stay refused. */
const IN_NUMBERS = /\d[/.-]\d/;

async function sayings(text: string, reading: Reading, forward: boolean) {
  const { naturalDates } = await import('../engines/natural-dates.js');
  const { zone, now } = reading;
  const offset = offsetAt(zone, secondsOfNs(nsOfDate(now)));
  return naturalDates(text, 'en', { date: now, offset, forward }).filter(
    ({ index, text: found }) => index === 0 && found.length === text.length,
  );
}

function saidOf(time: NaturalTime, reading: Reading): Said {
  const clock = time.hasTime ? time.hour * 3600 + time.minute * 60 + time.second : 0;
  const wall = civilOf(daysOf(time) * DAY_SECONDS + clock);
  const offset = time.offset === undefined ? {} : { offset: time.offset };
  const moment = resolve({ form: 'date-words', wall, hasClock: time.hasTime, warnings: [], ...offset }, reading);
  return { moment, has: (part) => time.certain.includes(part) };
}

const ended = (text: string): string => text.trim().replace(/[\s.,;:?!]+$/, '');
const withoutArticle = (text: string): string => text.replace(/^(?:on|the|of|at)\s+/i, '');

/** Throws INVALID_INPUT where a text is too long for a sentence about dates: its expressions are tried at every place. */
export function checkSentence(written: string, label: string): void {
  if (written.length > MAX_CHARACTERS)
    throw invalid(`Cannot read ${label}: a sentence has at most ${MAX_CHARACTERS} characters`);
}

/** One date, which the whole text must be. Throws `ContentFault`. */
async function readSaid(written: string, reading: Reading, forward: boolean): Promise<Said> {
  if (written.length > MAX_CHARACTERS) throw new ContentFault(`a date has at most ${MAX_CHARACTERS} characters`);
  const whole = ended(written);
  const text = withoutArticle(whole);
  if (/^\d{1,7}$/.test(text)) throw new ContentFault('a number alone is not a date');
  try {
    return { moment: momentOf(text, reading), has: ALL };
  } catch (error) {
    if (!isFault(error) || IN_NUMBERS.test(text)) throw error;
    // The day after tomorrow needs its article, the 24th of December does without.
    const inWhole = await sayings(whole, reading, forward);
    const [said, ...more] = inWhole.length > 0 ? inWhole : await sayings(text, reading, forward);
    if (said === undefined || said.end !== undefined || more.length > 0)
      throw new ContentFault('it is not a date such as 2026-03-29, 29 March 2026 2:30 pm, next Friday or Christmas');
    return saidOf(said.start, reading);
  }
}

/**
 * A date of an option or of the input, in words or as `readMoment` reads it; what names no year is to come, unless `forward` is false.
 * Throws INVALID_INPUT, naming the label.
 */
export async function readSaidMoment(text: string, reading: Reading, forward = true): Promise<Moment> {
  try {
    return (await readSaid(text, reading, forward)).moment;
  } catch (error) {
    throw isFault(error) ? invalid(`Cannot read ${reading.label} as a date: ${error.message}`, error) : error;
  }
}

/** The same, but `undefined` for what is no date. */
export async function findSaidMoment(text: string, reading: Reading, forward = true): Promise<Moment | undefined> {
  try {
    return (await readSaid(text, reading, forward)).moment;
  } catch (error) {
    if (isFault(error)) return undefined;
    throw error;
  }
}

/** The same day and time another year or so many days away. */
function moved({ moment, has }: Said, years: number, days: number, reading: Reading): Said {
  const wall = wallAt(moment.ns, moment.zone);
  const date = years === 0 ? wall : { ...wall, ...addMonths(wall, 12 * years) };
  const later = civilOf((daysOf(date) + days) * DAY_SECONDS);
  const at = { ...wall, year: later.year, month: later.month, day: later.day };
  const zoned = { ...reading, zone: moment.zone };
  return {
    moment: resolve({ form: 'date-words', wall: at, hasClock: moment.hasClock, warnings: [] }, zoned),
    has,
  };
}

/** What was said of a day without its year or week is the one before, or not before, another instant. */
function towards(said: Said, ns: bigint, side: -1 | 1, reading: Reading): Said {
  const isThere = side < 0 ? said.moment.ns <= ns : said.moment.ns >= ns;
  if (isThere || said.has('year')) return said;
  if (said.has('month')) return moved(said, side, 0, reading);
  return said.has('weekday') ? moved(said, 0, 7 * side, reading) : said;
}

/** Words that a question begins with, before its dates. */
const LEAD =
  /^(?:please|calculate|compute|count|find|tell me|what(?:['’]s| is)|how (?:many|much|long|far)|the|number of|total|exact|duration|difference|interval|time|period|years|months|weeks|days|hours|minutes|seconds|weekdays|workdays|nights|sleeps|(?:working|business|work|calendar|week)[ -]?days|is it|is there|are there|are|is|were|was|have passed|has passed|have gone by|passed|elapsed|has it been|it has been|left|remaining|remain|do (?:i|we) have|of|and|&|,)(?=[\s,]|$)[\s,]*/i;
const MAX_LEAD_WORDS = 16;

/** A sentence without its question words: `how many days between` and the like. */
export function withoutQuestion(written: string): string {
  if (written.length > MAX_CHARACTERS) return written;
  let text = written.trim().replace(/[\s.?!]+$/, '');
  for (let i = 0; i < MAX_LEAD_WORDS; i++) {
    const rest = text.replace(LEAD, '');
    if (rest === text || rest === '') break;
    text = rest;
  }
  return text;
}

const SEPARATORS =
  /\s+(?:and|to|until|till|til|through|thru|versus|vs\.?)\s+|[^\S\n]*(?:→|->|=>|–|—|\.{2,3}|--|[\n;|/])\s*|\s+-\s+|,\s+|\t/gi;
/** More than two dates have. */
const MAX_SEPARATORS = 12;

/**
 * Two dates of a sentence, in its order: `from 1 May to 5 June 2026`, `2026-01-01 - 2026-12-25`, `days until Christmas`,
 * `since 4 May 1990`; where one is said, the other is now. Throws INVALID_INPUT.
 */
export async function readSaidSpan(written: string, reading: Reading): Promise<readonly [Moment, Moment]> {
  checkSentence(written, reading.label);
  const text = withoutQuestion(written);
  const now: Said = { moment: momentOf('now', reading), has: ALL };
  const today = now.moment.ns;
  const faults: string[] = [];
  const find = async (part: string, forward: boolean): Promise<Said | undefined> => {
    try {
      return await readSaid(part, reading, forward);
    } catch (error) {
      if (!isFault(error)) throw error;
      if (error.message.includes('can be read as')) faults.push(`${quote(part.trim())}: ${error.message}`);
      return undefined;
    }
  };
  const [, until] = /^(?:until|till|til|up to|to|before)\s+(.+)$/is.exec(text) ?? [];
  const end = until === undefined ? undefined : await find(until, true);
  if (end !== undefined) return [nowFor(end, now, reading), end.moment];
  const [, since] = /^(?:since|after|from)\s+(.+)$/is.exec(text) ?? [];
  const begin = since === undefined ? undefined : await find(since, false);
  if (begin !== undefined) {
    const past = towards(begin, today, -1, reading);
    return [past.moment, nowFor(past, now, reading)];
  }
  const both = text.replace(/^(?:from|between|since)\s+/i, '');
  for (const separator of [...both.matchAll(SEPARATORS)].slice(0, MAX_SEPARATORS)) {
    const first = await find(both.slice(0, separator.index), false);
    const last = first && (await find(both.slice(separator.index + separator[0].length), false));
    if (first === undefined || last === undefined) continue;
    if (!last.has('year')) return [first.moment, towards(last, first.moment.ns, 1, reading).moment];
    return [towards(first, last.moment.ns, -1, reading).moment, last.moment];
  }
  const alone = await find(both, false);
  if (alone !== undefined) return [nowFor(alone, now, reading), alone.moment];
  const [range] = IN_NUMBERS.test(both) ? [] : await sayings(both, reading, false);
  if (range?.end !== undefined) return [saidOf(range.start, reading).moment, saidOf(range.end, reading).moment];
  // Two dates with nothing but a space between, each with its year.
  for (const { index } of [...both.matchAll(/ (?=\S)/g)].slice(0, MAX_SEPARATORS)) {
    const first = await find(both.slice(0, index), false);
    const last = first?.has === ALL ? await find(both.slice(index + 1), false) : undefined;
    if (first !== undefined && last?.has === ALL) return [first.moment, last.moment];
  }
  const [fault] = faults;
  throw invalid(
    `Cannot read ${reading.label}: ${fault ?? `${quote(written.trim())} is not two dates such as 1 May 2026 to 24 December 2026, or one such as days until Christmas`}`,
  );
}

/** Now, or for a day without a time of day today, so that whole days are counted. */
function nowFor({ moment }: Said, now: Said, reading: Reading): Moment {
  return moment.hasClock ? now.moment : momentOf('today', reading);
}
