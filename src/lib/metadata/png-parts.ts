import { latin1 } from '../bytes/latin1.js';
import { addPart, type PartKind, type PicturePart } from './parts.js';

/** Chunks that change how a picture looks (PNG third edition, clause 11). Critical ones have a capital first letter. */
const SHOWN = new Set([
  ...['tRNS', 'gAMA', 'cHRM', 'sRGB', 'cICP', 'mDCV', 'cLLI', 'sBIT', 'bKGD', 'hIST', 'pHYs', 'sPLT'],
  ...['acTL', 'fcTL', 'fdAT'],
]);

const KINDS: Readonly<Record<string, PartKind>> = {
  iCCP: 'profile',
  eXIf: 'exif',
  zxIf: 'exif',
  tEXt: 'text',
  zTXt: 'text',
  iTXt: 'text',
  tIME: 'time',
  caBX: 'c2pa',
};

/** The chunks of a PNG file, and what stands behind its end. A damaged length ends the list with a trailer. */
export function pngParts(bytes: Uint8Array): PicturePart[] {
  const parts: PicturePart[] = [];
  addPart(parts, { kind: 'picture', name: 'signature', start: 0, end: 8, data: bytes.subarray(0, 8) });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 8;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at);
    const name = latin1(bytes, at + 4, at + 8);
    if (end > bytes.length || !/^[A-Za-z]{4}$/.test(name)) break;
    const isShown = /^[A-Z]/.test(name) || SHOWN.has(name);
    const kind = KINDS[name] ?? (isShown ? 'picture' : 'other');
    addPart(parts, { kind, name, start: at, end, data: bytes.subarray(at + 8, end - 4) });
    at = end;
    if (name === 'IEND') break;
  }
  if (at < bytes.length) {
    // A last chunk that is cut may be most of the picture.
    const isCut = parts.at(-1)?.name !== 'IEND';
    const name = isCut ? 'a chunk that is cut' : 'data behind the end';
    addPart(parts, {
      kind: isCut ? 'picture' : 'trailer',
      name,
      start: at,
      end: bytes.length,
      data: bytes.subarray(at),
    });
  }
  return parts;
}
