import { LETTER, LOWER, NEWLINE, NUMBER, SPACE, SYMBOL, UNICODE_CLASSES, UPPER } from '../unicode/unicode-classes.js';

/**
 * Where the piece that starts at `start` ends. A tokenizer cuts text into pieces first, and no token crosses a cut.
 * `bytes` is valid UTF-8, and a character of it starts at `start`. Cutting a whole text takes linear time: a run of
 * one kind of characters is read at most three times.
 */
export type PieceEnd = (bytes: Uint8Array, start: number) => number;

const BLANK = 0x20;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;

const WIDTH_SHIFT = 7;

/** The class bits of the character at `at` and, above them, its width in bytes. 0 at the end of the text. */
function look(bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) return 0;
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return (UNICODE_CLASSES[lead] ?? 0) | (1 << WIDTH_SHIFT);
  return lookBeyondAscii(bytes, at, lead);
}

function lookBeyondAscii(bytes: Uint8Array, at: number, lead: number): number {
  const second = (bytes[at + 1] ?? 0) & 0x3f;
  if (lead < 0xe0) return (UNICODE_CLASSES[((lead & 0x1f) << 6) | second] ?? 0) | (2 << WIDTH_SHIFT);
  const third = (second << 6) | ((bytes[at + 2] ?? 0) & 0x3f);
  if (lead < 0xf0) return (UNICODE_CLASSES[((lead & 0xf) << 12) | third] ?? 0) | (3 << WIDTH_SHIFT);
  const codePoint = ((lead & 7) << 18) | (third << 6) | ((bytes[at + 3] ?? 0) & 0x3f);
  return (UNICODE_CLASSES[codePoint] ?? 0) | (4 << WIDTH_SHIFT);
}

function skip(bytes: Uint8Array, start: number, classes: number): number {
  let at = start;
  for (;;) {
    const seen = look(bytes, at);
    if ((seen & classes) === 0) return at;
    at += seen >> WIDTH_SHIFT;
  }
}

/**
 * The pieces of cl100k_base, as tiktoken 0.14 writes them:
 * `'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s`
 */
export const cl100kPieceEnd: PieceEnd = (bytes, start) => {
  const first = look(bytes, start);
  if ((first & LETTER) !== 0) return skip(bytes, start, LETTER);
  if ((first & NUMBER) !== 0) return endOfNumber(bytes, start);

  const afterContraction = endOfContraction(bytes, start);
  if (afterContraction > start) return afterContraction;

  const next = start + (first >> WIDTH_SHIFT);
  if ((first & NEWLINE) === 0) {
    const afterWord = skip(bytes, next, LETTER);
    if (afterWord > next) return afterWord;
  }
  const symbols = startOfSymbols(bytes, start, first);
  if (symbols >= 0) return skip(bytes, skip(bytes, symbols, SYMBOL), NEWLINE);

  const afterSpace = skip(bytes, start, SPACE);
  return afterSpace === bytes.length ? afterSpace : endOfSpace(bytes, start, afterSpace);
};

/**
 * The pieces of o200k_base, as tiktoken 0.14 writes them. With `U` = `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`,
 * `L` = `[\p{Ll}\p{Lm}\p{Lo}\p{M}]` and `C` = `(?i:'s|'t|'re|'ve|'m|'ll|'d)?`:
 * `[^\r\n\p{L}\p{N}]?U*L+C|[^\r\n\p{L}\p{N}]?U+L*C|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`
 */
export const o200kPieceEnd: PieceEnd = (bytes, start) => {
  const first = look(bytes, start);
  if ((first & NUMBER) !== 0) return endOfNumber(bytes, start);

  const afterWord = endOfWord(bytes, start, first);
  if (afterWord > start) return endOfContraction(bytes, afterWord);

  const symbols = startOfSymbols(bytes, start, first);
  if (symbols >= 0) return endOfLines(bytes, skip(bytes, symbols, SYMBOL));

  return endOfSpace(bytes, start, skip(bytes, start, SPACE));
};

/**
 * The pieces of gpt2, r50k_base and p50k_base, as tiktoken writes them:
 * `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`
 */
export const r50kPieceEnd: PieceEnd = (bytes, start) => {
  const afterContraction = endOfLowerContraction(bytes, start);
  if (afterContraction > start) return afterContraction;
  const word = bytes[start] === BLANK ? start + 1 : start;
  const kind = look(bytes, word) & (LETTER | NUMBER | SYMBOL);
  if (kind !== 0) return skip(bytes, word, kind);
  const end = skip(bytes, start, SPACE);
  if (end === bytes.length) return end;
  let beforeLast = start;
  for (let at = start; at < end; at += look(bytes, at) >> WIDTH_SHIFT) beforeLast = at;
  return beforeLast === start ? end : beforeLast;
};

