import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { type EmojiTable, emojiKeywords, openEmoji, SHORTCODES } from '../../engines/text/emoji.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE } from '../../formats/each-text.js';
import { eachTextReport } from '../../formats/text-reports.js';
import { editedResult, readTextSource, type TextSource } from '../../formats/text-source.js';
import { bareEmoji } from '../../lib/unicode/emoji-sequences.js';
import { EmojiReader, type FoundEmoji } from './_emoji-text.js';

const ABOUT = {
  emoji: z.string().describe('The emoji.'),
  name: z.string().describe('English name of Unicode CLDR, with skin tones.'),
  shortcode: z.string().describe('Shortcode in the style that was asked for.'),
  group: z.string().describe('Group of Unicode; "Unlisted" for sequences that Unicode does not list.'),
  version: z.string().describe('Emoji version that brought it; empty where it is unlisted.'),
  codePoints: z.string().describe('Its code points, such as U+2764 U+FE0F.'),
};

const REPORT = {
  total: count('Number of emoji.'),
  distinct: count('Number of different ones.'),
  emoji: z
    .array(z.object({ ...ABOUT, count: count('How often it is there; 1 for what a search finds.') }))
    .describe(
      'Each emoji once: the most frequent first, of equal ones the first in the text; of a search, the best first.',
    ),
};

/** How well an emoji fits words: its name first, then shortcodes, then what people call it. */
function rank(words: readonly string[], name: string, codes: readonly string[], keywords: readonly string[]): number {
  const all = [...codes, ...keywords].flatMap((code) => code.toLowerCase().split(/[_ ]/));
  const own = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  let sum = name.toLowerCase() === words.join(' ') || codes.includes(words.join('_')) ? 100 : 0;
  for (const word of words) {
    const fits = (other: string): boolean => other === word;
    const begins = (other: string): boolean => word.length > 2 && other.startsWith(word);
    const best = own.some(fits) ? 10 : all.some(fits) ? 6 : own.some(begins) ? 3 : all.some(begins) ? 2 : 0;
    if (best === 0) return 0;
    sum += best;
  }
  return sum - own.length / 100;
}

async function search(table: EmojiTable, reader: EmojiReader, query: string, limit: number) {
  const keywords = await emojiKeywords();
  const words = query.toLowerCase().match(/[\p{L}\p{N}+]+/gu) ?? [];
  const found = table.entries.flatMap((entry) => {
    const score = rank(words, entry.name, [...entry.github, entry.slug], keywords.get(bareEmoji(entry.emoji)) ?? []);
    const about = score > 0 ? reader.describe(entry.emoji) : undefined;
    return about === undefined ? [] : [{ about, score }];
  });
  // The order of Unicode among equals.
  const best = found.toSorted((a, b) => b.score - a.score).map(({ about }) => ({ ...about, count: 1 }));
  return { total: best.length, distinct: best.length, emoji: best.slice(0, limit) };
}

