import { inflateRawSync } from 'node:zlib';

import { ContentFault, LimitFault } from '../faults.js';
import { type ArchiveEntry, checkEntryCount, type EntryKind, isoOfSeconds } from './entry.js';

/** APPNOTE.TXT 6.3.10, sections 4.3.6 to 4.3.16. */
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_COMMENT = 0xffff;
const MAX_32 = 0xffffffff;

export interface ZipAes {
  readonly keyBytes: 16 | 24 | 32;
  /** AE-2 has no CRC-32: the code behind the data is all that is checked. */
  readonly hasCrc: boolean;
}

export interface ZipItem extends Omit<ArchiveEntry, 'path' | 'target' | 'bytes' | 'packedBytes'> {
  readonly bytes: number;
  readonly packedBytes: number;
  readonly rawPath: Uint8Array;
  /** The name is stated to be UTF-8. */
  readonly isUtf8: boolean;
  /** A second, UTF-8 name: extra field 0x7075. */
  readonly unicodePath: string | undefined;
  readonly methodCode: number;
  readonly flags: number;
  readonly dosTime: number;
  readonly crc: number;
  readonly aes: ZipAes | undefined;
  /** Of the local header in the file. */
  readonly offset: number;
  /** Of the packed data; `undefined` where the local header is not there. */
  readonly dataStart: number | undefined;
  readonly problems: readonly string[];
}

export interface ZipDirectory {
  readonly items: readonly ZipItem[];
  readonly comment: Uint8Array;
  /** Bytes before the archive: of a self-extracting program, or another file. */
  readonly leadingBytes: number;
  readonly warnings: readonly string[];
}

/**
 * The directory of an archive in memory, ZIP64 and self-extracting ones too. Throws ContentFault where it is not an archive, is one
 * over several disks, or its directory is damaged; LimitFault.
 */
export function readZipDirectory(file: Uint8Array): ZipDirectory {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const end = findEnd(bytes);
  const { count, size, start, disk, before } = readEnd(bytes, end);
  if (disk !== 0) throw new ContentFault('it is one part of an archive over several files');
  const leadingBytes = before - size - start;
  if (leadingBytes < 0) throw new ContentFault('its list of entries is not where it is said to be');
  const items: ZipItem[] = [];
  let at = start + leadingBytes;
  while (at + 46 <= before && bytes.readUInt32LE(at) === CENTRAL) {
    checkEntryCount(items.length + 1);
    const item = readItem(bytes, at, leadingBytes);
    items.push(item.item);
    at = item.end;
  }
  if (at !== before && items.length !== count) throw new ContentFault('its list of entries is damaged');
  const warnings: string[] = [];
  // The count of a plain end has 16 bits, and some writers let it overflow.
  if ((count & 0xffff) !== (items.length & 0xffff))
    warnings.push(`the archive states ${count} entries and lists ${items.length}`);
  if (leadingBytes > 0) warnings.push(`${leadingBytes} bytes of something else stand before the archive`);
  const commentLength = bytes.readUInt16LE(end + 20);
  const trailing = bytes.length - end - 22 - commentLength;
  if (trailing > 0) warnings.push(`${trailing} bytes of something else stand behind the archive`);
  return { items, comment: bytes.subarray(end + 22, end + 22 + commentLength), leadingBytes, warnings };
}

/** The data of an item as it is stored. Throws ContentFault where it is not in the file. */
export function storedBytes(file: Uint8Array, { dataStart, packedBytes }: ZipItem): Uint8Array {
  if (dataStart === undefined) throw new ContentFault('it has no data where the list of entries says');
  const end = dataStart + packedBytes;
  if (end > file.length) throw new ContentFault('it ends early');
  return file.subarray(dataStart, end);
}

/**
 * The content of an item, its data decrypted already; nothing of it is compared with what the list of entries says. `undefined` for a
 * method other than deflate. Throws ContentFault where it is damaged, LimitFault where more than `mostBytes` come out: while they do.
 */
export function unpackItem(packed: Uint8Array, { methodCode }: ZipItem, mostBytes: number): Uint8Array | undefined {
  if (methodCode !== 0 && methodCode !== 8) return undefined;
  const content = methodCode === 0 ? packed : inflated(packed, mostBytes);
  if (content.length > mostBytes) throw tooLarge(mostBytes);
  return content;
}

