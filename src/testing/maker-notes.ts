/** Small EXIF structures with the notes of camera makers, byte by byte. */

/** Of a directory: numbers are written by the type, texts as ASCII with a zero, bytes as they are. */
export type NoteEntry = readonly [tag: number, type: number, value: string | readonly number[] | Buffer];

const BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 8: 2, 9: 4 };

const littleOrBig = (isLittle: boolean) => ({
  u16: (value: number): Buffer => {
    const bytes = Buffer.alloc(2);
    if (isLittle) bytes.writeUInt16LE(value);
    else bytes.writeUInt16BE(value);
    return bytes;
  },
  u32: (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    if (isLittle) bytes.writeUInt32LE(value);
    else bytes.writeUInt32BE(value);
    return bytes;
  },
});

/** A directory that begins at `start`, as its entries count places, with its values behind it. */
export function directoryOf(entries: readonly NoteEntry[], start: number, isLittle: boolean): Buffer {
  const { u16, u32 } = littleOrBig(isLittle);
  const heads: Buffer[] = [u16(entries.length)];
  const values: Buffer[] = [];
  let at = start + 2 + 12 * entries.length + 4;
  for (const [tag, type, value] of [...entries].sort(([a], [b]) => a - b)) {
    const bytes = encoded(type, value, isLittle);
    heads.push(u16(tag), u16(type), u32(bytes.length / (BYTES[type] ?? 1)));
    if (bytes.length <= 4) heads.push(Buffer.concat([bytes, Buffer.alloc(4 - bytes.length)]));
    else {
      heads.push(u32(at));
      const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)]);
      values.push(padded);
      at += padded.length;
    }
  }
  return Buffer.concat([...heads, u32(0), ...values]);
}

function encoded(type: number, value: NoteEntry[2], isLittle: boolean): Buffer {
  const { u16, u32 } = littleOrBig(isLittle);
  if (Buffer.isBuffer(value)) return value;
  if (typeof value === 'string') return Buffer.from(type === 2 ? `${value}\0` : value);
  if (type === 3 || type === 8) return Buffer.concat(value.map((one) => u16(one & 0xffff)));
  if (type === 1 || type === 7) return Buffer.from(value);
  return Buffer.concat(value.map((one) => u32(one >>> 0)));
}

export interface MakerNote {
  readonly make: string;
  readonly model: string;
  /** What is before the directory. */
  readonly head: Buffer;
  /** Places count from here: the start of the EXIF, the start of the note, or a TIFF head ten bytes inside it. */
  readonly base: 'exif' | 'note' | 'head';
  readonly isLittle: boolean;
  readonly entries: readonly NoteEntry[];
}

const MAKE = 0x010f;
const MODEL = 0x0110;
const EXIF = 0x8769;
const NOTE = 0x927c;

/** A TIFF structure whose Exif directory has the note alone. */
export function exifWithNote({ make, model, head, base, isLittle, entries }: MakerNote): Buffer {
  const { u16, u32 } = littleOrBig(isLittle);
  const mark = Buffer.concat([Buffer.from(isLittle ? 'II' : 'MM'), u16(42), u32(8)]);
  const image = (exifAt: number): Buffer =>
    directoryOf(
      [
        [MAKE, 2, make],
        [MODEL, 2, model],
        [EXIF, 4, [exifAt]],
      ],
      mark.length,
      isLittle,
    );
  const exifAt = mark.length + image(0).length;
  // The directory of one entry, then the note itself.
  const noteAt = exifAt + 2 + 12 + 4;
  const start = head.length + (base === 'exif' ? noteAt : base === 'head' ? -10 : 0);
  const note = Buffer.concat([head, directoryOf(entries, start, isLittle)]);
  return Buffer.concat([mark, image(exifAt), directoryOf([[NOTE, 7, note]], exifAt, isLittle)]);
}

/** A JPEG picture with an EXIF behind its first mark. */
export function jpegWithExif(jpeg: Uint8Array, exif: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(exif.length + 8, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from('Exif\0\0'), exif, jpeg.subarray(2)]);
}

const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length + 8);
  return Buffer.concat([size, Buffer.from(type), body]);
};

/** A CR3 file without pictures: four TIFF structures in boxes. */
export function cr3Of(tiffs: readonly Buffer[]): Buffer {
  const canon = Buffer.from('85c0b687820f11e08111f4ce462b6a48', 'hex');
  const boxes = tiffs.map((tiff, index) => box(`CMT${index + 1}`, tiff));
  return Buffer.concat([
    box('ftyp', Buffer.from('crx \0\0\0\u0001crx isom')),
    box('moov', box('uuid', canon, ...boxes)),
    box('mdat', Buffer.alloc(16)),
  ]);
}

/** A TIFF structure of one directory. */
export const tiffOf = (entries: readonly NoteEntry[]): Buffer =>
  Buffer.concat([Buffer.from('49492a0008000000', 'hex'), directoryOf(entries, 8, true)]);

/** A RAF file with nothing but its preview. */
export function rafOf(jpeg: Buffer): Buffer {
  const head = Buffer.alloc(160);
  head.write('FUJIFILMCCD-RAW 0201FF383501FinePix S2Pro');
  head.writeUInt32BE(head.length, 84);
  head.writeUInt32BE(jpeg.length, 88);
  return Buffer.concat([head, jpeg]);
}
