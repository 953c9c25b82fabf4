import { porterStem } from '../../engines/porter-stemmer.js';
import {
  answerScores,
  bleuCounts,
  bleuScore,
  chrfCounts,
  chrfScore,
  type Edits,
  fewestEdits,
  rougeL,
  rougeN,
  type Score,
} from '../../lib/metrics/generation.js';
import { meteor } from '../../lib/metrics/meteor.js';
import { characterTokens, plainWords, rougeWords, tokenize13a } from '../../lib/metrics/text-tokens.js';

import type { TextPair } from './_text-pairs.js';

export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** All that is computed of one pair. */
export function measure({ hypothesis, references }: TextPair, byCharacter: boolean, fold: (text: string) => string) {
  const [ours, theirs] = [fold(hypothesis), references.map(fold)];
  const tokens = byCharacter ? characterTokens : tokenize13a;
  const squeezed = (text: string): string[] => [...text.trim()];
  return {
    bleu: bleuCounts(tokens(ours), theirs.map(tokens)),
    chrf: chrfCounts(ours, theirs, 0),
    chrfWords: chrfCounts(ours, theirs, 2),
    rouge1: rougeN(hypothesis, references, 1),
    rouge2: rougeN(hypothesis, references, 2),
    rougeL: rougeL(hypothesis, references),
    meteor: meteor(rougeWords(hypothesis), references.map(rougeWords), porterStem),
    words: fewestEdits(plainWords(ours), theirs.map(plainWords)),
    characters: fewestEdits(squeezed(ours), theirs.map(squeezed)),
    answer: answerScores(hypothesis, references),
  };
}

export type Measured = ReturnType<typeof measure>;

export const meanScore = (scores: readonly Score[]): Score => {
  const mean = (key: keyof Score): number =>
    rounded(scores.reduce((sum, score) => sum + score[key], 0) / scores.length);
  return { precision: mean('precision'), recall: mean('recall'), f1: mean('f1') };
};

export function rateOf(all: readonly Edits[]) {
  const edits = all.reduce((sum, each) => sum + each.edits, 0);
  const referenceLength = all.reduce((sum, { length }) => sum + length, 0);
  return {
    rate: referenceLength === 0 ? (edits === 0 ? 0 : 1) : rounded(edits / referenceLength),
    edits,
    referenceLength,
  };
}

export const pairRow = (one: Measured, index: number) => ({
  pair: index + 1,
  bleu: rounded(bleuScore(one.bleu, true).score),
  chrf: rounded(chrfScore(one.chrf)),
  rougeL: rounded(one.rougeL.f1),
  wordErrorRate: rateOf([one.words]).rate,
  exactMatch: one.answer.exact === 1,
  tokenF1: rounded(one.answer.f1),
});
