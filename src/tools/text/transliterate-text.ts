import { z } from 'zod';

import { defineTool, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, fileReports, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE } from '../../formats/each-text.js';
import { eachTextReport } from '../../formats/text-reports.js';
import { documentResult, KINDS, keptKind, type TextSource } from '../../formats/text-source.js';
import {
  type Transliteration,
  type TransliterationRules,
  transliterate,
} from '../../lib/transliteration/transliterate.js';
import { checkMarkRuns } from '../../lib/unicode/mark-runs.js';
import { checkLocale } from './_locale.js';

// Measured: 1 to 3 s for 1,000,000 characters.
const MAX_CHARACTERS = 1_000_000;

function written({ text, label }: TextSource, rules: TransliterationRules): Transliteration {
  if (text.length > MAX_CHARACTERS)
    throw overLimit(
      `Cannot transliterate ${label}: it must have at most ${MAX_CHARACTERS} characters, got ${text.length}`,
    );
  return refusing(`Cannot transliterate ${label}`, () => {
    checkMarkRuns(text);
    return transliterate(text, rules);
  });
}

const ABOUT: Readonly<Record<string, string>> = {
  Arabic: 'Arabic writes no short vowels, so the result has those only that were marked',
  Hebrew: 'Hebrew writes few vowels, so the result has those only that were marked',
  Han: 'Each Chinese character has its most frequent reading, whatever its word',
};

function report(source: TextSource, rules: TransliterationRules) {
  const { text, scripts, lettersKept, isJapanese } = written(source, rules);
  const notices = scripts.map(({ script }) => ABOUT[script] ?? '').filter((notice) => notice !== '');
  if (isJapanese && rules.kanji === 'pinyin' && scripts.some(({ script }) => script === 'Han'))
    notices.push('Kanji of Japanese are written as Chinese');
  if (lettersKept > 0) notices.push(`${lettersKept} letters of the result are not Latin`);
  return { text, scripts, lettersKept, warnings: notices };
}

const REPORT = {
  text: z.string().describe('The text in Latin letters.'),
  scripts: z
    .array(
      z.object({
        script: z.string().describe('Script, by its name in Unicode; other for one that no rules are for.'),
        system: z.string().describe('System it was written by.'),
        characters: count('Letters and marks of it.'),
      }),
    )
    .describe('Scripts of the text other than Latin, in order of appearance.'),
  lettersKept: count('Letters of the result that are not Latin.'),
  warnings: warnings(),
};

