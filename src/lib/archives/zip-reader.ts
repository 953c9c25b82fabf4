import { ContentFault, LimitFault } from '../faults.js';
import { readZipDirectory, storedBytes, unpackItem, type ZipItem } from './zip.js';

/**
 * An archive in memory (APPNOTE.TXT 6.3.10), read by its central directory. Entries are unpacked when they are asked for, all
 * together to no more than `mostBytes`: what is packed a thousand times over is refused while it unpacks, whatever its header says.
 */
export class ZipArchive {
  readonly #bytes: Buffer;
  readonly #entries = new Map<string, ZipItem>();
  readonly #limit: number;
  #left: number;

  /** Throws ContentFault where it is not an archive, or one over several disks; LimitFault for more than 10,000 entries. */
  constructor(bytes: Uint8Array, mostBytes: number) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#limit = mostBytes;
    this.#left = mostBytes;
    for (const item of readZipDirectory(this.#bytes).items) {
      const raw = Buffer.from(item.rawPath);
      this.#entries.set(raw.toString(item.isUtf8 || isUtf8(raw) ? 'utf8' : 'latin1'), item);
    }
  }

  /** Names as they stand in the archive, folders left out. They are never used as paths. */
  get names(): readonly string[] {
    return [...this.#entries.keys()].filter((name) => !name.endsWith('/'));
  }

  /** An entry's bytes; undefined where there is none. Throws ContentFault naming the entry, and LimitFault. */
  read(name: string): Buffer | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    if (entry.encrypted) throw new ContentFault(`entry "${name}" is encrypted`);
    const content = this.#unpack(entry, name);
    this.#left -= content.length;
    return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  }

  #unpack(entry: ZipItem, name: string): Uint8Array {
    try {
      const content = unpackItem(storedBytes(this.#bytes, entry), entry, this.#left);
      if (content !== undefined) return content;
    } catch (error) {
      if (error instanceof LimitFault)
        throw new LimitFault(`it unpacks to more than ${this.#limit} bytes`, this.#limit);
      if (error instanceof ContentFault)
        throw new ContentFault(`entry "${name}" is damaged`, error.message, undefined, { cause: error });
      throw error;
    }
    throw new ContentFault(`entry "${name}" is packed by a method that is not read`);
  }
}

const isUtf8 = (bytes: Buffer): boolean => Buffer.from(bytes.toString('utf8')).equals(bytes);
