import { isUtf8 } from 'node:buffer';

import iconv from 'iconv-lite';

import { invalid, quote } from '../../core/errors.js';
import { decodeEbcdic, ebcdicName, encodeEbcdic } from '../../lib/bytes/ebcdic.js';
import { describeFault } from '../../lib/text/text-position.js';

/** A text file decoded, with what is needed to write it back in the same bytes. */
export interface DecodedText {
  readonly text: string;
  /** A name that iconv-lite knows: utf-8, utf-16le, utf-16be, windows-1252, … */
  readonly encoding: string;
  /** A byte order mark stood at the front; it is not part of `text`. */
  readonly hasMark: boolean;
}

/**
 * Decodes a text file of unknown encoding: by its byte order mark, as UTF-8 where that is valid, as UTF-16 where the zero
 * bytes show it, else as the older encoding that fits its letters best. Whatever is chosen, `encodeText` gives the same
 * bytes again, so a wrong guess between two alphabets harms nothing that is passed through.
 * Throws INVALID_INPUT, naming the file by `label`, where the bytes are no text.
 */
export async function decodeText(bytes: Uint8Array, label: string): Promise<DecodedText> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.subarray(0, 4).equals(ZIP_MARK))
    throw invalid(`Cannot read ${label}: it is a ZIP archive or a workbook, not text`);
  if (buffer.subarray(0, 3).equals(UTF8_MARK)) return decodeUtf(buffer, 3, 'utf-8', label);
  if (buffer.subarray(0, 2).equals(UTF16LE_MARK)) return decodeUtf(buffer, 2, 'utf-16le', label);
  if (buffer.subarray(0, 2).equals(UTF16BE_MARK)) return decodeUtf(buffer, 2, 'utf-16be', label);
  const wide = detectUnmarkedUtf16(buffer);
  if (wide !== undefined) return decodeUtf(buffer, 0, wide, label);
  if (buffer.includes(0)) throw invalid(`Cannot read ${label}: it has zero bytes, which no text file has`);
  if (isUtf8(buffer)) return { text: buffer.toString('utf8'), encoding: 'utf-8', hasMark: false };
  return decodeLegacy(buffer);
}

/**
 * Decodes bytes by an encoding that the caller names (any name or alias of iconv-lite: `utf-8`, `latin1`, `Shift_JIS`, …, or an
 * EBCDIC code page: `IBM037`). Throws INVALID_INPUT, naming the option, where there is no such encoding, and, naming the text by
 * `label`, where the bytes are not valid in it.
 */
export function decodeTextAs(bytes: Uint8Array, encoding: string, label: string, option: string): DecodedText {
  checkEncoding(encoding, option);
  const marked = decodeWith(bytes, encoding);
  const fault = marked.includes('\ufffd') ? firstInvalidByte(bytes, encoding) : -1;
  if (fault >= 0) throw invalid(`Cannot read ${label}: byte ${fault + 1} is not valid ${quote(encoding).slice(1, -1)}`);
  const hasMark = marked.startsWith('\ufeff');
  return { text: hasMark ? marked.slice(1) : marked, encoding, hasMark };
}

/** Decodes with U+FFFD for bytes that are not valid; a byte order mark stays. The encoding must be a known one. */
export function decodeWith(bytes: Uint8Array, encoding: string): string {
  const page = ebcdicName(encoding);
  if (page !== undefined) return decodeEbcdic(bytes, page);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return iconv.decode(buffer, encoding, { stripBOM: false });
}

/** Encodes with `?` for characters that the encoding lacks, without a byte order mark. The encoding must be a known one. */
function encodeWith(text: string, encoding: string): Uint8Array {
  const page = ebcdicName(encoding);
  return page === undefined ? iconv.encode(text, encoding, { addBOM: false }) : encodeEbcdic(text, page);
}

/**
 * The bytes of a text in an encoding that the caller names. Throws INVALID_INPUT, naming the option where there is no such
 * encoding, and the first character that it lacks, with line and column.
 */
export function encodeTextAs(text: string, encoding: string, label: string, option: string): Uint8Array {
  checkEncoding(encoding, option);
  const bytes = encodeWith(text, encoding);
  const lost = isUnicode(encoding) ? -1 : firstLost(text, encoding, bytes);
  if (lost < 0) return bytes;
  const point = text.codePointAt(lost) ?? 0;
  const name = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  throw invalid(
    `Cannot write ${label} as ${quote(encoding).slice(1, -1)}: ${describeFault(text, lost, `it has no ${quote(String.fromCodePoint(point))} (${name})`)}`,
  );
}

/** What becomes of characters that an encoding lacks. */
export type LostCharacters = 'strict' | 'replace' | 'escape';

/**
 * A text in an encoding that is known. `strict` throws INVALID_INPUT with the place of the first character that is lacking,
 * `replace` writes `?`, `escape` a numeric character reference.
 */
export function convertText(
  text: string,
  encoding: string,
  { bom, onError }: { readonly bom: boolean; readonly onError: LostCharacters },
): Uint8Array {
  const marked = bom ? `\ufeff${text}` : text;
  if (onError === 'strict') return encodeTextAs(marked, encoding, 'the text', 'to');
  const bytes = encodeWith(marked, encoding);
  if (onError === 'replace' || isUnicode(encoding) || decodeWith(bytes, encoding) === marked) return bytes;
  const has = new Map<string, boolean>();
  const escaped = Array.from(marked, (character) => {
    const known = has.get(character) ?? decodeWith(encodeWith(character, encoding), encoding) === character;
    has.set(character, known);
    return known ? character : `&#${character.codePointAt(0)};`;
  });
  return encodeWith(escaped.join(''), encoding);
}

