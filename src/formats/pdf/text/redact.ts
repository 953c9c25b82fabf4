import { ToolError } from '../../../core/errors.js';
import { samplesToJpeg } from '../../../engines/image/recode.js';
import type { PdfRenderer } from '../../../engines/pdfium/renderer.js';
import type { OcrPage } from '../../../lib/documents/ocr-page.js';
import { writeChanged } from '../document/change.js';
import type { PdfDocument } from '../document/document.js';
import type { OpenPdf } from '../document/open.js';
import { cleanStrings, saysAnything } from '../document/string-cleaner.js';
import { contentBytes, operationsOf } from '../pages/content.js';
import { overlaps, type PageSpace, type Rectangle } from '../pages/page-space.js';
import type { PdfPage } from '../pages/pages.js';
import { usedResources } from '../pages/resources.js';
import { packLossless } from '../pictures/pictures.js';
import { dictOf, isName, PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../syntax/objects.js';
import { SyntaxReader } from '../syntax/syntax.js';
import { TextLayers } from './text-layer.js';

/** What of a page is to go. */
export interface PageRedaction {
  readonly page: PdfPage;
  readonly space: PageSpace;
  /** On the page as it is shown. */
  readonly rectangles: readonly Rectangle[];
  /** What can still be searched and copied, in pixels of the picture. */
  readonly words: OcrPage;
}

/** All pages that become pictures, and what the others keep of their resources. */
export interface RedactionPlan {
  readonly redactions: readonly PageRedaction[];
  readonly resources: ReadonlyMap<PdfPage, PdfDict>;
  /** Pages, from 1, that become pictures only because their resources cannot be told from those of redacted pages. */
  readonly alsoDrawn: readonly number[];
}

export interface RedactionSettings {
  readonly dpi: number;
  readonly color: { readonly r: number; readonly g: number; readonly b: number };
  /** The text without what is to go; the same text where there is nothing. */
  readonly clean: (text: string) => string;
}

export interface Redacted {
  readonly bytes: Uint8Array;
  /** Pages, from 1, that became pictures only because their resources cannot be told from those of redacted pages. */
  readonly alsoDrawn: readonly number[];
  readonly annotationsRemoved: number;
  /** Strings of titles, notes, fields and so on in which something was replaced. */
  readonly stringsChanged: number;
}

const JPEG_QUALITY = 90;
/** Lossless wherever it is not much larger: text stays sharp. */
const WORTH_JPEG = 0.5;
/** Entries of a page that speak of what it was. */
const PAGE_ENTRIES = [
  'Annots',
  'StructParents',
  'PieceInfo',
  'Thumb',
  'Metadata',
  'AA',
  'Group',
  'B',
  'Tabs',
  'LastModified',
  'SeparationInfo',
  'AF',
  'CropBox',
  'BleedBox',
  'TrimBox',
  'ArtBox',
  'PresSteps',
  'Hid',
  'ID',
];
/** Deepest field in fields. */
const MAX_DEPTH = 32;

/** Plans what `redactPdf` does. `shown` gives the place and the words of a page of which nothing is to go. */
export function planRedaction(
  { document, pages }: OpenPdf,
  found: readonly PageRedaction[],
  clean: RedactionSettings['clean'],
  shown: (page: PdfPage) => Pick<PageRedaction, 'space' | 'words'>,
): RedactionPlan {
  const byPage = new Map(found.map((redaction) => [redaction.page.dict, redaction]));
  const resources = new Map<PdfPage, PdfDict>();
  const alsoDrawn: number[] = [];
  for (const page of pages) {
    if (byPage.has(page.dict)) continue;
    const own = ownResources(document, page);
    if (own !== undefined && !contentSays(document, page, clean)) {
      resources.set(page, own);
      continue;
    }
    alsoDrawn.push(page.index + 1);
    byPage.set(page.dict, { page, rectangles: [], ...shown(page) });
  }
  return { redactions: [...byPage.values()], resources, alsoDrawn };
}

/**
 * Takes what the redactions cover out of a document: their pages become pictures with the rectangles painted over, and the text
 * outside of these put under the picture; annotations, structure, attachments, scripts, metadata go, and strings are cleaned.
 */
export async function redactPdf(
  pdf: OpenPdf,
  renderer: PdfRenderer,
  { redactions, resources, alsoDrawn }: RedactionPlan,
  settings: RedactionSettings,
): Promise<Redacted> {
  const { document } = pdf;
  const layers = new TextLayers(document);
  let annotationsRemoved = 0;
  const widgets = new Set<PdfDict>();
  for (const [page, used] of resources) page.dict.set('Resources', used);
  for (const redaction of redactions) {
    const { page, space, words } = redaction;
    const kept = keptLinks(document, redaction, settings, widgets);
    annotationsRemoved += (document.getArray(page.dict, 'Annots')?.length ?? 0) - kept.length;
    const picture = await drawnPage(document, renderer, redaction, settings);
    becomePicture(document, redaction, picture);
    if (kept.length > 0) page.dict.set('Annots', kept);
    if (words.lines.length > 0) layers.add(page, space.view, words, { dpi: settings.dpi, skewDegrees: 0 });
  }
  for (const number of pdf.nodes) document.dictOf(new PdfRef(number))?.delete('Resources');
  clearCatalog(document, widgets);
  annotationsRemoved += removeAttachmentNotes(document, pdf.pages);
  const stringsChanged = cleanStrings(document, settings.clean);
  return { bytes: writeChanged(pdf), alsoDrawn, annotationsRemoved, stringsChanged };
}

/** The resources that the page's content names; `undefined` where that cannot be told. */
function ownResources(document: PdfDocument, page: PdfPage): PdfDict | undefined {
  if (contentBytes(document, page.dict.get('Contents')) === undefined && page.dict.has('Contents')) return undefined;
  const all = document.resolve(page.dict.get('Resources') ?? page.inherited.get('Resources'));
  const used = document.resolve(usedResources(document, page));
  if (used === null) return new PdfDict();
  // The same list means that it was not gone through.
  return used instanceof PdfDict && used !== all ? used : undefined;
}

/** Whether marked content says what is to go in words that are not drawn: the text that stands for pictures, expansions. */
function contentSays(document: PdfDocument, page: PdfPage, clean: (text: string) => string): boolean {
  const bytes = contentBytes(document, page.dict.get('Contents'));
  // Most pages have none: looking for the letters is quick.
  if (bytes === undefined || !(bytes.includes('BDC') || bytes.includes('DP'))) return false;
  const reader = new SyntaxReader(bytes);
  for (const { operator, operands } of operationsOf(reader)) {
    const [, properties] = operands;
    if (operator !== 'BDC' && operator !== 'DP') continue;
    if (properties instanceof PdfDict && saysAnything(document, properties, clean)) return true;
  }
  // What was not read may say it.
  return reader.position < bytes.length;
}

/** Links of the page that no rectangle touches and that do not say what is to go. Widgets that go are remembered. */
function keptLinks(
  document: PdfDocument,
  { page, space, rectangles }: PageRedaction,
  { clean }: RedactionSettings,
  widgets: Set<PdfDict>,
): PdfValue[] {
  const kept: PdfValue[] = [];
  for (const value of document.getArray(page.dict, 'Annots') ?? []) {
    const annotation = document.resolve(value);
    if (!(annotation instanceof PdfDict)) continue;
    const rect = rectangleOf(document, annotation);
    const isClear = rect !== undefined && !rectangles.some((other) => overlaps(space.shown(rect), other));
    const isLink = isName(document.get(annotation, 'Subtype'), 'Link');
    if (isLink && isClear && !saysAnything(document, annotation, clean)) kept.push(value);
    else widgets.add(annotation);
  }
  return kept;
}

/** The four numbers of `Rect`, in order. */
export function rectangleOf(document: PdfDocument, annotation: PdfDict) {
  const values = document.getArray(annotation, 'Rect')?.map((value) => document.resolve(value));
  if (values?.length !== 4 || !values.every((value) => typeof value === 'number')) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = values as number[];
  return { left: Math.min(a, c), right: Math.max(a, c), bottom: Math.min(b, d), top: Math.max(b, d) };
}

async function drawnPage(
  document: PdfDocument,
  renderer: PdfRenderer,
  { page, rectangles }: PageRedaction,
  { dpi, color }: RedactionSettings,
): Promise<PdfRef> {
  const { width, height, rgba } = renderer.render(page.index, { dpi });
  const scale = dpi / 72;
  for (const { left, right, top, bottom } of rectangles) {
    const [x0, x1] = [Math.max(0, Math.floor(left * scale)), Math.min(width, Math.ceil(right * scale))];
    const [y0, y1] = [Math.max(0, Math.floor(top * scale)), Math.min(height, Math.ceil(bottom * scale))];
    for (let y = y0; y < y1; y += 1) {
      for (let x = x0; x < x1; x += 1) rgba.set([color.r, color.g, color.b, 255], 4 * (y * width + x));
    }
  }
  const channels = isGreyPage(rgba) ? 1 : 3;
  const data = new Uint8Array(width * height * channels);
  for (let i = 0, to = 0; i < rgba.length; i += 4) {
    data[to] = rgba[i] ?? 0;
    to += 1;
    if (channels === 1) continue;
    data[to] = rgba[i + 1] ?? 0;
    data[to + 1] = rgba[i + 2] ?? 0;
    to += 2;
  }
  const samples = { width, height, channels, data } as const;
  const lossless = packLossless(samples);
  const jpeg = await samplesToJpeg(samples, JPEG_QUALITY);
  const isJpeg = jpeg.length < WORTH_JPEG * lossless.length;
  const dict = dictOf({
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Image'),
    Width: width,
    Height: height,
    ColorSpace: new PdfName(channels === 1 ? 'DeviceGray' : 'DeviceRGB'),
    BitsPerComponent: 8,
    Filter: new PdfName(isJpeg ? 'DCTDecode' : 'FlateDecode'),
    DecodeParms: isJpeg ? undefined : dictOf({ Predictor: 15, Colors: channels, Columns: width }),
  });
  return document.add(new PdfStream(dict, isJpeg ? jpeg : lossless));
}

function isGreyPage(rgba: Uint8Array): boolean {
  for (let i = 0; i < rgba.length; i += 4) {
    if (rgba[i] !== rgba[i + 1] || rgba[i] !== rgba[i + 2]) return false;
  }
  return true;
}

function becomePicture(document: PdfDocument, { page, space }: PageRedaction, picture: PdfRef): void {
  const { left, bottom, right, top } = space.view;
  for (const key of PAGE_ENTRIES) page.dict.delete(key);
  const content = `q ${space.pictureMatrix.map((value) => Number(value.toFixed(4))).join(' ')} cm /Page Do Q`;
  page.dict.set('Contents', document.add(new PdfStream(new PdfDict(), Buffer.from(content, 'latin1'))));
  page.dict.set('Resources', dictOf({ XObject: dictOf({ Page: picture }) }));
  page.dict.set('MediaBox', [left, bottom, right, top]);
  // An inherited crop box would come back.
  page.dict.set('CropBox', [left, bottom, right, top]);
}

/** Everything that may say again what is to go and cannot be looked through: files, scripts, structure, metadata, private data. */
function clearCatalog(document: PdfDocument, removed: ReadonlySet<PdfDict>): void {
  const { catalog } = document;
  for (const key of [
    'StructTreeRoot',
    'MarkInfo',
    'Metadata',
    'PieceInfo',
    'AF',
    'Collection',
    'AA',
    'Threads',
    'SpiderInfo',
    'DSS',
    'Perms',
    'Legal',
    'DPartRoot',
  ]) {
    catalog.delete(key);
  }
  const action = document.getDict(catalog, 'OpenAction');
  if (action !== undefined && !isName(document.get(action, 'S'), 'GoTo')) catalog.delete('OpenAction');
  const names = document.getDict(catalog, 'Names');
  for (const key of ['EmbeddedFiles', 'JavaScript', 'Renditions', 'AlternatePresentations', 'Templates', 'IDS', 'URLS'])
    names?.delete(key);
  const form = document.getDict(catalog, 'AcroForm');
  if (form === undefined) return;
  form.delete('XFA');
  form.delete('CO');
  const fields = document.getArray(form, 'Fields');
  if (fields !== undefined) form.set('Fields', remainingFields(document, fields, removed, 0));
}

function remainingFields(
  document: PdfDocument,
  fields: readonly PdfValue[],
  removed: ReadonlySet<PdfDict>,
  depth: number,
): PdfValue[] {
  const remaining: PdfValue[] = [];
  for (const value of fields) {
    const field = document.resolve(value);
    if (!(field instanceof PdfDict) || removed.has(field) || depth > MAX_DEPTH) continue;
    const kids = document.getArray(field, 'Kids');
    if (kids !== undefined) {
      const left = remainingFields(document, kids, removed, depth + 1);
      if (left.length === 0) continue;
      field.set('Kids', left);
    }
    field.delete('AA');
    remaining.push(value);
  }
  return remaining;
}

/** Notes that carry files, sounds or films, on every page. */
function removeAttachmentNotes(document: PdfDocument, pages: readonly PdfPage[]): number {
  let count = 0;
  for (const { dict } of pages) {
    const annotations = document.getArray(dict, 'Annots');
    if (annotations === undefined) continue;
    const kept = annotations.filter((value) => {
      const subtype = document.getName(document.dictOf(value) ?? new PdfDict(), 'Subtype') ?? '';
      return !['FileAttachment', 'Sound', 'Movie', 'Screen', 'RichMedia', '3D'].includes(subtype);
    });
    count += annotations.length - kept.length;
    if (kept.length < annotations.length) dict.set('Annots', kept);
    for (const value of kept) document.dictOf(value)?.delete('AA');
  }
  return count;
}

/** Thrown where the result still says what should be gone: better no file than a wrong one. */
export const notRemoved = (): ToolError => new ToolError('EXECUTION_FAILED', 'The tool failed on this input');
