import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { TEXT_FILES, textReports } from '../../formats/each-text.js';
import { readGroups, writeGroups } from '../../lib/bytes/digit-groups.js';

import { BYTE_FILES_NOTE, resultEncoding, runByteCodec } from './_byte-codec.js';

const SEPARATORS = { space: ' ', none: '', comma: ',', newline: '\n' } as const;

export default defineTool({
  id: 'text-to-binary',
  title: 'Text to Binary',
  summary: 'Converts text to binary, octal, decimal or hexadecimal byte values, or back.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    direction: z.enum(['encode', 'decode']).default('encode').describe('Text to numbers, or numbers to text.'),
    base: z
      .enum(['binary', 'octal', 'decimal', 'hexadecimal'])
      .default('binary')
      .describe('Number system of the byte values.'),
    separator: z
      .enum(['space', 'none', 'comma', 'newline'])
      .default('space')
      .describe('Encoding: separator between bytes; none always pads, so that the bytes can be told apart.'),
    padding: z
      .boolean()
      .default(true)
      .describe('Encoding: pads each byte with zeros, to 8 binary, 3 octal, 3 decimal or 2 hexadecimal digits.'),
    inputEncoding: shared
      .inputEncoding()
      .describe('Encoding: what the input is, plain text or bytes written in hexadecimal or base64.'),
    encoding: resultEncoding(),
    charset: shared.charset(),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'A character beyond ASCII has several bytes in UTF-8: é is 11000011 10101001. "charset" chooses another encoding, such as utf-16be or iso-8859-1.',
    'Decoding reads groups separated by whitespace, commas, semicolons, colons, hyphens or brackets, with or without a prefix such as 0b, 0o or 0x. Digits without separators are cut into bytes; binary digits also into the 7-bit groups of ASCII where only these fit.',
    BYTE_FILES_NOTE,
  ],
  aliases: [
    'binary to text',
    'binary translator',
    'text to decimal',
    'ascii to binary',
    'octal to text',
    'binary decoder',
    'text to bytes',
  ],
  verified: [
    'xxd 2022 (-b) and GNU coreutils od 9.1 (-t o1, u1, x1): same digits for 200 random byte strings, and each is read back',
  ],
  examples: [
    { title: 'Binary', input: 'Hi!', output: { text: '01001000 01101001 00100001' } },
    {
      title: 'Decimal values of letters beyond ASCII',
      input: 'né🌍',
      options: { base: 'decimal', separator: 'comma', padding: false },
      output: { text: '110,195,169,240,159,140,141' },
    },
    {
      title: 'Binary digits in one run',
      input: '010010000110010101101100\n0110110001101111',
      options: { direction: 'decode' },
      output: { text: 'Hello' },
    },
    {
      title: 'Octal values with prefixes',
      input: '0o110, 0o151',
      options: { direction: 'decode', base: 'octal' },
      output: { text: 'Hi' },
    },
    {
      title: 'A digit that is not binary',
      input: '01001000 01102001',
      options: { direction: 'decode' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as binary numbers: line 1, column 14: "2" is not a digit of a binary number\n01001000 01102001\n             ^',
      },
    },
    {
      title: 'Digits that are not whole bytes',
      input: '0100100001',
      options: { direction: 'decode' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as binary numbers: line 1, column 1: 10 binary digits without a separator cannot be whole bytes of 8\n0100100001\n^',
      },
    },
    {
      title: 'A number that is more than a byte',
      input: '72 300',
      options: { direction: 'decode', base: 'decimal' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as decimal numbers: line 1, column 4: 300 is more than 255, the largest byte\n72 300\n   ^',
      },
    },
    {
      title: 'Bytes that are not text',
      input: '11111111',
      options: { direction: 'decode' },
      error: { code: 'INVALID_INPUT', message: 'Cannot read the decoded bytes as text: byte 1 is not valid utf-8' },
    },
  ],
  run({ input, files, signal, options }) {
    const { base, padding } = options;
    const separator = SEPARATORS[options.separator];
    return runByteCodec({ input, files, signal }, options, {
      name: `${base} numbers`,
      write: (bytes) => writeGroups(bytes, { base, separator, padding: padding || separator === '' }),
      read: (text) => readGroups(text, base),
    });
  },
});
