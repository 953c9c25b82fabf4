import { type PdfPage, readPages } from '../pages/pages.js';
import type { Encryption } from '../syntax/encrypt.js';
import {
  isInteger,
  isName,
  PdfDict,
  PdfName,
  type PdfRef,
  PdfString,
  type PdfValue,
  stringText,
} from '../syntax/objects.js';
import { type OpenPdf, readingPdf } from './open.js';
import { rewritePdf } from './save.js';

/** Deepest and widest tree of fields that is looked through for signatures. */
const MAX_FIELDS = 100_000;

/** A signature field that is signed. */
export interface SignatureField {
  /** Its full name, the parts with dots between. */
  readonly name: string;
  readonly value: PdfDict;
}

/** The fields of a file that are signed. */
export function signatureFields({ document }: OpenPdf): SignatureField[] {
  const form = document.getDict(document.catalog, 'AcroForm');
  const fields: SignatureField[] = [];
  const seen = new Set<PdfDict>();
  const waiting: { value: PdfValue; isSignature: boolean; above: string }[] = [];
  const push = (list: readonly PdfValue[], isSignature: boolean, above: string): void => {
    for (const value of list.toReversed()) waiting.push({ value, isSignature, above });
  };
  push((form && document.getArray(form, 'Fields')) ?? [], false, '');
  for (let next = waiting.pop(); next !== undefined && seen.size < MAX_FIELDS; next = waiting.pop()) {
    const field = document.resolve(next.value);
    if (!(field instanceof PdfDict) || seen.has(field)) continue;
    seen.add(field);
    const type = document.get(field, 'FT');
    const isSignature = type === null ? next.isSignature : isName(type, 'Sig');
    const own = document.get(field, 'T');
    const part = own instanceof PdfString ? stringText(own) : '';
    // Long chains of names must not grow without measure.
    const name = [next.above, part]
      .filter((text) => text !== '')
      .join('.')
      .slice(0, 500);
    const value = document.getDict(field, 'V');
    if (isSignature && value !== undefined) fields.push({ name, value });
    push(document.getArray(field, 'Kids') ?? [], isSignature, name);
  }
  return fields;
}

/** The values of the fields that are signed. */
export const signatureValues = (pdf: OpenPdf): PdfDict[] => signatureFields(pdf).map(({ value }) => value);

/**
 * Says what a file that is written anew loses: its signatures no longer fit, and it is not encrypted. Usage rights and
 * certifications lean on a signature, so they go. `isEncryptionMeant`: the caller has asked for another encryption, or none.
 * Call it before changing the document.
 */
export function prepareChange(pdf: OpenPdf, { isEncryptionMeant = false } = {}): void {
  const { document } = pdf;
  readingPdf(pdf.name, () => {
    if (document.encryption !== undefined && !isEncryptionMeant)
      document.warn('its restrictions are not kept: the result is not encrypted');
    if (signatureValues(pdf).length > 0) document.warn('its signatures are no longer valid');
    document.catalog.delete('Perms');
    const form = document.getDict(document.catalog, 'AcroForm');
    const flags = form && document.get(form, 'SigFlags');
    // Bit 2 (append only) would forbid the very change that is made here.
    if (form !== undefined && isInteger(flags)) form.set('SigFlags', flags & 1);
  });
}

/** The bytes of a changed document. Throws INVALID_INPUT naming the file whose damage shows only now. */
export const writeChanged = (pdf: OpenPdf, encryption?: Encryption): Uint8Array =>
  readingPdf(pdf.name, () => rewritePdf(pdf.document, encryption));

/**
 * The same file with a page tree of one level in which every page is an object of its own and holds what it inherited.
 * Needed before pages are changed singly where the tree is damaged or one object is several pages.
 */
export function withPlainTree(pdf: OpenPdf): OpenPdf {
  const { document, pages } = pdf;
  const numbers = new Set<number>();
  let isPlain = !document.isRepaired;
  for (const { number } of pages) {
    if (number === 0 || numbers.has(number)) isPlain = false;
    numbers.add(number);
  }
  return isPlain ? pdf : rebuildTree(pdf, pages);
}

/** Makes `pages` the pages of the file, in this order. */
export function rebuildTree(pdf: OpenPdf, pages: readonly PdfPage[]): OpenPdf {
  const { document } = pdf;
  return readingPdf(pdf.name, () => {
    const parent = document.reserve();
    const used = new Set<number>();
    const kids = pages.map(({ ref, dict, inherited }) => {
      const isFirst = ref !== undefined && document.resolve(ref) === dict && !used.has(ref.number);
      const own = isFirst ? dict : new PdfDict(dict);
      if (isFirst) used.add(ref.number);
      for (const [key, value] of inherited) {
        if (!own.has(key)) own.set(key, value);
      }
      own.set('Type', new PdfName('Page')).set('Parent', parent);
      return isFirst ? ref : document.add(own);
    });
    document.set(
      parent,
      new PdfDict()
        .set('Type', new PdfName('Pages'))
        .set('Count', kids.length)
        .set('Kids', kids as PdfRef[]),
    );
    document.catalog.set('Pages', parent);
    return { name: pdf.name, document, ...readPages(document) };
  });
}
