/** XChaCha20-Poly1305, which node:crypto does not have; the wrapper so that one place imports the package. */

/** Encrypted data with the tag of 16 bytes at its end. Key of 32 bytes, nonce of 24. */
export async function encryptXChaCha(
  plain: Uint8Array,
  { key, nonce, aad }: { readonly key: Uint8Array; readonly nonce: Uint8Array; readonly aad: Uint8Array },
): Promise<Uint8Array> {
  const { xchacha20poly1305 } = await import('@noble/ciphers/chacha.js');
  return xchacha20poly1305(key, nonce, aad).encrypt(plain);
}

/** The inverse; `undefined` where the tag does not fit. At least 16 bytes. */
export async function openXChaCha(
  encrypted: Uint8Array,
  { key, nonce, aad }: { readonly key: Uint8Array; readonly nonce: Uint8Array; readonly aad: Uint8Array },
): Promise<Uint8Array | undefined> {
  const { xchacha20poly1305 } = await import('@noble/ciphers/chacha.js');
  try {
    return xchacha20poly1305(key, nonce, aad).decrypt(encrypted);
  } catch {
    // Lengths are checked by the caller: what is left is the tag.
    return undefined;
  }
}
