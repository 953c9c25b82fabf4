import { latin1 } from '../../bytes/latin1.js';
import type { ExifTable, ExifValue } from '../exif-values.js';
import { Tiff, type TiffDirectory } from '../tiff.js';
import { APPLE } from './apple.js';
import { CANON, correctCanon } from './canon.js';
import { type Fields, readFields } from './fields.js';
import { FUJIFILM } from './fujifilm.js';
import { NIKON, NIKON_OLD } from './nikon.js';
import { OLYMPUS, OLYMPUS_EQUIPMENT, OLYMPUS_SETTINGS } from './olympus.js';
import { PANASONIC } from './panasonic.js';
import { PENTAX, RICOH } from './pentax.js';
import { SONY } from './sony.js';

export interface Camera {
  readonly make: string;
  readonly model: string;
}

/** A directory of a note: what its places count from, where it begins there, and the fields that are known in it. */
interface Note {
  readonly tiff: Tiff;
  readonly at: number;
  readonly fields: Fields;
  /** Directories that entries point to, by their tags. */
  readonly inside?: ReadonlyMap<number, Fields>;
}

/**
 * The fields of a maker note that people ask for. `note` is part of `tiff.bytes`, which is the whole EXIF; `camera` is what
 * the EXIF names. Values that lie outside of the note are of a file that was changed by a program that did not know them, and are left out.
 */
export function readMakerNote(tiff: Tiff, note: Uint8Array, camera: Camera, raw: boolean): ExifTable {
  const start = note.byteOffset - tiff.bytes.byteOffset;
  const found = noteOf(tiff, start, note, camera.make);
  const values = new Map<string, ExifValue>();
  if (found !== undefined) {
    const { at, fields, inside } = found;
    const directory = within(note, found.tiff.directory(at));
    readFields(found.tiff, directory, fields, raw, values);
    for (const entry of directory?.entries ?? []) {
      const known = inside?.get(entry.tag);
      if (known === undefined) continue;
      const [pointed] = found.tiff.numbers(entry);
      // Older cameras store the directory itself, as bytes.
      const place = entry.type === 7 ? entry.value.byteOffset - found.tiff.bytes.byteOffset : pointed;
      if (place !== undefined) readFields(found.tiff, within(note, found.tiff.directory(place)), known, raw, values);
    }
  }
  if (found?.fields === CANON) correctCanon(values, camera.model);
  return Object.fromEntries(values);
}

/** The notes of a raw picture whose maker gives them a TIFF structure of their own. */
export function readCanonNotes(tiff: Tiff, raw: boolean): ExifTable {
  const values = new Map<string, ExifValue>();
  readFields(tiff, tiff.directory(tiff.first), CANON, raw, values);
  return Object.fromEntries(values);
}

function within(note: Uint8Array, directory: TiffDirectory | undefined): TiffDirectory | undefined {
  if (directory === undefined) return undefined;
  const isInside = ({ byteOffset, length }: Uint8Array): boolean =>
    byteOffset >= note.byteOffset && byteOffset + length <= note.byteOffset + note.length;
  return { ...directory, entries: directory.entries.filter(({ value }) => isInside(value)) };
}

function noteOf(tiff: Tiff, start: number, note: Uint8Array, make: string): Note | undefined {
  const head = latin1(note, 0, Math.min(note.length, 16));
  const own = (isLittle: boolean): Tiff => new Tiff(tiff.bytes.subarray(start), isLittle);
  const order = (at: number): boolean => head.slice(at, at + 2) === 'II';
  if (head.startsWith('Nikon\0\u0002')) {
    const inner = new Tiff(note.subarray(10));
    return { tiff: inner, at: inner.first, fields: NIKON };
  }
  if (head.startsWith('Nikon\0\u0001')) return { tiff, at: start + 8, fields: NIKON_OLD };
  if (head.startsWith('SONY ')) return { tiff, at: start + 12, fields: SONY };
  if (head.startsWith('FUJIFILM')) return { tiff: own(true), at: Buffer.from(note).readUInt32LE(8), fields: FUJIFILM };
  if (head.startsWith('Panasonic\0')) return { tiff, at: start + 12, fields: PANASONIC };
  if (head.startsWith('OLYMPUS\0')) return { tiff: own(order(8)), at: 12, fields: OLYMPUS, inside: OLYMPUS_PARTS };
  if (head.startsWith('OM SYSTEM\0')) return { tiff: own(order(12)), at: 16, fields: OLYMPUS, inside: OLYMPUS_PARTS };
  if (head.startsWith('OLYMP\0')) return { tiff, at: start + 8, fields: OLYMPUS, inside: OLYMPUS_PARTS };
  // The two letters do not say in which order it is: a DNG is little-endian and says MM.
  if (head.startsWith('PENTAX \0')) return { tiff: own((note[11] ?? 0) === 0), at: 10, fields: PENTAX };
  if (head.startsWith('AOC\0')) {
    const isOwn = head.slice(4, 6) === 'II' || head.slice(4, 6) === 'MM';
    return { tiff: isOwn ? new Tiff(tiff.bytes, order(4)) : tiff, at: start + 6, fields: PENTAX };
  }
  if (/^ricoh\0/i.test(head)) return { tiff, at: start + 8, fields: RICOH };
  if (head.startsWith('Apple iOS\0')) return { tiff: own(head.slice(12, 14) === 'II'), at: 14, fields: APPLE };
  if (/^canon/i.test(make)) return { tiff, at: start, fields: CANON };
  if (/^nikon/i.test(make)) return { tiff, at: start, fields: NIKON };
  if (/^sony/i.test(make)) return { tiff, at: start, fields: SONY };
  return undefined;
}

const OLYMPUS_PARTS: ReadonlyMap<number, Fields> = new Map([
  [0x2010, OLYMPUS_EQUIPMENT],
  [0x2020, OLYMPUS_SETTINGS],
]);
