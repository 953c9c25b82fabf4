import { ContentFault } from '../faults.js';

export const BASE85_VARIANTS = ['ascii85', 'z85', 'rfc1924', 'base45'] as const;
export type Base85Variant = (typeof BASE85_VARIANTS)[number];

/** A digit's letter is its place. Ascii85: Adobe, PostScript Language Reference §3.13.3; Z85: ZeroMQ RFC 32; RFC 1924; RFC 9285. */
const ALPHABETS: Readonly<Record<Base85Variant, string>> = {
  ascii85: Array.from({ length: 85 }, (_, digit) => String.fromCharCode(33 + digit)).join(''),
  z85: '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#',
  rfc1924: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~',
  base45: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:',
};

/** Groups of bytes and of digits; base45 writes its digits from the last on. */
const group = (variant: Base85Variant) =>
  variant === 'base45'
    ? { base: 45, bytes: 2, digits: 3, isReversed: true }
    : { base: 85, bytes: 4, digits: 5, isReversed: false };

interface Base85Style {
  readonly variant: Base85Variant;
  /** Ascii85 between `<~` and `~>`. */
  readonly frame: boolean;
}

/** Throws ContentFault where Z85 is given bytes that are not a multiple of four: it has no padding. */
export function writeBase85(bytes: Uint8Array, { variant, frame }: Base85Style): string {
  const { base, bytes: size, digits, isReversed } = group(variant);
  const alphabet = ALPHABETS[variant];
  if (variant === 'z85' && bytes.length % 4 !== 0)
    throw new ContentFault(`Z85 holds multiples of 4 bytes, got ${bytes.length}`);
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += size) {
    const own = Math.min(size, bytes.length - start);
    let value = 0;
    // Base45 does not fill up: one byte is two digits.
    for (let index = 0; index < (isReversed ? own : size); index += 1)
      value = value * 256 + (bytes[start + index] ?? 0);
    if (variant === 'ascii85' && own === 4 && value === 0) {
      parts.push('z');
      continue;
    }
    const letters: string[] = [];
    const count = isReversed ? own + 1 : digits;
    for (let index = 0; index < count; index += 1) {
      letters.push(alphabet.charAt(value % base));
      value = Math.floor(value / base);
    }
    parts.push((isReversed ? letters : letters.reverse().slice(0, own + 1)).join(''));
  }
  const text = parts.join('');
  return variant === 'ascii85' && frame ? `<~${text}~>` : text;
}

/** White space is skipped, but in base45, where it is a digit and only line breaks are. Throws ContentFault. */
export function readBase85(text: string, variant: Base85Variant): Uint8Array {
  const { base, bytes: size, digits, isReversed } = group(variant);
  const alphabet = ALPHABETS[variant];
  const [from, to] = variant === 'ascii85' ? frameOf(text) : [0, text.length];
  const bytes = new Uint8Array(text.length * 4);
  let length = 0;
  let held: number[] = [];
  let first = from;
  const flush = (isLast: boolean): void => {
    const own = held.length;
    if (own === 0) return;
    if (own === 1 || (variant === 'z85' && own < 5))
      throw ContentFault.at(text, first, `${own} digit${own === 1 ? '' : 's'} at the end cannot be whole bytes`);
    let value = 0;
    const all = isReversed ? [...held].reverse() : [...held, ...Array<number>(digits - own).fill(base - 1)];
    for (const digit of all) value = value * base + digit;
    const count = isLast && own < digits ? own - 1 : size;
    if (value >= 256 ** (isReversed ? count : size))
      throw ContentFault.at(
        text,
        first,
        `"${text.slice(first, first + own)}" is more than ${isReversed ? count : size} bytes can hold`,
      );
    for (let index = 0; index < count; index += 1) {
      const shift = (isReversed ? count : size) - 1 - index;
      bytes[length] = Math.floor(value / 256 ** shift) % 256;
      length += 1;
    }
    held = [];
  };
  for (let at = from; at < to; at += 1) {
    const letter = text.charAt(at);
    if (letter === '\n' || letter === '\r' || (variant !== 'base45' && (letter === ' ' || letter === '\t'))) continue;
    if (variant === 'ascii85' && letter === 'z') {
      if (held.length > 0) throw ContentFault.at(text, at, '"z" stands for a whole group and cannot be inside one');
      length += 4;
      continue;
    }
    const digit = alphabet.indexOf(letter);
    if (digit < 0) throw ContentFault.at(text, at, `${JSON.stringify(letter)} is not a digit of this alphabet`);
    if (held.length === 0) first = at;
    held.push(digit);
    if (held.length === digits) flush(false);
  }
  flush(true);
  return bytes.subarray(0, length);
}

/** What is between `<~` and `~>`, which may be left out. */
function frameOf(text: string): readonly [number, number] {
  const start = /^\s*<~/.exec(text)?.[0].length ?? 0;
  const end = /~>\s*$/.exec(text)?.index ?? text.length;
  return [start, end];
}
