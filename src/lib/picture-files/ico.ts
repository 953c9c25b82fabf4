/** One size of an icon, as a PNG file. */
export interface IconSize {
  readonly width: number;
  readonly height: number;
  readonly png: Uint8Array;
}

/** Largest side that an icon's directory can say. */
export const MAX_ICON_SIDE = 256;

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;

/** An icon file of PNG pictures (Windows Vista and later, and every browser), in the given order. Sides are 1 to 256 pixels. */
export function iconFile(sizes: readonly IconSize[]): Uint8Array {
  const start = HEADER_BYTES + ENTRY_BYTES * sizes.length;
  const bytes = new Uint8Array(sizes.reduce((sum, { png }) => sum + png.length, start));
  const view = new DataView(bytes.buffer);
  view.setUint16(2, 1, true);
  view.setUint16(4, sizes.length, true);
  let at = start;
  for (const [i, { width, height, png }] of sizes.entries()) {
    const entry = HEADER_BYTES + ENTRY_BYTES * i;
    // 0 stands for 256.
    bytes[entry] = width % MAX_ICON_SIDE;
    bytes[entry + 1] = height % MAX_ICON_SIDE;
    view.setUint16(entry + 4, 1, true);
    view.setUint16(entry + 6, 32, true);
    view.setUint32(entry + 8, png.length, true);
    view.setUint32(entry + 12, at, true);
    bytes.set(png, at);
    at += png.length;
  }
  return bytes;
}
