import { ContentFault } from '../faults.js';

/** Schedules as people say them: `every 15 minutes from 9 to 17 on weekdays`, `first Monday of the month at 10am`. */

export type StepUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** A weekday by its place in the month; 0 is the last. Weekdays are 0 (Sunday) to 6. */
export interface NthWeekday {
  readonly weekday: number;
  readonly nth: number;
}

/** What a phrase says; sets are empty where it says nothing. */
export interface SpokenSchedule {
  readonly step: { readonly size: number; readonly unit: StepUnit } | undefined;
  /** Minutes of the day. */
  readonly times: readonly number[];
  /** Minutes of the day between which a step of minutes or hours runs. */
  readonly window: readonly [from: number, to: number] | undefined;
  readonly weekdays: readonly number[];
  readonly days: readonly number[];
  /** The last day, or the last from Monday to Friday. */
  readonly last: 'day' | 'working-day' | undefined;
  readonly nth: NthWeekday | undefined;
  readonly months: readonly number[];
}

const WEEKDAY = '(sun|mon|tue|wed|thu|fri|sat)(?:s|sday|nesday|rsday|rs?|urday|day)?s?';
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?';
const WEEKDAYS = 'sun mon tue wed thu fri sat'.split(' ');
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const ORDINALS = ['last', 'first', 'second', 'third', 'fourth', 'fifth'];
const CLOCK = '(noon|midday|midnight|\\d{1,2}(?:[:.h]\\d\\d)? ?(?:[ap]\\.?m\\.?)?)';
const TO = ' ?(?:-|–|\\.\\.|to|through|until|till) ?';

const pattern = (source: string): RegExp => new RegExp(`^${source}(?![a-z0-9:])`);

const FORMS = {
  filler:
    /^(?:[,;&+]|(?:of (?:(?:the|each|every) )?month|the month|and|on|the|of|in|each|a|an|run|once|every(?= (?:\d{1,2}(?:st|nd|rd|th)|mon(?!th)|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|weekday|weekend|working|business|first|last|second|third|fourth)))(?![a-z0-9]))/,
  named: /^(minutely|hourly|daily|weekly|monthly|quarterly|yearly|annually)\b/,
  step: /^(?:every |per )?(?:(\d{1,4}|other|half|single) ?)?(minutes?|mins?|m|hours?|hrs?|h|days?|weeks?|months?|quarters?|years?)\b/,
  working: /^(?:weekdays?|working ?days?|workdays?|business days?)\b/,
  weekend: /^weekends?\b/,
  firstDay: pattern(`first(?: day|(?= of (?:(?:the |each |every )?month|${MONTH})))`),
  often:
    /^(twice|thrice|(?:\d{1,2}|two|three|four|six|eight|twelve) times) (?:a|an|per|each|every|in a|in an) (day|hour)(?![a-z0-9])/,
  lastDay: /^last (day|weekday|working day|business day)\b/,
  nth: pattern(`(last|first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th) ${WEEKDAY}`),
  weekdayRange: pattern(`${WEEKDAY}${TO}${WEEKDAY}`),
  weekday: pattern(WEEKDAY),
  monthRange: pattern(`${MONTH}${TO}${MONTH}`),
  month: pattern(MONTH),
  window: pattern(`(?:between|from) ${CLOCK}(?: and |${TO})${CLOCK}`),
  at: pattern(`at ${CLOCK}`),
  clock: pattern('(noon|midday|midnight|\\d{1,2}[:.h]\\d\\d ?(?:[ap]\\.?m\\.?)?|\\d{1,2} ?[ap]\\.?m\\.?)'),
  dayRange: pattern(`(?:days? )?(\\d{1,2})(?:st|nd|rd|th)?${TO}(\\d{1,2})(?:st|nd|rd|th)?`),
  saidRange: pattern(`(?:days? |(?=\\d{1,2}(?:st|nd|rd|th)))(\\d{1,2})(?:st|nd|rd|th)?${TO}(\\d{1,2})(?:st|nd|rd|th)?`),
  day: /^(?:days? (\d{1,2})|(\d{1,2})(?:st|nd|rd|th))(?![a-z0-9:])/,
  number: /^(\d{1,2})(?![a-z0-9:])/,
} as const;

const NAMED: Readonly<Record<string, readonly [number, StepUnit]>> = {
  minutely: [1, 'minute'],
  hourly: [1, 'hour'],
  daily: [1, 'day'],
  weekly: [1, 'week'],
  monthly: [1, 'month'],
  quarterly: [3, 'month'],
  yearly: [1, 'year'],
  annually: [1, 'year'],
};

const TIMES: Readonly<Record<string, number>> = {
  twice: 2,
  thrice: 3,
  two: 2,
  three: 3,
  four: 4,
  six: 6,
  eight: 8,
  twelve: 12,
};

