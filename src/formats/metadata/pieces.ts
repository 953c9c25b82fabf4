import { inflateSync } from 'node:zlib';

import { latin1 } from '../../lib/bytes/latin1.js';
import { ContentFault } from '../../lib/faults.js';
import { type CanonRawTiffs, canonRawTiffs, fujiRawPreview } from '../../lib/metadata/camera-files.js';
import { gifParts } from '../../lib/metadata/gif-parts.js';
import { isExifItem, isXmpItem, readHeifMetadata } from '../../lib/metadata/heif-metadata.js';
import {
  EXIF_RESOURCE,
  ICC_RESOURCE,
  IPTC_RESOURCE,
  photoshopResources,
  XMP_RESOURCE,
} from '../../lib/metadata/iptc.js';
import { jpegParts, jpegSize } from '../../lib/metadata/jpeg-parts.js';
import { type PicturePart, withinFile } from '../../lib/metadata/parts.js';
import { pngParts } from '../../lib/metadata/png-parts.js';
import { type RawProfile, rawProfile } from '../../lib/metadata/png-raw-profile.js';
import { type DotsPerInch, jfifDensity, pngDensity } from '../../lib/metadata/stated-density.js';
import { withoutExifHead } from '../../lib/metadata/strip.js';
import { Tiff } from '../../lib/metadata/tiff.js';
import { webpParts, webpSize } from '../../lib/metadata/webp-parts.js';
import type { PictureFormat } from '../../lib/picture-files/picture-format.js';

/** What a picture file holds besides its pixels, as bytes, whatever the format. */
export interface MetadataPieces {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly bitsPerSample?: number | undefined;
  /** As JFIF and PNG state it. */
  readonly dotsPerInch?: DotsPerInch | undefined;
  /** A TIFF structure. */
  readonly exif?: Uint8Array | undefined;
  /** EXIF that is in structures of their own. */
  readonly canonRaw?: CanonRawTiffs;
  readonly xmp?: Uint8Array | undefined;
  readonly iptc?: Uint8Array | undefined;
  readonly profile?: Uint8Array | undefined;
  readonly comments?: readonly string[];
  /** Texts by key, PNG. */
  readonly texts?: ReadonlyMap<string, string>;
  readonly c2pa?: Uint8Array | undefined;
  /** Bytes behind the end of the picture. */
  readonly trailingBytes?: number;
  /** Further pictures of an MPF file. */
  readonly hasMorePictures?: boolean;
}

/** Formats whose metadata is read. */
export const METADATA_FORMATS = ['jpeg', 'png', 'webp', 'gif', 'tiff', 'heic', 'avif', 'psd'] as const;

type Reader = (bytes: Uint8Array) => MetadataPieces;

/** Whether the metadata of a format is read. */
export const hasMetadataReader = (format: PictureFormat): boolean => READERS[format] !== undefined;

/** The pieces of a file of a known format. Throws ContentFault where it is not of that format at all, or is cut; LimitFault. */
export function metadataPieces(bytes: Uint8Array, format: PictureFormat): MetadataPieces {
  const read = READERS[format];
  if (read === undefined) throw new ContentFault('its format is not one whose metadata is read');
  return withinFile(() => read(bytes));
}

const READERS: Partial<Record<PictureFormat, Reader>> = {
  jpeg: jpegPieces,
  png: pngPieces,
  webp: webpPieces,
  gif: gifPieces,
  tiff: tiffPieces,
  heic: heifPieces,
  cr3: (bytes) => ({ canonRaw: canonRawTiffs(bytes) }),
  raf: rafPieces,
  avif: heifPieces,
  psd: psdPieces,
};

const dataOf = (parts: readonly PicturePart[], kind: PicturePart['kind']): Uint8Array | undefined =>
  parts.find((part) => part.kind === kind)?.data;

const trailing = (parts: readonly PicturePart[]): number => {
  const part = parts.find(({ kind }) => kind === 'trailer');
  return part === undefined ? 0 : part.end - part.start;
};

