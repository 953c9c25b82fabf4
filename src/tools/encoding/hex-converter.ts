import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { encodeTextAs } from '../../engines/text/text-encoding.js';
import { bytesToText } from '../../formats/byte-input.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { documentResult, KINDS } from '../../formats/text-source.js';
import { readHex, writeHex } from '../../lib/bytes/byte-text.js';

export default defineTool({
  id: 'hex-converter',
  title: 'Hex Converter',
  summary: 'Converts text to hexadecimal bytes, or back.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    direction: z.enum(['encode', 'decode']).default('encode').describe('Encodes or decodes.'),
    separator: z
      .enum(['none', 'space', 'colon', 'comma', 'hyphen', '0x', '\\x'])
      .default('none')
      .describe('Encoding: separator between bytes; 0x and \\x go before each byte.'),
    uppercase: z.boolean().default(false).describe('Encoding: writes A to F in uppercase.'),
    charset: shared.charset(),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Decoding accepts any of the separators, whitespace, semicolons and % before a byte, in any combination and case.',
    'Decoded bytes must be text in "charset"; for files there is hexdump with direction restore. A byte order mark at the start is removed.',
    TEXT_FILES_NOTE,
  ],
  aliases: ['text to hex', 'hex to text', 'hex encode', 'hex decode', 'ascii to hex', 'bytes of a string'],
  verified: [
    'RFC 4648 §10: base16 vectors',
    'xxd 2022: same digits for 60 random texts; each comes back from every separator',
  ],
  examples: [
    { title: 'RFC 4648 §10', input: 'foobar', output: { text: '666f6f626172' } },
    {
      title: 'Letters beyond ASCII as an escaped string',
      input: 'é🌍',
      options: { separator: '\\x' },
      output: { text: '\\xc3\\xa9\\xf0\\x9f\\x8c\\x8d' },
    },
    {
      title: 'Another encoding of the text',
      input: 'é€',
      options: { charset: 'utf-16be', separator: 'space', uppercase: true },
      output: { text: '00 E9 20 AC' },
    },
    {
      title: 'Decoding a mixture',
      input: '0x48 65:6C-6c,6F',
      options: { direction: 'decode' },
      output: { text: 'Hello' },
    },
    {
      title: 'A character that is not a digit',
      input: '48 65 zz',
      options: { direction: 'decode' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as hexadecimal digits: line 1, column 7: "z" is not a hexadecimal digit\n48 65 zz\n      ^',
      },
    },
    {
      title: 'Half a byte',
      input: '4865f',
      options: { direction: 'decode' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as hexadecimal digits: line 1, column 1: a byte has two digits, "4865f" has 5\n4865f\n^',
      },
    },
    {
      title: 'Bytes that are not text',
      input: '48 ff',
      options: { direction: 'decode' },
      error: { code: 'INVALID_INPUT', message: 'Cannot read the decoded bytes as text: byte 2 is not valid utf-8' },
    },
  ],
  run({ input, files, signal, options: { direction, separator, uppercase, charset } }) {
    return eachText({ input, files, signal }, (source) => {
      if (direction === 'decode') {
        const bytes = refusing(`Cannot read ${source.label} as hexadecimal digits`, () => readHex(source.text));
        return documentResult(source, bytesToText(bytes, charset), KINDS.text);
      }
      const bytes = encodeTextAs(source.text, charset, source.label, 'charset');
      return documentResult(source, writeHex(bytes, separator, uppercase), KINDS.text);
    });
  },
});
