import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openSpeller, type Speller } from '../../engines/text/spelling.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { findMisspellings, MAX_PLACES, makeJudge, plainWord } from '../../formats/misspellings.js';
import { eachTextReport } from '../../formats/text-reports.js';

// Hunspell takes up to 0.5 s for a word far from any other.
/** In the slowest dictionary one word takes 0.16 s (Polish, 12 letters): 5 s for all. */
const MAX_SUGGESTED = 30;

/** Whether two words differ in two neighbouring letters that changed places: Teh, The. */
function isSwapped(word: string, other: string): boolean {
  const [a, b] = [word.toLowerCase(), other.toLowerCase()];
  const at = [...a].findIndex((letter, i) => letter !== b[i]);
  return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** Hunspell finds swapped letters first in lowercase words only: at the start of a sentence, The comes behind Te and Th. */
function suggest(speller: Speller, word: string, most: number): readonly string[] {
  if (most === 0) return [];
  const plain = plainWord(word, speller);
  const found = speller.suggest(plain);
  const first = found.filter((other) => isSwapped(plain, other));
  return [...first, ...found.filter((other) => !first.includes(other))].slice(0, most);
}

const FINDINGS = {
  dictionary: z.enum(['en', 'en-gb', 'es', 'fr', 'nl', 'pl', 'pt', 'ru', 'sv']).describe('Dictionary that was used.'),
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
};

export default defineTool({
  id: 'spell-checker',
  title: 'Spell Checker',
  summary: 'Finds misspelled words in nine dictionaries and suggests corrections.',
  family: 'text',
  class: 'native',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    dictionary: z
      .enum(['en', 'en-gb', 'es', 'fr', 'nl', 'pl', 'pt', 'ru', 'sv'])
      .default('en')
      .describe(
        'Dictionary: American or British English, Spanish, French, Dutch, Polish, Portuguese of Brazil, Russian, Swedish.',
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
  data: z.union([z.object(FINDINGS), fileReports(FINDINGS)]),
  notes: [
    'Words and suggestions are those of Hunspell 1.7 with the dictionaries of the npm packages dictionary-*. There are none for German and Italian, whose dictionaries are only available under the GPL. English also accepts borrowed words with their accents, such as café and naïve.',
    'Not judged, and counted as "skipped": words with digits, with letters of a script other than Latin (for Russian: Cyrillic), or more than 64 characters. Web and email addresses are skipped.',
    'A hyphenated word is correct if it, or each of its parts, is in the dictionary.',
    `Words are listed in order of their first place, with at most ${MAX_PLACES} places each; lines and columns count from 1, columns in code points. "misspelled" and "distinct" count all.`,
    `Suggestions are made for the first ${MAX_SUGGESTED} different words of a run; "suggestions" of later ones is null. Words in which two neighbouring letters changed places come first. Hunspell stops searching after a fraction of a second, so a busy machine may find fewer.`,
    'Up to 20 files instead of "input": several give a report each.',
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
    'проверка орфографии',
    'fix spelling mistakes',
    'spelling errors',
  ],
  verified: [
    'hunspell 1.7.1 (Debian) with the same dictionaries: the same verdict for 18,000 words, right and mutilated, 2,000 a dictionary, and mostly the same suggestions (both stop searching by the clock)',
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
      title: 'Russian, with a mark of stress',
      input: 'Старый за́мок, ёлка и Wikipedia: маладой карова.',
      options: { dictionary: 'ru', suggestions: 1 },
      output: {
        data: {
          dictionary: 'ru',
          words: 6,
          skipped: 1,
          misspelled: 2,
          distinct: 2,
          items: [
            { word: 'маладой', count: 1, suggestions: ['младой'], places: [{ line: 1, column: 34 }] },
            { word: 'карова', count: 1, suggestions: ['крова'], places: [{ line: 1, column: 42 }] },
          ],
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
  async run({ input, files, signal, options }) {
    const { dictionary, limit } = options;
    const speller = await openSpeller(dictionary);
    const ignored = new Set(
      options.ignore
        .toLowerCase()
        .replaceAll('\u2019', "'")
        .split(/[\s,]+/),
    );
    const isRight = makeJudge({ speller, ignored, capitals: options.capitals });
    const suggested = new Map<string, readonly string[]>();
    const suggestionsFor = (word: string): readonly string[] | null => {
      const known = suggested.get(word);
      if (known !== undefined || suggested.size === MAX_SUGGESTED) return known ?? null;
      const made = suggest(speller, word, options.suggestions);
      suggested.set(word, made);
      return made;
    };
    const report = (text: string) => {
      const { words, skipped, misspellings } = findMisspellings(
        text,
        { language: dictionary, script: speller.script },
        isRight,
      );
      const listed = [...misspellings.values()];
      const items = listed
        .slice(0, limit)
        .map(({ word, count, places }) => ({ word, count, suggestions: suggestionsFor(word), places }));
      const misspelled = listed.reduce((sum, { count }) => sum + count, 0);
      return { dictionary, words, skipped, misspelled, distinct: listed.length, items };
    };
    return eachTextReport({ input, files, signal }, ({ text }) => ({ report: report(text) }), options.inputCharset);
  },
});
