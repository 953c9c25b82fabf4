import { ContentFault } from '../../../lib/faults.js';
import { CffFont } from '../../../lib/fonts/cff.js';
import { subsetCff } from '../../../lib/fonts/cff-subset.js';
import { POSTSCRIPT, readSfnt, viewOf } from '../../../lib/fonts/sfnt.js';
import type { PdfDocument } from '../document/document.js';
import { codesOf, differencesOf, shownNames } from './encodings.js';
import { type ShownFont, shownCids } from './shown-font.js';

/** A CFF program, bare or in an OpenType font, as a bare one with the glyphs that its fonts show; `undefined` where they cannot be told. */
export function subsetCffProgram(
  document: PdfDocument,
  bytes: Uint8Array,
  fonts: readonly ShownFont[],
): Uint8Array | undefined {
  const program = programOf(bytes);
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

/** The operator of the box, and where the table `head` has it. */
const BOX = 5;
const HEAD_BOX = 36;

/**
 * The CFF program of an OpenType font, where both state the same box of all letters: some viewers go by it when they place small
 * letters between pixels. Any other program as it is.
 */
function programOf(bytes: Uint8Array): CffFont | undefined {
  if (bytes.length < 4 || viewOf(bytes).getUint32(0) !== POSTSCRIPT) return CffFont.read(bytes);
  const tables = tablesOf(bytes);
  const [head, cff] = [tables?.get('head'), tables?.get('CFF ')];
  const program = cff && CffFont.read(cff);
  const box = program?.top.find(({ operator }) => operator === BOX)?.operands;
  if (head === undefined || head.length < HEAD_BOX + 8 || box?.length !== 4) return undefined;
  return box.every((value, i) => value === viewOf(head).getInt16(HEAD_BOX + 2 * i)) ? program : undefined;
}

function tablesOf(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | undefined {
  try {
    return readSfnt(bytes)[0]?.tables;
  } catch (error) {
    // Viewers have their own way with damaged fonts.
    if (error instanceof ContentFault) return undefined;
    throw error;
  }
}
