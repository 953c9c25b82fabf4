import { createCipheriv, createHmac, pbkdf2Sync } from 'node:crypto';

/** WinZip AES with a 256-bit key, www.winzip.com/en/support/aes-encryption: salt, verifier, encrypted data, code. */
const KEY_BYTES = 32;
export const ZIP_SALT_BYTES = 16;
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

/** AES in counter mode, in place. The counter starts at 1 and is little-endian, which no cipher of node:crypto offers. */
function applyKeyStream(bytes: Uint8Array, key: Uint8Array): void {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
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
