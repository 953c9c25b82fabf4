import { z } from 'zod';

import { defineTool, invalid, json, overLimit } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { addBleu, addChrf, bleuScore, chrfScore } from '../../lib/metrics/generation.js';

import { GENERATION_DATA } from './_generation-data.js';
import { type Measured, meanScore, measure, pairRow, rateOf, rounded } from './_generation-scores.js';
import { readPairs, type TextPair } from './_text-pairs.js';

/** Characters of a text times those of its references, in all: two seconds of work. */
const MAX_PRODUCT = 20_000_000_000;

/** Characters of all texts and references: half a minute of work. */
const MAX_CHARACTERS = 4_000_000;

function checkWork(pairs: readonly TextPair[]): void {
  let product = 0;
  let total = 0;
  for (const { hypothesis, references } of pairs) total += hypothesis.length + references.join('').length;
  if (total > MAX_CHARACTERS)
    throw overLimit(`Texts and references may have at most ${MAX_CHARACTERS} characters in all, got ${total}`);
  for (const { hypothesis, references } of pairs)
    for (const reference of references) product += hypothesis.length * reference.length;
  if (product > MAX_PRODUCT)
    throw overLimit(
      `The lengths of texts and references multiplied must be at most ${MAX_PRODUCT} in all, got ${product}: compare line by line or in parts`,
    );
}

