import { crc32, deflateSync } from 'node:zlib';

/** Samples as PNG stores them: rows from the top, each filled to whole bytes, 16 bits big-endian (PNG specification, 7.2). */
export interface PngPicture {
  readonly width: number;
  readonly height: number;
  readonly bits: 1 | 2 | 4 | 8 | 16;
  readonly kind: 'gray' | 'rgb' | 'palette' | 'gray-alpha' | 'rgba';
  readonly samples: Uint8Array;
  /** Three bytes an entry, for `palette`. */
  readonly palette?: Uint8Array;
  /** A byte an entry of the palette, where some are not opaque. */
  readonly alphas?: Uint8Array | undefined;
  /** An ICC profile. */
  readonly profile?: Uint8Array | undefined;
}

const COLOUR_TYPES = { gray: 0, rgb: 2, palette: 3, 'gray-alpha': 4, rgba: 6 } as const;
const CHANNELS = { gray: 1, rgb: 3, palette: 1, 'gray-alpha': 2, rgba: 4 } as const;

/** Bytes of a row. */
export const pngRowBytes = ({ width, bits, kind }: Pick<PngPicture, 'width' | 'bits' | 'kind'>): number =>
  Math.ceil((width * bits * CHANNELS[kind]) / 8);

/** A PNG file of samples that are stored as they are, whatever their depth. The same samples give the same bytes. */
export function writePng(picture: PngPicture): Uint8Array {
  const { width, height, bits, kind, samples, palette, alphas, profile } = picture;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  header[9] = COLOUR_TYPES[kind];
  const chunks = [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), pngChunk('IHDR', header)];
  if (profile !== undefined) {
    chunks.push(pngChunk('iCCP', Buffer.concat([Buffer.from('ICC profile\0\0', 'latin1'), deflateSync(profile)])));
  }
  if (palette !== undefined) chunks.push(pngChunk('PLTE', palette));
  if (alphas !== undefined) chunks.push(pngChunk('tRNS', alphas));
  chunks.push(
    pngChunk(
      'IDAT',
      deflateSync(filtered(samples, pngRowBytes(picture), height, bits >= 8 && kind !== 'palette'), { level: 9 }),
    ),
  );
  chunks.push(pngChunk('IEND', new Uint8Array(0)));
  return Buffer.concat(chunks);
}

/** Rows with their filter byte: differences to the row above where that is worth it, else none (PNG specification, 12.7). */
function filtered(samples: Uint8Array, rowBytes: number, height: number, isSmooth: boolean): Uint8Array {
  const rows = new Uint8Array(height * (rowBytes + 1));
  for (let y = 0; y < height; y += 1) {
    const from = y * rowBytes;
    const to = y * (rowBytes + 1);
    rows[to] = isSmooth && y > 0 ? 2 : 0;
    if (rows[to] === 0) {
      rows.set(samples.subarray(from, from + rowBytes), to + 1);
      continue;
    }
    for (let i = 0; i < rowBytes; i += 1)
      rows[to + 1 + i] = (samples[from + i] ?? 0) - (samples[from - rowBytes + i] ?? 0);
  }
  return rows;
}

/** A chunk with its length and its checksum (PNG third edition, 5.3). */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  result.set(body, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
}

/** Red, green, blue and alpha 0–255. */
export type PaletteEntry = readonly [number, number, number, number];

/** A picture of few colours: `pixels` has one palette index a pixel, rows from the top. */
export interface IndexedPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** 1 to 16 colours. */
  readonly palette: readonly PaletteEntry[];
}

/** Writes a picture of few colours with 1, 2 or 4 bits a pixel. */
export function writeIndexedPng({ width, height, pixels, palette }: IndexedPicture): Uint8Array {
  const bits = palette.length <= 2 ? 1 : palette.length <= 4 ? 2 : 4;
  const isClear = palette.some(([, , , alpha]) => alpha < 255);
  return writePng({
    width,
    height,
    bits,
    kind: 'palette',
    samples: packed(width, height, pixels, bits),
    palette: Uint8Array.from(palette.flatMap((color) => color.slice(0, 3))),
    alphas: isClear ? Uint8Array.from(palette.map(([, , , alpha]) => alpha)) : undefined,
  });
}

function packed(width: number, height: number, pixels: Uint8Array, bits: number): Uint8Array {
  const perByte = 8 / bits;
  const stride = Math.ceil(width / perByte);
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * stride + Math.floor(x / perByte);
      rows[at] = (rows[at] ?? 0) | ((pixels[y * width + x] ?? 0) << (8 - bits * ((x % perByte) + 1)));
    }
  }
  return rows;
}
