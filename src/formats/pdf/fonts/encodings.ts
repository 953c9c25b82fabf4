import { charactersOfName, usualNames } from '../../../lib/fonts/glyph-names.js';
import type { PdfDocument } from '../document/document.js';
import { isInteger, isName, PdfDict, PdfName } from '../syntax/objects.js';

/** The names that a simple font's encoding states for codes (ISO 32000-2, 9.6.5.1); `undefined` for one that is not known here. */
export function differencesOf(document: PdfDocument, font: PdfDict): ReadonlyMap<number, string> | undefined {
  const encoding = document.get(font, 'Encoding');
  const names = new Map<number, string>();
  const base = encoding instanceof PdfDict ? document.get(encoding, 'BaseEncoding') : encoding;
  if (isName(base, 'MacExpertEncoding')) return undefined;
  if (!(encoding instanceof PdfDict)) return names;
  let code = 0;
  for (const item of document.getArray(encoding, 'Differences') ?? []) {
    const value = document.resolve(item);
    if (isInteger(value)) code = value;
    else if (value instanceof PdfName) {
      names.set(code, value.value);
      code += 1;
    }
  }
  return names;
}

export function codesOf(strings: readonly Uint8Array[]): ReadonlySet<number> {
  const codes = new Set<number>();
  for (const string of strings) for (const code of string) codes.add(code);
  return codes;
}

/**
 * The names among a font program's own that a viewer may show for codes, whichever of the usual encodings it goes by. `undefined` where
 * a name is asked for that nobody knows.
 */
export function shownNames(
  codes: ReadonlySet<number>,
  differences: ReadonlyMap<number, string>,
  own: ReadonlySet<string>,
  builtIn: (code: number) => readonly string[],
): ReadonlySet<string> | undefined {
  const byCharacter = new Map<number, string[]>();
  for (const name of own) {
    for (const character of charactersOfName(name)) {
      const known = byCharacter.get(character);
      if (known === undefined) byCharacter.set(character, [name]);
      else known.push(name);
    }
  }
  const shown = new Set<string>();
  for (const code of codes) {
    const stated = differences.get(code);
    for (const name of [...(stated === undefined ? usualNames(code) : [stated]), ...builtIn(code)]) {
      const characters = charactersOfName(name);
      if (own.has(name)) shown.add(name);
      else if (name === stated && characters.length === 0 && name !== '.notdef') return undefined;
      for (const character of characters) for (const alike of byCharacter.get(character) ?? []) shown.add(alike);
    }
  }
  return shown;
}
