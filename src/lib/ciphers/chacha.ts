import { createCipheriv, createDecipheriv } from 'node:crypto';

const TAG_BYTES = 16;

interface ChaChaSettings {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** 12 bytes. */
  readonly nonce: Uint8Array;
}

/** RFC 8439, 2.8: encrypted data with the tag at its end. */
export function encryptChaCha(
  plain: Uint8Array,
  { key, nonce, aad }: ChaChaSettings & { readonly aad: Uint8Array },
): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(aad, { plaintextLength: plain.length });
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** The inverse; `undefined` where the tag does not fit. At least 16 bytes. */
export function openChaCha(
  encrypted: Uint8Array,
  { key, nonce, aad }: ChaChaSettings & { readonly aad: Uint8Array },
): Buffer | undefined {
  const body = encrypted.subarray(0, -TAG_BYTES);
  try {
    const cipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(aad, { plaintextLength: body.length });
    cipher.setAuthTag(encrypted.subarray(-TAG_BYTES));
    return Buffer.concat([cipher.update(body), cipher.final()]);
  } catch {
    // Lengths are checked by the caller: what is left is the tag.
    return undefined;
  }
}

/** RFC 8439, 2.4: the cipher alone, its own inverse. The counter is of 32 bits. */
export function applyChaCha(
  bytes: Uint8Array,
  { key, nonce, counter }: ChaChaSettings & { readonly counter: number },
): Buffer {
  const start = Buffer.alloc(4);
  start.writeUInt32LE(counter);
  return createCipheriv('chacha20', key, Buffer.concat([start, nonce])).update(bytes);
}
