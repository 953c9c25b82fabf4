import { isName, PdfDict, PdfRef, PdfStream, type PdfValue } from '../syntax/objects.js';
import type { PdfDocument } from './document.js';

/** Makes the value that a dictionary's entry has in the copy; `undefined` leaves it out. */
export type EntryRule = (value: PdfValue, dict: PdfDict) => PdfValue | undefined;

const STRUCTURAL_TYPES = ['Page', 'Pages', 'Catalog'];

/**
 * Copies objects of one document, with everything they refer to, into another; each object once.
 * Pages, the page tree and the catalog never follow a reference: what is wanted of them is given a place with `place`.
 * A reference to what is left out vanishes: from arrays too.
 */
export class Copier {
  readonly #places = new Map<number, PdfRef>();
  readonly #waiting: { readonly value: PdfValue; readonly ref: PdfRef }[] = [];
  readonly #exclusions: { readonly numbers: ReadonlySet<number>; readonly except: ReadonlySet<number> }[] = [];

  constructor(
    readonly source: PdfDocument,
    readonly target: PdfDocument,
    private readonly rules: ReadonlyMap<string, EntryRule> = new Map(),
    /** Pages, the page tree and the catalog are copied like everything else. */
    private readonly isWhole = false,
  ) {}

  /** References to object `number` shall become `ref`. The first word counts. */
  place(number: number, ref: PdfRef): void {
    if (!this.#places.has(number)) this.#places.set(number, ref);
  }

  /** Leaves out these objects, except some and those that have a place. */
  exclude(numbers: ReadonlySet<number>, except: ReadonlySet<number> = new Set()): void {
    this.#exclusions.push({ numbers, except });
  }

  /** Where object `number` is in the target, if it is there. */
  placeOf(number: number): PdfRef | undefined {
    return this.#places.get(number);
  }

  /** The value for the target; `undefined` for what is left out. Objects it refers to wait for `finish`. */
  copy(value: PdfValue): PdfValue | undefined {
    if (value instanceof PdfRef) return this.#copyRef(value);
    if (value instanceof PdfDict) return this.copyDict(value);
    if (Array.isArray(value)) return this.#copyArray(value);
    if (value instanceof PdfStream) return new PdfStream(this.copyDict(value.dict, LENGTH), value.bytes);
    return value;
  }

  copyDict(dict: PdfDict, except?: ReadonlySet<string>): PdfDict {
    const copy = new PdfDict();
    for (const [key, value] of dict) {
      if (except?.has(key)) continue;
      const rule = this.rules.get(key);
      const copied = rule === undefined ? this.copy(value) : rule(value, dict);
      if (copied !== undefined && copied !== null) copy.set(key, copied);
    }
    return copy;
  }

  /** Copies what is waiting, and what that refers to. */
  finish(): void {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      this.target.set(next.ref, this.copy(next.value) ?? null);
    }
  }

  #copyRef(ref: PdfRef): PdfValue | undefined {
    const known = this.#places.get(ref.number);
    if (known !== undefined) return known;
    if (this.#isExcluded(ref.number)) return undefined;
    const value = this.source.resolve(ref);
    if (value === null) return null;
    if (value instanceof PdfDict && !this.isWhole) {
      const type = value.get('Type');
      if (type !== undefined && STRUCTURAL_TYPES.some((name) => isName(type, name))) return undefined;
    }
    const place = this.target.reserve();
    this.#places.set(ref.number, place);
    this.#waiting.push({ value, ref: place });
    return place;
  }

  #isExcluded(number: number): boolean {
    return this.#exclusions.some(({ numbers, except }) => numbers.has(number) && !except.has(number));
  }

  #copyArray(array: readonly PdfValue[]): PdfValue[] {
    const copy: PdfValue[] = [];
    for (const value of array) {
      const copied = this.copy(value);
      if (copied !== undefined) copy.push(copied);
    }
    return copy;
  }
}

/** The length is written anew; it may be an object of its own. */
const LENGTH: ReadonlySet<string> = new Set(['Length']);
