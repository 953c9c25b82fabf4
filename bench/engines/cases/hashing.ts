import { createHmac } from 'node:crypto';

import hmacGenerator from '../../../src/tools/hashing/hmac-generator.js';
import type { EngineCase } from '../engine-case.js';

const input = 'The quick brown fox jumps over the lazy dog. '.repeat(22_000);

export default [
  {
    tool: hmacGenerator,
    title: 'a long text',
    bytes: input.length,
    input,
    options: { key: 'secret' },
    engine: () => createHmac('sha256', 'secret').update(input).digest('hex'),
  },
] satisfies readonly EngineCase[];
