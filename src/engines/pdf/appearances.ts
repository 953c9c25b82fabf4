import type { PdfDocument } from './document.js';
import { isInteger, latin1, PdfDict, PdfName, PdfStream, PdfString, type PdfValue, textOf } from './objects.js';
import { Keyword, SyntaxReader } from './syntax.js';

const MAX_DEPTH = 100;
/** Longest appearance that is looked through. Chosen: text of a field is a few lines. */
const MAX_APPEARANCE_BYTES = 2 ** 20;
/** ISO 32000-2, table 231: a password is not to be shown. */
const PASSWORD_FLAG = 1 << 13;

/**
 * Whether some text or choice field has a value that its stored appearance does not show, so that a viewer must draw it.
 * Forms that say so (`NeedAppearances`) often do without need.
 */
export function hasStaleAppearance(document: PdfDocument, fields: readonly PdfValue[]): boolean {
  const seen = new Set<PdfDict>();
  const isStale = (value: PdfValue, above: PdfDict, depth: number): boolean => {
    const dict = document.resolve(value);
    if (!(dict instanceof PdfDict) || seen.has(dict) || depth > MAX_DEPTH) return false;
    seen.add(dict);
    const field = new PdfDict(above);
    for (const key of ['FT', 'V', 'Ff']) {
      const own = dict.get(key);
      if (own !== undefined) field.set(key, own);
    }
    const kids = document.getArray(dict, 'Kids');
    if (kids !== undefined) return kids.some((kid) => isStale(kid, field, depth + 1));
    return isValueHidden(document, field, dict);
  };
  return fields.some((field) => isStale(field, new PdfDict(), 0));
}

function isValueHidden(document: PdfDocument, field: PdfDict, widget: PdfDict): boolean {
  const type = document.get(field, 'FT');
  if (!(type instanceof PdfName) || (type.value !== 'Tx' && type.value !== 'Ch')) return false;
  const value = document.get(field, 'V');
  if (value === null) return false;
  const flags = document.get(field, 'Ff');
  if (isInteger(flags) && (flags & PASSWORD_FLAG) !== 0) return false;
  if (!(value instanceof PdfString)) return true;
  const wanted = withoutSpace(textOf(value));
  if (wanted === '') return false;
  const appearances = document.getDict(widget, 'AP');
  const normal = appearances && document.get(appearances, 'N');
  return !(normal instanceof PdfStream) || !withoutSpace(shownText(document, normal)).includes(wanted);
}

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

/** All strings of a content stream, as simple fonts show them. */
function shownText(document: PdfDocument, stream: PdfStream): string {
  const bytes = document.tryDecode(stream, MAX_APPEARANCE_BYTES);
  if (bytes === undefined) return '';
  const reader = new SyntaxReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  let text = '';
  for (;;) {
    const token = reader.read();
    if (token instanceof Keyword && token.word === '') return text;
    for (const part of Array.isArray(token) ? token : [token]) {
      if (part instanceof PdfString) text += latin1(part.bytes);
    }
  }
}