/** Where a bare number belongs: `9` of `at 9`, `15` of `days 1, 15`. */
type NumberSense = 'time' | 'day' | undefined;

interface Spoken {
  /** Runs of a day or an hour: `twice a day`. */
  often: { readonly times: number; readonly unit: 'day' | 'hour'; readonly said: string } | undefined;
  step: SpokenSchedule['step'];
  readonly times: Set<number>;
  window: SpokenSchedule['window'];
  readonly weekdays: Set<number>;
  readonly days: Set<number>;
  last: SpokenSchedule['last'];
  nth: NthWeekday | undefined;
  readonly months: Set<number>;
}

const span = (from: number, to: number, size: number): number[] =>
  Array.from({ length: ((to - from + size) % size) + 1 }, (_, index) => (from + index) % size);

function minuteOf(text: string): number {
  if (text === 'noon' || text === 'midday') return 720;
  if (text === 'midnight') return 0;
  const [, hour = '', minute = '0', half = ''] = /^(\d{1,2})(?:[:.h](\d\d))? ?([ap])?/.exec(text) ?? [];
  const [h, m] = [Number(hour), Number(minute)];
  if (m > 59 || h > 24 || (h === 24 && m > 0) || (half !== '' && (h < 1 || h > 12)))
    throw new ContentFault(`"${text}" is not a time of day`);
  if (half === '') return (h % 24) * 60 + m;
  return ((h % 12) + (half === 'p' ? 12 : 0)) * 60 + m;
}

function stepOf(size: string | undefined, word: string): NonNullable<SpokenSchedule['step']> {
  const unit = unitOf(word);
  if (size === 'half') {
    if (unit !== 'hour') throw new ContentFault(`"half ${word}" is not a span of whole minutes`);
    return { size: 30, unit: 'minute' };
  }
  const number = size === 'other' ? 2 : size === undefined || size === 'single' ? 1 : Number(size);
  if (number < 1) throw new ContentFault('a span must be at least 1');
  return word.startsWith('quarter') ? { size: 3 * number, unit: 'month' } : { size: number, unit };
}

function unitOf(word: string): StepUnit {
  if (/^mo|^q/.test(word)) return 'month';
  if (word.startsWith('m')) return 'minute';
  if (word.startsWith('h')) return 'hour';
  if (word.startsWith('d')) return 'day';
  return word.startsWith('w') ? 'week' : 'year';
}

/** Reads phrases, each with what a bare number in it means. Throws `ContentFault` naming what is not understood. */
export function readPhrases(phrases: readonly (readonly [text: string, sense: NumberSense])[]): SpokenSchedule {
  const spoken: Spoken = {
    often: undefined,
    step: undefined,
    times: new Set(),
    window: undefined,
    weekdays: new Set(),
    days: new Set(),
    last: undefined,
    nth: undefined,
    months: new Set(),
  };
  for (const [text, sense] of phrases) readPhrase(text, sense, spoken);
  const sorted = (values: Set<number>) => [...values].sort((one, other) => one - other);
  const { window, last, nth } = spoken;
  const step = spoken.step ?? stepOfTimes(spoken);
  return {
    ...{ step, window, last, nth },
    times: sorted(spoken.times),
    weekdays: sorted(spoken.weekdays),
    days: sorted(spoken.days),
    months: sorted(spoken.months),
  };
}

/** Runs spread evenly where their times are not said. */
function stepOfTimes({ often, times, window }: Spoken): SpokenSchedule['step'] {
  if (often === undefined) return undefined;
  if (often.unit === 'day' && times.size === often.times) return undefined;
  if (times.size > 0) throw new ContentFault(`"${often.said}" needs as many times of day, got ${times.size}`);
  const size = (often.unit === 'day' ? 24 : 60) / often.times;
  if (!Number.isInteger(size) || window !== undefined)
    throw new ContentFault(
      `"${often.said}" needs a span or its times instead, such as every 4 hours, or at 9:00 and 17:00`,
    );
  return { size, unit: often.unit === 'day' ? 'hour' : 'minute' };
}

function readPhrase(text: string, first: NumberSense, spoken: Spoken): void {
  let rest = text.toLowerCase().replace(/\s+/g, ' ').replace(/[.!]$/, '').trim();
  let sense = first;
  while (rest !== '') {
    const taken = take(rest, sense, spoken);
    if (taken === undefined) throw new ContentFault(`"${rest.slice(0, 40)}" is not understood`);
    sense = taken.sense;
    rest = rest.slice(taken.length).trim();
  }
}

interface Taken {
  readonly length: number;
  readonly sense: NumberSense;
}

