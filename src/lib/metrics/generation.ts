import { commonSubsequenceLength, levenshtein, type NumberedTexts } from '../text/edit-distance.js';

import { answerWords, chrfWords, rougeWords } from './text-tokens.js';

export interface Score {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** How often each run of `order` tokens is in a list. */
function ngrams(tokens: readonly string[], order: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at + order <= tokens.length; at++) {
    const gram = order === 1 ? (tokens[at] ?? '') : tokens.slice(at, at + order).join('\u0000');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function overlap(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [gram, count] of a) shared += Math.min(count, b.get(gram) ?? 0);
  return shared;
}

const harmonic = (precision: number, recall: number): number =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);

const scoreOf = (matched: number, hypothesis: number, reference: number): Score => {
  const precision = hypothesis === 0 ? 0 : matched / hypothesis;
  const recall = reference === 0 ? 0 : matched / reference;
  return { precision, recall, f1: harmonic(precision, recall) };
};

const BLEU_ORDER = 4;

export interface BleuCounts {
  readonly correct: readonly number[];
  readonly total: readonly number[];
  readonly hypothesisLength: number;
  readonly referenceLength: number;
}

/** Counts of one segment; of several references each n-gram counts as often as in the one that has it most, and the closest length. */
export function bleuCounts(hypothesis: readonly string[], references: readonly (readonly string[])[]): BleuCounts {
  const lengths = references.map(({ length }) => length);
  const distance = (length: number): number => Math.abs(length - hypothesis.length);
  const closest = lengths.reduce((best, length) =>
    distance(length) < distance(best) || (distance(length) === distance(best) && length < best) ? length : best,
  );
  const correct: number[] = [];
  const total: number[] = [];
  for (let order = 1; order <= BLEU_ORDER; order++) {
    const most = new Map<string, number>();
    for (const reference of references)
      for (const [gram, count] of ngrams(reference, order)) most.set(gram, Math.max(count, most.get(gram) ?? 0));
    correct.push(overlap(ngrams(hypothesis, order), most));
    total.push(Math.max(0, hypothesis.length - order + 1));
  }
  return { correct, total, hypothesisLength: hypothesis.length, referenceLength: closest };
}

const addLists = (a: readonly number[], b: readonly number[]): number[] => a.map((value, i) => value + (b[i] ?? 0));

export const addBleu = (a: BleuCounts, b: BleuCounts): BleuCounts => ({
  correct: addLists(a.correct, b.correct),
  total: addLists(a.total, b.total),
  hypothesisLength: a.hypothesisLength + b.hypothesisLength,
  referenceLength: a.referenceLength + b.referenceLength,
});

/**
 * BLEU as sacrebleu 2 has it, 0 to 100: geometric mean of the precisions up to four words, smoothed by `exp`, times the brevity penalty.
 * `effective` leaves out orders that a short segment does not have: for segments, not for a corpus.
 */
export function bleuScore({ correct, total, hypothesisLength, referenceLength }: BleuCounts, effective: boolean) {
  const brevityPenalty =
    hypothesisLength >= referenceLength
      ? 1
      : hypothesisLength === 0
        ? 0
        : Math.exp(1 - referenceLength / hypothesisLength);
  const precisions = [0, 0, 0, 0];
  const whole = { brevityPenalty, precisions, hypothesisLength, referenceLength };
  if (correct.every((count) => count === 0)) return { score: 0, ...whole };
  let smoothing = 1;
  let orders = BLEU_ORDER;
  for (let i = 0; i < BLEU_ORDER; i++) {
    const [right = 0, all = 0] = [correct[i], total[i]];
    if (all === 0) break;
    if (effective) orders = i + 1;
    if (right === 0) smoothing *= 2;
    precisions[i] = right === 0 ? 100 / (smoothing * all) : (100 * right) / all;
  }
  const logs = precisions.slice(0, orders).map((precision) => (precision === 0 ? -9_999_999_999 : Math.log(precision)));
  return { score: brevityPenalty * Math.exp(logs.reduce((sum, log) => sum + log, 0) / orders), ...whole };
}

const CHRF_CHARACTERS = 6;
const CHRF_BETA = 2;

/** For each order: n-grams of the hypothesis, of the reference, and in both. */
export type ChrfCounts = readonly number[];

/** Counts of one segment for chrF (`words` 0) or chrF++ (`words` 2), with the reference that scores best. */
export function chrfCounts(hypothesis: string, references: readonly string[], words: 0 | 2): ChrfCounts {
  const all = references.map((reference) => chrfPair(hypothesis, reference, words));
  return all.reduce((best, counts) => (chrfScore(counts) > chrfScore(best) ? counts : best));
}

