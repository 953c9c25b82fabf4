const MARKS = /\p{M}+/gu;

/** Code points of the longest run of combining marks: what shaping of text takes the square of as time. */
export function longestMarkRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(MARKS)) {
    if (run.length > longest) longest = Math.max(longest, [...run].length);
  }
  return longest;
}
