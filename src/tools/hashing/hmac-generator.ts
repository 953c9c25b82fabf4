import { createHmac } from 'node:crypto';

import { z } from 'zod';

import { defineTool, text } from '../../core/index.js';
import { ofKind } from '../../core/options.js';

export default defineTool({
  id: 'hmac-generator',
  title: 'HMAC Generator',
  summary: 'Computes the HMAC-SHA-256 of a text under a secret key.',
  family: 'hashing',
  class: 'standard',
  input: 'optional',
  options: {
    // As long as the input may be: the API document sets no bound of its own.
    key: ofKind('secret', z.string().max(1_000_000).default('').describe('The HMAC secret; an empty one is legal.')),
  },
  result: 'text',
  notes: [
    'Text and key are taken as UTF-8, exactly as given: a line break at the end counts, and é as one character differs from é as two.',
    'The result has 64 lowercase hexadecimal digits.',
    'A key of more than 64 bytes is hashed first, as RFC 2104 says. The key is never part of the response.',
  ],
  aliases: [
    'hmac',
    'hmac sha256',
    'hmac-sha-256',
    'hs256 signature',
    'keyed hash',
    'message authentication code',
    'sign a text with a secret',
    'webhook signature',
  ],
  verified: [
    'RFC 4231: test cases 1, 2 and 5, those whose key and text are UTF-8',
    'OpenSSL 3.0: same digest for 18 pairs of key and text, long ones and ones beyond ASCII among them',
  ],
  examples: [
    {
      title: 'RFC 4231, test case 2',
      input: 'what do ya want for nothing?',
      options: { key: 'Jefe' },
      output: { text: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843' },
    },
    {
      title: 'RFC 4231, test case 1: a key of 20 bytes 0b',
      input: 'Hi There',
      options: { key: '\u000b'.repeat(20) },
      output: { text: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7' },
    },
    {
      title: 'Empty text and empty key',
      output: { text: 'b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad' },
    },
    {
      title: 'Text and key beyond ASCII',
      input: 'Grüße 🌍',
      options: { key: 'ключ' },
      output: { text: 'dc6cac3eae12929a2fcf1673a9d8e60334b8c9c32146cb5828b2b3a927f58ed0' },
    },
    {
      title: 'A key that is not a string',
      input: 'Hi There',
      options: { key: 12345 },
      error: { code: 'INVALID_INPUT', message: 'Option "key" must be a string, got number' },
    },
  ],
  run({ input, options }) {
    return text(createHmac('sha256', options.key).update(input).digest('hex'));
  },
});
