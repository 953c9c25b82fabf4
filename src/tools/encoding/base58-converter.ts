import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { readBase58, writeBase58 } from '../../engines/base58.js';
import { TEXT_FILES, textReports } from '../../formats/each-text.js';

import { BYTE_FILES_NOTE, resultEncoding, runByteCodec } from './_byte-codec.js';

export default defineTool({
  id: 'base58-converter',
  title: 'Base58 Converter',
  summary: 'Encodes text or bytes as base58 or Base58Check (Bitcoin, Ripple, Flickr), or decodes it.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    direction: z.enum(['encode', 'decode']).default('encode').describe('Encodes or decodes.'),
    variant: z
      .enum(['bitcoin', 'ripple', 'flickr'])
      .default('bitcoin')
      .describe(
        'Order of the digits: bitcoin (also IPFS, Solana, Monero), ripple (XRP Ledger) or flickr (short URLs).',
      ),
    check: z
      .boolean()
      .default(false)
      .describe(
        'Base58Check: adds four bytes of a double SHA-256 when encoding; verifies and removes them when decoding.',
      ),
    inputEncoding: shared
      .inputEncoding()
      .describe('Encoding: what the input is, plain text or bytes written in hexadecimal or base64.'),
    encoding: resultEncoding(),
    charset: shared.charset(),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Leading zero bytes are kept: each is written as the first digit of the alphabet. Decoding skips whitespace.',
    'The three alphabets have the same 58 characters in different orders, so a text without a checksum does not show which one it is in.',
    'The version byte of an address is part of the bytes: with "check" and "encoding" hex it is the first one, 00 for a Bitcoin address.',
    'At most 2,000 bytes, since the work grows with the square of the length. Monero addresses, which are encoded in blocks, are not read.',
    BYTE_FILES_NOTE,
  ],
  aliases: [
    'base58check',
    'bitcoin address decoder',
    'base58 encode',
    'base58 decode',
    'ipfs cid v0',
    'solana key to hex',
    'wif to hex',
  ],
  verified: [
    'draft-msporny-base58-03 §5: the three vectors, both ways',
    'Python 3.11 whole-number arithmetic and hashlib: same text for 240 random byte strings with and without checksum in three alphabets, and each is read back',
  ],
  examples: [
    {
      title: 'draft-msporny-base58 §5',
      input: 'Hello World!',
      output: { text: '2NEpo7TZRRrLZSi2U' },
    },
    {
      title: 'The first Bitcoin address: version byte 00 and a key hash, checksum verified',
      input: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      options: { direction: 'decode', check: true, encoding: 'hex' },
      output: { text: '0062e907b15cbf27d5425399ebf6f0fb50ebb88f18' },
    },
    {
      title: 'Bytes that begin with zeros',
      input: '0000287fb4cd',
      options: { inputEncoding: 'hex' },
      output: { text: '11233QC4' },
    },
    {
      title: 'A character that is never used',
      input: '1A1zP1eP5QGefi2DMPTfTL5SLmv7Div0Na',
      options: { direction: 'decode' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as base58: line 1, column 32: "0" (zero) is not a base58 digit\n1A1zP1eP5QGefi2DMPTfTL5SLmv7Div0Na\n                               ^',
      },
    },
    {
      title: 'An address with a wrong character',
      input: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
      options: { direction: 'decode', check: true, encoding: 'hex' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as base58: the checksum does not match: a character is wrong, missing or extra',
      },
    },
    {
      title: 'An address of the XRP Ledger read as Bitcoin',
      input: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
      options: { direction: 'decode', check: true, encoding: 'hex' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as base58: the checksum does not match, but it does with "variant" ripple',
      },
    },
    {
      title: 'Too short for a checksum',
      input: 'abc',
      options: { direction: 'decode', check: true },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as base58: it is too short for a checksum',
      },
    },
    {
      title: 'Text that is too long',
      input: 'x'.repeat(2001),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot write property "input" as base58: it must have at most 2000 bytes, got 2001',
      },
    },
    {
      title: 'Too many digits',
      input: '2'.repeat(2738),
      options: { direction: 'decode' },
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot read property "input" as base58: it must have at most 2737 digits, got 2738',
      },
    },
  ],
  run({ input, files, signal, options }) {
    const { variant, check } = options;
    return runByteCodec({ input, files, signal }, options, {
      name: 'base58',
      write: (bytes) => writeBase58(bytes, variant, check),
      read: (text) => readBase58(text, variant, check),
    });
  },
});