export default defineTool({
  id: 'text-generation-metrics',
  title: 'Text Generation Metrics',
  summary:
    'Compares generated text with references: BLEU, chrF, ROUGE, METEOR, word and character error rate, exact match, token F1.',
  family: 'ai-llm',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 2, formats: ['*'] },
  options: {
    reference: z
      .string()
      .max(1_000_000)
      .default('')
      .describe('Text that the input should be like; empty where a table or a second file has it.'),
    perLine: shared.perLine().describe('Compares line 1 with line 1 and so on, instead of the texts as wholes.'),
    caseSensitive: shared
      .caseSensitive()
      .describe('Case-sensitive for BLEU, chrF and error rates; ROUGE and answer scores never are.'),
    tokenizer: z
      .enum(['13a', 'char'])
      .default('13a')
      .describe(
        'Tokens of BLEU: 13a as sacrebleu has by default, char for Chinese, Japanese and other languages without spaces.',
      ),
    hypothesisColumn: z
      .string()
      .max(200)
      .default('prediction')
      .describe('Column or key of a table that holds the generated texts.'),
    referenceColumn: z
      .string()
      .max(200)
      .default('reference')
      .describe('Column or key of a table that holds the references; in JSON a list for several.'),
    limit: z.number().multipleOf(1).min(0).max(5_000).default(100).describe('Most pairs to list one by one.'),
  },
  result: 'data',
  data: GENERATION_DATA,
  notes: [
    'BLEU and chrF are those of sacrebleu 2: computed on counts of the whole corpus, not as means of sentences. A single sentence has its score in "pairs", with effective order.',
    'ROUGE is that of rouge-score without stemming, its tokens being letters and digits of any script (rouge-score drops all but a-z and 0-9). WER and CER are those of jiwer, exact match and token F1 those of SQuAD.',
    'METEOR is that of 2005 without synonyms: equal words, then words of one stem by Porter (English), over tokens as of ROUGE; words that come more than once are aligned in their order. Programs that use WordNet score a little higher.',
    'A table (CSV, JSON or JSON Lines) has a text and a reference per row; in JSON the reference may be a list, of which the best counts. Or upload two text files, the generated one first.',
    'Scores of different tokenizers, cases or numbers of references cannot be compared: quote the signature. Texts and references may have 4,000,000 characters in all. None of these metrics tells whether a text is true.',
  ],
  aliases: [
    'bleu score',
    'sacrebleu',
    'rouge score',
    'rouge-l',
    'chrf',
    'meteor score',
    'wer',
    'cer',
    'word error rate',
    'character error rate',
    'squad f1',
    'machine translation evaluation',
    'summarization metrics',
    'llm evaluation',
  ],
  verified: [
    'sacrebleu: BLEU 48.53, its precisions 82.4/50.0/45.5/37.5, brevity penalty 0.943 and chrF2 59.73 of the example in its README; the Python package itself was not available to compare with',
    'rouge-score: ROUGE-1 and ROUGE-L of the example in its README; jiwer: WER of the example in its README',
    'Python 3.11: chrF, chrF++ and error rates of the first example by a separate script of their definitions',
    'METEOR: the three worked examples of its article in Wikipedia',
    'Error rates and ROUGE-L: 300 random pairs against the textbook matrix of Levenshtein and of the longest common subsequence',
  ],
  examples: [
    {
      title: "The example of rouge-score's README",
      input: 'The quick brown dog jumps on the log.',
      options: { reference: 'The quick brown fox jumps over the lazy dog', limit: 0 },
      output: {
        data: {
          pairCount: 1,
          bleu: {
            score: 21.105341,
            brevityPenalty: 1,
            precisions: [66.666667, 25, 14.285714, 8.333333],
            hypothesisLength: 9,
            referenceLength: 9,
            signature: 'nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp',
          },
          chrf: 52.532447,
          chrfPlusPlus: 50.893242,
          rouge1: { precision: 0.75, recall: 0.666667, f1: 0.705882 },
          rouge2: { precision: 0.285714, recall: 0.25, f1: 0.266667 },
          rougeL: { precision: 0.625, recall: 0.555556, f1: 0.588235 },
          meteor: 0.574282,
          wordErrorRate: { rate: 0.444444, edits: 4, referenceLength: 9 },
          characterErrorRate: { rate: 0.255814, edits: 11, referenceLength: 43 },
          exactMatch: 0,
          tokenF1: 0.615385,
          pairs: [],
          warnings: [],
        },
      },
    },
    {
      title: 'Nothing to compare with',
      input: 'a text',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot find column "prediction" in property "input", which has "a text"; or give the text to compare with as option "reference"',
      },
    },
    {
      title: 'Different numbers of lines',
      input: 'a\nb',
      options: { reference: 'a', perLine: true },
      error: {
        code: 'INVALID_INPUT',
        message: 'With "perLine", both texts must have as many lines: property "input" has 2, option "reference" has 1',
      },
    },
    {
      title: 'A row without a reference',
      input: '{"prediction":"a"}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": item 1 must have "reference" with a text',
      },
    },
    {
      title: 'Two files and a reference',
      files: [
        { name: 'a.txt', text: 'a' },
        { name: 'b.txt', text: 'b' },
      ],
      options: { reference: 'c' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Property "input" and option "reference" must be empty where two files are given',
      },
    },
    {
      title: 'A table without rows',
      input: 'prediction,reference\n',
      error: { code: 'INVALID_INPUT', message: 'There must be at least one pair to compare' },
    },
  ],
  async run({ input, files, options }) {
    const { caseSensitive, tokenizer, limit } = options;
    const pairs = await readPairs({ input, files }, options);
    const [first] = pairs;
    if (first === undefined) throw invalid('There must be at least one pair to compare');
    checkWork(pairs);
    const fold = (text: string): string => (caseSensitive ? text : text.toLowerCase());
    const all = pairs.map((pair) => measure(pair, tokenizer === 'char', fold));
    const bleu = bleuScore(all.map((one) => one.bleu).reduce(addBleu), false);
    const references = new Set(pairs.map((pair) => pair.references.length));
    const empty = pairs.filter(({ hypothesis }) => hypothesis.trim() === '').length;
    const mean = (value: (one: Measured) => number): number =>
      rounded(all.reduce((sum, one) => sum + value(one), 0) / all.length);
    return json({
      pairCount: pairs.length,
      bleu: {
        ...bleu,
        score: rounded(bleu.score),
        brevityPenalty: rounded(bleu.brevityPenalty),
        precisions: bleu.precisions.map(rounded),
        signature: `nrefs:${references.size === 1 ? first.references.length : 'var'}|case:${caseSensitive ? 'mixed' : 'lc'}|eff:no|tok:${tokenizer}|smooth:exp`,
      },
      chrf: rounded(chrfScore(all.map((one) => one.chrf).reduce(addChrf))),
      chrfPlusPlus: rounded(chrfScore(all.map((one) => one.chrfWords).reduce(addChrf))),
      rouge1: meanScore(all.map((one) => one.rouge1)),
      rouge2: meanScore(all.map((one) => one.rouge2)),
      rougeL: meanScore(all.map((one) => one.rougeL)),
      meteor: mean((one) => one.meteor),
      wordErrorRate: rateOf(all.map((one) => one.words)),
      characterErrorRate: rateOf(all.map((one) => one.characters)),
      exactMatch: mean((one) => one.answer.exact),
      tokenF1: mean((one) => one.answer.f1),
      pairs: all.slice(0, limit).map(pairRow),
      warnings: [
        ...(pairs.length > limit && limit > 0
          ? [`${pairs.length - limit} more pairs are not listed: "limit" is ${limit}`]
          : []),
        ...(empty > 0 ? [`${empty} of the generated texts are empty: they score 0`] : []),
      ],
    });
  },
});
