import { STANDARD_STRINGS, standardString } from '../../../lib/fonts/glyph-names.js';
import { readType1 } from '../../../lib/fonts/type1.js';
import { cffOfType1 } from '../../../lib/fonts/type1-to-cff.js';
import type { PdfDocument } from '../document/document.js';
import { codesOf, differencesOf, shownNames } from './encodings.js';
import type { ShownFont } from './shown-font.js';

/** A Type 1 program as a bare CFF program with the glyphs that its fonts show; `undefined` where they cannot be told. */
export function subsetType1(
  document: PdfDocument,
  bytes: Uint8Array,
  fonts: readonly ShownFont[],
): Uint8Array | undefined {
  const program = readType1(bytes);
  if (program === undefined) return undefined;
  const own = new Set(program.glyphs.keys());
  const names = new Set<string>();
  for (const { font, strings } of fonts) {
    if (document.getName(font, 'Subtype') !== 'Type1') return undefined;
    const differences = differencesOf(document, font);
    const shown =
      differences &&
      shownNames(codesOf(strings), differences, own, (code) => {
        const name =
          program.encoding === undefined ? STANDARD_STRINGS[standardString(code)] : program.encoding.get(code);
        return name === undefined ? [] : [name];
      });
    if (shown === undefined) return undefined;
    for (const name of shown) names.add(name);
  }
  return cffOfType1(program, names);
}
