import { invalid, quote } from '../core/errors.js';
import {
  type Holiday,
  holidayCountries,
  holidayLanguages,
  holidayRegions,
  holidayStates,
  holidaysOf,
} from '../engines/holidays.js';

/** A place with holidays of its own, by ISO 3166 codes. */
export interface HolidayPlace {
  readonly country: string;
  readonly countryName: string;
  readonly state: string;
  readonly region: string;
  readonly regionName: string;
}

/** Names shown where a code is not known. */
const SHOWN = 60;

const listed = (codes: readonly string[]): string =>
  codes.length > SHOWN ? `${codes.slice(0, SHOWN).join(', ')} and more` : codes.join(', ');

/** The country and region of options. Throws INVALID_INPUT, naming what there is. */
export function readHolidayPlace(country: string, region: string): HolidayPlace {
  const code = country.trim().toUpperCase().replace(/^UK$/, 'GB');
  const countries = holidayCountries();
  const byName = Object.entries(countries).find(([, name]) => name.toUpperCase() === code)?.[0];
  const found = Object.hasOwn(countries, code) ? code : byName;
  if (found === undefined)
    throw invalid(`Option "country" is not an ISO 3166 code with known holidays, got ${quote(country)}`);
  const [state = '', part = ''] = region
    .trim()
    .toUpperCase()
    .replace(new RegExp(`^${found}-`), '')
    .split(/[-/]/, 2);
  const states = holidayStates(found);
  if (state !== '' && !Object.hasOwn(states, state)) {
    const codes = Object.keys(states);
    const known = codes.length === 0 ? 'the country has none' : `known are ${listed(codes)}`;
    throw invalid(`Option "region" is not a region of ${found}, got ${quote(region)}; ${known}`);
  }
  const parts = state === '' ? {} : holidayRegions(found, state);
  if (part !== '' && !Object.hasOwn(parts, part)) {
    const codes = Object.keys(parts);
    const known = codes.length === 0 ? `${state} has none` : `known are ${listed(codes)}`;
    throw invalid(`Option "region" is not a part of ${found}-${state}, got ${quote(region)}; ${known}`);
  }
  return {
    country: found,
    countryName: countries[found] ?? found,
    state,
    region: part,
    regionName: part === '' ? (states[state] ?? '') : (parts[part] ?? ''),
  };
}

/** Holidays of a place in a year, in order. The language counts where the names are known in it. */
export function placeHolidays(
  { country, state, region }: HolidayPlace,
  year: number,
  locale = 'en',
): readonly Holiday[] {
  const known = holidayLanguages(country);
  const language = locale.toLowerCase().split('-')[0] ?? 'en';
  const chosen = known.includes(language) ? language : known.includes('en') ? 'en' : (known[0] ?? 'en');
  return holidaysOf(country, state, region, year, chosen);
}
