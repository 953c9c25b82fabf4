import { checkEncoding, decodeWith, guessEncodings } from '../../engines/text/text-encoding.js';

/** Letters needed for a guess that is better than the default. Chosen: below it guesses of statistics are noise. */
const GUESS_BYTES = 6;

/** Encodings whose guess is believed. Latin ones are not among them: statistics tell them from DOS letters badly. */
const NAMED_BY_STATISTICS = new Set([
  ...['shift_jis', 'cp932', 'euc-jp', 'gb18030', 'gb2312', 'gbk', 'big5', 'euc-kr', 'cp949'],
  ...['ibm866', 'ibm855', 'windows-1251', 'koi8-r', 'windows-1253', 'windows-1255', 'tis-620', 'windows-874'],
]);

/** Nobody writes words of Latin letters with Cyrillic, Greek, Hebrew or Thai ones among them: they are Latin letters with accents. */
const MIXED_WORD =
  /[A-Za-z][\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Thai}]+[A-Za-z]|[A-Za-z]{2}[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** What DOS and the ZIP format mean by default, APPNOTE.TXT 4.4.17 and appendix D. */
const DEFAULT_CHARSET = 'cp437';

/**
 * Short texts of one origin, such as the names in an archive, that say nothing of their encoding. `auto` takes UTF-8 where all are
 * valid, else the encoding that fits all of them together best. Throws INVALID_INPUT, naming option "inputCharset", where there is no
 * such encoding.
 */
export async function readUnmarkedTexts(
  texts: readonly Uint8Array[],
  charset: string,
  usual = DEFAULT_CHARSET,
): Promise<string[]> {
  if (charset !== 'auto') {
    checkEncoding(charset, 'inputCharset');
    return texts.map((bytes) => decodeWith(bytes, charset));
  }
  const foreign = texts.filter((bytes) => !isUtf8(bytes));
  const guess = foreign.length === 0 ? 'utf-8' : await guessed(foreign, usual);
  return texts.map((bytes) => (isUtf8(bytes) ? Buffer.from(bytes).toString() : decodeWith(bytes, guess)));
}

async function guessed(texts: readonly Uint8Array[], usual: string): Promise<string> {
  const sample = Buffer.concat(texts.slice(0, 500).flatMap((bytes) => [bytes, Buffer.from('\n')]));
  if (sample.filter((byte) => byte > 127).length < GUESS_BYTES) return usual;
  const guesses = await guessEncodings(sample);
  const best = guesses.find((encoding) => NAMED_BY_STATISTICS.has(encoding));
  return best === undefined || MIXED_WORD.test(decodeWith(sample, best)) ? usual : best;
}

const isUtf8 = (bytes: Uint8Array): boolean => Buffer.from(Buffer.from(bytes).toString()).equals(bytes);
