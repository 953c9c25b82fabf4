import { ContentFault } from '../faults.js';
import { type FieldRule, type NumberField, readNumbers, readValue } from './cron-fields.js';

/** Cron expressions of four dialects. */

export const CRON_DIALECTS = ['unix', 'quartz', 'aws', 'spring'] as const;
export type CronDialect = (typeof CRON_DIALECTS)[number];

/** A rule for days that numbers cannot say. Weekdays are 0 (Sunday) to 6. */
export type DayRule =
  | { readonly type: 'last-day'; readonly before: number }
  | { readonly type: 'last-weekday' }
  | { readonly type: 'nearest-weekday'; readonly day: number }
  | { readonly type: 'last-of-month'; readonly weekday: number }
  | { readonly type: 'nth-of-month'; readonly weekday: number; readonly nth: number };

interface DayField extends NumberField {
  readonly rules: readonly DayRule[];
}

export interface CronSchedule {
  readonly seconds: NumberField;
  readonly minutes: NumberField;
  readonly hours: NumberField;
  readonly days: DayField;
  /** 1 to 12. */
  readonly months: NumberField;
  /** 0 (Sunday) to 6. */
  readonly weekdays: DayField;
  readonly years: NumberField;
  /** A day counts where either field has it, where both are restricted; otherwise both must. */
  readonly isEither: boolean;
  /** The expression with macros written out. */
  readonly expression: string;
}

const SECONDS: FieldRule = { name: 'Seconds', min: 0, max: 59 };
const MINUTES: FieldRule = { name: 'Minutes', min: 0, max: 59 };
const HOURS: FieldRule = { name: 'Hours', min: 0, max: 23 };
const DAYS: FieldRule = { name: 'Day of month', min: 1, max: 31 };
const MONTHS: FieldRule = {
  name: 'Month',
  min: 1,
  max: 12,
  names: 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' '),
};
const NAMES = 'SUN MON TUE WED THU FRI SAT'.split(' ');
/** 7 is Sunday too. */
const WEEKDAYS_FROM_0: FieldRule = { name: 'Day of week', min: 0, max: 7, names: NAMES };
const WEEKDAYS_FROM_1: FieldRule = { name: 'Day of week', min: 1, max: 7, names: NAMES };
const YEARS: FieldRule = { name: 'Year', min: 1970, max: 2199 };

/** Macros of crontab(5) and of Spring, as five fields. */
const MACROS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

const FIELD_COUNTS: Readonly<Record<CronDialect, readonly number[]>> = {
  unix: [5],
  quartz: [6, 7],
  aws: [6],
  spring: [6],
};

const FIELD_WORDS: Readonly<Record<CronDialect, string>> = {
  unix: 'minute, hour, day of month, month, day of week',
  quartz: 'second, minute, hour, day of month, month, day of week and, if wanted, year',
  aws: 'minute, hour, day of month, month, day of week, year',
  spring: 'second, minute, hour, day of month, month, day of week',
};

/** Reads an expression. Throws `ContentFault` naming the field. */
export function readCron(text: string, dialect: CronDialect): CronSchedule {
  const written = unwrapped(text, dialect);
  const fields = written.split(/\s+/);
  if (!FIELD_COUNTS[dialect].includes(fields.length)) throw countFault(fields.length, dialect);
  const hasSeconds = dialect === 'quartz' || dialect === 'spring';
  const [seconds = '0', minutes = '', hours = '', days = '', months = '', weekdays = '', years = '*'] = hasSeconds
    ? fields
    : ['0', ...fields];
  checkQuestions(days, weekdays, dialect);
  const wraps = dialect === 'quartz' || dialect === 'aws';
  const read = (field: string, rule: FieldRule) => {
    if (field.includes('?')) throw new ContentFault(`${rule.name}: "?" is only for day of month and day of week`);
    return readNumbers(field, { ...rule, wraps });
  };
  const dayField = readDays(days, dialect);
  const weekdayField = readWeekdays(weekdays, dialect);
  return {
    seconds: read(seconds, SECONDS),
    minutes: read(minutes, MINUTES),
    hours: read(hours, HOURS),
    days: dayField,
    months: read(months, MONTHS),
    weekdays: weekdayField,
    years: read(years, YEARS),
    // crontab(5): a field that begins with * is not restricted, */2 too, and both must match then.
    isEither: dialect === 'unix' && !dayField.isOpen && !weekdayField.isOpen,
    expression: written,
  };
}

function unwrapped(text: string, dialect: CronDialect): string {
  const plain = (/^cron\((.*)\)$/i.exec(text.trim())?.[1] ?? text).trim();
  if (!plain.startsWith('@')) return plain;
  const macro = Object.hasOwn(MACROS, plain.toLowerCase()) ? MACROS[plain.toLowerCase()] : undefined;
  if (plain.toLowerCase() === '@reboot')
    throw new ContentFault('@reboot runs when the machine starts, at no time of its own');
  if (macro === undefined || dialect === 'aws' || dialect === 'quartz')
    throw new ContentFault(`${JSON.stringify(plain.slice(0, 40))} is not a macro of dialect ${dialect}`);
  return dialect === 'spring' ? `0 ${macro}` : macro;
}

