import { isUtf8 } from 'node:buffer';

import iconv from 'iconv-lite';

import { invalid, quote } from '../../core/errors.js';
import { decodeEbcdic, ebcdicName, encodeEbcdic } from '../../lib/bytes/ebcdic.js';
import { guessEncoding } from '../../lib/encodings/encoding-detection.js';
import {
  decodeIso2022Jp,
  encodeIso2022Jp,
  firstFaultOfIso2022Jp,
  hasKanjiEscape,
  isIso2022Jp,
} from '../../lib/encodings/iso-2022-jp.js';
import { japaneseEncoding } from '../../lib/encodings/japanese-encoding.js';
import { describeFault } from '../../lib/text/text-position.js';

/** A text file decoded, with what is needed to write it back in the same bytes. */
export interface DecodedText {
  readonly text: string;
  /** A name that iconv-lite knows: utf-8, utf-16le, utf-16be, windows-1252, … */
  readonly encoding: string;
  /** A byte order mark stood at the front; it is not part of `text`. */
  readonly hasMark: boolean;
  /** The encoding that it may be as well, where the letters leave it open. */
  readonly doubt?: string;
}

useWhatwgTables();

/**
 * Tables of one byte per character as browsers have them (WHATWG Encoding §9). The package leaves bytes of Windows pages open that
 * browsers read as the control character of the same number, and has the Macintosh table from before the euro.
 */
function useWhatwgTables(): void {
  // The tables are loaded by the first name that is asked for.
  iconv.encodingExists('utf-8');
  const { encodings } = iconv as unknown as {
    readonly encodings: Record<string, string | { type: string; chars: string }>;
  };
  const change = (name: string, changes: ReadonlyMap<number, string>): void => {
    const page = encodings[name];
    if (typeof page !== 'object') return;
    // Some pages are written for all 256 bytes.
    const upper = page.chars.slice(-128);
    const chars = Array.from(upper, (character, index) => changes.get(index + 0x80) ?? character).join('');
    encodings[name] = { type: '_sbcs', chars };
  };
  for (const page of [1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258, 874]) {
    const name = `windows${page}`;
    const table = encodings[name];
    if (typeof table !== 'object') continue;
    const upper = table.chars.slice(-128);
    const open = Array.from({ length: 32 }, (_, index) => index).filter((index) => upper[index] === '\ufffd');
    change(name, new Map(open.map((index) => [index + 0x80, String.fromCharCode(index + 0x80)])));
  }
  const macintosh = new Map([
    [0xbd, '\u03a9'],
    [0xdb, '\u20ac'],
    [0xf0, '\uf8ff'],
  ]);
  for (const name of ['macintosh', 'macroman']) change(name, macintosh);
  const cyrillic = new Map([
    [0xa2, '\u0490'],
    [0xb6, '\u0491'],
    [0xff, '\u20ac'],
  ]);
  for (const name of ['maccyrillic', 'macukraine']) change(name, cyrillic);
  encodings.xmaccyrillic = 'maccyrillic';
  change(
    'koi8u',
    new Map([
      [0xae, '\u045e'],
      [0xbe, '\u040e'],
    ]),
  );
}

/**
 * Decodes a text file of unknown encoding: by its byte order mark, as UTF-8 where that is valid, as UTF-16 where the zero
 * bytes show it, as ISO-2022-JP where its escapes are there, else as the older encoding that fits its letters best. Whatever is chosen, `encodeText` gives the same
 * bytes again, so a wrong guess between two alphabets harms nothing that is passed through.
 * Throws INVALID_INPUT, naming the file by `label`, where the bytes are not text.
 */
export async function decodeText(bytes: Uint8Array, label: string): Promise<DecodedText> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.subarray(0, 4).equals(ZIP_MARK))
    throw invalid(`Cannot read ${label}: it is a ZIP archive or a workbook, not text`);
  if (buffer.subarray(0, 3).equals(UTF8_MARK)) return decodeUtf(buffer, 3, 'utf-8', label);
  // UTF-32 first: its mark begins as that of UTF-16 does, and no text in UTF-16 begins with U+0000.
  if (buffer.subarray(0, 4).equals(UTF32LE_MARK)) return decodeUtf(buffer, 4, 'utf-32le', label);
  if (buffer.subarray(0, 4).equals(UTF32BE_MARK)) return decodeUtf(buffer, 4, 'utf-32be', label);
  if (buffer.subarray(0, 2).equals(UTF16LE_MARK)) return decodeUtf(buffer, 2, 'utf-16le', label);
  if (buffer.subarray(0, 2).equals(UTF16BE_MARK)) return decodeUtf(buffer, 2, 'utf-16be', label);
  const wide = detectUnmarkedUtf32(buffer) ?? detectUnmarkedUtf16(buffer);
  if (wide !== undefined) return decodeUtf(buffer, 0, wide, label);
  if (buffer.includes(0)) throw invalid(`Cannot read ${label}: it has zero bytes, which no text file has`);
  if (hasKanjiEscape(buffer)) {
    const text = decodeIso2022Jp(buffer);
    const decoded = { text, encoding: 'iso-2022-jp', hasMark: false };
    if (buffer.equals(encodeText(text, decoded))) return decoded;
  }
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
  if (isIso2022Jp(encoding)) return decodeIso2022Jp(bytes);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return iconv.decode(buffer, encoding, { stripBOM: false });
}

