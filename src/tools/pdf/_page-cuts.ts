/** What crop-pdf cuts from each page. */

import { invalid, overLimit, quote } from '../../core/index.js';
import type { PdfRenderer } from '../../engines/pdfium/renderer.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';
import { leavesPage, type PageCut } from '../../formats/pdf/pages/crop.js';
import { shownSizeOf } from '../../formats/pdf/pages/page-size.js';
import { boxBelow } from '../../lib/pictures/rgba.js';
import { rounded } from './_report-data.js';

export const POINTS_PER_MM = 72 / 25.4;
/** In which pages are drawn to find what is on them: to a fifth of a millimetre. */
const DPI = 144;
/** Most pixels of one page; larger ones are drawn smaller. */
const PAGE_PIXELS = 4_000_000;
/** Pixels of all pages of a file. Chosen: 200 letter pages, about 20 s. */
const MAX_PIXELS = 400_000_000;
/** Paper is at least as light as this in every channel: traces of compression in white are paper. */
const PAPER = 245;

/** A page by its number, with what is cut from it. */
export interface CutPage extends PageCut {
  readonly page: number;
}

const sizeOf = (pdf: OpenPdf, page: number) => {
  const found = pdf.pages[page - 1];
  return found === undefined ? { width: 0, height: 0 } : shownSizeOf(pdf.document, found);
};

/** The same for every page. Throws INVALID_INPUT naming the first page that it leaves nothing of. */
export function equalCuts(pdf: OpenPdf, pages: readonly number[], cut: PageCut): readonly CutPage[] {
  return pages.map((page) => {
    const { width, height } = sizeOf(pdf, page);
    if (!leavesPage(cut, width, height)) {
      const [w, h] = [rounded(width / POINTS_PER_MM), rounded(height / POINTS_PER_MM)];
      throw invalid(
        `Options "cropLeft", "cropTop", "cropRight" and "cropBottom" must leave 2 mm of each side of a page at least: page ${page} of PDF ${quote(pdf.name)} is ${w} × ${h} mm`,
      );
    }
    return { page, ...cut };
  });
}

/** What is white around the content of each page, but for a margin in points. Pages with nothing on them are left out. */
export function contentCuts(
  pdf: OpenPdf,
  renderer: PdfRenderer,
  pages: readonly number[],
  margin: number,
): readonly CutPage[] {
  let pixels = 0;
  return pages.flatMap((page) => {
    const { width, height } = sizeOf(pdf, page);
    const full = width * height * (DPI / 72) ** 2;
    const dpi = DPI * Math.min(1, Math.sqrt(PAGE_PIXELS / full));
    pixels += Math.min(full, PAGE_PIXELS);
    if (pixels > MAX_PIXELS) {
      throw overLimit(
        `PDF ${quote(pdf.name)} has too many pages to be looked at: "auto" is possible up to page ${page - 1}, choose fewer in "pages"`,
      );
    }
    const drawn = renderer.render(page - 1, { dpi });
    const box = boxBelow({ ...drawn, data: drawn.rgba }, PAPER);
    if (box === undefined) return [];
    const [across, down] = [width / drawn.width, height / drawn.height];
    const cut: CutPage = {
      page,
      left: Math.max(0, box.left * across - margin),
      top: Math.max(0, box.top * down - margin),
      right: Math.max(0, (drawn.width - box.left - box.width) * across - margin),
      bottom: Math.max(0, (drawn.height - box.top - box.height) * down - margin),
    };
    // A dot alone is too small to be a page.
    return leavesPage(cut, width, height) ? [cut] : [];
  });
}

/** From every page the least that is cut from any, so that pages of one size stay so. */
export function alike(cuts: readonly CutPage[]): readonly CutPage[] {
  const least = (side: keyof PageCut): number => Math.min(...cuts.map((cut) => cut[side]));
  const common = { left: least('left'), top: least('top'), right: least('right'), bottom: least('bottom') };
  return cuts.map(({ page }) => ({ page, ...common }));
}
