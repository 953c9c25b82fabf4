import { z } from 'zod';

import { file, text } from '../../../core/index.js';

import { defineHostile } from './_define.js';

export default defineHostile({
  id: 'output',
  class: 'standard',
  options: {
    fileBytes: z.number().min(0).max(1e9).default(0).describe('Bytes of a file to return.'),
    textBytes: z.number().min(0).max(1e9).default(0).describe('Bytes of text to return.'),
  },
  run: ({ options }) =>
    Number(options.fileBytes) > 0
      ? file('zeros.bin', 'application/octet-stream', new Uint8Array(Number(options.fileBytes)))
      : text('x'.repeat(Number(options.textBytes))),
});
