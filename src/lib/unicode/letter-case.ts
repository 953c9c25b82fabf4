/** Letters that stand for two, whose title form is neither their upper nor their lower one. */
const TITLE_DIGRAPHS: ReadonlyMap<string, string> = new Map([
  ['ǆ', 'ǅ'],
  ['ǉ', 'ǈ'],
  ['ǌ', 'ǋ'],
  ['ǳ', 'ǲ'],
]);
/** Georgian small letters have capitals for texts in capitals only, never for a word's first letter. */
const GEORGIAN = /^[\u10d0-\u10fa\u10fd-\u10ff]/;
const IOTA_BELOW = '\u0345';

/** One letter as the first of a capitalised word: Unicode's full title case mapping (UCD, SpecialCasing.txt), of no locale. */
export function toTitleLetter(letter: string): string {
  const digraph = TITLE_DIGRAPHS.get(letter.toLowerCase());
  if (digraph !== undefined) return digraph;
  if (GEORGIAN.test(letter)) return letter;
  const upper = letter.toUpperCase();
  // Greek: the iota that the upper form writes out stays below the title form.
  if (letter.normalize('NFD').includes(IOTA_BELOW)) return `${upper.slice(0, -1)}${IOTA_BELOW}`.normalize('NFC');
  const [first = '', ...rest] = upper;
  return /^\p{Lu}/u.test(first) ? first + rest.join('').toLowerCase() : upper;
}

/** The first character in title case, everything after it in lower case. */
export function capitalize(word: string): string {
  const [first = ''] = word;
  // The whole word is lowered, not its rest: what Σ becomes depends on what stands before it.
  return toTitleLetter(first) + word.toLowerCase().slice(first.toLowerCase().length);
}

/** Every code point beside its lower case in this place: Σ becomes ς at the end of a word. */
function* withLower(text: string): Generator<readonly [string, string]> {
  const lower = text.toLowerCase();
  let at = 0;
  for (const character of text) {
    const end = at + character.toLowerCase().length;
    yield [character, lower.slice(at, end)];
    at = end;
  }
}

/** A word of running text: unlike an identifier's, it does not end at a capital. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'\u2019\u00ad\u200c\u200d]*/gu;

/** Capitalises every word. A word that starts with a digit has no capital: `3rd`. */
export const titleCase = (text: string): string => text.replace(WORD, capitalize);

const LETTER_OR_NUMBER = /^[\p{L}\p{N}]/u;
const WHITE_SPACE = /^\s/;
/** UAX #29, SB5–SB11: what ends a sentence, and what may stand between the end and the space after it. */
const STOP = /^[\p{Sentence_Terminal}…]/u;
const CLOSER = /^[\p{Pe}\p{Pf}\p{Pi}"']/u;
/** Full-width stops, after which no space is written. */
const WIDE_STOP = /^[。．｡！？]/;

/**
 * Everything in lower case but the first letter of every sentence. A sentence ends at a stop with white space after it
 * and at an empty line. A line break alone ends none: texts are wrapped.
 */
export function sentenceCase(text: string): string {
  let result = '';
  let state: 'start' | 'inside' | 'stopped' = 'start';
  let lineBreaks = 0;
  let previous = '';
  for (const [character, lower] of withLower(text)) {
    if (LETTER_OR_NUMBER.test(character)) {
      result += state === 'start' ? toTitleLetter(character) : lower;
      state = 'inside';
      lineBreaks = 0;
    } else {
      result += lower;
      if (character === '\r' || (character === '\n' && previous !== '\r')) lineBreaks += 1;
      if (!WHITE_SPACE.test(character)) lineBreaks = 0;
      state = stateAfter(character, state, lineBreaks);
    }
    previous = character;
  }
  return result;
}

function stateAfter(
  character: string,
  state: 'start' | 'inside' | 'stopped',
  lineBreaks: number,
): 'start' | 'inside' | 'stopped' {
  if (state === 'start' || lineBreaks > 1 || character === '\u2029' || WIDE_STOP.test(character)) return 'start';
  if (STOP.test(character)) return 'stopped';
  if (state === 'inside' || CLOSER.test(character)) return state;
  return WHITE_SPACE.test(character) ? 'start' : 'inside';
}

/** Capitals in lower case and small letters in upper case. Title case digraphs such as ǅ are neither and stay. */
export function swapCase(text: string): string {
  let result = '';
  for (const [character, lower] of withLower(text)) {
    if (/^\p{Uppercase}/u.test(character)) result += lower;
    else result += /^\p{Lowercase}/u.test(character) ? character.toUpperCase() : character;
  }
  return result;
}

/** Letters in lower and upper case in turn, from lower. Only letters that have case count. */
export function alternateCase(text: string): string {
  let result = '';
  let isUpperNext = false;
  for (const [character, lower] of withLower(text)) {
    if (/^[\p{Lu}\p{Ll}\p{Lt}]/u.test(character)) {
      result += isUpperNext ? character.toUpperCase() : lower;
      isUpperNext = !isUpperNext;
    } else {
      result += character;
    }
  }
  return result;
}

/**
 * A text by which two are the same but for their letter case: Unicode's full case folding without a locale (ß and SS, Σ, σ and ς
 * are alike; ı is not i).
 */
export function foldCase(text: string): string {
  if (/^[\u0000-\u007f]*$/.test(text)) return text.toLowerCase();
  // Through capitals, so that all small letters with the same capital become one; the dotless ı has the capital of i.
  return text.replace(/[^ı]+/g, (part) => part.toUpperCase().toLowerCase()).replaceAll('ς', 'σ');
}
