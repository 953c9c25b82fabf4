import { z } from 'zod';

import { defineTool, json, overLimit, quote, text } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { findPrintableRuns, type PrintableRun } from '../../lib/files/printable-runs.js';

const MAX_RESULT_CHARACTERS = 10_000_000;
const MAX_LISTED = 100_000;

const NUMBER_BASES = { none: 0, decimal: 10, hex: 16 } as const;

/** As `strings -t` writes them: seven places, then a space. */
function lineOf({ offset, text: run }: PrintableRun, base: number): string {
  return base === 0 ? run : `${offset.toString(base).padStart(7)} ${run}`;
}

function lines(name: string, runs: readonly PrintableRun[], base: number): string {
  const written: string[] = [];
  let characters = 0;
  for (const run of runs) {
    const line = lineOf(run, base);
    characters += line.length + 1;
    if (characters > MAX_RESULT_CHARACTERS)
      throw overLimit(
        `The strings of file ${quote(name)} must have at most ${MAX_RESULT_CHARACTERS} characters in all: a higher "minLength" gives fewer`,
      );
    written.push(`${line}\n`);
  }
  return written.join('');
}

export default defineTool({
  id: 'strings-extractor',
  title: 'Strings Extractor',
  summary: 'Lists the readable texts in a binary file: program, firmware, memory dump or unknown format.',
  family: 'archives-files',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['*'] },
  options: {
    minLength: z
      .number()
      .multipleOf(1)
      .min(2)
      .max(1000)
      .default(4)
      .describe('Fewest characters of a string that is listed.'),
    encoding: z
      .enum(['all', 'ascii', 'utf-8', 'utf-16le', 'utf-16be'])
      .default('all')
      .describe('Encoding of the strings; all finds UTF-8 (ASCII included) and UTF-16 in both byte orders.'),
    offsets: z
      .enum(['none', 'decimal', 'hex'])
      .default('none')
      .describe('Text: the byte offset before each string, in this base.'),
    format: z.enum(['text', 'json']).default('text').describe('One string per line, or JSON with offset and encoding.'),
  },
  result: 'mixed',
  data: z.object({
    strings: z
      .array(
        z.object({
          offset: count('Byte offset of the first character, from 0.'),
          encoding: z.enum(['ascii', 'utf-8', 'utf-16le', 'utf-16be']).describe('Encoding of the string.'),
          text: z.string().describe('The string.'),
        }),
      )
      .describe('Strings in the order of their offsets.'),
    stringCount: count('Number of strings.'),
  }),
  notes: [
    'A string is a run of printable characters and tabs, as for GNU strings; any other byte ends it.',
    'In UTF-8, letters and signs of every script count. In UTF-16 only Latin, Greek and Cyrillic do: among Chinese characters, random bytes look like text.',
    'Where a run in UTF-16 with more than ASCII looks like numbers rather than words, only the ASCII in it is listed.',
    'With all, bytes that are UTF-8 are not read as UTF-16 too. Where both byte orders give text, the reading with more characters beside others of their script is listed, then the one at an even offset.',
    `At most ${MAX_RESULT_CHARACTERS} characters as text, and ${MAX_LISTED} strings as JSON. The file is never executed.`,
    'To search the result, pipe it into filter-lines.',
  ],
  aliases: [
    'strings command',
    'strings of an executable',
    'text in a binary file',
    'extract text from exe',
    'readable text in a file',
    'find text in firmware',
    'wide strings',
  ],
  verified: [
    'GNU strings 2.40 in every test run: the same lines with -e s, and with -e l and b for ASCII, at three least lengths, and with -t d and x, of random bytes and an archive',
    'Texts of 20 languages in UTF-8, and of 8 in both byte orders of UTF-16, among other bytes: every one is found, and nothing else',
  ],
  examples: [
    {
      title: 'Texts among binary data',
      files: [{ name: 'a.bin', base64: 'AAECSGVsbG8AAf9HcsO8w59lAAAAAEgAaQAgAHkAbwB1AAAA' }],
      output: { text: 'Hello\nGrüße\nHi you\n' },
    },
    {
      title: 'With offsets, ASCII only, as strings -t x writes them',
      files: [{ name: 'a.bin', base64: 'AAECSGVsbG8AAf9HcsO8w59lAAAAAEgAaQAgAHkAbwB1AAAA' }],
      options: { encoding: 'ascii', offsets: 'hex', minLength: 2 },
      output: { text: '      3 Hello\n      b Gr\n' },
    },
    {
      title: 'As JSON',
      files: [{ name: 'a.bin', base64: 'AAECSGVsbG8AAf9HcsO8w59lAAAAAEgAaQAgAHkAbwB1AAAA' }],
      options: { format: 'json' },
      output: {
        data: {
          strings: [
            { offset: 3, encoding: 'utf-8', text: 'Hello' },
            { offset: 11, encoding: 'utf-8', text: 'Grüße' },
            { offset: 22, encoding: 'utf-16le', text: 'Hi you' },
          ],
          stringCount: 3,
        },
      },
    },
    {
      title: 'A file without text',
      files: [{ name: 'a.bin', base64: 'AAECAwQ=' }],
      output: { text: '' },
    },
    {
      title: 'No file',
      error: { code: 'INVALID_INPUT', message: 'Property "files" must have at least 1 file, got 0' },
    },
  ],
  run({ files: [upload], options: { minLength, encoding, offsets, format } }) {
    const { name, bytes } = upload;
    const runs = findPrintableRuns(bytes, encoding, minLength);
    if (format === 'text') return text(lines(name, runs, NUMBER_BASES[offsets]));
    if (runs.length > MAX_LISTED)
      throw overLimit(
        `File ${quote(name)} must have at most ${MAX_LISTED} strings, got ${runs.length}: a higher "minLength" gives fewer`,
      );
    const strings = runs.map(({ offset, encoding: found, text: run }) => ({ offset, encoding: found, text: run }));
    return json({ strings, stringCount: strings.length });
  },
});
