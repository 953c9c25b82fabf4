import { readXmp } from '../../metadata/xmp.js';
import { namedDestinations } from '../navigation/destinations.js';
import { type OutlineEntry, outlineOf } from '../navigation/outlines.js';
import { PdfDict, PdfName, stringText } from '../syntax/objects.js';
import { walkDocument } from '../syntax/walk.js';
import { attachmentsIn } from './attachments.js';
import type { PdfDocument } from './document.js';
import type { OpenPdf } from './open.js';
import { stringEntry } from './survey.js';
import { xmpOf } from './xmp.js';

/** What the XMP metadata claims the file to keep to; nobody has checked it. */
export function standardsOf(document: PdfDocument): string[] {
  const packet = xmpOf(document);
  const xmp = packet === undefined ? {} : (readXmp(packet) ?? {});
  const claim = (name: string): string | undefined => {
    const value = xmp[name];
    return typeof value === 'string' ? value.slice(0, 10) : undefined;
  };
  const part = claim('pdfaid:part');
  const universal = claim('pdfuaid:part');
  const standards = part === undefined ? [] : [`PDF/A-${part}${(claim('pdfaid:conformance') ?? '').toLowerCase()}`];
  if (universal !== undefined) standards.push(`PDF/UA-${universal}`);
  return standards;
}

/** Attached files by name with their size unpacked, where the file states it. */
export const attachmentsOf = (document: PdfDocument) =>
  attachmentsIn(document).map(({ name, bytes }) => ({ name, bytes }));

export function layerNames(document: PdfDocument): string[] {
  const properties = document.getDict(document.catalog, 'OCProperties');
  const groups = (properties && document.getArray(properties, 'OCGs')) ?? [];
  return groups.flatMap((group) => {
    const dict = document.dictOf(group);
    return dict === undefined ? [] : [stringEntry(document, dict, 'Name', stringText) ?? ''];
  });
}

const countEntries = (entries: readonly OutlineEntry[]): number =>
  entries.reduce((sum, { children }) => sum + 1 + countEntries(children), 0);

/** Numbers of things that a file holds. */
export function countsOf(pdf: OpenPdf) {
  const { document, pages } = pdf;
  const annotations: Record<string, number> = Object.create(null);
  for (const page of pages) {
    for (const value of document.getArray(page.dict, 'Annots') ?? []) {
      const annotation = document.dictOf(value);
      const kind = annotation && document.getName(annotation, 'Subtype');
      if (kind !== undefined && /^[A-Za-z0-9]{1,40}$/.test(kind)) annotations[kind] = (annotations[kind] ?? 0) + 1;
    }
  }
  let scripts = 0;
  let links = 0;
  for (const { dict } of walkDocument(document)) {
    const action = document.get(dict, 'S');
    if (!(action instanceof PdfName)) continue;
    if (action.value === 'JavaScript' && dict.has('JS')) scripts += 1;
    if (action.value === 'URI' && dict.has('URI')) links += 1;
  }
  const { names, strings } = namedDestinations(pdf);
  return {
    outline: countEntries(outlineOf(pdf)),
    destinations: names.size + strings.size,
    annotations,
    scripts,
    links,
  };
}

/** `none`, `acroform` or `xfa`, and the number of fields that hold a value themselves. */
export function formOf({ document }: OpenPdf) {
  const form = document.getDict(document.catalog, 'AcroForm');
  if (form === undefined) return { kind: 'none', fields: 0 } as const;
  const seen = new Set<PdfDict>();
  const waiting = [...(document.getArray(form, 'Fields') ?? [])];
  let fields = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const field = document.resolve(next);
    if (!(field instanceof PdfDict) || seen.has(field)) continue;
    seen.add(field);
    const kids = document.getArray(field, 'Kids') ?? [];
    // Kids without a name of their own are only the places where the field is shown.
    const named = kids.filter((kid) => document.dictOf(kid)?.has('T'));
    if (named.length === 0) fields += 1;
    waiting.push(...named);
  }
  return { kind: form.has('XFA') ? 'xfa' : 'acroform', fields } as const;
}

/** The file is laid out for reading over a network, and has not been changed since (ISO 32000-2, annex F). */
export function isLinearized(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  const length = /\/Linearized\b[^>]*?\/L\s+(\d+)/.exec(start) ?? /\/L\s+(\d+)[^>]*?\/Linearized\b/.exec(start);
  return length !== null && Number(length[1]) === bytes.length;
}

export const isTagged = (document: PdfDocument): boolean => {
  const mark = document.getDict(document.catalog, 'MarkInfo');
  return mark !== undefined && document.get(mark, 'Marked') === true && document.catalog.has('StructTreeRoot');
};
