import { createHash, createHmac } from 'node:crypto';

import fileHash from '../../../src/tools/hashing/file-hash.js';
import hashGenerator from '../../../src/tools/hashing/hash-generator.js';
import hmacGenerator from '../../../src/tools/hashing/hmac-generator.js';
import type { EngineCase } from '../engine-case.js';

const input = 'The quick brown fox jumps over the lazy dog. '.repeat(22_000);
const file = Buffer.from(input.repeat(5));

export default [
  {
    tool: hmacGenerator,
    title: 'a long text',
    bytes: input.length,
    input,
    options: { key: 'secret' },
    engine: () => createHmac('sha256', 'secret').update(input).digest('hex'),
  },
  {
    tool: hashGenerator,
    title: 'SHA-256 of a long text',
    bytes: input.length,
    input,
    options: {},
    engine: () => createHash('sha256').update(input).digest('hex'),
  },
  {
    tool: fileHash,
    title: 'MD5, SHA-1 and SHA-256 of a file',
    bytes: file.length,
    files: [{ name: 'a.bin', bytes: file }],
    options: {},
    engine: () => ['md5', 'sha1', 'sha256'].map((name) => createHash(name).update(file).digest('hex')),
  },
] satisfies readonly EngineCase[];
