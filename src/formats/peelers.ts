import { decompress } from '../engines/compression.js';
import { decodeEntities } from '../engines/xml/html-entities.js';
import { readBase64, readHex } from '../lib/bytes/byte-text.js';
import {
  readAscii85,
  readBase32,
  readBase45,
  readBase58,
  readBase85,
  readMorse,
  readUuencoded,
  readZ85,
} from '../lib/bytes/digit-bases.js';
import { readDump } from '../lib/bytes/hexdump.js';
import { isKnownFile, type Layer, layerOf, type Peeler, type Undone } from '../lib/bytes/peel.js';
import { percentDecode } from '../lib/bytes/percent.js';
import { isClean } from '../lib/bytes/readable.js';
import { atbash, decipherBest, reverse, rot47 } from './peel-ciphers.js';
import { XOR_PEELERS } from './peel-xor.js';

const MAX_BYTES = 2_000_000;

/** The base-58 reader takes time by the square. */
const BASE58_CHARACTERS = 1000;

/**
 * How surely bytes are what was encoded: bytes that come out of digits by chance are hardly ever text, and the less so the more they
 * are. 0 where they are neither text nor a known file.
 */
function evidenceOf({ bytes, text }: Layer): number {
  if (text === undefined) return isKnownFile(bytes) || isCompressed(bytes) || utf16Of(bytes) !== undefined ? 1 : 0;
  return isClean(text) ? 1 - 0.7 ** bytes.length : 0;
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isZlib = (bytes: Uint8Array): boolean =>
  ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.length > 2 && ((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)) % 31 === 0;
const isZstd = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).toString('hex') === '28b52ffd';
const isCompressed = (bytes: Uint8Array): boolean => isGzip(bytes) || isZlib(bytes) || isZstd(bytes);

/** The text of UTF-16 in letters of one byte, where the bytes are that. */
function utf16Of(bytes: Uint8Array): string | undefined {
  if (bytes.length < 4 || bytes.length % 2 !== 0) return undefined;
  const zeros = [0, 1].map((start) => bytes.filter((byte, index) => index % 2 === start && byte === 0).length);
  const half = bytes.length / 2;
  const isBig = (zeros[0] ?? 0) > half * 0.7;
  if (!isBig && !((zeros[1] ?? 0) > half * 0.7)) return undefined;
  const text = new TextDecoder(isBig ? 'utf-16be' : 'utf-16le').decode(bytes);
  return isClean(text) ? text : undefined;
}

interface TextPeeler {
  readonly name: string;
  readonly pattern: RegExp;
  readonly undo: (text: string) => Uint8Array | string | undefined;
}

function attempt({ pattern, undo }: TextPeeler, text: string | undefined): Layer | undefined {
  if (text === undefined || !pattern.test(text)) return undefined;
  try {
    const inner = undo(text);
    return inner === undefined ? undefined : layerOf(Buffer.from(inner));
  } catch {
    // Not of that kind after all.
    return undefined;
  }
}

/** A text that is of that kind as a whole. */
const ofWhole = (peeler: TextPeeler): Peeler => ({
  name: peeler.name,
  undo({ text }): Undone | undefined {
    const inner = attempt(peeler, text);
    const evidence = inner === undefined ? 0 : evidenceOf(inner);
    return inner === undefined || evidence === 0 ? undefined : { ...inner, evidence };
  },
});

/** A text with escapes of that kind in it, which hardly stand in a text that was not escaped. */
const ofEscapes = (peeler: TextPeeler): Peeler => ({
  name: peeler.name,
  undo({ text }): Undone | undefined {
    const inner = attempt(peeler, text);
    return inner === undefined || inner.text === text ? undefined : { ...inner, evidence: ESCAPES_EVIDENCE };
  },
});

const ESCAPES_EVIDENCE = 0.95;

function ofBytes(name: 'gzip' | 'zlib' | 'zstd', fits: (bytes: Uint8Array) => boolean): Peeler {
  return {
    name,
    async undo({ bytes }): Promise<Undone | undefined> {
      if (!fits(bytes)) return undefined;
      try {
        return { ...layerOf(await decompress(bytes, name, MAX_BYTES)), evidence: 1 };
      } catch {
        // Damaged, too large, or chance: no layer of that kind.
        return undefined;
      }
    },
  };
}

