import { createRequire } from 'node:module';

import type * as Module from 'date-holidays';

const require = createRequire(import.meta.url);
/** The package sets `module.exports` to its class. */
const Holidays = require('date-holidays') as typeof Module.default;

export type HolidayType = 'public' | 'bank' | 'school' | 'optional' | 'observance';

export interface Holiday {
  /** First day, ISO 8601. */
  readonly date: string;
  readonly name: string;
  readonly type: HolidayType;
  /** Whole days; 0 where it is part of a day. */
  readonly days: number;
  /** Takes the place of a holiday on a weekend. */
  readonly isSubstitute: boolean;
}

export const holidayCountries = (): Readonly<Record<string, string>> => new Holidays().getCountries('en');

/** Names of the states or provinces by code. */
export const holidayStates = (country: string): Readonly<Record<string, string>> =>
  new Holidays().getStates(country, 'en') ?? {};

export const holidayRegions = (country: string, state: string): Readonly<Record<string, string>> =>
  new Holidays().getRegions(country, state, 'en') ?? {};

/** Languages that names are known in, the country's own first. */
export const holidayLanguages = (country: string): readonly string[] => new Holidays(country).getLanguages();

const DAY_MS = 86_400_000;

function openCalendar(country: string, [state, region]: readonly [string?, string?]) {
  if (state === undefined) return new Holidays(country);
  return region === undefined ? new Holidays(country, state) : new Holidays(country, state, region);
}

/** All holidays of a year. State and region are empty for the whole country, and must be known. */
export function holidaysOf(country: string, state: string, region: string, year: number, language: string): Holiday[] {
  const places = [state, region].filter((code) => code !== '') as [string?, string?];
  const calendar = openCalendar(country, places);
  return calendar.getHolidays(year, language).map(({ date, name, type, start, end, substitute }) => {
    const days = (end.getTime() - start.getTime()) / DAY_MS;
    return {
      date: date.slice(0, 10),
      name,
      type: type as HolidayType,
      // Summer time makes days of 23 hours, sunset some of a little less or more.
      days: days < 0.8 ? 0 : Math.max(1, Math.round(days)),
      isSubstitute: substitute === true,
    };
  });
}
