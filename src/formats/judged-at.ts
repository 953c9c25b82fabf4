import { invalid, quote } from '../core/errors.js';

const INSTANT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** The instant of option `at`: ISO 8601, in UTC where it has no offset; `now` where it is empty. Throws INVALID_INPUT. */
export function judgedAt(at: string, now: Date): Date {
  const text = at.trim();
  if (text === '') return now;
  const hasOffset = /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const isDay = text.length === 10;
  const time = new Date(hasOffset || isDay ? text : `${text.replace(' ', 'T')}Z`);
  if (!INSTANT.test(text) || Number.isNaN(time.getTime()))
    throw invalid(`Option "at" must be an instant such as 2026-01-31T12:00:00Z, got ${quote(at)}`);
  return time;
}
