import { latin1 } from '../bytes/latin1.js';
import { ContentFault } from '../faults.js';
import type { PictureFormat } from '../picture-files/picture-format.js';
import { pngChunk } from '../picture-files/png-writer.js';

import { gifParts } from './gif-parts.js';
import { stripHeif } from './heif-metadata.js';
import { jpegParts, withoutJfifThumbnail } from './jpeg-parts.js';
import { orientationExif, orientationOf } from './orientation.js';
import { type PartKind, type PicturePart, withinFile } from './parts.js';
import { pngParts } from './png-parts.js';
import { stripTiff } from './tiff-strip.js';
import { webpChunk, webpParts, webpSize } from './webp-parts.js';

export interface StripSettings {
  readonly keepIcc: boolean;
  readonly keepOrientation: boolean;
}

export interface RemovedPart {
  readonly what: string;
  /** What the format calls it. */
  readonly part: string;
  readonly bytes: number;
}

export interface Stripped {
  readonly bytes: Uint8Array;
  readonly removed: readonly RemovedPart[];
  /** What was kept though it could have gone. */
  readonly kept: readonly string[];
  readonly warnings: readonly string[];
}

/** What people call the kinds. */
const PART_NAMES: Readonly<Record<PartKind, string>> = {
  picture: 'picture',
  profile: 'colour profile',
  exif: 'EXIF',
  xmp: 'XMP',
  photoshop: 'Photoshop and IPTC data',
  comment: 'comment',
  text: 'text',
  time: 'date of change',
  c2pa: 'content credentials (C2PA)',
  preview: 'preview pictures',
  other: 'data of programs',
  trailer: 'data behind the end',
};

type Strip = (bytes: Uint8Array, settings: StripSettings) => Stripped;

const STRIPPERS: Partial<Record<PictureFormat, Strip>> = {
  jpeg: stripJpeg,
  png: stripPng,
  webp: stripWebp,
  gif: stripGif,
  tiff: stripTiff,
  heic: stripHeif,
  avif: stripHeif,
};

/**
 * A picture file without what it says besides the picture. The coded pixels are copied, never decoded. Throws ContentFault where
 * the file cannot be divided with certainty, LimitFault where it has too many parts.
 */
export function stripMetadata(bytes: Uint8Array, format: PictureFormat, settings: StripSettings): Stripped {
  const strip = STRIPPERS[format];
  if (strip === undefined) throw new ContentFault('its format is not one whose metadata can be removed');
  return withinFile(() => strip(bytes, settings));
}

/** The parts that hold coded pixels: scans, IDAT and its like. */
const CODED = new Set(['0xda', 'IDAT', 'VP8 ', 'VP8L', 'ANMF', 'image']);

/** Parts that stay, and what is said about the others. Throws ContentFault where nothing is coded in any of them. */
function divide(parts: readonly PicturePart[], { keepIcc }: StripSettings) {
  if (!parts.some(({ name }) => CODED.has(name))) throw new ContentFault('it holds no picture');
  const stay = parts.filter(({ kind }) => kind === 'picture' || (kind === 'profile' && keepIcc));
  const removed = parts
    .filter((part) => !stay.includes(part))
    .map(({ kind, name, start, end }) => ({ what: PART_NAMES[kind], part: name, bytes: end - start }));
  const kept = stay.some(({ kind }) => kind === 'profile') ? ['colour profile'] : [];
  return { stay, removed, kept };
}

/** The orientation to keep: of the first EXIF, where it is not upright. */
function keptOrientation(parts: readonly PicturePart[], { keepOrientation }: StripSettings): number | undefined {
  const exif = parts.find(({ kind }) => kind === 'exif');
  const orientation = exif === undefined ? 1 : orientationOf(withoutExifHead(exif.data));
  return keepOrientation && orientation > 1 ? orientation : undefined;
}

/** PNG and WebP have EXIF without the head that JPEG has; some writers put it there all the same. */
export const withoutExifHead = (data: Uint8Array): Uint8Array =>
  latin1(data, 0, 6) === 'Exif\0\0' ? data.subarray(6) : data;

