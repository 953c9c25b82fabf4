import { xxHash } from '../../engines/fast-hashes.js';
import {
  djb2,
  fnv32,
  fnv64,
  murmur2,
  murmur3,
  murmur3Wide,
  oneAtATime,
  sdbm,
} from '../../lib/checksums/fast-hashes.js';
import { sipHash } from '../../lib/checksums/siphash.js';

/** What a hash is made with, beside the bytes. */
interface Parameters {
  readonly seed: bigint;
  readonly key: Uint8Array;
}

/** A fast hash: bits of its result, bits of its seed (0: it has none), and how it is computed. */
interface FastHash {
  readonly bits: 32 | 64 | 128;
  readonly seedBits: 0 | 32 | 64;
  readonly of: (bytes: Uint8Array, parameters: Parameters) => bigint | Promise<bigint>;
}

const FAST_HASHES = {
  xxh64: { bits: 64, seedBits: 64, of: (bytes, { seed }) => xxHash('xxh64', bytes, seed) },
  'xxh3-64': { bits: 64, seedBits: 64, of: (bytes, { seed }) => xxHash('xxh3-64', bytes, seed) },
  'xxh3-128': { bits: 128, seedBits: 64, of: (bytes, { seed }) => xxHash('xxh3-128', bytes, seed) },
  xxh32: { bits: 32, seedBits: 32, of: (bytes, { seed }) => xxHash('xxh32', bytes, seed) },
  'murmur3-32': { bits: 32, seedBits: 32, of: (bytes, { seed }) => murmur3(bytes, Number(seed)) },
  'murmur3-128': { bits: 128, seedBits: 32, of: (bytes, { seed }) => murmur3Wide(bytes, Number(seed)) },
  'murmur2-32': { bits: 32, seedBits: 32, of: (bytes, { seed }) => murmur2(bytes, Number(seed)) },
  'fnv1a-32': { bits: 32, seedBits: 0, of: (bytes) => fnv32(bytes, true) },
  'fnv1a-64': { bits: 64, seedBits: 0, of: (bytes) => fnv64(bytes, true) },
  'fnv1-32': { bits: 32, seedBits: 0, of: (bytes) => fnv32(bytes, false) },
  'fnv1-64': { bits: 64, seedBits: 0, of: (bytes) => fnv64(bytes, false) },
  'siphash-2-4': { bits: 64, seedBits: 0, of: (bytes, { key }) => sipHash(key, bytes) },
  djb2: { bits: 32, seedBits: 0, of: djb2 },
  sdbm: { bits: 32, seedBits: 0, of: sdbm },
  'jenkins-one-at-a-time': { bits: 32, seedBits: 0, of: oneAtATime },
} as const satisfies Readonly<Record<string, FastHash>>;

export type FastHashName = keyof typeof FAST_HASHES;

/** The literal above has these keys. */
export const FAST_HASH_NAMES = Object.keys(FAST_HASHES) as readonly FastHashName[] as readonly [
  FastHashName,
  ...FastHashName[],
];

export const fastHash = (name: FastHashName): FastHash => FAST_HASHES[name];
