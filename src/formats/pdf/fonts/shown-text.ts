import type { PdfDocument } from '../document/document.js';
import { contentBytes, type Operation, operationsOf } from '../pages/content.js';
import { type PdfPage, pageAttribute } from '../pages/pages.js';
import { isName, PdfDict, PdfName, PdfString, type PdfValue } from '../syntax/objects.js';
import { SyntaxReader } from '../syntax/syntax.js';
import { walkDocument } from '../syntax/walk.js';

/** Content of one file that is looked through, all streams together. Chosen: it takes about two seconds. */
const MAX_CONTENT_BYTES = 64 * 2 ** 20;

/** The strings that each font of a document shows. */
export type ShownText = ReadonlyMap<PdfDict, readonly Uint8Array[]>;

/** What is shown with a font that cannot be told: then nothing is known of any font. */
class UnknownFont extends Error {}

/**
 * The strings shown with each font: of pages, forms, patterns, annotations and Type 3 fonts. `undefined` where some of it cannot be told: for
 * content that is damaged or too long, or text in a font that was set elsewhere.
 */
export function shownText(document: PdfDocument, pages: readonly PdfPage[]): ShownText | undefined {
  const shown = new Map<PdfDict, Uint8Array[]>();
  let left = MAX_CONTENT_BYTES;
  const read = (contents: PdfValue | undefined, resources: PdfDict | undefined): void => {
    const bytes = contentBytes(document, contents, left);
    if (bytes === undefined) throw new UnknownFont();
    left -= bytes.length;
    readContent(document, bytes, resources, shown);
  };
  try {
    for (const page of pages) {
      const resources = document.resolve(pageAttribute(page, 'Resources'));
      read(page.dict.get('Contents'), resources instanceof PdfDict ? resources : undefined);
    }
    for (const { dict, stream } of walkDocument(document)) {
      const isForm = isName(document.get(dict, 'Subtype'), 'Form') || document.get(dict, 'PatternType') === 1;
      if (stream !== undefined && isForm) read(stream, document.getDict(dict, 'Resources'));
      if (!isName(document.get(dict, 'Subtype'), 'Type3')) continue;
      for (const glyph of document.getDict(dict, 'CharProcs')?.values() ?? [])
        read(glyph, document.getDict(dict, 'Resources'));
    }
  } catch (error) {
    if (error instanceof UnknownFont) return undefined;
    throw error;
  }
  return shown;
}

function readContent(
  document: PdfDocument,
  bytes: Buffer,
  resources: PdfDict | undefined,
  shown: Map<PdfDict, Uint8Array[]>,
): void {
  const fonts = resources && document.getDict(resources, 'Font');
  const states = resources && document.getDict(resources, 'ExtGState');
  for (const state of states?.values() ?? []) {
    if (document.dictOf(state)?.has('Font') === true) throw new UnknownFont();
  }
  let font: PdfDict | undefined;
  const saved: (PdfDict | undefined)[] = [];
  const reader = new SyntaxReader(bytes);
  for (const operation of operationsOf(reader)) {
    const [name] = operation.operands;
    if (operation.operator === 'q') saved.push(font);
    else if (operation.operator === 'Q') font = saved.length > 0 ? saved.pop() : font;
    else if (operation.operator === 'Tf') {
      font = name instanceof PdfName ? document.dictOf(fonts?.get(name.value)) : undefined;
    } else {
      const strings = stringsOf(operation);
      if (strings.length === 0) continue;
      if (font === undefined) throw new UnknownFont();
      const known = shown.get(font) ?? [];
      if (known.length === 0) shown.set(font, known);
      known.push(...strings);
    }
  }
  if (reader.isDamaged || reader.position < bytes.length) throw new UnknownFont();
}

/** The strings that an operator shows (ISO 32000-2, 9.4.3). */
function stringsOf({ operator, operands }: Operation): Uint8Array[] {
  if (!['Tj', 'TJ', "'", '"'].includes(operator)) return [];
  return operands.flat().flatMap((operand) => (operand instanceof PdfString ? [operand.bytes] : []));
}
