import { IDENTITY, type Matrix, move } from '../../../lib/page-text/matrix.js';
import type { PdfDocument } from '../document/document.js';
import { type OpenPdf, readingPdf } from '../document/open.js';
import { dropReferences } from '../document/sanitize.js';
import { serialize } from '../document/save.js';
import { type PdfBox, pdfBoxOf, rotationOf } from '../pages/page-size.js';
import { type PdfPage, pageAttribute } from '../pages/pages.js';
import { byteString, isInteger, isName, PdfDict, PdfName, type PdfRef, PdfStream } from '../syntax/objects.js';
import { walkDocument } from '../syntax/walk.js';
import { appearanceOf, EMPTY_LOOK, inheritedEntry } from './field-looks.js';
import { makeAppearances, type ShownAnnotation } from './made-appearances.js';

export type FlattenKind = 'forms' | 'annotations' | 'all';

/** What `flattenPdf` did. */
export interface Flattened {
  fields: number;
  annotations: number;
  /** Appearances that the file lacked and that were made. */
  made: number;
  /** Not shown on a screen, and so not drawn. */
  hidden: number;
  /** To be seen but without an appearance that could be made: left out. */
  missing: number;
}

// ISO 32000-2, table 167: flags of annotations, bits from 1.
const HIDDEN = 1 << 1;
const NO_ROTATE = 1 << 4;
const NO_VIEW = 1 << 5;

interface Item extends ShownAnnotation {
  readonly isField: boolean;
}

/**
 * Draws form fields and annotations into the content of their pages, where their own appearances do not move, and takes them out
 * as things to click. Links stay, because they are not drawn. `bytes` are those that the file was opened from.
 */
export async function flattenPdf(pdf: OpenPdf, bytes: Uint8Array, kind: FlattenKind): Promise<Flattened> {
  const { document } = pdf;
  const items = readingPdf(pdf.name, () => itemsOf(pdf, kind));
  const done: Flattened = { fields: 0, annotations: 0, made: 0, hidden: 0, missing: 0 };
  const visible = items.filter(({ dict }) => isShown(document, dict));
  done.hidden = items.length - visible.length;
  const form = document.getDict(document.catalog, 'AcroForm');
  const isOutdated = form !== undefined && document.get(form, 'NeedAppearances') === true;
  const lacking = visible.filter(
    ({ dict, isField }) => (isField && isOutdated) || appearanceOf(document, dict) === undefined,
  );
  if (lacking.length > 0) done.made = await makeAppearances(pdf, bytes, lacking);
  readingPdf(pdf.name, () => {
    const drawn = new Map<PdfPage, string[]>();
    for (const { page, dict, isField } of visible) {
      const look = appearanceOf(document, dict);
      const command = look && drawCommand(document, page, dict, look, isField ? form : undefined);
      if (command === undefined) {
        if (isExpected(document, dict)) done.missing += 1;
        continue;
      }
      done[isField ? 'fields' : 'annotations'] += 1;
      const commands = drawn.get(page) ?? [];
      drawn.set(page, commands);
      commands.push(command);
    }
    for (const [page, commands] of drawn) addContent(document, page, commands);
    takeOut(pdf, items, kind);
  });
  return done;
}

function itemsOf({ document, pages }: OpenPdf, kind: FlattenKind): Item[] {
  return pages.flatMap((page) =>
    (document.getArray(page.dict, 'Annots') ?? []).flatMap((value): Item[] => {
      const dict = document.dictOf(value);
      if (dict === undefined) return [];
      const subtype = document.getName(dict, 'Subtype');
      const isField = subtype === 'Widget';
      if (subtype === 'Link' || (kind === 'forms' && !isField) || (kind === 'annotations' && isField)) return [];
      return [{ page, value, dict, isField }];
    }),
  );
}

function isShown(document: PdfDocument, dict: PdfDict): boolean {
  const flags = document.get(dict, 'F');
  const isHidden = isInteger(flags) && (flags & (HIDDEN | NO_VIEW)) !== 0;
  return !isHidden && !isName(document.get(dict, 'Subtype'), 'Popup');
}

/** Somebody would see something: a field without a value, or a box without a size, shows nothing. */
function isExpected(document: PdfDocument, dict: PdfDict): boolean {
  if (pdfBoxOf(document, dict.get('Rect')) === undefined) return false;
  if (!isName(document.get(dict, 'Subtype'), 'Widget')) return true;
  const isButton = isName(inheritedEntry(document, dict, 'FT'), 'Btn');
  return !isButton && inheritedEntry(document, dict, 'V') !== null;
}

function matrixOf(document: PdfDocument, dict: PdfDict): Matrix {
  const list = document.getArray(dict, 'Matrix')?.map((item) => document.resolve(item)) ?? [];
  const numbers = list.filter((item) => typeof item === 'number' && Number.isFinite(item));
  return numbers.length === 6 ? (numbers as unknown as Matrix) : IDENTITY;
}