const ESCAPES = /\\u\{([0-9a-f]{1,6})\}|\\U([0-9a-f]{8})|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\([nrt"'/\\])/gi;
const SIMPLE: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

const readEscapes = (text: string): string =>
  text.replace(ESCAPES, (whole: string, ...groups: (string | undefined)[]) => {
    const [braced, eight, four, two, simple] = groups;
    const digits = braced ?? (whole.startsWith('\\U') ? eight : undefined) ?? four ?? two ?? eight;
    if (digits !== undefined) return String.fromCodePoint(Number.parseInt(digits, 16));
    return SIMPLE[simple ?? ''] ?? simple ?? '';
  });

/** Numbers of bytes, however they are divided. */
function numbers(text: string, radix: 8 | 10): Uint8Array {
  const values = (text.replace(/0o/g, ' ').match(/\d+/g) ?? []).map((digits) => Number.parseInt(digits, radix));
  if (values.some((value) => !(value >= 0 && value < 256))) throw new RangeError('not bytes');
  return Uint8Array.from(values);
}

/** Groups of three octal digits without anything between them. */
const octalGroups = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/[0-7]{3}/g) ?? [], (digits) => Number.parseInt(digits, 8));

const bitsOf = (text: string): Uint8Array => {
  const bits = text.replace(/0b|[\s,;]+/g, '');
  if (bits.length % 8 !== 0) throw new RangeError('not whole bytes');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
};

const quotedPrintable = (text: string): Uint8Array =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

const codePoints = (text: string): string =>
  (text.match(/[0-9a-f]{4,6}/gi) ?? []).map((digits) => String.fromCodePoint(Number.parseInt(digits, 16))).join('');