/** Whether an encoding has every character. */
export const isUnicode = (encoding: string): boolean => /^(utf|ucs|cesu|gb18030)/i.test(encoding);

/** Offset of the first character that does not come back from its bytes, -1 where all do. */
function firstLost(text: string, encoding: string, bytes: Uint8Array): number {
  if (decodeWith(bytes, encoding) === text) return -1;
  let offset = 0;
  for (const character of text) {
    if (decodeWith(encodeWith(character, encoding), encoding) !== character) return offset;
    offset += character.length;
  }
  return -1;
}

/** Offset of the first byte that no character of the encoding has, -1 where U+FFFD stands in the bytes themselves. */
function firstInvalidByte(bytes: Uint8Array, encoding: string): number {
  const again = encodeWith(decodeWith(bytes, encoding), encoding);
  const end = Math.min(bytes.length, again.length);
  for (let index = 0; index < end; index++) if (bytes[index] !== again[index]) return index;
  return bytes.length === again.length ? -1 : end;
}

/** Whether there is an encoding of that name. */
export function hasEncoding(name: string): boolean {
  // Names of Node's own that are no charsets: base64 and hex would decode text into letters.
  const isCharset = iconv.encodingExists(name) && !/^(base64|hex|binary|_internal)/i.test(name);
  return isCharset || ebcdicName(name) !== undefined;
}

/** Throws INVALID_INPUT, naming the option, where there is no encoding of that name. */
export function checkEncoding(encoding: string, option: string): void {
  if (!hasEncoding(encoding)) {
    throw invalid(`Option "${option}" must be the name of a character encoding, got ${quote(encoding)}`);
  }
}

/** The bytes of a text in the encoding it came in. Letters that the encoding lacks become `?`. */
export function encodeText(text: string, { encoding, hasMark }: Pick<DecodedText, 'encoding' | 'hasMark'>): Uint8Array {
  // iconv-lite replaces lone surrogates of UTF-16 by nothing less than themselves, and adds no mark unless asked.
  return iconv.encode(text, encoding, { addBOM: hasMark });
}

const ZIP_MARK = Buffer.from('PK\x03\x04', 'latin1');
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16LE_MARK = Buffer.from([0xff, 0xfe]);
const UTF16BE_MARK = Buffer.from([0xfe, 0xff]);

function decodeUtf(buffer: Buffer, markLength: number, encoding: string, label: string): DecodedText {
  const content = buffer.subarray(markLength);
  const text = iconv.decode(content, encoding, { stripBOM: false });
  const decoded = { text, encoding, hasMark: markLength > 0 };
  if (!buffer.equals(encodeText(text, decoded)))
    throw invalid(`Cannot read ${label}: it is not valid ${encoding.toUpperCase()}`);
  return decoded;
}

const SAMPLE_BYTES = 4096;

/** Text in Latin letters has a zero in every other byte. */
function detectUnmarkedUtf16(buffer: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const length = Math.min(buffer.length, SAMPLE_BYTES) & ~1;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < length; index += 2) {
    if (buffer[index] === 0) even++;
    if (buffer[index + 1] === 0) odd++;
  }
  const pairs = length / 2;
  if (odd > 0.3 * pairs && even < 0.02 * pairs) return 'utf-16le';
  if (even > 0.3 * pairs && odd < 0.02 * pairs) return 'utf-16be';
  return undefined;
}

// What spreadsheet programs have written by default in one country or another; detectors name rarer ones by mistake.
const LEGACY_ENCODINGS = new Set([
  ...['windows-1250', 'windows-1251', 'windows-1252', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256'],
  ...[
    'windows-1257',
    'windows-1258',
    'iso-8859-1',
    'iso-8859-2',
    'iso-8859-5',
    'iso-8859-7',
    'iso-8859-9',
    'iso-8859-15',
  ],
  ...[
    'koi8-r',
    'koi8-u',
    'macroman',
    'shift_jis',
    'cp932',
    'euc-jp',
    'gb18030',
    'gb2312',
    'gbk',
    'big5',
    'euc-kr',
    'cp949',
  ],
  ...['tis-620', 'windows-874'],
]);

// Fewer different letters outside ASCII tell detectors nothing (measured: "café" alone is taken for Romanian).
const LEAST_EVIDENCE = 4;
const DETECTION_BYTES = 65_536;

async function decodeLegacy(buffer: Buffer): Promise<DecodedText> {
  const sample = buffer.subarray(0, DETECTION_BYTES);
  const evidence = new Set(sample.filter((byte) => byte >= 0x80)).size;
  const candidates = evidence < LEAST_EVIDENCE ? [] : await detectEncodings(sample);
  // Latin-1 maps every byte, so the last candidate always gives the same bytes again.
  for (const encoding of [...candidates, 'windows-1252', 'iso-8859-1']) {
    const text = iconv.decode(buffer, encoding);
    if (iconv.encode(text, encoding).equals(buffer)) return { text, encoding, hasMark: false };
  }
  return { text: buffer.toString('latin1'), encoding: 'iso-8859-1', hasMark: false };
}

async function detectEncodings(sample: Buffer): Promise<string[]> {
  return (await guessEncodings(sample)).filter((encoding) => LEGACY_ENCODINGS.has(encoding));
}

/** Names of older encodings that bytes may be in, in small letters, the likeliest first. All are known here. */
export async function guessEncodings(sample: Uint8Array): Promise<string[]> {
  const { default: detector } = await import('jschardet');
  return detector
    .detectAll(Buffer.from(sample))
    .map(({ encoding }) => encoding?.toLowerCase() ?? '')
    .filter((encoding) => iconv.encodingExists(encoding));
}
