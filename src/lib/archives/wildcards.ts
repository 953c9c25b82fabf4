/**
 * Whether a path fits one of the patterns: `*` stands for any characters of a name, `?` for one, `**` for folders too. A pattern
 * without `/` is compared with the last name of the path. Takes at most pattern × path steps.
 */
export function matchesWildcards(path: string, patterns: readonly string[]): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return patterns.some((pattern) => fits(pattern.includes('/') || pattern.includes('**') ? path : name, pattern));
}

/** The patterns of a list with commas between; white space around them is none of theirs. */
export const patternsOf = (list: string): string[] =>
  list
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');

function fits(text: string, pattern: string): boolean {
  // Where each of the two kinds of star was met last: a `**` outlives the `*` behind it.
  let star: Retry | undefined;
  let doubleStar: Retry | undefined;
  let at = 0;
  let i = 0;
  while (at < text.length || i < pattern.length) {
    const sign = pattern[i];
    if (sign === '*') {
      const isDouble = pattern[i + 1] === '*';
      // `a/**/b` is `a/b` too.
      i += isDouble ? (pattern[i + 2] === '/' && (i === 0 || pattern[i - 1] === '/') ? 3 : 2) : 1;
      if (isDouble) [doubleStar, star] = [{ next: i, from: at }, undefined];
      else star = { next: i, from: at };
    } else if (at < text.length && sign !== undefined && (sign === text[at] || (sign === '?' && text[at] !== '/'))) {
      at += 1;
      i += 1;
    } else if (star !== undefined && star.from < text.length && text[star.from] !== '/') {
      star = { next: star.next, from: star.from + 1 };
      [at, i] = [star.from, star.next];
    } else if (doubleStar !== undefined && doubleStar.from < text.length) {
      doubleStar = { next: doubleStar.next, from: doubleStar.from + 1 };
      star = undefined;
      [at, i] = [doubleStar.from, doubleStar.next];
    } else return false;
  }
  return true;
}

interface Retry {
  readonly next: number;
  readonly from: number;
}
