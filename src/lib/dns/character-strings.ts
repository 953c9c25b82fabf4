import { ContentFault } from '../faults.js';

/** Bytes of a string with its escapes `\"` and `\ddd` (RFC 1035 §5.1); letters beyond ASCII as UTF-8. Throws ContentFault. */
export function stringBytes(text: string): Buffer {
  const bytes: Buffer[] = [];
  for (const [piece] of text.matchAll(/\\\d{1,3}|\\[\s\S]|[^\\]+|\\/gu)) {
    if (!piece.startsWith('\\')) bytes.push(Buffer.from(piece));
    else if (/^\\\d{3}$/.test(piece) && Number(piece.slice(1)) < 256) bytes.push(Buffer.from([Number(piece.slice(1))]));
    else if (/^\\\d/.test(piece)) throw new ContentFault(`${piece} must have three digits, at most \\255`);
    else bytes.push(Buffer.from(piece.slice(1)));
  }
  return Buffer.concat(bytes);
}

/** RFC 1035 §5.1: quotes and backslashes escaped, bytes that are not printable ASCII as `\ddd`. */
export function quotedText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    if (byte === 0x22 || byte === 0x5c) text += `\\${String.fromCharCode(byte)}`;
    else text += byte < 0x20 || byte > 0x7e ? `\\${String(byte).padStart(3, '0')}` : String.fromCharCode(byte);
  }
  return `"${text}"`;
}

/** The bytes of a string in quotes, as `quotedText` writes it. */
export const textBytes = (quoted: string): Buffer => stringBytes(quoted.startsWith('"') ? quoted.slice(1, -1) : quoted);
