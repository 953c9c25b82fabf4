import { latin1 } from '../bytes/latin1.js';
import { addPart, type PartKind, type PicturePart } from './parts.js';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** By the 11 bytes of an application extension. */
const APPLICATIONS: Readonly<Record<string, PartKind>> = {
  'NETSCAPE2.0': 'picture',
  'ANIMEXTS1.0': 'picture',
  ICCRGBG1012: 'profile',
  'XMP DataXMP': 'xmp',
  'C2PA_GIF\u0001\0\0': 'c2pa',
};

/** The blocks of a GIF file (GIF89a), and what stands behind its end. */
export function gifParts(bytes: Uint8Array): PicturePart[] {
  const parts: PicturePart[] = [];
  const add = (kind: PartKind, name: string, start: number, end: number, data = bytes.subarray(start, end)): void => {
    if (end > start) addPart(parts, { kind, name, start, end: Math.min(end, bytes.length), data });
  };
  const flags = bytes[10] ?? 0;
  let at = Math.min(bytes.length, 13 + tableBytes(flags));
  add('picture', 'head', 0, at);
  while (at < bytes.length) {
    const start = at;
    const sign = bytes[at];
    if (sign === TRAILER) {
      add('picture', 'trailer', at, at + 1);
      add('trailer', 'data behind the end', at + 1, bytes.length);
      break;
    }
    if (sign === IMAGE) {
      at = endOfBlocks(bytes, at + 10 + tableBytes(bytes[at + 9] ?? 0) + 1);
      add('picture', 'image', start, at);
    } else if (sign === EXTENSION) {
      at = endOfBlocks(bytes, at + 2);
      addExtension(bytes, start, at, add);
    } else {
      // Nothing that a GIF has: decoders stop here.
      add('trailer', 'data that is not a block', at, bytes.length);
      break;
    }
  }
  return parts;
}

type Add = (kind: PartKind, name: string, start: number, end: number, data?: Uint8Array) => void;

function addExtension(bytes: Uint8Array, start: number, end: number, add: Add): void {
  const label = bytes[start + 1];
  if (label === 0xf9) add('picture', 'graphic control', start, end);
  else if (label === 0x01) add('picture', 'plain text', start, end);
  else if (label === 0xfe) add('comment', 'comment', start, end, joined(bytes, start + 2, end));
  else if (label === 0xff) addApplication(bytes, start, end, add);
  else add('other', `extension ${label}`, start, end);
}

function addApplication(bytes: Uint8Array, start: number, end: number, add: Add): void {
  const application = latin1(bytes, start + 3, start + 14);
  const kind = APPLICATIONS[application] ?? 'other';
  // XMP stands there as it is, with 258 bytes behind it that make readers of blocks come out at its end.
  const data =
    kind === 'xmp' ? bytes.subarray(start + 14, Math.max(start + 14, end - 258)) : joined(bytes, start + 14, end);
  add(kind, `application ${application.replace(/[^ -~]/g, '')}`, start, end, data);
}

const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

function endOfBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return Math.min(bytes.length, at + 1);
}

function joined(bytes: Uint8Array, from: number, end: number): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let at = from; at < end && bytes[at] !== 0; at += 1 + (bytes[at] ?? 0))
    blocks.push(bytes.subarray(at + 1, Math.min(end, at + 1 + (bytes[at] ?? 0))));
  return Buffer.concat(blocks);
}
