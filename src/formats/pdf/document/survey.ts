import { type PdfPage, pageAttribute } from '../pages/pages.js';
import { isName, PdfDict, PdfName, PdfStream, PdfString, type PdfValue } from '../syntax/objects.js';
import type { PdfDocument } from './document.js';
import type { OpenPdf } from './open.js';

/** Most resources that are looked at for all pages together. Chosen: ten for each of 50,000 pages, and then some. */
const MAX_VISITS = 2_000_000;

/** What the pages of a file draw with, and on which pages, from 0. */
export interface Survey {
  readonly fonts: ReadonlyMap<PdfDict, Set<number>>;
  readonly images: ReadonlyMap<PdfStream, Set<number>>;
  /** There were too many resources to look at all of them. */
  readonly isIncomplete: boolean;
}

/** Fonts and pictures of these pages, those within forms, patterns, fonts and annotations too. */
export function surveyPages({ document }: OpenPdf, pages: Iterable<PdfPage>): Survey {
  const fonts = new Map<PdfDict, Set<number>>();
  const images = new Map<PdfStream, Set<number>>();
  let visits = 0;
  const note = <T>(map: Map<T, Set<number>>, thing: T, page: number): void => {
    const known = map.get(thing);
    if (known === undefined) map.set(thing, new Set([page]));
    else known.add(page);
  };
  for (const page of pages) {
    const seen = new Set<PdfValue>();
    const waiting: PdfValue[] = [pageAttribute(page, 'Resources') ?? null, ...appearances(document, page)];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const value = document.resolve(next);
      const resources = value instanceof PdfStream ? document.getDict(value.dict, 'Resources') : value;
      if (!(resources instanceof PdfDict) || seen.has(resources)) continue;
      seen.add(resources);
      visits += 1;
      if (visits > MAX_VISITS) return { fonts, images, isIncomplete: true };
      for (const value of entries(document, resources, 'Font')) {
        visits += 1;
        if (!(value instanceof PdfDict)) continue;
        note(fonts, value, page.index);
        waiting.push(document.get(value, 'Resources'));
      }
      for (const value of [...entries(document, resources, 'XObject'), ...masks(document, resources)]) {
        visits += 1;
        if (!(value instanceof PdfStream)) continue;
        if (isName(document.get(value.dict, 'Subtype'), 'Image')) note(images, value, page.index);
        else waiting.push(value);
      }
      waiting.push(...entries(document, resources, 'Pattern'));
    }
  }
  return { fonts, images, isIncomplete: false };
}

function entries(document: PdfDocument, resources: PdfDict, kind: string): PdfValue[] {
  const list = document.getDict(resources, kind);
  return list === undefined ? [] : [...list.values()].map((value) => document.resolve(value));
}

/** Forms and fonts that graphics states name. */
function masks(document: PdfDocument, resources: PdfDict): PdfValue[] {
  return entries(document, resources, 'ExtGState').flatMap((state) => {
    const mask = state instanceof PdfDict ? document.getDict(state, 'SMask') : undefined;
    return mask === undefined ? [] : [document.get(mask, 'G')];
  });
}

function appearances(document: PdfDocument, page: PdfPage): PdfValue[] {
  return (document.getArray(page.dict, 'Annots') ?? []).flatMap((value) => {
    const annotation = document.dictOf(value);
    const kinds = annotation && document.getDict(annotation, 'AP');
    return [...(kinds?.values() ?? [])].flatMap((kind) => {
      const looks = document.resolve(kind);
      return looks instanceof PdfDict ? [...looks.values()] : [looks];
    });
  });
}

export interface FontInfo {
  readonly name: string;
  readonly type: string;
  readonly encoding: string;
  readonly embedded: boolean;
  readonly subset: boolean;
  /** The text can be copied: a table says which characters the glyphs are. */
  readonly hasUnicodeMap: boolean;
}

/** What a font dictionary says of its font. */
export function fontInfo(document: PdfDocument, font: PdfDict): FontInfo {
  const descendants = document.getArray(font, 'DescendantFonts');
  const inner = document.dictOf(descendants?.[0]) ?? font;
  const descriptor = document.getDict(inner, 'FontDescriptor');
  const subtype = document.getName(font, 'Subtype') ?? 'unknown';
  const name = document.getName(font, 'BaseFont') ?? '';
  const encoding = document.get(font, 'Encoding');
  const embedded = ['FontFile', 'FontFile2', 'FontFile3'].some(
    (key) => descriptor !== undefined && document.get(descriptor, key) instanceof PdfStream,
  );
  return {
    name,
    type: subtype === 'Type0' ? (document.getName(inner, 'Subtype') ?? subtype) : subtype,
    encoding: encodingName(document, encoding),
    embedded: embedded || subtype === 'Type3',
    subset: /^[A-Z]{6}\+/.test(name),
    hasUnicodeMap: font.has('ToUnicode'),
  };
}

function encodingName(document: PdfDocument, encoding: PdfValue): string {
  if (encoding instanceof PdfName) return encoding.value;
  if (encoding instanceof PdfStream) return document.getName(encoding.dict, 'CMapName') ?? 'custom';
  return encoding instanceof PdfDict ? 'custom' : 'built-in';
}

/** The text of a string entry; `null` where it is none. */
export const stringEntry = (document: PdfDocument, dict: PdfDict, key: string, read: (value: PdfString) => string) => {
  const value = document.get(dict, key);
  return value instanceof PdfString ? read(value) : null;
};
