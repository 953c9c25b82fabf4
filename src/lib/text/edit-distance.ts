/** Two texts as small numbers, one a code point, the same number for the same code point in both: tables stay dense. */
export interface NumberedTexts {
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** How many different numbers there are. */
  readonly letters: number;
}

export function numberTexts(first: string, second: string): NumberedTexts {
  const numbers = new Map<string, number>();
  const a = numberText(first, numbers);
  const b = numberText(second, numbers);
  return { a, b, letters: numbers.size };
}

function numberText(text: string, numbers: Map<string, number>): Int32Array {
  const numbered = new Int32Array(text.length);
  let length = 0;
  for (const character of text) {
    let number = numbers.get(character);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(character, number);
    }
    numbered[length++] = number;
  }
  return numbered.subarray(0, length);
}

/** Without what both begin and end with: no edit distance and no common subsequence depends on it. */
export function trimCommon({ a, b, letters }: NumberedTexts): NumberedTexts & { readonly common: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return {
    a: a.subarray(start, a.length - end),
    b: b.subarray(start, b.length - end),
    letters,
    common: start + end,
  };
}

const WORD = 32;

/** Where each letter stands in 32 letters of `a`, as bits; the places are cleared again by `clear`. */
class LetterMasks {
  readonly masks: Int32Array;

  constructor(letters: number) {
    this.masks = new Int32Array(letters);
  }

  fill(a: Int32Array, start: number, end: number): void {
    for (let i = start; i < end; i++) {
      const letter = a[i] ?? 0;
      this.masks[letter] = (this.masks[letter] ?? 0) | (1 << (i - start));
    }
  }

  clear(a: Int32Array, start: number, end: number): void {
    for (let i = start; i < end; i++) this.masks[a[i] ?? 0] = 0;
  }
}

/**
 * Levenshtein distance, 32 cells of the matrix at once: G. Myers, "A Fast Bit-Vector Algorithm for Approximate String Matching
 * Based on Dynamic Programming", 1999, in the block form of H. Hyyrö, 2003. Takes a.length × b.length / 32 steps.
 */
export function levenshtein(texts: NumberedTexts): number {
  const { a, b, letters } = trimCommon(texts);
  if (a.length === 0 || b.length === 0) return a.length + b.length;
  const letterMasks = new LetterMasks(letters);
  const { masks } = letterMasks;
  /** Difference of each cell to its left neighbour in the last row of the block above. */
  const row = new Int8Array(b.length).fill(1);
  for (let start = 0; start < a.length; start += WORD) {
    const end = Math.min(a.length, start + WORD);
    letterMasks.fill(a, start, end);
    const shift = end - start - 1;
    let plus = -1;
    let minus = 0;
    for (let j = 0; j < b.length; j++) {
      const above = row[j] ?? 0;
      let equal = masks[b[j] ?? 0] ?? 0;
      const vertical = equal | minus;
      if (above < 0) equal |= 1;
      const horizontal = (((equal & plus) + plus) ^ plus) | equal;
      let up = minus | ~(horizontal | plus);
      let down = plus & horizontal;
      row[j] = ((up >>> shift) & 1) - ((down >>> shift) & 1);
      up <<= 1;
      down <<= 1;
      if (above < 0) down |= 1;
      else if (above > 0) up |= 1;
      plus = down | ~(vertical | up);
      minus = up & vertical;
    }
    letterMasks.clear(a, start, end);
  }
  let distance = a.length;
  for (const difference of row) distance += difference;
  return distance;
}

/**
 * Length of the longest common subsequence, 32 cells at once: H. Hyyrö, "Bit-Parallel LCS-length Computation Revisited", 2004.
 * Takes a.length × b.length / 32 steps.
 */
export function commonSubsequenceLength(texts: NumberedTexts): number {
  const { a, b, letters, common } = trimCommon(texts);
  const letterMasks = new LetterMasks(letters);
  const { masks } = letterMasks;
  const carries = new Uint8Array(b.length);
  let length = common;
  for (let start = 0; start < a.length; start += WORD) {
    const end = Math.min(a.length, start + WORD);
    letterMasks.fill(a, start, end);
    let state = 0xffffffff;
    for (let j = 0; j < b.length; j++) {
      const matched = (state & (masks[b[j] ?? 0] ?? 0)) >>> 0;
      const sum = state + matched + (carries[j] ?? 0);
      carries[j] = sum > 0xffffffff ? 1 : 0;
      state = (sum | 0 | (state - matched)) >>> 0;
    }
    letterMasks.clear(a, start, end);
    for (let bit = 0; bit < end - start; bit++) if (((state >>> bit) & 1) === 0) length++;
  }
  return length;
}

/**
 * Optimal string alignment: Levenshtein with swaps of neighbours, no part edited twice. Three rows of the matrix,
 * a.length × b.length steps.
 */
