import type { OpenPdf } from '../document/open.js';
import { byteString, PdfDict, PdfString, stringText } from '../syntax/objects.js';
import { type OutlineEntry, outlineOf } from './outlines.js';

/** A link to an address outside of the file. */
export interface WebLink {
  /** In the page's own space: left, bottom, right, top. */
  readonly rect: readonly [number, number, number, number];
  readonly url: string;
}

/** Most annotations of a page that are looked at. */
const MAX_ANNOTATIONS = 1_000;
const MAX_URL = 2_000;

/** The links of a page by its index from 0 that lead to the web or to a mail address; scripts and files are none. */
export function webLinksOf({ document, pages }: OpenPdf, index: number): WebLink[] {
  const page = pages[index];
  if (page === undefined) return [];
  return (document.getArray(page.dict, 'Annots') ?? []).slice(0, MAX_ANNOTATIONS).flatMap((value) => {
    const annotation = document.dictOf(value) ?? new PdfDict();
    const action = document.getDict(annotation, 'A');
    if (document.getName(annotation, 'Subtype') !== 'Link' || action === undefined) return [];
    const target = document.get(action, 'URI');
    if (document.getName(action, 'S') !== 'URI' || !(target instanceof PdfString)) return [];
    const url = stringText(target).trim();
    if (!/^(?:https?:\/\/|mailto:)[^\p{Cc}]+$/iu.test(url) || url.length > MAX_URL) return [];
    const numbers = (document.getArray(annotation, 'Rect') ?? []).map((one) => document.resolve(one));
    const [a, b, c, d] = numbers.map((one) => (typeof one === 'number' ? one : Number.NaN));
    if (a === undefined || b === undefined || c === undefined || d === undefined) return [];
    if (!Number.isFinite(a + b + c + d)) return [];
    return [{ rect: [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)] as const, url }];
  });
}

/** Makes links to addresses below `origin` relative, as they were where the document came from. */
export function makeLinksRelative({ document, pages }: OpenPdf, origin: string): void {
  for (const { dict } of pages) {
    for (const value of document.getArray(dict, 'Annots') ?? []) {
      const action = document.getDict(document.dictOf(value) ?? new PdfDict(), 'A');
      const target = action && document.get(action, 'URI');
      if (action === undefined || !(target instanceof PdfString)) continue;
      const url = stringText(target);
      if (url.startsWith(`${origin}/`)) action.set('URI', byteString(url.slice(origin.length + 1)));
    }
  }
}

/** Most entries of an outline that are read. */
const MAX_ENTRIES = 20_000;

/** Titles of the outline with their level from 1. */
export function outlineTitles(pdf: OpenPdf): { readonly title: string; readonly level: number }[] {
  const titles: { title: string; level: number }[] = [];
  const waiting: { readonly entries: readonly OutlineEntry[]; readonly level: number }[] = [
    { entries: outlineOf(pdf), level: 1 },
  ];
  for (let next = waiting.pop(); next !== undefined && titles.length < MAX_ENTRIES; next = waiting.pop()) {
    for (const { dict, children } of next.entries) {
      const title = pdf.document.get(dict, 'Title');
      if (title instanceof PdfString) titles.push({ title: stringText(title), level: next.level });
      if (children.length > 0) waiting.push({ entries: children, level: next.level + 1 });
    }
  }
  return titles;
}
