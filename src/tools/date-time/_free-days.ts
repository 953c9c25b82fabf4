import { type HolidayPlace, placeHolidays } from '../../formats/holidays.js';
import { dateOf, daysOf } from '../../lib/time/civil.js';

/** Holidays are known from the first to the last of these years. */
export const [FIRST_YEAR, LAST_YEAR] = [1970, 2100];

/** Holidays that take whole days, by day, of as many years as are asked for. */
export class Holidays {
  private readonly known = new Map<number, string>();
  private readonly years = new Set<number>();
  readonly missing = new Set<number>();

  constructor(
    private readonly place: HolidayPlace | undefined,
    private readonly extra: ReadonlyMap<number, string>,
  ) {}

  nameOf(day: number): string | undefined {
    const { year } = dateOf(day);
    if (!this.years.has(year)) this.load(year);
    return this.extra.get(day) ?? this.known.get(day);
  }

  private load(year: number): void {
    this.years.add(year);
    if (this.place === undefined) return;
    if (year < FIRST_YEAR || year > LAST_YEAR) {
      this.missing.add(year);
      return;
    }
    for (const { date, name, type, days } of placeHolidays(this.place, year)) {
      if (type !== 'public') continue;
      const [, month = 1, ofMonth = 1] = date.split('-').map(Number);
      const first = daysOf({ year: Number(date.slice(0, 4)), month, day: ofMonth });
      for (let day = first; day < first + days; day++) if (!this.known.has(day)) this.known.set(day, name);
    }
  }
}