export function optimalAlignment(texts: NumberedTexts): number {
  const { a, b } = trimCommon(texts);
  let before = new Int32Array(b.length + 1);
  let last = Int32Array.from({ length: b.length + 1 }, (_, j) => j);
  let current = new Int32Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    const letter = a[i - 1];
    current[0] = i;
    for (let j = 1; j <= b.length; j++) {
      let best = Math.min((last[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
      best = Math.min(best, (last[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && letter === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      current[j] = best;
    }
    [before, last, current] = [last, current, before];
  }
  return last[b.length] ?? 0;
}

/**
 * Damerau-Levenshtein distance without restriction, a true metric: C. Zhao and S. Sahni, "Linear space string correction algorithm
 * using the Damerau-Levenshtein distance", 2020. a.length × b.length steps.
 */
export function damerau(texts: NumberedTexts): number {
  const { a, b, letters } = trimCommon(texts);
  const none = a.length + b.length + 1;
  /** Row in which a letter of `a` stood last. */
  const lastRow = new Int32Array(letters).fill(-1);
  /** Index j is at j + 1, so that -1 can be asked for. */
  let last = new Int32Array(b.length + 2).fill(none);
  let current = Int32Array.from({ length: b.length + 2 }, (_, j) => (j === 0 ? none : j - 1));
  const swapped = new Int32Array(b.length + 2).fill(none);
  for (let i = 1; i <= a.length; i++) {
    [last, current] = [current, last];
    const letter = a[i - 1] ?? 0;
    let lastColumn = -1;
    let lastCell = current[1] ?? none;
    let cornerCost = none;
    current[1] = i;
    for (let j = 1; j <= b.length; j++) {
      const other = b[j - 1] ?? 0;
      let best = Math.min((last[j + 1] ?? 0) + 1, (current[j] ?? 0) + 1);
      best = Math.min(best, (last[j] ?? 0) + (letter === other ? 0 : 1));
      if (letter === other) {
        lastColumn = j;
        swapped[j + 1] = last[j - 1] ?? none;
        cornerCost = lastCell;
      } else {
        const row = lastRow[other] ?? -1;
        if (j - lastColumn === 1) best = Math.min(best, (swapped[j + 1] ?? none) + (i - row));
        else if (i - row === 1) best = Math.min(best, cornerCost + (j - lastColumn));
      }
      lastCell = current[j + 1] ?? none;
      current[j + 1] = best;
    }
    lastRow[letter] = i;
  }
  return current[b.length + 1] ?? 0;
}

/** Places that differ, `undefined` where the lengths do. */
export function hamming({ a, b }: NumberedTexts): number | undefined {
  if (a.length !== b.length) return undefined;
  let count = 0;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) count++;
  return count;
}

/**
 * Jaro similarity: M. A. Jaro, 1989. Every letter of `a` takes the first free equal letter of `b` within the window; the free places
 * of a letter are kept in order, so that it takes linear time.
 */
export function jaro({ a, b, letters }: NumberedTexts): number {
  if (a.length === 0 && b.length === 0) return 1;
  const window = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const { starts, places } = placesOf(b, letters);
  const next = starts.slice();
  const isTaken = new Uint8Array(b.length);
  const taken: number[] = [];
  for (let i = 0; i < a.length; i++) {
    const letter = a[i] ?? 0;
    const end = starts[letter + 1] ?? 0;
    let at = next[letter] ?? 0;
    while (at < end && (places[at] ?? 0) < i - window) at++;
    const place = places[at] ?? 0;
    if (at < end && place <= i + window) {
      isTaken[place] = 1;
      taken.push(letter);
      at++;
    }
    next[letter] = at;
  }
  const matches = taken.length;
  if (matches === 0) return 0;
  let crossed = 0;
  let k = 0;
  for (let j = 0; j < b.length; j++) if (isTaken[j] === 1 && taken[k++] !== b[j]) crossed++;
  return (matches / a.length + matches / b.length + (matches - Math.floor(crossed / 2)) / matches) / 3;
}

function placesOf(b: Int32Array, letters: number): { starts: Int32Array; places: Int32Array } {
  const starts = new Int32Array(letters + 1);
  for (const letter of b) starts[letter + 1] = (starts[letter + 1] ?? 0) + 1;
  for (let letter = 0; letter < letters; letter++)
    starts[letter + 1] = (starts[letter + 1] ?? 0) + (starts[letter] ?? 0);
  const next = starts.slice();
  const places = new Int32Array(b.length);
  for (const [place, letter] of b.entries()) {
    const at = next[letter] ?? 0;
    places[at] = place;
    next[letter] = at + 1;
  }
  return { starts, places };
}

// W. E. Winkler, "String Comparator Metrics and Enhanced Decision Rules", 1990: 0.1 a letter for up to 4 equal first ones, where the
// Jaro similarity is above 0.7.
const PREFIX = 4;
const SCALE = 0.1;
const BOOST_ABOVE = 0.7;

export function jaroWinkler(texts: NumberedTexts): number {
  const similarity = jaro(texts);
  if (similarity <= BOOST_ABOVE) return similarity;
  const { a, b } = texts;
  let prefix = 0;
  while (prefix < PREFIX && prefix < a.length && prefix < b.length && a[prefix] === b[prefix]) prefix++;
  return similarity + prefix * SCALE * (1 - similarity);
}

/** Sørensen-Dice of the pairs of neighbouring letters, each counted as often as it occurs. */
export function dice({ a, b, letters }: NumberedTexts): number {
  const pairs = Math.max(0, a.length - 1) + Math.max(0, b.length - 1);
  if (pairs === 0) return a.length === b.length && a[0] === b[0] ? 1 : 0;
  const counts = new Map<number, number>();
  for (let i = 1; i < a.length; i++) {
    const pair = (a[i - 1] ?? 0) * letters + (a[i] ?? 0);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let j = 1; j < b.length; j++) {
    const pair = (b[j - 1] ?? 0) * letters + (b[j] ?? 0);
    const left = counts.get(pair) ?? 0;
    if (left === 0) continue;
    shared++;
    counts.set(pair, left - 1);
  }
  return (2 * shared) / pairs;
}