/** Header and claims of a JSON Web Token (RFC 7519), a line each. */
function tokenParts(text: string): string | undefined {
  const parts = text.trim().split('.').slice(0, 2);
  const read = parts.map((part) => Buffer.from(part, 'base64url').toString());
  return read.every((part) => /^\{".*\}$/s.test(part)) ? read.join('\n') : undefined;
}

const lenient64 = (text: string): Uint8Array => readBase64(text, { strict: false });

/** Every layer that is known, the surest first. */
export const PEELERS: readonly Peeler[] = [
  ofBytes('gzip', isGzip),
  ofBytes('zlib', isZlib),
  ofBytes('zstd', isZstd),
  {
    name: 'utf-16',
    undo({ bytes }): Undone | undefined {
      const text = utf16Of(bytes);
      return text === undefined ? undefined : { ...layerOf(Buffer.from(text)), evidence: 1 };
    },
  },
  ofWhole({ name: 'binary', pattern: /^\s*(?:0b)?[01]{8}(?:[\s,;]*(?:0b)?[01]{8})+\s*$/, undo: bitsOf }),
  ofWhole({
    name: 'hex',
    pattern: /^\s*[[{(]?\s*(?:(?:0x|\\x|%)?[0-9a-f]{2}[\s:,;-]*){2,}[\]})]?;?\s*$/i,
    undo: (text) => readHex(text.replace(/[[\]{}()]|;\s*$/g, '')),
  }),
  ofWhole({
    name: 'hexdump',
    pattern: /^\s*[0-9a-f]{6,16}(?::|[ \t])|\]\s*=\s*\{/i,
    undo: (text) => readDump(text, MAX_BYTES),
  }),
  ofWhole({
    name: 'octal',
    pattern:
      /^\s*[[{(]?\s*(?:\\|0o?|\\0)?[0-3]?[0-7]{2}(?:[\s,;]*(?:\\0?|[\s,;]0o?|[\s,;])[0-3]?[0-7]{2})+\s*[\]})]?\s*$/,
    undo: (text) => numbers(text, 8),
  }),
  ofWhole({ name: 'octal', pattern: /^\s*(?:[01][0-7]{2}){2,}\s*$/, undo: octalGroups }),
  ofWhole({
    name: 'decimal',
    pattern: /^\s*[[{(]?\s*\d{1,3}(?:[\s,;]+\d{1,3})+\s*[\]})]?\s*$/,
    undo: (text) => numbers(text, 10),
  }),
  ofWhole({ name: 'code-points', pattern: /^\s*(?:U\+[0-9a-f]{4,6}[\s,;]*){2,}$/i, undo: codePoints }),
  ofWhole({ name: 'base64', pattern: /^\s*[A-Za-z0-9+/_\-\s]{4,}={0,2}\s*$/, undo: lenient64 }),
  ofWhole({
    name: 'data-uri',
    pattern: /^\s*data:[^,]{0,200};base64,/i,
    undo: (text) => lenient64(text.replace(/^\s*data:[^,]{0,200},/i, '')),
  }),
  ofWhole({
    name: 'data-uri',
    pattern: /^\s*data:[a-z]+\/[^,]{0,200},/i,
    undo: (text) => percentDecode(text.replace(/^\s*data:[^,]{0,200},/i, ''), 'component'),
  }),
  ofWhole({ name: 'jwt', pattern: /^\s*eyJ[\w-]+\.[\w-]+\.[\w-]*\s*$/, undo: tokenParts }),
  ofWhole({ name: 'base32', pattern: /^\s*(?:[A-Z2-7\s]{8,}|[a-z2-7\s]{8,})=*\s*$/, undo: readBase32 }),
  ofWhole({ name: 'base45', pattern: /^[0-9A-Z $%*+\-./:]{12,}\s*$/, undo: readBase45 }),
  ofWhole({
    name: 'base58',
    pattern: new RegExp(`^\\s*[1-9A-HJ-NP-Za-km-z]{11,${BASE58_CHARACTERS}}\\s*$`),
    undo: readBase58,
  }),
  ofWhole({ name: 'ascii85', pattern: /^\s*(?:<~)?[!-uz\s]{10,}(?:~>)?\s*$/, undo: readAscii85 }),
  ofWhole({ name: 'base85', pattern: /^\s*[0-9A-Za-z!#$%&()*+\-;<=>?@^_`{|}~]{10,}\s*$/, undo: readBase85 }),
  ofWhole({ name: 'z85', pattern: /^\s*[0-9a-zA-Z.\-:+=^!/*?&<>()[\]{}@%$#]{10,}\s*$/, undo: readZ85 }),
  ofWhole({ name: 'uuencode', pattern: /^\s*begin [0-7]{3,4} /, undo: readUuencoded }),
  ofWhole({ name: 'morse', pattern: /^\s*[.\-·•–—−_]{1,7}(?:[\s/|]+[.\-·•–—−_]{1,7})+[\s/|]*$/, undo: readMorse }),
  ofEscapes({
    name: 'url',
    pattern: /%[0-9a-f]{2}/i,
    undo: (text) => percentDecode(text, text.includes('+') && !text.includes(' ') ? 'form' : 'component'),
  }),
  ofEscapes({ name: 'html-entities', pattern: /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,31});/i, undo: decodeEntities }),
  // Every equals sign stands before two digits or at the end of a line (RFC 2045 §6.7).
  ofEscapes({
    name: 'quoted-printable',
    pattern: /^(?:[^=]|=\r?\n|=[0-9A-F]{2})*=(?:[0-9A-F]{2}|\r?\n)(?:[^=]|=\r?\n|=[0-9A-F]{2})*=?$/,
    undo: quotedPrintable,
  }),
  ofEscapes({ name: 'escapes', pattern: /\\(?:u[0-9a-f]{4}|u\{|U[0-9a-f]{8}|x[0-9a-f]{2}|n|")/i, undo: readEscapes }),
  decipherBest('reverse', [['reverse', reverse]]),
  decipherBest('atbash', [['atbash', atbash]]),
  decipherBest('rot47', [['rot47', rot47]]),
  decipherBest('rot', 'rotations'),
  ...XOR_PEELERS,
];
