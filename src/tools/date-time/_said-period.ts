import { daysInMonth, daysOf, MONTHS } from '../../lib/time/civil.js';

/** Days since 1970, both included. */
interface Period {
  readonly first: number;
  readonly last: number;
}

const MONTH_NAMES = MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|');
const MONTH = new RegExp(`^(?:in )?(?:the month of )?(${MONTH_NAMES})\\.?,? ?(\\d{4})?$`, 'i');
const QUARTER = /^(?:in )?(?:the )?(?:q|(?:quarter ))([1-4])[ ,/]*(\d{4})?$/i;
const YEAR = /^(?:in )?(?:the year )?(\d{4})$/i;
const RELATIVE = /^(?:in )?(?:the )?(this|next|last|current|previous) (month|quarter|year)$/i;

function months(year: number, month: number, count: number): Period {
  const [from, to] = [month - 1, month - 2 + count].map((index) => ({
    year: year + Math.floor(index / 12),
    month: (((index % 12) + 12) % 12) + 1,
  })) as [{ year: number; month: number }, { year: number; month: number }];
  return { first: daysOf({ ...from, day: 1 }), last: daysOf({ ...to, day: daysInMonth(to.year, to.month) }) };
}

/** A month, quarter or year as said: `March 2026`, `Q2 2026`, `2027`, `next month`. Without a year it is that of today. */
export function periodOf(written: string, now: Date): Period | undefined {
  const text = written.replace(/\s+/g, ' ').trim();
  const [thisYear, thisMonth] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  const yearOf = (digits: string | undefined): number => (digits === undefined ? thisYear : Number(digits));
  const month = MONTH.exec(text);
  if (month !== null) {
    const place = MONTHS.findIndex((name) => name.slice(0, 3).toLowerCase() === month[1]?.slice(0, 3).toLowerCase());
    return months(yearOf(month[2]), place + 1, 1);
  }
  const quarter = QUARTER.exec(text);
  if (quarter !== null) return months(yearOf(quarter[2]), 3 * Number(quarter[1]) - 2, 3);
  const year = YEAR.exec(text);
  if (year !== null) return months(Number(year[1]), 1, 12);
  const [, which = '', unit = ''] = RELATIVE.exec(text) ?? [];
  if (unit === '') return undefined;
  const shift = /next/i.test(which) ? 1 : /last|previous/i.test(which) ? -1 : 0;
  const size = { month: 1, quarter: 3 }[unit.toLowerCase()] ?? 12;
  return months(thisYear, thisMonth - ((thisMonth - 1) % size) + shift * size, size);
}
