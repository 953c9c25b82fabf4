import { isUtf8 } from 'node:buffer';
import { createHash, pbkdf2Sync } from 'node:crypto';

import { ContentFault } from '../faults.js';
import { type AesCipher, aesShape, checkWholeBlocks, encryptAes, openAes } from './aes.js';

/** Files of `openssl enc`: `Salted__`, a salt, the encrypted data. Neither cipher nor key derivation is named in them. */
const MAGIC = Buffer.from('Salted__');
const SALT_BYTES = 8;
const HEADER_BYTES = MAGIC.length + SALT_BYTES;

/** What `openssl enc -pbkdf2` does where `-iter` is not given (OpenSSL 1.1.1 and later). */
const OPENSSL_ITERATIONS = 10_000;
/** OWASP Password Storage Cheat Sheet 2025 for PBKDF2 with HMAC-SHA-256. */
export const SAFE_ITERATIONS = 600_000;
/** Chosen: two seconds of SHA-256 on a slow machine. */
export const MAX_ITERATIONS = 2_000_000;

/** Tried one after another where the caller does not name a number, the ones that people use. */
const USUAL_ITERATIONS = [OPENSSL_ITERATIONS, SAFE_ITERATIONS, 100_000, 200_000, 1_000_000];

export type EncDigest = 'sha256' | 'sha512' | 'sha1' | 'md5';
/** `pbkdf2`, or the single hash that OpenSSL did before and CryptoJS does to this day. */
export type EncDerivation = 'pbkdf2' | 'evp';

export interface EncKey {
  readonly derivation: EncDerivation;
  readonly digest: EncDigest;
  /** 1 for `evp`. */
  readonly iterations: number;
}

export const isOpensslEnc = (bytes: Uint8Array): boolean => MAGIC.equals(bytes.subarray(0, MAGIC.length));

/** EVP_BytesToKey of OpenSSL with a count of 1. */
function evpBytesToKey(digest: EncDigest, password: Buffer, salt: Uint8Array, length: number): Buffer {
  const blocks: Buffer[] = [];
  let last = Buffer.alloc(0);
  for (let bytes = 0; bytes < length; bytes += last.length) {
    last = createHash(digest).update(last).update(password).update(salt).digest();
    blocks.push(last);
  }
  return Buffer.concat(blocks).subarray(0, length);
}

function keyAndIv(password: string, salt: Uint8Array, cipher: AesCipher, { derivation, digest, iterations }: EncKey) {
  const { keyBytes, ivBytes } = aesShape(cipher);
  const length = keyBytes + ivBytes;
  const secret = Buffer.from(password);
  const both =
    derivation === 'evp'
      ? evpBytesToKey(digest, secret, salt, length)
      : pbkdf2Sync(secret, salt, iterations, length, digest);
  return { key: both.subarray(0, keyBytes), iv: both.subarray(keyBytes) };
}

interface EncSettings {
  readonly password: string;
  readonly cipher: AesCipher;
  readonly iterations: number;
  readonly random: (length: number) => Uint8Array;
}

/** As `openssl enc -pbkdf2 -iter N` writes it, by SHA-256. */
export function encryptEnc(plain: Uint8Array, { password, cipher, iterations, random }: EncSettings): Buffer {
  const salt = random(SALT_BYTES);
  const derived = keyAndIv(password, salt, cipher, { derivation: 'pbkdf2', digest: 'sha256', iterations });
  return Buffer.concat([MAGIC, salt, encryptAes(plain, { cipher, ...derived }).ciphertext]);
}

interface OpenedEnc extends EncKey {
  readonly plain: Buffer;
  /** Another derivation gave a padding that is right too, and nothing tells which is meant. */
  readonly isUnsure: boolean;
}

/** The derivations to try. `iterations` 0 tries the usual ones; a digest of `auto` those that OpenSSL and CryptoJS have by default. */
export function encKeys(derivation: EncDerivation | 'auto', digest: EncDigest | 'auto', iterations: number): EncKey[] {
  const rounds = iterations > 0 ? [iterations] : USUAL_ITERATIONS;
  const slow = rounds.map(
    (count): EncKey => ({
      derivation: 'pbkdf2',
      digest: digest === 'auto' ? 'sha256' : digest,
      iterations: count,
    }),
  );
  const digests: readonly EncDigest[] = digest === 'auto' ? ['sha256', 'md5'] : [digest];
  const fast = digests.map((name): EncKey => ({ derivation: 'evp', digest: name, iterations: 1 }));
  if (derivation === 'evp') return fast;
  // A number of iterations says that it is PBKDF2.
  if (derivation === 'pbkdf2' || iterations > 0) return slow;
  const [usual, ...others] = slow;
  return usual === undefined ? fast : [usual, ...fast, ...others];
}

/**
 * Opens the bytes by the first of several derivations that fits: the padding must be right, and where that holds by chance, one wrong key in 256, text goes
 * before what is none. Ciphers without padding fit always: there text decides alone. Throws ContentFault.
 */
export function decryptEnc(bytes: Uint8Array, password: string, cipher: AesCipher, keys: readonly EncKey[]): OpenedEnc {
  if (bytes.length < HEADER_BYTES) throw new ContentFault('it ends inside its salt');
  const salt = bytes.subarray(MAGIC.length, HEADER_BYTES);
  const encrypted = bytes.subarray(HEADER_BYTES);
  checkWholeBlocks(encrypted, cipher, 'pkcs7');
  const opened: Omit<OpenedEnc, 'isUnsure'>[] = [];
  for (const key of keys) {
    const plain = openAes(encrypted, { cipher, ...keyAndIv(password, salt, cipher, key) });
    if (plain === undefined) continue;
    if (isUtf8(plain)) return { ...key, plain, isUnsure: false };
    opened.push({ ...key, plain });
  }
  const [first] = opened;
  if (first !== undefined) return { ...first, isUnsure: opened.length > 1 };
  throw new ContentFault('the password, the cipher or the key derivation is wrong, or the data is damaged');
}
