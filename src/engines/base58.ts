import { createHash } from 'node:crypto';

import { base58, base58flickr, base58xrp } from '@scure/base';

import { ContentFault, LimitFault } from '../lib/faults.js';

/** Base58: bytes as one large number in 58 digits that are not mistaken for each other. */

const CODERS = { bitcoin: base58, ripple: base58xrp, flickr: base58flickr } as const;

export type Base58Variant = keyof typeof CODERS;

/** The package takes at most 2,048 bytes, a checksum among them: work grows with the square of the length. */
const MAX_BYTES = 2000;
/** A digit holds log2(58) bits. */
const MAX_DIGITS = Math.ceil(((MAX_BYTES + 4) * 8) / Math.log2(58));
/** First bytes of the double SHA-256 (Bitcoin's Base58Check). */
const CHECK_BYTES = 4;

const FOREIGN = /[^1-9A-HJ-NP-Za-km-z]/u;

/** Throws LimitFault. */
export function writeBase58(bytes: Uint8Array, variant: Base58Variant, check: boolean): string {
  if (bytes.length > MAX_BYTES)
    throw new LimitFault(`it must have at most ${MAX_BYTES} bytes, got ${bytes.length}`, MAX_BYTES);
  return CODERS[variant].encode(check ? Buffer.concat([bytes, checksumOf(bytes)]) : Uint8Array.from(bytes));
}

/** Reads base58 with white space anywhere. Throws ContentFault, also for a wrong checksum, and LimitFault. */
export function readBase58(text: string, variant: Base58Variant, check: boolean): Uint8Array {
  const wrong = text.replace(/\s/g, '1').search(FOREIGN);
  if (wrong >= 0) throw ContentFault.at(text, wrong, `${shownAt(text, wrong)} is not a base58 digit`);
  const digits = text.replace(/\s+/g, '');
  if (digits.length > MAX_DIGITS)
    throw new LimitFault(`it must have at most ${MAX_DIGITS} digits, got ${digits.length}`, MAX_DIGITS);
  const bytes = CODERS[variant].decode(digits);
  if (!check) return bytes;
  if (bytes.length < CHECK_BYTES) throw new ContentFault('it is too short for a checksum');
  const payload = bytes.subarray(0, -CHECK_BYTES);
  if (!checksumOf(payload).equals(bytes.subarray(-CHECK_BYTES)))
    throw new ContentFault(checksumMessage(digits, variant));
  return payload;
}

/** Names the alphabet in which the checksum is right, if there is one. */
function checksumMessage(digits: string, variant: Base58Variant): string {
  const other = (Object.keys(CODERS) as Base58Variant[]).find((name) => {
    if (name === variant) return false;
    const bytes = CODERS[name].decode(digits);
    return checksumOf(bytes.subarray(0, -CHECK_BYTES)).equals(bytes.subarray(-CHECK_BYTES));
  });
  return other === undefined
    ? 'the checksum does not match: a character is wrong, missing or extra'
    : `the checksum does not match, but it does with "variant" ${other}`;
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const checksumOf = (bytes: Uint8Array): Buffer => sha256(sha256(bytes)).subarray(0, CHECK_BYTES);

const shownAt = (text: string, offset: number): string => {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  const taken: Readonly<Record<string, string>> = {
    '0': ' (zero)',
    O: ' (uppercase o)',
    I: ' (uppercase i)',
    l: ' (lowercase L)',
  };
  return `${JSON.stringify(character)}${taken[character] ?? ''}`;
};