export default defineTool({
  id: 'transliterate-text',
  title: 'Transliterate Text',
  summary:
    'Writes text of any script in Latin letters: Cyrillic, Greek, Arabic, Chinese, Korean, Hindi, Thai and more.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    system: z
      .enum(['common', 'scholarly'])
      .default('common')
      .describe(
        'As names are written on maps and in passports (Shchukin), or letter by letter with accents, as libraries and linguists do it (Ŝukin).',
      ),
    locale: shared
      .locale()
      .describe(
        'Language of the text: ru, uk, bg, be, sr, mk, kk, ky or mn for Cyrillic, else told by its letters; zh or ja where Chinese characters are to be told.',
      ),
    tones: z
      .enum(['marks', 'numbers', 'none'])
      .default('marks')
      .describe('Tones of Chinese: běi jīng, bei3 jing1 or bei jing.'),
    kanji: z
      .enum(['refuse', 'keep', 'pinyin'])
      .default('refuse')
      .describe('Kanji in Japanese text, whose readings need a dictionary: refused, kept, or read as Chinese.'),
    ascii: z.boolean().default(false).describe('Writes ASCII only: no accents, plain quotation marks.'),
    format: z
      .enum(['text', 'json'])
      .default('text')
      .describe('The text, or JSON with the text, its scripts and their systems.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: z.union([z.object(REPORT), fileReports(REPORT)]),
  notes: [
    'Common: BGN/PCGN for Cyrillic and Armenian, the national systems of Ukraine (2010), Bulgaria (2009) and Georgia (2002), ELOT 743 for Greek, Revised Romanization for Korean, Hepburn for kana, Pinyin for Chinese. Scholarly: the transforms of CLDR, close to ISO 9, ISO 843 and Hepburn. Other scripts have one system: ISO 15919 for those of India, else that of CLDR.',
    'Chinese characters have one reading each, whatever the word, but for a few such as 重庆; syllables are separate words. Text with kana counts as Japanese, and so does locale ja; text of kanji alone counts as Chinese.',
    'Arabic, Hebrew and Syriac write few vowels: consonants are what there is. Thai is written letter by letter, not as it sounds.',
    'Korean follows the pronunciation across syllables, but no n is inserted (학여울), and k, t and p stay before h, as in names. Japanese ou is ō everywhere, also in verbs (omou); particles は and へ are ha and he.',
    'Without a locale, Cyrillic is Russian unless it has letters of another language, such as ї, ў, ђ, ә or ө; Bulgarian has to be named. Bulgarian: final -ия is -ia. Ukrainian: soft signs and apostrophes go. Letters of scripts without rules here stay, such as Khmer and Tibetan; with "ascii" too.',
    `At most ${MAX_CHARACTERS} characters, and 256 marks after one another.`,
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'romanize',
    'romanise text',
    'transliteration',
    'cyrillic to latin',
    'russian to latin letters',
    'russian to english letters',
    'greek to latin',
    'greeklish',
    'chinese to pinyin',
    'pinyin converter',
    'korean romanization',
    'hangul to latin',
    'japanese to romaji',
    'hiragana to romaji',
    'katakana to romaji',
    'hindi to english letters',
    'arabic to latin letters',
    'ukrainian passport name',
    'iso 9',
  ],
  verified: [
    'PyICU (ICU 72): the same text for 11,600 random lines of 24 scripts by Any-Latin, and for 1,500 each by seven transforms of BGN/PCGN, by Latin-ASCII and, but for 5 as the neutral tone, Latin-NumericPinyin',
    'National Institute of the Korean Language: 44 of the examples of its notice on Revised Romanization',
    'Ukraine, resolution 55 of 2010: the 58 names of its column of examples',
  ],
  examples: [
    {
      title: 'Russian',
      input: 'Привет, мир! Щукин и Чайковский',
      output: { text: 'Privet, mir! Shchukin i Chaykovskiy' },
    },
    {
      title: 'Many scripts',
      input: 'Αθήνα, 北京, 서울, नमस्ते, თბილისი',
      output: { text: 'Athína, běi jīng, seoul, namastē, tbilisi' },
    },
    {
      title: 'Ukrainian names as in passports',
      input: 'Згурський Єгор, Київ',
      options: { locale: 'uk' },
      output: { text: 'Zghurskyi Yehor, Kyiv' },
    },
    {
      title: 'Letter by letter, ISO 9',
      input: 'Щукин',
      options: { system: 'scholarly' },
      output: { text: 'Ŝukin' },
    },
    {
      title: 'Pinyin with numbers',
      input: '你好',
      options: { tones: 'numbers', format: 'json' },
      output: {
        data: {
          text: 'ni3 hao3',
          scripts: [{ script: 'Han', system: 'Pinyin', characters: 2 }],
          lettersKept: 0,
          warnings: ['Each Chinese character has its most frequent reading, whatever its word'],
        },
      },
    },
    {
      title: 'Kanji in Japanese',
      input: 'これは漢字',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot transliterate property "input": line 1, column 4: the reading of the kanji "漢" depends on its word; option "kanji" can keep kanji or write them as Chinese\nこれは漢字\n   ^',
      },
    },
    {
      title: 'A locale that is not one',
      input: 'a',
      options: { locale: '?' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "locale" must be a BCP 47 language tag such as "en" or "zh-Hant", got "?"',
      },
    },
    {
      title: 'Nothing to read',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options: { locale, format, inputCharset, ...options } }) {
    const rules = { ...options, language: checkLocale(locale).split('-', 1)[0] ?? '' };
    const run = { input, files, signal };
    if (format === 'json') return eachTextReport(run, (source) => ({ report: report(source, rules) }), inputCharset);
    return eachText(
      run,
      (source) => documentResult(source, written(source, rules).text, keptKind(source, KINDS.text)),
      inputCharset,
    );
  },
});
