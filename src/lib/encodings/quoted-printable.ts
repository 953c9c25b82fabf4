import { ContentFault, LimitFault } from '../faults.js';

/** Quoted-printable bodies (RFC 2045 §6.7) and encoded words of headers (RFC 2047). */

/** Longest line of a body, the `=` of a soft break included. */
const BODY_LINE = 76;
/** Longest encoded word (RFC 2047 §2). */
const WORD = 75;

/** Longest text that is written as encoded words; mail servers refuse headers far shorter. */
const MAX_HEADER = 1_000_000;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));
const CR = 0x0d;
const LF = 0x0a;

/**
 * Bytes of text as a quoted-printable body. Line breaks (LF or CRLF) stay as they are; spaces at the end of a line, and every byte
 * beyond ASCII, are escaped. No line is longer than 76 characters.
 */
export function writeQuotedPrintable(bytes: Uint8Array): string {
  const lines: string[] = [];
  let line = '';
  const add = (token: string, isLast: boolean): void => {
    // The last token of a line may take the place of the soft break.
    if (line.length + token.length > (isLast ? BODY_LINE : BODY_LINE - 1)) {
      lines.push(`${line}=`);
      line = '';
    }
    line += token;
  };
  let breaks = '\n';
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte === LF || (byte === CR && bytes[index + 1] === LF)) {
      if (byte === CR) {
        index++;
        breaks = '\r\n';
      }
      lines.push(line);
      line = '';
      continue;
    }
    const next = bytes[index + 1];
    const isLast = next === undefined || next === LF || (next === CR && bytes[index + 2] === LF);
    const isBlank = byte === 0x20 || byte === 0x09;
    const isPlain = isBlank ? !isLast : byte > 0x20 && byte < 0x7f && byte !== 0x3d;
    add(isPlain ? String.fromCharCode(byte) : `=${HEX[byte]}`, isLast);
  }
  lines.push(line);
  return lines.join(breaks);
}

/**
 * The bytes of a quoted-printable body, leniently: lowercase digits, spaces at line ends and a `=` that begins no escape are taken as
 * mail programs do. `text` may hold characters beyond ASCII as bytes of Latin-1.
 */
export function readQuotedPrintable(text: string): Uint8Array {
  const joined = text.replace(/=[ \t]+(\r?\n|$)/g, '=$1');
  return bytesOf(joined.replace(/=\r?\n/g, '').replace(/=$/, ''), '=');
}

/** Bytes of Latin-1 text with escapes of two digits. */
function bytesOf(text: string, sign: '=' | '%'): Uint8Array {
  const bytes = Buffer.from(text, 'latin1');
  let at = 0;
  for (let index = 0; index < bytes.length; index++, at++) {
    const digits = bytes[index] === sign.charCodeAt(0) ? text.slice(index + 1, index + 3) : '';
    if (/^[0-9a-f]{2}$/i.test(digits)) {
      bytes[at] = Number.parseInt(digits, 16);
      index += 2;
    } else bytes[at] = bytes[index] ?? 0;
  }
  return bytes.subarray(0, at);
}

interface WordStyle {
  readonly charset: string;
  /** The bytes of a piece of text in that charset. */
  readonly encode: (text: string) => Uint8Array;
  readonly wordEncoding: 'auto' | 'q' | 'b';
}

/** Letters, digits and what RFC 2047 §5 (3) allows in any place of a header. */
const isWordPlain = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x21 ||
  byte === 0x2a ||
  byte === 0x2b ||
  byte === 0x2d ||
  byte === 0x2f;

const qLength = (bytes: Uint8Array): number => {
  let length = 0;
  for (const byte of bytes) length += isWordPlain(byte) || byte === 0x20 ? 1 : 3;
  return length;
};
const qText = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) =>
    byte === 0x20 ? '_' : isWordPlain(byte) ? String.fromCharCode(byte) : `=${HEX[byte]}`,
  ).join('');

/**
 * Text of a header as encoded words, folded with CRLF and a space; ASCII text that no reader mistakes for one stays as it is.
 * A character is never divided between words. Line breaks of the text become spaces. Throws LimitFault.
 */
export function writeEncodedWords(text: string, { charset, encode, wordEncoding }: WordStyle): string {
  const plain = text.replace(/\r\n|[\r\n]/g, ' ');
  if (/^[\x20-\x7e\t]*$/.test(plain) && !plain.includes('=?')) return plain;
  if (plain.length > MAX_HEADER)
    throw LimitFault.whole(`A header must have at most ${MAX_HEADER} characters, got ${plain.length}`, MAX_HEADER);
  const bytes = encode(plain);
  const isQ = wordEncoding === 'auto' ? qLength(bytes) <= Math.ceil(bytes.length / 3) * 4 : wordEncoding === 'q';
  const head = `=?${charset}?${isQ ? 'Q' : 'B'}?`;
  const room = WORD - head.length - 2;
  const words: string[] = [];
  let piece: number[] = [];
  let length = 0;
  const close = (): void => {
    const held = Uint8Array.from(piece);
    words.push(`${head}${isQ ? qText(held) : Buffer.from(held).toString('base64')}?=`);
    piece = [];
    length = 0;
  };
  for (const character of plain) {
    const own = encode(character);
    const added = isQ ? qLength(own) : own.length;
    const full = isQ ? length + added > room : Math.ceil((length + added) / 3) * 4 > room;
    if (full && piece.length > 0) close();
    piece.push(...own);
    length += added;
  }
  close();
  return words.join('\r\n ');
}

// A language may follow the charset (RFC 2231 §5).
const ENCODED_WORD = /=\?([^?*\s]{1,60})(?:\*[^?\s]{0,40})?\?([bq])\?([^?]{0,100000})\?=/gi;

/**
 * Text of headers with its encoded words decoded. Words next to each other are one text, even where a character is divided between
 * them; folded lines are joined. `decode` gets the bytes, a charset and the word's place. Throws what `decode` throws, and ContentFault.
 */
export function readEncodedWords(
  text: string,
  decode: (bytes: Uint8Array, charset: string, offset: number) => string,
): string {
  const unfolded = text.replace(/\r?\n(?=[ \t])/g, '');
  const parts: string[] = [];
  let open: { charset: string; bytes: Uint8Array[]; offset: number } | undefined;
  const flush = (): void => {
    if (open !== undefined) parts.push(decode(Buffer.concat(open.bytes), open.charset, open.offset));
    open = undefined;
  };
  let end = 0;
  for (const match of unfolded.matchAll(ENCODED_WORD)) {
    const [whole, charset = '', kind = '', content = ''] = match;
    const between = unfolded.slice(end, match.index);
    const isNext = open !== undefined && /^\s*$/.test(between);
    if (!isNext) {
      flush();
      parts.push(between);
    }
    const bytes =
      kind.toLowerCase() === 'q'
        ? bytesOf(content.replaceAll('_', ' '), '=')
        : base64Of(content, unfolded, match.index);
    if (open !== undefined && open.charset.toLowerCase() === charset.toLowerCase()) open.bytes.push(bytes);
    else {
      flush();
      open = { charset, bytes: [bytes], offset: match.index };
    }
    end = match.index + whole.length;
  }
  flush();
  parts.push(unfolded.slice(end));
  return parts.join('');
}

function base64Of(content: string, text: string, offset: number): Uint8Array {
  const digits = content.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) throw ContentFault.at(text, offset, 'this encoded word is not base64');
  return Buffer.from(digits, 'base64');
}
