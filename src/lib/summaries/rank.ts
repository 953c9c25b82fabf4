/** How central each sentence of a text is: graphs of sentences that share words, ranked as pages that link to one another. */

export const METHODS = ['textrank', 'lexrank', 'lead'] as const;
export type Method = (typeof METHODS)[number];

/** Share of the rank that follows links (Mihalcea and Tarau 2004; Erkan and Radev 2004 have the same). */
const DAMPING = 0.85;
const MAX_ROUNDS = 200;
const CLOSE = 1e-9;

/** For each pair of sentences that share words: the sum of what each word is worth. Rows of a square, from the left. */
function sharedWorth(
  sentences: readonly ReadonlyMap<string, number>[],
  worth: (word: string, a: number, b: number) => number,
): Float64Array {
  const size = sentences.length;
  const square = new Float64Array(size * size);
  const holders = new Map<string, { readonly at: number; readonly count: number }[]>();
  for (const [at, words] of sentences.entries())
    for (const [word, count] of words) {
      const known = holders.get(word);
      if (known === undefined) holders.set(word, [{ at, count }]);
      else known.push({ at, count });
    }
  for (const [word, list] of holders)
    for (const [i, a] of list.entries())
      for (let j = i + 1; j < list.length; j++) {
        const b = list[j];
        if (b === undefined) continue;
        const value = worth(word, a.count, b.count);
        square[a.at * size + b.at] = (square[a.at * size + b.at] ?? 0) + value;
        square[b.at * size + a.at] = (square[b.at * size + a.at] ?? 0) + value;
      }
  return square;
}

/** TextRank: the number of different words that two sentences share, by the logarithms of their lengths. */
function textRankSimilarity(sentences: readonly ReadonlyMap<string, number>[]): Float64Array {
  const size = sentences.length;
  const square = sharedWorth(sentences, () => 1);
  const logs = sentences.map((words) => Math.log(words.size));
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      const length = (logs[i] ?? 0) + (logs[j] ?? 0);
      square[i * size + j] = length > 0 ? (square[i * size + j] ?? 0) / length : 0;
    }
  return square;
}

/** LexRank, continuous: the cosine of frequencies weighed by rarity, ln(sentences / sentences with the word). */
function lexRankSimilarity(sentences: readonly ReadonlyMap<string, number>[]): Float64Array {
  const size = sentences.length;
  const holders = new Map<string, number>();
  for (const words of sentences) for (const word of words.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);
  const rarity = (word: string): number => Math.log(size / (holders.get(word) ?? size));
  const square = sharedWorth(sentences, (word, a, b) => a * b * rarity(word) ** 2);
  const norms = sentences.map((words) =>
    Math.sqrt([...words].reduce((sum, [word, count]) => sum + (count * rarity(word)) ** 2, 0)),
  );
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      const product = (norms[i] ?? 0) * (norms[j] ?? 0);
      square[i * size + j] = product > 0 ? (square[i * size + j] ?? 0) / product : 0;
    }
  return square;
}

/** PageRank over weighted links by repeated multiplication; a sentence without links gives its rank to all. The ranks add up to 1. */
function pageRank(square: Float64Array, size: number): Float64Array {
  const sums = Float64Array.from({ length: size }, (_, i) =>
    square.subarray(i * size, (i + 1) * size).reduce((sum, value) => sum + value, 0),
  );
  let ranks = new Float64Array(size).fill(1 / size);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = new Float64Array(size);
    let idle = 0;
    for (let i = 0; i < size; i++) {
      const rank = ranks[i] ?? 0;
      const sum = sums[i] ?? 0;
      if (sum === 0) {
        idle += rank;
        continue;
      }
      const share = rank / sum;
      const row = i * size;
      for (let j = 0; j < size; j++) next[j] = (next[j] ?? 0) + share * (square[row + j] ?? 0);
    }
    let change = 0;
    for (let j = 0; j < size; j++) {
      next[j] = (1 - DAMPING) / size + DAMPING * ((next[j] ?? 0) + idle / size);
      change += Math.abs((next[j] ?? 0) - (ranks[j] ?? 0));
    }
    ranks = next;
    if (change < CLOSE) break;
  }
  return ranks;
}

/** Scores of sentences, each given as its words with how often it has them; of `lead`, the earlier the higher. They add up to 1. */
export function rankSentences(sentences: readonly ReadonlyMap<string, number>[], method: Method): readonly number[] {
  const size = sentences.length;
  if (method === 'lead') return sentences.map((_, i) => (2 * (size - i)) / (size * (size + 1)));
  const square = method === 'textrank' ? textRankSimilarity(sentences) : lexRankSimilarity(sentences);
  return [...pageRank(square, size)];
}
