import { SheetError } from '../../workbook/model.js';
import { partsOfSerial, serialOfClock, serialOfDate, serialOfIso } from '../../workbook/serial-dates.js';
import { NUM, VALUE } from '../values.js';
import { type Arguments, mixed, single } from './define.js';
import type { FunctionTable } from './registry.js';

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Throws NUM for what is not a day. */
function dayOf(serial: number): Day {
  const parts = partsOfSerial(Math.floor(serial));
  if (parts === undefined) throw NUM;
  return parts;
}

function checkedSerial(serial: number): number {
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_465) throw NUM;
  return serial;
}

function dateFrom(year: number, month: number, day: number): number {
  const whole = Math.trunc(year);
  if (Math.abs(month) > 200_000 || Math.abs(day) > 4_000_000) throw NUM;
  return checkedSerial(
    serialOfDate(whole >= 0 && whole < 1900 ? whole + 1900 : whole, Math.trunc(month), Math.trunc(day)),
  );
}

const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

function monthsLater(serial: number, months: number): number {
  const { year, month, day } = dayOf(serial);
  if (Math.abs(months) > 120_000) throw NUM;
  const total = year * 12 + month - 1 + Math.trunc(months);
  const [toYear, toMonth] = [Math.floor(total / 12), (total % 12) + 1];
  if (toYear < 1900 || toYear > 9999) throw NUM;
  return checkedSerial(serialOfDate(toYear, toMonth, Math.min(day, lastDay(toYear, toMonth))));
}

function monthEnd(serial: number, months: number): number {
  const { year, month } = dayOf(monthsLater(serial, months));
  return serialOfDate(year, month, lastDay(year, month));
}

/** Milliseconds within the day. */
function clockOf(serial: number): number {
  if (serial < 0) throw NUM;
  return Math.round((serial - Math.floor(serial)) * 86_400_000) % 86_400_000;
}

/** First days of the week by the number that WEEKDAY takes; Sunday is 0. */
function weekday(serial: number, kind: number): number {
  const sunday = (Math.floor(serial) + 6) % 7;
  if (kind === 1) return sunday + 1;
  if (kind === 2) return ((sunday + 6) % 7) + 1;
  if (kind === 3) return (sunday + 6) % 7;
  if (kind >= 11 && kind <= 17) return ((sunday - (kind - 10) + 7) % 7) + 1;
  throw NUM;
}

function isoWeek(serial: number): number {
  const thursday = Math.floor(serial) + 4 - weekday(serial, 2);
  const { year } = dayOf(thursday);
  return Math.floor((thursday - serialOfDate(year, 1, 1)) / 7) + 1;
}

function weekNumber(a: Arguments): number {
  const serial = Math.floor(checkedSerial(a.number(0)));
  const kind = a.whole(1, 1);
  if (kind === 21) return isoWeek(serial);
  const start =
    kind === 1 || kind === 17 ? 0 : kind === 2 || kind === 11 ? 1 : kind >= 12 && kind <= 16 ? kind - 10 : -1;
  if (start < 0) throw NUM;
  const first = serialOfDate(dayOf(serial).year, 1, 1);
  const before = (((first + 6) % 7) - start + 7) % 7;
  return Math.floor((serial - first + before) / 7) + 1;
}

function days360(from: Day, to: Day, isEuropean: boolean): number {
  let [day1, day2] = [from.day, to.day];
  if (isEuropean) [day1, day2] = [Math.min(day1, 30), Math.min(day2, 30)];
  else {
    const isLast = (date: Day): boolean => date.day === lastDay(date.year, date.month);
    if (from.month === 2 && isLast(from)) day1 = 30;
    if (day1 === 31) day1 = 30;
    if (day2 === 31 && day1 >= 30) day2 = 30;
  }
  return (to.year - from.year) * 360 + (to.month - from.month) * 30 + day2 - day1;
}

