import base64Converter from '../../../src/tools/encoding/base64-converter.js';
import fileToBase64 from '../../../src/tools/encoding/file-to-base64.js';
import type { EngineCase } from '../engine-case.js';

const input = 'The quick brown fox jumps over the lazy dog; Füchse auch. '.repeat(17_000);
const encoded = Buffer.from(input).toString('base64').slice(0, 1_000_000);
const file = Buffer.from(input.repeat(4));

export default [
  {
    tool: base64Converter,
    title: 'encode',
    bytes: input.length,
    input,
    options: {},
    engine: () => Buffer.from(input).toString('base64'),
  },
  {
    tool: base64Converter,
    title: 'decode',
    bytes: encoded.length,
    input: encoded,
    options: { direction: 'decode' },
    engine: () => Buffer.from(encoded, 'base64').toString(),
  },
  {
    tool: fileToBase64,
    title: 'a file',
    bytes: file.length,
    files: [{ name: 'a.txt', bytes: file }],
    options: {},
    engine: () => file.toString('base64'),
  },
] satisfies readonly EngineCase[];
