import { z } from 'zod';

import { defineTool, overLimit, text } from '../../core/index.js';
import { count, fileReports, place, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { eachText, TEXT_FILES } from '../../formats/each-text.js';
import { skippedWords } from '../../formats/skipped-words.js';
import { eachTextReport } from '../../formats/text-reports.js';
import { documentResult, KINDS, type TextSource } from '../../formats/text-source.js';
import { formatRecord } from '../../lib/csv/write.js';
import type { Keyword } from '../../lib/keywords/candidates.js';
import { rankByRake } from '../../lib/keywords/rake.js';
import { readTerms, UNSPACED } from '../../lib/keywords/terms.js';
import { rankByYake } from '../../lib/keywords/yake.js';
import { levenshtein, numberTexts } from '../../lib/text/edit-distance.js';
import { STOP_WORDS } from '../../lib/text/stop-words.js';
import { checkLocale } from './_locale.js';

const MAX_CHARACTERS = 2_000_000;

interface Extracting {
  readonly method: 'yake' | 'rake';
  readonly maxWords: number;
  readonly limit: number;
  readonly threshold: number;
  readonly locale: string;
  readonly skipped: ReadonlySet<string>;
}

/** 1 for the same text, 0 for one that shares no letter: the distance of Levenshtein by the longer one. */
function likeness(first: string, second: string): number {
  const longer = Math.max(first.length, second.length);
  if (Math.min(first.length, second.length) === 0) return 0;
  return 1 - levenshtein(numberTexts(first, second)) / longer;
}

/** The best, without those that are nearly the same as a better one. */
function distinct(ranked: readonly Keyword[], limit: number, threshold: number): Keyword[] {
  const chosen: Keyword[] = [];
  for (const keyword of ranked.slice(0, 200 + 4 * limit)) {
    if (chosen.length === limit) break;
    const own = keyword.text.toLowerCase();
    const isRepeated = chosen.some(({ text: other }) => {
      const shortest = Math.min(own.length, other.length) / Math.max(own.length, other.length);
      return shortest >= threshold && likeness(own, other.toLowerCase()) >= threshold;
    });
    if (!isRepeated) chosen.push(keyword);
  }
  return chosen;
}

function extract({ text: content, label }: TextSource, how: Extracting) {
  const { method, maxWords, limit, threshold, locale, skipped } = how;
  if (content.length > MAX_CHARACTERS)
    throw overLimit(
      `Cannot find keywords in ${label}: it must have at most ${MAX_CHARACTERS} characters, got ${content.length}`,
    );
  const sentences = readTerms(content, locale);
  const isUnspaced = UNSPACED.test(content);
  const ranking = {
    maxWords,
    joiner: isUnspaced ? '' : ' ',
    // Single letters and pairs of them are no keywords where letters make words; acronyms such as AI are.
    isStop: ({ key, kind }: { readonly key: string; readonly kind: string }): boolean =>
      skipped.has(key) || (!isUnspaced && key.length < 3 && kind !== 'acronym'),
  };
  const ranked = (method === 'yake' ? rankByYake : rankByRake)(sentences, ranking);
  const language = locale.split('-', 1)[0] ?? '';
  return {
    method,
    keywords: distinct(ranked, limit, threshold).map(({ text: phrase, score, count: times }, index) => ({
      rank: index + 1,
      text: phrase,
      score: Number(score.toPrecision(6)),
      count: times,
    })),
    sentences: sentences.length,
    candidates: ranked.length,
    warnings: STOP_WORDS.has(language)
      ? []
      : [
          `No function words of "${language}" are known, so phrases may begin or end with some; "ignore" takes more words`,
        ],
  };
}

const REPORT = {
  method: z.enum(['yake', 'rake']).describe('How they were scored.'),
  keywords: z
    .array(
      z.object({
        rank: place('Place by score.'),
        text: z.string().describe('Word or phrase, as it is written where it occurs first.'),
        score: z.number().describe('Score: lower is better with yake, higher with rake.'),
        count: count('How often it occurs.'),
      }),
    )
    .describe('The best first.'),
  sentences: count('Sentences of the text.'),
  candidates: count('Words and phrases that were compared.'),
  warnings: warnings(),
};

export default defineTool({
  id: 'keyword-extractor',
  title: 'Keyword Extractor',
  summary: 'Finds the keywords and key phrases of a text with their scores, without a language model.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    method: z
      .enum(['yake', 'rake'])
      .default('yake')
      .describe('YAKE: by frequency, place, capitals and neighbours; RAKE: by what words stand in long phrases.'),
    maxWords: z.number().multipleOf(1).min(1).max(6).default(3).describe('Most words of a phrase.'),
    limit: z.number().multipleOf(1).min(1).max(500).default(20).describe('Number of keywords at most.'),
    threshold: z
      .number()
      .min(0.5)
      .max(1)
      .default(0.9)
      .describe(
        'How alike (0 to 1) two keywords may be in their letters before the lower one is left out; 1: only the same.',
      ),
    ignore: z.string().max(100_000).default('').describe('Further words to skip, separated by whitespace or commas.'),
    locale: shared.locale(),
    format: z
      .enum(['json', 'csv', 'text'])
      .default('json')
      .describe('JSON, a CSV table, or plain text with one keyword per line.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: z.union([z.object(REPORT), fileReports(REPORT)]),
  notes: [
    'YAKE (Campos and others 2020) likes words that are frequent, early, capitalised inside sentences and in many of them, and phrases of such words. RAKE (Rose and others 2010) likes long phrases between function words; it takes "maxWords" 4 or 5 well.',
    'Function words of de, en, es, fr, it, nl, pt and sv end a phrase; set "locale" to the language of the text. Words of one or two letters do so too, acronyms aside. Other languages have a warning; "ignore" takes words for them.',
    'Numbers and words with figures are not keywords. Words are compared in lower case, not by their stems. Chinese, Japanese, Thai, Lao, Khmer and Burmese are divided into words by dictionaries.',
    `At most ${MAX_CHARACTERS} characters. Up to 20 files instead of "input": several give a report each, or a file each.`,
  ],
  aliases: [
    'key phrases',
    'keyphrase extraction',
    'find keywords in text',
    'extract tags from an article',
    'topic words',
    'important words',
    'seo keywords of a text',
    'yake',
    'rake keywords',
    'auto tagging',
    'what is this text about',
  ],
  verified: [
    'Rose and others 2010, the abstract of figure 1.1 and its phrases in table 1.3: the same nine phrases with the same scores by RAKE',
    'Python 3.11: the scores of YAKE and RAKE for 40 random texts, computed apart from the formulas of the papers, within 0.000001',
  ],
  examples: [
    {
      title: 'The best three',
      input:
        'Bees collect nectar. Wild bees collect nectar from wild flowers, and wild flowers need bees. Beekeepers sell honey.',
      options: { limit: 3, format: 'text' },
      output: { text: 'Bees collect nectar\ncollect nectar\nBees collect\n' },
    },
    {
      title: 'Phrases between function words, as CSV',
      input: 'The deep sea and the open water. A deep sea cable.',
      options: { method: 'rake', format: 'csv' },
      output: { text: 'rank,text,score,count\n1,deep sea cable,8,1\n2,deep sea,5,1\n3,open water,4,1\n' },
    },
    {
      title: 'German',
      input: 'Die Bundesbahn fährt im Regen. Im Regen steht die Bundesbahn.',
      options: { locale: 'de', limit: 1, maxWords: 1, method: 'rake' },
      output: {
        data: {
          method: 'rake',
          keywords: [{ rank: 1, text: 'Regen', score: 1.5, count: 1 }],
          sentences: 2,
          candidates: 2,
          warnings: [],
        },
      },
    },
    {
      title: 'A locale that is not one',
      input: 'a b',
      options: { locale: '-' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "locale" must be a BCP 47 language tag such as "en" or "zh-Hant", got "-"',
      },
    },
    {
      title: 'Nothing to read',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options }) {
    const locale = checkLocale(options.locale);
    const skipped = skippedWords({ stopWords: true, ignore: options.ignore }, locale, true);
    const found = (source: TextSource) => extract(source, { ...options, locale, skipped });
    const run = { input, files, signal };
    const { format } = options;
    if (format === 'json') return eachTextReport(run, (source) => ({ report: found(source) }), options.inputCharset);
    return eachText(
      run,
      (source) => {
        const { keywords } = found(source);
        if (format === 'text') {
          const list = keywords.map((keyword) => `${keyword.text}\n`).join('');
          return files.length < 2 ? text(list) : documentResult(source, list, KINDS.text);
        }
        const rows = keywords.map((keyword) =>
          formatRecord([String(keyword.rank), keyword.text, String(keyword.score), String(keyword.count)], ','),
        );
        const table = ['rank,text,score,count', ...rows].join('\n');
        if (files.length < 2) return text(`${table}\n`, { name: 'result.csv', mime: KINDS.csv.mime });
        return documentResult(source, `${table}\n`, KINDS.csv);
      },
      options.inputCharset,
    );
  },
});
