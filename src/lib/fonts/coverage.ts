import { readSfnt, viewOf } from './sfnt.js';

/** Whether a font has a character. */
export type Coverage = (code: number) => boolean;

/**
 * The characters of a font by its character maps of formats 4 and 12 (OpenType 1.9, "cmap"). For fonts of ours: looks into a damaged map
 * throw RangeError.
 */
export function coverageOf(bytes: Uint8Array): Coverage {
  const maps: Coverage[] = [];
  for (const { tables } of readSfnt(bytes)) {
    const cmap = tables.get('cmap');
    if (cmap === undefined) continue;
    const view = viewOf(cmap);
    const count = view.getUint16(2);
    for (let i = 0; i < count; i += 1) {
      const at = view.getUint32(4 + 8 * i + 4);
      const format = view.getUint16(at);
      if (format === 12) maps.push((code) => isInGroups(view, at, code));
      if (format === 4) maps.push((code) => code < 0xffff && isInSegments(view, at, code));
    }
  }
  return (code) => maps.some((has) => has(code));
}

/** The first of `count` sorted spans whose end is not before `code`. */
function spanOf(count: number, endOf: (index: number) => number, code: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endOf(middle) < code) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isInGroups(view: DataView, at: number, code: number): boolean {
  const count = view.getUint32(at + 12);
  const start = (index: number): number => at + 16 + 12 * index;
  const index = spanOf(count, (i) => view.getUint32(start(i) + 4), code);
  return index < count && view.getUint32(start(index)) <= code;
}

function isInSegments(view: DataView, at: number, code: number): boolean {
  const double = view.getUint16(at + 6);
  const index = spanOf(double / 2, (i) => view.getUint16(at + 14 + 2 * i), code);
  if (2 * index >= double) return false;
  const first = view.getUint16(at + 16 + double + 2 * index);
  if (first > code) return false;
  const place = at + 16 + 3 * double + 2 * index;
  const offset = view.getUint16(place);
  const delta = view.getUint16(at + 16 + 2 * double + 2 * index);
  return offset === 0 ? ((code + delta) & 0xffff) !== 0 : view.getUint16(place + offset + 2 * (code - first)) !== 0;
}
