import { latin1 } from '../bytes/latin1.js';
import { ContentFault } from '../faults.js';
import type { RemovedPart, Stripped, StripSettings } from './strip.js';

/** A box of ISO/IEC 14496-12, 4.2: `start` to `end` with its head, the content from `body` on. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

/** An item of the file's meta box, ISO/IEC 14496-12, 8.11. */
export interface HeifItem {
  readonly id: number;
  /** `Exif`, `mime`, `hvc1` … */
  readonly type: string;
  readonly contentType: string;
  /** Parts of the file, in their order. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}

export interface HeifMetadata {
  readonly items: readonly HeifItem[];
  /** Boxes outside of the picture that say something: `uuid`, `udta` … */
  readonly boxes: readonly Box[];
  readonly profile: Uint8Array | undefined;
  /** Of the primary item; `undefined` where it is not stated. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** A moving picture is in the file too. */
  readonly hasMovie: boolean;
  readonly orientation: number | undefined;
}

const MAX_BOXES = 2000;

/** The boxes of a part of a file, at most as many as a file is read for; the first that is damaged ends them. */
export function boxesOf(bytes: Uint8Array, from: number, to: number): Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Box[] = [];
  for (let at = from; at + 8 <= to && found.length < MAX_BOXES; ) {
    const short = view.getUint32(at);
    const isLong = short === 1 && at + 16 <= to;
    const size = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? to - at : short;
    if (size < (isLong ? 16 : 8)) break;
    const end = Math.min(to, at + size);
    found.push({ type: latin1(bytes, at + 4, at + 8), start: at, body: at + (isLong ? 16 : 8), end });
    at += size;
  }
  return found;
}

/** What a HEIC or AVIF file says besides its pictures. Throws ContentFault where its boxes cannot be read. */
export function readHeifMetadata(bytes: Uint8Array): HeifMetadata {
  const top = boxesOf(bytes, 0, bytes.length);
  if (top[0]?.type !== 'ftyp') throw new ContentFault('it has no file type box');
  const meta = top.find(({ type }) => type === 'meta');
  const inside = meta === undefined ? [] : boxesOf(bytes, meta.body + 4, meta.end);
  const of = (type: string): Box | undefined => inside.find((box) => box.type === type);
  const items = itemsOf(bytes, of('iinf'), of('iloc'), of('idat'));
  const movie = top.find(({ type }) => type === 'moov');
  const boxes = [
    ...top.filter((box) => !DRAWN.has(box.type) && !holdsPixels(box, items)),
    ...(movie === undefined ? [] : saying(bytes, movie, 0)),
  ];
  const properties = propertiesOf(bytes, of('iprp'), primaryOf(bytes, of('pitm')));
  return { items, boxes, hasMovie: movie !== undefined, ...properties };
}

/** Boxes outside of all others that pictures and their movements are made of; cameras add some for themselves. */
const DRAWN = new Set([
  ...[
    'ftyp',
    'meta',
    'mdat',
    'moov',
    'idat',
    'free',
    'skip',
    'wide',
    'styp',
    'sidx',
    'moof',
    'mfra',
    'etyp',
    'grpl',
    'pdin',
  ],
]);

const holdsPixels = ({ start, end }: Box, items: readonly HeifItem[]): boolean =>
  items.some((item) => !isSaying(item) && item.spans.some((span) => span.start < end && start < span.end));

/** User data and metadata of a movie and its tracks. */
function saying(bytes: Uint8Array, box: Box, depth: number): Box[] {
  if (depth > 3) return [];
  return boxesOf(bytes, box.body, box.end).flatMap((child) => {
    if (['udta', 'meta', 'uuid'].includes(child.type)) return [child];
    return ['trak', 'mdia'].includes(child.type) ? saying(bytes, child, depth + 1) : [];
  });
}

