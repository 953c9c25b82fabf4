import type { Box, PageContent } from '../../../lib/page-text/glyphs.js';
import type { OpenPdf } from '../document/open.js';
import { dictOf, PdfName, PdfStream, type PdfValue, textString } from '../syntax/objects.js';

/** What is marked on a page. */
export interface Highlight {
  /** On the upright page, in points. */
  readonly boxes: readonly Box[];
  /** Shown by viewers when the mark is pointed at. */
  readonly note: string;
}

/** Red, green and blue from 0 to 1. */
export type HighlightColor = readonly [number, number, number];

/**
 * Adds highlight annotations with their appearance to a page by its index from 0 (ISO 32000-2, 12.5.6.10). The colour is multiplied with
 * what is below it. The file is changed in place: `rewritePdf` writes it.
 */
export function addHighlights(
  { document, pages }: OpenPdf,
  index: number,
  upright: PageContent['upright'],
  highlights: readonly Highlight[],
  color: HighlightColor,
): void {
  const page = pages[index];
  if (page === undefined || highlights.length === 0) return;
  const multiply = document.add(dictOf({ Type: new PdfName('ExtGState'), BM: new PdfName('Multiply') }));
  const added = highlights.map(({ boxes, note }): PdfValue => {
    const rects = boxes.map((box) => ownRect(box, upright));
    const rect = [
      Math.min(...rects.map(([left]) => left)),
      Math.min(...rects.map(([, bottom]) => bottom)),
      Math.max(...rects.map(([, , right]) => right)),
      Math.max(...rects.map(([, , , top]) => top)),
    ];
    const drawing = [
      '/marks gs',
      `${color.map((part) => part.toFixed(3)).join(' ')} rg`,
      ...rects.map(
        ([left, bottom, right, top]) => `${left} ${bottom} ${rounded(right - left)} ${rounded(top - bottom)} re`,
      ),
      'f',
    ].join('\n');
    const form = dictOf({
      Type: new PdfName('XObject'),
      Subtype: new PdfName('Form'),
      BBox: rect,
      Resources: dictOf({ ExtGState: dictOf({ marks: multiply }) }),
      // The blending is with the page, not with an empty group.
      Group: dictOf({ S: new PdfName('Transparency') }),
    });
    const appearance = document.add(new PdfStream(form, Buffer.from(drawing, 'latin1')));
    return document.add(
      dictOf({
        Type: new PdfName('Annot'),
        Subtype: new PdfName('Highlight'),
        Rect: rect,
        // Upper left, upper right, lower left, lower right: as all viewers read it, not as the standard says.
        QuadPoints: rects.flatMap(([left, bottom, right, top]) => [left, top, right, top, left, bottom, right, bottom]),
        C: [...color],
        F: PRINTED,
        Contents: textString(note),
        AP: dictOf({ N: appearance }),
      }),
    );
  });
  page.dict.set('Annots', [...(document.getArray(page.dict, 'Annots') ?? []), ...added]);
}

/** Annotation flag Print: ISO 32000-2, table 167. */
const PRINTED = 4;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** A box of the upright page in the page's own space: left, bottom, right, top. The matrix only turns by quarters. */
function ownRect(
  { left, top, right, bottom }: Box,
  [a, b, c, d, e, f]: PageContent['upright'],
): [number, number, number, number] {
  const area = a * d - b * c;
  const back = (x: number, y: number): [number, number] => [
    (d * (x - e) - c * (y - f)) / area,
    (a * (y - f) - b * (x - e)) / area,
  ];
  const [x1, y1] = back(left, top);
  const [x2, y2] = back(right, bottom);
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)].map(rounded) as [
    number,
    number,
    number,
    number,
  ];
}
