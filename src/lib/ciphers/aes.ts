import { type CipherGCMTypes, createCipheriv, createDecipheriv } from 'node:crypto';

import { ContentFault } from '../faults.js';

const MODES = ['gcm', 'cbc', 'ctr', 'cfb', 'ofb', 'ecb'] as const;
const BITS = [256, 192, 128] as const;

export type AesCipher = `aes-${(typeof BITS)[number]}-${(typeof MODES)[number]}`;
export type Padding = 'pkcs7' | 'zero' | 'none';

/** The strongest first. */
export const AES_CIPHERS: readonly AesCipher[] = MODES.flatMap((mode) =>
  BITS.map((bits): AesCipher => `aes-${bits}-${mode}`),
);

const BLOCK_BYTES = 16;
/** NIST SP 800-38D, 8.2: any other length is hashed down first. */
const GCM_IV_BYTES = 12;
export const TAG_BYTES = 16;

/** What a cipher needs: `ivBytes` is 0 for ECB and the usual 12 for GCM, which takes other lengths too. */
export const aesShape = (cipher: AesCipher) => ({
  keyBytes: Number(cipher.slice(4, 7)) / 8,
  ivBytes: cipher.endsWith('ecb') ? 0 : cipher.endsWith('gcm') ? GCM_IV_BYTES : BLOCK_BYTES,
  isAuthenticated: cipher.endsWith('gcm'),
  isPadded: /cbc|ecb/.test(cipher),
});

interface AesSettings {
  readonly cipher: AesCipher;
  readonly key: Uint8Array;
  readonly iv: Uint8Array;
  readonly aad?: Uint8Array;
  /** Of CBC and ECB. */
  readonly padding?: Padding;
}

const isGcm = (cipher: string): cipher is CipherGCMTypes => cipher.endsWith('gcm');

/** NIST SP 800-38A and 800-38D. `tag` is empty where the cipher does not authenticate. Throws ContentFault where blocks must be whole and are not. */
export function encryptAes(
  plain: Uint8Array,
  { cipher, key, iv, aad, padding = 'pkcs7' }: AesSettings,
): { readonly ciphertext: Uint8Array; readonly tag: Uint8Array } {
  if (isGcm(cipher)) {
    const gcm = createCipheriv(cipher, key, iv, { authTagLength: TAG_BYTES });
    if (aad !== undefined) gcm.setAAD(aad);
    const ciphertext = Buffer.concat([gcm.update(plain), gcm.final()]);
    return { ciphertext, tag: gcm.getAuthTag() };
  }
  const { isPadded } = aesShape(cipher);
  const over = plain.length % BLOCK_BYTES;
  if (isPadded && padding === 'none' && over !== 0)
    throw new ContentFault(`without padding it must have a multiple of ${BLOCK_BYTES} bytes, it has ${plain.length}`);
  const fill = isPadded && padding === 'zero' && over !== 0 ? Buffer.alloc(BLOCK_BYTES - over) : Buffer.alloc(0);
  const plainCipher = createCipheriv(cipher, key, iv).setAutoPadding(padding === 'pkcs7');
  const parts = [plainCipher.update(plain), plainCipher.update(fill), plainCipher.final()];
  return { ciphertext: Buffer.concat(parts), tag: Buffer.alloc(0) };
}

/** The inverse of `encryptAes`; `undefined` where tag or padding show that the key is wrong or the data damaged. */
export function openAes(
  ciphertext: Uint8Array,
  { cipher, key, iv, aad, tag, padding = 'pkcs7' }: AesSettings & { readonly tag?: Uint8Array },
): Buffer | undefined {
  try {
    if (isGcm(cipher)) {
      const given = tag ?? new Uint8Array(TAG_BYTES);
      const gcm = createDecipheriv(cipher, key, iv, { authTagLength: given.length });
      if (aad !== undefined) gcm.setAAD(aad);
      gcm.setAuthTag(given);
      return Buffer.concat([gcm.update(ciphertext), gcm.final()]);
    }
    const opened = createDecipheriv(cipher, key, iv).setAutoPadding(padding === 'pkcs7');
    const plain = Buffer.concat([opened.update(ciphertext), opened.final()]);
    return padding === 'zero' && aesShape(cipher).isPadded ? withoutZeros(plain) : plain;
  } catch {
    // With key and IV of the right length, checked by the caller, only the last block or the tag can be wrong.
    return undefined;
  }
}

/** Zero padding cannot be told from zeros of the content. */
function withoutZeros(plain: Buffer): Buffer {
  let end = plain.length;
  while (end > 0 && plain[end - 1] === 0) end -= 1;
  return plain.subarray(0, end);
}

/** Throws ContentFault where CBC or ECB would end in the middle of a block: then the data is damaged whatever the key. */
export function checkWholeBlocks(ciphertext: Uint8Array, cipher: AesCipher, padding: Padding): void {
  if (!aesShape(cipher).isPadded) return;
  if (ciphertext.length === 0 && padding === 'pkcs7') throw new ContentFault('it ends before the encrypted data');
  if (ciphertext.length % BLOCK_BYTES !== 0)
    throw new ContentFault(
      `the encrypted data must have a multiple of ${BLOCK_BYTES} bytes, it has ${ciphertext.length}`,
    );
}
