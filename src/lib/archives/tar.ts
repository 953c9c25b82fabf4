import { ContentFault } from '../faults.js';
import { type ArchiveEntry, checkEntryCount, type EntryKind, isoOfSeconds } from './entry.js';
import { leadingSparseMap, oldSparseMap, piecesOf, type SparseMap } from './sparse-tar.js';

const BLOCK = 512;

export interface TarEntry extends Omit<ArchiveEntry, 'path' | 'target'> {
  /** Names are bytes of no stated charset, except in pax headers, which are UTF-8. */
  readonly rawPath: Uint8Array;
  readonly rawTarget: Uint8Array | undefined;
  readonly data: Uint8Array;
  /** How the content is put together, where it is not the data. */
  readonly sparse: SparseMap | undefined;
}

/** POSIX.1-2024 pax, ustar interchange format; GNU tar manual, "Basic Tar Format". */
const KINDS: Readonly<Record<string, EntryKind>> = {
  '\0': 'file',
  '0': 'file',
  '1': 'hard link',
  '2': 'link',
  '3': 'device',
  '4': 'device',
  '5': 'folder',
  '6': 'device',
  '7': 'file',
  S: 'file',
};

/** Whether the first block is a header with a right checksum. */
export const isTar = (bytes: Uint8Array): boolean => bytes.length >= BLOCK && hasRightSum(bytes, 0) && bytes[0] !== 0;

/**
 * The entries of a tape archive: v7, ustar, pax, GNU (long names, sizes over 8 GiB), sparse files in all four forms of GNU tar. Throws
 * ContentFault where a header is damaged or the data ends early, LimitFault.
 */
export function readTar(bytes: Uint8Array): TarEntry[] {
  const entries: TarEntry[] = [];
  let next = new Map<string, Uint8Array>();
  const forAll = new Map<string, Uint8Array>();
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    if (isZero(bytes, at)) break;
    if (!hasRightSum(bytes, at)) throw new ContentFault(`the header at byte ${at} is damaged`);
    const type = String.fromCharCode(bytes[at + 156] ?? 0);
    const pax = new Map([...forAll, ...next]);
    const stated = numberOf(pax.get('size')) ?? numberAt(bytes, at + 124, 12);
    const size = hasData(bytes, at, type) ? stated : 0;
    const header = at;
    const map = type === 'S' ? oldSparseMap(bytes, at, (place) => numberAt(bytes, place, 12)) : undefined;
    const start = map?.dataStart ?? at + BLOCK;
    if (size < 0 || start + size > bytes.length) {
      const name = Buffer.from(nameAt(bytes, at, pax)).toString();
      throw new ContentFault(`it ends within entry ${JSON.stringify(name.slice(0, 80))}`);
    }
    const data = bytes.subarray(start, start + size);
    at = start + Math.ceil(size / BLOCK) * BLOCK;
    // Solaris writes X for x.
    if (type === 'x' || type === 'X') next = new Map([...next, ...paxRecords(data)]);
    else if (type === 'g') for (const [key, value] of paxRecords(data)) forAll.set(key, value);
    else if (type === 'L') next.set('path', trimmed(data));
    else if (type === 'K') next.set('linkpath', trimmed(data));
    // Solaris writes access rights of the next entry like this.
    else if (type === 'A') continue;
    else {
      checkEntryCount(entries.length + 1);
      entries.push(entryOf(bytes, header, type, pax, data, map === undefined ? paxMap(pax, data) : { ...map, data }));
      next = new Map();
    }
  }
  return entries;
}

/**
 * Whether the stated size is that of data behind the header: links, devices and folders have none (for a folder it is what may be put
 * there). Hard links have some where neither the next header nor the end is right behind their own, as POSIX.1-2001 allows.
 */
function hasData(bytes: Uint8Array, at: number, type: string): boolean {
  if (type === '1') return !hasRightSum(bytes, at + BLOCK) && !isZero(bytes, at + BLOCK);
  return !'23456'.includes(type);
}

function entryOf(
  bytes: Uint8Array,
  at: number,
  type: string,
  pax: ReadonlyMap<string, Uint8Array>,
  data: Uint8Array,
  sparse: SparseMap | undefined,
): TarEntry {
  const rawPath = nameAt(bytes, at, pax);
  // v7 has no type for folders: their names end with a slash.
  const isFolder = (type === '0' || type === '\0') && rawPath[rawPath.length - 1] === 0x2f;
  const kind = isFolder ? 'folder' : (KINDS[type] ?? 'other');
  const isLink = kind === 'link' || kind === 'hard link';
  return {
    rawPath,
    rawTarget: isLink ? (pax.get('linkpath') ?? field(bytes, at + 157, 100)) : undefined,
    kind,
    bytes: kind === 'file' ? (sparse?.realBytes ?? data.length) : undefined,
    packedBytes: kind === 'file' ? data.length : undefined,
    modified: isoOfSeconds(numberOf(pax.get('mtime')) ?? numberAt(bytes, at + 136, 12)),
    method: sparse === undefined ? undefined : 'sparse',
    encrypted: false,
    crc32: undefined,
    mode: numberAt(bytes, at + 100, 8) & 0o777,
    data,
    sparse,
  };
}

