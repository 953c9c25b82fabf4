import { z } from 'zod';

import { defineTool, invalid, json, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { readOptionBytes } from '../../formats/key-bytes.js';
import { CONTENT_NOTE, readContents } from './_contents.js';
import { FAST_HASH_NAMES, fastHash } from './_fast-hashes.js';

/** Reads a seed in decimal or hexadecimal digits; 0 where it is empty. */
function readSeed(text: string): bigint {
  const digits = text.trim();
  if (digits === '') return 0n;
  if (!/^(?:\d{1,20}|0x[0-9a-f]{1,16})$/i.test(digits) || BigInt(digits) >= 2n ** 64n)
    throw invalid(`Option "hashSeed" must be digits of a number below 2^64, decimal or as 0x…, got ${quote(text)}`);
  return BigInt(digits);
}

export default defineTool({
  id: 'fast-hash',
  title: 'Fast Hash',
  summary: 'Computes fast, non-cryptographic hashes such as xxHash, MurmurHash, FNV and SipHash of a text or of files.',
  family: 'hashing',
  class: 'native',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    algorithm: z
      .enum([FAST_HASH_NAMES[0], 'all', ...FAST_HASH_NAMES.slice(1)])
      .default('xxh64')
      .describe('Hash; all computes each of them.'),
    hashSeed: z
      .string()
      .max(30)
      .default('')
      .describe('Seed of xxHash (64 bits) and MurmurHash (32 bits), in decimal or as 0x…; empty for 0.'),
    key: ofKind(
      'secret',
      z.string().max(200).default('').describe('Key of SipHash, 16 bytes; empty for 16 bytes of zero.'),
    ),
    keyEncoding: z.enum(['hex', 'text', 'base64']).default('hex').describe('What the key is: bytes, or text.'),
    inputEncoding: shared.inputEncoding(),
    charset: shared.charset(),
  },
  result: 'data',
  data: z.object({
    hashes: z
      .array(
        z.object({
          name: z.string().describe('File name, or "input".'),
          bytes: count('Number of bytes that were hashed.'),
          algorithm: z.string().describe('Name of the hash.'),
          hex: z.string().describe('Hash in hexadecimal digits, highest first.'),
          decimal: z.string().describe('Hash as an unsigned decimal number, in quotes for its size.'),
          signed: z.string().describe('The same as a signed number, as Java and Go libraries show it.'),
        }),
      )
      .describe('One entry per file and hash.'),
  }),
  notes: [
    CONTENT_NOTE,
    'Not for passwords, signatures or against tampering: equal hashes are easy to make. SipHash alone withstands chosen input, as long as its key is secret.',
    'MurmurHash3 of 32 bits is the x86 variant, of 128 bits the x64 variant, whose first half is written first. FNV-1a, DJB2, SDBM and Jenkins take bytes: a text is UTF-8 unless "charset" says otherwise.',
  ],
  aliases: [
    'xxhash',
    'xxh3',
    'xxhsum',
    'murmurhash',
    'murmur3',
    'mmh3',
    'fnv1a',
    'siphash',
    'djb2',
    'sdbm',
    'jenkins hash',
    'non-cryptographic hash',
    'hash table hash',
  ],
  verified: [
    'xxhsum 0.8.1: XXH32, XXH64, XXH3 and XXH128 of 200 random contents of up to 5,000 bytes',
    'SMHasher: the verification values of MurmurHash2 and of MurmurHash3 x86 32 and x64 128, each over 256 keys and seeds',
    'OpenSSL 3.0: SipHash-2-4 of 200 random keys and contents; the test vector of the SipHash paper',
    'Landon Curt Noll: FNV vectors of "foobar"; published values of one-at-a-time; DJB2 and SDBM beside their recurrences in exact numbers',
  ],
  examples: [
    {
      title: 'XXH64 of a text',
      input: 'Nobody inspects the spammish repetition',
      output: {
        data: {
          hashes: [
            {
              name: 'input',
              bytes: 39,
              algorithm: 'xxh64',
              hex: 'fbcea83c8a378bf1',
              decimal: '18144624926692707313',
              signed: '-302119147016844303',
            },
          ],
        },
      },
    },
    {
      title: 'SipHash of an empty file under the key of the paper',
      files: [{ name: 'empty.bin', text: '' }],
      options: { algorithm: 'siphash-2-4', key: '000102030405060708090a0b0c0d0e0f' },
      output: {
        data: {
          hashes: [
            {
              name: 'empty.bin',
              bytes: 0,
              algorithm: 'siphash-2-4',
              hex: '726fdb47dd0e0e31',
              decimal: '8246050544436514353',
              signed: '8246050544436514353',
            },
          ],
        },
      },
    },
    {
      title: 'MurmurHash3 with a seed',
      input: 'Hello, world!',
      options: { algorithm: 'murmur3-32', hashSeed: '0x9747b28c' },
      output: {
        data: {
          hashes: [
            {
              name: 'input',
              bytes: 13,
              algorithm: 'murmur3-32',
              hex: '24884cba',
              decimal: '612912314',
              signed: '612912314',
            },
          ],
        },
      },
    },
    {
      title: 'A seed that is not a number',
      input: 'abc',
      options: { hashSeed: 'lucky' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "hashSeed" must be digits of a number below 2^64, decimal or as 0x…, got "lucky"',
      },
    },
    {
      title: 'A seed for a hash without one',
      input: 'abc',
      options: { algorithm: 'djb2', hashSeed: '7' },
      error: { code: 'INVALID_INPUT', message: 'Option "hashSeed" must be empty for djb2, which has no seed' },
    },
    {
      title: 'A seed of too many bits',
      input: 'abc',
      options: { algorithm: 'xxh32', hashSeed: '4294967296' },
      error: { code: 'INVALID_INPUT', message: 'Option "hashSeed" must be below 2^32 for xxh32, got "4294967296"' },
    },
    {
      title: 'A key of another length',
      input: 'abc',
      options: { algorithm: 'siphash-2-4', key: '00ff' },
      error: { code: 'INVALID_INPUT', message: 'Option "key" must have 16 bytes, got 2' },
    },
  ],
  async run(run) {
    const { algorithm, key: writtenKey, keyEncoding, hashSeed } = run.options;
    const seed = readSeed(hashSeed);
    const key = writtenKey === '' ? new Uint8Array(16) : readOptionBytes('key', writtenKey, keyEncoding);
    if (key.length !== 16) throw invalid(`Option "key" must have 16 bytes, got ${key.length}`);
    if (algorithm !== 'all' && seed !== 0n && fastHash(algorithm).seedBits === 0)
      throw invalid(`Option "hashSeed" must be empty for ${algorithm}, which has no seed`);
    const names = algorithm === 'all' ? FAST_HASH_NAMES : [algorithm];
    const short = names.find((name) => fastHash(name).seedBits === 32);
    if (short !== undefined && seed >= 2n ** 32n)
      throw invalid(`Option "hashSeed" must be below 2^32 for ${short}, got ${quote(hashSeed)}`);
    const hashes = [];
    for (const { name, bytes } of readContents(run)) {
      for (const algorithm of names) {
        const { bits, of } = fastHash(algorithm);
        const value = await of(bytes, { seed, key });
        const hex = value.toString(16).padStart(bits / 4, '0');
        const signed = String(BigInt.asIntN(bits, value));
        hashes.push({ name, bytes: bytes.length, algorithm, hex, decimal: String(value), signed });
      }
    }
    return json({ hashes });
  },
});
