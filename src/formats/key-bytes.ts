import { refusing } from '../core/refusing.js';
import { readBase64, readHex } from '../lib/bytes/byte-text.js';
import { ContentFault, isFault } from '../lib/faults.js';

export type KeyEncoding = 'text' | 'hex' | 'base64';

/**
 * The bytes of an option that holds a key, salt or the like. Throws INVALID_INPUT that names the option; what it holds may be a secret, so
 * no part of it is shown.
 */
export function readOptionBytes(option: string, value: string, encoding: KeyEncoding): Uint8Array {
  if (encoding === 'text') return Buffer.from(value);
  const [name, read] = READERS[encoding];
  return refusing(`Cannot read option "${option}"`, () => {
    try {
      return read(value);
    } catch (error) {
      // The fault quotes what it found, and that is not to be told.
      if (!isFault(error)) throw error;
      const place = error.place === undefined ? '' : `: character ${error.place.offset + 1} does not fit`;
      throw ContentFault.whole(`Option "${option}" must be ${name}${place}`);
    }
  });
}

const READERS = {
  hex: ['hexadecimal digits', readHex],
  base64: ['base64', (text: string) => readBase64(text, { strict: false })],
} as const;
