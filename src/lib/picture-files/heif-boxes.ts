/** What the outermost boxes of a file say about it (ISO/IEC 14496-12, 4.2, 4.3 and 8.11). */
export type HeifKind =
  /** A file with a still picture; what it is coded with shows only later. */
  | 'picture'
  /** Frames on a time line and no still picture: an image sequence or a video. */
  | 'sequence'
  /** The family of formats, but neither pictures nor frames. */
  | 'nothing'
  /** Another format, or not a file of this family at all. */
  | 'other';

/** Looks at the outermost boxes only; does not check anything inside. */
export function heifKind(bytes: Uint8Array): HeifKind {
  if (fourCharacters(bytes, 4) !== 'ftyp') return 'other';
  const types = boxes(bytes, 0, bytes.length).map(({ type }) => type);
  if (types.includes('meta')) return 'picture';
  return types.includes('moov') ? 'sequence' : 'nothing';
}

/**
 * Makes every clean aperture of a file the whole picture of `width` × `height`, in place: for a caller that crops itself,
 * because a decoder may refuse a picture much larger than its aperture. Gives whether there was one.
 */
export function widenApertures(bytes: Uint8Array, width: number, height: number): boolean {
  let within = { start: 0, end: bytes.length };
  for (const name of ['meta', 'iprp', 'ipco']) {
    const found = boxes(bytes, within.start, within.end).find(({ type }) => type === name);
    if (found === undefined) return false;
    // `meta` has version and flags before its boxes.
    within = { start: found.start + (name === 'meta' ? 4 : 0), end: found.end };
  }
  const apertures = boxes(bytes, within.start, within.end).filter(
    ({ type, start, end }) => type === 'clap' && end - start >= 32,
  );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { start } of apertures) {
    // Four fractions: width, height and the offsets of the centre, 12.1.4.
    for (const [i, value] of [width, 1, height, 1, 0, 1, 0, 1].entries()) view.setUint32(start + 4 * i, value);
  }
  return apertures.length > 0;
}

/** A box without its header. */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Boxes looked at in one place; real files have fewer than a hundred. */
const MAX_BOXES = 1000;

function boxes(bytes: Uint8Array, from: number, to: number): Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Box[] = [];
  for (let offset = from; found.length < MAX_BOXES && offset + 8 <= to; ) {
    const short = view.getUint32(offset);
    const isLong = short === 1 && offset + 16 <= to;
    const headerBytes = isLong ? 16 : 8;
    const stated = isLong ? Number(view.getBigUint64(offset + 8)) : short;
    // 0: to the end of the file.
    const size = stated === 0 ? to - offset : stated;
    if (size < headerBytes) break;
    const end = Math.min(offset + size, to);
    found.push({ type: fourCharacters(bytes, offset + 4), start: offset + headerBytes, end });
    offset += size;
  }
  return found;
}

const fourCharacters = (bytes: Uint8Array, offset: number): string =>
  String.fromCharCode(...bytes.subarray(offset, offset + 4));

const SIGNATURES: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['a JPEG picture', [0xff, 0xd8, 0xff]],
  ['a PNG picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a GIF picture', [0x47, 0x49, 0x46, 0x38]],
  ['a PDF document', [0x25, 0x50, 0x44, 0x46]],
  ['a ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
];

/** What a file that is none of the family most likely is, in words; `undefined` when it is nothing well known. */
export const otherFormat = (bytes: Uint8Array): string | undefined =>
  SIGNATURES.find(([, signature]) => signature.every((byte, i) => bytes[i] === byte))?.[0];
