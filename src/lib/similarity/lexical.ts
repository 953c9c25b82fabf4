/** A text as weighted features, for `cosines`. */
export type Features = ReadonlyMap<string, number>;

/**
 * Three-letter pieces of the words of a folded text. A piece weighs what its word says: `weigh` gives a word's weight, so
 * that "the" counts little and a rare name much. The division keeps long words from outweighing short ones.
 */
export function wordFeatures(text: string, weigh: (word: string) => number): Features {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}_]+(?:'[\p{L}]+)?/gu))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const features = new Map<string, number>();
  for (const [word, count] of counts) {
    const symbols = [' ', ...word, ' '];
    const pieces = symbols.length - 2;
    const weight = (weigh(word) * (1 + Math.log(count))) / Math.sqrt(pieces);
    for (let start = 0; start < pieces; start++) add(features, symbols.slice(start, start + 3).join(''), weight);
  }
  return features;
}

/** One- to three-letter pieces of a folded text, for scripts whose words no vocabulary here knows. */
export function letterFeatures(text: string): Features {
  const features = new Map<string, number>();
  const symbols = [...text];
  for (let start = 0; start < symbols.length; start++) {
    for (let length = 1; length <= 3 && start + length <= symbols.length; length++) {
      add(features, symbols.slice(start, start + length).join(''), length);
    }
  }
  return features;
}

function add(features: Map<string, number>, name: string, weight: number): void {
  features.set(name, (features.get(name) ?? 0) + weight);
}

/** Cosine of every two feature sets, as a full matrix in row order. A set without features is like nothing. */
export function cosines(sets: readonly Features[]): Float32Array {
  const size = sets.length;
  const postings = new Map<string, { readonly rows: number[]; readonly weights: number[] }>();
  for (const [row, features] of sets.entries()) {
    const length = Math.sqrt([...features.values()].reduce((sum, weight) => sum + weight * weight, 0));
    for (const [name, weight] of features) {
      const posting = postings.get(name) ?? { rows: [], weights: [] };
      posting.rows.push(row);
      posting.weights.push(weight / length);
      postings.set(name, posting);
    }
  }
  const matrix = new Float32Array(size * size);
  for (const { rows, weights } of postings.values()) addProducts(matrix, size, rows, weights);
  for (let row = 0; row < size; row++) {
    for (let other = 0; other < row; other++) matrix[row * size + other] = matrix[other * size + row] ?? 0;
  }
  return matrix;
}

function addProducts(matrix: Float32Array, size: number, rows: readonly number[], weights: readonly number[]): void {
  for (let first = 0; first < rows.length; first++) {
    const start = (rows[first] ?? 0) * size;
    const weight = weights[first] ?? 0;
    for (let second = first; second < rows.length; second++) {
      const index = start + (rows[second] ?? 0);
      matrix[index] = (matrix[index] ?? 0) + weight * (weights[second] ?? 0);
    }
  }
}
