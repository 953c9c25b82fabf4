import type { Matrix } from '../../../lib/page-text/matrix.js';
import type { PdfDocument } from '../document/document.js';
import { rotationOf, shownBoxOf, userUnitOf } from './page-size.js';
import type { PdfPage } from './pages.js';

/** A page as a viewer shows it: cropped, turned and scaled. */
export interface PageFrame {
  /** In points of 1/72 inch. */
  readonly width: number;
  readonly height: number;
  /** From what is shown (points, origin in the lower left corner, y upwards) to the page's own coordinates. */
  readonly toPage: Matrix;
}

/** How a page is shown: by its MediaBox, CropBox, Rotate and UserUnit, its own or inherited. */
export function pageFrame(document: PdfDocument, page: PdfPage): PageFrame {
  const [left, bottom, right, top] = shownBoxOf(document, page);
  const unit = userUnitOf(document, page);
  const scale = 1 / unit;
  const width = right - left;
  const height = top - bottom;
  switch (rotationOf(document, page)) {
    case 90:
      return { width: height * unit, height: width * unit, toPage: [0, scale, -scale, 0, right, bottom] };
    case 180:
      return { width: width * unit, height: height * unit, toPage: [-scale, 0, 0, -scale, right, top] };
    case 270:
      return { width: height * unit, height: width * unit, toPage: [0, -scale, scale, 0, left, top] };
    default:
      return { width: width * unit, height: height * unit, toPage: [scale, 0, 0, scale, left, bottom] };
  }
}