function inflated(packed: Uint8Array, mostBytes: number): Uint8Array {
  try {
    // The library takes no limit of 0.
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, mostBytes) });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(mostBytes);
    throw new ContentFault('its data is damaged', undefined, undefined, { cause: error });
  }
}

const tooLarge = (mostBytes: number) => new LimitFault(`it unpacks to more than ${mostBytes} bytes`, mostBytes);

/** Items whose data shares bytes with another's: a bomb, or two lists of one file's content. Indexes into `items`. */
export function overlapping(items: readonly ZipItem[]): Set<number> {
  const spans = items
    .map(({ offset, dataStart, packedBytes }, index) => ({ offset, end: (dataStart ?? offset) + packedBytes, index }))
    .sort((a, b) => a.offset - b.offset);
  const found = new Set<number>();
  let [furthest, last] = [0, -1];
  for (const { offset, end, index } of spans) {
    if (last >= 0 && offset < furthest) {
      found.add(index);
      found.add(last);
    }
    if (end > furthest) [furthest, last] = [end, index];
  }
  return found;
}

function findEnd(bytes: Buffer): number {
  const last = bytes.length - 22;
  for (let at = last; at >= 0 && at >= last - MAX_COMMENT; at--) {
    if (bytes.readUInt32LE(at) === END && at + 22 + bytes.readUInt16LE(at + 20) <= bytes.length) return at;
  }
  const isCut = bytes.length >= 4 && bytes.readUInt32LE(0) === LOCAL;
  throw new ContentFault(isCut ? 'its end, where the list of entries stands, is missing' : 'it is not a ZIP archive');
}

interface End {
  readonly count: number;
  readonly size: number;
  readonly start: number;
  readonly disk: number;
  /** Where the list of entries ends. */
  readonly before: number;
}

function readEnd(bytes: Buffer, end: number): End {
  const locator = end - 20;
  if (locator >= 0 && bytes.readUInt32LE(locator) === LOCATOR_64) {
    const stated = Number(bytes.readBigUInt64LE(locator + 8));
    // Where something stands before the archive, the record is still right before its locator.
    for (const at of [stated, locator - 56]) {
      if (at < 0 || at + 56 > locator || bytes.readUInt32LE(at) !== END_64) continue;
      return {
        count: Number(bytes.readBigUInt64LE(at + 32)),
        size: Number(bytes.readBigUInt64LE(at + 40)),
        start: Number(bytes.readBigUInt64LE(at + 48)),
        disk: bytes.readUInt32LE(at + 16),
        before: at,
      };
    }
    throw new ContentFault('its ZIP64 end is damaged');
  }
  return {
    count: bytes.readUInt16LE(end + 10),
    size: bytes.readUInt32LE(end + 12),
    start: bytes.readUInt32LE(end + 16),
    disk: bytes.readUInt16LE(end + 4),
    before: end,
  };
}

function readItem(bytes: Buffer, at: number, leadingBytes: number): { readonly item: ZipItem; readonly end: number } {
  const nameLength = bytes.readUInt16LE(at + 28);
  const extraStart = at + 46 + nameLength;
  const end = extraStart + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  if (end > bytes.length) throw new ContentFault('its list of entries is damaged');
  const extra = extraFields(bytes.subarray(extraStart, extraStart + bytes.readUInt16LE(at + 30)));
  const sizes = wideSizes(bytes, at, extra.get(0x0001));
  const aes = aesOf(extra.get(0x9901));
  const flags = bytes.readUInt16LE(at + 8);
  const methodCode = aes?.method ?? bytes.readUInt16LE(at + 10);
  const rawPath = bytes.subarray(at + 46, extraStart);
  const offset = sizes.offset + leadingBytes;
  const local = localHeader(bytes, offset, rawPath);
  const crc = bytes.readUInt32LE(at + 16);
  const isEncrypted = (flags & 1) !== 0;
  const item: ZipItem = {
    rawPath,
    isUtf8: (flags & 0x800) !== 0,
    unicodePath: unicodePathOf(extra.get(0x7075)),
    kind: kindOf(bytes, at, rawPath),
    mode: modeOf(bytes, at),
    bytes: sizes.bytes,
    packedBytes: sizes.packed,
    modified: modifiedOf(extra, bytes.readUInt16LE(at + 12), bytes.readUInt16LE(at + 14)),
    method: `${METHODS.get(methodCode) ?? `method ${methodCode}`}${isEncrypted ? `, ${aes === undefined ? 'ZipCrypto' : `AES-${8 * aes.keyBytes}`}` : ''}`,
    methodCode,
    flags,
    dosTime: bytes.readUInt16LE(at + 12),
    encrypted: isEncrypted,
    crc32: crc === 0 && aes !== undefined ? undefined : crc.toString(16).padStart(8, '0'),
    crc,
    aes,
    offset,
    dataStart: local.dataStart,
    problems: local.problems,
  };
  return { item, end };
}

