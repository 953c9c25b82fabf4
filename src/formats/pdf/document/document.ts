import { ContentFault, LimitFault } from '../../../lib/faults.js';
import { ReadBudget } from '../syntax/budget.js';
import { type Decryption, describeEncryption, type EncryptionInfo, openEncryption } from '../syntax/encryption.js';
import { decode, type Filter, filtersOf } from '../syntax/filters.js';
import { FileBytes, readIndirect } from '../syntax/indirect.js';
import { PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from '../syntax/objects.js';
import { Keyword, SyntaxReader } from '../syntax/syntax.js';
import { readXref, type Scan, scanObjects, type XrefEntry } from '../syntax/xref.js';

/** What the place of an object costs of memory, in the measure of ReadBudget. */
const ENTRY_COST = 3;
/** Longest chain of references to references. */
const MAX_HOPS = 32;

/** An object stream, decoded, with the places of its objects. */
interface Container {
  readonly bytes: Buffer;
  readonly places: readonly { readonly number: number; readonly offset: number }[];
}

/**
 * The objects of one PDF: read from a file on demand, or added. Dictionaries and arrays may be changed in place.
 * Methods throw ContentFault for what cannot be read, LimitFault for what is too much; open a caller's file with `openPdf`, which names the file.
 */
export class PdfDocument {
  /** The objects read or added so far. */
  readonly #objects = new Map<number, PdfValue>();
  readonly #containers = new Map<number, Container | undefined>();
  readonly #loading = new Set<number>();
  readonly #warnings = new Set<string>();
  #entries = new Map<number, XrefEntry>();
  /** Numbers whose place in the table is wrong: looked for in the whole file when they are asked for. */
  #misplaced = new Set<number>();
  #isIncomplete = false;
  #scan: Scan | undefined;
  #decryption: Decryption | undefined;
  #nextNumber = 1;
  /** Bytes that may still be parsed or decrypted: objects of a hostile file overlap. */
  #budget: number;

  trailer = new PdfDict();
  /** How the file was encrypted; the objects never are. */
  encryption: EncryptionInfo | undefined;
  /** Objects are packed into compressed streams, so the file needs PDF 1.5. */
  usesObjectStreams = false;
  /** Something was wrong with the file, and was put right. */
  isRepaired = false;

  private constructor(
    private readonly file: FileBytes | undefined,
    private readonly budget: ReadBudget,
    private readonly password: string,
  ) {
    this.#budget = 2 ** 24 + 16 * (file?.bytes.length ?? 0);
  }

  /** A document without objects. */
  static empty(): PdfDocument {
    return new PdfDocument(undefined, new ReadBudget(), '');
  }

  /** Reads a file by its cross-reference table. Throws ContentFault (PasswordFault where it is locked), LimitFault. */
  static read(bytes: Uint8Array, budget = new ReadBudget(), password = ''): PdfDocument {
    const document = new PdfDocument(fromHeader(bytes), budget, password);
    document.#readTable();
    return document;
  }

  /** Reads a file by looking through all of it. Throws ContentFault (PasswordFault where it is locked), LimitFault. */
  static recover(bytes: Uint8Array, budget = new ReadBudget(), password = ''): PdfDocument {
    const document = new PdfDocument(fromHeader(bytes), budget, password);
    document.#readByScan();
    return document;
  }

  /** What was put right, in words for the caller. */
  get warnings(): readonly string[] {
    return [...this.#warnings];
  }

  /** The version that the file's first line states, where it states one. */
  get headerVersion(): string | undefined {
    const start = this.file?.bytes.toString('latin1', 0, 16) ?? '';
    return /^%PDF-(\d\.\d)/.exec(start)?.[1];
  }

  /** The version that the document needs: its header's, or a later one that its catalog states; at least 1.4. */
  get version(): string {
    const stated = this.getName(this.catalog, 'Version') ?? '';
    const versions = [this.headerVersion ?? '1.4', /^[12]\.\d$/.test(stated) ? stated : '1.4', '1.4'];
    return versions.toSorted().at(-1) ?? '1.4';
  }

  /** Not one object was found. */
  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  get catalog(): PdfDict {
    const root = this.resolve(this.trailer.get('Root'));
    if (!(root instanceof PdfDict)) throw new ContentFault('the catalog is missing');
    return root;
  }

  /** Remembers that something was put right, and says so to the caller. */
  repair(warning: string): void {
    this.isRepaired = true;
    this.#warnings.add(warning);
  }

  /** Says something to the caller that is no damage. */
  warn(warning: string): void {
    this.#warnings.add(warning);
  }

  /** The object itself, where `value` refers to one; null for what does not exist. */
  resolve(value: PdfValue | undefined): PdfValue {
    let resolved = value ?? null;
    for (let hops = 0; resolved instanceof PdfRef; hops += 1) {
      if (hops === MAX_HOPS) return null;
      resolved = this.#object(resolved);
    }
    return resolved;
  }

  get(dict: PdfDict, key: string): PdfValue {
    return this.resolve(dict.get(key));
  }

  getDict(dict: PdfDict, key: string): PdfDict | undefined {
    const value = this.resolve(dict.get(key));
    return value instanceof PdfDict ? value : undefined;
  }

  getArray(dict: PdfDict, key: string): PdfValue[] | undefined {
    const value = this.resolve(dict.get(key));
    return Array.isArray(value) ? value : undefined;
  }

  getName(dict: PdfDict, key: string): string | undefined {
    const value = this.resolve(dict.get(key));
    return value instanceof PdfName ? value.value : undefined;
  }

  /** The value as a dictionary: a stream's own dictionary too. */
  dictOf(value: PdfValue | undefined): PdfDict | undefined {
    const resolved = this.resolve(value);
    if (resolved instanceof PdfStream) return resolved.dict;
    return resolved instanceof PdfDict ? resolved : undefined;
  }

  /** A stream's bytes with its filters undone; `rest` names picture filters that remain. */
  decode(stream: PdfStream): { bytes: Uint8Array; rest: readonly Filter[] } {
    return decode(
      stream.bytes,
      filtersOf(stream.dict, (value) => this.resolve(value)),
    );
  }

  /** The same as plain bytes of at most `limit`; `undefined` where they are damaged, too many, or a picture. */
  tryDecode(stream: PdfStream, limit: number): Uint8Array | undefined {
    try {
      const filters = filtersOf(stream.dict, (value) => this.resolve(value));
      const { bytes, rest } = decode(stream.bytes, filters, limit);
      return rest.length === 0 ? bytes : undefined;
    } catch (error) {
      // Both are properties of the file, and the caller has another way.
      if (error instanceof ContentFault || error instanceof LimitFault) return undefined;
      throw error;
    }
  }

  /** Adds an indirect object. */
  add(value: PdfValue): PdfRef {
    const ref = this.reserve();
    this.#objects.set(ref.number, value);
    return ref;
  }

  /** A number for an object that is set later. */
  reserve(): PdfRef {
    const ref = new PdfRef(this.#nextNumber);
    this.#nextNumber += 1;
    return ref;
  }

  /** Sets an indirect object. */
  set(ref: PdfRef, value: PdfValue): void {
    this.#objects.set(ref.number, value);
  }

  /** References to all objects that the file has. */
  get refs(): readonly PdfRef[] {
    return [...this.#entries].map(([number, { generation }]) => new PdfRef(number, generation));
  }

  /** Where in the file an object stands: a measure to order objects by. Those in a stream count as standing where it does. */
  placeOf(number: number): number {
    const entry = this.#entries.get(number);
    if (entry === undefined) return 0;
    if (entry.container < 0) return entry.offset;
    return (this.#entries.get(entry.container)?.offset ?? 0) + entry.offset / 2 ** 20;
  }

  /** The objects read or added so far, by number. */
  get objects(): ReadonlyMap<number, PdfValue> {
    return this.#objects;
  }

  #object(ref: PdfRef): PdfValue {
    const { number } = ref;
    const entry = this.#entryOf(number);
    const known = this.#objects.get(number);
    if (entry === undefined) return known ?? null;
    if (entry.generation !== ref.generation) return null;
    if (known !== undefined) return known;
    // An object that needs itself to be read (its own length) is null meanwhile.
    if (this.#loading.has(number)) return null;
    this.#loading.add(number);
    const value = entry.container < 0 ? this.#load(entry.offset) : this.#loadPacked(number, entry);
    this.#loading.delete(number);
    this.#objects.set(number, value);
    return value;
  }

  #entryOf(number: number): XrefEntry | undefined {
    const entry = this.#entries.get(number);
    if (entry !== undefined || this.file === undefined) return entry;
    if (!this.#misplaced.has(number) && !this.#isIncomplete) return undefined;
    const found = this.#lookThrough(this.file).entries.get(number);
    if (found === undefined) return undefined;
    this.repair('the cross-reference table was wrong and was rebuilt');
    this.#entries.set(number, found);
    return found;
  }

  #lookThrough(file: FileBytes): Scan {
    this.#scan ??= scanObjects(file);
    return this.#scan;
  }

  #spend(bytes: number): void {
    this.#budget -= bytes;
    if (this.#budget < 0) throw new ContentFault('its objects overlap');
  }

  #load(offset: number): PdfValue {
    if (this.file === undefined) return null;
    const indirect = readIndirect(this.file, offset, (value) => this.resolve(value), this.#decryption, this.budget);
    if (indirect === undefined) return null;
    const { value, end, isDamaged } = indirect;
    if (isDamaged) this.repair('damaged objects were repaired');
    // A stream is not copied unless it is encrypted.
    const isPlainStream = value instanceof PdfStream && this.#decryption === undefined;
    this.#spend(isPlainStream ? end - offset - value.bytes.length : end - offset);
    return value;
  }

  #loadPacked(number: number, entry: XrefEntry): PdfValue {
    const container = this.#container(entry.container);
    if (container === undefined) return null;
    const listed = container.places[entry.offset];
    const place = listed?.number === number ? listed : container.places.find((other) => other.number === number);
    if (place === undefined) return null;
    const reader = new SyntaxReader(container.bytes, place.offset, undefined, this.budget);
    const value = reader.read();
    this.#spend(reader.position - place.offset);
    return value instanceof Keyword ? null : value;
  }

  #container(number: number): Container | undefined {
    if (this.#containers.has(number)) return this.#containers.get(number);
    const entry = this.#entryOf(number);
    // An object stream may not stand in another one.
    const stream =
      entry === undefined || entry.container >= 0 ? null : this.#object(new PdfRef(number, entry.generation));
    const container = stream instanceof PdfStream ? this.#readContainer(stream) : undefined;
    this.#containers.set(number, container);
    // Read once: the raw bytes are no object of the document.
    this.#objects.delete(number);
    return container;
  }

  #readContainer(stream: PdfStream): Container | undefined {
    const decoded = this.#decodeLeniently(stream);
    if (decoded === undefined) return undefined;
    this.budget.takeUnpackedBytes(decoded.length);
    const bytes = Buffer.from(decoded.buffer, decoded.byteOffset, decoded.byteLength);
    const first = this.get(stream.dict, 'First');
    const count = this.get(stream.dict, 'N');
    if (typeof first !== 'number' || typeof count !== 'number') return undefined;
    const reader = new SyntaxReader(bytes);
    const places: { number: number; offset: number }[] = [];
    while (places.length < count) {
      const number = reader.takeInteger();
      const offset = reader.takeInteger();
      if (number === undefined || offset === undefined) break;
      this.budget.takeValues(ENTRY_COST);
      places.push({ number, offset: first + offset });
    }
    return { bytes, places };
  }

  #decodeLeniently(stream: PdfStream): Uint8Array | undefined {
    try {
      return this.decode(stream).bytes;
    } catch (error) {
      if (!(error instanceof ContentFault)) throw error;
      this.repair('objects in a damaged stream were lost');
      return undefined;
    }
  }

  #readTable(): void {
    if (this.file === undefined) return;
    const { entries, trailer, isIncomplete } = readXref(this.file, this.budget);
    this.#isIncomplete = isIncomplete;
    this.trailer = trailer;
    for (const [number, entry] of entries) {
      if (entry.container >= 0) {
        this.usesObjectStreams = true;
        continue;
      }
      const header = new SyntaxReader(this.file.bytes, entry.offset).takeObjectHeader();
      if (header?.number === number) continue;
      entries.delete(number);
      this.#misplaced.add(number);
    }
    this.#entries = entries;
    this.#startNumbering();
    this.#decrypt();
  }

  #readByScan(): void {
    if (this.file === undefined) return;
    this.repair('the cross-reference table was damaged and was rebuilt');
    const scan = this.#lookThrough(this.file);
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
      const dict = this.resolve(value);
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
      const value = this.resolve(ref);
      if (value instanceof PdfDict && this.getName(value, 'Type') === 'Catalog' && isCatalog(ref)) {
        this.trailer.set('Root', ref);
        return;
      }
    }
  }

  /** Lists the objects of an object stream, where no newer object of its own stands later in the file. */
  #unpack(number: number): void {
    const entry = this.#entries.get(number);
    const container = this.#container(number);
    if (entry === undefined || container === undefined) return;
    this.usesObjectStreams = true;
    for (const [i, place] of container.places.entries()) {
      const other = this.#entries.get(place.number);
      if (other !== undefined && other.container < 0 && other.offset > entry.offset) continue;
      this.#entries.set(place.number, { offset: i, generation: 0, container: number });
    }
  }

  #startNumbering(): void {
    let highest = 0;
    for (const number of this.#entries.keys()) highest = Math.max(highest, number);
    for (const number of this.#misplaced) highest = Math.max(highest, number);
    this.#nextNumber = highest + 1;
  }

  #decrypt(): void {
    if (!this.trailer.has('Encrypt')) return;
    const encrypt = this.resolve(this.trailer.get('Encrypt'));
    if (!(encrypt instanceof PdfDict)) throw new ContentFault('its encryption is damaged');
    const id = this.resolve(this.trailer.get('ID'));
    const first = Array.isArray(id) ? this.resolve(id[0]) : null;
    const plain = this.#withoutRefs(encrypt);
    this.#decryption = openEncryption(
      plain,
      first instanceof PdfString ? first.bytes : new Uint8Array(0),
      this.password,
    );
    this.encryption = describeEncryption(plain);
    this.#objects.clear();
    // Its own strings are not encrypted, and nothing of it is copied.
    this.trailer.delete('Encrypt');
  }

  #withoutRefs(dict: PdfDict, depth = 0): PdfDict {
    const plain = new PdfDict();
    for (const [key, value] of dict) {
      const resolved = this.resolve(value);
      plain.set(key, resolved instanceof PdfDict && depth < 4 ? this.#withoutRefs(resolved, depth + 1) : resolved);
    }
    return plain;
  }
}

/** Offsets count from the header; bytes before it are passed over (ISO 32000-2, 7.5.2; Acrobat looks 1,024 bytes far). */
function fromHeader(bytes: Uint8Array): FileBytes {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = all.subarray(0, 1024 + 5).indexOf('%PDF-');
  return new FileBytes(header > 0 ? all.subarray(header) : all);
}
