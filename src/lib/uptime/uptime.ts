import { ContentFault } from '../faults.js';
import { durationWords, nsOfDuration, readDuration } from '../time/durations.js';

export const PERIODS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** `mean`: a year of 365.25 days and its parts, as tables of availability are printed; `fixed`: months of 30 days, quarters of 90, years of 365. */
export type Calendar = 'mean' | 'fixed';

const DAY = 86_400;
const MEAN_DAYS = { hour: 1 / 24, day: 1, week: 7, month: 365.25 / 12, quarter: 365.25 / 4, year: 365.25 };
const FIXED_DAYS = { ...MEAN_DAYS, month: 30, quarter: 90, year: 365 };

export const secondsOfPeriod = (period: Period, calendar: Calendar): number =>
  (calendar === 'mean' ? MEAN_DAYS : FIXED_DAYS)[period] * DAY;

/** A span that uptime is told of: `a month`, or `30 days`. */
export interface Span {
  readonly name: string;
  readonly seconds: number;
}

/** What a line says: the share of time that is down, 0 to 1, and the span it names, if any. */
export interface SaidUptime {
  readonly down: number;
  readonly span?: Span;
}

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const NINES = new RegExp(`^(\\d{1,2}|${NUMBERS.join('|')})([.,]5| and a half)?[ -]?(?:nines?|9s|9's)$`);
const MAX_NINES = 12;
const MAX_LINE = 200;

const NAMED_SPAN = /(?:\b(?:per|an?|each|every|this|last|in an?|in one)|\/) ?(hour|day|week|month|quarter|year)\b/;
const ADVERBS: Readonly<Record<string, Period>> = {
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
  annually: 'year',
  annual: 'year',
};
const ADVERB = /\b(hourly|daily|weekly|monthly|quarterly|yearly|annually|annual)\b/;
const COUNTED_SPAN =
  /\b(?:in|within|over|out of|per|every|during)(?: the(?: last)?)? (\d{1,6} ?(?:minutes?|hours?|h|days?|d|weeks?|months?|quarters?|years?))\b/;
/** Words that say nothing about how long. */
const FILLERS =
  /\b(?:we|it|was|were|is|are|be|been|can|may|of|for|by|at|the|service|server|site|website|system|allowed|allows?|availability|available|unavailable|unavailability|outages?|offline|online|downtime|uptime|down|up|sla|slo|target|only|about|maximum|max|at most|how much|how many (?:days|hours|minutes|seconds)|what|with)\b|:(?= |$)|[?!=~<≤]/g;

/** Throws `ContentFault` for what is no duration. */
export const secondsOf = (duration: string): number => Number(nsOfDuration(readDuration(duration))) / 1e9;

/** The span of a line, and the line without it. */
function spanOf(line: string, calendar: Calendar): { readonly span?: Span; readonly rest: string } {
  const counted = COUNTED_SPAN.exec(line);
  if (counted !== null) {
    const [whole, words = ''] = counted;
    const [, many, unit] = /^(\d+) ?(month|quarter|year)s?$/.exec(words) ?? [];
    const length = unit === undefined ? secondsOf(words) : Number(many) * secondsOfPeriod(unit as Period, calendar);
    if (length === 0) throw new ContentFault(`${JSON.stringify(words)} must be longer than nothing`);
    return { span: { name: words, seconds: length }, rest: line.replace(whole, ' ') };
  }
  const named = NAMED_SPAN.exec(line) ?? ADVERB.exec(line);
  if (named === null) return { rest: line };
  const [whole, word = ''] = named;
  const period = ADVERBS[word] ?? (word as Period);
  return { span: { name: period, seconds: secondsOfPeriod(period, calendar) }, rest: line.replace(whole, ' ') };
}