/** The smallest upright box around a box that was transformed. */
function boundsOf([left, bottom, right, top]: PdfBox, matrix: Matrix): PdfBox {
  const corners = [
    move(matrix, left, bottom),
    move(matrix, left, top),
    move(matrix, right, bottom),
    move(matrix, right, top),
  ];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

const written = (numbers: readonly number[]): string =>
  numbers.map((n) => serialize(Math.round(n * 1e6) / 1e6)).join(' ');

/** Adds the appearance to the page's resources and says how to draw it (ISO 32000-2, 12.5.5, algorithm 8.1). */
function drawCommand(
  document: PdfDocument,
  page: PdfPage,
  dict: PdfDict,
  look: PdfStream,
  form: PdfDict | undefined,
): string | undefined {
  if (look === EMPTY_LOOK) return '';
  const rect = pdfBoxOf(document, dict.get('Rect'));
  const box = pdfBoxOf(document, look.dict.get('BBox'));
  if (rect === undefined || box === undefined) return undefined;
  const bounds = boundsOf(box, matrixOf(document, look.dict));
  const [width, height] = [bounds[2] - bounds[0], bounds[3] - bounds[1]];
  if (!(width > 0 && height > 0)) return undefined;
  const scale = [(rect[2] - rect[0]) / width, (rect[3] - rect[1]) / height] as const;
  const place = [scale[0], 0, 0, scale[1], rect[0] - bounds[0] * scale[0], rect[1] - bounds[1] * scale[1]];
  const own = new PdfDict(look.dict).set('Type', new PdfName('XObject')).set('Subtype', new PdfName('Form'));
  if (!own.has('Resources')) own.set('Resources', (form && document.getDict(form, 'DR')) ?? new PdfDict());
  const layer = dict.get('OC');
  if (layer !== undefined) own.set('OC', layer);
  own.delete('Length');
  const name = addResource(document, page, document.add(new PdfStream(own, look.bytes)));
  const flags = document.get(dict, 'F');
  const turn = isInteger(flags) && (flags & NO_ROTATE) !== 0 ? rotationOf(document, page) : 0;
  return `q${turn === 0 ? '' : ` ${written(uprightAt(rect, turn))} cm`} ${written(place)} cm /${name} Do Q\n`;
}

/** Turns about the upper left corner, so that what is on a turned page stands upright. */
function uprightAt([left, , , top]: PdfBox, degrees: number): Matrix {
  const [cos, sin] = [Math.round(Math.cos((degrees * Math.PI) / 180)), Math.round(Math.sin((degrees * Math.PI) / 180))];
  return [cos, sin, -sin, cos, left - cos * left + sin * top, top - sin * left - cos * top];
}

/** Gives a form a free name in the resources of a page, which become the page's own. */
function addResource(document: PdfDocument, page: PdfPage, ref: PdfRef): string {
  const known = document.resolve(pageAttribute(page, 'Resources'));
  const resources = new PdfDict(known instanceof PdfDict ? known : []);
  const objects = new PdfDict(document.getDict(resources, 'XObject') ?? []);
  let number = objects.size + 1;
  while (objects.has(`Flat${number}`)) number += 1;
  page.dict.set('Resources', resources.set('XObject', objects.set(`Flat${number}`, ref)));
  return `Flat${number}`;
}

/** Puts commands behind the content of a page, in the state that the page began with. */
function addContent(document: PdfDocument, page: PdfPage, commands: readonly string[]): void {
  const text = commands.join('');
  if (text === '') return;
  const contents = document.resolve(page.dict.get('Contents'));
  const own = Array.isArray(contents) ? contents : page.dict.has('Contents') ? [page.dict.get('Contents') ?? null] : [];
  const part = (code: string): PdfRef => document.add(new PdfStream(new PdfDict(), byteString(code).bytes));
  page.dict.set('Contents', own.length === 0 ? part(text) : [part('q\n'), ...own, part(`\nQ\n${text}`)]);
}

function takeOut(pdf: OpenPdf, items: readonly Item[], kind: FlattenKind): void {
  const { document, pages } = pdf;
  const gone = new Set(items.map(({ dict }) => dict));
  for (const { dict: page } of pages) {
    const list = document.getArray(page, 'Annots');
    if (list === undefined) continue;
    const kept = list.filter((value) => {
      const dict = document.dictOf(value);
      return dict !== undefined && !gone.has(dict);
    });
    if (kept.length === 0) page.delete('Annots');
    else if (kept.length < list.length) page.set('Annots', kept);
  }
  if (kind !== 'annotations') {
    document.catalog.delete('AcroForm');
    document.catalog.delete('NeedsRendering');
  }
  for (const { dict } of walkDocument(document)) {
    if (dict.has('K')) dropReferences(document, dict, gone);
  }
}
