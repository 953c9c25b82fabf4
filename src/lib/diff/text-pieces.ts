import { splitGraphemes } from '../unicode/text-segments.js';

/** A text cut up for comparing; joined, the pieces are the text. */
export type Cut = (text: string) => string[];

/**
 * Lines with their breaks. Only LF ends one, as for diff, patch and git: a patch could not carry others. The last may lack it.
 */
export function cutLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let feed = text.indexOf('\n'); feed !== -1; feed = text.indexOf('\n', start)) {
    lines.push(text.slice(start, feed + 1));
    start = feed + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

// Scripts that write words without spaces are compared letter by letter. A mark belongs to what stands before it.
const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const WORD = new RegExp(
  `${UNSPACED}\\p{M}*|(?:(?!${UNSPACED})[\\p{L}\\p{N}_]\\p{M}*)+(?:['’](?:(?!${UNSPACED})[\\p{L}\\p{N}_]\\p{M}*)+)*|\\r\\n|[^\\S\\r\\n]+|[\\s\\S]`,
  'gu',
);
const ASCII_WORD = /[A-Za-z0-9_]+(?:'[A-Za-z0-9_]+)*|\r\n|[^\S\r\n]+|[\s\S]/g;

/** Words, runs of blanks, line breaks, and everything else character by character. */
export function cutWords(text: string): string[] {
  return cutRuns(text, (part, isAscii) => (isAscii ? part.match(ASCII_WORD) : part.match(WORD)) ?? []);
}

// What is not ASCII, with the ASCII characters right beside it: a mark may belong to the one before, the one after to a prefix.
const CLUSTERED = /([ -~]?(?:[^\u0000-\u007f]+[ -~]?)+)/;

/** Characters as people see them: extended grapheme clusters (UAX 29), so that an emoji or a letter with its accents is one. */
export function cutCharacters(text: string): string[] {
  return cutRuns(text, (part, isAscii) => {
    if (isAscii) return part.match(/\r\n|[\s\S]/g) ?? [];
    const clusters: string[] = [];
    for (const [index, run] of part.split(CLUSTERED).entries()) {
      if (index % 2 === 0) for (const character of run.match(/\r\n|[\s\S]/g) ?? []) clusters.push(character);
      else for (const cluster of splitGraphemes(run)) clusters.push(cluster);
    }
    return clusters;
  });
}

/** Line by line, so that what is ASCII goes the fast way: no word or cluster but CRLF crosses a line feed. */
function cutRuns(text: string, cut: (part: string, isAscii: boolean) => readonly string[]): string[] {
  const pieces: string[] = [];
  for (const line of cutLines(text)) {
    const isAscii = /^[\u0000-\u007f]*$/.test(line);
    for (const piece of cut(line, isAscii)) pieces.push(piece);
  }
  return pieces;
}
