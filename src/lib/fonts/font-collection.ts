const TAG = 'ttcf';
const HEADER_LENGTH = 12;
/** Fonts of one collection. Chosen: those that are found in documents have two or three. */
const MAX_FONTS = 4;

/** Where the fonts of a font file begin (OpenType 1.9, "Font Collections"): none for a collection that is damaged. */
export function fontStarts(bytes: Uint8Array): readonly number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== TAG) return [0];
  const count = bytes.length < HEADER_LENGTH ? 0 : view.getUint32(8);
  if (count === 0 || count > MAX_FONTS || HEADER_LENGTH + 4 * count > bytes.length) return [];
  return Array.from({ length: count }, (_, i) => view.getUint32(HEADER_LENGTH + 4 * i));
}

/** Fonts in one file, as a collection where there are several; `undefined` for none. */
export function collectionOf(fonts: readonly Uint8Array[]): Uint8Array | undefined {
  if (fonts.length < 2) return fonts[0];
  const header = Buffer.alloc(HEADER_LENGTH + 4 * fonts.length);
  header.write(TAG, 'latin1');
  header.writeUInt32BE(0x1_0000, 4);
  header.writeUInt32BE(fonts.length, 8);
  const parts: Uint8Array[] = [header];
  let end = header.length;
  for (const [i, font] of fonts.entries()) {
    header.writeUInt32BE(end, HEADER_LENGTH + 4 * i);
    const moved = Buffer.from(font);
    const tables = moved.readUInt16BE(4);
    for (let table = 0; table < tables; table += 1) {
      const at = 12 + 16 * table + 8;
      moved.writeUInt32BE(moved.readUInt32BE(at) + end, at);
    }
    parts.push(moved);
    end += moved.length;
  }
  return Buffer.concat(parts);
}
