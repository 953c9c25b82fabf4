import { invalid, quote } from '../../core/errors.js';
import { readTimecode } from '../../lib/subtitle-files/timecodes.js';

const UNITS =
  /^(?:(\d{1,4}) ?h(?:ours?)?)? ?(?:(\d{1,6}) ?m(?:in(?:utes?)?)?)? ?(?:(\d{1,6}(?:\.\d{1,6})?) ?s(?:ec(?:onds?)?)?)?$/;

/** Seconds of `1h 2m 3.5s`, `90 sec`, `500ms`. */
function inUnits(text: string): number | undefined {
  const ms = /^(\d{1,9}) ?ms$/.exec(text)?.[1];
  if (ms !== undefined) return Number(ms) / 1000;
  const found = text === '' ? null : UNITS.exec(text.toLowerCase());
  if (found === null) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = found;
  return 3600 * Number(hours) + 60 * Number(minutes) + Number(seconds);
}

/** Seconds of a time such as `90.5`, `1:30`, `0:01:30.5` or `1m 30s`. Throws INVALID_INPUT naming the option. */
export function readSeconds(option: string, given: string): number {
  const text = given.trim();
  if (/^\d{1,6}(?:\.\d{1,6})?$/.test(text)) return Number(text);
  const units = inUnits(text);
  if (units !== undefined) return units;
  const ms = readTimecode(text);
  if (ms === undefined)
    throw invalid(`Option "${option}" must hold times such as 1:02:03.500 or 90.5, got ${quote(text)}`);
  return ms / 1000;
}

export interface TimeRange {
  readonly start: number;
  /** `Infinity` for the end of the file. */
  readonly end: number;
}

const MAX_RANGES = 50;

interface RangeOptions {
  readonly start: string;
  readonly end: string;
  readonly ranges: string;
}

/**
 * The parts that options `start`, `end` and `ranges` name, in order, none overlapping. Throws INVALID_INPUT where they contradict each other
 * or begin after the end.
 */
export function readRanges({ start, end, ranges }: RangeOptions, seconds: number): TimeRange[] {
  if (ranges.trim() !== '' && (start.trim() !== '' || end.trim() !== ''))
    throw invalid('Option "ranges" must be empty where "start" or "end" is given');
  const list =
    ranges.trim() === ''
      ? [rangeOf(['start', start], ['end', end])]
      : ranges
          .split(/[,;\n]/)
          .filter((part) => part.trim() !== '')
          .map((part) => {
            const [from = '', to, more] = part.split(/[-\u2013]/);
            if (to === undefined || more !== undefined)
              throw invalid(`Option "ranges" must hold ranges such as 0:10-0:25, got ${quote(part.trim())}`);
            return rangeOf(['ranges', from], ['ranges', to]);
          });
  if (list.length > MAX_RANGES)
    throw invalid(`Option "ranges" must have at most ${MAX_RANGES} ranges, got ${list.length}`);
  list.sort((one, other) => one.start - other.start);
  for (const [index, range] of list.entries()) {
    const option = ranges.trim() === '' ? 'start' : 'ranges';
    if (range.start >= seconds)
      throw invalid(`Option "${option}" must be before the end at ${seconds.toFixed(3)} s, got ${range.start} s`);
    if (range.end <= range.start)
      throw invalid(`Option "${ranges.trim() === '' ? 'end' : 'ranges'}" must be after the start, got ${range.end} s`);
    if (range.start < (list[index - 1]?.end ?? 0))
      throw invalid('Option "ranges" must have ranges that do not overlap');
  }
  return list;
}

const rangeOf = (from: readonly [string, string], to: readonly [string, string]): TimeRange => ({
  start: from[1].trim() === '' ? 0 : readSeconds(...from),
  end: to[1].trim() === '' ? Number.POSITIVE_INFINITY : readSeconds(...to),
});

/** What is left where the ranges are taken out. */
export function withoutRanges(ranges: readonly TimeRange[], seconds: number): TimeRange[] {
  const kept: TimeRange[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    if (start > at) kept.push({ start: at, end: start });
    at = end;
  }
  if (at < seconds) kept.push({ start: at, end: Number.POSITIVE_INFINITY });
  if (kept.length === 0) throw invalid('Nothing is left when these parts are removed');
  return kept;
}