/** `'s|'t|'re|'ve|'m|'ll|'d`, in lowercase only; `start` where none matches. */
function endOfLowerContraction(bytes: Uint8Array, start: number): number {
  const end = endOfContraction(bytes, start);
  const isLower = end > start && bytes.subarray(start + 1, end).every((byte) => byte >= 0x61 && byte <= 0x7a);
  return isLower ? end : start;
}

/** The first two alternatives of o200k_base without the contraction; `start` where neither matches. */
function endOfWord(bytes: Uint8Array, start: number, first: number): number {
  if ((first & LETTER) !== 0) return endOfCasedWord(bytes, start) ?? skip(bytes, start, UPPER);
  if ((first & NEWLINE) !== 0) return start;

  const next = start + (first >> WIDTH_SHIFT);
  const afterCased = endOfCasedWord(bytes, next);
  if (afterCased !== undefined) return afterCased;
  // A mark may stand before a word or belong to one: where no `L` follows, the first alternative takes the mark alone.
  if ((first & UPPER) !== 0) return next;
  const afterUpper = skip(bytes, next, UPPER);
  return afterUpper > next ? afterUpper : start;
}

/** `U*L+`. Caseless characters are in both classes, so where no `\p{Ll}` follows `U*` the last caseless one is the `L+`. */
function endOfCasedWord(bytes: Uint8Array, start: number): number | undefined {
  let at = start;
  let afterCaseless = start;
  for (;;) {
    const seen = look(bytes, at);
    if ((seen & UPPER) === 0) {
      if ((seen & LOWER) !== 0) return skip(bytes, at, LOWER);
      return afterCaseless > start ? afterCaseless : undefined;
    }
    at += seen >> WIDTH_SHIFT;
    if ((seen & LOWER) !== 0) afterCaseless = at;
  }
}

/** `\p{N}{1,3}` from its first character on. */
function endOfNumber(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let count = 0; count < 3; count++) {
    const seen = look(bytes, at);
    if ((seen & NUMBER) === 0) break;
    at += seen >> WIDTH_SHIFT;
  }
  return at;
}

/** `(?i:'s|'t|'re|'ve|'m|'ll|'d)?` */
function endOfContraction(bytes: Uint8Array, start: number): number {
  if (bytes.length - start < 2 || bytes[start] !== APOSTROPHE) return start;
  const second = bytes[start + 1] ?? 0;
  const third = bytes.length - start < 3 ? 0 : (bytes[start + 2] ?? 0);
  switch (second | 0x20) {
    case 0x73: // s
    case 0x74: // t
    case 0x6d: // m
    case 0x64: // d
      return start + 2;
    case 0x72: // re
    case 0x76: // ve
      return (third | 0x20) === 0x65 ? start + 3 : start;
    case 0x6c: // ll
      return (third | 0x20) === 0x6c ? start + 3 : start;
    default:
      // `ſ` (U+017F) is an `s` where case is ignored. No other letter of the contractions has such a twin.
      return second === 0xc5 && third === 0xbf ? start + 3 : start;
  }
}

/** Where the symbols of ` ?[^\s\p{L}\p{N}]+` start, -1 where that does not match. */
function startOfSymbols(bytes: Uint8Array, start: number, first: number): number {
  if ((first & SYMBOL) !== 0) return start;
  const isBlank = bytes[start] === BLANK;
  return isBlank && (look(bytes, start + 1) & SYMBOL) !== 0 ? start + 1 : -1;
}

/** `[\r\n/]*` */
function endOfLines(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && (bytes[at] === SLASH || (look(bytes, at) & NEWLINE) !== 0)) at++;
  return at;
}

/** `\s*[\r\n]+|\s+(?!\S)|\s+` of the white space from `start` to `end`, which is followed by none. */
function endOfSpace(bytes: Uint8Array, start: number, end: number): number {
  let beforeLast = start;
  let afterNewline = start;
  for (let at = start; at < end; ) {
    const seen = look(bytes, at);
    beforeLast = at;
    at += seen >> WIDTH_SHIFT;
    if ((seen & NEWLINE) !== 0) afterNewline = at;
  }
  if (afterNewline > start) return afterNewline;
  return end === bytes.length || beforeLast === start ? end : beforeLast;
}
