import { deflateSync } from 'node:zlib';

import { ContentFault } from '../../../lib/faults.js';
import { inverse, type Matrix, multiply } from '../../../lib/page-text/matrix.js';
import { rebuildTree } from '../document/change.js';
import type { PdfDocument } from '../document/document.js';
import { type OpenPdf, readingPdf } from '../document/open.js';
import { moveDestinations, type PageMove } from '../navigation/moved-destinations.js';
import { MAX_DECODED_BYTES } from '../syntax/filters.js';
import { dictOf, PdfDict, PdfName, type PdfRef, PdfStream, type PdfValue } from '../syntax/objects.js';
import { contentBytes } from './content.js';
import { moveAnnotation } from './moved-annotations.js';
import { coordinate } from './overlay.js';
import { pageFrame } from './page-frame.js';
import { type PdfBox, pdfBoxOf, shownBoxOf } from './page-size.js';
import { type PdfPage, pageAttribute } from './pages.js';

/** A page on a sheet: scaled as it is shown, its lower left corner at x and y. */
export interface Imposed {
  /** From 0. */
  readonly page: number;
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  /** Nothing outside of it is shown: left, bottom, right, top. */
  readonly clip?: PdfBox;
}

/** In points. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly pages: readonly Imposed[];
  /** Thin lines around these areas. */
  readonly frames: readonly PdfBox[];
}

/** Width of the lines in points. */
const LINE = 0.5;

/**
 * Makes sheets the pages of a file, with its pages on them. Links stay where they are on their pages; bookmarks, names and links lead to
 * the sheets. Annotations that are drawn must be part of their pages already (`flattenPdf`); page labels and tags go. Every page must be
 * an object of its own (`withPlainTree`).
 */
export function imposePages(pdf: OpenPdf, sheets: readonly Sheet[]): OpenPdf {
  const { document, pages } = pdf;
  return readingPdf(pdf.name, () => {
    const forms = new PageForms(document, pages);
    const moves = new Map<number, PageMove>();
    const made = sheets.map((sheet) => document.add(sheetDict(document, pages, sheet, forms)));
    for (const [i, sheet] of sheets.entries()) {
      for (const imposed of sheet.pages) {
        const number = pages[imposed.page]?.ref?.number;
        const ref = made[i];
        if (number === undefined || ref === undefined || moves.has(number)) continue;
        const isPart = imposed.clip !== undefined;
        moves.set(number, { ref, matrix: forms.matrixOf(imposed), isPart });
      }
    }
    for (const key of ['PageLabels', 'StructTreeRoot', 'MarkInfo', 'Threads', 'DPartRoot', 'PieceInfo'])
      document.catalog.delete(key);
    moveDestinations(document, moves);
    // Whatever else points at the old pages points at nothing.
    for (const { ref } of pages) if (ref !== undefined) document.set(ref, null);
    const tree = made.map((ref, index): PdfPage => {
      const dict = document.dictOf(ref) ?? new PdfDict();
      return { index, number: ref.number, ref, dict, inherited: new PdfDict() };
    });
    return rebuildTree(pdf, tree);
  });
}

function sheetDict(document: PdfDocument, pages: readonly PdfPage[], sheet: Sheet, forms: PageForms): PdfDict {
  const names = new PdfDict();
  const annotations: PdfValue[] = [];
  const operators: string[] = [];
  for (const imposed of sheet.pages) {
    const page = pages[imposed.page];
    if (page === undefined) continue;
    const matrix = forms.matrixOf(imposed);
    const name = `Page${imposed.page + 1}`;
    names.set(name, forms.of(imposed.page));
    const clip = imposed.clip === undefined ? '' : `${area(imposed.clip)} re W n `;
    operators.push(`q ${clip}${matrix.map(coordinate).join(' ')} cm /${name} Do Q`);
    annotations.push(...linksOn(document, page, matrix, imposed.clip));
  }
  for (const frame of sheet.frames) operators.push(`q ${LINE} w 0 G ${area(frame)} re S Q`);
  return dictOf({
    Type: new PdfName('Page'),
    MediaBox: [0, 0, sheet.width, sheet.height].map((side) => Math.round(side * 1000) / 1000),
    Resources: dictOf({ XObject: names }),
    Contents: document.add(new PdfStream(new PdfDict(), Buffer.from(operators.join('\n'), 'latin1'))),
    Annots: annotations.length === 0 ? undefined : annotations,
  });
}

