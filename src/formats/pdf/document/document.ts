import { ContentFault, LimitFault } from '../../../lib/faults.js';
import { ReadBudget } from '../syntax/budget.js';
import type { EncryptionInfo } from '../syntax/encryption.js';
import { decode, type Filter, filtersOf } from '../syntax/filters.js';
import { PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../syntax/objects.js';
import { FileObjects } from './file-objects.js';

/** Longest chain of references to references. */
const MAX_HOPS = 32;

/**
 * The objects of one PDF: read from a file on demand, or added. Dictionaries and arrays may be changed in place.
 * Methods throw ContentFault for what cannot be read, LimitFault for what is too much; open a caller's file with `openPdf`, which names the file.
 */
export class PdfDocument {
  /** The objects read or added so far. */
  readonly #objects = new Map<number, PdfValue>();
  readonly #loading = new Set<number>();
  readonly #warnings = new Set<string>();
  /** Of the file that the document was read from. */
  #stored: FileObjects | undefined;
  #nextNumber = 1;
  /** Numbers of objects that are not the file's. */
  readonly #added = new Set<number>();

  trailer = new PdfDict();
  /** How the file was encrypted; the objects never are. */
  encryption: EncryptionInfo | undefined;
  /** What opened the file; empty where it needed none. */
  password = '';
  /** Objects are packed into compressed streams, so the file needs PDF 1.5. */
  usesObjectStreams = false;
  /** Something was wrong with the file, and was put right. */
  isRepaired = false;

  private constructor() {}

  /** A document without objects. */
  static empty(): PdfDocument {
    return new PdfDocument();
  }

  /** Reads a file by its cross-reference table. Throws ContentFault (PasswordFault where it is locked), LimitFault. */
  static read(bytes: Uint8Array, budget = new ReadBudget(), password = ''): PdfDocument {
    const document = new PdfDocument();
    const stored = document.#storedIn(bytes, budget, password);
    stored.readTable();
    return document.#taken(stored);
  }

  /** Reads a file by looking through all of it. Throws ContentFault (PasswordFault where it is locked), LimitFault. */
  static recover(bytes: Uint8Array, budget = new ReadBudget(), password = ''): PdfDocument {
    const document = new PdfDocument();
    const stored = document.#storedIn(bytes, budget, password);
    stored.readByScan();
    return document.#taken(stored);
  }

  /** What was put right, in words for the caller. */
  get warnings(): readonly string[] {
    return [...this.#warnings];
  }

  /** The version that the file's first line states, where it states one. */
  get headerVersion(): string | undefined {
    return this.#stored?.headerVersion;
  }

  /** The version that viewers go by: the header's, or a later one that the catalog states. */
  get statedVersion(): string | undefined {
    const stated = this.getName(this.catalog, 'Version') ?? '';
    const versions = [this.headerVersion ?? '', /^\d\.\d$/.test(stated) ? stated : ''];
    return versions.toSorted().at(-1) || undefined;
  }

  /** The version that the document needs: its header's, or a later one that its catalog states; at least 1.4. */
  get version(): string {
    const stated = this.getName(this.catalog, 'Version') ?? '';
    const versions = [this.headerVersion ?? '1.4', /^[12]\.\d$/.test(stated) ? stated : '1.4', '1.4'];
    return versions.toSorted().at(-1) ?? '1.4';
  }

  /** Not one object was found. */
  get isEmpty(): boolean {
    return this.#stored?.isEmpty ?? true;
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
    this.#added.add(ref.number);
    this.#nextNumber += 1;
    return ref;
  }

  /** Sets an indirect object. */
  set(ref: PdfRef, value: PdfValue): void {
    this.#objects.set(ref.number, value);
  }

  /** References to all objects that the file has. */
  get refs(): readonly PdfRef[] {
    return this.#stored?.refs ?? [];
  }

  /** Where in the file an object stands: a measure to order objects by. Those in a stream count as standing where it does. */
  placeOf(number: number): number {
    return this.#stored?.placeOf(number) ?? 0;
  }

  /** The objects read or added so far, by number. */
  get objects(): ReadonlyMap<number, PdfValue> {
    return this.#objects;
  }

  #storedIn(bytes: Uint8Array, budget: ReadBudget, password: string): FileObjects {
    this.password = password;
    this.#stored = new FileObjects(bytes, budget, password, {
      resolve: (value) => this.resolve(value),
      read: (ref) => this.#object(ref),
      forget: (number) => this.#objects.delete(number),
      forgetAll: () => this.#objects.clear(),
      repair: (warning) => this.repair(warning),
    });
    return this.#stored;
  }

  #taken({ highestNumber, trailer, encryption, usesObjectStreams }: FileObjects): this {
    this.#nextNumber = highestNumber + 1;
    this.trailer = trailer;
    this.encryption = encryption;
    this.usesObjectStreams = usesObjectStreams;
    return this;
  }

  #object(ref: PdfRef): PdfValue {
    const { number } = ref;
    const known = this.#objects.get(number);
    if (this.#stored === undefined || this.#added.has(number)) return known ?? null;
    const entry = this.#stored.entryOf(ref);
    if (entry === undefined) return this.#stored.isListed(number) ? null : (known ?? null);
    if (known !== undefined) return known;
    // An object that the table does not list: its number is taken.
    this.#nextNumber = Math.max(this.#nextNumber, number + 1);
    // An object that needs itself to be read (its own length) is null meanwhile.
    if (this.#loading.has(number)) return null;
    this.#loading.add(number);
    const value = this.#stored.load(number, entry);
    this.#loading.delete(number);
    this.#objects.set(number, value);
    return value;
  }
}
