/** The width of its only glyph, in thousandths of the size. */
export const GLYPH_WIDTH = 500;

const UNITS_PER_EM = 1000;
const ASCENT = 800;
const DESCENT = -200;

/**
 * A TrueType font (ISO/IEC 14496-22) of one empty glyph, for text that is there to be found and copied, not seen. It has the
 * tables that ISO 32000-2, 9.9.1 asks of an embedded CIDFontType2 font.
 */
export function glyphlessFont(): Uint8Array {
  const tables: readonly (readonly [tag: string, words: readonly number[]])[] = [
    // Version 1.0, revision, checksum adjustment and magic number, flags, units, dates, box, style, least size, direction, format.
    ['head', [1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, UNITS_PER_EM, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0]],
    ['hhea', [1, 0, ASCENT, DESCENT, 0, GLYPH_WIDTH, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]],
    ['maxp', [1, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['hmtx', [GLYPH_WIDTH, 0]],
    ['loca', [0, 0]],
    ['glyf', [0]],
  ];
  const sorted = tables.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const start = 12 + 16 * sorted.length;
  const size = sorted.reduce((sum, [, words]) => sum + padded(2 * words.length), start);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x00010000);
  view.setUint16(4, sorted.length);
  const power = 2 ** Math.floor(Math.log2(sorted.length));
  view.setUint16(6, 16 * power);
  view.setUint16(8, Math.log2(power));
  view.setUint16(10, 16 * (sorted.length - power));
  let at = start;
  for (const [i, [tag, words]] of sorted.entries()) {
    for (const [j, word] of words.entries()) view.setUint16(at + 2 * j, word & 0xffff);
    const entry = 12 + 16 * i;
    for (let j = 0; j < 4; j += 1) bytes[entry + j] = tag.charCodeAt(j);
    view.setUint32(entry + 4, checksum(view, at, padded(2 * words.length)));
    view.setUint32(entry + 8, at);
    view.setUint32(entry + 12, 2 * words.length);
    at += padded(2 * words.length);
  }
  const head =
    start +
    sorted
      .slice(
        0,
        sorted.findIndex(([tag]) => tag === 'head'),
      )
      .reduce((sum, [, words]) => sum + padded(2 * words.length), 0);
  view.setUint32(head + 8, 0xb1b0afba - checksum(view, 0, size));
  return bytes;
}

const padded = (length: number): number => 4 * Math.ceil(length / 4);

function checksum(view: DataView, start: number, length: number): number {
  let sum = 0;
  for (let at = start; at < start + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