function countFault(count: number, dialect: CronDialect): ContentFault {
  const others = CRON_DIALECTS.filter((other) => FIELD_COUNTS[other].includes(count));
  const hint = others.length === 0 ? '' : `; ${others.join(' or ')} has ${count}`;
  const words = `${count} ${count === 1 ? 'field' : 'fields'}`;
  return new ContentFault(
    `it has ${words}, dialect ${dialect} has ${FIELD_COUNTS[dialect].join(' or ')} (${FIELD_WORDS[dialect]})${hint}`,
  );
}

function checkQuestions(days: string, weekdays: string, dialect: CronDialect): void {
  const count = [days, weekdays].filter((field) => field === '?').length;
  if (dialect === 'unix' && count > 0) throw new ContentFault('"?" is not part of dialect unix; write "*"');
  if (count === 2 && dialect !== 'spring')
    throw new ContentFault('only one of day of month and day of week can be "?"');
  if (dialect === 'aws' && count === 0) throw new ContentFault('one of day of month and day of week must be "?"');
  if (dialect === 'quartz' && count === 0 && days !== '*' && weekdays !== '*')
    throw new ContentFault('day of month and day of week cannot both be given; one must be "?"');
}

const NO_NUMBERS: NumberField = { values: [], isOpen: false, isAny: false };

function readDays(text: string, dialect: CronDialect): DayField {
  return split(
    text,
    dialect,
    (item) => dayRule(item),
    (rest) => readNumbers(rest, { ...DAYS, wraps: dialect !== 'unix' && dialect !== 'spring' }),
  );
}

function dayRule(item: string): DayRule | undefined {
  if (/^L$/i.test(item)) return { type: 'last-day', before: 0 };
  if (/^(?:LW|WL)$/i.test(item)) return { type: 'last-weekday' };
  const [, before] = /^L-(\d{1,2})$/i.exec(item) ?? [];
  if (before !== undefined) {
    if (Number(before) > 30) throw new ContentFault(`Day of month: "L-${before}" goes back more than 30 days`);
    return { type: 'last-day', before: Number(before) };
  }
  const [, day] = /^(\d{1,2})W$/i.exec(item) ?? [];
  return day === undefined ? undefined : { type: 'nearest-weekday', day: readValue(day, DAYS) };
}

function readWeekdays(text: string, dialect: CronDialect): DayField {
  const fromOne = dialect === 'quartz' || dialect === 'aws';
  const rule = fromOne ? WEEKDAYS_FROM_1 : WEEKDAYS_FROM_0;
  const field = split(
    text,
    dialect,
    (item) => weekdayRule(item, rule, fromOne),
    (rest) => {
      // A week has seven days: 7 is for ranges such as 5-7 only.
      const isStar = /^[*?]/.test(rest);
      return readNumbers(rest, { ...(isStar && !fromOne ? { ...rule, max: 6 } : rule), wraps: fromOne });
    },
  );
  const values = [...new Set(field.values.map((value) => (fromOne ? value - 1 : value % 7)))].sort((a, b) => a - b);
  return { ...field, values };
}

function weekdayRule(item: string, rule: FieldRule, fromOne: boolean): DayRule | undefined {
  const weekdayOf = (text: string) => (fromOne ? readValue(text, rule) - 1 : readValue(text, rule) % 7);
  if (/^L$/i.test(item) && fromOne) return undefined;
  const [, last] = /^([A-Za-z]{3}|\d)L$/i.exec(item) ?? [];
  if (last !== undefined) return { type: 'last-of-month', weekday: weekdayOf(last) };
  const [, weekday, nth] = /^([A-Za-z]{3,9}|\d)#(\d)$/.exec(item) ?? [];
  if (weekday === undefined) return undefined;
  if (Number(nth) < 1 || Number(nth) > 5) throw new ContentFault(`Day of week: "${item}" must count from #1 to #5`);
  return { type: 'nth-of-month', weekday: weekdayOf(weekday), nth: Number(nth) };
}

function split(
  text: string,
  dialect: CronDialect,
  ruleOf: (item: string) => DayRule | undefined,
  numbersOf: (text: string) => NumberField,
): DayField {
  const rules: DayRule[] = [];
  const rest: string[] = [];
  for (const item of text.split(',')) {
    // `L` in the days of the week is Saturday, the seventh, of Quartz.
    const rule = dialect === 'unix' ? undefined : ruleOf(item);
    if (rule === undefined) rest.push(/^L$/i.test(item) && dialect !== 'unix' ? '7' : item);
    else rules.push(rule);
  }
  return { ...(rest.length === 0 ? NO_NUMBERS : numbersOf(rest.join(','))), rules };
}
