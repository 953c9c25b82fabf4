import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { TEXT_FILES, textReports } from '../../formats/each-text.js';
import { readBase32, writeBase32 } from '../../lib/bytes/base32.js';
import { breakEvery } from '../../lib/bytes/byte-text.js';

import { BYTE_FILES_NOTE, resultEncoding, runByteCodec } from './_byte-codec.js';

export default defineTool({
  id: 'base32-converter',
  title: 'Base32 Converter',
  summary: 'Encodes text or bytes as base32, base32hex, Crockford base32 or z-base-32, or decodes it.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    direction: z.enum(['encode', 'decode']).default('encode').describe('Encodes or decodes.'),
    variant: z
      .enum(['rfc4648', 'hex', 'crockford', 'z'])
      .default('rfc4648')
      .describe(
        'Alphabet: rfc4648 with A to Z and 2 to 7, hex with 0 to 9 and A to V (base32hex), Crockford without I, L, O and U, or z-base-32.',
      ),
    padding: z
      .boolean()
      .default(true)
      .describe('Encoding: pads rfc4648 and hex with = to a multiple of eight; the other two are never padded.'),
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
    'Decoding reads both cases, whitespace and hyphens anywhere, and missing padding. Crockford reads O as 0, and I and L as 1; its check symbol is not used. Leftover bits at the end are ignored.',
    'A character that the chosen alphabet does not have is refused with its position, and the alphabets that have it are named. Many texts are valid in several alphabets, so it is never guessed.',
    'Decoded bytes must be text in "charset" unless "encoding" is hex or base64, as for the secrets of authenticator apps.',
    BYTE_FILES_NOTE,
  ],
  aliases: [
    'base32 encode',
    'base32 decode',
    'base32hex',
    'crockford base32',
    'z-base-32',
    'decode totp secret',
    'basenc --base32',
  ],
  verified: [
    'RFC 4648 §10: all vectors of base32 and base32hex, both ways',
    'GNU coreutils basenc 9.1: same text in base32 and base32hex for 240 random byte strings, and each is read back',
    'Python 3.11 base64.b32encode with the alphabet translated: same text in Crockford and z-base-32 for 200 random byte strings each, and each is read back',
  ],
  examples: [
    { title: 'RFC 4648 §10', input: 'foobar', output: { text: 'MZXW6YTBOI======' } },
    {
      title: 'Base32hex of letters beyond ASCII, without padding',
      input: 'Grüße, 🌍',
      options: { variant: 'hex', padding: false },
      output: { text: '8TPC7F63JTIIO87GJU68Q' },
    },
    {
      title: 'The secret of an authenticator app as bytes',
      input: 'jbsw y3dp ehpk 3pxp',
      options: { direction: 'decode', encoding: 'hex' },
      output: { text: '48656c6c6f21deadbeef' },
    },
    {
      title: 'Crockford, read with letters that look like digits',
      input: 'CSQP-YRK1-E8',
      options: { direction: 'decode', variant: 'crockford' },
      output: { text: 'foobar' },
    },
    {
      title: 'A character of another alphabet',
      input: 'MZXW6YT8',
      options: { direction: 'decode' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as base32: line 1, column 8: "8" is not a digit of this alphabet, but of crockford and z\nMZXW6YT8\n       ^',
      },
    },
    {
      title: 'A digit too few',
      input: 'MZXW6Y',
      options: { direction: 'decode' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as base32: line 1, column 7: a digit is missing or extra: 6 digits cannot be whole bytes\nMZXW6Y\n      ^',
      },
    },
    {
      title: 'Digits after the padding',
      input: 'MZXQ====MZXQ====',
      options: { direction: 'decode' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as base32: line 1, column 9: no digit may follow "="\nMZXQ====MZXQ====\n        ^',
      },
    },
    {
      title: 'Bytes that are not text',
      input: '74======',
      options: { direction: 'decode' },
      error: { code: 'INVALID_INPUT', message: 'Cannot read the decoded bytes as text: byte 1 is not valid utf-8' },
    },
  ],
  run({ input, files, signal, options }) {
    const { variant, lineLength } = options;
    const padding = options.padding && (variant === 'rfc4648' || variant === 'hex');
    return runByteCodec({ input, files, signal }, options, {
      name: 'base32',
      write: (bytes) => breakEvery(writeBase32(bytes, { variant, padding }), lineLength),
      read: (text) => readBase32(text, variant),
    });
  },
});
