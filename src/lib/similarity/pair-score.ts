import type { Agreement } from './facts.js';

/** What is known of two texts before they are scored; every similarity is 0 to 1. */
export interface PairEvidence {
  /** Cosine of the sentence embeddings. */
  readonly embedding: number;
  /** Cosine of the weighted word pieces. */
  readonly words: number;
  /** Cosine of the letter pieces. */
  readonly letters: number;
  /** How well the model knows the words of both texts: 0 not at all, 1 as well as it can. */
  readonly trust: number;
  readonly agreement: Agreement;
}

/** How a model's cosine becomes a similarity. */
export interface Scale {
  /** Share of the words beside the embedding. */
  readonly wordShare: number;
  /** Points of a rising line from (0, 0) to (1, 1) that the mixed score is laid on. */
  readonly curve: readonly (readonly [score: number, similarity: number])[];
}

// A conflict leaves a pair below the default threshold however alike the rest is; a fact that only one text states weakens.
// Chosen on STS-B dev: any factor of 0.7–0.9 for a conflict and 0.85–0.95 for a missing fact is as good within 0.01.
const CONFLICT = 0.8;
const MISSING = 0.9;
/** Only exact duplicates are 1. */
const HIGHEST = 0.9999;

/**
 * Similarity of two texts, 0 to 0.9999. The less the model knows of them, the more the letters decide and the less the
 * curve lifts the result: a text the model does not know must be nearly the same to count as alike.
 */
export function scorePair(evidence: PairEvidence, { wordShare, curve }: Scale): number {
  const { embedding, words, letters, trust, agreement } = evidence;
  const embeddingShare = (1 - wordShare) * trust;
  const lexical = trust * words + (1 - trust) * Math.max(words, letters);
  const mixed = embeddingShare * Math.max(0, embedding) + (1 - embeddingShare) * lexical;
  const factor = agreement === 'conflict' ? CONFLICT : agreement === 'missing' ? MISSING : 1;
  const score = mixed * factor;
  const similarity = trust * interpolate(curve, score) + (1 - trust) * score;
  const highest = agreement === 'conflict' ? CONFLICT : HIGHEST;
  return Math.min(highest, similarity);
}

function interpolate(curve: Scale['curve'], score: number): number {
  const next = curve.findIndex(([from]) => from >= score);
  const [endFrom, endTo] = curve[next] ?? [1, 1];
  const [startFrom, startTo] = curve[next - 1] ?? [0, 0];
  return endFrom === startFrom ? endTo : startTo + ((score - startFrom) / (endFrom - startFrom)) * (endTo - startTo);
}
