import { ToolError } from '../../../core/errors.js';
import type { PdfRenderer } from '../../../engines/pdfium/renderer.js';
import { writeChanged } from '../document/change.js';
import type { PdfDocument } from '../document/document.js';
import type { OpenPdf } from '../document/open.js';
import { cleanStrings, saysAnything } from '../document/string-cleaner.js';
import { overlaps } from '../pages/page-space.js';
import { isName, PdfDict, PdfRef, type PdfValue } from '../syntax/objects.js';
import { becomePicture, drawnPage, type PageRedaction, type RedactionSettings } from './redacted-page.js';
import { clearCatalog, removeAttachmentNotes } from './redaction-clearing.js';
import type { RedactionPlan } from './redaction-plan.js';
import { TextLayers } from './text-layer.js';

export interface Redacted {
  readonly bytes: Uint8Array;
  /** Pages, from 1, that became pictures only because their resources cannot be told from those of redacted pages. */
  readonly alsoDrawn: readonly number[];
  readonly annotationsRemoved: number;
  /** Strings of titles, notes, fields and so on in which something was replaced. */
  readonly stringsChanged: number;
}

/**
 * Takes what the redactions cover out of a document: their pages become pictures with the rectangles painted over, and the text
 * outside of these put under the picture; annotations, structure, attachments, scripts, metadata go, and strings are cleaned.
 */
export async function redactPdf(
  pdf: OpenPdf,
  renderer: PdfRenderer,
  { redactions, resources, alsoDrawn }: RedactionPlan,
  settings: RedactionSettings,
): Promise<Redacted> {
  const { document } = pdf;
  const layers = new TextLayers(document);
  let annotationsRemoved = 0;
  const widgets = new Set<PdfDict>();
  for (const [page, used] of resources) page.dict.set('Resources', used);
  for (const redaction of redactions) {
    const { page, space, words } = redaction;
    const kept = keptLinks(document, redaction, settings, widgets);
    annotationsRemoved += (document.getArray(page.dict, 'Annots')?.length ?? 0) - kept.length;
    const picture = await drawnPage(document, renderer, redaction, settings);
    becomePicture(document, redaction, picture);
    if (kept.length > 0) page.dict.set('Annots', kept);
    if (words.lines.length > 0) layers.add(page, space.view, words, { dpi: settings.dpi, skewDegrees: 0 });
  }
  for (const number of pdf.nodes) document.dictOf(new PdfRef(number))?.delete('Resources');
  clearCatalog(document, widgets);
  annotationsRemoved += removeAttachmentNotes(document, pdf.pages);
  const stringsChanged = cleanStrings(document, settings.clean);
  return { bytes: writeChanged(pdf), alsoDrawn, annotationsRemoved, stringsChanged };
}

/** Links of the page that no rectangle touches and that do not say what is to go. Widgets that go are remembered. */
function keptLinks(
  document: PdfDocument,
  { page, space, rectangles }: PageRedaction,
  { clean }: RedactionSettings,
  widgets: Set<PdfDict>,
): PdfValue[] {
  const kept: PdfValue[] = [];
  for (const value of document.getArray(page.dict, 'Annots') ?? []) {
    const annotation = document.resolve(value);
    if (!(annotation instanceof PdfDict)) continue;
    const rect = rectangleOf(document, annotation);
    const isClear = rect !== undefined && !rectangles.some((other) => overlaps(space.shown(rect), other));
    const isLink = isName(document.get(annotation, 'Subtype'), 'Link');
    if (isLink && isClear && !saysAnything(document, annotation, clean)) kept.push(value);
    else widgets.add(annotation);
  }
  return kept;
}

/** The four numbers of `Rect`, in order. */
export function rectangleOf(document: PdfDocument, annotation: PdfDict) {
  const values = document.getArray(annotation, 'Rect')?.map((value) => document.resolve(value));
  if (values?.length !== 4 || !values.every((value) => typeof value === 'number')) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = values as number[];
  return { left: Math.min(a, c), right: Math.max(a, c), bottom: Math.min(b, d), top: Math.max(b, d) };
}

/** Thrown where the result still says what should be gone: better no file than a wrong one. */
export const notRemoved = (): ToolError => new ToolError('EXECUTION_FAILED', 'The tool failed on this input');
