import { z } from 'zod';

import { invalid } from '../../core/errors.js';
import { ofKind } from '../../core/options.js';
import { shared } from '../../core/shared-options.js';
import { AES_CIPHERS, type AesCipher, aesShape } from '../../lib/ciphers/aes.js';
import { checkBytes, readSecretBytes, type SecretEncoding } from './secret-bytes.js';

const CIPHERS = ['auto', ...AES_CIPHERS] as const;

/** Options that AES Encrypt and AES Decrypt share. */
export const aesOptions = {
  password: shared
    .password()
    .describe('Password or passphrase, from which the key is derived; empty where "key" is given.'),
  key: ofKind(
    'secret',
    z.string().max(10_000).default('').describe('Raw AES key of 16, 24 or 32 bytes; empty where "password" is given.'),
  ),
  keyEncoding: z.enum(['hex', 'base64', 'text']).default('hex').describe('How the raw key is written.'),
  cipher: z
    .enum(CIPHERS)
    .default('auto')
    .describe('Key length and mode; auto is GCM with the length of the key, and aes-256-cbc in the OpenSSL format.'),
  iv: z
    .string()
    .max(400)
    .default('')
    .describe('With "key": initialization vector, or nonce; empty for a random one before the encrypted data.'),
  ivEncoding: z.enum(['hex', 'base64', 'text']).default('hex').describe('How the initialization vector is written.'),
  aad: z
    .string()
    .max(100_000)
    .default('')
    .describe('With "key" and GCM: additional data that is authenticated, but not encrypted.'),
  aadEncoding: z.enum(['text', 'hex', 'base64']).default('text').describe('How the additional data is written.'),
  padding: z
    .enum(['pkcs7', 'zero', 'none'])
    .default('pkcs7')
    .describe('With "key": padding of the last block in CBC and ECB mode.'),
} as const;

interface RawOptions {
  readonly key: string;
  readonly keyEncoding: SecretEncoding;
  readonly cipher: (typeof CIPHERS)[number];
  readonly iv: string;
  readonly ivEncoding: SecretEncoding;
  readonly aad: string;
  readonly aadEncoding: SecretEncoding;
}

/** Throws INVALID_INPUT unless exactly one of password and key is given. */
export function checkOneSecret({ password, key }: { readonly password: string; readonly key: string }): void {
  if (password !== '' && key !== '') throw invalid('Option "password" must be empty where option "key" is given');
  if (password === '' && key === '') throw invalid('Option "password" or option "key" must be given');
}

/** The raw key, as it is. Throws INVALID_INPUT where it does not have the length of an AES key. */
export function readAesKey({ key, keyEncoding }: RawOptions): Uint8Array {
  const bytes = readSecretBytes('key', key, keyEncoding);
  if (![16, 24, 32].includes(bytes.length))
    throw invalid(`Option "key" must have 16, 24 or 32 bytes, got ${bytes.length}: is option "keyEncoding" right?`);
  return bytes;
}

interface RawSecret {
  readonly cipher: AesCipher;
  readonly key: Uint8Array;
  /** `undefined` where none is given. */
  readonly iv: Uint8Array | undefined;
  readonly aad: Uint8Array;
}

/** Key, cipher and IV that fit each other. Throws INVALID_INPUT. */
export function readRawSecret(options: RawOptions): RawSecret {
  const key = readAesKey(options);
  const bits = (8 * key.length) as 128 | 192 | 256;
  const cipher: AesCipher = options.cipher === 'auto' ? `aes-${bits}-gcm` : options.cipher;
  const { keyBytes, ivBytes, isAuthenticated } = aesShape(cipher);
  checkBytes('key', key, keyBytes, cipher);
  const aad = readSecretBytes('aad', options.aad, options.aadEncoding);
  if (aad.length > 0 && !isAuthenticated) throw invalid(`Option "aad" must be empty for ${cipher}`);
  if (options.iv === '') return { cipher, key, iv: undefined, aad };
  const iv = readSecretBytes('iv', options.iv, options.ivEncoding);
  // NIST SP 800-38D allows any length in GCM; OpenSSL at most 128 bytes.
  if (isAuthenticated && iv.length >= 1 && iv.length <= 128) return { cipher, key, iv, aad };
  checkBytes('iv', iv, ivBytes, cipher);
  return { cipher, key, iv, aad };
}

/** What is weak about a cipher, in words. */
export function aesWarnings(cipher: AesCipher): string[] {
  if (cipher.endsWith('ecb'))
    return ['ECB shows which blocks are equal, and detects no change: use GCM unless another system forces ECB'];
  if (!cipher.endsWith('gcm'))
    return [`${cipher} does not detect changes to the encrypted data: use GCM unless another system needs this`];
  return [];
}