function jpegPieces(bytes: Uint8Array): MetadataPieces {
  const parts = jpegParts(bytes);
  const all = (kind: PicturePart['kind']): PicturePart[] => parts.filter((part) => part.kind === kind);
  const profile = all('profile')
    .map(({ start, data }) => ({ number: bytes[start + 16] ?? 0, data }))
    .sort((a, b) => a.number - b.number)
    .map(({ data }) => data);
  const resources = photoshopResources(Buffer.concat(all('photoshop').map(({ data }) => data)));
  const jumbf = Buffer.concat(all('c2pa').map(({ data }) => data));
  const xmp = all('xmp').find(({ start }) =>
    latin1(bytes, start + 4, start + 33).startsWith('http://ns.adobe.com/xap/1.0/'),
  );
  return {
    ...jpegSize(bytes, parts),
    dotsPerInch: parts.map(({ start }) => jfifDensity(bytes, start)).find((density) => density !== undefined),
    exif: dataOf(parts, 'exif'),
    xmp: xmp?.data,
    iptc: resources.find(({ id }) => id === IPTC_RESOURCE)?.data,
    profile: profile.length === 0 ? undefined : Buffer.concat(profile),
    comments: all('comment').map(({ data }) => textOf(data)),
    c2pa: jumbf.includes('c2pa') ? jumbf : undefined,
    trailingBytes: trailing(parts),
    hasMorePictures: all('preview').some(({ start }) => latin1(bytes, start + 4, start + 8) === 'MPF\0'),
  };
}

const textOf = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes).toString();
  return (text.includes('\ufffd') ? latin1(bytes) : text).replace(/\0+$/, '');
};

/** Unpacked texts and profiles of PNG; what unpacks to more is a bomb. Chosen. */
const MAX_UNPACKED = 4 * 2 ** 20;

function unpacked(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_UNPACKED });
  } catch {
    // Damaged or a bomb: then it says nothing.
    return undefined;
  }
}

function pngPieces(bytes: Uint8Array): MetadataPieces {
  const parts = pngParts(bytes);
  const texts = new Map<string, string>();
  let xmp: Uint8Array | undefined;
  const raw = new Map<RawProfile['kind'], Uint8Array>();
  let left = MAX_UNPACKED;
  for (const { name, data } of parts.filter(({ kind }) => kind === 'text')) {
    const text = pngText(name, data);
    if (text === undefined || text.value.length > left) continue;
    left -= text.value.length;
    const profile = rawProfile(text.key, text.value);
    if (text.key === 'XML:com.adobe.xmp') xmp ??= text.value;
    else if (profile !== undefined) raw.set(profile.kind, profile.bytes);
    else if (!texts.has(text.key))
      texts.set(text.key, name === 'iTXt' ? Buffer.from(text.value).toString() : textOf(text.value));
  }
  const head = parts.find(({ name }) => name === 'IHDR')?.data;
  const icc = dataOf(parts, 'profile');
  const iccStart = icc === undefined ? -1 : icc.indexOf(0);
  const exif = dataOf(parts, 'exif') ?? raw.get('exif');
  const iptc = raw.get('iptc');
  const resource = iptc === undefined ? undefined : photoshopResources(iptc).find(({ id }) => id === IPTC_RESOURCE);
  const view =
    head !== undefined && head.length >= 13 ? new DataView(head.buffer, head.byteOffset, head.byteLength) : undefined;
  return {
    width: view?.getUint32(0),
    height: view?.getUint32(4),
    bitsPerSample: view?.getUint8(8),
    dotsPerInch: pngDensity(parts.find(({ name }) => name === 'pHYs')?.data ?? new Uint8Array()),
    exif: exif === undefined ? undefined : withoutExifHead(exif),
    xmp: xmp ?? raw.get('xmp'),
    iptc: resource?.data ?? iptc,
    profile: icc === undefined || iccStart < 0 ? undefined : unpacked(icc.subarray(iccStart + 2)),
    texts,
    c2pa: dataOf(parts, 'c2pa'),
    trailingBytes: trailing(parts),
  };
}

/** PNG third edition, 11.3.3: keyword, then by kind whether it is packed, language and translation, then the text. */
function pngText(name: string, data: Uint8Array): { readonly key: string; readonly value: Uint8Array } | undefined {
  const end = data.indexOf(0);
  if (end < 1 || end > 79) return undefined;
  const key = latin1(data, 0, end);
  if (name === 'tEXt') return { key, value: data.subarray(end + 1) };
  const isPacked = name === 'zTXt' || data[end + 1] === 1;
  let start = end + 2;
  if (name === 'iTXt') {
    const language = data.indexOf(0, end + 3);
    const translation = language < 0 ? -1 : data.indexOf(0, language + 1);
    if (translation < 0) return undefined;
    start = translation + 1;
  }
  const value = isPacked ? unpacked(data.subarray(start)) : data.subarray(start);
  return value === undefined ? undefined : { key, value };
}

