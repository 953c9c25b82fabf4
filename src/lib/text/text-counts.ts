import { countCodePoints } from '../unicode/code-points.js';
import { countGraphemes, segmentText } from '../unicode/text-segments.js';

export interface TextCounts {
  /** Segments of UAX 29 with a letter, number, kana or ideograph. */
  readonly words: number;
  /** What stands between white space, as `wc -w` counts. */
  readonly spacedWords: number;
  readonly distinctWords: number;
  readonly characters: number;
  readonly charactersWithoutSpaces: number;
  readonly codePoints: number;
  readonly utf16Units: number;
  readonly bytes: number;
  /** Segments of UAX 29 with a letter or number. */
  readonly sentences: number;
  /** Blocks between lines that are empty or white space. */
  readonly paragraphs: number;
  /** As editors number them, but a line break at the end begins no line. */
  readonly lines: number;
  readonly emptyLines: number;
  readonly longestWord: string;
}

/** Counts of a text, each linear in its length. `locale` must be a BCP 47 tag. */
export function countText(text: string, locale: string): TextCounts {
  const distinct = new Set<string>();
  let words = 0;
  let longestWord = '';
  for (const { start, end, isWord } of segmentText(text, 'word', locale)) {
    if (!isWord) continue;
    words++;
    const word = text.slice(start, end);
    distinct.add(word.toLowerCase());
    if (word.length > longestWord.length && countCodePoints(word) > countCodePoints(longestWord)) longestWord = word;
  }
  const { lines, emptyLines, paragraphs } = countLines(text);
  return {
    words,
    spacedWords: countRuns(text, SPACED_WORD),
    distinctWords: distinct.size,
    characters: countGraphemes(text),
    charactersWithoutSpaces: countGraphemes(text.replace(WHITE_SPACE, '')),
    codePoints: countCodePoints(text),
    utf16Units: text.length,
    bytes: Buffer.byteLength(text),
    sentences: countSentences(text, locale),
    paragraphs,
    lines,
    emptyLines,
    longestWord,
  };
}

// White_Space of Unicode: `\s` has U+FEFF besides and lacks U+0085.
const WHITE_SPACE = /\p{White_Space}+/gu;
const SPACED_WORD = /\P{White_Space}+/gu;

function countRuns(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count++;
  return count;
}

function countSentences(text: string, locale: string): number {
  let count = 0;
  for (const [line] of text.matchAll(/[^\n\r\u0085\u2028\u2029]+/g)) {
    for (const { start, end } of segmentText(line, 'sentence', locale)) {
      if (/[\p{L}\p{N}]/u.test(line.slice(start, end))) count++;
    }
  }
  return count;
}

function countLines(text: string): Pick<TextCounts, 'lines' | 'emptyLines' | 'paragraphs'> {
  let lines = 0;
  let emptyLines = 0;
  let paragraphs = 0;
  let isInside = false;
  const count = (line: string): void => {
    const isEmpty = !/\P{White_Space}/u.test(line);
    lines++;
    if (isEmpty) emptyLines++;
    else if (!isInside) paragraphs++;
    isInside = !isEmpty;
  };
  let start = 0;
  for (const { 0: lineBreak, index } of text.matchAll(/\r\n|[\n\r]/g)) {
    count(text.slice(start, index));
    start = index + lineBreak.length;
  }
  if (start < text.length) count(text.slice(start));
  return { lines, emptyLines, paragraphs };
}
