import { z } from 'zod';

import { defineTool, invalid, json, quote, text } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { MOJIBAKE_ENCODINGS, openByteEncoding } from '../../formats/byte-encodings.js';
import { fixMojibake } from '../../lib/unicode/mojibake.js';

export default defineTool({
  id: 'mojibake-fixer',
  title: 'Mojibake Fixer',
  summary: 'Repairs text that was decoded with the wrong character encoding: cafÃ© becomes café.',
  family: 'encoding',
  class: 'standard',
  input: 'required',
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
      .describe('The repaired text only, or JSON with the steps that were undone.'),
  },
  result: 'mixed',
  data: z.object({
    text: z.string().describe('Repaired text.'),
    isChanged: z.boolean().describe('Whether anything was repaired.'),
    steps: z
      .array(
        z.object({
          encoding: z.string().describe('Encoding that the text had been read in by mistake.'),
          replaced: count('Places repaired in this step.'),
        }),
      )
      .describe('Repairs in the order they were made.'),
  }),
  notes: [
    'Undone is UTF-8 that was read as another encoding, up to six times over. Only characters that are whole UTF-8 sequences in that encoding change; correct letters beside them stay.',
    `With auto these are tried: ${MOJIBAKE_ENCODINGS.join(', ')}.`,
    'Where letters were lost for good (shown as � or ?), nothing can bring them back, and they stay.',
    'Encodings other than Windows-1252 and Latin-1 are assumed only where nearly all characters beyond ASCII fit; "from" forces one. Text that is meant to show mojibake is repaired too.',
  ],
  aliases: [
    'fix encoding',
    'Ã© to é',
    'broken umlauts',
    'garbled text',
    'ftfy',
    'wrong charset',
    'double encoded utf-8',
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
      title: 'An encoding that cannot be the cause',
      input: 'cafÃ©',
      options: { from: 'utf-16le' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "from" must be auto or the name of an encoding with one byte per character, got "utf-16le"',
      },
    },
  ],
  run({ input, options: { from, format } }) {
    const names = from === 'auto' ? MOJIBAKE_ENCODINGS : [from];
    const encodings = names.map((name) => {
      const encoding = openByteEncoding(name);
      if (encoding !== undefined) return { ...encoding, isCertain: from !== 'auto' };
      throw invalid(
        `Option "from" must be auto or the name of an encoding with one byte per character, got ${quote(name)}`,
      );
    });
    const fixed = fixMojibake(input, encodings);
    if (format === 'text') return text(fixed.text);
    return json({ text: fixed.text, isChanged: fixed.text !== input, steps: fixed.steps });
  },
});
