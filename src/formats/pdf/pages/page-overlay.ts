import { multiply } from '../../../lib/page-text/matrix.js';
import { Copier } from '../document/copy.js';
import { type OpenPdf, readingPdf } from '../document/open.js';
import { dictOf, PdfName, type PdfRef, PdfStream, type PdfValue } from '../syntax/objects.js';
import { PageForms } from './impose.js';
import { type DrawOptions, drawOnPage } from './overlay.js';
import { pageFrame } from './page-frame.js';
import type { PdfPage } from './pages.js';

/** Where a page is put on another, both as they are shown: lower left corner and scale, in points. */
interface OverlayPlace {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Pages of one PDF that are drawn onto pages of others. Annotations that are drawn must be part of their pages already (`flattenPdf`).
 */
export class OverlayPages {
  readonly #forms: PageForms;

  constructor(private readonly source: OpenPdf) {
    this.#forms = new PageForms(source.document, source.pages);
  }

  /** The same pages for the pages of one document; each is in it once. */
  for(target: OpenPdf): (page: PdfPage, index: number, placeOf: PlaceOf, options: DrawOptions) => void {
    const { source } = this;
    const copier = new Copier(source.document, target.document);
    return (page, index, placeOf, options) => {
      const own = source.pages[index];
      if (own === undefined) return;
      const shown = pageFrame(source.document, own);
      const frame = pageFrame(target.document, page);
      const ref = readingPdf(source.name, () => {
        const form = this.#forms.of(index);
        // One group: opacity then counts once, also where letters overlap.
        if ((options.opacity ?? 1) < 1) asGroup(source.document.resolve(form));
        const copied = copier.copy(form) as PdfRef;
        copier.finish();
        return copied;
      });
      const place = placeOf(shown, frame);
      const matrix = multiply(this.#forms.matrixOf({ page: index, ...place }), frame.toPage);
      readingPdf(target.name, () =>
        drawOnPage(target.document, page, [{ drawing: { ref, width: 1, height: 1 }, matrix }], options),
      );
    };
  }
}

function asGroup(form: PdfValue): void {
  if (!(form instanceof PdfStream) || form.dict.has('Group')) return;
  form.dict.set('Group', dictOf({ Type: new PdfName('Group'), S: new PdfName('Transparency') }));
}

/** Decides where a page of the size `drawn` is put on one of the size `page`. */
export type PlaceOf = (drawn: Size, page: Size) => OverlayPlace;
