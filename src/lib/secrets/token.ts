import { crc32 } from 'node:zlib';

import { type Draw, drawFrom, type RandomBytes } from './draw.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';

/** Characters of tokens by the name of the alphabet. */
export const TOKEN_ALPHABETS = {
  alphanumeric: LETTERS + DIGITS,
  hex: `${DIGITS}abcdef`,
  base64url: `${LETTERS}${DIGITS}-_`,
  // RFC 4648 §6, in lowercase as tokens have it.
  base32: 'abcdefghijklmnopqrstuvwxyz234567',
  letters: LETTERS,
  digits: DIGITS,
} as const;

/** A token of characters drawn independently. */
export const tokenOfCharacters = (draw: Draw, alphabet: readonly string[], length: number): string =>
  Array.from({ length }, () => drawFrom(draw, alphabet)).join('');

/** Random bytes in hexadecimal, base64url or base32, without padding. */
export function tokenOfBytes(random: RandomBytes, alphabet: 'hex' | 'base64url' | 'base32', length: number): string {
  const bytes = Buffer.from(random(length));
  return alphabet === 'base32' ? writeBase32(bytes).toLowerCase() : bytes.toString(alphabet);
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 §6, in uppercase and without padding. */
export function writeBase32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32.charAt((held >> (bits - 5)) & 31);
  }
  return bits === 0 ? text : text + BASE32.charAt((held << (5 - bits)) & 31);
}

const BASE62 = DIGITS + LETTERS;
const CHECKSUM_LENGTH = 6;

/**
 * The checksum at the end of GitHub's and npm's tokens: CRC-32 of the random part in six digits of base 62.
 * https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
 */
export function tokenChecksum(token: string): string {
  let rest = crc32(token);
  let text = '';
  for (; rest > 0; rest = Math.floor(rest / BASE62.length)) text = BASE62.charAt(rest % BASE62.length) + text;
  return text.padStart(CHECKSUM_LENGTH, '0');
}

/** Whether the last six characters are the checksum of those before. */
export const hasTokenChecksum = (token: string): boolean =>
  token.slice(-CHECKSUM_LENGTH) === tokenChecksum(token.slice(0, -CHECKSUM_LENGTH));
