import { deflateSync, inflateSync } from 'node:zlib';

import { ContentFault, LimitFault } from '../faults.js';

import { checked, checkTableCount, type SfntFont, tagAt, viewOf, writeSfnt } from './sfnt.js';

export const WOFF = 0x774f_4646;
const HEADER = 44;
const RECORD = 20;
/** Bytes of all tables of a font when unpacked. */
export const MAX_FONT_BYTES = 64 * 2 ** 20;

/** The font of a WOFF 1.0 file; metadata and private data are not kept. Throws ContentFault, LimitFault. */
export function readWoff(bytes: Uint8Array): SfntFont {
  const view = viewOf(bytes);
  if (bytes.length < HEADER) throw new ContentFault('cut short: its header is not whole');
  const count = view.getUint16(12);
  checkTableCount(count);
  if (bytes.length < HEADER + RECORD * count)
    throw new ContentFault('cut short: the directory of its tables is not whole');
  const records = Array.from({ length: count }, (_, index) => {
    const at = HEADER + RECORD * index;
    return {
      tag: tagAt(bytes, at),
      offset: view.getUint32(at + 4),
      packed: view.getUint32(at + 8),
      length: view.getUint32(at + 12),
    };
  }).sort((a, b) => a.offset - b.offset);
  if (records.reduce((sum, { length }) => sum + length, 0) > MAX_FONT_BYTES)
    throw new LimitFault(`its tables have more than ${MAX_FONT_BYTES} bytes`, MAX_FONT_BYTES);
  const tables = new Map<string, Uint8Array>();
  for (const { tag, offset, packed, length } of records) {
    if (offset + packed > bytes.length || packed > length)
      throw new ContentFault(`cut short: table ${JSON.stringify(tag)} is not whole`);
    const data = bytes.subarray(offset, offset + packed);
    tables.set(tag, packed === length ? data : inflated(data, length, tag));
  }
  return checked({ flavor: view.getUint32(4), tables });
}

function inflated(data: Uint8Array, length: number, tag: string): Uint8Array {
  try {
    const table = inflateSync(data, { maxOutputLength: Math.max(1, length) });
    if (table.length === length) return table;
  } catch {
    // Damaged, or longer than it says: told below.
  }
  throw new ContentFault(`table ${JSON.stringify(tag)} cannot be unpacked`);
}

/** Writes WOFF 1.0, each table packed where that makes it smaller. */
export function writeWoff({ flavor, tables }: SfntFont): Uint8Array {
  // Through the plain file, so that checksums are those of what comes out again.
  const plain = writeSfnt({ flavor, tables });
  const plainView = viewOf(plain);
  const count = plainView.getUint16(4);
  const parts = Array.from({ length: count }, (_, index) => {
    const at = 12 + 16 * index;
    const offset = plainView.getUint32(at + 8);
    const data = plain.subarray(offset, offset + plainView.getUint32(at + 12));
    const packed = deflateSync(data, { level: 9 });
    return {
      tag: plain.subarray(at, at + 4),
      sum: plainView.getUint32(at + 4),
      order: offset,
      length: data.length,
      data: packed.length < data.length ? packed : data,
    };
  });
  const total = parts.reduce((sum, { data }) => sum + ((data.length + 3) & ~3), HEADER + RECORD * count);
  const bytes = new Uint8Array(total);
  const view = viewOf(bytes);
  view.setUint32(0, WOFF);
  view.setUint32(4, flavor);
  view.setUint32(8, total);
  view.setUint16(12, count);
  view.setUint32(16, plain.length);
  view.setUint16(20, 1);
  const places = new Map<object, number>();
  let offset = HEADER + RECORD * count;
  for (const part of parts.toSorted((a, b) => a.order - b.order)) {
    places.set(part, offset);
    bytes.set(part.data, offset);
    offset += (part.data.length + 3) & ~3;
  }
  for (const [index, part] of parts.entries()) {
    const at = HEADER + RECORD * index;
    bytes.set(part.tag, at);
    view.setUint32(at + 4, places.get(part) ?? 0);
    view.setUint32(at + 8, part.data.length);
    view.setUint32(at + 12, part.length);
    view.setUint32(at + 16, part.sum);
  }
  return bytes;
}
