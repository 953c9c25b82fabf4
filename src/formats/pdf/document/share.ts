import { type PdfDict, PdfRef, type PdfValue } from '../syntax/objects.js';
import { Copier, type EntryRule } from './copy.js';
import type { PdfDocument } from './document.js';
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
  readonly #shared = new Map<PdfDict, PdfRef>();

  constructor(
    readonly pdf: OpenPdf,
    readonly target: PdfDocument,
    /** The pages taken, from 0, in the order wanted. */
    readonly indexes: readonly number[],
    /** How many pages stand before them in the target. */
    readonly pagesBefore: number,
    /** What the file is called in the outline; none where it is the only one. */
    readonly title: string | undefined,
    /** What belongs to the document and to no page is kept where pages are left out too. */
    private readonly isDocumentKept = false,
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

  /** What belongs to the document and to no page (attachments, scripts) is taken. */
  get hasDocument(): boolean {
    return this.isWhole || this.isDocumentKept;
  }

  /** The target has no other file. */
  get isAlone(): boolean {
    return this.title === undefined;
  }

  get document(): PdfDocument {
    return this.pdf.document;
  }

  /** Where a page of the file is in the target, if it is taken. */
  refOfPage(index: number | undefined): PdfRef | undefined {
    return index === undefined ? undefined : this.#refOfPage.get(index);
  }

  /** The one copy of a dictionary that several pages use, as an object of its own. */
  shared(dict: PdfDict): PdfRef {
    const known = this.#shared.get(dict);
    if (known !== undefined) return known;
    const ref = this.target.add(this.copier.copyDict(dict));
    this.#shared.set(dict, ref);
    return ref;
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