/** Encodes with `?` for characters that the encoding lacks, without a byte order mark. The encoding must be a known one. */
function encodeWith(text: string, encoding: string): Uint8Array {
  const page = ebcdicName(encoding);
  if (isIso2022Jp(encoding)) return encodeIso2022Jp(text);
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
  if (isUnicode(encoding) || decodeWith(bytes, encoding) === marked) return bytes;
  const has = new Map<string, boolean>();
  const converted = Array.from(marked, (character) => {
    const known = has.get(character) ?? decodeWith(encodeWith(character, encoding), encoding) === character;
    has.set(character, known);
    if (known) return character;
    return onError === 'replace' ? '?' : `&#${character.codePointAt(0)};`;
  });
  return encodeWith(converted.join(''), encoding);
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
  if (isIso2022Jp(encoding)) return firstFaultOfIso2022Jp(bytes);
  const again = encodeWith(decodeWith(bytes, encoding), encoding);
  const end = Math.min(bytes.length, again.length);
  for (let index = 0; index < end; index++) if (bytes[index] !== again[index]) return index;
  return bytes.length === again.length ? -1 : end;
}

/** Whether there is an encoding of that name. */
export function hasEncoding(name: string): boolean {
  // Names of Node's own that are not charsets: base64 and hex would decode text into letters.
  const isCharset = iconv.encodingExists(name) && !/^(base64|hex|binary|_internal)/i.test(name);
  return isCharset || ebcdicName(name) !== undefined || isIso2022Jp(name);
}

/** Throws INVALID_INPUT, naming the option, where there is no encoding of that name. */
export function checkEncoding(encoding: string, option: string): void {
  if (!hasEncoding(encoding)) {
    throw invalid(`Option "${option}" must be the name of a character encoding, got ${quote(encoding)}`);
  }
}

/** The bytes of a text in the encoding it came in. Letters that the encoding lacks become `?`. */
export function encodeText(text: string, { encoding, hasMark }: Pick<DecodedText, 'encoding' | 'hasMark'>): Uint8Array {
  if (isIso2022Jp(encoding)) return encodeWith(text, encoding);
  // iconv-lite replaces lone surrogates of UTF-16 by nothing less than themselves, and adds no mark unless asked.
  return iconv.encode(text, encoding, { addBOM: hasMark });
}

const ZIP_MARK = Buffer.from('PK\x03\x04', 'latin1');
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF32LE_MARK = Buffer.from([0xff, 0xfe, 0, 0]);
const UTF32BE_MARK = Buffer.from([0, 0, 0xfe, 0xff]);
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

/** Every fourth byte of UTF-32 is zero, and so is nearly every byte beside it. */
function detectUnmarkedUtf32(buffer: Buffer): 'utf-32le' | 'utf-32be' | undefined {
  const length = Math.min(buffer.length, SAMPLE_BYTES) & ~3;
  if (length < 8 || buffer.length % 4 !== 0) return undefined;
  const units = Array.from({ length: length / 4 }, (_, index) => index * 4);
  const isPoint = (value: number): boolean => value > 0 && value <= 0x10ffff;
  if (units.every((start) => isPoint(buffer.readUInt32LE(start)))) return 'utf-32le';
  return units.every((start) => isPoint(buffer.readUInt32BE(start))) ? 'utf-32be' : undefined;
}

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

/** Encodings of several bytes per character that files are in; the package names rarer ones by mistake. */
const MULTIBYTE = new Set(['shift_jis', 'cp932', 'euc-jp', 'gb18030', 'gb2312', 'gbk', 'big5', 'euc-kr', 'cp949']);

const DETECTION_BYTES = 65_536;

async function decodeLegacy(buffer: Buffer): Promise<DecodedText> {
  const sample = buffer.subarray(0, DETECTION_BYTES);
  const { encodings, isChance, doubt } = guessEncoding(sample, decodeWith);
  const japanese = japaneseEncoding(sample, decodeWith);
  const guessed = isChance ? (await guessEncodings(sample)).filter((encoding) => MULTIBYTE.has(encoding)) : [];
  const wide = japanese === undefined ? guessed : [japanese, ...guessed];
  // Latin-1 maps every byte, so the last candidate always gives the same bytes again.
  for (const encoding of [...wide, ...encodings, 'iso-8859-1']) {
    const text = iconv.decode(buffer, encoding);
    // Some characters of these have two codes, such as U+9AD9 in cp932: they do not come back as they were.
    if (wide.includes(encoding) ? text.includes('\ufffd') : !iconv.encode(text, encoding).equals(buffer)) continue;
    const isSure = doubt === undefined || wide.includes(encoding);
    return {
      text,
      encoding,
      hasMark: false,
      ...(isSure ? {} : { doubt: doubt === encoding ? (encodings[0] ?? doubt) : doubt }),
    };
  }
  return { text: buffer.toString('latin1'), encoding: 'iso-8859-1', hasMark: false };
}

/** Names of older encodings that bytes may be in, in small letters, the likeliest first. All are known here. */
export async function guessEncodings(sample: Uint8Array): Promise<string[]> {
  const { default: detector } = await import('jschardet');
  return detector
    .detectAll(Buffer.from(sample))
    .map(({ encoding }) => encoding?.toLowerCase() ?? '')
    .filter((encoding) => iconv.encodingExists(encoding));
}
