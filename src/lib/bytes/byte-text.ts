import { ContentFault } from '../faults.js';
import { decodeBase64 } from './base64.js';

/** Bytes written as letters: hexadecimal digits, base64 (RFC 4648), and back, with the place of a fault. */

export interface Base64Style {
  /** `url`: `-` and `_` instead of `+` and `/` (RFC 4648 §5). */
  readonly variant: 'standard' | 'url';
  readonly padding: boolean;
}

export function writeBase64(bytes: Uint8Array, { variant, padding }: Base64Style): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Node's base64url has no padding, its base64 always has.
  if (variant === 'standard' && padding) return buffer.toString('base64');
  const unpadded = variant === 'url' ? buffer.toString('base64url') : trimPadding(buffer.toString('base64'));
  return padding ? unpadded.padEnd(Math.ceil(unpadded.length / 4) * 4, '=') : unpadded;
}

const trimPadding = (text: string): string => text.replace(/={1,2}$/, '');

/** Breaks a text after every `length` characters with LF; 0 leaves it whole. */
export function breakEvery(text: string, length: number): string {
  if (length === 0) return text;
  const lines: string[] = [];
  for (let start = 0; start < text.length; start += length) lines.push(text.slice(start, start + length));
  return lines.join('\n');
}

const WHITE_SPACE = /[ \t\n\v\f\r]/;

interface Base64Reading {
  readonly strict: boolean;
  readonly variant?: Base64Style['variant'];
  /** What faults show, where `text` is this with something behind it. */
  readonly shown?: string;
}

/**
 * Reads base64. Lenient: both alphabets, white space anywhere, padding or none. Strict: standard alphabet or, with
 * `variant`, the other; padded, no white space, zero trailing bits (RFC 4648 §3.5). Throws ContentFault.
 */
export function readBase64(text: string, { strict, variant = 'standard', shown = text }: Base64Reading): Uint8Array {
  const exact = variant === 'standard' ? decodeBase64(text) : undefined;
  if (exact !== undefined) return exact;
  const allowed = strict ? STRICT[variant] : LENIENT;
  const wrong = text.search(allowed);
  if (wrong >= 0) throw ContentFault.at(shown, wrong, `${describeLetter(text, wrong)} is not a base64 digit`);
  const padding = text.search(/=/);
  const digits = (padding < 0 ? text : text.slice(0, padding)).replace(/[ \t\n\v\f\r]+/g, '');
  const rest = padding < 0 ? '' : text.slice(padding);
  const afterPadding = rest.search(/[^= \t\n\v\f\r]/);
  if (afterPadding >= 0) throw ContentFault.at(shown, padding + afterPadding, 'no digit may follow "="');
  const pads = rest.replace(/[^=]/g, '').length;
  const needed = (4 - (digits.length % 4)) % 4;
  if (needed === 3)
    throw ContentFault.at(shown, text.length, `a digit is missing: ${digits.length} digits cannot be whole bytes`);
  if (pads > needed || (strict && pads !== needed)) {
    throw ContentFault.at(shown, padding < 0 ? text.length : padding, `expected ${needed} "=" at the end, got ${pads}`);
  }
  const bytes = Buffer.from(digits, variant === 'url' ? 'base64url' : 'base64');
  if (strict && writeBase64(bytes, { variant, padding: false }) !== digits) {
    throw ContentFault.at(shown, digits.length - 1, 'the bits of the last digit that are over must be zero');
  }
  return bytes;
}

const LENIENT = /[^A-Za-z0-9+/_\-= \t\n\v\f\r]/;
const STRICT = { standard: /[^A-Za-z0-9+/=]/, url: /[^A-Za-z0-9_\-=]/ } as const;

/** How hexadecimal digits of bytes are kept apart. */
const HEX_SEPARATORS = {
  none: '',
  space: ' ',
  colon: ':',
  comma: ',',
  hyphen: '-',
  '0x': '0x',
  '\\x': '\\x',
} as const;

export type HexSeparator = keyof typeof HEX_SEPARATORS;

/** `0x` and `\x` stand before every byte, the others between two; bytes with `0x` have a space between them. */
export function writeHex(bytes: Uint8Array, separator: HexSeparator, uppercase: boolean): string {
  const plain = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
  const digits = uppercase ? plain.toUpperCase() : plain;
  if (separator === 'none') return digits;
  const pairs = digits.match(/../g) ?? [];
  if (separator === '0x') return pairs.map((pair) => `0x${pair}`).join(' ');
  if (separator === '\\x') return pairs.map((pair) => `\\x${pair}`).join('');
  return pairs.join(HEX_SEPARATORS[separator]);
}

/**
 * Reads hexadecimal digits, two a byte, in any case, with white space, `:`, `,`, `;`, `-` between bytes and `0x`, `\x` or `%` before
 * them. Throws ContentFault, also where a byte has one digit only.
 */
export function readHex(text: string): Uint8Array {
  if (/^[0-9a-fA-F]*$/.test(text) && text.length % 2 === 0) return Buffer.from(text, 'hex');
  const token = /(?:0[xX]|\\[xX]|%)?([0-9a-fA-F]+)|[\s:,;-]+/gy;
  const digits: string[] = [];
  let offset = 0;
  while (offset < text.length) {
    token.lastIndex = offset;
    const match = token.exec(text);
    if (match === null)
      throw ContentFault.at(text, offset, `${describeLetter(text, offset)} is not a hexadecimal digit`);
    const run = match[1];
    if (run !== undefined) {
      if (run.length % 2 !== 0)
        throw ContentFault.at(text, offset, `a byte has two digits, ${quoteShort(run)} has ${run.length}`);
      digits.push(run);
    }
    offset = token.lastIndex;
  }
  return Buffer.from(digits.join(''), 'hex');
}

const quoteShort = (digits: string): string => (digits.length > 20 ? `"${digits.slice(0, 19)}…"` : `"${digits}"`);

/** A character as a fault names it. */
function describeLetter(text: string, offset: number): string {
  const point = text.codePointAt(offset) ?? 0;
  const shown = String.fromCodePoint(point);
  return WHITE_SPACE.test(shown) || /[\p{C}\p{Z}]/u.test(shown)
    ? `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
    : JSON.stringify(shown);
}
