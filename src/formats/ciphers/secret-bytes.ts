import { invalid } from '../../core/errors.js';
import { readBase64, readHex } from '../../lib/bytes/byte-text.js';
import { unlessFaulty } from '../../lib/faults.js';

export type SecretEncoding = 'text' | 'hex' | 'base64';

/**
 * The bytes that an option stands for: key, IV, tag, additional data. Messages name the option, never its value. Throws INVALID_INPUT.
 */
export function readSecretBytes(name: string, value: string, encoding: SecretEncoding): Uint8Array {
  if (encoding === 'text') return Buffer.from(value);
  const trimmed = value.trim();
  const read = encoding === 'hex' ? () => readHex(trimmed) : () => readBase64(trimmed, { strict: false });
  const bytes = unlessFaulty(read);
  if (bytes !== undefined) return bytes;
  throw invalid(`Option "${name}" must be ${encoding === 'hex' ? 'pairs of hexadecimal digits' : 'base64'}`);
}

/** Refuses a key, IV or nonce of another length: `Option "key" must have 32 bytes for aes-256-gcm, got 16`. */
export function checkBytes(name: string, bytes: Uint8Array, length: number, what: string): void {
  if (bytes.length !== length)
    throw invalid(`Option "${name}" must have ${length} bytes for ${what}, got ${bytes.length}`);
}
