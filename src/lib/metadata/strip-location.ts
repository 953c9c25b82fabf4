import { deflateSync, inflateSync } from 'node:zlib';

import { latin1 } from '../bytes/latin1.js';
import { ContentFault } from '../faults.js';
import type { PictureFormat } from '../picture-files/picture-format.js';
import { pngChunk } from '../picture-files/png-writer.js';
import { eraseGps, eraseXmpGps } from './erase-gps.js';
import { gifParts } from './gif-parts.js';
import { isExifItem, isXmpItem, readHeifMetadata } from './heif-metadata.js';
import { jpegParts } from './jpeg-parts.js';
import { type PicturePart, withinFile } from './parts.js';
import { pngParts } from './png-parts.js';
import { type RemovedPart, type Stripped, withoutExifHead } from './strip.js';
import { Tiff } from './tiff.js';
import { webpParts } from './webp-parts.js';

const TRAILER = 'data after the end of the image stays and may hold a location';
const CREDENTIALS = 'content credentials (C2PA) stay: they may hold a location, and no longer match the file';
const GEO_TIFF = 'map coordinates (GeoTIFF) stay';

/** Clears what it is given in place, and keeps account. */
class Eraser {
  readonly removed: RemovedPart[] = [];
  readonly warnings = new Set<string>();

  exif(part: string, bytes: Uint8Array): number {
    // No reader finds anything in what does not begin as a TIFF structure.
    return /^(?:II|MM)/.test(latin1(bytes, 0, 2)) ? this.#add(part, eraseGps(bytes)) : 0;
  }

  xmp(part: string, bytes: Uint8Array): number {
    return this.#add(part, eraseXmpGps(bytes));
  }

  text(part: string, bytes: number): void {
    this.#add(part, bytes);
  }

  warnOf(parts: readonly PicturePart[]): void {
    if (parts.some(({ kind }) => kind === 'trailer')) this.warnings.add(TRAILER);
    if (parts.some(({ kind }) => kind === 'c2pa')) this.warnings.add(CREDENTIALS);
  }

  #add(part: string, bytes: number): number {
    if (bytes > 0) this.removed.push({ what: 'location', part, bytes });
    return bytes;
  }
}

type Erase = (bytes: Uint8Array, eraser: Eraser) => Uint8Array;

const ERASERS: Partial<Record<PictureFormat, Erase>> = {
  jpeg: eraseJpeg,
  png: erasePng,
  webp: (bytes, eraser) => eraseParts(bytes, webpParts(bytes), eraser),
  gif: (bytes, eraser) => eraseParts(bytes, gifParts(bytes), eraser),
  tiff: eraseTiff,
  heic: eraseHeif,
  avif: eraseHeif,
};

/**
 * A picture file without the GPS data in its EXIF and XMP. Everything else stays, byte for byte. Throws ContentFault where the
 * location cannot be removed alone.
 */
export function stripLocation(bytes: Uint8Array, format: PictureFormat): Stripped {
  const erase = ERASERS[format];
  if (erase === undefined) throw new ContentFault('its format is not one whose location can be removed');
  const eraser = new Eraser();
  const result = withinFile(() => erase(Uint8Array.from(bytes), eraser));
  return { bytes: result, removed: eraser.removed, kept: [], warnings: [...eraser.warnings] };
}

function eraseParts(bytes: Uint8Array, parts: readonly PicturePart[], eraser: Eraser): Uint8Array {
  for (const { kind, name, data } of parts) {
    if (kind === 'exif') eraser.exif(name.trim(), withoutExifHead(data));
    if (kind === 'xmp') eraser.xmp(name.trim(), data);
  }
  eraser.warnOf(parts);
  return bytes;
}

/** Further pictures behind the first (MPF) have EXIF of their own. */
function eraseJpeg(bytes: Uint8Array, eraser: Eraser): Uint8Array {
  for (let start = 0; start >= 0; ) {
    const parts = jpegParts(bytes.subarray(start));
    if (parts.some(({ name, data }) => name === 'APP1' && hasExtendedXmp(data)))
      checkExtendedXmp(parts.filter(({ kind }) => kind === 'xmp'));
    eraseParts(bytes, parts, eraser);
    const trailer = parts.at(-1);
    if (trailer?.kind !== 'trailer') break;
    const next = Buffer.from(trailer.data.buffer, trailer.data.byteOffset, trailer.data.length).indexOf(
      'ffd8ff',
      'hex',
    );
    start = next < 0 ? -1 : start + trailer.start + next;
  }
  return bytes;
}

const hasExtendedXmp = (packet: Uint8Array): boolean => latin1(packet).includes('HasExtendedXMP');