function chrfPair(hypothesis: string, reference: string, words: 0 | 2): ChrfCounts {
  const counts: number[] = [];
  const add = (a: readonly string[], b: readonly string[], order: number): void => {
    const [ofHypothesis, ofReference] = [ngrams(a, order), ngrams(b, order)];
    const inReference = Math.max(0, b.length - order + 1);
    counts.push(
      inReference === 0 ? 0 : Math.max(0, a.length - order + 1),
      inReference,
      overlap(ofHypothesis, ofReference),
    );
  };
  const letters = (text: string): string[] => [...text.replace(/\s+/gu, '')];
  const [ours, theirs] = [letters(hypothesis), letters(reference)];
  for (let order = 1; order <= CHRF_CHARACTERS; order++) add(ours, theirs, order);
  for (let order = 1; order <= words; order++) add(chrfWords(hypothesis), chrfWords(reference), order);
  return counts;
}

export const addChrf = (a: ChrfCounts, b: ChrfCounts): ChrfCounts => addLists(a, b);

/** chrF as sacrebleu 2 has it, 0 to 100: means of precision and recall over the orders that both have, recall counted twice. */
export function chrfScore(counts: ChrfCounts): number {
  let [precision, recall, orders] = [0, 0, 0];
  for (let i = 0; i < counts.length; i += 3) {
    const [ofHypothesis = 0, ofReference = 0, matched = 0] = counts.slice(i, i + 3);
    if (ofHypothesis === 0 || ofReference === 0) continue;
    precision += matched / ofHypothesis;
    recall += matched / ofReference;
    orders++;
  }
  if (orders === 0 || precision + recall === 0) return 0;
  const factor = CHRF_BETA ** 2;
  return (
    (100 * (1 + factor) * (precision / orders) * (recall / orders)) / (factor * (precision / orders) + recall / orders)
  );
}

const best = (scores: readonly Score[]): Score => scores.reduce((top, score) => (score.f1 > top.f1 ? score : top));

/** ROUGE-N as rouge-score has it, without stemming; the best of the references. */
export const rougeN = (hypothesis: string, references: readonly string[], order: number): Score =>
  best(
    references.map((reference) => {
      const [ours, theirs] = [rougeWords(hypothesis), rougeWords(reference)];
      const matched = overlap(ngrams(ours, order), ngrams(theirs, order));
      return scoreOf(matched, Math.max(0, ours.length - order + 1), Math.max(0, theirs.length - order + 1));
    }),
  );

/** ROUGE-L as rouge-score has it: the longest common subsequence of words. */
export const rougeL = (hypothesis: string, references: readonly string[]): Score =>
  best(
    references.map((reference) => {
      const [ours, theirs] = [rougeWords(hypothesis), rougeWords(reference)];
      return scoreOf(commonSubsequenceLength(numbered(ours, theirs)), ours.length, theirs.length);
    }),
  );

function numbered(first: readonly string[], second: readonly string[]): NumberedTexts {
  const numbers = new Map<string, number>();
  for (const word of [...first, ...second]) if (!numbers.has(word)) numbers.set(word, numbers.size);
  const list = (words: readonly string[]) => Int32Array.from(words, (word) => numbers.get(word) ?? 0);
  return { a: list(first), b: list(second), letters: numbers.size };
}

export interface Edits {
  readonly edits: number;
  /** Length of the reference. */
  readonly length: number;
}

/** Fewest edits from one of the references, by its share of the reference. */
export const fewestEdits = (hypothesis: readonly string[], references: readonly (readonly string[])[]): Edits =>
  references
    .map((reference) => ({ edits: levenshtein(numbered(hypothesis, reference)), length: reference.length }))
    .reduce((least, edits) =>
      edits.edits * Math.max(1, least.length) < least.edits * Math.max(1, edits.length) ? edits : least,
    );

/** Exact match and token F1 as SQuAD's evaluation, 0 to 1; the best of the references. */
export function answerScores(
  hypothesis: string,
  references: readonly string[],
): { readonly exact: number; readonly f1: number } {
  const ours = answerWords(hypothesis);
  const scores = references.map((reference) => {
    const theirs = answerWords(reference);
    const isSame = ours.join(' ') === theirs.join(' ');
    if (ours.length === 0 || theirs.length === 0) return { exact: isSame ? 1 : 0, f1: isSame ? 1 : 0 };
    return {
      exact: isSame ? 1 : 0,
      f1: scoreOf(overlap(ngrams(ours, 1), ngrams(theirs, 1)), ours.length, theirs.length).f1,
    };
  });
  return { exact: Math.max(...scores.map(({ exact }) => exact)), f1: Math.max(...scores.map(({ f1 }) => f1)) };
}
