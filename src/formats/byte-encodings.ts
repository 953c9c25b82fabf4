import { decodeWith, hasEncoding } from '../engines/text/text-encoding.js';
import type { ByteEncoding } from '../lib/unicode/mojibake.js';

/** Encodings of one byte a character that UTF-8 is read as by mistake, those that happen most first. */
export const MOJIBAKE_ENCODINGS = [
  'windows-1252',
  'iso-8859-1',
  'windows-1250',
  'windows-1254',
  'windows-1251',
  'windows-1253',
  'macintosh',
  'cp437',
  'cp850',
  'koi8-r',
] as const;

/** The encoding's bytes, or `undefined` where there is no encoding of that name with one byte a character. */
export function openByteEncoding(name: string): ByteEncoding | undefined {
  if (!hasEncoding(name) || /^(base64|hex|binary|utf|ucs|_)/i.test(name)) return undefined;
  const bytes = new Map<string, number>();
  for (let byte = 0x80; byte < 0x100; byte++) {
    const character = decodeWith(Uint8Array.of(byte), name);
    if ([...character].length === 1 && character !== '\ufffd') bytes.set(character, byte);
    // What an encoding leaves open, programs read as the control character of the same number (WHATWG encodings do).
    else if (/^windows-/.test(name)) bytes.set(String.fromCharCode(byte), byte);
  }
  // Encodings of more bytes have few characters of one.
  return bytes.size < 90 ? undefined : { name, byteOf: (character) => bytes.get(character) };
}