function take(rest: string, sense: NumberSense, spoken: Spoken): Taken | undefined {
  const filler = FORMS.filler.exec(rest);
  // `month`, `a` and the like only bind.
  if (filler !== null) return { length: filler[0].length, sense };
  const often = FORMS.often.exec(rest);
  if (often !== null) {
    const [said, count = '', unit = ''] = often;
    const times = TIMES[count.split(' ')[0] ?? ''] ?? Number.parseInt(count, 10);
    if (times < 1) throw new ContentFault(`"${said}" is not a schedule`);
    spoken.often = { times, unit: unit === 'day' ? 'day' : 'hour', said };
    return { length: said.length, sense: undefined };
  }
  return takeTime(rest, sense, spoken) ?? takeDays(rest, sense, spoken) ?? takeStep(rest, spoken);
}

function takeTime(rest: string, sense: NumberSense, spoken: Spoken): Taken | undefined {
  const window = FORMS.window.exec(rest);
  if (window !== null) {
    spoken.window = [minuteOf(window[1] ?? ''), minuteOf(window[2] ?? '')];
    return { length: window[0].length, sense: undefined };
  }
  const clock = FORMS.at.exec(rest) ?? FORMS.clock.exec(rest) ?? (sense === 'time' ? FORMS.number.exec(rest) : null);
  if (clock === null) return undefined;
  spoken.times.add(minuteOf(clock[1] ?? ''));
  return { length: clock[0].length, sense: 'time' };
}

function takeDays(rest: string, sense: NumberSense, spoken: Spoken): Taken | undefined {
  const weekdayAt = (found: RegExpExecArray, index: number) => WEEKDAYS.indexOf(found[index] ?? '');
  const lastDay = FORMS.lastDay.exec(rest);
  if (lastDay !== null) {
    spoken.last = lastDay[1] === 'day' ? 'day' : 'working-day';
    return { length: lastDay[0].length, sense: undefined };
  }
  const nth = FORMS.nth.exec(rest);
  if (nth !== null) {
    if (spoken.nth !== undefined) throw new ContentFault('only one weekday can be counted in the month');
    const place = ORDINALS.indexOf(nth[1] ?? '');
    spoken.nth = { nth: place < 0 ? Number.parseInt(nth[1] ?? '', 10) : place, weekday: weekdayAt(nth, 2) };
    return { length: nth[0].length, sense: undefined };
  }
  const sets = [
    [FORMS.working, () => [1, 2, 3, 4, 5], spoken.weekdays],
    [FORMS.weekend, () => [0, 6], spoken.weekdays],
    [FORMS.weekdayRange, (found) => span(weekdayAt(found, 1), weekdayAt(found, 2), 7), spoken.weekdays],
    [FORMS.weekday, (found) => [weekdayAt(found, 1)], spoken.weekdays],
    [FORMS.monthRange, (found) => span(monthAt(found, 1), monthAt(found, 2), 12).map((m) => m + 1), spoken.months],
    [FORMS.month, (found) => [monthAt(found, 1) + 1], spoken.months],
    [FORMS.firstDay, () => [1], spoken.days],
    [
      sense === 'day' ? FORMS.dayRange : FORMS.saidRange,
      (found) => dayRange(Number(found[1]), Number(found[2])),
      spoken.days,
    ],
    [FORMS.day, (found) => dayRange(Number(found[1] ?? found[2]), Number(found[1] ?? found[2])), spoken.days],
  ] as const satisfies readonly (readonly [RegExp, (found: RegExpExecArray) => number[], Set<number>])[];
  for (const [form, values, set] of sets) {
    const found = form.exec(rest);
    if (found === null) continue;
    for (const value of values(found)) set.add(value);
    return { length: found[0].length, sense: set === spoken.days ? 'day' : undefined };
  }
  const number = sense === 'day' ? FORMS.number.exec(rest) : null;
  if (number === null) return undefined;
  spoken.days.add(dayRange(Number(number[1]), Number(number[1]))[0] ?? 1);
  return { length: number[0].length, sense };
}

const monthAt = (found: RegExpExecArray, index: number): number => MONTHS.indexOf(found[index] ?? '');

function dayRange(from: number, to: number): number[] {
  if (from < 1 || to > 31 || from > to) throw new ContentFault('days of the month are from 1 to 31');
  return span(from, to, 32);
}

function takeStep(rest: string, spoken: Spoken): Taken | undefined {
  const named = FORMS.named.exec(rest);
  const step = named === null ? FORMS.step.exec(rest) : null;
  if (named === null && step === null) return undefined;
  const [size, unit] = NAMED[named?.[1] ?? ''] ?? [1, 'day'];
  const found = step === null ? { size, unit } : stepOf(step[1], step[2] ?? '');
  if (spoken.step !== undefined && (spoken.step.size !== found.size || spoken.step.unit !== found.unit))
    throw new ContentFault(
      `"every ${spoken.step.size} ${spoken.step.unit}" and "every ${found.size} ${found.unit}" exclude each other`,
    );
  spoken.step = found;
  return { length: (named ?? step)?.[0].length ?? 0, sense: undefined };
}
