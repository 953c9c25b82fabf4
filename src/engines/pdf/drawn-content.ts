import { contentBytes } from './content.js';
import type { PdfDocument } from './document.js';
import { type Expansion, expandedSize } from './expanded-size.js';
import { isName, latin1, PdfDict, PdfStream, type PdfValue } from './objects.js';
import { type PdfPage, pageAttribute } from './pages.js';

/** What a form costs to draw besides its content, in bytes of content that take as long. Measured: 4 µs and 10 million a second. */
const FORM_BYTES = 512;

/** A name and `Do` (ISO 32000-2, 8.8); in strings and pictures too, which does no harm. */
const DRAWINGS = /\/([^\0\t\n\f\r ()<>[\]{}/%]+)[\0\t\n\f\r ]+Do(?![^\0\t\n\f\r ()<>[\]{}/%])/g;

/** Content and the resources that its names stand for. */
interface Part {
  readonly content: PdfValue;
  readonly resources: PdfDict | undefined;
}

/**
 * Bytes of content that drawing a page takes, a form counted as often as it is drawn, in other forms too (ISO 32000-2, 8.10): a few
 * lines can ask for more than can ever be drawn. Infinity past `most`, and where a form draws itself.
 */
export function drawnBytes(document: PdfDocument, page: PdfPage, most: number): number {
  const resources = document.dictOf(pageAttribute(page, 'Resources'));
  const roots: Part[] = [{ content: page.dict.get('Contents') ?? null, resources }, ...appearances(document, page)];
  // A form is known by its content; where it takes the resources of what draws it, by those of the first.
  const parts = new Map<PdfValue, Part>();
  const sizes = new Map<PdfValue, number>();
  let total = 0;
  for (const root of roots) {
    parts.set(root.content, root);
    total += expandedSize(root.content, (content) => expansionOf(document, parts, content), most, sizes);
    if (total > most) return Number.POSITIVE_INFINITY;
  }
  return total;
}

/** Of a page that draws no form nothing is read: most pages. */
function expansionOf(document: PdfDocument, parts: Map<PdfValue, Part>, content: PdfValue): Expansion<PdfValue> {
  const resources = parts.get(content)?.resources;
  const forms = new Map<string, Part>();
  for (const [name, value] of document.dictOf(resources?.get('XObject')) ?? []) {
    const form = document.resolve(value);
    if (!(form instanceof PdfStream) || !isName(document.get(form.dict, 'Subtype'), 'Form')) continue;
    forms.set(name, { content: form, resources: document.dictOf(form.dict.get('Resources')) ?? resources });
  }
  const isForm = content instanceof PdfStream;
  const bytes = forms.size > 0 || isForm ? contentBytes(document, content) : undefined;
  if (bytes === undefined) return { size: FORM_BYTES, parts: [] };
  const drawn = new Map<PdfValue, number>();
  for (const [, name = ''] of latin1(bytes).matchAll(DRAWINGS)) {
    const form = forms.get(name);
    if (form === undefined) continue;
    if (!parts.has(form.content)) parts.set(form.content, form);
    drawn.set(form.content, (drawn.get(form.content) ?? 0) + 1);
  }
  return { size: bytes.length + FORM_BYTES, parts: [...drawn] };
}

/** What annotations look like: a stream, or one for each state (ISO 32000-2, 12.5.5). */
function appearances(document: PdfDocument, page: PdfPage): Part[] {
  const annotations = document.resolve(page.dict.get('Annots'));
  const parts: Part[] = [];
  for (const annotation of Array.isArray(annotations) ? annotations : []) {
    const normal = document.resolve(document.dictOf(document.dictOf(annotation)?.get('AP'))?.get('N'));
    const streams = normal instanceof PdfDict ? [...normal.values()].map((value) => document.resolve(value)) : [normal];
    for (const stream of streams) {
      if (stream instanceof PdfStream)
        parts.push({ content: stream, resources: document.dictOf(stream.dict.get('Resources')) });
    }
  }
  return parts;
}

/** Form fields and their parts, a shared one counted as often as it is met. Infinity past `most`, and for a field in itself. */
export function expandedFields(document: PdfDocument, most: number): number {
  const roots = document.resolve(document.dictOf(document.catalog.get('AcroForm'))?.get('Fields'));
  const kidsOf = (value: PdfValue): (readonly [PdfValue, number])[] => {
    const counts = new Map<PdfValue, number>();
    for (const item of Array.isArray(value) ? value : []) {
      const kid = document.dictOf(item);
      if (kid !== undefined) counts.set(kid, (counts.get(kid) ?? 0) + 1);
    }
    return [...counts];
  };
  const look = (value: PdfValue): Expansion<PdfValue> => ({
    size: 1,
    parts: kidsOf(Array.isArray(value) ? value : document.resolve(document.dictOf(value)?.get('Kids'))),
  });
  return expandedSize(roots, look, most);
}