function itemsOf(bytes: Uint8Array, iinf: Box | undefined, iloc: Box | undefined, idat: Box | undefined): HeifItem[] {
  if (iinf === undefined || iloc === undefined) return [];
  const spans = locationsOf(bytes, iloc, idat);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = iinf.body + 4 + (bytes[iinf.body] === 0 ? 2 : 4);
  return boxesOf(bytes, start, iinf.end)
    .filter(({ type, body, end }) => type === 'infe' && (bytes[body] ?? 0) >= 2 && end - body >= 13)
    .map(({ body, end }) => {
      const isWide = bytes[body] === 3;
      const id = isWide ? view.getUint32(body + 4) : view.getUint16(body + 4);
      const at = body + (isWide ? 10 : 8);
      const type = latin1(bytes, at, at + 4);
      const [, contentType = ''] = latin1(bytes, at + 4, end).split('\0');
      return { id, type, contentType: type === 'mime' ? contentType : '', spans: spans.get(id) ?? [] };
    });
}

type Spans = { start: number; end: number }[];

/** ISO/IEC 14496-12, 8.11.3. */
function locationsOf(bytes: Uint8Array, { body, end }: Box, idat: Box | undefined): Map<number, Spans> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = bytes[body] ?? 0;
  const sizes = view.getUint16(body + 4);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  let at = body + 6;
  const read = (length: number): number => {
    if (at + length > end) throw new ContentFault('the places of its items are damaged');
    let value = 0;
    for (let i = 0; i < length; i += 1) value = value * 256 + (bytes[at + i] ?? 0);
    at += length;
    return value;
  };
  const count = read(version < 2 ? 2 : 4);
  const found = new Map<number, Spans>();
  for (let i = 0; i < count; i += 1) {
    const id = read(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : read(2) & 15;
    read(2);
    const base = read(baseBytes);
    const extents = read(2);
    const spans: Spans = [];
    for (let j = 0; j < extents; j += 1) {
      read(indexBytes);
      const offset = base + read(offsetBytes) + (method === 1 ? (idat?.body ?? 0) : 0);
      const length = read(lengthBytes);
      const stop = length === 0 ? bytes.length : offset + length;
      if (method <= 1 && stop <= bytes.length) spans.push({ start: offset, end: stop });
    }
    found.set(id, spans);
  }
  return found;
}

function primaryOf(bytes: Uint8Array, pitm: Box | undefined): number | undefined {
  if (pitm === undefined || pitm.end - pitm.body < 6) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes[pitm.body] === 0 ? view.getUint16(pitm.body + 4) : view.getUint32(pitm.body + 4);
}

/** Size, profile and orientation of the primary item: ISO/IEC 23008-12, 6.5 and 9.3. */
function propertiesOf(bytes: Uint8Array, iprp: Box | undefined, primary: number | undefined) {
  const found: { width?: number; height?: number; profile?: Uint8Array; rotation: number; mirror?: number } = {
    rotation: 0,
  };
  if (iprp === undefined || primary === undefined) return { ...NO_PROPERTIES };
  const inside = boxesOf(bytes, iprp.body, iprp.end);
  const container = inside.find(({ type }) => type === 'ipco');
  const properties = container === undefined ? [] : boxesOf(bytes, container.body, container.end);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const index of inside.filter(({ type }) => type === 'ipma').flatMap((box) => associated(bytes, box, primary))) {
    const box = properties[index - 1];
    if (box === undefined) continue;
    if (box.type === 'ispe' && box.end - box.body >= 12) {
      found.width = view.getUint32(box.body + 4);
      found.height = view.getUint32(box.body + 8);
    }
    const kind = latin1(bytes, box.body, box.body + 4);
    if (box.type === 'colr' && (kind === 'prof' || kind === 'rICC'))
      found.profile = bytes.subarray(box.body + 4, box.end);
    if (box.type === 'irot') found.rotation = (bytes[box.body] ?? 0) & 3;
    if (box.type === 'imir') found.mirror = (bytes[box.body] ?? 0) & 1;
  }
  const isSide = found.rotation % 2 === 1;
  return {
    profile: found.profile,
    width: isSide ? found.height : found.width,
    height: isSide ? found.width : found.height,
    orientation: found.rotation === 0 && found.mirror === undefined ? undefined : ROTATIONS[found.rotation],
  };
}

const NO_PROPERTIES = { profile: undefined, width: undefined, height: undefined, orientation: undefined };

