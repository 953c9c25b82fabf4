/**
 * A font (SFNT) whose map of the first plane of Unicode is no longer called one of Windows where there is a map of all planes: a renderer
 * that takes the first of Windows, as libass does, finds emoji. ISO/IEC 14496-22, `cmap`: tables of platform 3, encodings 1 and 10.
 */
export function withFullCharacterMap(font: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(font);
  const view = new DataView(bytes.buffer);
  const tables = view.getUint16(4);
  for (let table = 12; table < 12 + 16 * tables; table += 16) {
    if (view.getUint32(table) !== 0x636d6170) continue;
    const start = view.getUint32(table + 8);
    const records = Array.from({ length: view.getUint16(start + 2) }, (_, index) => start + 4 + 8 * index);
    const isWindows = (record: number, encoding: number): boolean =>
      view.getUint16(record) === 3 && view.getUint16(record + 2) === encoding;
    const first = records.find((record) => isWindows(record, 1));
    if (first === undefined || !records.some((record) => isWindows(record, 10))) continue;
    // Platform 0, encoding 3: Unicode, first plane.
    view.setUint16(first, 0);
    view.setUint16(first + 2, 3);
  }
  return bytes;
}
