import { deflateSync } from 'node:zlib';

import { ContentFault, LimitFault } from '../../../lib/faults.js';
import type { Matrix } from '../../../lib/page-text/matrix.js';
import { Copier } from '../document/copy.js';
import type { PdfDocument } from '../document/document.js';
import { type OpenPdf, openPdf } from '../document/open.js';
import { serialize } from '../document/save.js';
import { dictOf, PdfDict, PdfName, type PdfRef, PdfStream, type PdfValue, textString } from '../syntax/objects.js';
import { contentDepth } from './content-depth.js';
import { shownBoxOf } from './page-size.js';
import { type PdfPage, pageAttribute } from './pages.js';

/** Something to be drawn on pages: a form or a picture that is an object of the document. */
export interface PageDrawing {
  readonly ref: PdfRef;
  /** In the units of the matrices that place it; 1 × 1 for a picture. */
  readonly width: number;
  readonly height: number;
  /** What it says: readers then find the text whatever its angle and script. */
  readonly text?: string;
}

export interface Placement {
  readonly drawing: PageDrawing;
  /** From the drawing's own coordinates to those of the page; see `pageFrame`. */
  readonly matrix: Matrix;
}

export interface DrawOptions {
  /** 0 to 1. */
  readonly opacity?: number;
  /** Before the page's own content, so that it is covered by it. */
  readonly isBehind?: boolean;
  /** What it is, so that screen readers leave it out (ISO 32000-2, 14.8.2.2.2); without it it is content of the page. */
  readonly artifact?: 'Watermark' | 'Header' | 'Footer' | 'PageNum' | 'BatesN';
}

/** Content of one file that is looked through for what it leaves open, all pages together. Chosen: it takes about two seconds. */
const MAX_CONTENT_BYTES = 64 * 2 ** 20;

const contentLeft = new WeakMap<PdfDocument, number>();

/**
 * Takes the pages of another PDF into a document, each as a form with the fonts and pictures it uses, which they share.
 * `bytes` are our own: made by an engine, not sent by a caller.
 */
export function importPages(document: PdfDocument, bytes: Uint8Array): PageDrawing[] {
  const source = openPdf({ name: 'overlay.pdf', bytes });
  const copier = new Copier(source.document, document);
  const drawings = source.pages.map((page) => importPage(source, page, copier));
  copier.finish();
  return drawings;
}

function importPage({ document: source }: OpenPdf, page: PdfPage, copier: Copier): PageDrawing {
  const box = (source.resolve(pageAttribute(page, 'MediaBox')) as number[]).map(Number);
  const [left = 0, bottom = 0, right = 0, top = 0] = box;
  const content = source.get(page.dict, 'Contents');
  const stream = content instanceof PdfStream ? content : new PdfStream(new PdfDict(), new Uint8Array(0));
  const resources = copier.copy(pageAttribute(page, 'Resources') ?? new PdfDict());
  const dict = new PdfDict(stream.dict);
  dict.delete('Length');
  dict
    .set('Type', new PdfName('XObject'))
    .set('Subtype', new PdfName('Form'))
    .set('BBox', [left, bottom, right, top])
    .set('Resources', resources ?? new PdfDict())
    // One group: opacity then counts once, also where letters overlap.
    .set('Group', dictOf({ Type: new PdfName('Group'), S: new PdfName('Transparency') }));
  return {
    ref: copier.target.add(new PdfStream(dict, stream.bytes)),
    width: right - left,
    height: top - bottom,
  };
}

/** Draws onto a page, over its content or behind it; the content stays as it is. */
export function drawOnPage(
  document: PdfDocument,
  page: PdfPage,
  placements: readonly Placement[],
  { opacity = 1, isBehind = false, artifact }: DrawOptions = {},
): void {
  const resources = ownResources(document, page);
  const parts: string[] = [];
  if (opacity < 1) {
    const state = document.add(dictOf({ Type: new PdfName('ExtGState'), ca: opacity, CA: opacity }));
    parts.push(`/${addResource(document, resources, 'ExtGState', 'Overlay', state)} gs`);
  }
  const names = new Map<number, string>();
  for (const { drawing, matrix } of placements) {
    const name = names.get(drawing.ref.number) ?? addResource(document, resources, 'XObject', 'Overlay', drawing.ref);
    names.set(drawing.ref.number, name);
    parts.push(drawn(name, matrix, drawing.text));
  }
  const operators = `q ${parts.join(' ')} Q`;
  const tag = `/Artifact <</Type /Pagination /Subtype /${artifact}>> BDC`;
  addContent(document, page, artifact === undefined ? operators : `${tag} ${operators} EMC`, isBehind);
}

/** The operators that draw a form or picture `name`; with a text as its replacement (ISO 32000-2, 14.9.4). */
export function drawn(name: string, matrix: Matrix, text?: string): string {
  const operators = `q ${matrix.map(coordinate).join(' ')} cm /${name} Do Q`;
  if (text === undefined) return operators;
  return `/Span ${serialize(dictOf({ ActualText: textString(text) }))} BDC ${operators} EMC`;
}

