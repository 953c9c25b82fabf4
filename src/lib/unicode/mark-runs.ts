import { LimitFault } from '../faults.js';

const MARKS = /\p{M}+/gu;
const INVISIBLE = /[\p{Cf}\p{M}]+/gu;

/** Code points of the longest run of combining marks: what shaping of text takes the square of as time. */
export const longestMarkRun = (text: string): number => longestRun(text, MARKS);

/** The same of marks and format characters (zero-width spaces, marks of direction), for which line breaking recurses. */
export const longestInvisibleRun = (text: string): number => longestRun(text, INVISIBLE);

function longestRun(text: string, runs: RegExp): number {
  let longest = 0;
  for (const [run] of text.matchAll(runs)) {
    if (run.length > longest) longest = Math.max(longest, [...run].length);
  }
  return longest;
}

/** Normalization puts marks in order, and takes the square of a run as time. Chosen: eight times what Stream-Safe Text (UAX 15) has. */
const MAX_MARKS = 256;

/** Throws LimitFault where more marks stand in a row than can be put in order soon. */
export function checkMarkRuns(text: string): void {
  const longest = longestMarkRun(text);
  if (longest > MAX_MARKS)
    throw new LimitFault(`at most ${MAX_MARKS} combining marks in a row are allowed, got ${longest}`, MAX_MARKS);
}
