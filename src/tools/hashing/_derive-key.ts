import { createHash, hkdf, pbkdf2, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

import { invalid, overLimit } from '../../core/errors.js';

export const KDF_DIGESTS = ['sha256', 'sha512', 'sha384', 'sha224', 'sha1', 'sha3-256', 'sha3-512', 'md5'] as const;

export interface Derivation {
  readonly algorithm: 'pbkdf2' | 'hkdf' | 'scrypt' | 'evp';
  readonly digest: (typeof KDF_DIGESTS)[number];
  readonly secret: Uint8Array;
  readonly salt: Uint8Array;
  readonly info: Uint8Array;
  readonly iterations: number;
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelism: number;
  /** Of what is derived, in bytes. */
  readonly length: number;
}

const startPbkdf2 = promisify(pbkdf2);
const startHkdf = promisify(hkdf);
const startScrypt = promisify<Uint8Array, Uint8Array, number, object, Buffer>(scrypt);

/** Calls of HMAC or of the digest: some five seconds of one core. */
const MAX_ROUNDS = 5_000_000;
/** N times r times p of scrypt, in as much time; and its memory. */
const MAX_SCRYPT_WORK = 8_388_608;
const MAX_SCRYPT_BYTES = 268_435_456;
/** Node takes no more. */
const MAX_INFO_BYTES = 1024;

/** Derives bytes. Throws INVALID_INPUT and LIMIT_EXCEEDED naming the option. */
export async function deriveKey(derivation: Derivation): Promise<Uint8Array> {
  const { algorithm, digest, secret, salt, info, iterations, length } = derivation;
  if (algorithm === 'scrypt') return scryptKey(derivation);
  const digestBytes = createHash(digest).digest().length;
  if (algorithm === 'hkdf') {
    if (info.length > MAX_INFO_BYTES)
      throw invalid(`Option "info" must have at most ${MAX_INFO_BYTES} bytes, got ${info.length}`);
    return new Uint8Array(await startHkdf(digest, secret, salt, info, length));
  }
  // SHA-3 takes twice the time of the others, a digest of its own for each round five times that of PBKDF2.
  const weight = (digest.startsWith('sha3') ? 2 : 1) * (algorithm === 'evp' ? 5 : 1);
  const rounds = iterations * Math.ceil(length / digestBytes) * weight;
  if (rounds > MAX_ROUNDS)
    throw overLimit(
      `The derivation may take ${MAX_ROUNDS} rounds of ${digest}, it needs ${rounds}: lower "iterations" or "length"`,
    );
  if (algorithm === 'pbkdf2') return startPbkdf2(secret, salt, iterations, length, digest);
  if (salt.length !== 0 && salt.length !== 8)
    throw invalid(`Option "salt" must have 8 bytes or none for EVP_BytesToKey, got ${salt.length}`);
  return bytesToKey(derivation);
}

async function scryptKey({ secret, salt, cost, blockSize, parallelism, length }: Derivation): Promise<Uint8Array> {
  if (!Number.isInteger(Math.log2(cost))) throw invalid(`Option "cost" must be a power of 2, got ${cost}`);
  // RFC 7914, section 2.
  if (Math.log2(cost) >= 16 * blockSize)
    throw invalid(
      `Option "cost" must be below 2 to the power of 16 for each "blockSize", got ${cost} with ${blockSize}`,
    );
  if (128 * cost * blockSize > MAX_SCRYPT_BYTES || cost * blockSize * parallelism > MAX_SCRYPT_WORK)
    throw overLimit(
      `Options "cost" times "blockSize" must be at most ${MAX_SCRYPT_BYTES / 128}, times "parallelism" at most ${MAX_SCRYPT_WORK}`,
    );
  const maxmem = 128 * blockSize * (cost + parallelism + 2);
  return startScrypt(secret, salt, length, { N: cost, r: blockSize, p: parallelism, maxmem });
}

/** EVP_BytesToKey of OpenSSL: each block is the digest of the block before, the secret and the salt, over and over. */
function bytesToKey({ digest, secret, salt, iterations, length }: Derivation): Uint8Array {
  const blocks: Uint8Array[] = [];
  let block: Uint8Array = new Uint8Array(0);
  for (let bytes = 0; bytes < length; bytes += block.length) {
    block = createHash(digest).update(block).update(secret).update(salt).digest();
    for (let round = 1; round < iterations; round++) block = createHash(digest).update(block).digest();
    blocks.push(block);
  }
  return Buffer.concat(blocks).subarray(0, length);
}
