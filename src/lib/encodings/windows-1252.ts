/** Windows-1252 from 0x80 to 0x9f (WHATWG Encoding Standard, index windows-1252). */
const HIGH =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/**
 * What bytes say in Windows-1252. Not by `TextDecoder`: Node.js 20.20 reads these bytes as Latin-1 when they come in one piece, so that
 * dashes, quotation marks and the euro sign become control characters.
 */
export function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => HIGH[character.charCodeAt(0) - 0x80] ?? character);
}
