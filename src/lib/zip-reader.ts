import { inflateRawSync } from 'node:zlib';

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

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_ENTRIES = 10_000;
const MAX_COMMENT = 0xffff;

interface Entry {
  readonly method: number;
  readonly flags: number;
  readonly packed: number;
  readonly offset: number;
}

/**
 * An archive in memory (APPNOTE.TXT 6.3.10), read by its central directory. Entries are unpacked when they are asked for, all
 * together to no more than `mostBytes`: what is packed a thousand times over is refused while it unpacks, whatever its header says.
 */
export class ZipArchive {
  readonly #bytes: Buffer;
  readonly #entries = new Map<string, Entry>();
  readonly #limit: number;
  #left: number;

  /** Throws ZipFault where it is no archive, or one over several disks, with ZIP64 or more than 10,000 entries. */
  constructor(bytes: Uint8Array, mostBytes: number) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#limit = mostBytes;
    this.#left = mostBytes;
    this.#readDirectory();
  }

  /** Names as they stand in the archive, folders left out. They are never used as paths. */
  get names(): readonly string[] {
    return [...this.#entries.keys()].filter((name) => !name.endsWith('/'));
  }

  /** An entry's bytes; undefined where there is none. Throws ZipFault and ZipTooLarge. */
  read(name: string): Buffer | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    if ((entry.flags & 1) !== 0) throw new ZipFault(`entry "${name}" is encrypted`);
    const { offset } = entry;
    if (offset + 30 > this.#bytes.length || this.#bytes.readUInt32LE(offset) !== LOCAL) {
      throw new ZipFault(`entry "${name}" is damaged`);
    }
    const start = offset + 30 + this.#bytes.readUInt16LE(offset + 26) + this.#bytes.readUInt16LE(offset + 28);
    const packed = this.#bytes.subarray(start, start + entry.packed);
    const content = this.#unpack(packed, entry.method, name);
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

  #readDirectory(): void {
    const bytes = this.#bytes;
    const end = this.#findEnd();
    const count = bytes.readUInt16LE(end + 10);
    let at = bytes.readUInt32LE(end + 16);
    if (count > MAX_ENTRIES) throw new ZipFault(`it must have at most ${MAX_ENTRIES} entries`);
    for (let i = 0; i < count; i++) {
      if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL)
        throw new ZipFault('its list of entries is damaged');
      const flags = bytes.readUInt16LE(at + 8);
      const nameLength = bytes.readUInt16LE(at + 28);
      const rawName = bytes.subarray(at + 46, at + 46 + nameLength);
      const name = rawName.toString((flags & 0x800) === 0 && !isUtf8(rawName) ? 'latin1' : 'utf8');
      this.#entries.set(name, {
        flags,
        method: bytes.readUInt16LE(at + 10),
        packed: bytes.readUInt32LE(at + 20),
        offset: bytes.readUInt32LE(at + 42),
      });
      at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
  }

  #findEnd(): number {
    const bytes = this.#bytes;
    const last = bytes.length - 22;
    for (let at = last; at >= 0 && at >= last - MAX_COMMENT; at--) {
      if (bytes.readUInt32LE(at) === END) return at;
    }
    throw new ZipFault('it is no ZIP archive');
  }
}

const isUtf8 = (bytes: Buffer): boolean => Buffer.from(bytes.toString('utf8')).equals(bytes);
