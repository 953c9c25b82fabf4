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

/** Characters as people see them: extended grapheme clusters (UAX 29), so that an emoji or a letter with its accents is one. */
export function cutCharacters(text: string): string[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  return cutRuns(text, (part, isAscii) =>
    isAscii ? (part.match(/\r\n|[\s\S]/g) ?? []) : Array.from(segmenter.segment(part), ({ segment }) => segment),
  );
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
