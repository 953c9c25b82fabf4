import type { PdfDocument } from '../document/document.js';
import { PdfDict, PdfName, PdfStream, type PdfValue } from '../syntax/objects.js';

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
