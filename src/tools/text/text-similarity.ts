import { z } from 'zod';

import { defineTool, invalid, json, overLimit } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readTextPair } from '../../formats/text-source.js';
import { numberTexts, trimCommon } from '../../lib/text/edit-distance.js';
import { MAX_CELLS, METRICS, type Measure, type Metric, measure } from '../../lib/text/similarity-metrics.js';

const similarity = z.number().describe('From 0 to 1 for equal texts.');

const likeness = (description: string) => z.object({ similarity }).optional().describe(description);

const distance = (description: string) =>
  z
    .object({ distance: count('Number of changes.'), similarity })
    .nullable()
    .optional()
    .describe(description);

const similarities = z.object({
  lengths: z.array(z.int()).describe('Characters of the two texts.'),
  levenshtein: distance('Levenshtein.'),
  damerau: distance('Damerau-Levenshtein.'),
  osa: distance('Optimal string alignment.'),
  jaro: likeness('Jaro.'),
  'jaro-winkler': likeness('Jaro-Winkler.'),
  dice: likeness('Dice coefficient of letter pairs.'),
  jaccard: likeness('Jaccard index of words.'),
  cosine: likeness('Cosine of word counts.'),
  lcs: z
    .object({ length: count('Characters of the longest common subsequence.'), similarity })
    .nullable()
    .optional()
    .describe('Longest common subsequence; null where the texts are too long.'),
  hamming: distance('Hamming; null for texts of different lengths.'),
});

type Measures = Omit<z.output<typeof similarities>, 'lengths'>;

interface Preparation {
  readonly normalize: boolean;
  readonly caseSensitive: boolean;
  readonly ignoreWhitespace: boolean;
}

function prepare(text: string, { normalize, caseSensitive, ignoreWhitespace }: Preparation): string {
  const spaced = ignoreWhitespace
    ? text
        .split(/\p{White_Space}+/u)
        .filter((part) => part !== '')
        .join(' ')
    : text;
  const cased = caseSensitive ? spaced : spaced.toLowerCase();
  return normalize ? cased.normalize('NFC') : cased;
}

