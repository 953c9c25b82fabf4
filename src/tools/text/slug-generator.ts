import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { toAscii } from '../../engines/text/transliteration.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { editedResult } from '../../formats/text-source.js';
import { githubAnchor } from '../../lib/text/heading-slugs.js';
import { mapLines } from '../../lib/text/lines.js';
import { checkLocale } from './_locale.js';

interface SlugRules {
  readonly separator: string;
  readonly lowercase: boolean;
  readonly maxLength: number;
  readonly locale: string;
  readonly transliterate: boolean;
  readonly splitCamelCase: boolean;
}

/** Where a hump shows a new word: fooBar, and the last capital of HTMLPage. */
const splitHumps = (source: string): string =>
  source.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');

function slugOf(source: string, rules: SlugRules): string {
  const { separator, transliterate, maxLength } = rules;
  const composed = source.normalize('NFC');
  const split = rules.splitCamelCase ? splitHumps(composed) : composed;
  const written = transliterate ? toAscii(split, rules.locale) : split;
  // An apostrophe inside a word belongs to it: don't is dont.
  const joined = written.replace(/(?<=[\p{L}\p{M}\p{N}])['’`](?=[\p{L}\p{N}]|\W|$)/gu, '');
  const words = joined.match(transliterate ? /[A-Za-z0-9]+/g : /[\p{L}\p{M}\p{N}\u200c\u200d]+/gu) ?? [];
  const slug = shorten(words, separator, maxLength);
  return rules.lowercase ? slug.toLowerCase() : slug;
}

/** Whole words up to a length in characters; a first word that is too long is cut. */
function shorten(words: readonly string[], separator: string, maxLength: number): string {
  if (maxLength === 0) return words.join(separator);
  let slug = [...(words[0] ?? '')].slice(0, maxLength).join('');
  let length = [...slug].length;
  for (const word of words.slice(1)) {
    length += 1 + [...word].length;
    if (length > maxLength) break;
    slug += separator + word;
  }
  return slug;
}

/** Appends -1, -2, … to what came before, and never makes what is there already. */
function numberRepeats(separator: string): (slug: string) => string {
  const seen = new Map<string, number>();
  return (slug) => {
    if (slug === '') return slug;
    let distinct = slug;
    while (seen.has(distinct)) {
      const count = (seen.get(slug) ?? 0) + 1;
      seen.set(slug, count);
      distinct = `${slug}${separator}${count}`;
    }
    seen.set(distinct, 0);
    return distinct;
  };
}

export default defineTool({
  id: 'slug-generator',
  title: 'Slug Generator',
  summary: 'Turns a title in any script into part of a web address, or into the GitHub anchor of a heading.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    style: z
      .enum(['slug', 'github'])
      .default('slug')
      .describe(
        'A slug by the options below, or the anchor that GitHub gives a heading, which only "perLine" and "distinct" change.',
      ),
    separator: z.enum(['-', '_', '.', '~']).default('-').describe('Separator between words.'),
    lowercase: z.boolean().default(true).describe('Writes lowercase letters only.'),
    maxLength: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(500)
      .default(0)
      .describe(
        'Longest slug in characters; words that do not fit are omitted, and a first word that is too long is cut. 0: no limit.',
      ),
    locale: shared
      .locale()
      .describe(
        'Language of the text, as a BCP 47 tag: de writes ä as ae, da å as aa, uk и as y; "&" becomes its word for and.',
      ),
    transliterate: z
      .boolean()
      .default(true)
      .describe('Transliterates other scripts to ASCII; otherwise letters of any script stay.'),
    splitCamelCase: z.boolean().default(false).describe('Starts a new word where capitals show one, as in fooBar.'),
    perLine: z.boolean().default(false).describe('Converts every line by itself and keeps the line breaks.'),
    distinct: z.boolean().default(false).describe('With "perLine", adds -1, -2 and so on to slugs that came before.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Letters are written as any-ascii does: Cyrillic as for Russian, Greek by ELOT 743, Korean by Revised Romanization, syllable by syllable. Tables of this tool come first for de, da, nb, nn, no, bg, uk, sr and mk.',
    'Chinese is written in Pinyin without tones, one reading for each character; kanji of Japanese are read as Chinese, kana as Japanese. Arabic and Hebrew write no short vowels, so consonants are all there is. Thai and the scripts of India are written letter by letter.',
    'Punctuation, symbols and emoji divide words; an apostrophe inside a word goes. What holds no letter or digit gives an empty text.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'slugify',
    'url slug',
    'seo friendly url',
    'permalink generator',
    'transliterate title',
    'github heading anchor',
    'url friendly text',
    'title to url',
    'kebab case url',
    'url safe title',
    'title for a link',
  ],
  verified: [
    '@sindresorhus/slugify: 38 of the vectors of its own test file with the options that they stand for; it names ♥ and 🦄 in words, this tool leaves them out',
    'github-slugger 2.0.0: the same anchor for every code point of Unicode 13, which it knows',
    'Official tables: Ukraine 2010, Bulgaria 2009, ELOT 743 (the names of their own examples and others)',
  ],
  examples: [
    {
      title: 'A title',
      input: "What's New in C# & F#? 10 Things You'd Miss!",
      output: { text: 'whats-new-in-c-and-f-10-things-youd-miss' },
    },
    {
      title: 'German',
      input: 'Größe & Maße für Übergänge',
      options: { locale: 'de' },
      output: { text: 'groesse-und-masse-fuer-uebergaenge' },
    },
    {
      title: 'Any script, a line each',
      input: 'Привет, мир\nΕυχαριστώ πολύ\n北京 2026\n한국어\n',
      options: { perLine: true },
      output: { text: 'privet-mir\nefcharisto-poly\nbei-jing-2026\nhangugeo\n' },
    },
    {
      title: 'Letters kept, no longer than 12',
      input: 'Ünïcode Überraschung für alle',
      options: { transliterate: false, maxLength: 12 },
      output: { text: 'ünïcode' },
    },
    {
      title: 'Anchors of headings on GitHub',
      input: 'C++ & Rust: 1.0!\nFAQ\nFAQ',
      options: { style: 'github', perLine: true, distinct: true },
      output: { text: 'c--rust-10\nfaq\nfaq-1' },
    },
    { title: 'Nothing to write', input: '🎉 !?', output: { text: '' } },
    {
      title: 'An unknown language',
      input: 'a',
      options: { locale: '?' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "locale" must be a BCP 47 language tag such as "en" or "zh-Hant", got "?"',
      },
    },
  ],
  run({ input, files, signal, options }) {
    const rules = { ...options, locale: checkLocale(options.locale) };
    const convert = options.style === 'github' ? githubAnchor : (source: string) => slugOf(source, rules);
    return eachText({ input, files, signal }, (source) => {
      const distinct = options.distinct
        ? numberRepeats(options.style === 'github' ? '-' : options.separator)
        : undefined;
      const finish = (slug: string): string => (distinct === undefined ? slug : distinct(slug));
      return editedResult(
        source,
        options.perLine ? mapLines(source.text, (line) => finish(convert(line))) : convert(source.text),
      );
    });
  },
});
