import { createCipheriv } from 'node:crypto';

const BLOCK = 16;

/** AES-CMAC (RFC 4493, NIST SP 800-38B) by the AES of OpenSSL; the key has 16, 24 or 32 bytes. */
export function aesCmac(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const bits = key.length * 8;
  const ecb = createCipheriv(`aes-${bits}-ecb`, key, null).setAutoPadding(false);
  const first = doubled(Buffer.concat([ecb.update(Buffer.alloc(BLOCK)), ecb.final()]));
  const isWhole = bytes.length > 0 && bytes.length % BLOCK === 0;
  const lastStart = isWhole ? bytes.length - BLOCK : bytes.length - (bytes.length % BLOCK);
  const last = Buffer.alloc(BLOCK);
  last.set(bytes.subarray(lastStart));
  if (!isWhole) last[bytes.length - lastStart] = 0x80;
  const subkey = isWhole ? first : doubled(first);
  for (let i = 0; i < BLOCK; i++) last[i] = (last[i] ?? 0) ^ (subkey[i] ?? 0);
  // The MAC is the last block of CBC with an IV of zeros.
  const cbc = createCipheriv(`aes-${bits}-cbc`, key, Buffer.alloc(BLOCK)).setAutoPadding(false);
  cbc.update(bytes.subarray(0, lastStart));
  return cbc.update(last);
}

/** Times x in the field of 2^128 (RFC 4493, 2.3), without a branch on the key. */
function doubled(block: Uint8Array): Uint8Array {
  const result = Buffer.alloc(BLOCK);
  for (let i = 0; i < BLOCK; i++) result[i] = ((block[i] ?? 0) << 1) | ((block[i + 1] ?? 0) >> 7);
  result[BLOCK - 1] = (result[BLOCK - 1] ?? 0) ^ (0x87 & -((block[0] ?? 0) >> 7));
  return result;
}
