/** Most directories that are looked at. */
const MAX_DIRECTORIES = 1000;
const NEW_SUBFILE_TYPE = 254;
const REDUCED = 1;
const MASK = 4;

/**
 * Indices of the directories of a TIFF that are pages: not smaller versions of another and no masks (TIFF 6.0, section 8,
 * NewSubfileType). Empty where the chain cannot be read, and for BigTIFF.
 */
export function tiffPages(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = bytes[0] === 0x49;
  if (bytes.length < 8 || view.getUint16(2, isLittle) !== 42) return [];
  const pages: number[] = [];
  const seen = new Set<number>();
  let at = view.getUint32(4, isLittle);
  for (let index = 0; at !== 0 && index < MAX_DIRECTORIES; index += 1) {
    if (seen.has(at) || at + 2 > bytes.length) return [];
    seen.add(at);
    const count = view.getUint16(at, isLittle);
    const end = at + 2 + 12 * count;
    if (end + 4 > bytes.length) return [];
    if ((subfileType(view, at + 2, count, isLittle) & (REDUCED | MASK)) === 0) pages.push(index);
    at = view.getUint32(end, isLittle);
  }
  return pages;
}

function subfileType(view: DataView, start: number, count: number, isLittle: boolean): number {
  for (let i = 0; i < count; i += 1) {
    const entry = start + 12 * i;
    if (view.getUint16(entry, isLittle) === NEW_SUBFILE_TYPE) return view.getUint32(entry + 8, isLittle);
  }
  return 0;
}
