import { Copier } from './copy.js';
import type { PdfDocument } from './document.js';
import { isName, PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from './objects.js';
import { naming, type OpenPdf, openPdf } from './open.js';
import { boxOf } from './page-size.js';
import type { PdfPage } from './pages.js';
import { withRenderer } from './render.js';

/** An annotation of a page: `value` is how the page's list holds it. */
export interface ShownAnnotation {
  readonly page: PdfPage;
  readonly value: PdfValue;
  readonly dict: PdfDict;
}

/** Resolution at which pages are drawn to make appearances: nobody sees it. */
const DRAFT_DPI = 8;

/** An entry of a field, or of the fields above it. */
export function inheritedEntry(document: PdfDocument, field: PdfDict, key: string): PdfValue {
  let node: PdfDict | undefined = field;
  for (let depth = 0; node !== undefined && depth < 100; depth += 1) {
    const value = document.get(node, key);
    if (value !== null) return value;
    node = document.getDict(node, 'Parent');
  }
  return null;
}

/** The form that an annotation is shown with in its state; one that shows nothing is `undefined`. */
export function appearanceOf(document: PdfDocument, dict: PdfDict): PdfStream | undefined {
  const looks = document.getDict(dict, 'AP');
  const normal = looks && document.get(looks, 'N');
  if (normal instanceof PdfStream) return normal;
  if (!(normal instanceof PdfDict)) return undefined;
  const state = document.get(dict, 'AS');
  const value = state instanceof PdfName ? state : inheritedEntry(document, dict, 'V');
  const chosen = document.get(normal, value instanceof PdfName ? value.value : 'Off');
  return chosen instanceof PdfStream ? chosen : EMPTY_LOOK;
}

/** A state without an appearance: a box that is not ticked. */
export const EMPTY_LOOK = new PdfStream(new PdfDict(), new Uint8Array(0));

/** Has the rendering engine make the appearances that the file lacks or has outdated; tells how many it made. */
export async function makeAppearances(
  pdf: OpenPdf,
  bytes: Uint8Array,
  lacking: readonly ShownAnnotation[],
): Promise<number> {
  const pages = new Set(lacking.map(({ page }) => page.index));
  const saved = await withRenderer(pdf, bytes, (renderer) => {
    for (const index of pages) renderer.render(index, { dpi: DRAFT_DPI });
    return renderer.save();
  });
  const other = openPdf({ name: pdf.name, bytes: saved });
  const copier = new Copier(other.document, pdf.document);
  let made = 0;
  naming(pdf.name, () => {
    for (const { value, dict } of lacking) {
      const twin = value instanceof PdfRef ? other.document.dictOf(value) : undefined;
      if (twin === undefined || !isTwin(pdf.document, dict, other.document, twin)) continue;
      const looks = twin.get('AP');
      if (looks === undefined || appearanceOf(other.document, twin) === undefined) continue;
      dict.set('AP', copier.copy(looks) ?? null);
      made += 1;
    }
    copier.finish();
  });
  return made;
}

/** Numbers of objects are those of the file, unless the engine had to be given it rewritten. */
function isTwin(document: PdfDocument, dict: PdfDict, others: PdfDocument, twin: PdfDict): boolean {
  const rect = boxOf(document, dict.get('Rect'));
  const other = boxOf(others, twin.get('Rect'));
  const isSamePlace = rect?.every((n, i) => Math.abs(n - (other?.[i] ?? Number.NaN)) < 0.01) ?? false;
  return isSamePlace && document.getName(dict, 'Subtype') === others.getName(twin, 'Subtype');
}
