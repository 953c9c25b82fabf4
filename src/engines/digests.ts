import { createHash, createHmac, type Hash } from 'node:crypto';

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
  const node = NODE_NAMES[name];
  return finished(node === undefined ? await openHash(name) : createHash(node), bytes);
}

/** Digests that HMAC is defined for: a CRC is not a hash in its sense. */
export const HMAC_DIGEST_NAMES = DIGEST_NAMES.filter((name): name is HmacDigestName => name !== 'crc32');

export type HmacDigestName = Exclude<DigestName, 'crc32'>;

/** HMAC (RFC 2104) of bytes over any digest but CRC-32. */
export async function hmac(name: HmacDigestName, key: Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
  const node = NODE_NAMES[name];
  if (node !== undefined) return createHmac(node, key).update(bytes).digest();
  const { createHMAC } = await loadHashWasm();
  return finished(await createHMAC(openHash(name), key), bytes);
}

/** The one place that loads the package; each hash it opens has a memory of its own. */
export const loadHashWasm = () => import('hash-wasm');

function finished(hash: Hash | IHasher, bytes: Uint8Array): Uint8Array {
  hash.update(bytes);
  return 'init' in hash ? hash.digest('binary') : hash.digest();
}

async function openHash(name: DigestName): Promise<IHasher> {
  const engine = await loadHashWasm();
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

/** What Argon2 (RFC 9106) is asked for; whoever asks bounds the memory and the passes first. */
export interface Argon2Request {
  readonly flavor: 'argon2id' | 'argon2i' | 'argon2d';
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
  readonly salt: Uint8Array;
}

/** Bytes that Argon2 makes of a password. */
export async function deriveByArgon2(password: string, request: Argon2Request, length: number): Promise<Uint8Array> {
  const engine = await import('hash-wasm');
  const { flavor, memoryKib, passes, lanes, salt } = request;
  return engine[flavor]({
    ...{ password: Buffer.from(password), salt, iterations: passes, parallelism: lanes },
    ...{ memorySize: memoryKib, hashLength: length, outputType: 'binary' },
  });
}
