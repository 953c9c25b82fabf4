/** Tags of the first directory that are kept: camera, date, rights (Exif 3.0, 4.6.5). */
const MAIN_TAGS: ReadonlySet<number> = new Set([
  0x010f, // Make
  0x0110, // Model
  0x0132, // DateTime
  0x013b, // Artist
  0x8298, // Copyright
]);

/** Tags of the Exif directory that are kept: dates, exposure, lens (Exif 3.0, 4.6.6). */
const EXIF_TAGS: ReadonlySet<number> = new Set([
  ...[0x829a, 0x829d, 0x8822, 0x8827, 0x8830, 0x8831, 0x8832], // exposure time, f-number, programme, sensitivity
  0x9000, // ExifVersion
  ...[0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292], // dates, their offsets and fractions
  ...[0x9201, 0x9202, 0x9203, 0x9204, 0x9205, 0x9206, 0x9207, 0x9208, 0x9209, 0x920a], // APEX values, flash, focal length
  ...[0xa402, 0xa403, 0xa404, 0xa405, 0xa406], // mode, white balance, zoom, 35 mm equivalent, scene
  ...[0xa432, 0xa433, 0xa434], // lens specification, make and model
]);

const EXIF_POINTER = 0x8769;

/** Bytes a value by type, TIFF 6.0 section 2; the Exif types only. */
const TYPE_BYTES: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
/** A directory of a camera has under 100 entries. */
const MAX_ENTRIES = 1000;
/** Longest value kept; the longest honest one, a copyright line, is far shorter. */
const MAX_VALUE_BYTES = 2000;

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** In the byte order of the source. */
  readonly value: Uint8Array;
}

/**
 * What of a photo's EXIF may travel with a copy: date, camera, lens, exposure and rights. Position, serial numbers, names of
 * owners, maker notes, thumbnails, pixel sizes and the orientation stay behind. Takes and gives a TIFF structure;
 * `undefined` when nothing is left or it cannot be read.
 */
export function publicExif(tiff: Uint8Array): Uint8Array | undefined {
  if (tiff.length < 8) return undefined;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const mark = view.getUint16(0);
  if (mark !== 0x4949 && mark !== 0x4d4d) return undefined;
  const isLittle = mark === 0x4949;
  const main = readDirectory(view, view.getUint32(4, isLittle), isLittle);
  const pointer = main.find(({ tag, type, count }) => tag === EXIF_POINTER && type === 4 && count === 1);
  const exifOffset = pointer === undefined ? undefined : viewOf(pointer.value).getUint32(0, isLittle);
  const exif = exifOffset === undefined ? [] : readDirectory(view, exifOffset, isLittle);
  const keptMain = keep(main, MAIN_TAGS);
  const keptExif = keep(exif, EXIF_TAGS);
  return keptMain.length + keptExif.length === 0 ? undefined : write(keptMain, keptExif, isLittle);
}

/** In ascending order and each tag once, as TIFF 6.0 section 2 asks. */
const keep = (entries: readonly Entry[], tags: ReadonlySet<number>): Entry[] =>
  [...new Map(entries.filter(({ tag }) => tags.has(tag)).map((entry) => [entry.tag, entry])).values()].sort(
    (a, b) => a.tag - b.tag,
  );

/** Entries that lie inside the data; broken ones are left out. */
function readDirectory(view: DataView, offset: number, isLittle: boolean): Entry[] {
  if (offset + 2 > view.byteLength) return [];
  const count = Math.min(view.getUint16(offset, isLittle), MAX_ENTRIES);
  const entries: Entry[] = [];
  for (let at = offset + 2; entries.length < count && at + 12 <= view.byteLength; at += 12) {
    if (at >= offset + 2 + 12 * count) break;
    const entry = readEntry(view, at, isLittle);
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

function readEntry(view: DataView, at: number, isLittle: boolean): Entry | undefined {
  const tag = view.getUint16(at, isLittle);
  const type = view.getUint16(at + 2, isLittle);
  const count = view.getUint32(at + 4, isLittle);
  const bytes = count * (TYPE_BYTES[type] ?? 0);
  if (bytes === 0 || bytes > MAX_VALUE_BYTES) return undefined;
  const start = bytes <= 4 ? at + 8 : view.getUint32(at + 8, isLittle);
  if (start + bytes > view.byteLength) return undefined;
  return { tag, type, count, value: new Uint8Array(view.buffer, view.byteOffset + start, bytes) };
}

const directoryBytes = (entries: readonly Entry[]): number => 2 + 12 * entries.length + 4;

const valueBytes = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { value }) => sum + (value.length > 4 ? value.length + (value.length % 2) : 0), 0);

function write(main: readonly Entry[], exif: readonly Entry[], isLittle: boolean): Uint8Array {
  const pointer = new Uint8Array(4);
  const pointed: readonly Entry[] =
    exif.length === 0 ? main : [...main, { tag: EXIF_POINTER, type: 4, count: 1, value: pointer }];
  const sorted = [...pointed].sort((a, b) => a.tag - b.tag);
  const exifOffset = 8 + directoryBytes(sorted) + valueBytes(sorted);
  viewOf(pointer).setUint32(0, exifOffset, isLittle);
  const tiff = new Uint8Array(exifOffset + (exif.length === 0 ? 0 : directoryBytes(exif) + valueBytes(exif)));
  const view = viewOf(tiff);
  view.setUint16(0, isLittle ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, isLittle);
  view.setUint32(4, 8, isLittle);
  writeDirectory(tiff, 8, sorted, isLittle);
  if (exif.length > 0) writeDirectory(tiff, exifOffset, exif, isLittle);
  return tiff;
}

function writeDirectory(tiff: Uint8Array, offset: number, entries: readonly Entry[], isLittle: boolean): void {
  const view = viewOf(tiff);
  let values = offset + directoryBytes(entries);
  view.setUint16(offset, entries.length, isLittle);
  for (const [i, { tag, type, count, value }] of entries.entries()) {
    const at = offset + 2 + 12 * i;
    view.setUint16(at, tag, isLittle);
    view.setUint16(at + 2, type, isLittle);
    view.setUint32(at + 4, count, isLittle);
    if (value.length <= 4) {
      tiff.set(value, at + 8);
      continue;
    }
    view.setUint32(at + 8, values, isLittle);
    tiff.set(value, values);
    values += value.length + (value.length % 2);
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
