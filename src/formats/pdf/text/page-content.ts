import type { ContentWanted } from '../../../engines/pdfium/page-content.js';
import type { PdfRenderer } from '../../../engines/pdfium/renderer.js';
import type { PageContent } from '../../../lib/page-text/glyphs.js';
import { writeChanged } from '../document/change.js';
import type { OpenPdf } from '../document/open.js';
import type { PdfPage } from '../pages/pages.js';
import { withRenderer } from '../pictures/render.js';
import { PdfDict } from '../syntax/objects.js';

/**
 * Runs `work` with a reader of the pages' contents: their letters, those of form fields and notes too, and what is drawn on them.
 * Letters outside the page are left out unless `everything` is wanted. The reader throws LIMIT_EXCEEDED and INVALID_INPUT naming the page.
 */
export function withPageContents<T>(
  pdf: OpenPdf,
  bytes: Uint8Array,
  work: (read: (index: number, wanted?: ContentWanted) => PageContent, renderer: PdfRenderer) => T | Promise<T>,
): Promise<T> {
  const shown = new Set(pdf.pages.filter((page) => hasShownAnnotations(pdf, page)).map(({ index }) => index));
  return withRenderer(pdf, bytesForFlattening(pdf, bytes, shown), (renderer) =>
    work((index, wanted = {}) => {
      if (shown.delete(index)) renderer.flatten(index);
      return renderer.content(index, wanted);
    }, renderer),
  );
}

/** Most annotations of a page that are looked at for one that shows something. */
const MAX_ANNOTATIONS = 10_000;

function hasShownAnnotations({ document }: OpenPdf, page: PdfPage): boolean {
  const annotations = document.getArray(page.dict, 'Annots') ?? [];
  return annotations.slice(0, MAX_ANNOTATIONS).some((value) => {
    const kind = document.getName(document.dictOf(value) ?? new PdfDict(), 'Subtype');
    return kind !== undefined && kind !== 'Link' && kind !== 'Popup';
  });
}

/**
 * Making annotations a part of their page, the engine gives the page resources of its own, even where it has inherited ones, which
 * are lost then. Such pages get theirs written down first.
 */
function bytesForFlattening(pdf: OpenPdf, bytes: Uint8Array, pages: ReadonlySet<number>): Uint8Array {
  let isChanged = false;
  for (const { index, dict, inherited } of pdf.pages) {
    const resources = inherited.get('Resources');
    if (!pages.has(index) || dict.has('Resources') || resources === undefined) continue;
    dict.set('Resources', resources);
    isChanged = true;
  }
  return isChanged ? writeChanged(pdf) : bytes;
}