/** `three nines` is 99.9 %, `3.5 nines` 99.95 %. */
function downOfNines(text: string): number | undefined {
  const [, count, half] = NINES.exec(text) ?? [];
  if (count === undefined) return undefined;
  const nines = NUMBERS.includes(count) ? NUMBERS.indexOf(count) : Number(count);
  if (nines < 1 || nines > MAX_NINES) throw new ContentFault(`nines must be 1 to ${MAX_NINES}, got ${count}`);
  return 10 ** -nines * (half === undefined ? 1 : 0.5);
}

/** The share of time down of a percentage that is up. Throws `ContentFault` beyond 0 to 100. */
function downOfPercent(written: string): number {
  const percent = Number(written.replace(',', '.'));
  if (!(percent >= 0 && percent <= 100)) throw new ContentFault(`uptime must be 0 to 100 percent, got ${written}`);
  // From the digits, since 100 less a double has few of them right.
  const [whole = '0', fraction = ''] = written.split(/[.,]/);
  const scale = 10n ** BigInt(fraction.length);
  return Number(100n * scale - BigInt(whole + fraction)) / Number(100n * scale);
}

/** `0.1% downtime` and `downtime of 0.1%` say what is down; `downtime at 99.9%` asks for it. Throws `ContentFault` for `downtime 99.9%`. */
function isPercentDown(line: string, down: number): boolean {
  if (/(?:%|percent|per cent) ?(?:of )?(?:down|outage|offline|unavail)/.test(line)) return true;
  if (!/\b(?:down|downtime|offline|unavailable|unavailability)(?: of| is| was|:| =)? ?\d/.test(line)) return false;
  if (/how much|what|allow/.test(line)) return false;
  if (down < 0.5) throw new ContentFault('it must say whether the percentage is up or down, such as "99.9% up"');
  return true;
}

const IS_UP = /\b(?:up|uptime|online|available|availability|sla|slo)\b/;

/** A low percentage alone is more likely what is down. Throws `ContentFault`. */
function checkMeant(line: string, down: number): void {
  if (down > 0.5 && !IS_UP.test(line) && !/down|outage|offline|unavail/.test(line))
    throw new ContentFault('it must say whether so low a percentage is up or down, such as "0.05% down"');
}

const MEAN_TIMES = /\bmtbf\b[ :=]{0,3}([^,;]{1,60}?)(?:[,;]| and)? ?\bmttr\b[ :=]{0,3}([^,;]{1,60})$/;

/** `MTBF 1000 h, MTTR 2 h`. */
function downOfMeanTimes(line: string): number | undefined {
  const [, between, repair] = MEAN_TIMES.exec(line) ?? [];
  if (between === undefined || repair === undefined) return undefined;
  const [up, down] = [secondsOf(between.replace(/^ ?of /, '')), secondsOf(repair.replace(/^ ?of /, ''))];
  if (!(up >= 0 && down >= 0 && up + down > 0))
    throw new ContentFault('MTBF and MTTR must not be negative, nor both 0');
  return down / (up + down);
}

const PERCENT = /(?<![\d.,])(\d{1,3}(?:[.,]\d{1,15})?) ?(?:%|percent\b|per cent\b)/g;

/**
 * Reads `99.95% a month`, `three nines`, `43 minutes down a month`, `down 2h 10m in 30 days`, `MTBF 1000 h, MTTR 2 h`. `usual` is the span
 * of downtimes that name none. Throws `ContentFault`.
 */
