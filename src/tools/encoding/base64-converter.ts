import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { encodeTextAs } from '../../engines/text/text-encoding.js';
import { bytesToText } from '../../formats/byte-input.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { documentResult, KINDS } from '../../formats/text-source.js';
import { breakEvery, readBase64, writeBase64 } from '../../lib/bytes/byte-text.js';

/** The digits of `"…"` and of `data:image/png;base64,…`, as they are pasted. */
const bareDigits = (text: string): string =>
  text
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .replace(/^data:[^,]{0,300};base64,/i, '');

export default defineTool({
  id: 'base64-converter',
  title: 'Base64 Converter',
  summary: 'Encodes text as base64 or base64url, or decodes it.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    direction: z.enum(['encode', 'decode']).default('encode').describe('Encodes or decodes.'),
    variant: z
      .enum(['standard', 'url'])
      .default('standard')
      .describe('Alphabet: standard with + and /, url with - and _ (RFC 4648).'),
    padding: z.boolean().default(true).describe('Encoding: pads the end with = to a multiple of four.'),
    lineLength: shared.lineLength(),
    strict: z
      .boolean()
      .default(false)
      .describe('Decoding: accepts only the chosen alphabet, padded and without whitespace.'),
    charset: shared.charset(),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Decoding accepts both alphabets, whitespace anywhere, missing padding, quotes around the text and the head of a data URI (data:text/plain;base64,), unless "strict" is set. Any other character is refused with its position.',
    'Decoded bytes must be text in "charset"; for files there is base64-to-file. A byte order mark at the start is removed.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'base64 encode',
    'base64 decode',
    'base64url',
    'btoa',
    'atob',
    'decode base64 text',
    'text to base64',
    'what does this base64 say',
  ],
  verified: [
    'RFC 4648 §10: all vectors, both ways',
    'GNU coreutils base64 9.1: same text for 60 random texts, wrapped at 1, 4 and 76 characters and not, and each is read back',
  ],
  examples: [
    { title: 'RFC 4648 §10', input: 'foobar', output: { text: 'Zm9vYmFy' } },
    {
      title: 'Letters beyond ASCII, for a URL',
      input: 'Ünïcødé 🌍 ?>',
      options: { variant: 'url', padding: false },
      output: { text: 'w5xuw69jw7hkw6kg8J-MjSA_Pg' },
    },
    {
      title: 'Decoding what was wrapped and lost its padding',
      input: 'w5xuw69j\r\nw7hkw6kg8J-MjSA_Pg',
      options: { direction: 'decode' },
      output: { text: 'Ünïcødé 🌍 ?>' },
    },
    {
      title: 'Decoding a data URI',
      input: 'data:text/plain;charset=utf-8;base64,Zm9vYmFy',
      options: { direction: 'decode' },
      output: { text: 'foobar' },
    },
    {
      title: 'A character that is not base64',
      input: 'Zm9v\nYm*y',
      options: { direction: 'decode' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as base64: line 2, column 3: "*" is not a base64 digit\nYm*y\n  ^',
      },
    },
    {
      title: 'Missing padding where it must be',
      input: 'Zm8',
      options: { direction: 'decode', strict: true },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as base64: line 1, column 4: expected 1 "=" at the end, got 0\nZm8\n   ^',
      },
    },
    {
      title: 'Bytes that are not text',
      input: 'iVBORw0KGgo=',
      options: { direction: 'decode' },
      error: { code: 'INVALID_INPUT', message: 'Cannot read the decoded bytes as text: byte 1 is not valid utf-8' },
    },
  ],
  run({ input, files, signal, options }) {
    const { direction, variant, padding, lineLength, strict, charset } = options;
    return eachText({ input, files, signal }, (source) => {
      if (direction === 'decode') {
        const bytes = refusing(`Cannot read ${source.label} as base64`, () =>
          readBase64(strict ? source.text : bareDigits(source.text), { strict, variant }),
        );
        return documentResult(source, bytesToText(bytes, charset), KINDS.text);
      }
      const bytes = encodeTextAs(source.text, charset, source.label, 'charset');
      return documentResult(source, breakEvery(writeBase64(bytes, { variant, padding }), lineLength), KINDS.text);
    });
  },
});
