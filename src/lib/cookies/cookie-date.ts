import { daysInMonth, wallSecondsOf } from '../time/civil.js';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** RFC 6265, 5.1.1: letters between which there are delimiters. */
const tokensOf = (text: string): string[] => text.split(/[\t -/;-@[-`{-~]+/).filter((token) => token !== '');

/** Seconds since 1970 of a date as cookies have them, in any of the forms that browsers take; `undefined` of others. RFC 6265, 5.1.1. */
export function readCookieDate(text: string): number | undefined {
  let time: readonly number[] | undefined;
  let day: number | undefined;
  let month: number | undefined;
  let year: number | undefined;
  for (const token of tokensOf(text)) {
    const clock = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D|$)/.exec(token);
    const named = MONTHS.indexOf(token.slice(0, 3).toLowerCase());
    if (time === undefined && clock !== null) time = clock.slice(1).map(Number);
    else if (day === undefined && /^\d{1,2}(?:\D|$)/.test(token)) day = Number.parseInt(token, 10);
    else if (month === undefined && named >= 0) month = named + 1;
    else if (year === undefined && /^\d{2,4}(?:\D|$)/.test(token)) year = fullYear(Number.parseInt(token, 10));
  }
  if (time === undefined || day === undefined || month === undefined || year === undefined) return undefined;
  const [hour = 0, minute = 0, second = 0] = time;
  const isDate = year >= 1601 && day >= 1 && day <= daysInMonth(year, month);
  if (!isDate || hour > 23 || minute > 59 || second > 59) return undefined;
  return wallSecondsOf({ year, month, day, hour, minute, second, nanosecond: 0 });
}

function fullYear(year: number): number {
  if (year >= 70 && year <= 99) return year + 1900;
  return year <= 69 ? year + 2000 : year;
}