function dateDifference(a: Arguments): number {
  const [start, end] = [Math.floor(a.number(0)), Math.floor(a.number(1))];
  if (start > end) throw NUM;
  const [from, to] = [dayOf(start), dayOf(end)];
  const months = (to.year - from.year) * 12 + to.month - from.month - Number(to.day < from.day);
  const unit = a.text(2).toUpperCase();
  if (unit === 'D') return end - start;
  if (unit === 'M') return months;
  if (unit === 'Y') return Math.floor(months / 12);
  if (unit === 'YM') return months % 12;
  if (unit === 'MD') {
    if (to.day >= from.day) return to.day - from.day;
    return end - serialOfDate(to.year, to.month - 1, from.day);
  }
  if (unit !== 'YD') throw NUM;
  const isPassed = to.month > from.month || (to.month === from.month && to.day >= from.day);
  return end - serialOfDate(isPassed ? to.year : to.year - 1, from.month, from.day);
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

function yearFraction(a: Arguments): number {
  const serials = [Math.floor(a.number(0)), Math.floor(a.number(1))].sort((x, y) => x - y);
  const [start = 0, end = 0] = serials;
  const [from, to] = [dayOf(start), dayOf(end)];
  const basis = a.whole(2);
  if (basis === 0) return days360(from, to, false) / 360;
  if (basis === 2) return (end - start) / 360;
  if (basis === 3) return (end - start) / 365;
  if (basis === 4) return days360(from, to, true) / 360;
  if (basis !== 1) throw NUM;
  const isWithinYear =
    from.year === to.year ||
    (from.year + 1 === to.year && (from.month > to.month || (from.month === to.month && from.day >= to.day)));
  if (!isWithinYear) {
    const years = to.year - from.year + 1;
    return (end - start) / ((serialOfDate(to.year + 1, 1, 1) - serialOfDate(from.year, 1, 1)) / years);
  }
  const hasLeapDay =
    from.year === to.year
      ? isLeap(from.year)
      : [from.year, to.year].some((year) => {
          const leapDay = serialOfDate(year, 2, 29);
          return isLeap(year) && leapDay >= start && leapDay <= end;
        });
  return (end - start) / (hasLeapDay ? 366 : 365);
}

/** Days that are no work days beside Saturdays and Sundays. */
function holidays(a: Arguments, index: number): Set<number> {
  const days = new Set<number>();
  if (!a.has(index)) return days;
  for (const cell of a.cells(index)) {
    if (cell instanceof SheetError) throw cell;
    if (typeof cell === 'number') days.add(Math.floor(cell));
  }
  return days;
}

const isWeekend = (serial: number): boolean => (serial + 6) % 7 === 0 || (serial + 6) % 7 === 6;

function networkDays(a: Arguments): number {
  const [start, end] = [Math.floor(checkedSerial(a.number(0))), Math.floor(checkedSerial(a.number(1)))];
  const free = holidays(a, 2);
  const [from, to] = [Math.min(start, end), Math.max(start, end)];
  a.call.engine.budget.spend(to - from);
  let count = 0;
  for (let day = from; day <= to; day++) if (!isWeekend(day) && !free.has(day)) count++;
  return start > end ? -count : count;
}

function workday(a: Arguments): number {
  let day = Math.floor(checkedSerial(a.number(0)));
  let left = a.whole(1);
  const free = holidays(a, 2);
  const step = Math.sign(left);
  while (left !== 0) {
    a.call.engine.budget.spend(1);
    day += step;
    checkedSerial(day);
    if (!isWeekend(day) && !free.has(day)) left -= step;
  }
  return day;
}

const ofDay = (work: (day: Day, serial: number) => number) =>
  single(1, 1, (a) => work(dayOf(checkedSerial(a.number(0))), a.number(0)));

export const DATE_FUNCTIONS: FunctionTable = {
  DATE: single(3, 3, (a) => dateFrom(a.number(0), a.number(1), a.number(2))),
  TIME: single(3, 3, (a) => {
    const seconds = a.whole(0) * 3600 + a.whole(1) * 60 + a.whole(2);
    if (seconds < 0 || seconds > 1e9) throw NUM;
    return (seconds % 86_400) / 86_400;
  }),
  YEAR: ofDay(({ year }) => year),
  MONTH: ofDay(({ month }) => month),
  DAY: ofDay(({ day }) => day),
  HOUR: single(1, 1, (a) => Math.floor(clockOf(a.number(0)) / 3_600_000)),
  MINUTE: single(1, 1, (a) => Math.floor(clockOf(a.number(0)) / 60_000) % 60),
  SECOND: single(1, 1, (a) => Math.round(clockOf(a.number(0)) / 1000) % 60),
  WEEKDAY: single(1, 2, (a) => weekday(checkedSerial(a.number(0)), a.whole(1, 1))),
  WEEKNUM: single(1, 2, weekNumber),
  ISOWEEKNUM: single(1, 1, (a) => isoWeek(checkedSerial(a.number(0)))),
  EDATE: single(2, 2, (a) => monthsLater(a.number(0), a.number(1))),
  EOMONTH: single(2, 2, (a) => monthEnd(a.number(0), a.number(1))),
  DATEDIF: single(3, 3, dateDifference),
  DAYS: single(2, 2, (a) => Math.floor(a.number(0)) - Math.floor(a.number(1))),
  DAYS360: single(2, 3, (a) => days360(dayOf(a.number(0)), dayOf(a.number(1)), a.boolean(2))),
  YEARFRAC: single(2, 3, yearFraction),
  DATEVALUE: single(1, 1, (a) => {
    const read = serialOfIso(a.text(0).trim());
    if (read === undefined) throw VALUE;
    return Math.floor(read.serial);
  }),
  TIMEVALUE: single(1, 1, (a) => {
    const read = serialOfClock(a.text(0).trim()) ?? serialOfIso(a.text(0).trim());
    if (read === undefined) throw VALUE;
    return read.serial - Math.floor(read.serial);
  }),
  TODAY: single(0, 0, (a) => Math.floor(a.call.engine.now)),
  NOW: single(0, 0, (a) => a.call.engine.now),
  NETWORKDAYS: mixed('ssw', 2, 3, networkDays),
  WORKDAY: mixed('ssw', 2, 3, workday),
};
