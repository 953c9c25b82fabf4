import { ContentFault } from '../faults.js';

/** The container of Office files of before 2007, and of encrypted ones since: [MS-CFB] 2.2 to 2.6. */

const SIGNATURE = 'd0cf11e0a1b11ae1';
const HEADER_BYTES = 512;
const HEADER_FAT_SECTORS = 109;
const ENTRY_BYTES = 128;
const MINI_SECTOR_BYTES = 64;
const MINI_STREAM_BELOW = 4096;
const STORAGE = 1;
const STREAM = 2;
const ROOT = 5;
/** Sector numbers from here on are marks: free, end of a chain. */
const MARKS = 0xfffffffa;

export const isCompoundFile = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 8)).toString('hex') === SIGNATURE;

const damaged = (what: string): ContentFault => new ContentFault(`its container is damaged: ${what}`);

interface Entry {
  readonly name: string;
  readonly kind: number;
  readonly start: number;
  readonly size: number;
  /** Places of its siblings in the directory, and of the first entry within it. */
  readonly left: number;
  readonly right: number;
  readonly child: number;
}

/** A stream or storage, as a reader of the tree sees it. */
export interface CompoundEntry {
  readonly name: string;
  readonly isStorage: boolean;
  /** Its place in the directory. */
  readonly place: number;
}

/** The streams of a compound file, in whatever storage, by name. Throws ContentFault where it is damaged. */
export class CompoundFile {
  readonly #bytes: Buffer;
  readonly #sectorBytes: number;
  readonly #fat: readonly number[];
  readonly #miniFat: readonly number[];
  readonly #entries: readonly Entry[];

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < HEADER_BYTES || !isCompoundFile(bytes)) throw damaged('it has no header');
    const shift = this.#bytes.readUInt16LE(30);
    if (shift !== 9 && shift !== 12) throw damaged('its sectors have neither 512 nor 4096 bytes');
    this.#sectorBytes = 2 ** shift;
    this.#fat = this.#readFat();
    this.#miniFat = wordsOf(this.#chain(this.#bytes.readUInt32LE(60)));
    const directory = this.#chain(this.#bytes.readUInt32LE(48));
    this.#entries = Array.from({ length: Math.floor(directory.length / ENTRY_BYTES) }, (_, index) =>
      entryOf(directory.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES)),
    );
  }

  /** The bytes of the first stream of that name; undefined where there is none. */
  read(name: string): Buffer | undefined {
    const entry = this.#entries.find((one) => one.kind === STREAM && one.name === name);
    return entry === undefined ? undefined : this.#content(entry);
  }

  /** What a storage holds, in no order; the root where none is given. */
  entriesOf(storage?: CompoundEntry): CompoundEntry[] {
    const found: CompoundEntry[] = [];
    const seen = new Set<number>();
    const pending = [this.#entries[storage?.place ?? 0]?.child ?? MARKS];
    for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
      const entry = this.#entries[place];
      if (entry === undefined || place >= MARKS) continue;
      if (seen.has(place)) throw damaged('an entry is used twice');
      seen.add(place);
      found.push({ name: entry.name, isStorage: entry.kind === STORAGE, place });
      pending.push(entry.left, entry.right);
    }
    return found;
  }

  /** The bytes of a stream that `entriesOf` told. */
  readEntry({ place }: CompoundEntry): Buffer {
    const entry = this.#entries[place];
    return entry === undefined ? Buffer.alloc(0) : this.#content(entry);
  }

  #content(entry: Entry): Buffer {
    const content = entry.size < MINI_STREAM_BELOW ? this.#miniChain(entry.start) : this.#chain(entry.start);
    if (content.length < entry.size) throw damaged(`stream "${entry.name}" is cut short`);
    return content.subarray(0, entry.size);
  }

  #sector(index: number): Buffer {
    const start = (index + 1) * this.#sectorBytes;
    if (start >= this.#bytes.length) throw damaged('a sector is beyond its end');
    // The last sector of some writers is not padded.
    return this.#bytes.subarray(start, start + this.#sectorBytes);
  }

  /** Sectors of the allocation table are listed in the header, and where it is full in sectors of their own. */
  #readFat(): number[] {
    const listed = Array.from({ length: HEADER_FAT_SECTORS }, (_, index) => this.#bytes.readUInt32LE(76 + 4 * index));
    const most = Math.ceil(this.#bytes.length / this.#sectorBytes);
    let next = this.#bytes.readUInt32LE(68);
    for (let count = 0; next < MARKS; count++) {
      if (count > most) throw damaged('a chain has no end');
      const words = wordsOf(this.#sector(next));
      next = words.pop() ?? MARKS;
      for (const word of words) listed.push(word);
    }
    const fat: number[] = [];
    const seen = new Set<number>();
    for (const sector of listed) {
      if (sector >= MARKS) continue;
      if (seen.has(sector)) throw damaged('a sector is used twice');
      seen.add(sector);
      for (const word of wordsOf(this.#sector(sector))) fat.push(word);
    }
    return fat;
  }

  #chain(start: number): Buffer {
    const parts: Buffer[] = [];
    for (let sector = start; sector < MARKS; sector = this.#fat[sector] ?? MARKS) {
      if (parts.length * this.#sectorBytes > this.#bytes.length) throw damaged('a chain has no end');
      parts.push(this.#sector(sector));
    }
    return Buffer.concat(parts);
  }

  #miniChain(start: number): Buffer {
    const root = this.#entries.find(({ kind }) => kind === ROOT);
    const stream = root === undefined ? Buffer.alloc(0) : this.#chain(root.start);
    const parts: Buffer[] = [];
    for (let sector = start; sector < MARKS; sector = this.#miniFat[sector] ?? MARKS) {
      if (parts.length * MINI_SECTOR_BYTES > stream.length) throw damaged('a chain has no end');
      parts.push(stream.subarray(sector * MINI_SECTOR_BYTES, (sector + 1) * MINI_SECTOR_BYTES));
    }
    return Buffer.concat(parts);
  }
}

const wordsOf = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(4 * index));

/** The size has eight bytes, of which files of this service need four. */
function entryOf(bytes: Buffer): Entry {
  const nameBytes = Math.min(64, Math.max(2, bytes.readUInt16LE(64)));
  return {
    name: bytes.toString('utf16le', 0, nameBytes - 2),
    kind: bytes.readUInt8(66),
    left: bytes.readUInt32LE(68),
    right: bytes.readUInt32LE(72),
    child: bytes.readUInt32LE(76),
    start: bytes.readUInt32LE(116),
    size: bytes.readUInt32LE(120),
  };
}
