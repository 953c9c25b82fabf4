import { invalid } from '../../core/index.js';

/** A year from `first` on, 0 being this year. Throws INVALID_INPUT. */
export function yearOf(year: number, first: number, now: Date): number {
  if (year === 0) return now.getUTCFullYear();
  if (year < first) throw invalid(`Option "year" must be 0 for this year, or from ${first} on, got ${year}`);
  return year;
}
