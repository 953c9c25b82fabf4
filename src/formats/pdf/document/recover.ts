import { deflateSync, inflateSync } from 'node:zlib';

import { ContentFault, PasswordFault } from '../../../lib/faults.js';
import { pdfBoxOf } from '../pages/page-size.js';
import { MAX_PAGES, type PdfPage, pageAttribute } from '../pages/pages.js';
import { filtersOf } from '../syntax/filters.js';
import { isName, PdfDict, PdfName, PdfRef, type PdfStream, type PdfValue } from '../syntax/objects.js';
import { walkDocument } from '../syntax/walk.js';
import { rebuildTree } from './change.js';
import { PdfDocument } from './document.js';
import { type OpenPdf, readingPdf, readPdf, type SentPdf } from './open.js';

/** Unpacked bytes of all streams that are tested. Chosen: it takes a few seconds. */
const MAX_TESTED_BYTES = 512 * 2 ** 20;
/** Most nodes above a page that are looked at. */
const MAX_ANCESTORS = 50;
/** Filters whose data show damage, or hide it. */
const PACKED = new Set(['FlateDecode', 'Fl', 'LZWDecode', 'LZW']);
const INHERITABLE = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

/** What `recoverPdf` has found and put right. */
export interface Recovery {
  readonly pdf: OpenPdf;
  /** Pages that the page tree had lost and that were found elsewhere in the file. */
  readonly foundPages: number;
  /** Pages that the page tree counts and that are nowhere. */
  readonly lostPages: number;
  /** Damaged compressed streams of which a part, mostly nearly all, could be read. */
  readonly mendedStreams: number;
  /** Streams of which nothing could be read: they are empty now. */
  readonly lostStreams: number;
  /** Pages whose size was missing or impossible: they are US Letter now, as viewers show them. */
  readonly sizedPages: number;
}

/**
 * Opens what `openPdf` refuses as damaged too, as long as pages can be found in it, and mends its streams.
 * Throws INVALID_INPUT naming the file for what is not a PDF, asks for a password or has no page left.
 */
export function recoverPdf(file: SentPdf, password?: string): Recovery {
  const { pdf, found, lost, mended, emptied } = readingPdf(file.name, () => {
    const pages = allPages(file, password);
    const opened = pages.pdf.document.isRepaired ? rebuildTree(pages.pdf, pages.pdf.pages) : pages.pdf;
    return { ...pages, pdf: opened, ...mendStreams(opened.document) };
  });
  const sized = sizePages(pdf);
  return { pdf, foundPages: found, lostPages: lost, mendedStreams: mended, lostStreams: emptied, sizedPages: sized };
}

interface Collected {
  readonly pdf: OpenPdf;
  readonly found: number;
  readonly lost: number;
}

function allPages(file: SentPdf, password?: string): Collected {
  try {
    return { pdf: readPdf(file, password === undefined ? {} : { password }), found: 0, lost: 0 };
  } catch (error) {
    if (!(error instanceof ContentFault) || error instanceof PasswordFault || file.bytes.length === 0) throw error;
    return collectPages(file, error, password);
  }
}

/** Makes a document of every page that is anywhere in the file; throws `reason` where it has no objects at all. */
function collectPages({ name, bytes }: SentPdf, reason: ContentFault, password?: string): Collected {
  const document = PdfDocument.recover(bytes, undefined, password);
  const listed = listedPages(document);
  const found = new Map<PdfDict, PdfPage>();
  for (const ref of document.refs) {
    const dict = resolved(document, ref);
    if (!(dict instanceof PdfDict) || listed.has(dict) || found.has(dict) || !isPage(document, dict)) continue;
    if (listed.size + found.size === MAX_PAGES) break;
    found.set(dict, { index: 0, number: ref.number, ref, dict, inherited: inheritedBy(document, dict) });
  }
  const pages = [...listed.values(), ...found.values()].sort((a, b) => placeOf(document, a) - placeOf(document, b));
  if (document.isEmpty) throw reason;
  if (pages.length === 0) throw new ContentFault('it has no pages left');
  if (!(document.resolve(document.trailer.get('Root')) instanceof PdfDict)) {
    document.trailer.set('Root', document.add(new PdfDict().set('Type', new PdfName('Catalog'))));
    document.repair('the catalog was lost, and with it the outline, forms and named destinations');
  }
  const root = document.getDict(document.catalog, 'Pages');
  const stated = root && resolved(document, root.get('Count') ?? null);
  const lost = typeof stated === 'number' && stated > pages.length && stated <= MAX_PAGES ? stated - pages.length : 0;
  document.repair('the page tree was damaged and was rebuilt from the pages found');
  return { pdf: rebuildTree({ name, document, pages, nodes: new Set() }, pages), found: found.size, lost };
}

const placeOf = (document: PdfDocument, page: PdfPage): number => document.placeOf(page.number);

/** A damaged object counts as missing. */
function resolved(document: PdfDocument, value: PdfValue): PdfValue {
  try {
    return document.resolve(value);
  } catch (error) {
    if (error instanceof ContentFault) return null;
    throw error;
  }
}

