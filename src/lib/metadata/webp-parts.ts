import { latin1 } from '../bytes/latin1.js';
import { addPart, type PartKind, type PicturePart } from './parts.js';

const KINDS: Readonly<Record<string, PartKind>> = {
  VP8X: 'picture',
  'VP8 ': 'picture',
  VP8L: 'picture',
  ALPH: 'picture',
  ANIM: 'picture',
  ANMF: 'picture',
  ICCP: 'profile',
  EXIF: 'exif',
  'XMP ': 'xmp',
  C2PA: 'c2pa',
};

/** The chunks of a WebP file (RFC 9649, 2.3), behind a first part for its head, and what stands behind its end. */
export function webpParts(bytes: Uint8Array): PicturePart[] {
  const parts: PicturePart[] = [];
  addPart(parts, { kind: 'picture', name: 'RIFF', start: 0, end: 12, data: bytes.subarray(0, 12) });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const riffEnd = Math.min(bytes.length, 8 + view.getUint32(4, true));
  let at = 12;
  while (at + 8 <= riffEnd) {
    const size = view.getUint32(at + 4, true);
    const dataEnd = Math.min(bytes.length, at + 8 + size);
    const end = Math.min(bytes.length, at + 8 + size + (size % 2));
    const name = latin1(bytes, at, at + 4);
    addPart(parts, { kind: KINDS[name] ?? 'other', name, start: at, end, data: bytes.subarray(at + 8, dataEnd) });
    at = end;
  }
  if (at < bytes.length) {
    const data = bytes.subarray(at);
    addPart(parts, { kind: 'trailer', name: 'data behind the end', start: at, end: bytes.length, data });
  }
  return parts;
}

/** A chunk, padded to an even length. */
export function webpChunk(name: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(8 + data.length + (data.length % 2));
  chunk.write(name, 0, 'latin1');
  chunk.writeUInt32LE(data.length, 4);
  chunk.set(data, 8);
  return chunk;
}

/** The size of the canvas, 24 bits each less one; of a file without VP8X that of its one picture. */
export function webpSize(
  parts: readonly PicturePart[],
): { readonly width: number; readonly height: number } | undefined {
  for (const { name, data } of parts) {
    const d = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    if (name === 'VP8X' && d.length >= 10) return { width: d.readUIntLE(4, 3) + 1, height: d.readUIntLE(7, 3) + 1 };
    if (name === 'VP8 ' && d.length >= 10)
      return { width: d.readUInt16LE(6) & 0x3fff, height: d.readUInt16LE(8) & 0x3fff };
    if (name === 'VP8L' && d.length >= 5) {
      const bits = d.readUInt32LE(1);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
  }
  return undefined;
}
