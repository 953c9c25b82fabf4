import { z } from 'zod';

import { defineTool, invalid, overLimit } from '../../core/index.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { porterStem } from '../../engines/porter-stemmer.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE } from '../../formats/each-text.js';
import { eachTextReport } from '../../formats/text-reports.js';
import { editedResult, type TextSource } from '../../formats/text-source.js';
import { type Sentence, sentencesOf } from '../../lib/readability/sentences.js';
import { METHODS, type Method, rankSentences } from '../../lib/summaries/rank.js';
import { STOP_WORDS } from '../../lib/text/stop-words.js';
import { segmentText } from '../../lib/unicode/text-segments.js';
import { checkLocale } from './_locale.js';

// The time grows with the square of the sentences: 3,000 take about two seconds.
const MAX_SENTENCES = 3_000;
const MAX_CHARACTERS = 2_000_000;

/** Scripts whose words are not divided by spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A sentence that is whole; headings and cells of tables are not. */
const ENDED = /[.!?…。！？।؟۔]["'’”»)\]]*$/u;

/** The words of a sentence that have a meaning, with how often it has each: without function words, English ones as stems. */
function contentOf({ text, words }: Sentence, locale: string): ReadonlyMap<string, number> {
  const language = locale.split('-', 1)[0] ?? '';
  const skipped = STOP_WORDS.get(language);
  const all = UNSPACED.test(text)
    ? [...segmentText(text, 'word', locale)]
        .filter(({ isWord }) => isWord)
        .map(({ start, end }) => text.slice(start, end))
    : words;
  const counts = new Map<string, number>();
  for (const word of all) {
    const plain = word.toLowerCase().replaceAll('’', "'");
    if (skipped?.has(plain)) continue;
    const key = language === 'en' ? porterStem(plain.replace(/'s$/, '')) : plain;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

interface Summarizing {
  readonly sentences: number;
  readonly percent: number;
  readonly method: Method;
  readonly locale: string;
}

function summarize({ text, label }: TextSource, { sentences: wanted, percent, method, locale }: Summarizing) {
  if (text.length > MAX_CHARACTERS)
    throw overLimit(`Cannot summarize ${label}: it must have at most ${MAX_CHARACTERS} characters, got ${text.length}`);
  const all = [...sentencesOf(text, locale)];
  if (all.length === 0) throw invalid(`Cannot summarize ${label}: it has no words`);
  if (all.length > MAX_SENTENCES)
    throw overLimit(`Cannot summarize ${label}: it must have at most ${MAX_SENTENCES} sentences, got ${all.length}`);
  const whole = all
    .map((sentence, i) => ({ sentence, place: i + 1 }))
    .filter(({ sentence }) => ENDED.test(sentence.text));
  const candidates = whole.length > 0 ? whole : all.map((sentence, i) => ({ sentence, place: i + 1 }));
  const scores = rankSentences(
    candidates.map(({ sentence }) => contentOf(sentence, locale)),
    method,
  );
  const many = percent > 0 ? Math.max(1, Math.round((candidates.length * percent) / 100)) : wanted;
  const seen = new Set<string>();
  const ranked = candidates
    .map(({ sentence, place: at }, i) => ({ sentence, at, score: scores[i] ?? 0 }))
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .filter(({ sentence }) => {
      const key = sentence.words.join(' ').toLowerCase();
      return !seen.has(key) && seen.add(key).size > 0;
    })
    .slice(0, many);
  const chosen = ranked
    .toSorted((a, b) => a.at - b.at)
    .map(({ sentence, at, score }) => ({
      number: at,
      text: sentence.text.replace(/ {2,}/g, ' '),
      score: Math.round(score * 1e6) / 1e6,
      rank: ranked.findIndex((other) => other.at === at) + 1,
    }));
  const summary = chosen.map((sentence) => sentence.text).join(' ');
  return {
    summary,
    sentences: chosen,
    sentenceCount: all.length,
    characters: text.length,
    summaryCharacters: summary.length,
  };
}

const REPORT = {
  summary: z.string().describe('The chosen sentences in their order, one after another.'),
  sentences: z
    .array(
      z.object({
        number: place('Number of the sentence in the text.'),
        text: z.string().describe('The sentence, with line breaks as spaces.'),
        score: z.number().describe('How central it is; the scores of all sentences add up to 1.'),
        rank: place('Its place by score.'),
      }),
    )
    .describe('The chosen sentences, in the order of the text.'),
  sentenceCount: count('Sentences of the text, headings included.'),
  characters: count('UTF-16 code units of the text.'),
  summaryCharacters: count('UTF-16 code units of the summary.'),
};

export default defineTool({
  id: 'text-summarizer',
  title: 'Text Summarizer',
  summary:
    'Summarises a text by its most central sentences, word for word and in their order, without a language model.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    sentences: z.number().multipleOf(1).min(1).max(100).default(5).describe('Length of the summary in sentences.'),
    percent: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(90)
      .default(0)
      .describe('Length in percent of the sentences instead; 0: "sentences" is used.'),
    method: z
      .enum(METHODS)
      .default('textrank')
      .describe('By shared words, by shared rare words, or simply the first sentences.'),
    format: z
      .enum(['text', 'list', 'json'])
      .default('text')
      .describe('Running text, one sentence per line after a hyphen, or JSON with scores.'),
    locale: shared.locale(),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: z.union([z.object(REPORT), fileReports(REPORT)]),
  notes: [
    'Nothing is written anew: every sentence is in the text as it is, and "it" or "this" in it may point to one that was not chosen.',
    'TextRank links sentences by the words they share (Mihalcea and Tarau 2004), LexRank by the cosine of rare ones (Erkan and Radev 2004), and both rank them as PageRank ranks pages. News is summarised best by its first sentences: "lead".',
    'Function words of de, en, es, fr, it, nl, pt and sv are ignored, and English words compared by their stems; other languages are compared word by word. Chinese, Japanese, Thai, Lao, Khmer and Burmese are divided into words by dictionaries.',
    'Headings, items and cells without a full stop are not chosen if the text has whole sentences. Of equal sentences one is chosen.',
    `Up to ${MAX_SENTENCES} sentences and ${MAX_CHARACTERS} characters.`,
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'summarize text',
    'summarise an article',
    'summary generator',
    'tldr',
    'shorten an article',
    'key sentences',
    'extractive summary',
    'textrank',
    'lexrank',
    'main points of a text',
    'abstract of a document',
    'condense text',
  ],
  verified: [
    'Python 3.11: the scores of TextRank and LexRank for 40 random texts, solved as a system of linear equations, within 0.000001.',
    'Every sentence of 40 summaries is in its text word for word, and in the same order.',
  ],
  examples: [
    {
      title: 'Two sentences of five',
      input:
        'Bees visit flowers. Bees collect nectar from flowers and make honey. The weather was fine. Honey from wild flowers tastes best. Nectar becomes honey in the hive.',
      options: { sentences: 2 },
      output: {
        text: 'Bees collect nectar from flowers and make honey. Honey from wild flowers tastes best.',
      },
    },
    {
      title: 'The first sentences, as a list',
      input: '# News\nThe bridge is open. It took two years.\nTraffic flows again.',
      options: { method: 'lead', sentences: 2, format: 'list' },
      output: { text: '- The bridge is open.\n- It took two years.\n' },
    },
    {
      title: 'No words',
      input: '...',
      error: { code: 'INVALID_INPUT', message: 'Cannot summarize property "input": it has no words' },
    },
    {
      title: 'A locale that is not one',
      input: 'Yes.',
      options: { locale: 'x y' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "locale" must be a BCP 47 language tag such as "en" or "zh-Hant", got "x y"',
      },
    },
    {
      title: 'Nothing to read',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options: { sentences, percent, method, format, locale, inputCharset } }) {
    const run = { input, files, signal };
    const how = { sentences, percent, method, locale: checkLocale(locale) };
    if (format === 'json') return eachTextReport(run, (source) => ({ report: summarize(source, how) }), inputCharset);
    return eachText(
      run,
      (source) => {
        const { summary, sentences: chosen } = summarize(source, how);
        const list = chosen.map((sentence) => `- ${sentence.text}\n`).join('');
        return editedResult(source, format === 'list' ? list : summary);
      },
      inputCharset,
    );
  },
});
