import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { eachTextReport } from '../../formats/text-reports.js';
import { sentencesOf } from '../../lib/readability/sentences.js';
import { checkLocale } from './_locale.js';
import { REPORT, reportOf } from './_readability-report.js';

export default defineTool({
  id: 'readability-score',
  title: 'Readability Score',
  summary: 'Tells how hard a text is to read by the published formulas for its language, and names what makes it hard.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    locale: shared.locale(),
    limit: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(100)
      .default(5)
      .describe('How many of the longest sentences and hardest words are listed at most.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'data',
  data: z.union([z.object(REPORT), fileReports(REPORT)]),
  notes: [
    'English: Flesch, Flesch-Kincaid, Gunning fog, SMOG, Coleman-Liau and ARI. German: Amstad, Wiener Sachtextformel 1. French: Kandel-Moles. Spanish: Fernández Huerta, Szigriszt-Pazos. Italian: Gulpease, Flesch-Vacca. LIX and RIX for every language, alone where no other formula is here.',
    'Syllables of English come from the CMU pronouncing dictionary, of unknown words from rules; of German, French, Spanish and Italian from spelling, where a silent e inside a French word counts. Figures are one syllable.',
    'An empty line, an item of a list and a heading end a sentence; other line breaks do not. Common abbreviations such as "Dr." and "e.g." do not end one either.',
    'The formulas count lengths and know nothing of sense, order or layout. Below 100 words they say little, and SMOG is made for 30 sentences; a warning says so.',
    'Dale-Chall is left out, because its word list is not free.',
    'Up to 20 files instead of "input": several give a report each.',
  ],
  aliases: [
    'flesch reading ease',
    'flesch kincaid',
    'gunning fog index',
    'smog index',
    'how hard is my text to read',
    'reading level',
    'grade level of a text',
    'coleman liau',
    'lix',
    'gulpease',
    'plain language check',
    'text complexity',
    'comprehensible text',
    'lesbarkeitsindex',
  ],
  verified: [
    'Flesch of three published sentences: 116, 69 and 37.5; the formulas as they are printed, computed in Python for random counts.',
    'style of GNU diction 1.11 on the same sentences: Coleman-Liau, ARI and LIX within 0.1.',
    'Syllables beside eSpeak NG 1.51, over words of the Declaration of Human Rights and of spelling dictionaries: more than 95 % alike in German, 96 % in Spanish, 88 % in Italian, 85 % in French; English rules beside the dictionary: 88 %.',
  ],
  examples: [
    {
      title: 'A sentence with a published Flesch score of 37.5',
      input: 'The Australian platypus is seemingly a hybrid of a mammal and reptilian creature.',
      options: { limit: 1 },
      output: {
        data: {
          summary:
            'The text is difficult, as academic magazines (Flesch reading ease 37.46), with 13 words per sentence',
          scores: [
            {
              id: 'fleschReadingEase',
              name: 'Flesch reading ease',
              scale: 'ease',
              value: 37.46,
              meaning: 'difficult, as academic magazines',
            },
            {
              id: 'fleschKincaidGrade',
              name: 'Flesch-Kincaid grade',
              scale: 'grade',
              value: 11.26,
              meaning: 'for readers in about year 11 of school',
            },
            {
              id: 'gunningFog',
              name: 'Gunning fog',
              scale: 'grade',
              value: 14.43,
              meaning: 'for readers after about 14 years of education',
            },
            {
              id: 'smog',
              name: 'SMOG',
              scale: 'grade',
              value: 14.55,
              meaning: 'for readers after about 15 years of education',
            },
            {
              id: 'colemanLiau',
              name: 'Coleman-Liau',
              scale: 'grade',
              value: 12.68,
              meaning: 'for readers after about 13 years of education',
            },
            {
              id: 'automatedReadability',
              name: 'Automated readability index',
              scale: 'grade',
              value: 9.71,
              meaning: 'for readers in about year 10 of school',
            },
            {
              id: 'lix',
              name: 'LIX',
              scale: 'index',
              value: 51.46,
              meaning: 'difficult, as official texts',
            },
            {
              id: 'rix',
              name: 'RIX',
              scale: 'index',
              value: 5,
              meaning: 'difficult, for years 11 and 12',
            },
          ],
          sentences: 1,
          words: 13,
          letters: 68,
          longWords: 5,
          syllables: 24,
          polysyllables: 4,
          complexWords: 3,
          wordsPerSentence: 13,
          syllablesPerWord: 1.85,
          longestSentences: [
            {
              line: 1,
              words: 13,
              text: 'The Australian platypus is seemingly a hybrid of a mammal and reptilian creature.',
            },
          ],
          hardestWords: [{ word: 'Australian', syllables: 3, count: 1 }],
          warnings: ['The text has 13 words: below 100 the scores say little'],
        },
      },
    },
    {
      title: 'German',
      input: 'Der Hund schläft. Die Katze sitzt auf dem Dach.',
      options: { locale: 'de', limit: 0 },
      output: {
        data: {
          summary:
            'The text is very easy, as stories for children (Flesch for German (Amstad) 110.5), with 4.5 words per sentence',
          scores: [
            {
              id: 'amstad',
              name: 'Flesch for German (Amstad)',
              scale: 'ease',
              value: 110.5,
              meaning: 'very easy, as stories for children',
            },
            {
              id: 'wienerSachtext',
              name: 'Wiener Sachtextformel 1',
              scale: 'grade',
              value: -1.59,
              meaning: 'for readers in about year 1 of school',
            },
            {
              id: 'lix',
              name: 'LIX',
              scale: 'index',
              value: 15.61,
              meaning: 'very easy, as books for children',
            },
            {
              id: 'rix',
              name: 'RIX',
              scale: 'index',
              value: 0.5,
              meaning: 'easy, for year 4 and below',
            },
          ],
          sentences: 2,
          words: 9,
          letters: 37,
          longWords: 1,
          syllables: 10,
          polysyllables: 0,
          complexWords: 0,
          wordsPerSentence: 4.5,
          syllablesPerWord: 1.11,
          longestSentences: [],
          hardestWords: [],
          warnings: ['The text has 9 words: below 100 the scores say little'],
        },
      },
    },
    {
      title: 'No words',
      input: '... !',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": it has no words' },
    },
    {
      title: 'A locale that is not one',
      input: 'a b',
      options: { locale: 'not a tag' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "locale" must be a BCP 47 language tag such as "en" or "zh-Hant", got "not a tag"',
      },
    },
  ],
  run({ input, files, signal, options }) {
    const locale = checkLocale(options.locale);
    return eachTextReport(
      { input, files, signal },
      async ({ text, label }) => {
        const sentences = [...sentencesOf(text, locale)];
        if (sentences.length === 0) throw invalid(`Cannot read ${label}: it has no words`);
        const report = await reportOf(text, sentences, { locale, limit: options.limit });
        return { report };
      },
      options.inputCharset,
    );
  },
});
