import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { TEXT_FILES, textReports } from '../../formats/each-text.js';
import { BASE85_VARIANTS, readBase85, writeBase85 } from '../../lib/bytes/base85.js';
import { breakEvery } from '../../lib/bytes/byte-text.js';

import { BYTE_FILES_NOTE, resultEncoding, runByteCodec } from './_byte-codec.js';

export default defineTool({
  id: 'base85-converter',
  title: 'Base85 Converter',
  summary: 'Encodes text or bytes as Ascii85, Z85, the base85 of Git and Python, or base45, or decodes it.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    direction: z.enum(['encode', 'decode']).default('encode').describe('Encodes or decodes.'),
    variant: z
      .enum(BASE85_VARIANTS)
      .default('ascii85')
      .describe(
        'Alphabet: ascii85 of PostScript and PDF, z85 of ZeroMQ, rfc1924 as Git and Python (b85encode) use it, or base45 of QR codes.',
      ),
    frame: z.boolean().default(false).describe('Encoding ascii85: puts it between <~ and ~>.'),
    lineLength: shared.lineLength(),
    inputEncoding: shared
      .inputEncoding()
      .describe('Encoding: what the input is, plain text or bytes written in hexadecimal or base64.'),
    encoding: resultEncoding(),
    charset: shared.charset(),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Ascii85 writes four zero bytes as z, and reads it with or without <~ and ~>. Z85 has no padding: its bytes must be a multiple of 4.',
    'Whitespace is skipped when decoding; in base45 a space is a digit, and only line breaks are skipped.',
    'Many texts are valid in several alphabets, so the alphabet is never guessed.',
    'Decoded bytes must be text in "charset" unless "encoding" is hex or base64.',
    BYTE_FILES_NOTE,
  ],
  aliases: ['ascii85', 'z85', 'base45', 'base85 decode', 'b85', 'btoa ascii85', 'eu digital covid certificate decode'],
  verified: [
    'Python 3.11 (base64.a85encode, b85encode): the same text for 300 random byte strings each, and each is read back',
    'ZeroMQ RFC 32: its test case; RFC 9285 §4: its examples of base45, both ways',
    'Base45 and Z85: 300 random byte strings each are read back',
  ],
  examples: [
    { title: 'Ascii85 of a word', input: 'Hello', output: { text: '87cURDZ' } },
    {
      title: 'The example of RFC 9285',
      input: 'QED8WEX0',
      options: { direction: 'decode', variant: 'base45' },
      output: { text: 'ietf!' },
    },
    {
      title: 'The test case of Z85',
      input: '864FD26FB559F75B',
      options: { variant: 'z85', inputEncoding: 'hex' },
      output: { text: 'HelloWorld' },
    },
    {
      title: 'Zeros, framed',
      input: '00000000',
      options: { inputEncoding: 'hex', frame: true },
      output: { text: '<~z~>' },
    },
    {
      title: 'Z85 of five bytes',
      input: 'Hello',
      options: { variant: 'z85' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write property "input" as base85: Z85 holds multiples of 4 bytes, got 5',
      },
    },
    {
      title: 'A letter that is not a digit',
      input: 'abc"d',
      options: { direction: 'decode', variant: 'z85' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as base85: line 1, column 4: "\\"" is not a digit of this alphabet\nabc"d\n   ^',
      },
    },
    {
      title: 'A group that is too large',
      input: 'uuuuu',
      options: { direction: 'decode' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as base85: line 1, column 1: "uuuuu" is more than 4 bytes can hold\nuuuuu\n^',
      },
    },
    {
      title: 'A digit too few',
      input: '87cUR!',
      options: { direction: 'decode' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as base85: line 1, column 6: 1 digit at the end cannot be whole bytes\n87cUR!\n     ^',
      },
    },
    {
      title: 'A z inside a group',
      input: '87z',
      options: { direction: 'decode' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as base85: line 1, column 3: "z" stands for a whole group and cannot be inside one\n87z\n  ^',
      },
    },
  ],
  run({ input, files, signal, options }) {
    const { variant, frame, lineLength } = options;
    return runByteCodec({ input, files, signal }, options, {
      name: 'base85',
      write: (bytes) => breakEvery(writeBase85(bytes, { variant, frame }), lineLength),
      read: (text) => readBase85(text, variant),
    });
  },
});