function isPage(document: PdfDocument, dict: PdfDict): boolean {
  return isName(resolved(document, dict.get('Type') ?? null), 'Page') && !dict.has('Kids');
}

/** The pages that the tree still reaches. */
function listedPages(document: PdfDocument): Map<PdfDict, PdfPage> {
  const pages = new Map<PdfDict, PdfPage>();
  const catalog = resolved(document, document.trailer.get('Root') ?? null);
  const seen = new Set<PdfValue>();
  const waiting: PdfValue[] = catalog instanceof PdfDict ? [catalog.get('Pages') ?? null] : [];
  for (let next = waiting.pop(); next !== undefined && pages.size < MAX_PAGES; next = waiting.pop()) {
    const dict = resolved(document, next);
    if (!(dict instanceof PdfDict) || seen.has(dict)) continue;
    seen.add(dict);
    const kids = resolved(document, dict.get('Kids') ?? null);
    if (Array.isArray(kids)) waiting.push(...kids.slice(0, MAX_PAGES).reverse());
    else if (isPage(document, dict)) {
      const ref = next instanceof PdfRef ? next : undefined;
      pages.set(dict, { index: 0, number: ref?.number ?? 0, ref, dict, inherited: inheritedBy(document, dict) });
    }
  }
  return pages;
}

/** What a page takes from the nodes that it names as those above it. */
function inheritedBy(document: PdfDocument, page: PdfDict): PdfDict {
  const inherited = new PdfDict();
  let node = resolved(document, page.get('Parent') ?? null);
  for (let i = 0; i < MAX_ANCESTORS && node instanceof PdfDict; i += 1) {
    for (const key of INHERITABLE) {
      const value = node.get(key);
      if (value !== undefined && !inherited.has(key)) inherited.set(key, value);
    }
    node = resolved(document, node.get('Parent') ?? null);
  }
  return inherited;
}

/** Writes streams anew whose compressed data are damaged, with what can be read of them. */
function mendStreams(document: PdfDocument): { mended: number; emptied: number } {
  let mended = 0;
  let emptied = 0;
  let left = MAX_TESTED_BYTES;
  for (const { stream, number, isObject } of walkDocument(document)) {
    if (stream === undefined || !isObject || number === 0) continue;
    const [first] = filtersOf(stream.dict, (value) => document.resolve(value));
    if (first === undefined || !PACKED.has(first.name)) continue;
    if (left <= 0) {
      document.warn('only some of the streams were tested: they decompress to too many bytes');
      break;
    }
    const size = intactSize(document, stream, left);
    if (size !== undefined) {
      left -= size;
      continue;
    }
    const mendedStream = mend(document, stream);
    left -= mendedStream?.size ?? stream.bytes.length;
    if (mendedStream === undefined) emptied += 1;
    // LZW tells no damage: it is only packed otherwise.
    else if (first.name.startsWith('F')) mended += 1;
    replace(stream, mendedStream);
  }
  return { mended, emptied };
}

/** The unpacked size where nothing is wrong; `undefined` where something is, or could be without being noticed (LZW). */
function intactSize(document: PdfDocument, stream: PdfStream, limit: number): number | undefined {
  try {
    const size = inflateSync(stream.bytes, { maxOutputLength: limit }).length;
    // The predictor, and filters after the first one.
    if (stream.dict.has('DecodeParms') || Array.isArray(document.get(stream.dict, 'Filter'))) document.decode(stream);
    return size;
  } catch {
    // Damaged, or too large to be tested: the lenient reading tells which.
    return undefined;
  }
}

interface Mended {
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly isPicture: boolean;
}

function mend(document: PdfDocument, stream: PdfStream): Mended | undefined {
  try {
    const { bytes, rest } = document.decode(stream);
    if (bytes.length === 0) return undefined;
    return rest.length === 0
      ? { bytes: deflateSync(bytes), size: bytes.length, isPicture: false }
      : { bytes, size: bytes.length, isPicture: true };
  } catch (error) {
    if (error instanceof ContentFault) return undefined;
    throw error;
  }
}

function replace(stream: PdfStream, mended: Mended | undefined): void {
  const { dict } = stream;
  const filters = dict.get('Filter');
  dict.delete('DecodeParms');
  if (mended === undefined) dict.delete('Filter');
  else if (!mended.isPicture) dict.set('Filter', new PdfName('FlateDecode'));
  else if (Array.isArray(filters)) dict.set('Filter', filters.slice(-1));
  dict.delete('Length');
  stream.bytes = mended?.bytes ?? new Uint8Array(0);
}

/** Gives pages without a usable size the one that viewers show them in. */
function sizePages({ document, pages }: OpenPdf): number {
  let count = 0;
  for (const page of pages) {
    if (pdfBoxOf(document, pageAttribute(page, 'MediaBox')) !== undefined) continue;
    page.dict.set('MediaBox', [0, 0, 612, 792]);
    count += 1;
  }
  return count;
}
