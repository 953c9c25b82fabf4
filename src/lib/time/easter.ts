import { dateOf, daysOf } from './civil.js';

/** Easter Sunday of the western churches, in days since 1970. Meeus, Jones and Butcher: Astronomical Algorithms, chapter 8. */
export function westernEaster(year: number): number {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return daysOf({ year, month: Math.floor(sum / 31), day: (sum % 31) + 1 });
}

/** Easter Sunday of the orthodox churches: the Julian rule, in the Gregorian calendar. */
export function orthodoxEaster(year: number): number {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  const sum = d + e + 114;
  const julian = daysOf({ year, month: Math.floor(sum / 31), day: (sum % 31) + 1 });
  return julian + Math.floor(year / 100) - Math.floor(year / 400) - 2;
}

const SIGNS: readonly (readonly [name: string, month: number, day: number])[] = [
  ['Capricorn', 1, 19],
  ['Aquarius', 2, 18],
  ['Pisces', 3, 20],
  ['Aries', 4, 19],
  ['Taurus', 5, 20],
  ['Gemini', 6, 20],
  ['Cancer', 7, 22],
  ['Leo', 8, 22],
  ['Virgo', 9, 22],
  ['Libra', 10, 22],
  ['Scorpio', 11, 21],
  ['Sagittarius', 12, 21],
];

/** Sign of the western zodiac by its usual dates, the last day of each. */
export function zodiacSign(day: number): string {
  const { month, day: ofMonth } = dateOf(day);
  const found = SIGNS.find(([, last, until]) => month < last || (month === last && ofMonth <= until));
  return found?.[0] ?? 'Capricorn';
}
