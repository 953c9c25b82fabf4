import { deflateSync } from 'node:zlib';

import { CffFont } from '../../../lib/fonts/cff.js';
import type { PdfDocument } from '../document/document.js';
import { type PdfDict, PdfName, PdfStream, PdfString } from '../syntax/objects.js';

/**
 * Brings the lists of glyphs that descriptors of a CFF program have up to date, as PDF/A asks for: names in `CharSet` (ISO 32000-2, 9.8.1),
 * CIDs in `CIDSet` (9.8.3.2). Descriptors without a list get none.
 */
export function listGlyphs(document: PdfDocument, descriptors: Iterable<PdfDict>, program: Uint8Array): void {
  const font = CffFont.read(program);
  if (font === undefined) return;
  for (const descriptor of descriptors) {
    if (font.isCidKeyed) {
      const set = document.get(descriptor, 'CIDSet');
      if (set instanceof PdfStream) replaceBytes(set, deflateSync(cidSetOf(font.charset), { level: 9 }));
    } else if (descriptor.has('CharSet')) {
      const names = [...font.charset].slice(1).map((string) => `/${font.stringOf(string)}`);
      descriptor.set('CharSet', new PdfString(Buffer.from(names.join(''), 'latin1')));
    }
  }
}

/** A bit for each CID, the highest of a byte first. */
function cidSetOf(cids: Uint16Array): Uint8Array {
  const bits = new Uint8Array((cids.reduce((a, b) => Math.max(a, b), 0) >> 3) + 1);
  for (const cid of cids) bits[cid >> 3] = (bits[cid >> 3] ?? 0) | (0x80 >> (cid & 7));
  return bits;
}

/** Makes deflated bytes those of a stream. */
export function replaceBytes(stream: PdfStream, deflated: Uint8Array): void {
  for (const entry of ['DecodeParms', 'DP', 'F', 'Filter', 'Length']) stream.dict.delete(entry);
  stream.dict.set('Filter', new PdfName('FlateDecode'));
  stream.bytes = deflated;
}