export default defineTool({
  id: 'emoji-tools',
  title: 'Emoji Tools',
  summary:
    'Lists, counts, removes or replaces the emoji of a text, writes :shortcodes: and back, or finds emoji by a word.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    action: z
      .enum(['extract', 'remove', 'replace', 'to-shortcodes', 'from-shortcodes', 'search'])
      .default('extract')
      .describe(
        'Lists and counts emoji, removes them, replaces them, writes them as shortcodes or shortcodes as emoji, or searches for the word in the input.',
      ),
    replacement: z
      .string()
      .max(200)
      .default('[{name}]')
      .describe('For "replace": text for each emoji, with {name}, {shortcode}, {codePoints} or {emoji} in it.'),
    style: z
      .enum(SHORTCODES)
      .default('github')
      .describe('Shortcodes of GitHub and Slack (:+1:), or the names of Unicode (:thumbs_up:).'),
    textStyle: z
      .boolean()
      .default(false)
      .describe(
        'Also takes symbols that are shown as text by default, such as ☎, © and ❤ without a variation selector.',
      ),
    limit: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(5000)
      .default(1000)
      .describe('Number of different emoji listed at most.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: z.union([z.object(REPORT), fileReports(REPORT)]),
  notes: [
    'An emoji is what readers see as one: with its skin tone, joined families and couples, flags, keycaps. Digits, # and * alone are not emoji.',
    'Names and versions are those of Unicode 17. Emoji that GitHub has no shortcode for get the name of Unicode. Skin tones follow as in Slack: :wave::skin-tone-3:.',
    '"from-shortcodes" knows both styles; codes it does not know, and times such as 10:30:00, stay as they are.',
    '"remove" also removes the space that would be one too many. A sequence that Unicode does not list, such as a family some apps draw, is named by its parts.',
    'Search words are English: "pizza", "happy cat", "thumbs up".',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'emoji remover',
    'strip emoji from text',
    'count emojis',
    'emoji to text',
    'emoji shortcodes',
    'demojize',
    'emojize',
    'emoji search',
    'what does this emoji mean',
    'emoji name',
    'find emoji by keyword',
    'extract emojis',
    'emoji picker',
    'emoji meaning',
  ],
  verified: [
    'Unicode 15 emoji-test.txt: all 4,733 sequences are found whole beside one another, and named as there.',
    'The same file: each of its 3,655 fully qualified emoji comes back from its shortcodes, in both styles.',
  ],
  examples: [
    {
      title: 'What is in a message',
      input: 'Great 👍🏽👍🏽 see you ☎ at 5 🍕',
      output: {
        data: {
          total: 3,
          distinct: 2,
          emoji: [
            {
              emoji: '👍🏽',
              name: 'thumbs up: medium skin tone',
              shortcode: ':+1::skin-tone-4:',
              group: 'People & Body',
              version: '0.6',
              codePoints: 'U+1F44D U+1F3FD',
              count: 2,
            },
            {
              emoji: '🍕',
              name: 'pizza',
              shortcode: ':pizza:',
              group: 'Food & Drink',
              version: '0.6',
              codePoints: 'U+1F355',
              count: 1,
            },
          ],
        },
      },
    },
    {
      title: 'Without emoji',
      input: 'Hello 👋 world 🌍!\nBye 👩‍👩‍👧',
      options: { action: 'remove' },
      output: { text: 'Hello world !\nBye' },
    },
    {
      title: 'Shortcodes as emoji',
      input: ':tada: at 10:30:00 :wave::skin-tone-2: :nonsense:',
      options: { action: 'from-shortcodes' },
      output: { text: '🎉 at 10:30:00 👋🏻 :nonsense:' },
    },
    {
      title: 'In words',
      input: '🇮🇹 + 🍕 = ❤️',
      options: { action: 'replace' },
      output: { text: '[flag: Italy] + [pizza] = [red heart]' },
    },
    {
      title: 'Nothing to read',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, signal, options }) {
    const { action, replacement, style, textStyle, limit, inputCharset } = options;
    const table = await openEmoji();
    const reader = new EmojiReader(table, style, textStyle || action === 'search');
    const run = { input, files, signal };
    if (action === 'search') {
      const { text: query } = await readTextSource(run, inputCharset);
      return json(await search(table, reader, query.slice(0, 200), limit));
    }
    if (action === 'extract')
      return eachTextReport(
        run,
        ({ text }) => {
          const found = reader.count(text).toSorted((a, b) => b.count - a.count);
          const total = found.reduce((sum, emoji) => sum + emoji.count, 0);
          return { report: { total, distinct: found.length, emoji: found.slice(0, limit) } };
        },
        inputCharset,
      );
    const written = (emoji: FoundEmoji): string =>
      action === 'to-shortcodes'
        ? emoji.shortcode
        : replacement.replace(/\{(name|shortcode|codePoints|emoji)\}/g, (_, key: keyof FoundEmoji) => emoji[key]);
    const edited = ({ text }: TextSource): string =>
      action === 'remove'
        ? reader.remove(text)
        : action === 'from-shortcodes'
          ? reader.fromShortcodes(text)
          : reader.replace(text, written);
    return eachText(
      run,
      (source) =>
        editedResult(
          source,
          refusing(`Cannot edit ${source.label}`, () => edited(source)),
        ),
      inputCharset,
    );
  },
});
