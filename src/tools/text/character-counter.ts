import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { compilePattern } from '../../engines/text/regular-expressions.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { eachTextReport } from '../../formats/text-reports.js';
import { compareCodePoints } from '../../lib/json/write.js';
import { countMessage, weightedLength } from '../../lib/messages/message-lengths.js';
import { countKinds } from '../../lib/text/character-kinds.js';
import { countCodePoints } from '../../lib/unicode/code-points.js';
import { countGraphemes, splitGraphemes } from '../../lib/unicode/text-segments.js';

const lengthLimit = (description: string) =>
  z
    .object({
      length: count('Length as it is counted there.'),
      limit: count('Limit.'),
      remaining: z.int().describe('What is left; negative where the text is too long.'),
    })
    .describe(description);

type Unit = 'grapheme' | 'codepoint' | 'utf16' | 'utf8-byte';

const LENGTHS: Readonly<Record<Unit, (text: string) => number>> = {
  grapheme: countGraphemes,
  codepoint: countCodePoints,
  utf16: (text) => text.length,
  'utf8-byte': (text) => Buffer.byteLength(text),
};

function countMost(text: string, limit: number) {
  const counts = new Map<string, number>();
  for (const cluster of splitGraphemes(text)) counts.set(cluster, (counts.get(cluster) ?? 0) + 1);
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || compareCodePoints(a, b));
  return sorted
    .slice(0, limit)
    .map(([character, count]) => ({ character: [...character].slice(0, 32).join(''), count }));
}

const limitOf = (length: number, limit: number) => ({ length, limit, remaining: limit - length });

const REPORT = {
  unit: z.enum(['grapheme', 'codepoint', 'utf16', 'utf8-byte']).describe('Unit of the length.'),
  length: count('Length in the unit.'),
  graphemes: count('Characters as people see them.'),
  codePoints: count('Unicode code points.'),
  utf16Units: count('UTF-16 units.'),
  bytes: count('UTF-8 bytes.'),
  lines: count('Number of lines.'),
  found: z
    .object({ text: z.string().describe('Text of option "find".'), count: count('How often it occurs.') })
    .optional()
    .describe('Occurrences of option "find".'),
  kinds: z
    .object({
      letters: count('Letters.'),
      marks: count('Combining marks.'),
      numbers: count('Digits and other numbers.'),
      punctuation: count('Punctuation.'),
      symbols: count('Symbols.'),
      spaces: count('Spaces, tabs and line breaks.'),
      controls: count('Control and format characters.'),
    })
    .describe('Code points by kind.'),
  limits: z
    .object({
      x: lengthLimit('A post on X.'),
      bluesky: lengthLimit('A post on Bluesky.'),
      sms: z
        .object({
          encoding: z.string().describe('GSM-7 or UCS-2.'),
          units: count('Length in units of the encoding.'),
          segments: count('Messages it is sent in.'),
          unitsPerSegment: count('Units per message.'),
          remaining: z.int().describe('Units that are left in the last message.'),
        })
        .describe('A text message.'),
      metaTitle: lengthLimit('A title in search results.'),
      metaDescription: lengthLimit('A description in search results.'),
    })
    .describe('Length against common limits.'),
  characters: z
    .array(z.object({ character: z.string().describe('Character.'), count: count('How often it occurs.') }))
    .describe('The most frequent characters.'),
};

