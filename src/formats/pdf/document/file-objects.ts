import { ContentFault } from '../../../lib/faults.js';
import type { ReadBudget } from '../syntax/budget.js';
import { type Decryption, describeEncryption, type EncryptionInfo, openEncryption } from '../syntax/encryption.js';
import { FileBytes, readIndirect } from '../syntax/indirect.js';
import { isInteger, isName, PdfDict, PdfRef, PdfStream, PdfString, type PdfValue } from '../syntax/objects.js';
import { SyntaxReader } from '../syntax/syntax.js';
import { MAX_OBJECT_NUMBER, readXref, type Scan, scanObjects, type XrefEntry } from '../syntax/xref.js';
import { type ObjectHolder, ObjectStreams } from './object-streams.js';

/** The objects of a file: where they stand, and how to read them. Throws ContentFault for what cannot be read, LimitFault. */
export class FileObjects {
  readonly #streams: ObjectStreams;
  #entries = new Map<number, XrefEntry>();
  /** Numbers whose place in the table is wrong: looked for in the whole file when they are asked for. */
  #misplaced = new Set<number>();
  #free: ReadonlySet<number> = new Set();
  /** The table contradicts the file: what it says of an object is only a hint, and so are generations. */
  #isWrong = false;
  #scan: Scan | undefined;
  #decryption: Decryption | undefined;
  /** Bytes that may still be parsed or decrypted: objects of a hostile file overlap. */
  #budget: number;
  private readonly file: FileBytes;

  trailer = new PdfDict();
  /** How the file is encrypted. */
  encryption: EncryptionInfo | undefined;
  usesObjectStreams = false;
  /** Of the table. */
  highestNumber = 0;

  constructor(
    bytes: Uint8Array,
    private readonly budget: ReadBudget,
    private readonly password: string,
    private readonly holder: ObjectHolder,
  ) {
    this.file = fromHeader(bytes);
    this.#streams = new ObjectStreams(budget, holder);
    this.#budget = 2 ** 24 + 16 * this.file.bytes.length;
  }

