/** Bytes written in digits of other bases than 16 and 64. Each reader throws RangeError where the text is not of its kind. */

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE45 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
/** RFC 1924; Python's `b85encode` and Git use it. */
const BASE85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';
/** ZeroMQ's Z85. */
const Z85 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#';

function digitOf(alphabet: string, character: string): number {
  const digit = alphabet.indexOf(character);
  if (digit < 0 || character === '') throw new RangeError('not a digit');
  return digit;
}

/** RFC 4648 §6, in either case. */
export function readBase32(text: string): Uint8Array {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const letter of text.replace(/[\s=]/g, '').toUpperCase()) {
    held = (held * 32 + digitOf(BASE32, letter)) % 2 ** 16;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  return Uint8Array.from(bytes);
}

/** Work grows with the square of the length: callers bound it. */
export function readBase58(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const letter of text.trim()) {
    let carry = digitOf(BASE58, letter);
    for (let index = 0; index < bytes.length; index++) {
      carry += (bytes[index] ?? 0) * 58;
      bytes[index] = carry & 0xff;
      carry >>= 8;
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff);
  }
  const zeros = /^1*/.exec(text.trim())?.[0].length ?? 0;
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes.reverse()]);
}

/** RFC 9285. */
export function readBase45(text: string): Uint8Array {
  const bytes: number[] = [];
  const trimmed = text.replace(/[\r\n]+$/, '');
  if (trimmed.length % 3 === 1) throw new RangeError('not whole bytes');
  for (let start = 0; start < trimmed.length; start += 3) {
    const group = trimmed.slice(start, start + 3);
    let value = 0;
    for (let index = group.length - 1; index >= 0; index--) value = value * 45 + digitOf(BASE45, group.charAt(index));
    if (value >= (group.length === 3 ? 0x10000 : 0x100)) throw new RangeError('over a byte');
    if (group.length === 3) bytes.push(value >> 8);
    bytes.push(value & 0xff);
  }
  return Uint8Array.from(bytes);
}

/** Groups of five digits are four bytes; a last group of n + 1 digits is n bytes. */
function readGroups(text: string, digit: (character: string) => number): Uint8Array {
  const bytes: number[] = [];
  if (text.length % 5 === 1) throw new RangeError('not whole bytes');
  for (let start = 0; start < text.length; start += 5) {
    const group = text.slice(start, start + 5);
    let value = 0;
    for (let index = 0; index < 5; index++)
      value = value * 85 + (index < group.length ? digit(group.charAt(index)) : 84);
    if (value >= 2 ** 32) throw new RangeError('over four bytes');
    for (let index = 0; index < group.length - 1; index++) bytes.push((value >>> (24 - 8 * index)) & 0xff);
  }
  return Uint8Array.from(bytes);
}

export const readBase85 = (text: string): Uint8Array => readGroups(text.trim(), (letter) => digitOf(BASE85, letter));

export const readZ85 = (text: string): Uint8Array => readGroups(text.trim(), (letter) => digitOf(Z85, letter));

/** As PostScript and PDF have it: between `<~` and `~>` or without, `z` for four zeros. */
export function readAscii85(text: string): Uint8Array {
  const digits = text.trim().replace(/^<~/, '').replace(/~>$/, '').replace(/\s+/g, '').replaceAll('z', '!!!!!');
  return readGroups(digits, (letter) => {
    const digit = letter.charCodeAt(0) - 33;
    if (!(digit >= 0 && digit < 85)) throw new RangeError('not a digit');
    return digit;
  });
}

/** What `uuencode` writes, from `begin` to `end`. */
export function readUuencoded(text: string): Uint8Array {
  const lines = /^\s*begin(?:-base64)? [0-7]{3,4} [^\n]*\n([\s\S]*?)\n?`?\s*\nend\s*$/.exec(text)?.[1]?.split(/\r?\n/);
  if (lines === undefined) throw new RangeError('not uuencoded');
  const parts = lines.map((line) => {
    const length = (line.charCodeAt(0) - 32) & 63;
    const bytes: number[] = [];
    for (let start = 1; bytes.length < length; start += 4) {
      let value = 0;
      for (let index = 0; index < 4; index++) value = value * 64 + ((line.charCodeAt(start + index) - 32) & 63);
      if (start >= line.length || Number.isNaN(value)) throw new RangeError('a line is too short');
      bytes.push((value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff);
    }
    return Uint8Array.from(bytes.slice(0, length));
  });
  return Buffer.concat(parts);
}

const MORSE: Readonly<Record<string, string>> = Object.fromEntries(
  (
    '.- A|-... B|-.-. C|-.. D|. E|..-. F|--. G|.... H|.. I|.--- J|-.- K|.-.. L|-- M|-. N|--- O|.--. P|--.- Q|.-. R|... S|- T|..- U|' +
    '...- V|.-- W|-..- X|-.-- Y|--.. Z|----- 0|.---- 1|..--- 2|...-- 3|....- 4|..... 5|-.... 6|--... 7|---.. 8|----. 9|' +
    '.-.-.- .|--..-- ,|..--.. ?|.----. \'|-.-.-- !|-..-. /|-.--. (|-.--.- )|.-... &|---... :|-.-.-. ;|-...- =|.-.-. +|-....- -|..--.- _|.-..-. "|.--.-. @'
  )
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
);

/** ITU-R M.1677-1; a slash, several spaces or a line break divide words. */
export function readMorse(text: string): string {
  const plain = text
    .trim()
    .replace(/[·•]/g, '.')
    .replace(/[–—−_]/g, '-');
  return plain
    .split(/\s*[/|]\s*|\s*[\r\n]+\s*| {2,}/)
    .map((word) =>
      word
        .split(' ')
        .map((sign) => {
          const letter = MORSE[sign];
          if (letter === undefined) throw new RangeError('not Morse code');
          return letter;
        })
        .join(''),
    )
    .join(' ');
}
