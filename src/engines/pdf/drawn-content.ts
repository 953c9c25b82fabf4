import { contentBytes } from './content.js';
import type { PdfDocument } from './document.js';
import { isName, latin1, PdfDict, PdfStream, type PdfValue } from './objects.js';
import { type PdfPage, pageAttribute } from './pages.js';

/** What a form costs to draw besides its content, in bytes of content that take as long. Measured: 4 µs and 10 million a second. */
const FORM_BYTES = 512;

/** Content and the resources that its names stand for. */
interface Part {
  readonly content: PdfValue;
  readonly resources: PdfDict | undefined;
}

interface Counted {
  readonly bytes: number;
  /** Each form that is drawn, and how often. */
  readonly drawn: readonly (readonly [Part, number])[];
}

/**
 * Bytes of content that drawing a page takes, a form counted as often as it is drawn, in other forms too (ISO 32000-2, 8.10): a few
 * lines can ask for more than can ever be drawn. A form in itself counts once, as engines draw it. Infinity past `most`.
 */
export function drawnBytes(document: PdfDocument, page: PdfPage, most: number): number {
  const resources = document.dictOf(pageAttribute(page, 'Resources'));
  const roots: Part[] = [{ content: page.dict.get('Contents') ?? null, resources }, ...appearances(document, page)];
  const sizes = new Map<PdfValue, number>();
  const open = new Set<PdfValue>();
  let total = 0;
  for (const root of roots) {
    total += sizeOf(root);
    if (total > most) return Number.POSITIVE_INFINITY;
  }
  return total;

  /** Without recursion of functions: forms may stand in each other thousands deep. */
  function sizeOf(root: Part): number {
    const stack: { readonly part: Part; readonly counted: Counted; next: number; size: number }[] = [];
    const enter = (part: Part): void => {
      const counted = countPart(document, part);
      open.add(part.content);
      stack.push({ part, counted, next: 0, size: counted.bytes + FORM_BYTES });
    };
    enter(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const [child, times] = top.counted.drawn[top.next] ?? [undefined, 0];
      const known =
        child === undefined ? undefined : (sizes.get(child.content) ?? (open.has(child.content) ? 0 : undefined));
      if (top.size > most) return Number.POSITIVE_INFINITY;
      if (child === undefined) {
        stack.pop();
        open.delete(top.part.content);
        sizes.set(top.part.content, top.size);
      } else if (known === undefined) enter(child);
      else {
        top.size += known * times;
        top.next += 1;
      }
    }
    return sizes.get(root.content) ?? 0;
  }
}

/** Of a page that draws no form nothing is read: most pages. */
function countPart(document: PdfDocument, { content, resources }: Part): Counted {
  const forms = new Map<string, Part>();
  for (const [name, value] of document.dictOf(resources?.get('XObject')) ?? []) {
    const form = document.resolve(value);
    if (!(form instanceof PdfStream) || !isName(document.get(form.dict, 'Subtype'), 'Form')) continue;
    forms.set(name, { content: form, resources: document.dictOf(form.dict.get('Resources')) ?? resources });
  }
  const isForm = content instanceof PdfStream;
  const bytes = forms.size > 0 || isForm ? contentBytes(document, content) : undefined;
  if (bytes === undefined) return { bytes: 0, drawn: [] };
  const drawn = new Map<Part, number>();
  for (const [, name = ''] of latin1(bytes).matchAll(
    /\/([^\0\t\n\f\r ()<>[\]{}/%]+)[\0\t\n\f\r ]+Do(?![^\0\t\n\f\r ()<>[\]{}/%])/g,
  )) {
    const form = forms.get(name);
    if (form !== undefined) drawn.set(form, (drawn.get(form) ?? 0) + 1);
  }
  return { bytes: bytes.length, drawn: [...drawn] };
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
