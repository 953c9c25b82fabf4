/** Encodings in which runs are looked for. */
export type RunEncoding = 'ascii' | 'utf-8' | 'utf-16le' | 'utf-16be';

/** A run of printable characters among bytes. */
export interface PrintableRun {
  /** Of its first byte, from 0. */
  readonly offset: number;
  /** Behind its last byte. */
  readonly end: number;
  readonly encoding: RunEncoding;
  readonly text: string;
}

const TAB = 0x09;

/** What a run holds as GNU strings has it: the printable characters of ASCII, and the tab. */
const isAscii = (byte: number): boolean => (byte >= 0x20 && byte <= 0x7e) || byte === TAB;

/**
 * Letters, digits, marks and signs of Latin, Greek and Cyrillic, and the quotation marks and dashes written with them. Other scripts
 * are left out: a third of all pairs of bytes are Chinese characters, so that noise would be text.
 */
const UTF16_PATTERN = /^(?:[\t -~]|(?=[\u00a0-\u024f\u0370-\u052f])[\p{L}\p{M}\p{N}\p{P}\p{S}]|[–—‘’“”„•…€™])$/u;

/** By code unit: 1 where a run in UTF-16 holds it. */
function utf16Table(): Uint8Array {
  const table = new Uint8Array(0x1_0000);
  for (let unit = 0; unit < 0x2200; unit += 1) table[unit] = UTF16_PATTERN.test(String.fromCharCode(unit)) ? 1 : 0;
  return table;
}

const UTF8_PATTERN = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\u200d]$/u;

/** Bytes of the character that begins at `i` where it is well-formed UTF-8 (RFC 3629) and printable, else 0. */
function utf8Length(bytes: Uint8Array, i: number): number {
  const first = bytes[i] ?? 0;
  if (first < 0x80) return isAscii(first) ? 1 : 0;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  let code = first & (0xff >> (length + 1));
  for (let k = 1; k < length; k += 1) {
    const byte = bytes[i + k] ?? 0;
    if ((byte & 0xc0) !== 0x80) return 0;
    code = (code << 6) | (byte & 0x3f);
  }
  const isOverlong = (length === 3 && code < 0x800) || (length === 4 && code < 0x1_0000);
  const isNoCharacter = code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff);
  return !isOverlong && !isNoCharacter && UTF8_PATTERN.test(String.fromCodePoint(code)) ? length : 0;
}

/** Bytes of the printable character that begins at a place, 0 where none does. */
type CharacterLength = (i: number) => number;

/** Bounds of runs of at least `least` characters. Behind what ends a run, search goes on with the next byte. Linear. */
function* runBounds(size: number, lengthAt: CharacterLength, least: number): Generator<readonly [number, number]> {
  let start = 0;
  while (start < size) {
    let end = start;
    let characters = 0;
    for (let length = lengthAt(end); length > 0 && end < size; length = lengthAt(end)) {
      end += length;
      characters += 1;
    }
    if (characters >= least) yield [start, end];
    start = end + 1;
  }
}

function* decodedRuns(
  bytes: Uint8Array,
  encoding: RunEncoding,
  lengthAt: CharacterLength,
  least: number,
): Generator<PrintableRun> {
  const decoder = new TextDecoder(encoding === 'ascii' ? 'utf-8' : encoding, { ignoreBOM: true });
  for (const [offset, end] of runBounds(bytes.length, lengthAt, least))
    yield { offset, end, encoding, text: decoder.decode(bytes.subarray(offset, end)) };
}

/** Scripts whose letters have such neighbours in words; blanks and what is written beside words go with all of them. */
type Script = 'latin' | 'greek' | 'cyrillic' | 'any' | 'none';

