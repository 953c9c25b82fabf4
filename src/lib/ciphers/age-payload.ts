import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

import { ContentFault } from '../faults.js';

/** The content of an age file, after its header: https://github.com/C2SP/C2SP/blob/main/age.md#payload */
const NONCE_BYTES = 16;
const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
const CIPHER = 'chacha20-poly1305';

const damaged = () => new ContentFault('it is damaged or cut off');

const payloadKey = (fileKey: Uint8Array, nonce: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32));

/** Number of the chunk in eleven bytes, then 1 for the last one. */
function chunkNonce(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(chunk, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Encrypts content under the key of a file; `nonce` has 16 random bytes. */
export function encryptAgePayload(content: Uint8Array, fileKey: Uint8Array, nonce: Uint8Array): Uint8Array {
  const key = payloadKey(fileKey, nonce);
  const chunks = Math.max(1, Math.ceil(content.length / CHUNK_BYTES));
  const result = Buffer.allocUnsafe(NONCE_BYTES + content.length + chunks * TAG_BYTES);
  result.set(nonce);
  let at = NONCE_BYTES;
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    const cipher = createCipheriv(CIPHER, key, chunkNonce(chunk, chunk === chunks - 1), { authTagLength: TAG_BYTES });
    for (const part of [
      cipher.update(content.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES)),
      cipher.final(),
      cipher.getAuthTag(),
    ]) {
      result.set(part, at);
      at += part.length;
    }
  }
  return result;
}

/** The content of a payload. Throws ContentFault where a chunk is damaged or missing, or the key is another. */
export function decryptAgePayload(payload: Uint8Array, fileKey: Uint8Array): Uint8Array {
  const sealed = payload.subarray(NONCE_BYTES);
  const chunks = Math.ceil(sealed.length / (CHUNK_BYTES + TAG_BYTES));
  const lastBytes = sealed.length - (chunks - 1) * (CHUNK_BYTES + TAG_BYTES) - TAG_BYTES;
  // Only the content of an empty file is an empty chunk.
  if (chunks === 0 || lastBytes < 0 || (lastBytes === 0 && chunks > 1)) throw damaged();
  const key = payloadKey(fileKey, payload.subarray(0, NONCE_BYTES));
  const result = Buffer.allocUnsafe(sealed.length - chunks * TAG_BYTES);
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    const start = chunk * (CHUNK_BYTES + TAG_BYTES);
    const end = Math.min(start + CHUNK_BYTES, sealed.length - TAG_BYTES);
    const cipher = createDecipheriv(CIPHER, key, chunkNonce(chunk, chunk === chunks - 1), { authTagLength: TAG_BYTES });
    cipher.setAuthTag(sealed.subarray(end, end + TAG_BYTES));
    result.set(cipher.update(sealed.subarray(start, end)), chunk * CHUNK_BYTES);
    try {
      cipher.final();
    } catch {
      // The tag does not fit.
      throw damaged();
    }
  }
  return result;
}
