import LZString from 'lz-string';
import { describe, expect, it } from 'vitest';

import { COMPRESSIONS } from '../../engines/compression.js';
import { writeLzString } from '../../lib/bytes/lz-string.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { mutate } from '../../testing/random-requests.js';
import { runTool } from '../../testing/run-tool.js';
import textCompressor from './text-compressor.js';

const chance = chanceOf(11);
const TEXTS = [
  'x',
  'abc'.repeat(1000),
  'Grüße 🌍 '.repeat(50),
  ...Array.from({ length: 5 }, () => `x${mutate('the quick brown fox '.repeat(20), chance)}`),
];

const compress = async (input: string, options: object): Promise<Buffer> => {
  const answer = await runTool(textCompressor, { input, options: { ...options } });
  expect(answer.status, answer.message).toBe(200);
  return Buffer.from(answer.text ?? '', 'base64');
};
const decompress = async (bytes: Uint8Array, algorithm: string) =>
  runTool(textCompressor, {
    input: Buffer.from(bytes).toString('base64'),
    options: { direction: 'decompress', algorithm },
  });

const PROGRAMS = [
  { algorithm: 'gzip', program: 'gzip', pack: ['-c'], unpack: ['-dc'], levels: [0, 1, 6, 9] },
  { algorithm: 'brotli', program: 'brotli', pack: ['-c'], unpack: ['-dc'], levels: [0, 5, 11] },
  { algorithm: 'zstd', program: 'zstd', pack: ['-c', '-q'], unpack: ['-dc', '-q'], levels: [1, 6, 19, 22] },
] as const;

describe.each(PROGRAMS)('$program', ({ algorithm, program, pack, unpack, levels }) => {
  inRounds.skipIf(!hasProgram(program, ['--version'], `text-compressor beside ${program}`))(
    'reads what the tool writes, and the tool what it writes',
    [4, TEXTS.length],
    async (rounds) => {
      for (const text of TEXTS.slice(0, rounds)) {
        for (const level of levels) {
          const bytes = await compress(text, { algorithm, level });
          expect(runProgram(program, unpack, bytes).toString()).toBe(text);
        }
        expect((await decompress(runProgram(program, pack, text), algorithm)).text).toBe(text);
      }
    },
  );
});

describe.skipIf(!hasProgram('python3', ['--version'], 'zlib and raw deflate beside Python'))('Python', () => {
  it.each([
    ['zlib', 15],
    ['raw-deflate', -15],
  ] as const)('%s is read and written alike', async (algorithm, bits) => {
    // All texts in one run of Python, as base64 lines.
    const script = (expression: string): string =>
      `import sys,zlib,base64\ndef pack(data):\n  c=zlib.compressobj(9,8,${bits})\n  return c.compress(data)+c.flush()\nfor line in sys.stdin:\n  data=base64.b64decode(line)\n  print(base64.b64encode(${expression}).decode())`;
    const through = (expression: string, all: readonly Uint8Array[]): Buffer[] => {
      const lines = all.map((bytes) => `${Buffer.from(bytes).toString('base64')}\n`).join('');
      const written = runProgram('python3', ['-c', script(expression)], lines)
        .toString()
        .trim()
        .split('\n');
      return written.map((line) => Buffer.from(line, 'base64'));
    };
    const packed: Buffer[] = [];
    for (const text of TEXTS) packed.push(await compress(text, { algorithm }));
    const unpacked = through(`zlib.decompress(data,${bits})`, packed);
    expect(unpacked.map((bytes) => bytes.toString())).toEqual(TEXTS);
    const theirs = through(
      'pack(data)',
      TEXTS.map((text) => Buffer.from(text)),
    );
    for (const [i, bytes] of theirs.entries()) expect((await decompress(bytes, algorithm)).text).toBe(TEXTS[i]);
    expect(theirs).toHaveLength(TEXTS.length);
  });
});

it('lz-string is read and written as the package does', async () => {
  for (const text of TEXTS) {
    const bytes = await compress(text, { algorithm: 'lz-string' });
    expect(bytes.equals(Buffer.from(LZString.compressToUint8Array(text)))).toBe(true);
    for (const packed of [
      LZString.compressToBase64(text),
      Buffer.from(LZString.compressToUint8Array(text)).toString('base64'),
    ]) {
      const answer = await runTool(textCompressor, {
        input: packed.replace(/=+$/, ''),
        options: { direction: 'decompress', algorithm: 'lz-string' },
      });
      expect(answer.text, packed).toBe(text);
    }
  }
});

exhaustive('a small bomb of every format is refused before it is large', async () => {
  const text = 'a'.repeat(990_000);
  for (const algorithm of COMPRESSIONS) {
    expect((await decompress(await compress(text, { algorithm }), algorithm)).text?.length, algorithm).toBe(990_000);
  }
  const { gzipSync, brotliCompressSync, deflateSync } = await import('node:zlib');
  const bomb = Buffer.alloc(50_000_000);
  for (const [algorithm, bytes] of [
    ['gzip', gzipSync(bomb)],
    ['zlib', deflateSync(bomb)],
    ['brotli', brotliCompressSync(bomb)],
  ] as const) {
    const answer = await decompress(bytes, algorithm);
    expect(answer.message).toBe('Cannot decompress property "input": it has more than 4000000 bytes decompressed');
    expect(answer.status).toBe(413);
  }
  if (hasProgram('zstd', ['--version'], 'a zstd bomb')) {
    expect((await decompress(runProgram('zstd', ['-c', '-q'], bomb), 'zstd')).status).toBe(413);
  }
  // As LZ-String writes n² / 2 letters in n codes: the same letter 5 million times.
  const letters = writeLzString('a'.repeat(4_100_000));
  expect((await decompress(letters, 'lz-string')).status).toBe(413);
});

it.each(COMPRESSIONS)('%s files come back, as digits and as compressed bytes', async (algorithm) => {
  const contents = ['Grüße 🌍 '.repeat(20), 'one\r\n'];
  const uploads = contents.map((content, index) => ({ name: `${index}.log`, bytes: Buffer.from(content) }));
  const packed = await runTool(textCompressor, { files: uploads, options: { algorithm, level: 1 } });
  expect(packed.data).toMatchObject({
    files: [
      { name: '0.log', outputs: ['0.txt'], textBytes: 260 },
      { name: '1.log', textBytes: 5 },
    ],
  });
  const binary = packed.files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes.toString(), 'base64') }));
  for (const files of [packed.files, ...(algorithm === 'lz-string' ? [] : [binary])]) {
    const back = await runTool(textCompressor, { files, options: { direction: 'decompress', algorithm } });
    expect(back.files.map(({ bytes }) => bytes.toString())).toEqual(contents);
  }
  const [first] = binary;
  const broken = [{ name: 'cut.gz', bytes: first!.bytes.subarray(0, 9) }];
  const refused = await runTool(textCompressor, { files: broken, options: { direction: 'decompress' } });
  expect(refused.message).toContain('Cannot decompress file "cut.gz"');
});
