/** What the outermost boxes of a file say about it (ISO/IEC 14496-12, 4.3 and 8.11). */
export type HeifKind =
  /** A file with a still picture; what it is coded with shows only later. */
  | 'picture'
  /** Frames on a time line and no still picture: an image sequence or a video. */
  | 'sequence'
  /** The family of formats, but neither pictures nor frames. */
  | 'nothing'
  /** Another format, or not a file of this family at all. */
  | 'other';

/** Boxes looked at on the outermost level; real files have fewer than ten. */
const MAX_BOXES = 1000;

/** Looks at the outermost boxes only; does not check anything inside. */
export function heifKind(bytes: Uint8Array): HeifKind {
  if (fourCharacters(bytes, 4) !== 'ftyp') return 'other';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let hasFrames = false;
  let offset = 0;
  for (let i = 0; i < MAX_BOXES && offset + 8 <= bytes.length; i++) {
    const type = fourCharacters(bytes, offset + 4);
    if (type === 'meta') return 'picture';
    if (type === 'moov') hasFrames = true;
    const size = boxSize(view, offset);
    if (size < 8) break;
    offset += size;
  }
  return hasFrames ? 'sequence' : 'nothing';
}

/** The size of the box at `offset`, header included; 0: to the end of the file or senseless. */
function boxSize(view: DataView, offset: number): number {
  const size = view.getUint32(offset);
  if (size !== 1) return size;
  return offset + 16 <= view.byteLength ? Number(view.getBigUint64(offset + 8)) : 0;
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
