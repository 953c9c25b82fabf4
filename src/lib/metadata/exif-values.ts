import { latin1 } from '../bytes/latin1.js';
import { EXIF_TAGS, GPS_TAGS } from './exif-tags.data.js';
import type { Tiff, TiffDirectory, TiffEntry } from './tiff.js';

export type ExifValue = number | string | readonly (number | string)[] | { readonly bytes: number };

/** A directory by the names of its tags, in the order of the file. */
export type ExifTable = Readonly<Record<string, ExifValue>>;

export interface ExifTables {
  /** The picture, Exif, GPS and interoperability; the small picture. Empty ones are left out. */
  readonly tables: Readonly<Partial<Record<'image' | 'exif' | 'gps' | 'interoperability' | 'thumbnail', ExifTable>>>;
  /** Part of the bytes of the TIFF structure. */
  readonly makerNote: Uint8Array | undefined;
  readonly thumbnail: { readonly start: number; readonly bytes: number } | undefined;
  /** Content of tags that hold other metadata: XMP, IPTC, Photoshop, ICC, C2PA. */
  readonly embedded: ReadonlyMap<number, Uint8Array>;
}

const EXIF_POINTER = 0x8769;
const GPS_POINTER = 0x8825;
const INTEROP_POINTER = 0xa005;
const MAKER_NOTE = 0x927c;
/** Of DNG. Pentax has its note there. */
const PRIVATE_DATA = 0xc634;
const USER_COMMENT = 0x9286;
const THUMBNAIL_OFFSET = 0x0201;
const THUMBNAIL_BYTES = 0x0202;

/** Tags that are read elsewhere, or are of the file's layout. */
const ELSEWHERE = new Set([EXIF_POINTER, GPS_POINTER, INTEROP_POINTER, MAKER_NOTE, THUMBNAIL_OFFSET, THUMBNAIL_BYTES]);
const EMBEDDED = new Set([700, 33_723, 34_377, 34_675, 52_545]);
/** Undefined by type, text by meaning: versions and the like (Exif 3.0, 4.6.6). */
const TEXTS = new Set([0x9000, 0xa000, 0x0002]);
const GPS_TEXTS = new Set([0x001b, 0x001c]);
/** Windows writes these in UTF-16. */
const WINDOWS_TEXTS = new Set([0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f]);

/** Values of one tag that are shown; tables of cameras have more. */
const MAX_VALUES = 256;
const MAX_TEXT = 100_000;

/** What EXIF says, by names of tags. Takes a TIFF structure; damaged entries are left out. */
export function exifTables(tiff: Tiff): ExifTables {
  const [main, small] = tiff.chain(2);
  const pointed = (from: TiffDirectory | undefined, tag: number): TiffDirectory | undefined => {
    const entry = from?.entries.find((candidate) => candidate.tag === tag);
    const [offset] = entry === undefined ? [] : tiff.numbers(entry);
    return offset === undefined ? undefined : tiff.directory(offset);
  };
  const exif = pointed(main, EXIF_POINTER);
  const tables = {
    image: tableOf(tiff, main, EXIF_TAGS),
    exif: tableOf(tiff, exif, EXIF_TAGS),
    gps: tableOf(tiff, pointed(main, GPS_POINTER), GPS_TAGS),
    interoperability: tableOf(tiff, pointed(exif, INTEROP_POINTER), EXIF_TAGS),
    thumbnail: tableOf(tiff, small, EXIF_TAGS),
  };
  const makerNote =
    exif?.entries.find(({ tag }) => tag === MAKER_NOTE) ??
    main?.entries.find(({ tag, value }) => tag === PRIVATE_DATA && /^(?:PENTAX |AOC)\0/.test(latin1(value, 0, 8)));
  const numberOf = (tag: number): number | undefined => {
    const entry = small?.entries.find((candidate) => candidate.tag === tag);
    return entry === undefined ? undefined : tiff.numbers(entry)[0];
  };
  const [start, bytes] = [numberOf(THUMBNAIL_OFFSET), numberOf(THUMBNAIL_BYTES)];
  const embedded = new Map(
    (main?.entries ?? []).flatMap(({ tag, value }) => (EMBEDDED.has(tag) ? [[tag, value]] : [])),
  );
  return {
    tables: Object.fromEntries(Object.entries(tables).filter(([, table]) => Object.keys(table).length > 0)),
    makerNote: makerNote?.value,
    thumbnail: start === undefined || bytes === undefined ? undefined : { start, bytes },
    embedded,
  };
}

