/**
 * ISO-2022-JP (RFC 1468), the encoding of Japanese mail: seven bits a byte, and escape sequences that change between ASCII, JIS X 0201
 * and JIS X 0208. Read as browsers read it (WHATWG Encoding §12.2).
 */

const ESCAPES = { ascii: '\u001b(B', roman: '\u001b(J', kanji: '\u001b$B' } as const;

/** The two characters in which JIS X 0201 differs from ASCII. */
const ROMAN: ReadonlyMap<string, number> = new Map([
  ['\u00a5', 0x5c],
  ['\u203e', 0x7e],
]);

type CharacterSet = keyof typeof ESCAPES;

const QUESTION_MARK = 0x3f;
const FIRST_BYTES = 4096;

/** Whether a name is that of this encoding. */
export const isIso2022Jp = (name: string): boolean => /^(?:cs)?iso[-_]?2022[-_]?jp$/i.test(name);

/** Whether bytes change to kanji anywhere, as text in this encoding does. */
export const hasKanjiEscape = (bytes: Buffer): boolean => bytes.includes(ESCAPES.kanji) || bytes.includes('\u001b$@');

/** U+FFFD stands for bytes that are not valid. */
export const decodeIso2022Jp = (bytes: Uint8Array): string => new TextDecoder('iso-2022-jp').decode(bytes);

/** Index of the first byte at which a text is not valid, -1 where it is. */
export function firstFaultOfIso2022Jp(bytes: Uint8Array): number {
  const decoder = new TextDecoder('iso-2022-jp');
  for (let index = 0; index < bytes.length; index += 1)
    if (decoder.decode(bytes.subarray(index, index + 1), { stream: true }).includes('\ufffd')) return index;
  return decoder.decode().includes('\ufffd') ? bytes.length - 1 : -1;
}

/** The two bytes of each character of JIS X 0208, by what they are read as; the first where there are several. */
let kanjiCodes: ReadonlyMap<string, number> | undefined;

function readKanjiCodes(): ReadonlyMap<string, number> {
  const codes = new Map<string, number>();
  for (let first = 0x21; first <= 0x7e; first += 1) {
    const row = Array.from({ length: 94 }, (_, cell) => [first, 0x21 + cell]).flat();
    const characters = decodeIso2022Jp(Buffer.concat([Buffer.from(ESCAPES.kanji), Buffer.from(row)]));
    for (const [cell, character] of Array.from(characters).entries())
      if (character !== '\ufffd' && !codes.has(character)) codes.set(character, (first << 8) | (0x21 + cell));
  }
  return codes;
}

/** `?` stands for characters that it lacks, halfwidth katakana among them. */
export function encodeIso2022Jp(text: string): Uint8Array {
  kanjiCodes ??= readKanjiCodes();
  let output = Buffer.allocUnsafe(FIRST_BYTES);
  let length = 0;
  let set: CharacterSet = 'ascii';
  const change = (to: CharacterSet): void => {
    // Room for an escape and a character.
    if (length + 5 > output.length) output = Buffer.concat([output], 2 * output.length);
    if (set !== to) length += output.write(ESCAPES[to], length, 'latin1');
    set = to;
  };
  for (const character of text) {
    const roman = ROMAN.get(character);
    const kanji = kanjiCodes.get(character);
    if (roman !== undefined) {
      change('roman');
      output[length++] = roman;
    } else if (kanji !== undefined) {
      change('kanji');
      output[length++] = kanji >> 8;
      output[length++] = kanji & 0xff;
    } else {
      change('ascii');
      output[length++] = isAscii(character) ? character.charCodeAt(0) : QUESTION_MARK;
    }
  }
  change('ascii');
  return output.subarray(0, length);
}

/** Without the bytes that would change the set of characters (WHATWG Encoding §12.2.2). */
const isAscii = (character: string): boolean => character <= '\u007f' && !/[\u000e\u000f\u001b]/.test(character);
