import { DAY_SECONDS, daysOf } from './civil.js';

/** The days whose last second was a leap second since GPS time began. IERS Bulletin C; none was announced after 2016. */
const LEAP_DAYS: readonly (readonly [year: number, month: 6 | 12])[] = [
  [1981, 6],
  [1982, 6],
  [1983, 6],
  [1985, 6],
  [1987, 12],
  [1989, 12],
  [1990, 12],
  [1992, 6],
  [1993, 6],
  [1994, 6],
  [1995, 12],
  [1997, 6],
  [1998, 12],
  [2005, 12],
  [2008, 12],
  [2012, 6],
  [2015, 6],
  [2016, 12],
];

/** Unix seconds from which GPS is one more second ahead of UTC, in order. */
const STEPS = LEAP_DAYS.map(([year, month]) => (daysOf({ year, month, day: month === 6 ? 30 : 31 }) + 1) * DAY_SECONDS);

/** Unix seconds of the beginning of GPS time, 1980-01-06. */
export const GPS_EPOCH = daysOf({ year: 1980, month: 1, day: 6 }) * DAY_SECONDS;

/** Seconds that GPS is ahead of UTC at a Unix time. */
export const gpsAhead = (unixSeconds: number): number => STEPS.filter((step) => unixSeconds >= step).length;

/** Whole Unix seconds of whole GPS seconds; a leap second counts as the second after it. */
export function unixOfGps(gpsSeconds: number): number {
  const unix = gpsSeconds + GPS_EPOCH;
  return unix - STEPS.filter((step, index) => unix >= step + index + 1).length;
}
