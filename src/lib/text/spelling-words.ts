import { segmentText } from '../unicode/text-segments.js';

/** A word to check, by UTF-16 offset. */
export interface SpelledWord {
  readonly word: string;
  readonly start: number;
  /** A full stop follows: abbreviations are in dictionaries with theirs. */
  readonly hasStop: boolean;
  /** Offset of the end of the hyphenated compound that begins with the word, the word's own end where there is none. */
  readonly compoundEnd: number;
}

// Addresses are no words: a scheme or www, anything with @ in it, file names and domains with a slash.
const ADDRESS = /(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.)[^\s<>"]+|[^\s<>"@]{1,64}@[^\s<>"@]{1,255}/giu;

/** The text with addresses blanked, at the same offsets. */
export const blankAddresses = (text: string): string => text.replace(ADDRESS, (found) => ' '.repeat(found.length));

/** The words of a text, hyphenated ones in parts. */
export function* spelledWords(text: string, locale: string): Generator<SpelledWord, void> {
  const hyphens = /[-\u2010\u2011]/;
  let run: { start: number; end: number }[] = [];
  let last = '';
  for (const { start, end, isWord } of segmentText(text, 'word', locale)) {
    if (isWord) {
      if (!(run.length > 0 && last === '-')) {
        yield* readRun(text, run);
        run = [];
      }
      run.push({ start, end });
      last = 'word';
    } else last = last === 'word' && end - start === 1 && hyphens.test(text[start] ?? '') ? '-' : '';
  }
  yield* readRun(text, run);
}

function* readRun(
  text: string,
  run: readonly { readonly start: number; readonly end: number }[],
): Generator<SpelledWord, void> {
  const end = run.at(-1)?.end ?? 0;
  for (const [index, part] of run.entries()) {
    const compoundEnd = index === 0 ? end : part.end;
    yield { word: text.slice(part.start, part.end), start: part.start, hasStop: text[part.end] === '.', compoundEnd };
  }
}
