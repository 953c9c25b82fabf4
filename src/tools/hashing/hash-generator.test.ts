import { describe, expect, it } from 'vitest';
import { chanceOf } from '../../testing/chance.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import fileHash from './file-hash.js';
import hashGenerator from './hash-generator.js';

const chance = chanceOf(3);
const CONTENTS = ['', 'abc', ...Array.from({ length: 10 }, () => 'é🌍x\n'.repeat(chance(200)))];
const hash = async (input: string, algorithm: string): Promise<string> =>
  (await runTool(hashGenerator, { input, options: { algorithm } })).text ?? '';

/** Programs that print a digest of their standard input first. */
const PROGRAMS: readonly (readonly [string, string, readonly string[]])[] = [
  ['md5', 'md5sum', []],
  ['sha1', 'sha1sum', []],
  ['sha224', 'sha224sum', []],
  ['sha256', 'sha256sum', []],
  ['sha384', 'sha384sum', []],
  ['sha512', 'sha512sum', []],
  ['blake2b', 'b2sum', []],
  ['blake3', 'b3sum', []],
  ...['sha512-256', 'sha3-224', 'sha3-256', 'sha3-384', 'sha3-512', 'ripemd160', 'sm3', 'blake2s256'].map(
    (name) => [name.replace('blake2s256', 'blake2s'), 'openssl', ['dgst', `-${name}`, '-r']] as const,
  ),
  ['whirlpool', 'openssl', ['dgst', '-provider', 'legacy', '-provider', 'default', '-whirlpool', '-r']],
  ['crc32', 'rhash', ['--crc32', '--simple', '-']],
];

describe.each(PROGRAMS)('%s', (algorithm, program, args) => {
  const probe = program === 'openssl' ? ['version'] : ['--version'];
  it.skipIf(!hasProgram(program, probe, `${algorithm} beside another program`))(`is what ${program} says`, async () => {
    for (const content of CONTENTS) {
      const [expected] = runProgram(program, args, content).toString().split(/\s/);
      expect(await hash(content, algorithm), JSON.stringify(content.slice(0, 20))).toBe(expected);
    }
  });
});

// The Keccak team's test vectors for Keccak[c=512] of the empty message and of "abc", as Ethereum uses it.
it('keccak256 has the padding from before SHA-3', async () => {
  expect(await hash('', 'keccak256')).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
  expect(await hash('abc', 'keccak256')).toBe('4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45');
});

it('all has every digest, the same as one by one', async () => {
  const { data } = await runTool(hashGenerator, { input: 'abc', options: { algorithm: 'all' } });
  const digests = Object.entries(data as Record<string, string>);
  expect(digests.length).toBe(19);
  for (const [name, digest] of digests) expect(await hash('abc', name)).toBe(digest);
});

it('hashes the lines of files, and gives several a file each', async () => {
  const files = ['é\r\n\nb', 'b'].map((content, i) => ({ name: `f${i}.txt`, bytes: Buffer.from(content) }));
  const options = { perLine: true, algorithm: 'md5' };
  const one = await runTool(hashGenerator, { files: files.slice(0, 1), options });
  expect(one.text).toBe((await runTool(hashGenerator, { input: 'é\r\n\nb', options })).text);
  const both = await runTool(hashGenerator, { files, options });
  expect(both.files.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
    ['f0-md5.txt', one.text],
    ['f1-md5.txt', await hash('b', 'md5')],
  ]);
});

it.skipIf(!hasProgram('sha256sum', ['--version'], 'hash-generator per line beside sha256sum'))(
  'hashes every line as sha256sum does',
  async () => {
    const lines = Array.from({ length: 30 }, (_, index) => 'é🌍 x'.repeat(index % 5) + index);
    const { text } = await runTool(hashGenerator, { input: lines.join('\n'), options: { perLine: true } });
    const expected = lines.map((line) => runProgram('sha256sum', [], line).toString().slice(0, 64));
    expect(text?.split('\n')).toEqual(expected);
  },
);

it.skipIf(!hasProgram('sha256sum', ['--version'], 'file-hash beside sha256sum --check'))(
  'lines are accepted by sha256sum --check',
  async () => {
    const { mkdtempSync, rmSync, writeFileSync } = await import('node:fs');
    const { tmpdir } = await import('node:os');
    const { join } = await import('node:path');
    const folder = mkdtempSync(join(tmpdir(), 'file-hash-'));
    try {
      const files = ['a.txt', 'with space é.bin', '-b'].map((name, i) => ({
        name,
        bytes: Buffer.alloc(i * 1_000_000, i),
      }));
      for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes);
      for (const format of ['sum', 'bsd']) {
        const { text } = await runTool(fileHash, { files, options: { algorithms: 'sha256', format } });
        const checked = runProgram(
          'sh',
          ['-c', `cd "${folder}" && sha256sum --check --strict -`],
          text ?? '',
        ).toString();
        expect(checked.match(/: OK$/gm)?.length).toBe(3);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
