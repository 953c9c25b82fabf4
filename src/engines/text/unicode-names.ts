import { unicodeAliases, unicodeBaseName } from 'unicode-name';

import { categoryOf } from '../../lib/unicode/unicode-properties.js';

const LABELS: Readonly<Record<string, string>> = { Cc: 'control', Co: 'private-use', Cs: 'surrogate' };

/**
 * The name of a code point as UnicodeData has it, or its label where it has none (Unicode Standard 4.8): `<control-0009>`,
 * `<private-use-E000>`, `<noncharacter-FFFE>`, `<reserved-0378>`.
 */
export function nameOf(codePoint: number): string {
  const hex = codePoint.toString(16).toUpperCase().padStart(4, '0');
  const category = categoryOf(codePoint);
  const label = LABELS[category];
  if (label !== undefined) return `<${label}-${hex}>`;
  if (category === 'Cn') {
    const isNone = (codePoint & 0xfffe) === 0xfffe || (codePoint >= 0xfdd0 && codePoint <= 0xfdef);
    return `<${isNone ? 'noncharacter' : 'reserved'}-${hex}>`;
  }
  return unicodeBaseName(String.fromCodePoint(codePoint)) ?? `<reserved-${hex}>`;
}

/** Other names from NameAliases: of controls, corrections of mistakes, abbreviations. */
export function aliasesOf(codePoint: number): readonly string[] {
  const groups = unicodeAliases(String.fromCodePoint(codePoint)) ?? {};
  return [groups.correction, groups.control, groups.alternate, groups.figment, groups.abbreviation].flatMap(
    (names) => names ?? [],
  );
}
