const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
// Code points of digit zero of the scripts that write numbers with digits of their own (UnicodeData.txt, class Nd).
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040,
  0x17e0, 0x1810,
];

/**
 * A text as duplicates are recognised: compatibility forms, letter case, kinds of space, quotes and dashes and invisible
 * characters no longer differ, digits are 0–9. Powers and fractions stay what they are: 10² is not 102, 1½ not 11/2.
 */
export function foldText(text: string): string {
  return text
    .replace(/[⁰¹²³⁴-⁹]+/gu, (power) => `^${[...power].map((digit) => SUPERSCRIPTS.indexOf(digit)).join('')}`)
    .replace(/[¼-¾⅐-⅞]/gu, ' $&')
    .normalize('NFKC')
    .replace(/[\u00ad\u200b\u200e\u200f\u2060\ufeff]/gu, '')
    .replace(/[‘’‚‛′]/gu, "'")
    .replace(/[“”„‟″«»]/gu, '"')
    .replace(/[‐-―−]/gu, '-')
    .replace(/\p{Nd}/gu, plainDigit)
    .toUpperCase() // first, for ß, ſ and ς, which have no lower-case partner of their own
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 0x80) return digit;
  const zero = ZEROS.find((first) => code >= first && code <= first + 9);
  return zero === undefined ? digit : String(code - zero);
}
