import {
  commonSubsequenceLength,
  damerau,
  dice,
  hamming,
  jaro,
  jaroWinkler,
  levenshtein,
  type NumberedTexts,
  optimalAlignment,
} from './edit-distance.js';

/** Ways to measure how alike two texts are. */
export const METRICS = [
  'levenshtein',
  'damerau',
  'osa',
  'jaro',
  'jaro-winkler',
  'dice',
  'jaccard',
  'cosine',
  'lcs',
  'hamming',
] as const;

export type Metric = (typeof METRICS)[number];

/** What a metric says of two texts. */
export interface Measure {
  /** Number of changes. */
  readonly distance?: number;
  /** Characters of what both have in common. */
  readonly length?: number;
  /** From 0 to 1 for equal texts, with 6 decimals. */
  readonly similarity: number;
}

/** Most cells of the matrix, 32 of them a step where the algorithm takes them at once: about a second each. */
export const MAX_CELLS: Partial<Record<Metric, number>> = {
  levenshtein: 4_000_000_000,
  lcs: 4_000_000_000,
  damerau: 100_000_000,
  osa: 100_000_000,
};

const round = (value: number): number => Number(value.toFixed(6));

/** A distance as a part of the largest that two texts of these lengths can have. */
const ofLongest = (distance: number, { a, b }: NumberedTexts): Measure => ({
  distance,
  similarity: round(1 - distance / Math.max(1, a.length, b.length)),
});

const countWords = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

function jaccard(first: string, second: string): number {
  const a = countWords(first);
  const b = countWords(second);
  let both = 0;
  for (const word of a.keys()) if (b.has(word)) both++;
  const any = a.size + b.size - both;
  return any === 0 ? 1 : both / any;
}

function cosine(first: string, second: string): number {
  const a = countWords(first);
  const b = countWords(second);
  if (a.size === 0 && b.size === 0) return 1;
  let product = 0;
  for (const [word, count] of a) product += count * (b.get(word) ?? 0);
  const square = (counts: Map<string, number>): number =>
    [...counts.values()].reduce((sum, count) => sum + count * count, 0);
  return product === 0 ? 0 : product / Math.sqrt(square(a) * square(b));
}

/**
 * What a metric says of two texts, of which `texts` has the code points; `undefined` for "hamming" where their lengths differ. Time grows
 * with length times length where `MAX_CELLS` has a limit, which the caller keeps.
 */
export function measure(metric: Metric, texts: NumberedTexts, first: string, second: string): Measure | undefined {
  if (metric === 'levenshtein') return ofLongest(levenshtein(texts), texts);
  if (metric === 'damerau') return ofLongest(damerau(texts), texts);
  if (metric === 'osa') return ofLongest(optimalAlignment(texts), texts);
  if (metric === 'jaro') return { similarity: round(jaro(texts)) };
  if (metric === 'jaro-winkler') return { similarity: round(jaroWinkler(texts)) };
  if (metric === 'dice') return { similarity: round(dice(texts)) };
  if (metric === 'jaccard') return { similarity: round(jaccard(first, second)) };
  if (metric === 'cosine') return { similarity: round(cosine(first, second)) };
  if (metric === 'lcs') {
    const length = commonSubsequenceLength(texts);
    const both = texts.a.length + texts.b.length;
    return { length, similarity: both === 0 ? 1 : round((2 * length) / both) };
  }
  const distance = hamming(texts);
  return distance === undefined ? undefined : ofLongest(distance, texts);
}
