import { inflateRawSync } from 'node:zlib';

import { ArchiveFault, ArchiveTooLarge } from './entry.js';
import { readZipDirectory, type ZipItem } from './zip.js';

/** An archive that cannot be read; the message says why. */
export class ZipFault extends Error {
  override readonly name = 'ZipFault';
}

/** An archive that unpacks to more than was allowed. */
export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge';

  constructor(readonly limit: number) {
    super(`it unpacks to more than ${limit} bytes`);
  }
}

/**
 * An archive in memory (APPNOTE.TXT 6.3.10), read by its central directory. Entries are unpacked when they are asked for, all
 * together to no more than `mostBytes`: what is packed a thousand times over is refused while it unpacks, whatever its header says.
 */
export class ZipArchive {
  readonly #bytes: Buffer;
  readonly #entries = new Map<string, ZipItem>();
  readonly #limit: number;
  #left: number;

  /** Throws ZipFault where it is no archive, or one over several disks or of more than 10,000 entries. */
  constructor(bytes: Uint8Array, mostBytes: number) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#limit = mostBytes;
    this.#left = mostBytes;
    for (const item of itemsOf(this.#bytes)) {
      const raw = Buffer.from(item.rawPath);
      this.#entries.set(raw.toString(item.isUtf8 || isUtf8(raw) ? 'utf8' : 'latin1'), item);
    }
  }

  /** Names as they stand in the archive, folders left out. They are never used as paths. */
  get names(): readonly string[] {
    return [...this.#entries.keys()].filter((name) => !name.endsWith('/'));
  }

  /** An entry's bytes; undefined where there is none. Throws ZipFault and ZipTooLarge. */
  read(name: string): Buffer | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    if (entry.encrypted) throw new ZipFault(`entry "${name}" is encrypted`);
    if (entry.dataStart === undefined) throw new ZipFault(`entry "${name}" is damaged`);
    const packed = this.#bytes.subarray(entry.dataStart, entry.dataStart + entry.packedBytes);
    const content = this.#unpack(packed, entry.methodCode, name);
    if (content.length > this.#left) throw new ZipTooLarge(this.#limit);
    this.#left -= content.length;
    return content;
  }

  #unpack(packed: Buffer, method: number, name: string): Buffer {
    if (method === 0) return packed;
    if (method !== 8) throw new ZipFault(`entry "${name}" is packed by a method that is not read`);
    try {
      return inflateRawSync(packed, { maxOutputLength: Math.max(1, this.#left) });
    } catch (error) {
      if (error instanceof RangeError) throw new ZipTooLarge(this.#limit);
      throw new ZipFault(`entry "${name}" is damaged`, { cause: error });
    }
  }
}

function itemsOf(bytes: Buffer): readonly ZipItem[] {
  try {
    return readZipDirectory(bytes).items;
  } catch (error) {
    if (error instanceof ArchiveFault || error instanceof ArchiveTooLarge)
      throw new ZipFault(error.message, { cause: error });
    throw error;
  }
}

const isUtf8 = (bytes: Buffer): boolean => Buffer.from(bytes.toString('utf8')).equals(bytes);
