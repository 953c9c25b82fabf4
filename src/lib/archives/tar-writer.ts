import type { NewEntry } from './entry.js';

const BLOCK = 512;
/** GNU tar and bsdtar fill the last record of 20 blocks with zeros, and so does POSIX.1 pax by default. */
const RECORD = 20 * BLOCK;

/** What fits into the octal digits of a header: eleven for sizes and times. */
const MAX_OCTAL = 8 ** 11 - 1;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;

/** POSIX.1-2024 pax, ustar interchange format, "typeflag". */
const TYPES = { file: '0', link: '2', folder: '5' } as const;

/**
 * A tape archive in the form of POSIX.1-2001: ustar headers, and a pax header before an entry whose name, link or time does not fit
 * into one or is not ASCII. Owners are 0 without names. The same entries give the same bytes.
 */
export function writeTar(entries: readonly NewEntry[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const add = (piece: Uint8Array): void => {
    pieces.push(piece);
    length += piece.length;
    const rest = length % BLOCK;
    if (rest > 0) pieces.push(Buffer.alloc(BLOCK - rest));
    length += rest > 0 ? BLOCK - rest : 0;
  };
  for (const entry of entries) {
    const path = entry.kind === 'folder' ? `${entry.path.replace(/\/+$/, '')}/` : entry.path;
    const records = paxRecords(entry, path);
    if (records.length > 0) {
      add(
        header({
          path: paxPath(path),
          mode: 0o644,
          modified: entry.modified,
          size: records.length,
          type: 'x',
          target: '',
        }),
      );
      add(records);
    }
    const { bytes, mode, modified, target = '' } = entry;
    add(header({ path, mode, modified, size: bytes.length, type: TYPES[entry.kind], target }));
    if (bytes.length > 0) add(bytes);
  }
  const end = length + 2 * BLOCK;
  pieces.push(Buffer.alloc(2 * BLOCK + Math.ceil(end / RECORD) * RECORD - end));
  return Buffer.concat(pieces);
}

interface Header {
  readonly path: string;
  readonly mode: number;
  readonly modified: number;
  readonly size: number;
  readonly type: string;
  readonly target: string;
}

function header({ path, mode, modified, size, type, target }: Header): Uint8Array {
  const block = Buffer.alloc(BLOCK);
  const { name, prefix } = divided(path);
  block.set(name);
  octal(block, 100, 8, mode);
  octal(block, 108, 8, 0);
  octal(block, 116, 8, 0);
  octal(block, 124, 12, size);
  octal(block, 136, 12, fits(modified) ? modified : 0);
  block.fill(' ', 148, 156);
  block.write(type, 156, 'latin1');
  block.set(Buffer.from(target).subarray(0, NAME_BYTES), 157);
  block.write('ustar\u000000', 257, 'latin1');
  // GNU tar numbers no device in a pax header.
  if (type !== 'x') {
    octal(block, 329, 8, 0);
    octal(block, 337, 8, 0);
  }
  block.set(prefix, 345);
  let sum = 0;
  for (const byte of block) sum += byte;
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

const octal = (block: Buffer, at: number, length: number, value: number): void =>
  void block.write(value.toString(8).padStart(length - 1, '0'), at, 'latin1');

const fits = (seconds: number): boolean => Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_OCTAL;

/** A path in the two fields of a header, divided at a slash; cut where it does not fit, which a pax header makes good. */
function divided(path: string): { readonly name: Uint8Array; readonly prefix: Uint8Array } {
  const bytes = Buffer.from(path);
  if (bytes.length <= NAME_BYTES) return { name: bytes, prefix: Buffer.alloc(0) };
  // As far to the right as the prefix may reach; a slash at the very end is part of a folder's name.
  const slash = bytes.lastIndexOf('/', Math.min(PREFIX_BYTES, bytes.length - 2));
  if (slash > 0 && bytes.length - slash - 1 <= NAME_BYTES)
    return { name: bytes.subarray(slash + 1), prefix: bytes.subarray(0, slash) };
  return { name: bytes.subarray(0, NAME_BYTES), prefix: Buffer.alloc(0) };
}

const isAscii = (text: string): boolean => !/[^\u0001-\u007f]/.test(text);

function isWhole(path: string): boolean {
  const { name, prefix } = divided(path);
  return name.length + prefix.length + (prefix.length > 0 ? 1 : 0) === Buffer.byteLength(path);
}

function paxRecords({ modified, target = '' }: NewEntry, path: string): Uint8Array {
  const records: Uint8Array[] = [];
  if (!isAscii(path) || !isWhole(path)) records.push(paxRecord('path', path));
  if (!isAscii(target) || target.length > NAME_BYTES) records.push(paxRecord('linkpath', target));
  if (!fits(modified)) records.push(paxRecord('mtime', String(modified)));
  return Buffer.concat(records);
}

/** `length key=value\n`, the length counting its own digits. */
function paxRecord(key: string, value: string): Uint8Array {
  const rest = Buffer.from(` ${key}=${value}\n`);
  let length = rest.length + 1;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

/** The name of the pax header itself, `folder/PaxHeaders/name` as GNU tar has it: what a reader without pax unpacks it as. */
function paxPath(path: string): string {
  const parts = path.replace(/\/$/, '').split('/');
  const name = parts.pop() ?? '';
  return [...(parts.length === 0 ? ['.'] : parts), 'PaxHeaders', name].join('/');
}
