import { MONTHS, WEEKDAYS } from '../time/civil.js';
import type { RecurrenceRule, WeekdayNumber } from './rule.js';

const UNITS = {
  YEARLY: 'year',
  MONTHLY: 'month',
  WEEKLY: 'week',
  DAILY: 'day',
  HOURLY: 'hour',
  MINUTELY: 'minute',
  SECONDLY: 'second',
} as const;

function ordinal(value: number): string {
  const size = Math.abs(value);
  const isTeen = size % 100 > 10 && size % 100 < 14;
  const words = `${size}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][size % 10] ?? 'th')}`;
  if (value > 0) return words;
  return size === 1 ? 'last' : `${words} to last`;
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

const weekdayWords = ({ weekday, nth }: WeekdayNumber): string =>
  `${nth === 0 ? '' : `the ${ordinal(nth)} `}${WEEKDAYS[weekday - 1]}`;

const two = (value: number): string => String(value).padStart(2, '0');

/** A rule in English: `Every 2 weeks on Monday and Friday, 10 times`. */
export function ruleWords(rule: RecurrenceRule): string {
  const unit = UNITS[rule.frequency];
  const { months, weeks, yearDays, monthDays, weekdays, hours, minutes, seconds, positions } = rule;
  const parts = [rule.interval === 1 ? `Every ${unit}` : `Every ${rule.interval} ${unit}s`];
  if (months.length > 0) parts.push(`in ${joined(months.map((month) => MONTHS[month - 1] ?? ''))}`);
  if (weeks.length > 0) parts.push(`in the ${joined(weeks.map(ordinal))} week of the year`);
  if (yearDays.length > 0) parts.push(`on the ${joined(yearDays.map(ordinal))} day of the year`);
  if (monthDays.length > 0) parts.push(`on the ${joined(monthDays.map(ordinal))} of the month`);
  if (weekdays.length > 0) parts.push(`on ${joined(weekdays.map(weekdayWords))}`);
  const isClock = hours.length > 0 && minutes.length < 2 && seconds.length === 0;
  if (isClock)
    parts.push(
      `at ${joined(hours.map((hour) => (minutes.length === 0 ? `${hour} h` : `${two(hour)}:${two(minutes[0] ?? 0)}`)))}`,
    );
  else {
    if (hours.length > 0) parts.push(`in hours ${joined(hours.map(String))}`);
    if (minutes.length > 0) parts.push(`in minutes ${joined(minutes.map(String))}`);
    if (seconds.length > 0) parts.push(`in seconds ${joined(seconds.map(String))}`);
  }
  if (positions.length > 0) parts.push(`only the ${joined(positions.map(ordinal))} of them`);
  const text = parts.join(' ');
  if (rule.count !== undefined) return `${text}, ${rule.count} ${rule.count === 1 ? 'time' : 'times'}`;
  return rule.until === undefined ? text : `${text}, until the date given`;
}
