import { ContentFault } from '../../../lib/faults.js';
import type { ReadBudget } from '../syntax/budget.js';
import { decode, filtersOf } from '../syntax/filters.js';
import { PdfRef, PdfStream, type PdfValue } from '../syntax/objects.js';
import { Keyword, SyntaxReader } from '../syntax/syntax.js';
import type { XrefEntry } from '../syntax/xref.js';

/** What the place of an object costs of memory, in the measure of ReadBudget. */
const ENTRY_COST = 3;

/** The document that the objects are read for, which holds those read so far. */
export interface ObjectHolder {
  readonly resolve: (value: PdfValue | undefined) => PdfValue;
  /** The object that a reference means; not what that may refer to in turn. */
  readonly read: (ref: PdfRef) => PdfValue;
  readonly forget: (number: number) => void;
  readonly forgetAll: () => void;
  readonly repair: (warning: string) => void;
}

/** An object stream, decoded, with the places of its objects (ISO 32000-2, 7.5.7). */
class ObjectStream {
  constructor(
    private readonly bytes: Buffer,
    readonly places: readonly { readonly number: number; readonly offset: number }[],
    private readonly budget: ReadBudget,
  ) {}

  /** The object with this number, expected at `index`, and how many bytes it takes. */
  read(number: number, index: number): { readonly value: PdfValue; readonly length: number } | undefined {
    const listed = this.places[index];
    const place = listed?.number === number ? listed : this.places.find((other) => other.number === number);
    if (place === undefined) return undefined;
    const reader = new SyntaxReader(this.bytes, place.offset, undefined, this.budget);
    const value = reader.read();
    return { value: value instanceof Keyword ? null : value, length: reader.position - place.offset };
  }
}

/** The object streams of a file, each decoded once. */
export class ObjectStreams {
  readonly #streams = new Map<number, ObjectStream | undefined>();

  constructor(
    private readonly budget: ReadBudget,
    private readonly holder: ObjectHolder,
  ) {}

  /** The stream with this number, which stands where `entry` says; `undefined` where there is none. Throws ContentFault, LimitFault. */
  open(number: number, entry: XrefEntry | undefined): ObjectStream | undefined {
    if (this.#streams.has(number)) return this.#streams.get(number);
    // An object stream may not stand in another one.
    const value =
      entry === undefined || entry.container >= 0 ? null : this.holder.read(new PdfRef(number, entry.generation));
    const stream = value instanceof PdfStream ? this.#decoded(value) : undefined;
    this.#streams.set(number, stream);
    // Read once: the raw bytes are no object of the document.
    this.holder.forget(number);
    return stream;
  }

  #decoded(stream: PdfStream): ObjectStream | undefined {
    const decoded = this.#decodeLeniently(stream);
    if (decoded === undefined) return undefined;
    this.budget.takeUnpackedBytes(decoded.length);
    const bytes = Buffer.from(decoded.buffer, decoded.byteOffset, decoded.byteLength);
    const first = this.holder.resolve(stream.dict.get('First'));
    const count = this.holder.resolve(stream.dict.get('N'));
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
    return new ObjectStream(bytes, places, this.budget);
  }

  #decodeLeniently(stream: PdfStream): Uint8Array | undefined {
    try {
      return decode(
        stream.bytes,
        filtersOf(stream.dict, (value) => this.holder.resolve(value)),
      ).bytes;
    } catch (error) {
      if (!(error instanceof ContentFault)) throw error;
      this.holder.repair('objects in a damaged stream were lost');
      return undefined;
    }
  }
}
