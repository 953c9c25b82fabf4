import { z } from 'zod';

import { count, warnings } from '../../core/shared-data.js';

const scoreSchema = (name: string) =>
  z
    .object({
      precision: z.number().describe('Share of the text that is in the reference, 0 to 1.'),
      recall: z.number().describe('Share of the reference that is in the text, 0 to 1.'),
      f1: z.number().describe('Harmonic mean of both.'),
    })
    .describe(name);

const rate = (name: string) =>
  z
    .object({
      rate: z.number().describe('Edits per unit of the reference; may be above 1.'),
      edits: count('Insertions, deletions and substitutions.'),
      referenceLength: count('Units of the references.'),
    })
    .describe(name);

/** `data` of text-generation-metrics. */
export const GENERATION_DATA = z.object({
  pairCount: count('Number of pairs.'),
  bleu: z
    .object({
      score: z.number().describe('BLEU of the whole, 0 to 100.'),
      brevityPenalty: z.number().describe('Factor for texts shorter than their references.'),
      precisions: z.array(z.number()).describe('Precision of runs of 1, 2, 3 and 4 tokens in percent.'),
      hypothesisLength: count('Tokens of the texts.'),
      referenceLength: count('Tokens of the closest references.'),
      signature: z.string().describe('How it was computed, as sacrebleu writes it.'),
    })
    .describe('BLEU of the whole.'),
  chrf: z.number().describe('The chrF2 score of the whole, 0 to 100.'),
  chrfPlusPlus: z.number().describe('The chrF2++ score of the whole, 0 to 100.'),
  rouge1: scoreSchema('ROUGE-1, mean of the pairs.'),
  rouge2: scoreSchema('ROUGE-2, mean of the pairs.'),
  rougeL: scoreSchema('ROUGE-L, mean of the pairs.'),
  meteor: z.number().describe('Mean METEOR of the pairs, without synonyms, 0 to 1.'),
  wordErrorRate: rate('WER of the whole.'),
  characterErrorRate: rate('CER of the whole.'),
  exactMatch: z.number().describe('Share of pairs that are equal but for case, punctuation and articles, 0 to 1.'),
  tokenF1: z.number().describe('Mean F1 of words, compared in the same way, 0 to 1.'),
  pairs: z
    .array(
      z.object({
        pair: z.int().min(1).describe('Number of the pair, from 1.'),
        bleu: z.number().describe('BLEU of the pair, with effective order.'),
        chrf: z.number().describe('The chrF2 score of the pair.'),
        rougeL: z.number().describe('F1 of ROUGE-L.'),
        wordErrorRate: z.number().describe('WER of the pair.'),
        exactMatch: z.boolean().describe('Whether the pair is an exact match.'),
        tokenF1: z.number().describe('Token F1 of the pair.'),
      }),
    )
    .describe('Pairs one by one, up to "limit".'),
  warnings: warnings(),
});
