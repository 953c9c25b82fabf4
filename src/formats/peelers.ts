import { decompress } from '../engines/compression.js';
import { decodeEntities } from '../engines/xml/html-entities.js';
import { readBase64, readHex } from '../lib/bytes/byte-text.js';
import { type Layer, layerOf, type Peeler, scoreOf } from '../lib/bytes/peel.js';
import { percentDecode } from '../lib/bytes/percent.js';

const MAX_BYTES = 2_000_000;

/** A peeler of texts that match; what it throws means that the text is not of that kind. */
function ofText(name: string, pattern: RegExp, undo: (text: string) => Uint8Array | string | undefined): Peeler {
  return {
    name,
    undo({ text }) {
      if (text === undefined || !pattern.test(text)) return undefined;
      try {
        const inner = undo(text);
        return inner === undefined ? undefined : layerOf(Buffer.from(inner));
      } catch {
        // Not of that kind after all.
        return undefined;
      }
    },
  };
}

function ofBytes(name: 'gzip' | 'zlib' | 'zstd', fits: (bytes: Uint8Array) => boolean): Peeler {
  return {
    name,
    async undo({ bytes }): Promise<Layer | undefined> {
      if (!fits(bytes)) return undefined;
      try {
        return layerOf(await decompress(bytes, name, MAX_BYTES));
      } catch {
        // Damaged, too large, or chance: no layer of that kind.
        return undefined;
      }
    },
  };
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 §6. */
function readBase32(text: string): Uint8Array {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const letter of text.replace(/[\s=]/g, '').toUpperCase()) {
    held = (held * 32 + BASE32.indexOf(letter)) % 2 ** 16;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  return Uint8Array.from(bytes);
}

const shift = (text: string, by: number): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + by) % 26) + base);
  });

/** As much of a text as tells how well it reads. */
const SAMPLE = 2000;

/** A cipher of letters counts only where it makes the text read better. */
function ifBetter(text: string, decipher: (text: string) => string): string | undefined {
  const gain = 0.08;
  const score = (value: string): number => scoreOf(layerOf(Buffer.from(value)), '');
  const sample = Buffer.from(text.slice(0, SAMPLE)).toString();
  return score(decipher(sample)) > score(sample) + gain ? decipher(text) : undefined;
}

const reverse = (text: string): string => [...text].reverse().join('');

const atbash = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(2 * base + 25 - letter.charCodeAt(0));
  });

const ESCAPES = /\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\([nrt"'\\])/gi;
const SIMPLE: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', "'": "'", '\\': '\\' };

const numbers = (text: string, radix: number): Uint8Array => {
  const values = text
    .trim()
    .split(/[\s,;]+/)
    .map((digits) => Number.parseInt(digits, radix));
  if (values.some((value) => !(value >= 0 && value < 256))) throw new RangeError('no bytes');
  return Uint8Array.from(values);
};

const bitsOf = (text: string): Uint8Array => {
  const bits = text.replace(/\s+/g, '');
  if (bits.length % 8 !== 0) throw new RangeError('no whole bytes');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
};

const quotedPrintable = (text: string): Uint8Array =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

const ROTATIONS = Array.from({ length: 25 }, (_, i) => i + 1);

/** Every layer that is known, the surest first. */
export const PEELERS: readonly Peeler[] = [
  ofBytes('gzip', (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b),
  ofBytes(
    'zlib',
    (bytes) =>
      ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.length > 2 && ((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)) % 31 === 0,
  ),
  ofBytes('zstd', (bytes) => Buffer.from(bytes.subarray(0, 4)).toString('hex') === '28b52ffd'),
  ofText('binary', /^\s*[01]{8}(?:\s*[01]{8})+\s*$/, bitsOf),
  ofText('hex', /^\s*(?:(?:0x|\\x|%)?[0-9a-f]{2}[\s:,;-]*){2,}\s*$/i, readHex),
  ofText('decimal', /^\s*\d{1,3}(?:[\s,;]+\d{1,3})+\s*$/, (text) => numbers(text, 10)),
  ofText('octal', /^\s*[0-7]{3}(?:[\s,;]+[0-7]{3})+\s*$/, (text) => numbers(text, 8)),
  ofText('base64', /^\s*[A-Za-z0-9+/_\-\s]{4,}={0,2}\s*$/, (text) => readBase64(text, { strict: false })),
  ofText('data-uri', /^\s*data:[^,]{0,200};base64,/, (text) =>
    readBase64(text.replace(/^\s*data:[^,]{0,200},/, ''), { strict: false }),
  ),
  ofText('base32', /^\s*(?:[A-Z2-7\s]{8,}|[a-z2-7\s]{8,})=*\s*$/, readBase32),
  ofText('url', /%[0-9a-f]{2}/i, (text) =>
    percentDecode(text, text.includes('+') && !text.includes(' ') ? 'form' : 'component'),
  ),
  ofText('html-entities', /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,31});/i, decodeEntities),
  ofText('quoted-printable', /=[0-9A-F]{2}/, quotedPrintable),
  ofText('escapes', /\\(?:u[0-9a-f]{4}|u\{|x[0-9a-f]{2}|n|")/i, (text) =>
    text.replace(ESCAPES, (_, braced?: string, four?: string, two?: string, simple?: string) => {
      const digits = braced ?? four ?? two;
      return digits === undefined ? (SIMPLE[simple ?? ''] ?? '') : String.fromCodePoint(Number.parseInt(digits, 16));
    }),
  ),
  ofText('reverse', /\p{L}{2}/u, (text) => ifBetter(text, reverse)),
  ofText('atbash', /[a-z]{3}/i, (text) => ifBetter(text, atbash)),
  ...ROTATIONS.map((by) => ofText(`rot${26 - by}`, /[a-z]{3}/i, (text) => ifBetter(text, (given) => shift(given, by)))),
];
