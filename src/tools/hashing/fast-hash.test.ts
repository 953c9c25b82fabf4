import { expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import fastHash from './fast-hash.js';

const chance = chanceOf(64);
const randomBytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => chance(256)));

async function hashOf(algorithm: string, content: Buffer, options = {}): Promise<string> {
  const { data, message } = await runTool(fastHash, {
    input: content.toString('hex'),
    options: { algorithm, inputEncoding: 'hex', ...options },
  });
  if (data === undefined) throw new Error(message);
  return (data as { hashes: { hex: string }[] }).hashes[0]?.hex ?? '';
}

/** The bytes of a hash as SMHasher keeps them: each word least significant byte first. */
const stored = (hex: string): Buffer =>
  Buffer.concat((hex.match(/.{1,16}/g) ?? []).map((word) => Buffer.from(word, 'hex').reverse()));

// SMHasher's VerificationTest: hashes of 0, 1, … 255 bytes with seed 256 - length, and the hash of those hashes.
it.each([
  ['murmur3-32', 'b0f57ee3'],
  ['murmur3-128', '6384ba69'],
  ['murmur2-32', '27864c1e'],
])('%s has the verification value of SMHasher', async (algorithm, expected) => {
  const hashes: Buffer[] = [];
  for (let length = 0; length < 256; length++) {
    const key = Buffer.from(Array.from({ length }, (_, i) => i));
    hashes.push(stored(await hashOf(algorithm, key, { hashSeed: String(256 - length) })));
  }
  const last = stored(await hashOf(algorithm, Buffer.concat(hashes)));
  expect(last.readUInt32LE().toString(16)).toBe(expected);
});

// http://www.isthe.com/chongo/src/fnv/test_fnv.c
it.each([
  ['fnv1-32', '31f0b262'],
  ['fnv1a-32', 'bf9cf968'],
  ['fnv1-64', '340d8765a4dda9c2'],
  ['fnv1a-64', '85944171f73967e8'],
])('%s of foobar', async (algorithm, expected) => {
  expect(await hashOf(algorithm, Buffer.from('foobar'))).toBe(expected);
});

// https://en.wikipedia.org/wiki/Jenkins_hash_function; djb2 and sdbm by their recurrences in exact numbers.
it('gives the published values of the small hashes', async () => {
  expect(await hashOf('jenkins-one-at-a-time', Buffer.from('a'))).toBe('ca2e9442');
  expect(await hashOf('jenkins-one-at-a-time', Buffer.from('The quick brown fox jumps over the lazy dog'))).toBe(
    '519e91f5',
  );
  for (const [algorithm, factor, start] of [
    ['djb2', 33n, 5381n],
    ['sdbm', 65599n, 0n],
  ] as const) {
    const content = randomBytes(300);
    let exact = start;
    for (const byte of content) exact = exact * factor + BigInt(byte);
    expect(await hashOf(algorithm, content)).toBe((exact % 2n ** 32n).toString(16).padStart(8, '0'));
  }
  expect(await hashOf('djb2', Buffer.from('hello'))).toBe('0f923099');
  expect(await hashOf('sdbm', Buffer.from('hello'))).toBe('28d19932');
});

it('computes all hashes at once', async () => {
  const { data } = await runTool(fastHash, { input: 'abc', options: { algorithm: 'all' } });
  const { hashes } = data as { hashes: { algorithm: string; hex: string }[] };
  expect(hashes.length).toBe(15);
  for (const { algorithm, hex } of hashes) expect(await hashOf(algorithm, Buffer.from('abc')), algorithm).toBe(hex);
});

// J.-P. Aumasson and D. J. Bernstein, SipHash: appendix A.
it('gives the value in the SipHash paper', async () => {
  const content = Buffer.from(Array.from({ length: 15 }, (_, i) => i));
  const key = '000102030405060708090a0b0c0d0e0f';
  expect(await hashOf('siphash-2-4', content, { key })).toBe('a129ca6149be45e5');
});

inRounds.skipIf(!hasProgram('xxhsum', ['--version'], 'fast-hash beside xxhsum'))(
  'gives the hashes of xxhsum',
  [10, 200],
  async (rounds) => {
    for (let round = 0; round < rounds; round++) {
      const content = randomBytes(round < 100 ? round * 3 : chance(5000));
      for (const [algorithm, option] of [
        ['xxh32', '-H0'],
        ['xxh64', '-H1'],
        ['xxh3-128', '-H2'],
        ['xxh3-64', '-H3'],
      ] as const) {
        const told = runProgram('xxhsum', [option], content).toString();
        const expected = /\b(?:XXH3_)?([0-9a-f]{8,32})\b/.exec(told)?.[1];
        expect(await hashOf(algorithm, content), told).toBe(expected);
      }
    }
  },
);

inRounds.skipIf(!hasProgram('openssl', ['version'], 'fast-hash beside OpenSSL'))(
  'gives the SipHash of OpenSSL',
  [5, 200],
  async (rounds) => {
    for (let round = 0; round < rounds; round++) {
      const [key, content] = [randomBytes(16).toString('hex'), randomBytes(chance(300))];
      const args = ['mac', '-macopt', `hexkey:${key}`, '-macopt', 'size:8', '-in', '-', 'SIPHASH'];
      const told = runProgram('openssl', args, content).toString().trim();
      expect(await hashOf('siphash-2-4', content, { key })).toBe(Buffer.from(told, 'hex').reverse().toString('hex'));
    }
  },
);
