import { crc32, deflateRawSync } from 'node:zlib';

import { encryptZipData, ZIP_SALT_BYTES } from './zip-encryption.js';

export interface ZipEntry {
  /** Written as it is; a path has `/`. Making names safe and distinct is the caller's. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** A folder has a name that ends in `/`, a link its target as bytes. */
  readonly kind?: 'file' | 'folder' | 'link';
  /** Permissions of Unix; rw-r--r-- where there are none. */
  readonly mode?: number;
  /** Seconds since 1970; 1 January 1980 where there are none: the same files give the same archive on any day. */
  readonly modified?: number | undefined;
}

export interface ZipSettings {
  /** 0 stores, 1 (fastest) to 9 (smallest) deflate. */
  readonly level: number;
  /** Of the whole archive. */
  readonly comment?: string;
  /** Encrypts every entry with WinZip AES-256 (AE-2). Names, sizes and the comment stay readable. */
  readonly encryption?: ZipEncryption | undefined;
}

export interface ZipEncryption {
  readonly password: string;
  /** Cryptographically strong random bytes. */
  readonly random: (length: number) => Uint8Array;
}

/** APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12, 4.3.16 and, for what the fields mean, 4.4. */
const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_CENTRAL_DIRECTORY = 0x06054b50;

const STORED = 0;
const DEFLATED = 8;
const AES = 99;

const FLAG_ENCRYPTED = 1 << 0;
const FLAG_UTF8 = 1 << 11;

const VERSION_DEFLATE = 20;
const VERSION_AES = 51;
/** Upper byte of "version made by": the attributes are those of Unix, so that extracted files get a mode at all. */
const MADE_ON_UNIX = 3 << 8;
/** File types of stat(2). */
const TYPES = { file: 0o100000, folder: 0o040000, link: 0o120000 } as const;
const MODE = 0o644;
/** The attribute that DOS has for folders. */
const DOS_FOLDER = 0x10;
/** 1 January 1980, the first day the format knows, and the last second it knows of 2107. */
const FIRST_SECOND = Date.UTC(1980, 0, 1) / 1000;
const LAST_SECOND = Date.UTC(2107, 11, 31, 23, 59, 58) / 1000;

/** Without ZIP64. */
const MAX_ENTRIES = 0xffff;
const MAX_SIZE = 0xffffffff;
const MAX_TEXT = 0xffff;

type Field = readonly [bytes: 1 | 2 | 4, value: number];

interface PackedEntry {
  readonly name: Uint8Array;
  readonly extra: Uint8Array;
  readonly data: Uint8Array;
  /** The fields that the local and the central header share. */
  readonly shared: readonly Field[];
  readonly version: number;
  /** Mode of stat(2) and attributes of DOS. */
  readonly attributes: number;
}

/**
 * A ZIP archive of the entries in their order. Data that deflate does not make smaller is stored. The same entries and
 * level give the same bytes, unless encrypted. Data is copied once. Throws RangeError beyond 65,535 entries or 4 GiB.
 */
export function writeZip(entries: readonly ZipEntry[], { level, comment = '', encryption }: ZipSettings): Uint8Array {
  const archiveComment = Buffer.from(comment);
  if (entries.length > MAX_ENTRIES || archiveComment.length > MAX_TEXT) throw new RangeError('Archive needs ZIP64');
  const pieces: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = pack(entry, level, encryption);
    const local = [localHeader(packed), packed.name, packed.extra, packed.data];
    pieces.push(...local);
    directory.push(centralHeader(packed, offset), packed.name, packed.extra);
    offset += lengthOf(local);
  }
  const directoryLength = lengthOf(directory);
  const end = fields([
    [4, END_OF_CENTRAL_DIRECTORY],
    [2, 0], // this disk
    [2, 0], // disk where the directory starts
    [2, entries.length], // on this disk
    [2, entries.length],
    [4, directoryLength],
    [4, offset],
    [2, archiveComment.length],
  ]);
  const total = offset + directoryLength + end.length + archiveComment.length;
  if (total > MAX_SIZE) throw new RangeError('Archive needs ZIP64');
  return Buffer.concat([...pieces, ...directory, end, archiveComment], total);
}

