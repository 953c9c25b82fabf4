import { Copier } from '../document/copy.js';
import type { PdfDocument } from '../document/document.js';
import { type OpenPdf, openPdf, readingPdf } from '../document/open.js';
import { pdfBoxOf } from '../pages/page-size.js';
import type { PdfPage } from '../pages/pages.js';
import { withRenderer } from '../pictures/render.js';
import { isName, type PdfDict, PdfRef, type PdfValue } from '../syntax/objects.js';
import { appearanceOf, inheritedEntry } from './field-looks.js';
import { readForm } from './form-fields.js';
import { drawPlainly } from './plain-appearance.js';

/** An annotation of a page: `value` is how the page's list holds it. */
export interface ShownAnnotation {
  readonly page: PdfPage;
  readonly value: PdfValue;
  readonly dict: PdfDict;
}

/** Resolution at which pages are drawn to make appearances: nobody sees it. */
const DRAFT_DPI = 8;

/** Makes the appearances that the file lacks or has outdated, as viewers do or by the rendering engine; tells how many. */
export async function makeAppearances(
  pdf: OpenPdf,
  bytes: Uint8Array,
  lacking: readonly ShownAnnotation[],
): Promise<number> {
  const others = readingPdf(pdf.name, () => withoutPlain(pdf, lacking));
  return lacking.length - others.length + (others.length === 0 ? 0 : await makeByEngine(pdf, bytes, others));
}

async function makeByEngine(pdf: OpenPdf, bytes: Uint8Array, lacking: readonly ShownAnnotation[]): Promise<number> {
  const pages = new Set(lacking.map(({ page }) => page.index));
  const saved = await withRenderer(pdf, bytes, (renderer) => {
    for (const index of pages) renderer.render(index, { dpi: DRAFT_DPI });
    return renderer.save();
  });
  const other = openPdf({ name: pdf.name, bytes: saved }, { password: pdf.document.password });
  const copier = new Copier(other.document, pdf.document);
  let made = 0;
  readingPdf(pdf.name, () => {
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
  const rect = pdfBoxOf(document, dict.get('Rect'));
  const other = pdfBoxOf(others, twin.get('Rect'));
  const isSamePlace = rect?.every((n, i) => Math.abs(n - (other?.[i] ?? Number.NaN)) < 0.01) ?? false;
  return isSamePlace && document.getName(dict, 'Subtype') === others.getName(twin, 'Subtype');
}

/** Whether a form asks viewers to draw its fields themselves (ISO 32000-2, table 224). */
const isAsking = (document: PdfDocument): boolean => {
  const form = document.getDict(document.catalog, 'AcroForm');
  return form !== undefined && document.get(form, 'NeedAppearances') === true;
};

/**
 * Makes ready to become one form what may hold forms that ask viewers to draw their fields and others that do not: a request counts for
 * the whole form, so that the fields of the others would get another look. Where there are both, the fields of those that ask are drawn
 * here, and the request is taken out. What no appearance can be made for keeps the one it has: signatures, and buttons that have one.
 */
export async function settleAppearances(
  files: readonly { readonly pdf: OpenPdf; readonly bytes: Uint8Array }[],
): Promise<void> {
  const isMixed = files.some(({ pdf: { document } }) => document.catalog.has('AcroForm') && !isAsking(document));
  if (!isMixed) return;
  for (const { pdf, bytes } of files) {
    const { document } = pdf;
    if (!isAsking(document)) continue;
    const fields = readingPdf(pdf.name, () => fieldsToDraw(pdf));
    if (fields.length > 0) await makeAppearances(pdf, bytes, fields);
    document.getDict(document.catalog, 'AcroForm')?.delete('NeedAppearances');
  }
}

/** Gives widgets the plain appearance that viewers make; those for which that is not possible are left to the rendering engine. */
function withoutPlain(pdf: OpenPdf, lacking: readonly ShownAnnotation[]): readonly ShownAnnotation[] {
  const wanted = new Set(lacking.map(({ dict }) => dict));
  const { dict: form, fields } = readForm(pdf);
  const drawn = new Set<PdfDict>();
  for (const field of fields) {
    for (const widget of field.widgets) {
      if (wanted.has(widget.dict) && drawPlainly(pdf.document, form, field, widget)) drawn.add(widget.dict);
    }
  }
  return lacking.filter(({ dict }) => !drawn.has(dict));
}

/** The widgets that a viewer draws anew: of texts and choices all, of buttons those without an appearance. */
function fieldsToDraw({ document, pages }: OpenPdf): ShownAnnotation[] {
  return pages.flatMap((page) =>
    (document.getArray(page.dict, 'Annots') ?? []).flatMap((value): ShownAnnotation[] => {
      const dict = document.dictOf(value);
      if (dict === undefined || !isName(document.get(dict, 'Subtype'), 'Widget')) return [];
      const type = inheritedEntry(document, dict, 'FT');
      const isDrawn =
        isName(type, 'Tx') || isName(type, 'Ch') || (isName(type, 'Btn') && appearanceOf(document, dict) === undefined);
      return isDrawn ? [{ page, value, dict }] : [];
    }),
  );
}
