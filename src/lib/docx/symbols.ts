// Letters of the font Symbol, as Adobe's table "symbol.txt" of unicode.org maps them.
const GREEK = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, i) => [letter, [...'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'][i]]),
);
for (const [i, letter] of [...'abcdefghijklmnopqrstuvwxyz'].entries())
  GREEK.set(letter, [...'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'][i]);

const SYMBOL = new Map([
  [0xa3, '≤'],
  [0xa5, '∞'],
  [0xab, '↔'],
  [0xac, '←'],
  [0xad, '↑'],
  [0xae, '→'],
  [0xaf, '↓'],
  [0xb0, '°'],
  [0xb1, '±'],
  [0xb3, '≥'],
  [0xb4, '×'],
  [0xb7, '•'],
  [0xb8, '÷'],
  [0xb9, '≠'],
  [0xba, '≡'],
  [0xbb, '≈'],
  [0xd2, '®'],
  [0xd3, '©'],
  [0xd4, '™'],
  [0xde, '⇒'],
  [0xe5, '∑'],
]);

const WINGDINGS = new Map([
  [0x4a, '☺'],
  [0x4c, '☹'],
  [0x6c, '●'],
  [0x6e, '■'],
  [0x6f, '□'],
  [0x71, '❑'],
  [0x76, '❖'],
  [0xa7, '▪'],
  [0xa8, '◻'],
  [0xd8, '➢'],
  [0xdf, '←'],
  [0xe0, '→'],
  [0xe1, '↑'],
  [0xe2, '↓'],
  [0xe8, '➔'],
  [0xf0, '⇨'],
  [0xfb, '✗'],
  [0xfc, '✓'],
  [0xfd, '☒'],
  [0xfe, '☑'],
]);

/** The character that a symbol of a font shows; U+FFFD where it is not known. ECMA-376 part 1, 17.3.3.30. */
export function symbolText(font: string, code: string): string {
  if (!/^[0-9a-f]{1,6}$/i.test(code)) return '';
  const point = Number.parseInt(code, 16);
  const isPrivate = point >= 0xf000 && point <= 0xf0ff;
  const low = isPrivate ? point - 0xf000 : point;
  if (/^symbol$/i.test(font) && low < 0x100)
    return SYMBOL.get(low) ?? GREEK.get(String.fromCharCode(low)) ?? (low < 0x40 ? String.fromCharCode(low) : '\ufffd');
  if (/^wingdings$/i.test(font) && low < 0x100) return WINGDINGS.get(low) ?? (low === 0x20 ? ' ' : '\ufffd');
  if (isPrivate || low > 0x10ffff || (low >= 0xd800 && low <= 0xdfff) || low < 0x20) return '\ufffd';
  return String.fromCodePoint(low);
}