/** The same of structures of their own, each with one directory. */
export function separateTables(tiffs: {
  readonly image: Tiff | undefined;
  readonly exif: Tiff | undefined;
  readonly gps: Tiff | undefined;
}): ExifTables['tables'] {
  const of = (tiff: Tiff | undefined, names: ReadonlyMap<number, string>): ExifTable =>
    tiff === undefined ? {} : tableOf(tiff, tiff.directory(tiff.first), names);
  const tables = { image: of(tiffs.image, EXIF_TAGS), exif: of(tiffs.exif, EXIF_TAGS), gps: of(tiffs.gps, GPS_TAGS) };
  return Object.fromEntries(Object.entries(tables).filter(([, table]) => Object.keys(table).length > 0));
}

function tableOf(tiff: Tiff, directory: TiffDirectory | undefined, names: ReadonlyMap<number, string>): ExifTable {
  const table: Record<string, ExifValue> = Object.create(null) as Record<string, ExifValue>;
  for (const entry of directory?.entries ?? []) {
    if (ELSEWHERE.has(entry.tag) || EMBEDDED.has(entry.tag)) continue;
    const name = names.get(entry.tag) ?? `Tag0x${entry.tag.toString(16).padStart(4, '0')}`;
    table[name] ??= exifValueOf(tiff, entry, names === GPS_TAGS);
  }
  return { ...table };
}

function exifValueOf(tiff: Tiff, entry: TiffEntry, isGps: boolean): ExifValue {
  const { tag, type, count, value } = entry;
  if (type === 2 || type === 129) return textOf(value);
  if (WINDOWS_TEXTS.has(tag) && !isGps)
    return new TextDecoder('utf-16le').decode(value.subarray(0, MAX_TEXT)).replace(/\0[\s\S]*$/, '');
  if (type === 7 && (isGps ? GPS_TEXTS.has(tag) : tag === USER_COMMENT)) return commentOf(value, tiff.isLittle);
  if (type === 7 && !isGps && TEXTS.has(tag)) return textOf(value);
  if (count > MAX_VALUES || (type === 7 && count > 16)) return { bytes: value.length };
  const values = numbersOf(tiff, entry);
  return values.length === 1 ? (values[0] ?? 0) : values;
}

/** UTF-8 where it is that, else Latin-1; what stands behind a zero is filling. */
export function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const shown = bytes.subarray(0, Math.min(MAX_TEXT, end < 0 ? bytes.length : end));
  const text = Buffer.from(shown).toString();
  return (text.includes('\ufffd') ? latin1(shown) : text).trimEnd();
}

/** The first eight bytes name the charset (Exif 3.0, 4.6.6.4). */
function commentOf(bytes: Uint8Array, isLittle: boolean): string {
  const charset = latin1(bytes, 0, 8);
  const body = bytes.subarray(8, 8 + MAX_TEXT);
  if (!charset.startsWith('UNICODE')) return textOf(body).replace(/^\0+/, '');
  // Byte order is that of EXIF by rule; many writers of big-endian EXIF write little-endian text, and the zeros show it.
  const isTextLittle =
    body.length >= 2 && body[0] !== body[1] ? body[1] === 0 || (body[0] !== 0 && isLittle) : isLittle;
  const text = new TextDecoder(isTextLittle ? 'utf-16le' : 'utf-16be').decode(body.subarray(0, body.length & ~1));
  return text.replace(/\0+$/, '');
}

export function numbersOf(tiff: Tiff, { type, count, value }: TiffEntry): (number | string)[] {
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  const { isLittle } = tiff;
  const read = READERS[type] ?? ((from: DataView, i: number) => from.getUint8(i));
  return Array.from({ length: count }, (_, i) => read(view, i, isLittle));
}

type Reader = (view: DataView, index: number, isLittle: boolean) => number | string;

/** By type, TIFF 6.0 section 2. */
const READERS: Readonly<Record<number, Reader>> = {
  3: (view, i, isLittle) => view.getUint16(2 * i, isLittle),
  4: (view, i, isLittle) => view.getUint32(4 * i, isLittle),
  5: (view, i, isLittle) => quotient(view.getUint32(8 * i, isLittle), view.getUint32(8 * i + 4, isLittle)),
  6: (view, i) => view.getInt8(i),
  8: (view, i, isLittle) => view.getInt16(2 * i, isLittle),
  9: (view, i, isLittle) => view.getInt32(4 * i, isLittle),
  10: (view, i, isLittle) => quotient(view.getInt32(8 * i, isLittle), view.getInt32(8 * i + 4, isLittle)),
  11: (view, i, isLittle) => finite(view.getFloat32(4 * i, isLittle)),
  12: (view, i, isLittle) => finite(view.getFloat64(8 * i, isLittle)),
  13: (view, i, isLittle) => view.getUint32(4 * i, isLittle),
};

/** Ten significant digits, more than a rational of two 32-bit numbers says in practice; `1/0` stays as it is. */
const quotient = (over: number, under: number): number | string =>
  under === 0 ? `${over}/${under}` : Number((over / under).toPrecision(10));

const finite = (value: number): number | string =>
  Number.isFinite(value) ? Number(value.toPrecision(10)) : String(value);
