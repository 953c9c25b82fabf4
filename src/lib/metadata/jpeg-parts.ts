import { latin1 } from '../bytes/latin1.js';
import { addPart, type PartKind, type PicturePart } from './parts.js';

const SOS = 0xda;
const EOI = 0xd9;

/** What begins the content of an APPn segment, by the number of the marker. */
const SEGMENTS: readonly (readonly [marker: number, start: string, kind: PartKind, headBytes: number])[] = [
  [0xe0, 'JFIF\0', 'picture', 0],
  [0xe0, 'JFXX\0', 'preview', 5],
  [0xe1, 'Exif\0', 'exif', 6],
  [0xe1, 'http://ns.adobe.com/xap/1.0/\0', 'xmp', 29],
  [0xe1, 'http://ns.adobe.com/xmp/extension/\0', 'xmp', 75],
  [0xe2, 'ICC_PROFILE\0', 'profile', 14],
  [0xe2, 'MPF\0', 'preview', 4],
  [0xeb, 'JP', 'c2pa', 8],
  [0xed, 'Photoshop 3.0\0', 'photoshop', 14],
  // Says whether the colours are YCbCr: without it they change.
  [0xee, 'Adobe', 'picture', 0],
];

/** The segments of a JPEG file (ITU-T T.81, annex B), its scans, and what stands behind its end. */
export function jpegParts(bytes: Uint8Array): PicturePart[] {
  const parts: PicturePart[] = [];
  const add = (kind: PartKind, name: string, start: number, end: number, dataStart = start): void => {
    if (end > start) addPart(parts, { kind, name, start, end, data: bytes.subarray(Math.min(dataStart, end), end) });
  };
  add('picture', 'SOI', 0, 2);
  let at = 2;
  while (at < bytes.length) {
    const next = markerAt(bytes, at);
    // Decoders skip what is not a marker; so nothing there is part of the picture.
    add('other', 'bytes between segments', at, next);
    at = next;
    const marker = bytes[at + 1];
    if (marker === undefined) break;
    if (marker === EOI) {
      add('picture', 'EOI', at, at + 2);
      add('trailer', 'data behind the end', at + 2, bytes.length);
      break;
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    let end = Math.min(bytes.length, at + 2 + length);
    if (marker === SOS) end = endOfScan(bytes, end);
    else if ((marker >= 0xd0 && marker <= 0xd7) || marker === 1) end = at + 2;
    const [kind, headBytes] = kindOf(bytes, marker, at + 4, end);
    add(kind, nameOf(marker), at, end, at + 4 + headBytes);
    at = Math.max(end, at + 2);
  }
  return parts;
}

function kindOf(bytes: Uint8Array, marker: number, start: number, end: number): readonly [PartKind, number] {
  if (marker === 0xfe) return ['comment', 0];
  if (marker < 0xe0 || marker > 0xef) return ['picture', 0];
  const head = latin1(bytes, start, Math.min(end, start + 40));
  const found = SEGMENTS.find(([number, text]) => number === marker && head.startsWith(text));
  return found === undefined ? ['other', 0] : [found[2], found[3]];
}

function nameOf(marker: number): string {
  if (marker >= 0xe0 && marker <= 0xef) return `APP${marker - 0xe0}`;
  return marker === 0xfe ? 'COM' : `0x${marker.toString(16)}`;
}

/** The next 0xFF that begins a marker; fill bytes, which are 0xFF too, go before it. */
function markerAt(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] === 0xff && bytes[at + 1] !== 0xff && bytes[at + 1] !== 0) return at;
  }
  return bytes.length;
}

function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    // Stuffed zeros, restart markers and fill bytes are of the scan.
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/** JFIF's first segment without the small picture it may hold (JFIF 1.02, page 5); the same where it holds none. */
export function withoutJfifThumbnail(segment: Uint8Array): Uint8Array {
  if (latin1(segment, 4, 9) !== 'JFIF\0' || segment.length <= 18) return segment;
  const short = Uint8Array.from(segment.subarray(0, 18));
  short.set([0, 16], 2);
  short.set([0, 0], 16);
  return short;
}

/** A JPEG's size by its frame header; `undefined` where there is none. */
export function jpegSize(bytes: Uint8Array, parts: readonly PicturePart[]) {
  const frame = parts.find(({ name }) => /^0xc[0-35-79-bd-f]$/.test(name));
  if (frame === undefined || frame.end - frame.start < 10) return undefined;
  const at = frame.start;
  const two = (offset: number): number => ((bytes[at + offset] ?? 0) << 8) | (bytes[at + offset + 1] ?? 0);
  return { height: two(5), width: two(7), bitsPerSample: bytes[at + 4] ?? 0 };
}