  /** The version that the first line states, where it states one. */
  get headerVersion(): string | undefined {
    return /^%PDF-(\d\.\d)/.exec(this.file.bytes.toString('latin1', 0, 16))?.[1];
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  get refs(): readonly PdfRef[] {
    return [...this.#entries].map(([number, { generation }]) => new PdfRef(number, generation));
  }

  /** A measure to order objects by. Those in a stream count as standing where it does. */
  placeOf(number: number): number {
    const entry = this.#entries.get(number);
    if (entry === undefined) return 0;
    if (entry.container < 0) return entry.offset;
    return (this.#entries.get(entry.container)?.offset ?? 0) + entry.offset / 2 ** 20;
  }

  /** Reads the cross-reference table, and opens the encryption. */
  readTable(): void {
    const { entries, free, trailer, isIncomplete } = readXref(this.file, this.budget);
    this.#isWrong = isIncomplete;
    this.#free = free;
    this.trailer = trailer;
    for (const [number, entry] of entries) {
      if (entry.container >= 0) {
        this.usesObjectStreams = true;
        continue;
      }
      const header = headerAt(this.file.bytes, entry.offset);
      if (header?.number === number) {
        if (header.generation !== entry.generation) this.#isWrong = true;
        continue;
      }
      entries.delete(number);
      this.#misplaced.add(number);
      this.#isWrong = true;
    }
    this.#entries = entries;
    this.#startNumbering();
    // The last numbers are missing: the table was cut.
    if (!this.usesObjectStreams && !entries.has(this.highestNumber) && !free.has(this.highestNumber)) {
      this.#isWrong ||= !this.#misplaced.has(this.highestNumber);
    }
    this.#decrypt();
  }

  /** Makes the table by looking through the whole file, and opens the encryption. */
  readByScan(): void {
    this.holder.repair('the cross-reference table was damaged and was rebuilt');
    this.#isWrong = true;
    const scan = this.#lookThrough();
    this.#entries = new Map(scan.entries);
    for (const key of ['Encrypt', 'ID']) {
      const holder = scan.trailers.findLast((trailer) => trailer.has(key));
      const value = holder?.get(key);
      if (value !== undefined) this.trailer.set(key, value);
    }
    this.#decrypt();
    for (const number of scan.containers) this.#unpack(number);
    this.#startNumbering();
    const isCatalog = (value: PdfValue | undefined): boolean => {
      const dict = this.holder.resolve(value);
      return dict instanceof PdfDict && dict.has('Pages');
    };
    const trailer = scan.trailers.findLast((candidate) => isCatalog(candidate.get('Root')));
    for (const key of ['Root', 'Info']) {
      const value = trailer?.get(key);
      if (value !== undefined) this.trailer.set(key, value);
    }
    if (trailer !== undefined) return;
    const packed = [...this.#entries].filter(([, entry]) => entry.container >= 0).map(([number]) => number);
    for (const number of [...packed, ...scan.catalogs].reverse()) {
      const ref = new PdfRef(number, this.#entries.get(number)?.generation ?? 0);
      const value = this.holder.resolve(ref);
      const type = value instanceof PdfDict ? this.holder.resolve(value.get('Type')) : null;
      if (isName(type, 'Catalog') && isCatalog(ref)) {
        this.trailer.set('Root', ref);
        return;
      }
    }
  }

  /** Whether the table lists an object of this number as being used. */
  isListed(number: number): boolean {
    return this.#entries.has(number);
  }

  /** Where the object that a reference means is stored; searched for in the whole file where the table is wrong or does not list it. */
  entryOf({ number, generation }: PdfRef): XrefEntry | undefined {
    const entry = this.#entries.get(number);
    if (entry !== undefined) return entry.generation === generation || this.#isWrong ? entry : undefined;
    // A table that a stream holds may leave numbers out; the other kind lists the free ones too.
    const isUnlisted = !this.usesObjectStreams && !this.#free.has(number);
    if (!this.#isWrong && !isUnlisted) return undefined;
    const found = this.#lookThrough().entries.get(number);
    if (found === undefined) return undefined;
    this.holder.repair('the cross-reference table was wrong and was rebuilt');
    this.#entries.set(number, found);
    return found;
  }

  /** Reads an object. */
  load(number: number, entry: XrefEntry): PdfValue {
    if (entry.container < 0) return this.#load(entry.offset);
    const packed = this.#streams
      .open(entry.container, this.entryOf(new PdfRef(entry.container)))
      ?.read(number, entry.offset);
    this.#spend(packed?.length ?? 0);
    return packed?.value ?? null;
  }

  #lookThrough(): Scan {
    this.#scan ??= scanObjects(this.file);
    return this.#scan;
  }

  #spend(bytes: number): void {
    this.#budget -= bytes;
    if (this.#budget < 0) throw new ContentFault('its objects overlap');
  }

  #load(offset: number): PdfValue {
    const indirect = readIndirect(
      this.file,
      offset,
      (value) => this.holder.resolve(value),
      this.#decryption,
      this.budget,
    );
    if (indirect === undefined) return null;
    const { value, end, isDamaged } = indirect;
    if (isDamaged) this.holder.repair('damaged objects were repaired');
    // A stream is not copied unless it is encrypted.
    const isPlainStream = value instanceof PdfStream && this.#decryption === undefined;
    this.#spend(isPlainStream ? end - offset - value.bytes.length : end - offset);
    return value;
  }

  /** Lists the objects of an object stream, where no newer object of its own stands later in the file. */
  #unpack(number: number): void {
    const entry = this.#entries.get(number);
    const stream = this.#streams.open(number, entry);
    if (entry === undefined || stream === undefined) return;
    this.usesObjectStreams = true;
    for (const [i, place] of stream.places.entries()) {
      const other = this.#entries.get(place.number);
      if (other !== undefined && other.container < 0 && other.offset > entry.offset) continue;
      this.#entries.set(place.number, { offset: i, generation: 0, container: number });
    }
  }

  #startNumbering(): void {
    const size = this.trailer.get('Size');
    let highest = isInteger(size) && size > 0 && size <= MAX_OBJECT_NUMBER ? size - 1 : 0;
    for (const number of this.#entries.keys()) highest = Math.max(highest, number);
    for (const number of this.#misplaced) highest = Math.max(highest, number);
    this.highestNumber = highest;
  }

  #decrypt(): void {
    if (!this.trailer.has('Encrypt')) return;
    const encrypt = this.holder.resolve(this.trailer.get('Encrypt'));
    if (!(encrypt instanceof PdfDict)) throw new ContentFault('its encryption is damaged');
    const id = this.holder.resolve(this.trailer.get('ID'));
    const first = Array.isArray(id) ? this.holder.resolve(id[0]) : null;
    const plain = this.#withoutRefs(encrypt);
    this.#decryption = openEncryption(
      plain,
      first instanceof PdfString ? first.bytes : new Uint8Array(0),
      this.password,
    );
    this.encryption = describeEncryption(plain);
    this.holder.forgetAll();
    // Its own strings are not encrypted, and nothing of it is copied.
    this.trailer.delete('Encrypt');
  }

  #withoutRefs(dict: PdfDict, depth = 0): PdfDict {
    const plain = new PdfDict();
    for (const [key, value] of dict) {
      const resolved = this.holder.resolve(value);
      plain.set(key, resolved instanceof PdfDict && depth < 4 ? this.#withoutRefs(resolved, depth + 1) : resolved);
    }
    return plain;
  }
}

/** The header of the object that begins at an offset: not the end of a longer number. */
function headerAt(bytes: Buffer, offset: number): PdfRef | undefined {
  const before = bytes[offset - 1] ?? 0;
  const isInNumber = before >= 0x30 && before <= 0x39;
  return isInNumber ? undefined : new SyntaxReader(bytes, offset).takeObjectHeader();
}

/** Offsets count from the header; bytes before it are passed over (ISO 32000-2, 7.5.2; Acrobat looks 1,024 bytes far). */
function fromHeader(bytes: Uint8Array): FileBytes {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = all.subarray(0, 1024 + 5).indexOf('%PDF-');
  return new FileBytes(header > 0 ? all.subarray(header) : all);
}
