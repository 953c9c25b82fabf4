import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { count, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openSpeller, type Speller } from '../../engines/text/spelling.js';
import { findMisspellings, MAX_PLACES, makeJudge } from '../../formats/misspellings.js';
import { readTextSource } from '../../formats/text-source.js';

// Hunspell takes up to 0.5 s for a word far from any other.
/** In the slowest dictionary one word takes 0.16 s (Polish, 12 letters): 5 s for all. */
const MAX_SUGGESTED = 30;

const suggest = (speller: Speller, word: string, most: number): readonly string[] =>
  most === 0 ? [] : speller.suggest(word.replaceAll('\u2019', "'")).slice(0, most);

export default defineTool({
  id: 'spell-checker',
  title: 'Spell Checker',
  summary: 'Finds misspelled words in eight dictionaries and suggests corrections.',
  family: 'text',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    dictionary: z
      .enum(['en', 'en-gb', 'es', 'fr', 'nl', 'pl', 'pt', 'sv'])
      .default('en')
      .describe(
        'Dictionary: American or British English, Spanish, French, Dutch, Polish, Portuguese of Brazil, Swedish.',
      ),
    ignore: z
      .string()
      .max(100_000)
      .default('')
      .describe('Words to accept, separated by whitespace or commas; case does not matter.'),
    capitals: z.boolean().default(false).describe('Also checks words in capitals, which are mostly abbreviations.'),
    suggestions: z.number().min(0).max(20).multipleOf(1).default(5).describe('Number of suggestions per word at most.'),
    limit: z
      .number()
      .min(1)
      .max(2000)
      .multipleOf(1)
      .default(500)
      .describe('Number of different misspelled words to list at most.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'data',
  data: z.object({
    dictionary: z.enum(['en', 'en-gb', 'es', 'fr', 'nl', 'pl', 'pt', 'sv']).describe('Dictionary that was used.'),
    words: count('Words that were checked.'),
    skipped: count('Words that were not checked, such as numbers.'),
    misspelled: count('Number of misspelled words, repeats included.'),
    distinct: count('Number of different misspelled words.'),
    items: z
      .array(
        z.object({
          word: z.string().describe('Misspelled word.'),
          count: count('How often it occurs.'),
          suggestions: z
            .array(z.string())
            .nullable()
            .describe('Corrections, the best first; null after the first words.'),
          places: z
            .array(z.object({ line: place('Line of the word.'), column: place('Column of the word.') }))
            .describe('The first places of the word.'),
        }),
      )
      .describe('Misspelled words in order of appearance.'),
  }),
  notes: [
    'Words and suggestions are those of Hunspell 1.7 with the dictionaries of the npm packages dictionary-*. There are none for German and Italian, whose dictionaries are only available under the GPL. English also accepts borrowed words with their accents, such as café and naïve.',
    'Not judged, and counted as "skipped": words with digits, with letters of a script other than Latin, or more than 64 characters. Web and email addresses are skipped.',
    'A hyphenated word is correct if it, or each of its parts, is in the dictionary.',
    `Words are listed in order of their first place, with at most ${MAX_PLACES} places each; lines and columns count from 1, columns in code points. "misspelled" and "distinct" count all.`,
    `Suggestions are made for the first ${MAX_SUGGESTED} different words; "suggestions" of later ones is null. Hunspell stops searching after a fraction of a second, so a busy machine may find fewer.`,
  ],
  aliases: [
    'spellcheck',
    'spelling checker',
    'check spelling',
    'typo finder',
    'hunspell',
    'misspelled words',
    'proofread',
    'ortografía',
    'correcteur orthographique',
  ],
  verified: [
    'hunspell 1.7.1 (Debian) with the same dictionaries: the same verdict for 16,000 words, right and mutilated, 2,000 a dictionary, and mostly the same suggestions (both stop searching by the clock)',
  ],
  examples: [
    {
      title: 'Typos; a correct word in the wrong place is not found',
      input: "I recieve you're letter.\nThe wether isn't bad, mr. O'Brien.",
      options: { suggestions: 2 },
      output: {
        data: {
          dictionary: 'en',
          words: 10,
          skipped: 0,
          misspelled: 3,
          distinct: 3,
          items: [
            { word: 'recieve', count: 1, suggestions: ['receive', 'relieve'], places: [{ line: 1, column: 3 }] },
            { word: 'wether', count: 1, suggestions: ['ether', 'weather'], places: [{ line: 2, column: 5 }] },
            { word: 'mr', count: 1, suggestions: ['rm', 'Mr'], places: [{ line: 2, column: 23 }] },
          ],
        },
      },
    },
    {
      title: 'French',
      input: 'Voici l’homme qui mange une pome.',
      options: { dictionary: 'fr', suggestions: 1 },
      output: {
        data: {
          dictionary: 'fr',
          words: 6,
          skipped: 0,
          misspelled: 1,
          distinct: 1,
          items: [{ word: 'pome', count: 1, suggestions: ['pomme'], places: [{ line: 1, column: 29 }] }],
        },
      },
    },
    {
      title: 'Accepted words, addresses and abbreviations',
      input: 'Kubernetes at https://exampel.com/teh is HTTPS.',
      options: { ignore: 'kubernetes' },
      output: { data: { dictionary: 'en', words: 4, skipped: 0, misspelled: 0, distinct: 0, items: [] } },
    },
    {
      title: 'Neither text nor file',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options }) {
    const { dictionary, limit } = options;
    const source = await readTextSource({ input, files }, options.inputCharset);
    const speller = await openSpeller(dictionary);
    const ignored = new Set(
      options.ignore
        .toLowerCase()
        .replaceAll('\u2019', "'")
        .split(/[\s,]+/),
    );
    const isRight = makeJudge({ speller, ignored, capitals: options.capitals });
    const { words, skipped, misspellings } = findMisspellings(source.text, dictionary, isRight);
    const listed = [...misspellings.values()];
    const items = listed.slice(0, limit).map(({ word, count, places }, index) => ({
      word,
      count,
      suggestions: index < MAX_SUGGESTED ? suggest(speller, word, options.suggestions) : null,
      places,
    }));
    const misspelled = listed.reduce((sum, { count }) => sum + count, 0);
    return json({ dictionary, words, skipped, misspelled, distinct: listed.length, items });
  },
});
