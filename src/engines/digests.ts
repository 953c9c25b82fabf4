import { createHash, type Hash } from 'node:crypto';

import type { IHasher } from 'hash-wasm';

/** Digests by their usual names, in the order in which they are listed. */
export const DIGEST_NAMES = [
  'md5',
  'sha1',
  'sha224',
  'sha256',
  'sha384',
  'sha512',
  'sha512-256',
  'sha3-224',
  'sha3-256',
  'sha3-384',
  'sha3-512',
  'keccak256',
  'blake2b',
  'blake2s',
  'blake3',
  'ripemd160',
  'sm3',
  'whirlpool',
  'crc32',
] as const;

export type DigestName = (typeof DIGEST_NAMES)[number];

/** The names by which Node's OpenSSL knows them; the others it may lack, or lacks. */
const NODE_NAMES: Partial<Record<DigestName, string>> = {
  md5: 'md5',
  sha1: 'sha1',
  sha224: 'sha224',
  sha256: 'sha256',
  sha384: 'sha384',
  sha512: 'sha512',
  'sha512-256': 'sha512-256',
  'sha3-224': 'sha3-224',
  'sha3-256': 'sha3-256',
  'sha3-384': 'sha3-384',
  'sha3-512': 'sha3-512',
  blake2b: 'blake2b512',
  blake2s: 'blake2s256',
};

/**
 * The digest of bytes: BLAKE2b with 512 bits, BLAKE2s and BLAKE3 with 256, Keccak-256 with the padding from before FIPS 202,
 * CRC-32 of ISO 3309, most significant byte first.
 */
export async function digest(name: DigestName, bytes: Uint8Array): Promise<Uint8Array> {
  const hash = await openHash(name);
  hash.update(bytes);
  return hash instanceof Object && 'init' in hash ? hash.digest('binary') : hash.digest();
}

async function openHash(name: DigestName): Promise<Hash | IHasher> {
  const node = NODE_NAMES[name];
  if (node !== undefined) return createHash(node);
  const engine = await import('hash-wasm');
  switch (name) {
    case 'keccak256':
      return engine.createKeccak(256);
    case 'blake3':
      return engine.createBLAKE3();
    case 'ripemd160':
      return engine.createRIPEMD160();
    case 'sm3':
      return engine.createSM3();
    case 'whirlpool':
      return engine.createWhirlpool();
    default:
      return engine.createCRC32();
  }
}
