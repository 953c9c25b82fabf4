import { ContentFault } from '../faults.js';
import { checkEntryCount, isoOfSeconds } from './entry.js';
import type { TarEntry } from './tar.js';

interface Header {
  readonly mode: number;
  readonly modified: number;
  readonly nameBytes: number;
  readonly bytes: number;
  readonly headBytes: number;
  /** Names that the file has. */
  readonly links: number;
  /** Its device and inode. */
  readonly file: string;
  /** What names and data are padded to. */
  readonly padding: 1 | 2 | 4;
}

const LAST = 'TRAILER!!!';

/** Whether it begins as one of the four: newc, newc with checksums, odc, and the old binary one in either byte order. */
export const isCpio = (bytes: Uint8Array): boolean => headerAt(bytes, 0) !== undefined;

/** The entries of a cpio archive (cpio(5) of FreeBSD). Throws ContentFault where it is damaged or ends early, LimitFault. */
export function readCpio(bytes: Uint8Array): TarEntry[] {
  const entries: TarEntry[] = [];
  const names: SharedNames = new Map();
  for (let at = 0; ; ) {
    const header = headerAt(bytes, at);
    if (header === undefined) throw new ContentFault(`the header at byte ${at} is damaged`);
    const { headBytes, nameBytes, padding } = header;
    const start = padded(at + headBytes + nameBytes, padding);
    const end = start + header.bytes;
    const rawPath = bytes.subarray(at + headBytes, at + headBytes + Math.max(0, nameBytes - 1));
    const name = Buffer.from(rawPath).toString();
    if (name === LAST) return withSharedContent(entries, names);
    if (end > bytes.length) throw new ContentFault(`it ends within entry ${JSON.stringify(name.slice(0, 80))}`);
    checkEntryCount(entries.length + 1);
    const entry = entryOf(rawPath, header, bytes.subarray(start, end));
    if (header.links > 1 && entry.kind === 'file') noteName(names, header.file, entries.length, entry);
    entries.push(entry);
    at = padded(end, padding);
  }
}

/** Entries that are names of one file, by its device and inode: newc stores its content with the last of them only. */
type SharedNames = Map<string, { readonly indices: number[]; content: Uint8Array }>;

function noteName(names: SharedNames, file: string, index: number, { data }: TarEntry): void {
  const shared = names.get(file) ?? { indices: [], content: data };
  shared.indices.push(index);
  if (data.length > 0) shared.content = data;
  names.set(file, shared);
}

function withSharedContent(entries: TarEntry[], names: SharedNames): TarEntry[] {
  for (const { indices, content } of names.values()) {
    for (const index of indices) {
      const entry = entries[index];
      if (entry?.data.length === 0) entries[index] = { ...entry, data: content, bytes: content.length };
    }
  }
  return entries;
}

const padded = (offset: number, padding: number): number => Math.ceil(offset / padding) * padding;

/** File types of stat(2). */
const TYPES = new Map([
  [0o100000, 'file'],
  [0o040000, 'folder'],
  [0o120000, 'link'],
  [0o020000, 'device'],
  [0o060000, 'device'],
  [0o010000, 'device'],
] as const);

function entryOf(rawPath: Uint8Array, { mode, modified, bytes }: Header, data: Uint8Array): TarEntry {
  const kind = TYPES.get((mode & 0o170000) as 0o100000) ?? 'other';
  return {
    rawPath,
    rawTarget: kind === 'link' ? data : undefined,
    kind,
    bytes: kind === 'file' ? bytes : undefined,
    packedBytes: kind === 'file' ? bytes : undefined,
    modified: isoOfSeconds(modified),
    method: undefined,
    encrypted: false,
    crc32: undefined,
    mode: mode & 0o777,
    data,
    sparse: undefined,
  };
}

function headerAt(bytes: Uint8Array, at: number): Header | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset + Math.min(at, bytes.length), Math.max(0, bytes.length - at));
  if (head.length < 26) return undefined;
  const magic = head.toString('latin1', 0, 6);
  if ((magic === '070701' || magic === '070702') && head.length >= 110) {
    if (!/^[0-9A-Fa-f]{104}$/.test(head.toString('latin1', 6, 110))) return undefined;
    const number = (i: number): number => Number.parseInt(head.toString('latin1', 6 + 8 * i, 14 + 8 * i), 16);
    return {
      mode: number(1),
      modified: number(5),
      bytes: number(6),
      nameBytes: number(11),
      links: number(4),
      file: `${number(7)}:${number(8)}:${number(0)}`,
      headBytes: 110,
      padding: 4,
    };
  }
  if (magic === '070707' && head.length >= 76) {
    if (!/^[0-7]{70}$/.test(head.toString('latin1', 6, 76))) return undefined;
    const number = (from: number, length: number): number =>
      Number.parseInt(head.toString('latin1', from, from + length), 8);
    return {
      mode: number(18, 6),
      modified: number(48, 11),
      nameBytes: number(59, 6),
      bytes: number(65, 11),
      links: number(36, 6),
      file: `${number(6, 6)}:${number(12, 6)}`,
      headBytes: 76,
      padding: 1,
    };
  }
  const isLittle = head.readUInt16LE(0) === 0o070707;
  if (!isLittle && head.readUInt16BE(0) !== 0o070707) return undefined;
  const word = (i: number): number => (isLittle ? head.readUInt16LE(2 * i) : head.readUInt16BE(2 * i));
  const long = (i: number): number => word(i) * 65_536 + word(i + 1);
  return {
    mode: word(3),
    modified: long(8),
    nameBytes: word(10),
    bytes: long(11),
    links: word(6),
    file: `${word(1)}:${word(2)}`,
    headBytes: 26,
    padding: 2,
  };
}