/** 4.4.5. */
const METHODS = new Map([
  [0, 'stored'],
  [1, 'shrunk'],
  [6, 'imploded'],
  [8, 'deflate'],
  [9, 'deflate64'],
  [12, 'bzip2'],
  [14, 'lzma'],
  [93, 'zstd'],
  [95, 'xz'],
  [98, 'ppmd'],
]);

function extraFields(bytes: Buffer): Map<number, Buffer> {
  const fields = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt16LE(at + 2);
    if (at + 4 + length > bytes.length) break;
    fields.set(bytes.readUInt16LE(at), bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}

/** 4.5.3: the extra field has, in this order, those of the values that do not fit into 32 bits. */
function wideSizes(bytes: Buffer, at: number, wide: Buffer | undefined) {
  let next = 0;
  const read = (offset: number): number => {
    const value = bytes.readUInt32LE(offset);
    if (value !== MAX_32 || wide === undefined || next + 8 > wide.length) return value;
    next += 8;
    return Number(wide.readBigUInt64LE(next - 8));
  };
  const size = read(at + 24);
  return { bytes: size, packed: read(at + 20), offset: read(at + 42) };
}

function aesOf(field: Buffer | undefined): (ZipAes & { readonly method: number }) | undefined {
  if (field === undefined || field.length < 7) return undefined;
  const keyBytes = ([16, 24, 32] as const)[(field[4] ?? 0) - 1];
  return keyBytes === undefined ? undefined : { keyBytes, hasCrc: field[0] === 1, method: field.readUInt16LE(5) };
}

function unicodePathOf(field: Buffer | undefined): string | undefined {
  return field === undefined || field.length < 6 ? undefined : field.toString('utf8', 5);
}

function kindOf(bytes: Buffer, at: number, rawPath: Uint8Array): EntryKind {
  const attributes = bytes.readUInt32LE(at + 38);
  const system = bytes[at + 5];
  // Unix and macOS keep the mode of stat(2) in the upper half.
  const type = system === 3 || system === 19 ? (attributes >>> 28) & 15 : 0;
  if (type === 10) return 'link';
  if (type === 2 || type === 6 || type === 1 || type === 12) return 'device';
  const last = rawPath[rawPath.length - 1];
  return last === 0x2f || (last === 0x5c && (attributes & 16) !== 0) ? 'folder' : 'file';
}

function modeOf(bytes: Buffer, at: number): number | undefined {
  const mode = bytes.readUInt16LE(at + 40);
  return (bytes[at + 5] === 3 || bytes[at + 5] === 19) && mode !== 0 ? mode & 0o777 : undefined;
}

function modifiedOf(extra: ReadonlyMap<number, Buffer>, time: number, date: number): string | undefined {
  const unix = extra.get(0x5455);
  if (unix !== undefined && unix.length >= 5 && ((unix[0] ?? 0) & 1) !== 0) return isoOfSeconds(unix.readInt32LE(1));
  const windows = extra.get(0x000a);
  // 4.5.5: reserved, then attribute 1 with three times of 100 ns since 1601.
  if (windows !== undefined && windows.length >= 16 && windows.readUInt16LE(4) === 1)
    return isoOfSeconds(Number(windows.readBigUInt64LE(8) / 10_000_000n) - 11_644_473_600);
  if (date === 0) return undefined;
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${1980 + (date >> 9)}-${two((date >> 5) & 15)}-${two(date & 31)}`;
  return `${day}T${two(time >> 11)}:${two((time >> 5) & 63)}:${two(2 * (time & 31))}`;
}

function localHeader(bytes: Buffer, offset: number, rawPath: Uint8Array) {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL)
    return { dataStart: undefined, problems: ['has no data where the list of entries says'] };
  const nameLength = bytes.readUInt16LE(offset + 26);
  const localName = bytes.subarray(offset + 30, offset + 30 + nameLength);
  const problems = localName.equals(rawPath)
    ? []
    : ['has another name in front of its data than in the list of entries'];
  return { dataStart: offset + 30 + nameLength + bytes.readUInt16LE(offset + 28), problems };
}