function webpPieces(bytes: Uint8Array): MetadataPieces {
  const parts = webpParts(bytes);
  const exif = dataOf(parts, 'exif');
  return {
    ...webpSize(parts),
    bitsPerSample: 8,
    exif: exif === undefined ? undefined : withoutExifHead(exif),
    xmp: dataOf(parts, 'xmp'),
    profile: dataOf(parts, 'profile'),
    c2pa: dataOf(parts, 'c2pa'),
    trailingBytes: trailing(parts),
  };
}

function gifPieces(bytes: Uint8Array): MetadataPieces {
  const parts = gifParts(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    ...(bytes.length < 10 ? {} : { width: view.getUint16(6, true), height: view.getUint16(8, true) }),
    xmp: dataOf(parts, 'xmp'),
    profile: dataOf(parts, 'profile'),
    comments: parts.filter(({ kind }) => kind === 'comment').map(({ data }) => textOf(data)),
    c2pa: dataOf(parts, 'c2pa'),
    trailingBytes: trailing(parts),
  };
}

function tiffPieces(bytes: Uint8Array): MetadataPieces {
  const tiff = new Tiff(bytes);
  const directory = tiff.directory(tiff.first);
  const entryOf = (wanted: number) => directory?.entries.find(({ tag }) => tag === wanted);
  const numberOf = (wanted: number): number | undefined => {
    const entry = entryOf(wanted);
    return entry === undefined ? undefined : tiff.numbers(entry)[0];
  };
  const photoshop = entryOf(34_377)?.value;
  const resources = photoshop === undefined ? [] : photoshopResources(photoshop);
  return {
    width: numberOf(256),
    height: numberOf(257),
    bitsPerSample: numberOf(258),
    exif: bytes,
    xmp: entryOf(700)?.value,
    iptc: entryOf(33_723)?.value ?? resources.find(({ id }) => id === IPTC_RESOURCE)?.data,
    profile: entryOf(34_675)?.value,
    c2pa: entryOf(52_545)?.value,
  };
}

function heifPieces(bytes: Uint8Array): MetadataPieces {
  const { items, boxes, profile, width, height } = readHeifMetadata(bytes);
  const contentOf = (item: (typeof items)[number] | undefined): Uint8Array | undefined =>
    item === undefined ? undefined : Buffer.concat(item.spans.map(({ start, end }) => bytes.subarray(start, end)));
  const exif = contentOf(items.find(isExifItem));
  // ISO/IEC 23008-12, A.2.1: four bytes say where the TIFF structure begins behind them.
  const skipped = exif === undefined || exif.length < 4 ? 0 : 4 + Buffer.from(exif).readUInt32BE(0);
  const c2pa = boxes.find(
    ({ type, body }) => type === 'uuid' && latin1(bytes, body, body + 4) === '\u00d8\u00fe\u00c3\u00d6',
  );
  return {
    width,
    height,
    exif: exif?.subarray(skipped),
    xmp: contentOf(items.find(isXmpItem)),
    profile,
    c2pa: c2pa === undefined ? undefined : bytes.subarray(c2pa.body, c2pa.end),
  };
}

/** What the preview says of itself, but for its size and what is behind it. */
function rafPieces(bytes: Uint8Array): MetadataPieces {
  const preview = fujiRawPreview(bytes);
  if (preview === undefined) throw new ContentFault('its preview is not where it is said to be');
  const { exif, xmp, iptc, profile } = jpegPieces(preview);
  return { exif, xmp, iptc, profile };
}

/** Adobe Photoshop File Formats Specification: head of 26 bytes, colour table, resources. */
function psdPieces(bytes: Uint8Array): MetadataPieces {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 34) throw new ContentFault('it ends early');
  const start = 30 + view.getUint32(26);
  const length = start + 4 <= bytes.length ? view.getUint32(start) : 0;
  const resources = photoshopResources(bytes.subarray(Math.min(bytes.length, start + 4), start + 4 + length));
  const of = (wanted: number): Uint8Array | undefined => resources.find(({ id }) => id === wanted)?.data;
  return {
    width: view.getUint32(18),
    height: view.getUint32(14),
    bitsPerSample: view.getUint16(22),
    exif: of(EXIF_RESOURCE),
    xmp: of(XMP_RESOURCE),
    iptc: of(IPTC_RESOURCE),
    profile: of(ICC_RESOURCE),
  };
}
