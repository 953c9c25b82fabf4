import { type Matrix, move } from '../../../lib/page-text/matrix.js';
import type { PdfDocument } from '../document/document.js';
import { movedBox } from '../pages/moved-annotations.js';
import { type PdfBox, pdfBoxOf } from '../pages/page-size.js';
import { PdfDict, PdfName, PdfRef, type PdfValue } from '../syntax/objects.js';
import { walkDocument } from '../syntax/walk.js';

/** Where what was on a page is now. */
export interface PageMove {
  /** The page it is on. */
  readonly ref: PdfRef;
  /** From the page's own coordinates to those of that page; scales and turns by quarters. */
  readonly matrix: Matrix;
  /** Only a part of the page is there: places in it become all of that page. */
  readonly isPart?: boolean;
}

/**
 * Makes every place in the document that leads to a page which was moved, by the number of its object, lead to where that place is now:
 * of links, bookmarks, names and actions (ISO 32000-2, 12.3.2.2).
 */
export function moveDestinations(document: PdfDocument, moves: ReadonlyMap<number, PageMove>): void {
  const seen = new Set<PdfValue>();
  for (const { dict } of walkDocument(document)) {
    const waiting: PdfValue[] = [...dict.values()];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next instanceof PdfDict || !(Array.isArray(next) || next instanceof PdfRef)) continue;
      const list = document.resolve(next);
      if (!Array.isArray(list) || seen.has(list)) continue;
      seen.add(list);
      const [page, kind] = list;
      const target = page instanceof PdfRef ? moves.get(page.number) : undefined;
      const name = document.resolve(kind);
      if (target !== undefined && name instanceof PdfName && list.length <= MAX_OPERANDS) {
        const view = target.isPart
          ? [new PdfName('Fit')]
          : movedView(document, name.value, list.slice(2), target.matrix);
        list.splice(0, list.length, target.ref, ...view);
      } else {
        for (const item of list) if (Array.isArray(item) || item instanceof PdfRef) waiting.push(item);
      }
    }
  }
}

/** The longest view, FitR, has six; some writers add zeros. */
const MAX_OPERANDS = 8;

function movedView(document: PdfDocument, kind: string, operands: readonly PdfValue[], matrix: Matrix): PdfValue[] {
  const values = operands.map((value) => document.resolve(value));
  const name = new PdfName(kind);
  /** A point of which one coordinate may be unstated; on a page that was turned the other one says it. */
  const moved = (x: PdfValue | undefined, y: PdfValue | undefined): [number | null, number | null] => {
    const [left, up] = move(matrix, typeof x === 'number' ? x : 0, typeof y === 'number' ? y : 0);
    const isSideways = matrix[0] === 0;
    const [knowsLeft, knowsUp] = isSideways
      ? [typeof y === 'number', typeof x === 'number']
      : [typeof x === 'number', typeof y === 'number'];
    return [knowsLeft ? rounded(left) : null, knowsUp ? rounded(up) : null];
  };
  const isUpright = matrix[0] > 0;
  switch (kind) {
    case 'XYZ': {
      const [left, up] = moved(values[0], values[1]);
      return [name, left, up, values[2] ?? null];
    }
    case 'FitH':
    case 'FitBH': {
      const [left, up] = moved(null, values[0]);
      return isUpright ? [name, up] : [new PdfName('XYZ'), left, up, null];
    }
    case 'FitV':
    case 'FitBV': {
      const [left, up] = moved(values[0], null);
      return isUpright ? [name, left] : [new PdfName('XYZ'), left, up, null];
    }
    case 'FitR': {
      const box: PdfBox | undefined = pdfBoxOf(document, values.slice(0, 4));
      return box === undefined ? [new PdfName('Fit')] : [name, ...movedBox(box, matrix)];
    }
    default:
      return [name, ...operands];
  }
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
