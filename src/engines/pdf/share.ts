import { Copier, type EntryRule } from './copy.js';
import type { PdfDocument } from './document.js';
import { latin1, PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from './objects.js';
import type { OpenPdf } from './open.js';

/** The pages that a document which is put together takes from one file, and how that file's objects get there. */
export class Share {
  readonly copier: Copier;
  /** What happens to entries of certain keys; the parts of the carry-over add theirs before the pages are copied. */
  readonly rules = new Map<string, EntryRule>();
  /** A place in the target for each page taken. */
  readonly refs: readonly PdfRef[];
  /** Every page of the file is taken. */
  readonly isWhole: boolean;
  readonly #refOfPage = new Map<number, PdfRef>();

  constructor(
    readonly pdf: OpenPdf,
    readonly target: PdfDocument,
    /** The pages taken, from 0, in the order wanted. */
    readonly indexes: readonly number[],
    /** How many pages stand before them in the target. */
    readonly pagesBefore: number,
    /** What the file is called in the outline; none where it is the only one. */
    readonly title: string | undefined,
  ) {
    this.copier = new Copier(pdf.document, target, this.rules);
    this.refs = indexes.map(() => target.reserve());
    for (const [i, index] of indexes.entries()) {
      const ref = this.refs[i];
      const page = pdf.pages[index];
      if (ref === undefined || page === undefined) continue;
      if (!this.#refOfPage.has(index)) this.#refOfPage.set(index, ref);
      if (page.number > 0) this.copier.place(page.number, ref);
    }
    this.isWhole = this.#refOfPage.size === pdf.pages.length;
    this.copier.exclude(pageNumbersOf(pdf));
  }

  get document(): PdfDocument {
    return this.pdf.document;
  }

  /** Where a page of the file is in the target, if it is taken. */
  refOfPage(index: number | undefined): PdfRef | undefined {
    return index === undefined ? undefined : this.#refOfPage.get(index);
  }

  /** The copy of an entry of the file's catalog. */
  copyOf(dict: PdfDict, key: string): PdfValue | undefined {
    const value = dict.get(key);
    return value === undefined ? undefined : this.copier.copy(value);
  }
}

/** One thing that is carried over into a document which is put together. */
export interface CarryOver {
  /** Called before the pages of a share are copied: sets rules, leaves objects out, gives them places. */
  prepare?(share: Share): void;
  /** Called after the pages of a share are copied. */
  collect?(share: Share): void;
  /** Called at the end. */
  finish(catalog: PdfDict): void;
}

/** Makes something of an open file once, and keeps it as long as the file. */
export function oncePerFile<T>(make: (pdf: OpenPdf) => T): (pdf: OpenPdf) => T {
  const made = new WeakMap<OpenPdf, { readonly value: T }>();
  return (pdf) => {
    const known = made.get(pdf);
    if (known !== undefined) return known.value;
    const value = make(pdf);
    made.set(pdf, { value });
    return value;
  };
}

const pageNumbersOf = oncePerFile((pdf): ReadonlySet<number> => {
  const numbers = new Set(pdf.nodes);
  for (const { number } of pdf.pages) numbers.add(number);
  return numbers;
});

const pageIndexes = oncePerFile((pdf): ReadonlyMap<number, number> => {
  const indexes = new Map<number, number>();
  for (const { number, index } of pdf.pages) {
    if (number > 0 && !indexes.has(number)) indexes.set(number, index);
  }
  return indexes;
});

/** The page, from 0, that a reference means. */
export const pageIndexOf = (pdf: OpenPdf, value: PdfValue | undefined): number | undefined =>
  value instanceof PdfRef ? pageIndexes(pdf).get(value.number) : undefined;

/** Names that are taken. */
export class Names {
  readonly #taken = new Set<string>();
  /** The number to try next: a file may hold a name ten thousand times. */
  readonly #next = new Map<string, number>();

  /** Takes `name`, or the first of `name-2`, `name-3`, … that is free. UTF-16 text stays UTF-16. */
  take(name: string): string {
    let free = name;
    if (this.#taken.has(name)) {
      let n = this.#next.get(name) ?? 2;
      do {
        free = numbered(name, n);
        n += 1;
      } while (this.#taken.has(free));
      this.#next.set(name, n);
    }
    this.#taken.add(free);
    return free;
  }
}

const numbered = (name: string, n: number): string =>
  name + (name.startsWith('\xfe\xff') ? `-${n}`.replace(/./g, '\0$&') : `-${n}`);

/** How many parts may still be compared: a hostile file has many large things of one name. */
export class CompareBudget {
  left = 1_000_000;
}

/** Whether two values, perhaps of two documents, say the same; no, when the budget is used up. */
export function isSame(a: PdfValue, inA: PdfDocument, b: PdfValue, inB: PdfDocument, budget: CompareBudget): boolean {
  return isSameWithin(a, inA, b, inB, budget, 0);
}

function isSameWithin(
  a: PdfValue,
  inA: PdfDocument,
  b: PdfValue,
  inB: PdfDocument,
  budget: CompareBudget,
  depth: number,
): boolean {
  budget.left -= 1;
  if (budget.left < 0 || depth > 20) return false;
  const left = inA.resolve(a);
  const right = inB.resolve(b);
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return (
      left.length === right.length &&
      left.every((value, i) => isSameWithin(value, inA, right[i] ?? null, inB, budget, depth + 1))
    );
  }
  if (left instanceof PdfDict && right instanceof PdfDict) {
    if (left.size !== right.size) return false;
    for (const [key, value] of left) {
      if (!isSameWithin(value, inA, right.get(key) ?? null, inB, budget, depth + 1)) return false;
    }
    return true;
  }
  if (left instanceof PdfStream) budget.left -= left.bytes.length >> 6;
  return isSameScalar(left, right);
}

function isSameScalar(left: PdfValue, right: PdfValue): boolean {
  if (left instanceof PdfName && right instanceof PdfName) return left.value === right.value;
  if (left instanceof PdfString && right instanceof PdfString) return latin1(left.bytes) === latin1(right.bytes);
  if (!(left instanceof PdfStream && right instanceof PdfStream)) return false;
  return left.bytes.length === right.bytes.length && Buffer.compare(left.bytes, right.bytes) === 0;
}
