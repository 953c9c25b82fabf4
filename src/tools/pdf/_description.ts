import { readXmp } from '../../formats/metadata/xmp.js';
import { signatureValues } from '../../formats/pdf/document/change.js';
import type { PdfDocument } from '../../formats/pdf/document/document.js';
import { isoDate } from '../../formats/pdf/document/metadata.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';
import { stringEntry } from '../../formats/pdf/document/survey.js';
import { xmpOf } from '../../formats/pdf/document/xmp.js';
import { namedDestinations } from '../../formats/pdf/navigation/destinations.js';
import { type OutlineEntry, outlineOf } from '../../formats/pdf/navigation/outlines.js';
import { paperOf, shownSizeOf } from '../../formats/pdf/pages/page-size.js';
import type { EncryptionInfo } from '../../formats/pdf/syntax/encryption.js';
import { PdfDict, PdfName, PdfString, stringText } from '../../formats/pdf/syntax/objects.js';
import { readNameTree } from '../../formats/pdf/syntax/trees.js';
import { walkDocument } from '../../formats/pdf/syntax/walk.js';
import { rounded } from './_report-data.js';

/** Most entries of a list in the answer; the number is always told. */
export const MAX_LISTED = 1_000;

const orientationOf = (width: number, height: number): 'portrait' | 'landscape' | 'square' => {
  if (width === height) return 'square';
  return width > height ? 'landscape' : 'portrait';
};

/** Sizes of the pages as they are shown, in points and millimetres, the most frequent first. */
export function pageSizes({ document, pages }: OpenPdf) {
  const sizes = new Map<string, { width: number; height: number; pages: number }>();
  for (const page of pages) {
    const { width, height } = shownSizeOf(document, page);
    const key = `${rounded(width)} ${rounded(height)}`;
    const known = sizes.get(key);
    if (known === undefined) sizes.set(key, { width: rounded(width), height: rounded(height), pages: 1 });
    else known.pages += 1;
  }
  return [...sizes.values()]
    .sort((a, b) => b.pages - a.pages)
    .slice(0, MAX_LISTED)
    .map(({ width, height, pages }) => ({
      width,
      height,
      widthMm: rounded((width * 25.4) / 72),
      heightMm: rounded((height * 25.4) / 72),
      paper: paperOf(width, height),
      orientation: orientationOf(width, height),
      pages: pages,
    }));
}

/** How a file is encrypted and what readers without the owner's password may do (ISO 32000-2, table 22). */
export function encryptionReport(encryption: EncryptionInfo | undefined) {
  if (encryption === undefined) return null;
  const { method, bits, revision, permissions, encryptsMetadata } = encryption;
  const may = (bit: number): boolean => (permissions & (1 << (bit - 1))) !== 0;
  return {
    method: `${method}-${bits}`,
    revision,
    encryptsMetadata,
    permissions: {
      print: may(3),
      printHighQuality: may(3) && (revision === 2 || may(12)),
      modify: may(4),
      copy: may(5),
      annotate: may(6),
      fillForms: may(6) || (revision > 2 && may(9)),
      assemble: may(4) || (revision > 2 && may(11)),
    },
  };
}

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
export function attachmentsOf(document: PdfDocument) {
  const names = document.getDict(document.catalog, 'Names');
  return readNameTree(document, names?.get('EmbeddedFiles')).map(([key, value]) => {
    const specification = document.dictOf(value);
    const own =
      specification &&
      (stringEntry(document, specification, 'UF', stringText) ?? stringEntry(document, specification, 'F', stringText));
    const holder = specification && document.getDict(specification, 'EF');
    const stream = holder && (document.dictOf(holder.get('UF')) ?? document.dictOf(holder.get('F')));
    const parameters = stream && document.getDict(stream, 'Params');
    const size = parameters && document.get(parameters, 'Size');
    return {
      name: own ?? stringText(new PdfString(Buffer.from(key, 'latin1'))),
      bytes: typeof size === 'number' ? size : null,
    };
  });
}

export function signaturesOf(pdf: OpenPdf) {
  const { document } = pdf;
  return signatureValues(pdf).map((value) => ({
    name: stringEntry(document, value, 'Name', stringText),
    reason: stringEntry(document, value, 'Reason', stringText),
    location: stringEntry(document, value, 'Location', stringText),
    date: stringEntry(document, value, 'M', (text) => isoDate(stringText(text))),
    format: document.getName(value, 'SubFilter') ?? null,
  }));
}

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

/** Pages from 0 in the grammar of option `pages`: `1-3,5`. */
export function pageList(pages: Iterable<number>): string {
  const ranges: [number, number][] = [];
  for (const index of [...pages].sort((a, b) => a - b)) {
    const last = ranges[ranges.length - 1];
    if (last !== undefined && last[1] === index) last[1] = index + 1;
    else ranges.push([index + 1, index + 1]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}