/** As content has it: without an exponent. */
export const coordinate = (value: number): string => String(Number(value.toFixed(5)));

/** A copy of the page's resources that only the page uses: pages often share one list. */
function ownResources(document: PdfDocument, page: PdfPage): PdfDict {
  const shared = document.resolve(pageAttribute(page, 'Resources'));
  const resources = new PdfDict(shared instanceof PdfDict ? shared : []);
  page.dict.set('Resources', resources);
  return resources;
}

function addResource(document: PdfDocument, resources: PdfDict, kind: string, stem: string, ref: PdfRef): string {
  const list = new PdfDict(document.getDict(resources, kind) ?? []);
  let n = 1;
  while (list.has(`${stem}${n}`)) n += 1;
  resources.set(kind, list.set(`${stem}${n}`, ref));
  return `${stem}${n}`;
}

function addContent(document: PdfDocument, page: PdfPage, operators: string, isBehind: boolean): void {
  const parts = contentParts(document, page);
  if (isBehind) {
    page.dict.set('Contents', [plain(document, operators), ...parts]);
    return;
  }
  const { surplus, open, unfinished } = depthOf(document, parts);
  if (unfinished !== undefined) {
    page.dict.set('Contents', [plain(document, drawnApart(document, page, unfinished)), plain(document, operators)]);
    return;
  }
  const before = 'q\n'.repeat(1 + surplus);
  // Spaces: what is before may end in the middle of nothing, and contents are joined as they are (ISO 32000-2, 7.8.2).
  const after = `\n${'Q '.repeat(1 + open)}${operators}`;
  page.dict.set('Contents', [plain(document, before), ...parts, plain(document, after)]);
}

/** Runs operators before the content of a page that count for all of it and for nothing after it: a matrix, a clip. */
export function wrapContent(document: PdfDocument, page: PdfPage, operators: string): void {
  const parts = contentParts(document, page);
  if (parts.length === 0) return;
  const { surplus, open, unfinished } = depthOf(document, parts);
  if (unfinished !== undefined) {
    page.dict.set('Contents', plain(document, `q ${operators} ${drawnApart(document, page, unfinished)} Q`));
    return;
  }
  const before = plain(document, `q ${operators}\n${'q\n'.repeat(1 + surplus)}`);
  page.dict.set('Contents', [before, ...parts, plain(document, `\n${'Q '.repeat(2 + open)}`)]);
}

/** The operators that draw a content as a form of its own, which ends with it. */
function drawnApart(document: PdfDocument, page: PdfPage, content: Buffer): string {
  const resources = ownResources(document, page);
  const form = dictOf({
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Form'),
    BBox: [...shownBoxOf(document, page)],
    Resources: new PdfDict(resources),
    Filter: new PdfName('FlateDecode'),
  });
  const ref = document.add(new PdfStream(form, deflateSync(content)));
  return `q /${addResource(document, resources, 'XObject', 'Page', ref)} Do Q`;
}

const plain = (document: PdfDocument, text: string): PdfRef =>
  document.add(new PdfStream(new PdfDict(), Buffer.from(text, 'latin1')));

function contentParts(document: PdfDocument, page: PdfPage): PdfValue[] {
  const value = page.dict.get('Contents') ?? null;
  const resolved = document.resolve(value);
  if (Array.isArray(resolved)) return resolved;
  return resolved instanceof PdfStream ? [value] : [];
}

interface Depth {
  readonly surplus: number;
  readonly open: number;
  /** The content, where it does not end properly. */
  readonly unfinished: Buffer | undefined;
}

/** Surplus `Q` need as many `q` before them; `open` counts what stays open above these. */
function depthOf(document: PdfDocument, parts: readonly PdfValue[]): Depth {
  const balanced = { surplus: 0, open: 0, unfinished: undefined };
  const chunks: Buffer[] = [];
  let left = contentLeft.get(document) ?? MAX_CONTENT_BYTES;
  for (const part of parts) {
    const stream = document.resolve(part);
    if (!(stream instanceof PdfStream)) continue;
    const bytes = left > 0 ? document.tryDecode(stream, left) : undefined;
    // Perhaps a bomb: a few of them must not cost what a thousand pages may.
    left = bytes === undefined ? Math.floor(left / 2) : left - bytes.length;
    contentLeft.set(document, left);
    if (bytes === undefined) return balanced;
    chunks.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), Buffer.from('\n'));
  }
  try {
    const content = Buffer.concat(chunks);
    const depth = contentDepth(content);
    return depth === undefined ? balanced : { ...depth, unfinished: depth.isUnfinished ? content : undefined };
  } catch (error) {
    // Nested too deeply or of too many values: viewers do not read to its end either.
    if (error instanceof ContentFault || error instanceof LimitFault) return balanced;
    throw error;
  }
}
