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
