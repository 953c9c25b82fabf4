import { ContentFault, LimitFault } from '../faults.js';

/** Tables of one font; real ones have up to about 40. */
const MAX_TABLES = 256;
/** Fonts of one collection. */
const MAX_FONTS = 64;

/** First four bytes of a font: TrueType outlines, PostScript outlines, Apple's own mark. */
export const TRUETYPE = 0x0001_0000;
export const POSTSCRIPT = 0x4f54_544f;
const APPLE = 0x7472_7565;
const COLLECTION = 0x7474_6366;

/** A font as its tables, in the order of their data. */
export interface SfntFont {
  readonly flavor: number;
  readonly tables: ReadonlyMap<string, Uint8Array>;
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const isSfnt = (flavor: number): boolean =>
  flavor === TRUETYPE || flavor === POSTSCRIPT || flavor === APPLE || flavor === COLLECTION;

export const tagAt = (bytes: Uint8Array, offset: number): string =>
  String.fromCharCode(...bytes.subarray(offset, offset + 4));

/** The fonts of a TrueType or OpenType file, or of a collection. Throws ContentFault, LimitFault. */
export function readSfnt(bytes: Uint8Array): SfntFont[] {
  if (bytes.length < 12) throw new ContentFault('cut short: its header is not whole');
  const view = viewOf(bytes);
  if (view.getUint32(0) !== COLLECTION) return [readFont(bytes, 0)];
  const count = view.getUint32(8);
  if (count > MAX_FONTS)
    throw new LimitFault(`the collection has ${count} fonts, and the limit is ${MAX_FONTS}`, MAX_FONTS);
  if (count === 0 || bytes.length < 12 + 4 * count)
    throw new ContentFault('cut short: the list of its fonts is not whole');
  return Array.from({ length: count }, (_, index) => readFont(bytes, view.getUint32(12 + 4 * index)));
}

function readFont(bytes: Uint8Array, start: number): SfntFont {
  const view = viewOf(bytes);
  if (start + 12 > bytes.length) throw new ContentFault('cut short: the directory of its tables is not whole');
  const flavor = view.getUint32(start);
  if (!isSfnt(flavor) || flavor === COLLECTION) throw new ContentFault('it is not a TrueType or OpenType font');
  const count = view.getUint16(start + 4);
  checkTableCount(count);
  if (start + 12 + 16 * count > bytes.length)
    throw new ContentFault('cut short: the directory of its tables is not whole');
  const records = Array.from({ length: count }, (_, index) => {
    const at = start + 12 + 16 * index;
    return { tag: tagAt(bytes, at), offset: view.getUint32(at + 8), length: view.getUint32(at + 12) };
  });
  const tables = new Map<string, Uint8Array>();
  for (const { tag, offset, length } of records.sort((a, b) => a.offset - b.offset)) {
    if (offset + length > bytes.length)
      throw new ContentFault(
        `cut short: table ${JSON.stringify(tag)} ends at byte ${offset + length} of ${bytes.length}`,
      );
    tables.set(tag, bytes.subarray(offset, offset + length));
  }
  return checked({ flavor, tables });
}

export function checkTableCount(count: number): void {
  if (count === 0) throw new ContentFault('it has no tables');
  if (count > MAX_TABLES) throw new LimitFault(`it has ${count} tables, and the limit is ${MAX_TABLES}`, MAX_TABLES);
}

/** Tables without which no program draws a letter, with the bytes that are read of them here. */
const NEEDED: readonly (readonly [tag: string, bytes: number])[] = [
  ['head', 54],
  ['hhea', 36],
  ['hmtx', 0],
  ['maxp', 6],
];

/** Throws ContentFault for a font that lacks a table that is needed, or has a part of one only. */
export function checked(font: SfntFont): SfntFont {
  for (const [tag, bytes] of NEEDED) {
    const table = font.tables.get(tag);
    if (table === undefined) throw new ContentFault(`table ${JSON.stringify(tag)} is missing`);
    if (table.length < bytes) throw new ContentFault(`table ${JSON.stringify(tag)} is cut short`);
  }
  return font;
}

const padded = (length: number): number => (length + 3) & ~3;

function checksum(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  const whole = bytes.length & ~3;
  let sum = 0;
  for (let at = 0; at < whole; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  let rest = 0;
  for (let at = whole; at < whole + 4 && whole < bytes.length; at++) rest = (rest * 256 + (bytes[at] ?? 0)) >>> 0;
  return (sum + rest) >>> 0;
}

/**
 * Writes a font file: tables in their order, the directory sorted, checksums new. A signature (`DSIG`) would no longer be true and is
 * left out.
 */
export function writeSfnt({ flavor, tables }: SfntFont): Uint8Array {
  const kept = [...tables].filter(([tag]) => tag !== 'DSIG');
  const count = kept.length;
  const headerLength = 12 + 16 * count;
  const total = kept.reduce((sum, [, data]) => sum + padded(data.length), headerLength);
  const bytes = new Uint8Array(total);
  const view = viewOf(bytes);
  const log = 31 - Math.clz32(count);
  view.setUint32(0, flavor);
  view.setUint16(4, count);
  view.setUint16(6, 16 * 2 ** log);
  view.setUint16(8, log);
  view.setUint16(10, 16 * (count - 2 ** log));
  let offset = headerLength;
  const records = kept.map(([tag, data]) => {
    const start = offset;
    bytes.set(data, start);
    if (tag === 'head') view.setUint32(start + 8, 0);
    offset += padded(data.length);
    return { tag, start, length: data.length };
  });
  for (const [index, { tag, start, length }] of records.toSorted((a, b) => (a.tag < b.tag ? -1 : 1)).entries()) {
    const at = 12 + 16 * index;
    for (let letter = 0; letter < 4; letter++) bytes[at + letter] = tag.charCodeAt(letter);
    view.setUint32(at + 4, checksum(bytes.subarray(start, start + length)));
    view.setUint32(at + 8, start);
    view.setUint32(at + 12, length);
  }
  const head = records.find(({ tag }) => tag === 'head');
  // The whole file with its own sum left out is to add up to this number.
  if (head !== undefined) view.setUint32(head.start + 8, (0xb1b0_afba - checksum(bytes)) >>> 0);
  return bytes;
}
