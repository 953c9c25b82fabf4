import { move } from '../../../lib/page-text/matrix.js';
import type { PdfDocument } from '../document/document.js';
import { pageFrame } from './page-frame.js';
import type { PdfPage } from './pages.js';

/** Points cut from the sides of a page as it is shown. */
export interface PageCut {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Least width and height of a page in points (ISO 32000-1, C.2 has 3 units as the smallest page). */
const LEAST_SIDE = 3;

/** Whether enough of a page is left to be shown. */
export const leavesPage = ({ left, top, right, bottom }: PageCut, width: number, height: number): boolean =>
  width - left - right >= LEAST_SIDE && height - top - bottom >= LEAST_SIDE;

/** Sets what is shown of a page, in its own coordinates: turned and scaled pages too. */
export function cropPage(document: PdfDocument, page: PdfPage, { left, top, right, bottom }: PageCut): void {
  const { width, height, toPage } = pageFrame(document, page);
  const [x1, y1] = move(toPage, left, bottom);
  const [x2, y2] = move(toPage, width - right, height - top);
  const sides = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  page.dict.set(
    'CropBox',
    sides.map((side) => Math.round(side * 1000) / 1000),
  );
}