/** Exif orientation of quarter turns anticlockwise; mirrors are not told apart. */
const ROTATIONS = [undefined, 8, 3, 6] as const;

function associated(bytes: Uint8Array, { body, end }: Box, primary: number): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const idBytes = bytes[body] === 0 ? 2 : 4;
  const isWide = ((bytes[body + 3] ?? 0) & 1) === 1;
  const count = view.getUint32(body + 4);
  let at = body + 8;
  for (let i = 0; i < count && at + idBytes + 1 <= end; i += 1) {
    const id = idBytes === 2 ? view.getUint16(at) : view.getUint32(at);
    const indexes = bytes[at + idBytes] ?? 0;
    at += idBytes + 1;
    const next = at + indexes * (isWide ? 2 : 1);
    if (next > end) return [];
    if (id === primary)
      return Array.from({ length: indexes }, (_, j) =>
        isWide ? view.getUint16(at + 2 * j) & 0x7fff : (bytes[at + j] ?? 0) & 0x7f,
      );
    at = next;
  }
  return [];
}

export const isExifItem = ({ type }: HeifItem): boolean => type === 'Exif';
/** Metadata of a kind that no picture is drawn with. */
const isSaying = ({ type, contentType }: HeifItem): boolean =>
  type === 'Exif' || type === 'uri ' || (type === 'mime' && !contentType.startsWith('image/'));
export const isXmpItem = ({ contentType }: HeifItem): boolean => contentType === 'application/rdf+xml';

/** EXIF with an empty directory, behind the four bytes that say where it begins (ISO/IEC 23008-12, A.2.1). */
const EMPTY_EXIF = [0, 0, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0];

const EMPTY_XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>';

/**
 * A HEIC or AVIF file whose metadata is blanked in place: every offset stays, so that no part of a picture moves. The orientation
 * and the colour are properties of the picture here, and stay. Throws ContentFault where the metadata cannot be found for certain.
 */
export function stripHeif(bytes: Uint8Array, { keepIcc }: StripSettings): Stripped {
  const { items, boxes, profile, orientation } = readHeifMetadata(bytes);
  if (!keepIcc && profile !== undefined)
    throw new ContentFault('its colour profile is part of the picture and cannot go');
  const clean = Buffer.from(bytes);
  const removed: RemovedPart[] = [];
  const pixels = items.filter((item) => !isSaying(item)).flatMap(({ spans }) => spans);
  for (const item of items) {
    const isExif = isExifItem(item);
    if (!isSaying(item)) continue;
    if (item.spans.length === 0) throw new ContentFault('a part of its metadata is not where it is said to be');
    for (const { start, end } of item.spans) {
      if (pixels.some((span) => start < span.end && span.start < end)) throw new ContentFault('its parts overlap');
      // Spaces are an empty text, and zeros behind an empty directory nothing.
      clean.fill(isExif ? 0 : 0x20, start, end);
    }
    const [first] = item.spans;
    if (isXmpItem(item) && first !== undefined && first.end - first.start >= EMPTY_XMP.length)
      clean.write(EMPTY_XMP, first.start, 'latin1');
    if (isExif && first !== undefined && first.end - first.start >= EMPTY_EXIF.length)
      clean.set(EMPTY_EXIF, first.start);
    let length = 0;
    for (const { start, end } of item.spans) length += end - start;
    removed.push({
      what: isExif ? 'EXIF' : isXmpItem(item) ? 'XMP' : 'data of programs',
      part: `item ${item.id}`,
      bytes: length,
    });
  }
  for (const { type, start, body, end } of boxes) {
    // ISO/IEC 14496-12, 8.1.2: a free box says nothing.
    clean.write('free', start + 4, 'latin1');
    clean.fill(0, body, end);
    removed.push({
      what: type === 'uuid' || type === 'jumb' ? 'content credentials (C2PA) or data of programs' : 'data of programs',
      part: type,
      bytes: end - start,
    });
  }
  const kept = [
    ...(profile === undefined ? [] : ['colour profile']),
    ...(orientation === undefined ? [] : ['orientation']),
  ];
  return { bytes: clean, removed, kept, warnings: [] };
}