/** The parts of a packet that is larger than a segment (XMP specification, part 3, 1.1.3.1) are named by their digest. */
function checkExtendedXmp(packets: readonly PicturePart[]): void {
  const whole = Buffer.concat(packets.filter(({ data }) => !hasExtendedXmp(data)).map(({ data }) => data));
  if (eraseXmpGps(whole) > 0)
    throw new ContentFault('its extended XMP holds a location, which cannot be removed alone');
}

const MAX_UNPACKED = 4 * 2 ** 20;
const XMP_KEY = 'XML:com.adobe.xmp\0';

function erasePng(bytes: Uint8Array, eraser: Eraser): Uint8Array {
  const parts = pngParts(bytes);
  const pieces = parts.map(({ kind, name, start, end, data }): Uint8Array => {
    const as = bytes.subarray(start, end);
    if (kind === 'exif') {
      if (name === 'zxIf') throw new ContentFault('its EXIF is compressed');
      return eraser.exif(name, withoutExifHead(data)) > 0 ? pngChunk(name, data) : as;
    }
    if (kind !== 'text') return as;
    const head = latin1(data, 0, 80);
    if (/^Raw profile type (?:exif|app1|xmp)\0/i.test(head))
      throw new ContentFault('its EXIF is stored as text, from which a location cannot be removed alone');
    if (/^(?:exif:gps|gps)/i.test(head)) {
      eraser.text(name, end - start);
      return new Uint8Array();
    }
    return head.startsWith(XMP_KEY) ? (withoutPngXmpGps(name, data, eraser) ?? as) : as;
  });
  eraser.warnOf(parts);
  return Buffer.concat(pieces);
}

/** PNG third edition, 11.3.3: keyword; for iTXt whether it is packed and how, language, translated keyword; text. */
function withoutPngXmpGps(name: string, data: Uint8Array, eraser: Eraser): Uint8Array | undefined {
  if (name === 'zTXt') throw new ContentFault('its XMP is in a chunk that is not for XMP');
  const flag = XMP_KEY.length;
  const start = name === 'tEXt' ? flag : data.indexOf(0, data.indexOf(0, flag + 2) + 1) + 1;
  const text = data.subarray(start);
  if (name === 'tEXt' || data[flag] !== 1) return eraser.xmp(name, text) > 0 ? pngChunk(name, data) : undefined;
  const unpacked = inflate(text);
  if (eraser.xmp(name, unpacked) === 0) return undefined;
  return pngChunk(name, Buffer.concat([data.subarray(0, start), deflateSync(unpacked)]));
}

function inflate(bytes: Uint8Array): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_UNPACKED });
  } catch (error) {
    throw new ContentFault('its compressed XMP cannot be read', undefined, undefined, { cause: error });
  }
}

const XMP_TAG = 700;
const GEO_TAGS = new Set([33_550, 33_922, 34_264]);

function eraseTiff(bytes: Uint8Array, eraser: Eraser): Uint8Array {
  const pages = new Tiff(bytes).chain(1000);
  if (pages.length === 0) throw new ContentFault('its directory is damaged');
  const entries = pages.flatMap((page) => page.entries);
  for (const { tag, value } of entries) if (tag === XMP_TAG) eraser.xmp(`tag ${tag}`, value);
  if (entries.some(({ tag }) => GEO_TAGS.has(tag))) eraser.warnings.add(GEO_TIFF);
  if (entries.some(({ tag }) => tag === 52_545)) eraser.warnings.add(CREDENTIALS);
  eraser.exif('GPS directory', bytes);
  return bytes;
}

function eraseHeif(bytes: Uint8Array, eraser: Eraser): Uint8Array {
  const { items, boxes } = readHeifMetadata(bytes);
  for (const item of items) {
    const isExif = isExifItem(item);
    if (!isExif && !isXmpItem(item)) continue;
    if (item.spans.length === 0) throw new ContentFault('a part of its metadata is not where it is said to be');
    const content = Buffer.concat(item.spans.map(({ start, end }) => bytes.subarray(start, end)));
    if (!isExif) eraser.xmp(`item ${item.id}`, content);
    // ISO/IEC 23008-12, A.2.1: four bytes say where the TIFF structure begins behind them.
    else if (content.length >= 4) eraser.exif(`item ${item.id}`, content.subarray(4 + content.readUInt32BE(0)));
    let from = 0;
    for (const { start, end } of item.spans) {
      bytes.set(content.subarray(from, from + end - start), start);
      from += end - start;
    }
  }
  if (boxes.some(({ type }) => type === 'uuid' || type === 'jumb')) eraser.warnings.add(CREDENTIALS);
  return bytes;
}