function scriptOf(unit: number): Script {
  if (unit < 0x80) {
    const letter = String.fromCharCode(unit);
    if (/[ .,:;!?'"()/-]/.test(letter)) return 'any';
    return /\w/.test(letter) ? 'latin' : 'none';
  }
  // Ā, Ȁ, Ѐ and Ԁ, rare in words, are what small numbers look like.
  if ((unit & 0xff) === 0) return 'none';
  if (unit >= 0x00c0 && unit <= 0x024f) return 'latin';
  if (unit >= 0x0370 && unit <= 0x03ff) return 'greek';
  return unit >= 0x0400 && unit <= 0x052f ? 'cyrillic' : 'none';
}

const BEYOND_ASCII = /[^\t -~]/;
const isLower = (letter: string): boolean => letter !== letter.toUpperCase();
const isUpper = (letter: string): boolean => letter !== letter.toLowerCase();

/**
 * Whether two neighbours are as in words: a space beside any letter, other signs beside ASCII. A capital letter behind a lowercase one is
 * likelier half of a number.
 */
function areFamiliar(one: string, two: string): boolean {
  const [first, second] = [scriptOf(one.charCodeAt(0)), scriptOf(two.charCodeAt(0))];
  if (first === 'none' || second === 'none' || (isLower(one) && isUpper(two))) return false;
  if (first === 'latin' && second === 'latin') return !(BEYOND_ASCII.test(one) && BEYOND_ASCII.test(two));
  if (first === second) return first !== 'any';
  if (one === ' ' || two === ' ') return true;
  return [first, second].includes('any') && [first, second].includes('latin') && !BEYOND_ASCII.test(one + two);
}

/** Characters beside one of their script: many in a text, few where halves of characters or of numbers are put together. */
function familiarCount(text: string): number {
  let count = 0;
  let fitsBefore = false;
  for (let i = 0; i < text.length; i += 1) {
    const [letter = '', next = ''] = [text[i], text[i + 1]];
    const fitsAfter = next !== '' && areFamiliar(letter, next);
    if (fitsBefore || fitsAfter) count += 1;
    fitsBefore = fitsAfter;
  }
  return count;
}

/**
 * What tells a text with more than ASCII from numbers, by share of its characters: at least so many familiar ones, at most so many of one
 * letter of Latin that ASCII lacks. Chosen by programs, whose tables of numbers hold a small one again and again.
 */
const LEAST_FAMILIAR = 0.6;
const MAX_SHARE_OF_ONE = 0.3;

function isText(text: string): boolean {
  if (familiarCount(text) < LEAST_FAMILIAR * text.length) return false;
  const counts = new Map<string, number>();
  for (const letter of text)
    if (letter > '\u007f' && letter < '\u0370') counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].every((count) => count <= MAX_SHARE_OF_ONE * text.length);
}

/** A run in UTF-16 where it looks like a text; else the runs of ASCII in it, which GNU strings finds too. */
function* textsIn(run: PrintableRun, least: number): Generator<PrintableRun> {
  const { text, offset, encoding } = run;
  if (!BEYOND_ASCII.test(text) || isText(text)) {
    yield run;
    return;
  }
  for (const { 0: part, index } of text.matchAll(/[\t -~]+/g))
    if (part.length >= least)
      yield { offset: offset + 2 * index, end: offset + 2 * (index + part.length), encoding, text: part };
}

/** Runs in one encoding. `taken` marks bytes that belong to other runs. */
function runsIn(bytes: Uint8Array, encoding: RunEncoding, least: number, taken?: Uint8Array): Generator<PrintableRun> {
  if (encoding === 'ascii') return decodedRuns(bytes, encoding, (i) => (isAscii(bytes[i] ?? 0) ? 1 : 0), least);
  if (encoding === 'utf-8') return decodedRuns(bytes, encoding, (i) => utf8Length(bytes, i), least);
  const table = utf16Table();
  const low = encoding === 'utf-16le' ? 0 : 1;
  const lengthAt = (i: number): number => {
    if (i + 1 >= bytes.length || taken?.[i] === 1 || taken?.[i + 1] === 1) return 0;
    return table[(bytes[i + low] ?? 0) | ((bytes[i + 1 - low] ?? 0) << 8)] === 1 ? 2 : 0;
  };
  return utf16Texts(decodedRuns(bytes, encoding, lengthAt, least), least);
}

function* utf16Texts(runs: Iterable<PrintableRun>, least: number): Generator<PrintableRun> {
  for (const run of runs) yield* textsIn(run, least);
}

/** Which of two readings of the same bytes is the text: the one of more familiar characters, the one at an even offset, the longer. */
function isBetter(one: PrintableRun, two: PrintableRun): boolean {
  const byCharacters = familiarCount(one.text) - familiarCount(two.text);
  if (byCharacters !== 0) return byCharacters > 0;
  if (one.offset % 2 !== two.offset % 2) return one.offset % 2 === 0;
  return one.text.length > two.text.length;
}

/** Both byte orders, in order; of runs that overlap, the better one. */
function utf16Runs(bytes: Uint8Array, least: number, taken: Uint8Array): PrintableRun[] {
  const both = [...runsIn(bytes, 'utf-16le', least, taken), ...runsIn(bytes, 'utf-16be', least, taken)];
  both.sort((one, two) => one.offset - two.offset);
  const kept: PrintableRun[] = [];
  for (const run of both) {
    const last = kept.at(-1);
    if (last === undefined || run.offset >= last.end) kept.push(run);
    else if (isBetter(run, last)) kept[kept.length - 1] = run;
  }
  return kept;
}

/**
 * Runs of at least `least` printable characters, in the order of their offsets. In one encoding they are those of GNU strings, with the
 * letters of other scripts where the encoding has them; `all` looks for UTF-8 and, in what is left, for UTF-16 of both byte orders.
 */
export function findPrintableRuns(bytes: Uint8Array, encoding: RunEncoding | 'all', least: number): PrintableRun[] {
  if (encoding !== 'all') return [...runsIn(bytes, encoding, least)];
  const runs = [...runsIn(bytes, 'utf-8', least)];
  const taken = new Uint8Array(bytes.length);
  for (const { offset, end } of runs) taken.fill(1, offset, end);
  return [...runs, ...utf16Runs(bytes, least, taken)].sort((one, two) => one.offset - two.offset);
}
