import { crc32 } from 'node:zlib';
import { unpackWithSevenZip } from '../../engines/seven-zip.js';
import { passwordFault } from '../../lib/archives/entry.js';
import {
  overlapping,
  readZipDirectory,
  storedBytes,
  unpackItem,
  type ZipDirectory,
  type ZipItem,
} from '../../lib/archives/zip.js';
import { decryptClassicZipData, decryptZipData } from '../../lib/archives/zip-encryption.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import { readUnmarkedTexts } from './stored-names.js';

export interface ZipListing extends ZipDirectory {
  readonly paths: readonly string[];
  readonly sharing: ReadonlySet<number>;
}

/** The directory with its names decoded: UTF-8 where stated or valid, else by `charset`, or what fits best for `auto`. */
export async function listZip(bytes: Uint8Array, charset: string): Promise<ZipListing> {
  const directory = readZipDirectory(bytes);
  const { items } = directory;
  const unmarked = await readUnmarkedTexts(
    items.map(({ rawPath, isUtf8 }) => (isUtf8 ? new Uint8Array() : rawPath)),
    charset,
  );
  const paths = items.map(
    ({ rawPath, isUtf8, unicodePath }, i) =>
      unicodePath ?? (isUtf8 ? Buffer.from(rawPath).toString() : (unmarked[i] ?? '')),
  );
  return { ...directory, paths, sharing: overlapping(items) };
}

/**
 * The content of one item, at most `mostBytes`: decrypted, unpacked, its size and checksum compared with what is stated. Throws
 * ContentFault (PasswordFault where it is locked), LimitFault.
 */
export async function readZipItem(
  file: Uint8Array,
  item: ZipItem,
  password: string,
  mostBytes: number,
): Promise<Uint8Array> {
  const stored = storedBytes(file, item);
  if (item.bytes > mostBytes)
    throw new LimitFault(`what is asked for unpacks to more than ${mostBytes} bytes`, mostBytes);
  const packed = item.encrypted ? decrypted(stored, item, password) : stored;
  const content = await unpacked(packed, item);
  const hasCrc = item.aes === undefined || item.aes.hasCrc;
  if (content.length === item.bytes && (!hasCrc || crc32(content) === item.crc)) return content;
  // As above.
  if (item.encrypted && item.aes === undefined) throw passwordFault('wrong');
  if (content.length !== item.bytes)
    throw new ContentFault(`it unpacks to ${content.length} bytes where ${item.bytes} are stated`);
  throw new ContentFault('its checksum does not match');
}

function decrypted(stored: Uint8Array, item: ZipItem, password: string): Uint8Array {
  if (password === '') throw passwordFault('missing');
  if (item.aes !== undefined) {
    const plain = decryptZipData(stored, password, item.aes.keyBytes);
    if (plain === 'wrong') throw passwordFault('wrong');
    if (plain === 'damaged') throw new ContentFault('its encrypted data is damaged');
    return plain;
  }
  // Strong encryption, APPNOTE.TXT 7, which nobody but its inventor reads.
  if ((item.flags & 64) !== 0) throw new ContentFault('it is encrypted by a method that is not read');
  // With a data descriptor the time stands for the CRC-32, which was not known yet (6.1.6).
  const check = (item.flags & 8) !== 0 ? item.dosTime >> 8 : item.crc >>> 24;
  const plain = decryptClassicZipData(stored, password, check);
  if (plain === undefined) throw passwordFault('wrong');
  return plain;
}

async function unpacked(packed: Uint8Array, item: ZipItem): Promise<Uint8Array> {
  // One byte more than stated shows that the size is a lie, without unpacking all of it.
  const limit = item.bytes + 1;
  try {
    return unpackItem(packed, item, limit) ?? (await unpackRare(packed, item, limit));
  } catch (error) {
    if (error instanceof LimitFault)
      throw new ContentFault(`it unpacks to more than the ${item.bytes} bytes that are stated`);
    // One wrong password in 256 passes the first check of the old encryption.
    if (error instanceof ContentFault && item.encrypted && item.aes === undefined) throw passwordFault('wrong');
    throw error;
  }
}

/** Methods other than deflate, by 7-Zip: an archive of this item alone, not encrypted, named `a`. */
async function unpackRare(packed: Uint8Array, item: ZipItem, limit: number): Promise<Uint8Array> {
  const shared = Buffer.alloc(22);
  // Version 6.3, which has all methods; flags of the method only (implode and LZMA have some).
  shared.writeUInt16LE(63, 0);
  shared.writeUInt16LE(item.flags & 6, 2);
  shared.writeUInt16LE(item.methodCode, 4);
  shared.writeUInt32LE(0x00210000, 6);
  const hasCrc = item.aes === undefined || item.aes.hasCrc;
  shared.writeUInt32LE(hasCrc ? item.crc : 0, 10);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(item.bytes, 18);
  const name = Buffer.from('a');
  const lengths = Buffer.from([1, 0, 0, 0]);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, lengths, name]);
  const central = Buffer.concat([Buffer.from('PK\u0001\u0002\u003f\0'), shared, lengths, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  const archive = Buffer.concat([local, packed, central, end]);
  return (await unpackWithSevenZip({ archive, format: 'zip' }, limit)).content;
}
