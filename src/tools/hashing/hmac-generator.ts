import { createHmac } from 'node:crypto';

import { z } from 'zod';

import { defineTool, text } from '../../core/index.js';

export default defineTool({
  id: 'hmac-generator',
  title: 'HMAC Generator',
  summary: 'Computes the HMAC-SHA-256 of a text.',
  family: 'hashing',
  class: 'standard',
  input: 'optional',
  options: { key: z.string().max(1_000_000).default('').describe('The secret key.') },
  result: 'text',
  notes: [],
  aliases: [],
  verified: [],
  examples: [],
  run({ input, options }) {
    return text(createHmac('sha256', options.key).update(input).digest('hex'));
  },
});
