import { constants, type KeyObject, privateDecrypt, publicEncrypt } from 'node:crypto';

import { ContentFault } from '../../lib/faults.js';
import {
  type OaepDigests,
  oaepRoom,
  padOaep,
  padPkcs1,
  pkcs1Room,
  unpadOaep,
  unpadPkcs1,
} from '../../lib/pki/rsa-padding.js';
import { keyInfoOf } from './key-info.js';

const OAEP = {
  'oaep-sha256': { digest: 'sha256', mask: 'sha256' },
  'oaep-sha1': { digest: 'sha1', mask: 'sha1' },
  'oaep-sha384': { digest: 'sha384', mask: 'sha384' },
  'oaep-sha512': { digest: 'sha512', mask: 'sha512' },
  'oaep-sha256-mgf1-sha1': { digest: 'sha256', mask: 'sha1' },
} as const satisfies Readonly<Record<string, OaepDigests>>;

export const PADDINGS = [
  'oaep-sha256',
  'oaep-sha1',
  'oaep-sha384',
  'oaep-sha512',
  'oaep-sha256-mgf1-sha1',
  'pkcs1',
] as const;
export type Padding = (typeof PADDINGS)[number];

function sizeOf(key: KeyObject): number {
  const { keyType, bits } = keyInfoOf(key);
  if (keyType !== 'rsa') throw new ContentFault(`its key must be RSA, got ${keyType}`);
  return Math.ceil(bits / 8);
}

/** Throws ContentFault where the bytes do not fit, or the key is not RSA. */
export function encryptRsa(
  bytes: Uint8Array,
  key: KeyObject,
  padding: Padding,
  random: (n: number) => Uint8Array,
): Uint8Array {
  const size = sizeOf(key);
  const room = padding === 'pkcs1' ? pkcs1Room(size) : oaepRoom(size, OAEP[padding]);
  if (bytes.length > room)
    throw new ContentFault(
      room < 1
        ? `a key of ${8 * size} bits is too short for ${padding}`
        : `a key of ${8 * size} bits takes at most ${room} bytes with ${padding}, got ${bytes.length}; encrypt longer content with AES, and the key of that with RSA`,
    );
  const block = padding === 'pkcs1' ? padPkcs1(bytes, size, random) : padOaep(bytes, size, OAEP[padding], random);
  return publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, block);
}

/** Throws ContentFault that says which padding fits, where another one does. */
export function decryptRsa(bytes: Uint8Array, key: KeyObject, padding: Padding): Uint8Array {
  const size = sizeOf(key);
  if (bytes.length !== size)
    throw new ContentFault(`it must have ${size} bytes for a key of ${8 * size} bits, got ${bytes.length}`);
  const block = openBlock(bytes, key);
  const opened = unpad(block, padding);
  if (opened !== undefined) return opened;
  const other = PADDINGS.find((name) => unpad(block, name) !== undefined);
  throw new ContentFault(
    other === undefined
      ? 'it was encrypted for another key, or was changed'
      : `it was encrypted with ${other}, not ${padding}`,
  );
}

const unpad = (block: Uint8Array, padding: Padding): Uint8Array | undefined =>
  padding === 'pkcs1' ? unpadPkcs1(block) : unpadOaep(block, OAEP[padding]);

function openBlock(bytes: Uint8Array, key: KeyObject): Uint8Array {
  try {
    return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, bytes);
  } catch {
    // A number larger than the modulus: made with another key.
    throw new ContentFault('it was encrypted for another key, or was changed');
  }
}
