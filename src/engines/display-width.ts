import { eastAsianWidth } from 'get-east-asian-width';

const INVISIBLE = /^[\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const EMOJI = /^(?:\p{Emoji_Presentation}|.\ufe0f|[\u{1f1e6}-\u{1f1ff}]{2})/u;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters as people see them, each with the columns it takes in a fixed-width font: 2 for CJK and emoji, 0 for marks. */
export function* measureCharacters(text: string): Generator<readonly [string, number], void> {
  for (const run of text.match(/[ -~]+|[^ -~]+/g) ?? []) {
    if (/^[ -~]/.test(run)) {
      for (const character of run) yield [character, 1];
      continue;
    }
    for (const { segment } of segmenter.segment(run)) yield [segment, widthOf(segment)];
  }
}

function widthOf(cluster: string): number {
  if (EMOJI.test(cluster)) return 2;
  return INVISIBLE.test(cluster) ? 0 : eastAsianWidth(cluster.codePointAt(0) ?? 0);
}

/** Columns that a text takes in a fixed-width font. */
export function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const [, columns] of measureCharacters(text)) width += columns;
  return width;
}

/** A text cut into rows of at most so many columns. */
export function wrapColumns(text: string, columns: number): string[] {
  const rows: string[] = [];
  let row = '';
  let width = 0;
  for (const [character, more] of measureCharacters(text)) {
    if (width + more > columns) {
      rows.push(row);
      row = '';
      width = 0;
    }
    row += character;
    width += more;
  }
  rows.push(row);
  return rows;
}
