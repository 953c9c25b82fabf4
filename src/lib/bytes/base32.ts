import { ContentFault } from '../faults.js';

/** Base32 in its usual alphabets: five bits per digit, the highest first. */

export type Base32Variant = 'rfc4648' | 'hex' | 'crockford' | 'z';

const ALPHABETS: Readonly<Record<Base32Variant, string>> = {
  // RFC 4648 §6 and §7.
  rfc4648: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  hex: '0123456789ABCDEFGHIJKLMNOPQRSTUV',
  // https://www.crockford.com/base32.html
  crockford: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
  // https://philzimmermann.com/docs/human-oriented-base-32-encoding.txt
  z: 'ybndrfg8ejkmcpqxot1uwisza345h769',
};

const IGNORED = /[ \t\n\v\f\r\u00a0-]/;

/** The digit that each UTF-16 unit below 128 stands for, in either case; -1 for none. */
function digitsOf(variant: Base32Variant): Int8Array {
  const digits = new Int8Array(128).fill(-1);
  for (const [digit, letter] of Array.from(ALPHABETS[variant]).entries()) {
    digits[letter.toUpperCase().charCodeAt(0)] = digit;
    digits[letter.toLowerCase().charCodeAt(0)] = digit;
  }
  const alike = variant === 'crockford' ? ['oO0', 'iI1', 'lL1'] : [];
  for (const [lower = '', upper = '', digit = ''] of alike.map((letters) => [...letters])) {
    digits[lower.charCodeAt(0)] = digits[digit.charCodeAt(0)] ?? -1;
    digits[upper.charCodeAt(0)] = digits[digit.charCodeAt(0)] ?? -1;
  }
  return digits;
}

interface Base32Style {
  readonly variant: Base32Variant;
  /** To a multiple of eight digits with `=`. */
  readonly padding: boolean;
}

export function writeBase32(bytes: Uint8Array, { variant, padding }: Base32Style): string {
  const letters = Buffer.from(ALPHABETS[variant], 'latin1');
  const length = Math.ceil((bytes.length * 8) / 5);
  const written = Buffer.alloc(padding ? Math.ceil(length / 8) * 8 : length, '=');
  let held = 0;
  let bits = 0;
  let at = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) written[at++] = letters[(held >> (bits - 5)) & 31] ?? 0;
  }
  if (bits > 0) written[at] = letters[(held << (5 - bits)) & 31] ?? 0;
  return written.toString('latin1');
}

/**
 * Reads base32 in either case, with white space and hyphens anywhere, padded or not. Crockford's reads O as 0, I and L as 1.
 * Throws ContentFault for other characters and for lengths that cannot be whole bytes.
 */
export function readBase32(text: string, variant: Base32Variant): Uint8Array {
  const digits = digitsOf(variant);
  const bytes = Buffer.alloc(Math.floor((text.length * 5) / 8));
  let [held, bits, at, count, pads] = [0, 0, 0, 0, 0];
  for (let index = 0; index < text.length; index++) {
    const letter = text.charAt(index);
    const digit = digits[text.charCodeAt(index)] ?? -1;
    if (letter === '=') pads++;
    else if (digit >= 0) {
      if (pads > 0) throw ContentFault.at(text, index, 'no digit may follow "="');
      count++;
      held = ((held << 5) | digit) & 0xfff;
      bits += 5;
      if (bits >= 8) {
        bits -= 8;
        bytes[at++] = (held >> bits) & 0xff;
      }
    } else if (!IGNORED.test(letter)) {
      throw ContentFault.at(
        text,
        index,
        `${shown(text, index)} is not a digit of this alphabet${hintOf(text, variant)}`,
      );
    }
  }
  // Eight digits are five bytes; 1, 3 or 6 of them are no whole number of bytes.
  if ([1, 3, 6].includes(count % 8))
    throw ContentFault.at(text, text.length, `a digit is missing or extra: ${count} digits cannot be whole bytes`);
  const needed = (8 - (count % 8)) % 8;
  if (pads > needed)
    throw ContentFault.at(text, text.indexOf('='), `expected at most ${needed} "=" at the end, got ${pads}`);
  return bytes.subarray(0, at);
}

const shown = (text: string, index: number): string => {
  const point = text.codePointAt(index) ?? 0;
  const character = String.fromCodePoint(point);
  return /[\p{C}\p{Z}]/u.test(character)
    ? `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
    : JSON.stringify(character);
};

/** The variants that have all characters of the text. */
function hintOf(text: string, variant: Base32Variant): string {
  const plain = text.replace(/[ \t\n\v\f\r\u00a0=-]/g, '');
  const fitting = (Object.keys(ALPHABETS) as Base32Variant[]).filter((other) => {
    const digits = digitsOf(other);
    return other !== variant && Array.from(plain).every((letter) => (digits[letter.charCodeAt(0)] ?? -1) >= 0);
  });
  return fitting.length === 0 ? '' : `, but of ${fitting.join(' and ')}`;
}