export function readUptime(written: string, usual: Period, calendar: Calendar): SaidUptime {
  const line = written.toLowerCase().replace(/\s+/g, ' ').trim();
  if (line.length > MAX_LINE) throw new ContentFault(`it must have at most ${MAX_LINE} characters, got ${line.length}`);
  const ofTimes = downOfMeanTimes(line);
  if (ofTimes !== undefined) return { down: ofTimes };
  const { span, rest } = spanOf(line, calendar);
  const told = span === undefined ? {} : { span };
  const percents = [...rest.matchAll(PERCENT)];
  if (percents.length > 1)
    throw new ContentFault('it must name one uptime; option "components" is for several together');
  const isDown = /\b(?:down|downtime|outages?|offline|unavailable|unavailability)\b/.test(rest);
  const left = rest.replace(PERCENT, ' ').replace(FILLERS, ' ').replace(/\s+/g, ' ').trim();
  const [percent] = percents;
  if (percent !== undefined) {
    if (left !== '') throw new ContentFault(`${JSON.stringify(left)} beside a percentage is not understood`);
    const down = downOfPercent(percent[1] ?? '');
    checkMeant(rest, down);
    return { down: isPercentDown(rest, down) ? 1 - down : down, ...told };
  }
  const nines = downOfNines(left);
  if (nines !== undefined) return { down: nines, ...told };
  if (/^\d{1,3}(?:[.,]\d{1,15})?$/.test(left) && !isDown) {
    const down = downOfPercent(left);
    checkMeant(rest, down);
    return { down, ...told };
  }
  if (left === '' || /^[a-z]/.test(left))
    throw new ContentFault(
      `expected an uptime such as "99.95% a month", "three nines" or "43 minutes down a month", got ${JSON.stringify(written.slice(0, 80))}`,
    );
  if (!isDown && span === undefined && IS_UP.test(rest))
    throw new ContentFault(`it must name the period of ${JSON.stringify(left)} up, such as "18 hours up a day"`);
  const within = span ?? { name: usual, seconds: secondsOfPeriod(usual, calendar) };
  const share = secondsOf(left) / within.seconds;
  if (!(share >= 0 && share <= 1)) throw new ContentFault(`${JSON.stringify(left)} is longer than a ${within.name}`);
  const isUp = !isDown && IS_UP.test(rest);
  return { down: isUp ? 1 - share : share, span: within };
}

/** Part of a system: all must be up, of `copies` one. */
export interface Component {
  readonly name: string;
  readonly down: number;
  readonly copies: number;
}

const COMPONENT = /^(?:(.*?)[ :=])?(\d{1,3}(?:\.\d{1,15})?) ?%?(?: ?[x×*] ?(\d{1,2}))?$/i;

/** `web 99.9, database: 99.95% x2`. Throws `ContentFault`. */
export function readComponents(text: string): readonly Component[] {
  const parts = text.split(/[,;\n+]/).map((part) => part.trim());
  return parts
    .filter((part) => part !== '')
    .map((part, at) => {
      const found = part.length > MAX_LINE ? null : COMPONENT.exec(part);
      if (found === null)
        throw new ContentFault(
          `component ${at + 1} must be like "database 99.95 x2", got ${JSON.stringify(part.slice(0, 80))}`,
        );
      const [, name, percent = '', copies = '1'] = found;
      if (Number(copies) < 1) throw new ContentFault(`component ${at + 1} must have 1 to 99 copies, got ${copies}`);
      return {
        name: name?.replace(/[ :=]{1,5}$/, '') || `component ${at + 1}`,
        down: downOfPercent(percent),
        copies: Number(copies),
      };
    });
}

/** Share of time in which all are up, told as what is down, so that no nine is lost. */
export function downTogether(components: readonly Component[]): number {
  let log = 0;
  for (const { down, copies } of components) log += Math.log1p(-(down ** copies));
  return -Math.expm1(log);
}

/** Seconds in words: `43 minutes and 49.7 seconds`, to a tenth of a second, below a second to a thousandth of a millisecond. */
export function spanWords(value: number): string {
  if (value > 0 && value < 1) return durationWords([[Math.round(value * 1e6) / 1e3, 'milliseconds']]);
  const tenths = Math.round(value * 10);
  return durationWords([
    [Math.floor(tenths / 864_000), 'days'],
    [Math.floor(tenths / 36_000) % 24, 'hours'],
    [Math.floor(tenths / 600) % 60, 'minutes'],
    [(tenths % 600) / 10, 'seconds'],
  ]);
}