const area = ([left, bottom, right, top]: PdfBox): string =>
  [left, bottom, right - left, top - bottom].map(coordinate).join(' ');

/** Copies of the links of a page where they are on the sheet. */
function linksOn(document: PdfDocument, page: PdfPage, matrix: Matrix, clip: PdfBox | undefined): PdfRef[] {
  return (document.getArray(page.dict, 'Annots') ?? []).flatMap((value) => {
    const dict = document.dictOf(value);
    if (dict === undefined || document.getName(dict, 'Subtype') !== 'Link') return [];
    const link = new PdfDict(dict);
    for (const key of ['P', 'StructParent', 'Parent']) link.delete(key);
    moveAnnotation(document, link, matrix);
    const rect = pdfBoxOf(document, link.get('Rect'));
    if (rect === undefined) return [];
    if (clip !== undefined) {
      const shown = [
        Math.max(rect[0], clip[0]),
        Math.max(rect[1], clip[1]),
        Math.min(rect[2], clip[2]),
        Math.min(rect[3], clip[3]),
      ] as const;
      if (shown[2] <= shown[0] || shown[3] <= shown[1]) return [];
      link.set('Rect', [...shown]).delete('QuadPoints');
    }
    return [document.add(link)];
  });
}

/** The pages as forms (ISO 32000-2, 8.10), each made once. */
export class PageForms {
  readonly #made = new Map<number, PdfRef>();
  /** Parts of contents that are joined, all pages together. */
  #left = 4 * MAX_DECODED_BYTES;

  constructor(
    private readonly document: PdfDocument,
    private readonly pages: readonly PdfPage[],
  ) {}

  /** From the page's own coordinates to the sheet's. */
  matrixOf({ page: index, scale, x, y }: Omit<Imposed, 'clip'>): Matrix {
    const page = this.pages[index];
    if (page === undefined) return [1, 0, 0, 1, 0, 0];
    return multiply(inverse(pageFrame(this.document, page).toPage), [scale, 0, 0, scale, x, y]);
  }

  of(index: number): PdfRef {
    const known = this.#made.get(index);
    if (known !== undefined) return known;
    const { document } = this;
    const page = this.pages[index];
    const stream = this.#contentOf(page);
    const dict = new PdfDict(stream.dict)
      .set('Type', new PdfName('XObject'))
      .set('Subtype', new PdfName('Form'))
      .set('BBox', page === undefined ? [0, 0, 1, 1] : [...shownBoxOf(document, page)])
      .set('Resources', (page && pageAttribute(page, 'Resources')) ?? new PdfDict());
    const group = page && document.getDict(page.dict, 'Group');
    if (group !== undefined) dict.set('Group', group);
    const ref = document.add(new PdfStream(dict, stream.bytes));
    this.#made.set(index, ref);
    return ref;
  }

  #contentOf(page: PdfPage | undefined): PdfStream {
    const { document } = this;
    const value = document.resolve(page?.dict.get('Contents'));
    const only = Array.isArray(value) && value.length === 1 ? document.resolve(value[0]) : value;
    if (only instanceof PdfStream) return only;
    const bytes = contentBytes(document, value, Math.min(this.#left, MAX_DECODED_BYTES));
    if (bytes === undefined)
      throw new ContentFault(`the content of page ${(page?.index ?? 0) + 1} is damaged or too long`);
    this.#left -= bytes.length;
    return new PdfStream(new PdfDict().set('Filter', new PdfName('FlateDecode')), deflateSync(bytes));
  }
}
