import { crc32, deflateSync } from 'node:zlib';

/** Red, green and blue 0–255, alpha 0–255. */
export type PaletteColor = readonly [number, number, number, number];

/** A picture of few colours: `pixels` has one palette index a pixel, rows from the top. */
export interface IndexedPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** 1 to 16 colours. */
  readonly palette: readonly PaletteColor[];
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const INDEXED_COLOUR = 3;
const TRUE_COLOUR_WITH_ALPHA = 6;

/** Writes a PNG of 1, 2 or 4 bits a pixel (PNG third edition, 11.2). The same picture gives the same bytes. */
export function writeIndexedPng({ width, height, pixels, palette }: IndexedPicture): Uint8Array {
  const depth = palette.length <= 2 ? 1 : palette.length <= 4 ? 2 : 4;
  const chunks: Uint8Array[] = [SIGNATURE, headerChunk(width, height, depth, INDEXED_COLOUR)];
  chunks.push(chunk('PLTE', Buffer.from(palette.flatMap((color) => color.slice(0, 3)))));
  if (palette.some(([, , , alpha]) => alpha < 255)) {
    chunks.push(chunk('tRNS', Buffer.from(palette.map(([, , , alpha]) => alpha))));
  }
  chunks.push(
    chunk('IDAT', deflateSync(packRows(width, height, pixels, depth), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  );
  return Buffer.concat(chunks);
}

/** Writes 8-bit RGBA, rows from the top. The same picture gives the same bytes. */
export function writeRgbaPng({
  width,
  height,
  rgba,
}: {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}): Uint8Array {
  const stride = 1 + 4 * width;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) rows.set(rgba.subarray(4 * y * width, 4 * (y + 1) * width), y * stride + 1);
  return Buffer.concat([
    SIGNATURE,
    headerChunk(width, height, 8, TRUE_COLOUR_WITH_ALPHA),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function headerChunk(width: number, height: number, depth: number, colourType: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, 0], 8);
  return chunk('IHDR', header);
}

/** Every row begins with filter type 0: indexed pictures compress best unfiltered (12.7). */
function packRows(width: number, height: number, pixels: Uint8Array, depth: number): Uint8Array {
  const perByte = 8 / depth;
  const stride = 1 + Math.ceil(width / perByte);
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const start = y * stride + 1;
    for (let x = 0; x < width; x++) {
      const at = start + Math.floor(x / perByte);
      rows[at] = (rows[at] ?? 0) | ((pixels[y * width + x] ?? 0) << (8 - depth * ((x % perByte) + 1)));
    }
  }
  return rows;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
