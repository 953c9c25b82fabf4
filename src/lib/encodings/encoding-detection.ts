import { fitOf } from './encoding-fit.js';

/** Encodings of one byte per character that files are in, those that are likelier first. */
const ENCODINGS = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-13',
  'iso-8859-15',
  'koi8-r',
  'koi8-u',
  'cp866',
  'macintosh',
  'maccyrillic',
] as const;

/** What speaks against an encoding before its text is looked at, in the unit of `fitOf`: some are rare by now. */
const rarityOf = (encoding: string): number =>
  encoding === 'windows-1252' ? 0 : encoding === 'maccyrillic' ? 12 : encoding.startsWith('win') ? 2 : 4;

/** Mean rarity above which letters are chance: prose in 35 languages has at most 4.2, Chinese, Japanese and Korean read so 4.4 and more. */
const MAX_MEAN = 4.3;
/** A lead below this is too small to be sure of. */
const CLEAR_LEAD = 6;
const FEW_CHARACTERS = 4;

const SAMPLE_BYTES = 4000;

export interface EncodingGuess {
  /** The likeliest first. */
  readonly encodings: readonly string[];
  /** The text is not prose in any of them: it may be in an encoding of several bytes per character. */
  readonly isChance: boolean;
  /** The encoding that it may be as well; `undefined` where there is no doubt. */
  readonly doubt: string | undefined;
}

/** Guesses the encoding of bytes that are not UTF-8, by the letters of the words that have any beyond ASCII. */
export function guessEncoding(
  bytes: Uint8Array,
  decode: (bytes: Uint8Array, encoding: string) => string,
): EncodingGuess {
  const sample = wordsBeyondAscii(bytes);
  const tried = ENCODINGS.map((encoding) => {
    const text = decode(sample, encoding);
    const { rarity, mean } = fitOf(text);
    return { encoding, text, mean, rarity: rarity + rarityOf(encoding) };
  }).sort((a, b) => a.rarity - b.rarity);
  const [best] = tried;
  const other = tried.find(({ text }) => text !== best?.text);
  const isDoubtful =
    best !== undefined &&
    other !== undefined &&
    (other.rarity - best.rarity < CLEAR_LEAD || sample.filter((byte) => byte >= 0x80).length < FEW_CHARACTERS);
  return {
    encodings: tried.map(({ encoding }) => encoding),
    isChance: (best?.mean ?? 0) > MAX_MEAN,
    doubt: isDoubtful ? other.encoding : undefined,
  };
}

const isLetter = (byte: number): boolean =>
  byte >= 0x80 || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

/** Words that have a byte beyond ASCII, with spaces between them. */
function wordsBeyondAscii(bytes: Uint8Array): Uint8Array {
  const words: number[] = [];
  for (let start = 0; start < bytes.length && words.length < SAMPLE_BYTES; ) {
    let end = start;
    let hasOther = false;
    while (end < bytes.length && end - start < SAMPLE_BYTES && isLetter(bytes[end] ?? 0)) {
      if ((bytes[end] ?? 0) >= 0x80) hasOther = true;
      end++;
    }
    if (hasOther) words.push(...bytes.subarray(start, end), 0x20);
    start = end === start ? start + 1 : end;
  }
  return Uint8Array.from(words);
}