function pack(
  { name, bytes, kind = 'file', mode = MODE, modified }: ZipEntry,
  level: number,
  wanted: ZipEncryption | undefined,
): PackedEntry {
  // A folder has nothing to encrypt, and readers do not ask for its password.
  const encryption = kind === 'folder' ? undefined : wanted;
  const nameBytes = Buffer.from(name);
  if (nameBytes.length > MAX_TEXT || bytes.length > MAX_SIZE) throw new RangeError('Archive needs ZIP64');
  const deflated = level === 0 ? undefined : deflateIfSmaller(bytes, level);
  const method = deflated === undefined ? STORED : DEFLATED;
  const plain = deflated ?? bytes;
  const data = encryption === undefined ? plain : encrypt(plain, encryption);
  const extra = Buffer.concat([
    encryption === undefined ? new Uint8Array(0) : aesExtraField(method),
    modified === undefined ? new Uint8Array(0) : timeExtraField(modified),
  ]);
  const version = encryption === undefined ? VERSION_DEFLATE : VERSION_AES;
  const flags = (encryption === undefined ? 0 : FLAG_ENCRYPTED) | (nameBytes.length > name.length ? FLAG_UTF8 : 0);
  return {
    name: nameBytes,
    extra,
    data,
    version,
    attributes: (TYPES[kind] | mode) * 2 ** 16 + (kind === 'folder' ? DOS_FOLDER : 0),
    shared: [
      [2, version],
      [2, flags],
      [2, encryption === undefined ? method : AES],
      ...dosTime(modified ?? FIRST_SECOND),
      // AE-2 leaves the CRC out: it would tell of the content. The authentication code stands in for it.
      [4, encryption === undefined ? crc32(bytes) : 0],
      [4, data.length],
      [4, bytes.length],
      [2, nameBytes.length],
      [2, extra.length],
    ],
  };
}

const encrypt = (data: Uint8Array, { password, random }: ZipEncryption): Uint8Array =>
  encryptZipData(data, password, random(ZIP_SALT_BYTES));

/** Raw deflate data, if shorter than the bytes themselves. */
function deflateIfSmaller(bytes: Uint8Array, level: number): Uint8Array | undefined {
  // A chunk that holds the worst case (zlib's deflateBound, rounded up) comes back as it is; several would be copied.
  const chunkSize = bytes.length + (bytes.length >> 8) + 64;
  const deflated = deflateRawSync(bytes, { level, chunkSize });
  return deflated.length < bytes.length ? deflated : undefined;
}

const localHeader = ({ shared }: PackedEntry): Uint8Array => fields([[4, LOCAL_HEADER], ...shared]);

const centralHeader = ({ shared, version, attributes }: PackedEntry, offset: number): Uint8Array =>
  fields([
    [4, CENTRAL_HEADER],
    [2, MADE_ON_UNIX | version],
    ...shared,
    [2, 0], // comment length
    [2, 0], // disk
    [2, 0], // internal attributes
    [4, attributes],
    [4, offset],
  ]);

const aesExtraField = (method: number): Uint8Array =>
  fields([
    [2, 0x9901],
    [2, 7], // bytes that follow
    [2, 2], // AE-2
    [2, 0x4541], // "AE"
    [1, 3], // 256-bit key
    [2, method],
  ]);

/** 4.4.6: two seconds are the smallest step, in the time of whoever reads; what the format does not know becomes its first or last. */
function dosTime(seconds: number): readonly Field[] {
  const date = new Date(Math.min(LAST_SECOND, Math.max(FIRST_SECOND, seconds)) * 1000);
  return [
    [2, (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)],
    [2, ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()],
  ];
}

/** Info-ZIP's extra field of the exact time in UTC, for as long as 32 bits last. */
const timeExtraField = (seconds: number): Uint8Array =>
  seconds < 0 || seconds >= 2 ** 31
    ? new Uint8Array(0)
    : fields([
        [2, 0x5455],
        [2, 5], // bytes that follow
        [1, 1], // modified
        [4, seconds],
      ]);

function fields(list: readonly Field[]): Uint8Array {
  let length = 0;
  for (const [bytes] of list) length += bytes;
  const result = Buffer.alloc(length);
  let at = 0;
  for (const [bytes, value] of list) at = result.writeUIntLE(value, at, bytes);
  return result;
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length;
}
