import { eastAsianWidth } from 'get-east-asian-width';

import { splitGraphemes } from './text-segments.js';

const ASCII = /^[ -~]*$/;

/**
 * Places a text takes in a fixed-width font: two for wide letters and emoji (Unicode's East_Asian_Width W and F), none for marks,
 * joiners and control characters. What a reader sees as one letter counts once, however many code points it has.
 */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const letter of splitGraphemes(text)) width += widthOfLetter(letter);
  return width;
}

function widthOfLetter(letter: string): number {
  const point = letter.codePointAt(0) ?? 0;
  if (/^[\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Zl}\p{Zp}]/u.test(letter)) return 0;
  // A flag, or a sign that U+FE0F makes an emoji.
  if (/^\p{RI}{2}|\ufe0f/u.test(letter)) return 2;
  return eastAsianWidth(point);
}

/** Cuts a text at places of a fixed-width font, that count from 0. A letter across a cut belongs to the part it begins in. */
export function cutAtWidths(text: string, cuts: readonly number[]): string[] {
  const isAscii = ASCII.test(text);
  if (isAscii) {
    const bounds = [0, ...cuts, text.length];
    return bounds.slice(1).map((end, i) => text.slice(bounds[i], end));
  }
  const parts = cuts.map(() => '');
  parts.push('');
  let at = 0;
  let part = 0;
  for (const letter of splitGraphemes(text)) {
    while (part < cuts.length && at >= (cuts[part] ?? 0)) part++;
    parts[part] += letter;
    at += widthOfLetter(letter);
  }
  return parts;
}

/** Spaces behind a text up to a width. */
export const padEndWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));

/** Spaces before a text up to a width. */
export const padStartWidth = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - displayWidth(text))) + text;

/** A text cut into rows of at most so many places; a letter wider than that has a row of its own. */
export function wrapColumns(text: string, columns: number): string[] {
  const rows: string[] = [];
  let row = '';
  let width = 0;
  for (const letter of lettersOf(text)) {
    const more = widthOfLetter(letter);
    if (width + more > columns && row !== '') {
      rows.push(row);
      row = '';
      width = 0;
    }
    row += letter;
    width += more;
  }
  rows.push(row);
  return rows;
}

/** What a reader sees as one letter each; ASCII needs no segmenter, but for the last before something else: 1 begins the keycap 1️⃣. */
function* lettersOf(text: string): Generator<string, void> {
  for (const [run] of text.matchAll(/[ -~]+(?![^ -~])|[ -~]?[^ -~]+/g)) {
    if (ASCII.test(run)) yield* run;
    else yield* splitGraphemes(run);
  }
}
