import { ContentFault } from '../faults.js';

import { readFacts } from './facts.js';
import { readSfnt, type SfntFont, viewOf, writeSfnt } from './sfnt.js';

/** Embedded OpenType, as Internet Explorer 6 to 11 read it: W3C submission of 2008. Numbers are little-endian. */
const MAGIC = 0x504c;
const VERSION = 0x0002_0001;
const COMPRESSED = 0x4;
const XOR_ENCRYPTED = 0x1000_0000;
const XOR_KEY = 0x50;
const FIXED = 82;

export const isEot = (bytes: Uint8Array): boolean =>
  bytes.length > FIXED && viewOf(bytes).getUint16(34, true) === MAGIC;

/** The font inside. Throws ContentFault, also where it is packed with MicroType Express, which nothing else reads. */
export function readEot(bytes: Uint8Array): SfntFont[] {
  const view = viewOf(bytes);
  const size = view.getUint32(4, true);
  const flags = view.getUint32(12, true);
  if ((flags & COMPRESSED) !== 0) throw new ContentFault('it is packed with MicroType Express, which is not supported');
  if (size === 0 || size > bytes.length) throw new ContentFault('cut short: its font is not whole');
  const data = bytes.subarray(bytes.length - size);
  return readSfnt((flags & XOR_ENCRYPTED) === 0 ? data : data.map((byte) => byte ^ XOR_KEY));
}

/** Writes EOT without packing. */
export function writeEot(font: SfntFont): Uint8Array {
  const data = writeSfnt(font);
  const { family, style, version, fullName } = readFacts(font).names;
  const names = [family, style, version, fullName].map((name) => Buffer.from(name, 'utf16le'));
  const length = FIXED + names.reduce((sum, name) => sum + 2 + name.length + 2, 0) + 2 + data.length;
  const bytes = new Uint8Array(length);
  const view = viewOf(bytes);
  view.setUint32(0, length, true);
  view.setUint32(4, data.length, true);
  view.setUint32(8, VERSION, true);
  const os2 = font.tables.get('OS/2');
  const head = font.tables.get('head');
  bytes[26] = 1;
  if (os2 !== undefined && os2.length >= 78) {
    const from = viewOf(os2);
    bytes.set(os2.subarray(32, 42), 16);
    bytes[27] = from.getUint16(62) & 1;
    view.setUint32(28, from.getUint16(4), true);
    view.setUint16(32, from.getUint16(8), true);
    for (const index of [0, 1, 2, 3]) view.setUint32(36 + 4 * index, from.getUint32(42 + 4 * index), true);
    if (os2.length >= 86)
      for (const index of [0, 1]) view.setUint32(52 + 4 * index, from.getUint32(78 + 4 * index), true);
  }
  view.setUint16(34, MAGIC, true);
  // The checksum of the font that follows, not of the one that was read.
  if (head !== undefined) view.setUint32(60, adjustmentOf(data), true);
  let at = FIXED;
  for (const name of names) {
    view.setUint16(at, name.length, true);
    bytes.set(name, at + 2);
    at += 2 + name.length + 2;
  }
  // Root string: any site may use the font.
  bytes.set(data, at + 2);
  return bytes;
}

function adjustmentOf(data: Uint8Array): number {
  const [font] = readSfnt(data);
  const head = font?.tables.get('head');
  return head === undefined ? 0 : viewOf(head).getUint32(8);
}
