import { latin1 } from '../../../lib/bytes/latin1.js';
import { type Matrix, move } from '../../../lib/page-text/matrix.js';
import type { PdfDocument } from '../document/document.js';
import { inheritedEntry } from '../forms/field-looks.js';
import { byteString, PdfDict, PdfString, type PdfValue } from '../syntax/objects.js';
import { type PdfBox, pdfBoxOf } from './page-size.js';

/** Entries of annotations that are points, one after another: ISO 32000-2, 12.5.6. */
const POINTS = ['QuadPoints', 'Vertices', 'L', 'CL'];
/** Lists of such. */
const POINT_LISTS = ['InkList', 'Path'];
/** Lengths. */
const LENGTHS = ['LL', 'LLE', 'LLO'];

/** The smallest upright box around a box that was transformed. */
export function movedBox([left, bottom, right, top]: PdfBox, matrix: Matrix): PdfBox {
  const [x1, y1] = move(matrix, left, bottom);
  const [x2, y2] = move(matrix, right, top);
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)].map(rounded) as unknown as PdfBox;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Moves an annotation with its page, by a matrix that scales and turns by quarters. How it looks is scaled by viewers. */
export function moveAnnotation(document: PdfDocument, dict: PdfDict, matrix: Matrix): void {
  const scale = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
  const rect = pdfBoxOf(document, dict.get('Rect'));
  if (rect !== undefined) dict.set('Rect', [...movedBox(rect, matrix)]);
  for (const key of POINTS) {
    const list = document.getArray(dict, key);
    if (list !== undefined) dict.set(key, movedPoints(document, list, matrix));
  }
  for (const key of POINT_LISTS) {
    const lists = document.getArray(dict, key)?.map((item) => document.resolve(item));
    if (lists === undefined) continue;
    dict.set(
      key,
      lists.map((list) => (Array.isArray(list) ? movedPoints(document, list, matrix) : list)),
    );
  }
  if (scale === 1) return;
  const scaled = (value: PdfValue): PdfValue => (typeof value === 'number' ? rounded(value * scale) : value);
  for (const key of LENGTHS) if (dict.has(key)) dict.set(key, scaled(document.get(dict, key)));
  for (const key of ['RD', 'Border']) {
    const list = document.getArray(dict, key);
    if (list !== undefined)
      dict.set(
        key,
        list.map((item) => scaled(document.resolve(item))),
      );
  }
  const style = document.getDict(dict, 'BS');
  if (style !== undefined && typeof document.get(style, 'W') === 'number') {
    dict.set('BS', new PdfDict(style).set('W', scaled(document.get(style, 'W'))));
  }
  scaleLetters(document, dict, scale);
}

function movedPoints(document: PdfDocument, list: readonly PdfValue[], matrix: Matrix): PdfValue[] {
  const numbers = list.map((item) => document.resolve(item));
  const moved: PdfValue[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const [x, y] = [numbers[i], numbers[i + 1]];
    if (typeof x !== 'number' || typeof y !== 'number') return [...list];
    moved.push(...move(matrix, x, y).map(rounded));
  }
  return moved;
}

/** The size of letters of fields and text boxes, for what is typed into them later; 0 is the size that fits. */
function scaleLetters(document: PdfDocument, dict: PdfDict, scale: number): void {
  const look = inheritedEntry(document, dict, 'DA');
  if (!(look instanceof PdfString)) return;
  const parts = latin1(look.bytes).split(/([\0\t\n\f\r ]+)/);
  const at = parts.indexOf('Tf') - 2;
  const size = Number(parts[at]);
  if (at < 0 || !(size > 0)) return;
  parts[at] = String(rounded(size * scale));
  dict.set('DA', byteString(parts.join('')));
}
