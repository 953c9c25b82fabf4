/** One strip of coded samples, and how they are coded (TIFF 6.0). */
export interface TiffPicture {
  readonly width: number;
  readonly height: number;
  /** 3: CCITT group 3, 4: group 4, 8: deflate. */
  readonly compression: 3 | 4 | 8;
  /** 0: white is zero, 1: black is zero, 5: CMYK. */
  readonly photometric: 0 | 1 | 5;
  readonly bits: number;
  readonly channels: number;
  readonly strip: Uint8Array;
  /** Bit 1: coded in two dimensions, bit 3: rows begin at bytes. */
  readonly group3Options?: number;
  readonly profile?: Uint8Array | undefined;
}

const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;

/** A TIFF file around samples that are coded already. */
export function wrapTiff(picture: TiffPicture): Uint8Array {
  const { width, height, compression, photometric, bits, channels, strip, group3Options, profile } = picture;
  const extra: Uint8Array[] = [];
  let extraLength = 0;
  const entries: { tag: number; type: number; count: number; value: number | Uint8Array }[] = [
    { tag: 256, type: LONG, count: 1, value: width },
    { tag: 257, type: LONG, count: 1, value: height },
    { tag: 258, type: SHORT, count: channels, value: channels === 1 ? bits : shorts(Array(channels).fill(bits)) },
    { tag: 259, type: SHORT, count: 1, value: compression },
    { tag: 262, type: SHORT, count: 1, value: photometric },
    { tag: 273, type: LONG, count: 1, value: 8 },
    { tag: 277, type: SHORT, count: 1, value: channels },
    { tag: 278, type: LONG, count: 1, value: height },
    { tag: 279, type: LONG, count: 1, value: strip.length },
    ...(compression === 3 ? [{ tag: 292, type: LONG, count: 1, value: group3Options ?? 0 }] : []),
    ...(profile === undefined ? [] : [{ tag: 34675, type: UNDEFINED, count: profile.length, value: profile }]),
  ];
  // The directory begins at an even offset (TIFF 6.0, section 2).
  const start = 8 + strip.length + (strip.length % 2);
  const directory = Buffer.alloc(2 + 12 * entries.length + 4);
  directory.writeUInt16LE(entries.length, 0);
  for (const [i, { tag, type, count, value }] of entries.entries()) {
    const at = 2 + 12 * i;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(count, at + 4);
    if (typeof value === 'number') {
      if (type === SHORT) directory.writeUInt16LE(value, at + 8);
      else directory.writeUInt32LE(value, at + 8);
      continue;
    }
    directory.writeUInt32LE(start + directory.length + extraLength, at + 8);
    const padded = value.length % 2 === 0 ? value : Buffer.concat([value, Buffer.alloc(1)]);
    extra.push(padded);
    extraLength += padded.length;
  }
  const header = Buffer.alloc(8);
  header.write('II', 0, 'latin1');
  header.writeUInt16LE(42, 2);
  header.writeUInt32LE(start, 4);
  return Buffer.concat([header, strip, Buffer.alloc(strip.length % 2), directory, ...extra]);
}

function shorts(values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value, 2 * i);
  return bytes;
}
