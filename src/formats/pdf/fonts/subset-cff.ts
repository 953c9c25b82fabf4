import { CffFont } from '../../../lib/fonts/cff.js';
import { subsetCff } from '../../../lib/fonts/cff-subset.js';
import type { PdfDocument } from '../document/document.js';
import { codesOf, differencesOf, shownNames } from './encodings.js';
import { type ShownFont, shownCids } from './shown-font.js';

/** A bare CFF program with the glyphs that its fonts show; `undefined` where they cannot be told. */
export function subsetCffProgram(
  document: PdfDocument,
  bytes: Uint8Array,
  fonts: readonly ShownFont[],
): Uint8Array | undefined {
  const program = CffFont.read(bytes);
  if (program === undefined) return undefined;
  const glyphs = new Set<number>();
  let keepsNumbers = false;
  for (const shown of fonts) {
    const subtype = document.getName(shown.font, 'Subtype');
    const isComposite = subtype === 'Type0';
    if (!isComposite && subtype !== 'Type1' && subtype !== 'MMType1') return undefined;
    const kind = shown.descendant && document.getName(shown.descendant, 'Subtype');
    if (isComposite && kind !== 'CIDFontType0') return undefined;
    // A CID-keyed program has no names that a simple font could go by.
    if (!isComposite && program.isCidKeyed) return undefined;
    if (isComposite && !program.isCidKeyed) keepsNumbers = true;
    const used = isComposite ? composite(document, shown, program) : simple(document, shown, program);
    if (used === undefined) return undefined;
    for (const glyph of used) glyphs.add(glyph);
  }
  return subsetCff(program, glyphs, keepsNumbers);
}

/** ISO 32000-2, 9.7.4.2: CIDs are looked up in the charset of a CID-keyed program, and are glyphs of any other. */
function composite(
  document: PdfDocument,
  { font, strings }: ShownFont,
  program: CffFont,
): Iterable<number> | undefined {
  const cids = shownCids(document, font, strings);
  if (cids === undefined || !program.isCidKeyed) return cids;
  const glyphs: number[] = [];
  for (const [glyph, cid] of program.charset.entries()) if (cids.has(cid)) glyphs.push(glyph);
  return glyphs;
}

function simple(document: PdfDocument, { font, strings }: ShownFont, program: CffFont): Iterable<number> | undefined {
  const differences = differencesOf(document, font);
  if (differences === undefined) return undefined;
  const names = [...program.charset].map((string) => program.stringOf(string));
  const builtIn = (code: number): string[] => program.stringsOfCode(code).map((string) => program.stringOf(string));
  const shown = shownNames(codesOf(strings), differences, new Set(names), builtIn);
  return shown && names.flatMap((name, glyph) => (shown.has(name) ? glyph : []));
}
