import { invalid } from '../../core/index.js';

/** A year from `first` on, 0 being this year. Throws INVALID_INPUT. */
export function yearOf(year: number, first: number, now: Date): number {
  if (year === 0) return now.getUTCFullYear();
  if (year < first) throw invalid(`Option "year" must be 0 for this year, or from ${first} on, got ${year}`);
  return year;
}

/** Says whether a run is asked by its text. Throws INVALID_INPUT where an option says the same, so that neither is looked past. */
export function isSaid(input: string, options: Readonly<Record<string, boolean>>): boolean {
  if (input.trim() === '') return false;
  const given = Object.keys(options).find((name) => options[name]);
  if (given !== undefined) throw invalid(`Only one of property "input" and option "${given}" can be given`);
  return true;
}
