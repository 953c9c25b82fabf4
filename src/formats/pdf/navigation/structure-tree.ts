import type { PdfDocument } from '../document/document.js';
import { oncePerFile, pageIndexOf, type Share } from '../document/share.js';
import { isInteger, isName, PdfDict, PdfRef, type PdfValue } from '../syntax/objects.js';
import { readNumberTree } from '../syntax/trees.js';

/** Most structure elements of one file. Chosen: an element takes about 40 bytes packed. */
const MAX_ELEMENTS = 2_000_000;

/** An element of the structure tree (ISO 32000-2, 14.7.2). */
export interface Element {
  readonly dict: PdfDict;
  readonly number: number;
  /** Place of its parent in the list of elements; −1 for the root. */
  readonly parent: number;
  /** The page of its content, from 0. */
  readonly page: number | undefined;
}

export interface Structure {
  readonly root: PdfDict;
  readonly rootNumber: number;
  /** Parents stand before their children. */
  readonly elements: readonly Element[];
  readonly placeOf: ReadonlyMap<PdfDict, number>;
  readonly numbers: ReadonlySet<number>;
  /** Elements with content on a page. */
  readonly byPage: ReadonlyMap<number, readonly number[]>;
  readonly parentTree: ReadonlyMap<number, PdfValue>;
}

export const structureTree = oncePerFile((pdf): Structure | undefined => {
  const { document } = pdf;
  const { catalog } = document;
  const root = document.getDict(catalog, 'StructTreeRoot');
  if (root === undefined) return undefined;
  const rootValue = catalog.get('StructTreeRoot');
  const elements: Element[] = [];
  const placeOf = new Map<PdfDict, number>();
  const numbers = new Set<number>();
  const byPage = new Map<number, number[]>();
  const note = (page: number | undefined, place: number): void => {
    if (page === undefined) return;
    const places = byPage.get(page);
    if (places === undefined) byPage.set(page, [place]);
    else if (places[places.length - 1] !== place) places.push(place);
  };
  const waiting: { value: PdfValue; parent: number }[] = kidsOf(document, root).map((value) => ({ value, parent: -1 }));
  waiting.reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, parent } = next;
    const dict = document.resolve(value);
    if (!(dict instanceof PdfDict) || placeOf.has(dict) || elements.length >= MAX_ELEMENTS) continue;
    const place = elements.length;
    const number = value instanceof PdfRef ? value.number : 0;
    const page = pageIndexOf(pdf, dict.get('Pg')) ?? elements[parent]?.page;
    elements.push({ dict, number, parent, page });
    placeOf.set(dict, place);
    if (number > 0) numbers.add(number);
    for (const kid of kidsOf(document, dict).toReversed()) {
      const content = document.resolve(kid);
      if (isInteger(content)) note(page, place);
      else if (content instanceof PdfDict && isContent(document, content))
        note(contentPage(pdf, content) ?? page, place);
      else waiting.push({ value: kid, parent: place });
    }
  }
  return {
    root,
    rootNumber: rootValue instanceof PdfRef ? rootValue.number : 0,
    elements,
    placeOf,
    numbers,
    byPage,
    parentTree: new Map(readNumberTree(document, root.get('ParentTree'))),
  };
});

export function kidsOf(document: PdfDocument, dict: PdfDict): readonly PdfValue[] {
  const kids = document.get(dict, 'K');
  if (Array.isArray(kids)) return kids;
  const kid = dict.get('K');
  return kid === undefined || kids === null ? [] : [kid];
}

/** Marked content or an object, not an element. */
export const isContent = (document: PdfDocument, dict: PdfDict): boolean => {
  const type = document.get(dict, 'Type');
  return isName(type, 'MCR') || isName(type, 'OBJR') || (!dict.has('S') && (dict.has('MCID') || dict.has('Obj')));
};

/** The page that a reference to marked content or an object names; an annotation may know its own. */
export function contentPage(pdf: Share['pdf'], dict: PdfDict): number | undefined {
  const own = pageIndexOf(pdf, dict.get('Pg'));
  if (own !== undefined || !dict.has('Obj')) return own;
  return pageIndexOf(pdf, pdf.document.dictOf(dict.get('Obj'))?.get('P'));
}

/** The elements with content on these pages, and those above them. */
export function placesOn({ elements, byPage }: Structure, pages: readonly number[]): readonly number[] {
  const places = new Set<number>();
  for (const page of pages) {
    for (const leaf of byPage.get(page) ?? []) {
      for (let place = leaf; place >= 0 && !places.has(place); place = elements[place]?.parent ?? -1) places.add(place);
    }
  }
  return [...places].sort((a, b) => a - b);
}
