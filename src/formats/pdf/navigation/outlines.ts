import type { PdfDocument } from '../document/document.js';
import type { OpenPdf } from '../document/open.js';
import { type CarryOver, oncePerFile, type Share } from '../document/share.js';
import { isInteger, PdfDict, PdfName, type PdfRef, textString } from '../syntax/objects.js';
import { destinationOf } from './destinations.js';

/** Deepest outline that is kept. Chosen: people stop at ten. */
const MAX_DEPTH = 100;

/** An entry of an outline (bookmark), ISO 32000-2, 12.3.3. */
export interface OutlineEntry {
  readonly dict: PdfDict;
  /** The page it leads to, from 0. */
  readonly page: number | undefined;
  readonly isOpen: boolean;
  readonly children: readonly OutlineEntry[];
}

/** The outline of a file; entries that contain themselves are cut off. */
export const outlineOf = oncePerFile((pdf): readonly OutlineEntry[] => {
  const root = pdf.document.getDict(pdf.document.catalog, 'Outlines');
  return root === undefined ? [] : entriesBelow(pdf, root, new Set([root]), 0);
});

function entriesBelow(pdf: OpenPdf, parent: PdfDict, seen: Set<PdfDict>, depth: number): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const { document } = pdf;
  for (
    let dict = document.getDict(parent, 'First');
    dict !== undefined && !seen.has(dict) && depth < MAX_DEPTH;
    dict = document.getDict(dict, 'Next')
  ) {
    seen.add(dict);
    const count = document.get(dict, 'Count');
    entries.push({
      dict,
      page: destinationOf(pdf, dict)?.page,
      isOpen: isInteger(count) && count > 0,
      children: entriesBelow(pdf, dict, seen, depth + 1),
    });
  }
  return entries;
}

/** An entry of the outline that is written. */
export interface WrittenEntry {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  readonly isOpen: boolean;
  readonly children: readonly WrittenEntry[];
}

/** The root of an outline of these entries, with their links to each other. */
export function makeOutline(document: PdfDocument, entries: readonly WrittenEntry[]): PdfRef {
  const root = new PdfDict().set('Type', new PdfName('Outlines'));
  const ref = document.add(root);
  linkEntries(document, root, ref, entries, true);
  return ref;
}

/** Writes the links of `entries` and gives how many of them are to be seen. */
function linkEntries(
  document: PdfDocument,
  parent: PdfDict,
  parentRef: PdfRef,
  entries: readonly WrittenEntry[],
  isOpen: boolean,
): number {
  let visible = entries.length;
  for (const [i, { ref, dict, children, ...entry }] of entries.entries()) {
    dict.set('Parent', parentRef);
    const previous = entries[i - 1];
    const next = entries[i + 1];
    if (previous !== undefined) dict.set('Prev', previous.ref);
    if (next !== undefined) dict.set('Next', next.ref);
    const below = linkEntries(document, dict, ref, children, entry.isOpen);
    if (entry.isOpen) visible += below;
    document.set(ref, dict);
  }
  const first = entries[0];
  const last = entries[entries.length - 1];
  if (first !== undefined && last !== undefined) {
    parent
      .set('First', first.ref)
      .set('Last', last.ref)
      .set('Count', isOpen ? visible : -visible);
  }
  return visible;
}

/** Links to neighbours are made anew. */
const LINKS: ReadonlySet<string> = new Set(['Parent', 'Prev', 'Next', 'First', 'Last', 'Count']);

/** Outlines: of several files each below an entry with the file's name. */
export class OutlineCarryOver implements CarryOver {
  readonly #files: { readonly share: Share; readonly entries: readonly WrittenEntry[] }[] = [];

  constructor(private readonly target: PdfDocument) {}

  collect(share: Share): void {
    this.#files.push({ share, entries: this.#copyEntries(share, outlineOf(share.pdf)) });
  }

  finish(catalog: PdfDict): void {
    if (this.#files.every(({ entries }) => entries.length === 0)) return;
    const entries = this.#files.flatMap(({ share, entries }) => {
      const first = share.refs[0];
      if (share.title === undefined || first === undefined) return entries;
      const dict = new PdfDict()
        .set('Title', textString(share.title))
        .set('Dest', [first, new PdfName('XYZ'), null, null, null]);
      return [{ ref: this.target.reserve(), dict, isOpen: true, children: entries }];
    });
    catalog.set('Outlines', makeOutline(this.target, entries));
  }

  #copyEntries(share: Share, entries: readonly OutlineEntry[]): WrittenEntry[] {
    const copies: WrittenEntry[] = [];
    for (const { dict, page, isOpen, children } of entries) {
      const below = this.#copyEntries(share, children);
      if (!share.isWhole && below.length === 0 && share.refOfPage(page) === undefined) continue;
      copies.push({ ref: this.target.reserve(), dict: share.copier.copyDict(dict, LINKS), isOpen, children: below });
    }
    share.copier.finish();
    return copies;
  }
}
