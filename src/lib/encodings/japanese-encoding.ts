/** Encodings of Japanese text by its kana, which no other language writes. */

const ENCODINGS = ['shift_jis', 'euc-jp'] as const;

/** Fewer kana among the characters beyond ASCII may be chance, as of Thai in Windows-874 read as EUC-JP. */
const MIN_KANA = 3;
const MIN_KANA_SHARE = 0.2;
/** Other letters and signs than Japanese text is written in. */
const MAX_OTHER_SHARE = 0.1;

const KANA = /[\u3041-\u309f\u30a1-\u30ff]/;
const JAPANESE = /[\p{Script=Han}\u3000-\u30ff\uff01-\uff5e]/u;

/** The encoding in which bytes that are not UTF-8 are Japanese text with kana, `undefined` where they are in none. */
export function japaneseEncoding(
  bytes: Uint8Array,
  decode: (bytes: Uint8Array, encoding: string) => string,
): string | undefined {
  const shares = ENCODINGS.map((encoding) => ({ encoding, share: kanaShare(decode(bytes, encoding)) }));
  const [best] = shares.sort((a, b) => b.share - a.share);
  return best !== undefined && best.share >= MIN_KANA_SHARE ? best.encoding : undefined;
}

/** Part of the characters beyond ASCII that are kana; 0 for a text that is not Japanese. */
function kanaShare(text: string): number {
  // A sample may end within a character.
  if (text.slice(0, -2).includes('\ufffd')) return 0;
  let [kana, other, all] = [0, 0, 0];
  for (const character of text) {
    if (character <= '\u007f') continue;
    all += 1;
    if (KANA.test(character)) kana += 1;
    else if (!JAPANESE.test(character)) other += 1;
  }
  return kana < MIN_KANA || other > MAX_OTHER_SHARE * all ? 0 : kana / all;
}