export default defineTool({
  id: 'text-similarity',
  title: 'Text Similarity',
  summary:
    'Measures how alike two texts are: Levenshtein, Damerau, Jaro-Winkler, Dice, Jaccard, cosine, LCS and Hamming.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 2, formats: ['*'] },
  options: {
    other: shared.other(),
    metric: z
      .enum(['all', ...METRICS])
      .default('all')
      .describe('What is measured.'),
    normalize: z
      .boolean()
      .default(true)
      .describe('Brings both texts to Unicode form NFC first, so that é equals e with an accent.'),
    caseSensitive: shared.caseSensitive(),
    ignoreWhitespace: shared.ignoreWhitespace(),
  },
  result: 'data',
  data: similarities,
  notes: [
    'Every similarity is from 0 to 1 with 6 decimals. Characters are code points.',
    '"levenshtein", "damerau", "osa" and "hamming" give the distance too; similarity is 1 minus distance by the length of the longer text. "damerau" counts swaps of neighbours and may edit between them (a true metric: ca to abc is 2), "osa" edits no part twice (ca to abc is 3).',
    '"jaro-winkler" adds 0.1 a letter for up to 4 equal first letters where Jaro is above 0.7, as Winkler did. "dice" compares pairs of neighbouring characters as often as they occur; "jaccard" compares the sets of words, "cosine" their counts; words are runs of letters, marks and numbers.',
    '"lcs" is the longest common subsequence; similarity is twice its length by the sum of both lengths. "hamming" needs texts of one length.',
    'Without what both begin and end with, length times length must be at most 4,000,000,000 for "levenshtein" and "lcs" and 100,000,000 for "damerau" and "osa". With "all", a measure that does not apply or is over its limit is null.',
  ],
  aliases: [
    'string similarity',
    'edit distance',
    'levenshtein distance',
    'fuzzy match',
    'jaro winkler',
    'compare two strings',
    'damerau levenshtein',
    'cosine similarity',
    'plagiarism percent',
    'longest common subsequence',
    'how alike are two texts',
  ],
  verified: [
    'jellyfish 0.8.9 (Python): the same Levenshtein, Damerau-Levenshtein, Jaro, Jaro-Winkler and Hamming for 600 random pairs',
    'python-Levenshtein 0.12.2: the same longest common subsequence (its ratio) for 600 random pairs, up to 150 characters',
    'W. E. Winkler, "Overview of Record Linkage and Current Research Directions", 2006, table 6: Jaro and Jaro-Winkler of 8 pairs of names',
  ],
  examples: [
    {
      title: 'All measures',
      input: 'MARTHA',
      options: { other: 'MARHTA' },
      output: {
        data: {
          lengths: [6, 6],
          levenshtein: { distance: 2, similarity: 0.666667 },
          damerau: { distance: 1, similarity: 0.833333 },
          osa: { distance: 1, similarity: 0.833333 },
          jaro: { similarity: 0.944444 },
          'jaro-winkler': { similarity: 0.961111 },
          dice: { similarity: 0.4 },
          jaccard: { similarity: 0 },
          cosine: { similarity: 0 },
          lcs: { length: 5, similarity: 0.833333 },
          hamming: { distance: 2, similarity: 0.666667 },
        },
      },
    },
    {
      title: 'One measure',
      input: 'kitten',
      options: { other: 'sitting', metric: 'levenshtein' },
      output: { data: { lengths: [6, 7], levenshtein: { distance: 3, similarity: 0.571429 } } },
    },
    {
      title: 'é in two spellings, capitals and spaces aside',
      input: 'Cafe\u0301  noir',
      options: { other: 'café NOIR', metric: 'levenshtein', caseSensitive: false, ignoreWhitespace: true },
      output: { data: { lengths: [9, 9], levenshtein: { distance: 0, similarity: 1 } } },
    },
    {
      title: 'Two empty texts are alike',
      options: { metric: 'jaro' },
      output: { data: { lengths: [0, 0], jaro: { similarity: 1 } } },
    },
    {
      title: 'Hamming of two lengths',
      input: 'abc',
      options: { other: 'ab', metric: 'hamming' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "metric" can be "hamming" for texts of one length only, got 3 and 2 characters',
      },
    },
    {
      title: 'Too long to compare letter by letter',
      input: 'a'.repeat(10_001),
      options: { other: 'b'.repeat(10_000), metric: 'damerau' },
      error: {
        code: 'LIMIT_EXCEEDED',
        message:
          'Option "metric" can be "damerau" where length times length is at most 100000000, got 10001 times 10000 characters',
      },
    },
  ],
  async run({ input, files, options }) {
    const sources = await readTextPair({ input, files }, options.other);
    const [first = '', second = ''] = sources.map(({ text }) => prepare(text, options));
    const texts = numberTexts(first, second);
    const { a, b } = trimCommon(texts);
    const measures = new Map<Metric, Measure | null>();
    for (const metric of METRICS) {
      if (options.metric !== 'all' && options.metric !== metric) continue;
      const most = MAX_CELLS[metric] ?? Number.POSITIVE_INFINITY;
      const isTooLong = a.length * b.length > most;
      const measured = isTooLong ? undefined : measure(metric, texts, first, second);
      if (measured === undefined && options.metric !== 'all') {
        const sizes = `${a.length} times ${b.length} characters`;
        if (isTooLong)
          throw overLimit(
            `Option "metric" can be "${metric}" where length times length is at most ${most}, got ${sizes}`,
          );
        throw invalid(
          `Option "metric" can be "hamming" for texts of one length only, got ${texts.a.length} and ${texts.b.length} characters`,
        );
      }
      measures.set(metric, measured ?? null);
    }
    // Object.fromEntries forgets which metrics have a distance and which a length.
    const measured = Object.fromEntries(measures) as Measures;
    return json({ lengths: [texts.a.length, texts.b.length], ...measured });
  },
});
