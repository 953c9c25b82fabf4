import type { PdfDocument } from '../document/document.js';
import type { PdfDict } from '../syntax/objects.js';

/** A font of a document with what is shown in it. */
export interface ShownFont {
  readonly font: PdfDict;
  /** Of a composite font, the font that has its glyphs. */
  readonly descendant: PdfDict | undefined;
  readonly strings: readonly Uint8Array[];
}

/** The characters that strings of a composite font show; `undefined` where its codes are not CIDs of two bytes. */
export function shownCids(
  document: PdfDocument,
  font: PdfDict,
  strings: readonly Uint8Array[],
): ReadonlySet<number> | undefined {
  const encoding = document.getName(font, 'Encoding');
  if (encoding !== 'Identity-H' && encoding !== 'Identity-V') return undefined;
  const cids = new Set<number>();
  for (const string of strings) {
    for (let i = 0; i + 1 < string.length; i += 2) cids.add(256 * (string[i] ?? 0) + (string[i + 1] ?? 0));
  }
  return cids;
}
