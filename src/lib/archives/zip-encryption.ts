import { createCipheriv, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** WinZip AES with a 256-bit key, www.winzip.com/en/support/aes-encryption: salt, verifier, encrypted data, code. */
const KEY_BYTES = 32;
export const ZIP_SALT_BYTES = 16;
/** Of a password in UTF-8: the most that 7-Zip takes. */
export const MAX_ZIP_PASSWORD_BYTES = 99;
const VERIFIER_BYTES = 2;
const CODE_BYTES = 10;
/** Fixed by the format, and few for today: only a long password holds. */
const ROUNDS = 1000;

const BLOCK_BYTES = 16;
/** Chosen: a key stream of 64 KiB stays in the cache while it is mixed in. */
const STREAM_BYTES = 64 * 1024;

/** One entry's data, encrypted under a password in UTF-8. The salt has 16 bytes and must be new for every entry. */
export function encryptZipData(data: Uint8Array, password: string, salt: Uint8Array): Uint8Array {
  const keys = pbkdf2Sync(password, salt, ROUNDS, 2 * KEY_BYTES + VERIFIER_BYTES, 'sha1');
  const result = Buffer.allocUnsafe(salt.length + VERIFIER_BYTES + data.length + CODE_BYTES);
  result.set(salt);
  result.set(keys.subarray(2 * KEY_BYTES), salt.length);
  const encrypted = result.subarray(salt.length + VERIFIER_BYTES, -CODE_BYTES);
  encrypted.set(data);
  applyKeyStream(encrypted, keys.subarray(0, KEY_BYTES));
  const code = createHmac('sha1', keys.subarray(KEY_BYTES, 2 * KEY_BYTES))
    .update(encrypted)
    .digest();
  result.set(code.subarray(0, CODE_BYTES), result.length - CODE_BYTES);
  return result;
}

/**
 * One entry's data decrypted, its code checked. `wrong`: the password is not the one; `damaged`: it is, but the data is not what
 * was encrypted. One wrong password in 65,536 passes the verifier, and then the code tells.
 */
export function decryptZipData(
  data: Uint8Array,
  password: string,
  keyBytes: 16 | 24 | 32,
): Uint8Array | 'wrong' | 'damaged' {
  const saltBytes = keyBytes / 2;
  if (data.length < saltBytes + VERIFIER_BYTES + CODE_BYTES) return 'damaged';
  const salt = data.subarray(0, saltBytes);
  const keys = pbkdf2Sync(password, salt, ROUNDS, 2 * keyBytes + VERIFIER_BYTES, 'sha1');
  const verifier = data.subarray(saltBytes, saltBytes + VERIFIER_BYTES);
  if (!timingSafeEqual(keys.subarray(2 * keyBytes), verifier)) return 'wrong';
  const encrypted = data.subarray(saltBytes + VERIFIER_BYTES, -CODE_BYTES);
  const code = createHmac('sha1', keys.subarray(keyBytes, 2 * keyBytes))
    .update(encrypted)
    .digest()
    .subarray(0, CODE_BYTES);
  if (!timingSafeEqual(code, data.subarray(-CODE_BYTES))) return 'damaged';
  const plain = Uint8Array.from(encrypted);
  applyKeyStream(plain, keys.subarray(0, keyBytes));
  return plain;
}

const CLASSIC_HEADER_BYTES = 12;

/**
 * The old encryption, APPNOTE.TXT 6.1: weak, but common. `check` is the byte that the header must end with; one wrong password in
 * 256 passes, and then the CRC-32 of the content tells. `undefined` where the password is wrong.
 */
export function decryptClassicZipData(data: Uint8Array, password: string, check: number): Uint8Array | undefined {
  let [first, second, third] = [0x12345678, 0x23456789, 0x34567890];
  const update = (byte: number): void => {
    first = (CRC_TABLE[(first ^ byte) & 255] ?? 0) ^ (first >>> 8);
    second = (Math.imul(second + (first & 255), 134_775_813) + 1) | 0;
    third = (CRC_TABLE[(third ^ (second >>> 24)) & 255] ?? 0) ^ (third >>> 8);
  };
  for (const byte of Buffer.from(password)) update(byte);
  const plain = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 1) {
    const word = (third & 0xffff) | 2;
    const byte = (data[i] ?? 0) ^ ((Math.imul(word, word ^ 1) >>> 8) & 255);
    plain[i] = byte;
    update(byte);
    if (i === CLASSIC_HEADER_BYTES - 1 && byte !== check) return undefined;
  }
  return data.length < CLASSIC_HEADER_BYTES ? undefined : plain.subarray(CLASSIC_HEADER_BYTES);
}

/** The steps of CRC-32 byte by byte, which the function of node:zlib hides: crc(i) as it starts and ends with all bits set. */
const CRC_TABLE = Int32Array.from({ length: 256 }, (_, i) => ~crc32(Uint8Array.of(i ^ 255)) ^ 0x00ffffff);

/** AES in counter mode, in place. The counter starts at 1 and is little-endian, which no cipher of node:crypto offers. */
function applyKeyStream(bytes: Uint8Array, key: Uint8Array): void {
  const cipher = createCipheriv(`aes-${8 * key.length}-ecb`, key, null).setAutoPadding(false);
  const counters = Buffer.alloc(STREAM_BYTES);
  let counter = 1;
  for (let start = 0; start < bytes.length; start += STREAM_BYTES) {
    const length = Math.min(STREAM_BYTES, bytes.length - start);
    const blocks = Math.ceil(length / BLOCK_BYTES);
    for (let block = 0; block < blocks; block += 1) {
      counters.writeUInt32LE(counter, block * BLOCK_BYTES);
      counter += 1;
    }
    const stream = cipher.update(counters.subarray(0, blocks * BLOCK_BYTES));
    for (let i = 0; i < length; i += 1) {
      bytes[start + i] = (bytes[start + i] ?? 0) ^ (stream[i] ?? 0);
    }
  }
}
