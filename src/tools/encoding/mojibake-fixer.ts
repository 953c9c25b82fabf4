import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, invalid, json, quote, text, withFiles } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { MOJIBAKE_ENCODINGS, openByteEncoding } from '../../formats/byte-encodings.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { editedFile, readTextFile, readTextSource, type TextSource } from '../../formats/text-source.js';
import { fixMojibake } from '../../lib/unicode/mojibake.js';

const REPAIRS = {
  isChanged: z.boolean().describe('Whether anything was repaired.'),
  steps: z
    .array(
      z.object({
        encoding: z.string().describe('Encoding that the text had been read in by mistake.'),
        replaced: count('Places repaired in this step.'),
      }),
    )
    .describe('Repairs in the order they were made.'),
  encoding: z.string().optional().describe('Character encoding of the result, where a file was sent.'),
};

export default defineTool({
  id: 'mojibake-fixer',
  title: 'Mojibake Fixer',
  summary: 'Repairs text that was decoded with the wrong character encoding: cafÃ© becomes café.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    from: z
      .string()
      .min(1)
      .max(40)
      .default('auto')
      .describe('The wrong encoding, such as windows-1252; auto tries the usual ones.'),
    format: z
      .enum(['text', 'json'])
      .default('text')
      .describe('The repaired text only, or JSON with the steps that were undone. A file always comes with the steps.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: z.union([
    z.object({ text: z.string().optional().describe('Repaired text, where a text was sent.'), ...REPAIRS }),
    fileReports(REPAIRS),
  ]),
  notes: [
    'Undone is UTF-8 that was read as another encoding, up to six times over. Only characters that are whole UTF-8 sequences in that encoding change; correct letters beside them stay.',
    `With auto these are tried: ${MOJIBAKE_ENCODINGS.join(', ')}.`,
    'Where letters were lost for good (shown as � or ?), nothing can bring them back, and they stay.',
    'Encodings other than Windows-1252 and Latin-1 are assumed only where nearly all characters beyond ASCII fit; "from" forces one. Text that is meant to show mojibake is repaired too.',
    'Up to 20 files instead of "input": each comes back under its name with a report, and one that fails does not spoil the others. A file that is not Unicode keeps its encoding if nothing is repaired, and becomes UTF-8 otherwise.',
  ],
  aliases: [
    'fix encoding',
    'Ã© to é',
    'broken umlauts',
    'garbled text',
    'ftfy',
    'wrong charset',
    'double encoded utf-8',
    'weird characters instead of umlauts',
    'strange symbols in a text',
    'wrong accents',
  ],
  verified: [
    'Nine sentences in French, German, Spanish, Polish, Czech, Russian, Greek, Japanese and English, written as UTF-8 and read as each of the encodings by iconv-lite, come back, and from Windows-1252 twice and three times over; the sentences themselves and four lines of correct text that looks broken stay as they are',
  ],
  examples: [
    { title: 'Accents', input: 'Le cafÃ© de lâ€™Ã©tÃ©', output: { text: 'Le café de l’été' } },
    {
      title: 'Twice over, with the steps',
      input: 'Ã¼bergroÃŸ und Ãƒâ‚¬',
      options: { format: 'json' },
      output: {
        data: {
          text: 'übergroß und À',
          isChanged: true,
          steps: [
            { encoding: 'windows-1252', replaced: 4 },
            { encoding: 'windows-1252', replaced: 1 },
          ],
        },
      },
    },
    { title: 'Cyrillic read as Windows-1251', input: 'РџСЂРёРІРµС‚, РјРёСЂ!', output: { text: 'Привет, мир!' } },
    {
      title: 'Correct text stays as it is',
      input: 'São Tomé – größer, Привет, 日本',
      output: { text: 'São Tomé – größer, Привет, 日本' },
    },
    {
      title: 'A file',
      files: [{ name: 'menu.txt', text: 'CrÃ¨me brÃ»lÃ©e' }],
      output: {
        data: { isChanged: true, steps: [{ encoding: 'windows-1252', replaced: 3 }], encoding: 'utf-8' },
        files: [{ name: 'menu.txt', mime: 'text/plain;charset=utf-8', text: 'Crème brûlée' }],
      },
    },
    {
      title: 'Neither text nor file',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
    {
      title: 'An encoding that cannot be the cause',
      input: 'cafÃ©',
      options: { from: 'utf-16le' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "from" must be auto or the name of an encoding with one byte per character, got "utf-16le"',
      },
    },
  ],
  async run({ input, files, signal, options: { from, format, inputCharset } }) {
    const names = from === 'auto' ? MOJIBAKE_ENCODINGS : [from];
    const encodings = names.map((name) => {
      const encoding = openByteEncoding(name);
      if (encoding !== undefined) return { ...encoding, isCertain: from !== 'auto' };
      throw invalid(
        `Option "from" must be auto or the name of an encoding with one byte per character, got ${quote(name)}`,
      );
    });
    const repaired = (source: TextSource) => {
      const fixed = fixMojibake(source.text, encodings);
      const isChanged = fixed.text !== source.text;
      const report = { isChanged, steps: fixed.steps };
      if (source.file === undefined || source.encoding === undefined) return { text: fixed.text, report, outputs: [] };
      const { hasMark, encoding: own } = source.encoding;
      const encoding = isChanged && !own.startsWith('utf') ? 'utf-8' : own;
      const output = editedFile({ ...source, encoding: { hasMark, encoding } }, fixed.text, source.file.name);
      return { text: fixed.text, report: { ...report, encoding }, outputs: [output] };
    };
    if (files.length > 1 && input === '')
      return eachFile({ files, signal }, async (upload) => repaired(await readTextFile(upload, inputCharset)));
    const { text: made, report, outputs } = repaired(await readTextSource({ input, files }, inputCharset));
    if (files.length > 0) return withFiles(json(report), outputs);
    return format === 'text' ? text(made) : json({ text: made, ...report });
  },
});
