import { ContentFault } from '../../lib/faults.js';

/** Lines from 1, both ends included; negative places count from the end, -1 is the last line. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

const RANGES = 500;

/** Reads `1-10, 15, 20-, -5`: lines and ranges, open at their end, or the last so many. Throws ContentFault. */
export function readLineRanges(text: string): LineRange[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) throw new ContentFault('it names no line');
  if (parts.length > RANGES) throw new ContentFault(`it has more than ${RANGES} parts`);
  return parts.map((part) => {
    const last = /^-(\d{1,9})$/.exec(part)?.[1];
    if (last !== undefined && Number(last) > 0) return { from: -Number(last), to: -1 };
    const [, from = '', dash, to = ''] = /^(\d{1,9})(?:\s*(-)\s*(\d{1,9})?)?$/.exec(part) ?? [];
    const [first, end] = [Number(from), to === '' ? (dash === undefined ? Number(from) : -1) : Number(to)];
    if (from === '' || first === 0 || end === 0 || (end > 0 && end < first))
      throw new ContentFault(`${JSON.stringify(part.slice(0, 40))} is not a line or a range such as 5-10, 20- or -5`);
    return { from: first, to: end };
  });
}

/** Whether each of `count` lines is in one of the ranges. */
export function linesIn(ranges: readonly LineRange[], count: number): (index: number) => boolean {
  const place = (line: number): number => (line < 0 ? count + line : line - 1);
  // Sorted and joined, so that a line is looked for once.
  const spans = ranges
    .map(({ from, to }) => [Math.max(0, place(from)), Math.min(count - 1, place(to))] as const)
    .filter(([from, to]) => from <= to)
    .sort((a, b) => a[0] - b[0]);
  const joined: [number, number][] = [];
  for (const [from, to] of spans) {
    const before = joined.at(-1);
    if (before !== undefined && from <= before[1] + 1) before[1] = Math.max(before[1], to);
    else joined.push([from, to]);
  }
  return (index) => {
    let [low, high] = [0, joined.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const [from, to] = joined[middle] as [number, number];
      if (index < from) high = middle - 1;
      else if (index > to) low = middle + 1;
      else return true;
    }
    return false;
  };
}