export default defineTool({
  id: 'character-counter',
  title: 'Character Counter',
  summary:
    'Counts characters by kind, occurrences of a text, and what is left of the limits of posts, text messages and search results.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    find: z.string().max(1000).default('').describe('Text whose occurrences are counted.'),
    caseSensitive: shared.caseSensitive(),
    unit: z
      .enum(['grapheme', 'codepoint', 'utf16', 'utf8-byte'])
      .default('grapheme')
      .describe('Unit of "length": characters as people see them, code points, UTF-16 units or bytes.'),
    limit: z
      .number()
      .min(0)
      .max(1000)
      .multipleOf(1)
      .default(10)
      .describe('Number of most frequent characters to list.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'data',
  data: z.union([z.object(REPORT), fileReports(REPORT)]),
  notes: [
    'A character is what people take for one (grapheme cluster of UAX 29, Unicode 17): é of two code points and a family emoji are one. Kinds are counted in code points by general category (Unicode 17); line breaks and tabs are spaces.',
    '"x" is the weighted length of twitter-text 3: 280, most scripts 1, Chinese, Japanese, Korean and emoji 2, links 23. Links are found by http:// or https:// only, not bare domains.',
    '"sms" follows 3GPP TS 23.038 and 23.040: GSM-7 with 160 or 153 septets a part, ^{}\\[~]|€ two each, else UCS-2 with 70 or 67 units.',
    '"bluesky" allows 300 characters, "metaTitle" and "metaDescription" are the usual 60 and 160 characters of search results, which cut by pixels and promise no number.',
    'Up to 20 files instead of "input": several give a report each.',
    'Occurrences of "find" do not overlap. A character of more than 32 code points is listed by its first 32.',
  ],
  aliases: [
    'character count',
    'letter counter',
    'count letters',
    'string length',
    'sms length',
    'sms segments',
    'tweet length',
    'twitter character count',
    'meta description length',
    'byte count of a text',
    'how many letters',
    'fits into a tweet',
  ],
  verified: [
    'grep -o of GNU grep 3.8: the same number of occurrences in 20 random texts',
    'twitter-text 3.1.0 (npm): the same weighted length for 300 random texts without bare domains',
    '3GPP TS 23.038: the default alphabet and its extension, character by character',
  ],
  examples: [
    {
      title: 'A post with an emoji and a link',
      input: 'Hi 👍🏽 see https://example.com/a/long/path',
      options: { find: 'e', limit: 1 },
      output: {
        data: {
          unit: 'grapheme',
          length: 40,
          graphemes: 40,
          codePoints: 41,
          utf16Units: 43,
          bytes: 47,
          lines: 1,
          found: { text: 'e', count: 4 },
          kinds: { letters: 29, marks: 0, numbers: 0, punctuation: 7, symbols: 2, spaces: 3, controls: 0 },
          limits: {
            x: { length: 33, limit: 280, remaining: 247 },
            bluesky: { length: 40, limit: 300, remaining: 260 },
            sms: { encoding: 'UCS-2', units: 43, segments: 1, unitsPerSegment: 70, remaining: 27 },
            metaTitle: { length: 40, limit: 60, remaining: 20 },
            metaDescription: { length: 40, limit: 160, remaining: 120 },
          },
          characters: [{ character: '/', count: 5 }],
        },
      },
    },
    {
      title: 'No text',
      options: { unit: 'utf8-byte' },
      output: {
        data: {
          unit: 'utf8-byte',
          length: 0,
          graphemes: 0,
          codePoints: 0,
          utf16Units: 0,
          bytes: 0,
          lines: 0,
          kinds: { letters: 0, marks: 0, numbers: 0, punctuation: 0, symbols: 0, spaces: 0, controls: 0 },
          limits: {
            x: { length: 0, limit: 280, remaining: 280 },
            bluesky: { length: 0, limit: 300, remaining: 300 },
            sms: { encoding: 'GSM-7', units: 0, segments: 0, unitsPerSegment: 160, remaining: 160 },
            metaTitle: { length: 0, limit: 60, remaining: 60 },
            metaDescription: { length: 0, limit: 160, remaining: 160 },
          },
          characters: [],
        },
      },
    },
    {
      title: 'A text to find that is too long',
      input: 'abc',
      options: { find: 'a'.repeat(1001) },
      error: { code: 'INVALID_INPUT', message: 'Option "find" must have at most 1000 characters, got 1001' },
    },
  ],
  run({ input, files, signal, options }) {
    const { find, caseSensitive, unit, limit } = options;
    if (input === '' && files.length === 0) return json(reportOf(''));
    return eachTextReport(
      { input, files, signal },
      (source) => ({ report: reportOf(source.text) }),
      options.inputCharset,
    );

    function reportOf(text: string) {
      const graphemes = countGraphemes(text);
      let count = 0;
      if (find !== '')
        for (const _ of compilePattern(find, { regex: false, caseSensitive, option: 'find' }).findAll(text)) count++;
      return {
        unit,
        length: LENGTHS[unit](text),
        graphemes,
        codePoints: countCodePoints(text),
        utf16Units: text.length,
        bytes: Buffer.byteLength(text),
        lines: text === '' ? 0 : text.replace(/(?:\r\n|[\n\r])$/, '').split(/\r\n|[\n\r]/).length,
        ...(find === '' ? {} : { found: { text: find, count } }),
        kinds: countKinds(text),
        limits: {
          x: limitOf(weightedLength(text), 280),
          bluesky: limitOf(graphemes, 300),
          sms: countMessage(text),
          metaTitle: limitOf(graphemes, 60),
          metaDescription: limitOf(graphemes, 160),
        },
        characters: countMost(text, limit),
      };
    }
  },
});
