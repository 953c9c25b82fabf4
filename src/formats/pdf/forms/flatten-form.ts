import type { Matrix } from '../../../lib/page-text/matrix.js';
import type { PdfDocument } from '../document/document.js';
import type { OpenPdf } from '../document/open.js';
import { drawOnPage, type Placement } from '../pages/overlay.js';
import { dictOf, isName, PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../syntax/objects.js';

/** Annotation flags that keep a widget from being shown (ISO 32000-2, table 167): Hidden and NoView. */
const UNSEEN = (1 << 1) | (1 << 5);

/** Makes what form fields show part of their pages, and takes the fields and the form away. */
export function flattenForm(pdf: OpenPdf): void {
  const { document, pages } = pdf;
  const form = document.getDict(document.catalog, 'AcroForm');
  const resources = form === undefined ? undefined : document.getDict(form, 'DR');
  for (const page of pages) {
    const annotations = document.getArray(page.dict, 'Annots');
    if (annotations === undefined) continue;
    const placements: Placement[] = [];
    const kept: PdfValue[] = [];
    for (const value of annotations) {
      const dict = document.resolve(value);
      if (!(dict instanceof PdfDict) || !isName(document.get(dict, 'Subtype'), 'Widget')) {
        kept.push(value);
        continue;
      }
      const placement = placementOf(document, dict, resources);
      if (placement !== undefined) placements.push(placement);
    }
    if (kept.length === annotations.length) continue;
    if (kept.length === 0) page.dict.delete('Annots');
    else page.dict.set('Annots', kept);
    if (placements.length > 0) drawOnPage(document, page, placements);
  }
  document.catalog.delete('AcroForm');
}

function placementOf(document: PdfDocument, widget: PdfDict, resources: PdfDict | undefined): Placement | undefined {
  const flags = document.get(widget, 'F');
  if (typeof flags === 'number' && (flags & UNSEEN) !== 0) return undefined;
  const ref = appearanceOf(document, widget);
  const stream = document.resolve(ref);
  if (ref === undefined || !(stream instanceof PdfStream)) return undefined;
  const matrix = toRectangle(document, widget, stream.dict);
  if (matrix === undefined) return undefined;
  stream.dict.set('Type', new PdfName('XObject')).set('Subtype', new PdfName('Form'));
  if (!stream.dict.has('Resources')) stream.dict.set('Resources', resources ?? dictOf({}));
  return { drawing: { ref, width: 1, height: 1 }, matrix };
}

/** The appearance that is shown: the only one, or that of the state the widget is in. */
function appearanceOf(document: PdfDocument, widget: PdfDict): PdfRef | undefined {
  const appearances = document.getDict(widget, 'AP');
  const value = appearances?.get('N');
  const shown = document.resolve(value);
  if (shown instanceof PdfDict) {
    const state = shown.get(document.getName(widget, 'AS') ?? 'Off');
    return state instanceof PdfRef ? state : undefined;
  }
  return value instanceof PdfRef ? value : undefined;
}

/** Algorithm 8.1 of ISO 32000-2, 12.5.5: the appearance's box, turned by its matrix, goes onto the rectangle. */
function toRectangle(document: PdfDocument, widget: PdfDict, form: PdfDict): Matrix | undefined {
  const numbers = (dict: PdfDict, key: string, count: number): number[] | undefined => {
    const list = (document.getArray(dict, key) ?? []).map((part) => document.resolve(part));
    return list.length >= count && list.every((part) => typeof part === 'number') ? (list as number[]) : undefined;
  };
  const [left = 0, bottom = 0, right = 0, top = 0] = numbers(form, 'BBox', 4) ?? [];
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers(form, 'Matrix', 6) ?? [];
  const rectangle = numbers(widget, 'Rect', 4);
  if (rectangle === undefined) return undefined;
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [boxLeft, boxBottom] = [Math.min(...xs), Math.min(...ys)];
  const [boxWidth, boxHeight] = [Math.max(...xs) - boxLeft, Math.max(...ys) - boxBottom];
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rectangle;
  if (!(boxWidth > 0 && boxHeight > 0)) return undefined;
  const [sx, sy] = [Math.abs(x2 - x1) / boxWidth, Math.abs(y2 - y1) / boxHeight];
  return [sx, 0, 0, sy, Math.min(x1, x2) - boxLeft * sx, Math.min(y1, y2) - boxBottom * sy];
}