/** The map of a sparse file in pax headers, formats 0.0, 0.1 and 1.0 (GNU tar manual, "Storing Sparse Files"). */
function paxMap(pax: ReadonlyMap<string, Uint8Array>, data: Uint8Array): SparseMap | undefined {
  const realBytes = numberOf(pax.get('GNU.sparse.realsize') ?? pax.get('GNU.sparse.size'));
  if (realBytes === undefined) return undefined;
  if (numberOf(pax.get('GNU.sparse.major')) === 1) return { realBytes, ...leadingSparseMap(data) };
  const list = pax.get('GNU.sparse.map') ?? pax.get(PIECES);
  if (list === undefined) return undefined;
  return { realBytes, data, pieces: piecesOf(Buffer.from(list).toString('latin1').split(',').map(Number)) };
}

/** Not a keyword of pax: the numbers of format 0.0, whose records have the same keywords many times. */
const PIECES = '\0pieces';

function nameAt(bytes: Uint8Array, at: number, pax: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const stated = pax.get('GNU.sparse.name') ?? pax.get('path');
  if (stated !== undefined) return stated;
  const name = field(bytes, at, 100);
  const isPosix = Buffer.from(bytes.subarray(at + 257, at + 263)).toString('latin1') === 'ustar\0';
  const prefix = isPosix ? field(bytes, at + 345, 155) : new Uint8Array();
  return prefix.length === 0 ? name : Buffer.concat([prefix, Buffer.from('/'), name]);
}

function field(bytes: Uint8Array, at: number, length: number): Uint8Array {
  return trimmed(bytes.subarray(at, at + length));
}

function trimmed(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/** Octal digits, or with the first bit set a big-endian number (GNU). */
function numberAt(bytes: Uint8Array, at: number, length: number): number {
  if (((bytes[at] ?? 0) & 0x80) !== 0) {
    let value = bytes[at] === 0xff ? -1 : (bytes[at] ?? 0) & 0x7f;
    for (let i = 1; i < length; i++) value = value * 256 + (bytes[at + i] ?? 0);
    return value;
  }
  const digits = /^ *([0-7]*)/.exec(Buffer.from(bytes.subarray(at, at + length)).toString('latin1'))?.[1] ?? '';
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

function numberOf(value: Uint8Array | undefined): number | undefined {
  const text = value === undefined ? '' : Buffer.from(value).toString('latin1');
  return /^-?\d{1,15}(?:\.\d{1,20})?$/.test(text) ? Number(text) : undefined;
}

/** Each record is `length key=value\n`, the length counting itself. */
function paxRecords(data: Uint8Array): Map<string, Uint8Array> {
  const records = new Map<string, Uint8Array>();
  const pieces: string[] = [];
  for (let at = 0; at < data.length; ) {
    const head = /^(\d{1,9}) ([^=]{1,200})=/.exec(Buffer.from(data.subarray(at, at + 212)).toString('latin1'));
    const length = Number(head?.[1] ?? 0);
    if (head === null || length <= head[0].length || at + length > data.length) break;
    const [key, value] = [head[2] ?? '', data.subarray(at + head[0].length, at + length - 1)];
    if (key === 'GNU.sparse.offset' || key === 'GNU.sparse.numbytes')
      pieces.push(Buffer.from(value).toString('latin1'));
    else records.set(key, value);
    at += length;
  }
  if (pieces.length > 0) records.set(PIECES, Buffer.from(pieces.join(',')));
  return records;
}

const isZero = (bytes: Uint8Array, at: number): boolean => bytes.subarray(at, at + BLOCK).every((byte) => byte === 0);

const STATED_SUM = /^[ \0]*([0-7]+)(?:[ \0]|$)/;

/** The sum of all bytes, those of the checksum itself counted as spaces; some writers took the bytes for signed. */
function hasRightSum(bytes: Uint8Array, at: number): boolean {
  let [sum, signed] = [0, 0];
  for (let i = 0; i < BLOCK; i++) {
    const byte = i >= 148 && i < 156 ? 0x20 : (bytes[at + i] ?? 0);
    sum += byte;
    signed += byte > 127 ? byte - 256 : byte;
  }
  // Octal digits and nothing else: what is no number must not pass for 0, which the signed sum of any bytes may be.
  const [, digits] = STATED_SUM.exec(Buffer.from(bytes.subarray(at + 148, at + 156)).toString('latin1')) ?? [];
  if (digits === undefined) return false;
  const stated = Number.parseInt(digits, 8);
  return stated === sum || stated === signed;
}
