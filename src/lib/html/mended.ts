/** A parse error of the HTML standard, at the UTF-16 offset where a parser notices it. */
export interface ParseFault {
  readonly code: string;
  readonly offset: number;
}

/** What stands in place of a faulty part: as long as it is. */
type Mend = (text: string, offset: number) => readonly [from: number, to: number, filler: ' ' | 'x' | '-'];

const one =
  (filler: ' ' | 'x', back = 0): Mend =>
  (_text, offset) => [offset - back, offset - back + 1, filler];

/** From the last `sign` before the place to the next ">" or the end. */
const through =
  (sign: string): Mend =>
  (text, offset) => {
    const from = text.lastIndexOf(sign, offset - 1);
    const end = text.indexOf('>', offset - 1);
    return [from === -1 ? offset : from, end === -1 ? text.length : end + 1, ' '];
  };

const toEnd =
  (sign: string): Mend =>
  (text, offset) => [Math.max(0, text.lastIndexOf(sign, offset - 1)), text.length, ' '];

const MENDS: ReadonlyMap<string, Mend> = new Map([
  ['unexpected-character-in-attribute-name', one('x')],
  ['unexpected-equals-sign-before-attribute-name', one('x')],
  ['unexpected-character-in-unquoted-attribute-value', one('x')],
  ['unexpected-solidus-in-tag', one(' ', 1)],
  ['missing-attribute-value', (text, offset) => [text.lastIndexOf('=', offset), offset, ' ']],
  [
    'invalid-first-character-of-tag-name',
    (text, offset) => (text[offset - 1] === '/' ? through('</')(text, offset) : one(' ', 1)(text, offset)),
  ],
  ['misplaced-doctype', (text, offset) => [offset, text.indexOf('>', offset) + 1 || text.length, ' ']],
  ['missing-doctype-name', through('<!')],
  ['missing-end-tag-name', through('</')],
  ['unexpected-question-mark-instead-of-tag-name', through('<')],
  ['incorrectly-opened-comment', through('<!')],
  ['cdata-in-html-content', through('<!')],
  ['incorrectly-closed-comment', (_text, offset) => [offset - 2, offset, '-']],
  ['abrupt-closing-of-empty-comment', through('<!--')],
  ['eof-in-comment', toEnd('<!--')],
  ['eof-in-tag', toEnd('<')],
  ['eof-before-tag-name', toEnd('<')],
]);

/**
 * A text in which a reader that gives up at parse errors can go on, every other character in its place: what browsers ignore is spaces,
 * what they take for letters is "x". Faults are in the order of the text.
 */
export function mendedHtml(text: string, faults: readonly ParseFault[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { code, offset } of faults) {
    const mend = MENDS.get(code);
    if (mend === undefined || offset < done) continue;
    const [from, to, filler] = mend(text, offset);
    if (from < done || to > text.length || from >= to) continue;
    parts.push(text.slice(done, from), blank(text.slice(from, to), filler));
    done = to;
  }
  return parts.join('') + text.slice(done);
}

/** Line breaks stay: places count them. */
const blank = (text: string, filler: string): string => text.replace(/[^\r\n]/g, filler);