function stripJpeg(bytes: Uint8Array, settings: StripSettings): Stripped {
  const parts = jpegParts(bytes);
  const { stay, removed, kept } = divide(parts, settings);
  const orientation = keptOrientation(parts, settings);
  const pieces: Uint8Array[] = [];
  const gone = [...removed];
  for (const { name, start, end } of stay) {
    const segment = bytes.subarray(start, end);
    const short = name === 'APP0' ? withoutJfifThumbnail(segment) : segment;
    if (short !== segment) gone.push({ what: PART_NAMES.preview, part: 'APP0', bytes: segment.length - short.length });
    pieces.push(short);
  }
  if (orientation !== undefined) {
    const exif = Buffer.concat([
      Buffer.from([0xff, 0xe1, 0, 34]),
      Buffer.from('Exif\0\0'),
      orientationExif(orientation),
    ]);
    // Behind JFIF, which must come first.
    pieces.splice(stay[1]?.name === 'APP0' ? 2 : 1, 0, exif);
  }
  const isCut = !parts.some(({ name }) => name === 'EOI');
  return {
    bytes: Buffer.concat(pieces),
    removed: gone,
    kept: orientation === undefined ? kept : [...kept, 'orientation'],
    warnings: [...(isCut ? ['the file ends early'] : []), ...gainMapWarning(parts)],
  };
}

/** Ultra HDR (ISO 21496-1) has its gain map in a second picture behind the end of the first. */
function gainMapWarning(parts: readonly PicturePart[]): string[] {
  const has = parts.some(
    ({ kind, data }) => (kind === 'xmp' || kind === 'other') && /hdrgm|urn:iso:std:iso:ts:21496/.test(latin1(data)),
  );
  return has ? ['the gain map for HDR screens is gone: it is a second picture behind the first'] : [];
}

function stripPng(bytes: Uint8Array, settings: StripSettings): Stripped {
  const parts = pngParts(bytes);
  const { stay, removed, kept } = divide(parts, settings);
  const orientation = keptOrientation(parts, settings);
  const pieces: Uint8Array[] = [];
  let isDone = false;
  for (const { name, start, end } of stay) {
    if (name === 'IDAT' && !isDone && orientation !== undefined)
      pieces.push(pngChunk('eXIf', orientationExif(orientation)));
    isDone ||= name === 'IDAT';
    pieces.push(bytes.subarray(start, end));
  }
  const isCut = parts.at(-1)?.name === 'a chunk that is cut';
  return {
    bytes: Buffer.concat(pieces),
    removed,
    kept: orientation === undefined ? kept : [...kept, 'orientation'],
    warnings: isCut ? ['the file ends early'] : [],
  };
}

const VP8X_ICC = 0x20;
const VP8X_EXIF = 0x08;
const VP8X_XMP = 0x04;

function stripWebp(bytes: Uint8Array, settings: StripSettings): Stripped {
  const parts = webpParts(bytes);
  const { stay, removed, kept } = divide(parts, settings);
  const orientation = keptOrientation(parts, settings);
  const hasProfile = kept.length > 0;
  const pieces = stay.map(({ name, start, end }): Uint8Array => {
    const chunk = Uint8Array.from(bytes.subarray(start, end));
    if (name !== 'VP8X') return chunk;
    const others = (chunk[8] ?? 0) & ~(VP8X_ICC | VP8X_EXIF | VP8X_XMP);
    chunk[8] = others | (hasProfile ? VP8X_ICC : 0) | (orientation === undefined ? 0 : VP8X_EXIF);
    return chunk;
  });
  const size = webpSize(parts);
  if (orientation !== undefined && size !== undefined) {
    if (!stay.some(({ name }) => name === 'VP8X')) {
      const head = Buffer.alloc(10);
      head[0] =
        VP8X_EXIF | (stay.some(({ name, data }) => name === 'VP8L' && ((data[4] ?? 0) & 0x10) !== 0) ? 0x10 : 0);
      head.writeUIntLE(size.width - 1, 4, 3);
      head.writeUIntLE(size.height - 1, 7, 3);
      pieces.splice(1, 0, webpChunk('VP8X', head));
    }
    pieces.push(webpChunk('EXIF', orientationExif(orientation)));
  }
  const whole = Buffer.concat(pieces);
  whole.writeUInt32LE(whole.length - 8, 4);
  const stated = Buffer.from(bytes.subarray(4, 8)).readUInt32LE(0);
  return {
    bytes: whole,
    removed,
    kept: orientation === undefined ? kept : [...kept, 'orientation'],
    warnings: stated + 8 > bytes.length ? ['the file ends early'] : [],
  };
}

function stripGif(bytes: Uint8Array, settings: StripSettings): Stripped {
  const parts = gifParts(bytes);
  const { stay, removed, kept } = divide(parts, settings);
  const isCut = !parts.some(({ name }) => name === 'trailer');
  return {
    bytes: Buffer.concat(stay.map(({ start, end }) => bytes.subarray(start, end))),
    removed,
    kept,
    warnings: isCut ? ['the file ends early'] : [],
  };
}
