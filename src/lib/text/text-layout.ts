import { segmentText, splitGraphemes } from '../unicode/text-segments.js';

/** A piece of text that is not broken, with the white space after it. */
interface Piece {
  readonly text: string;
  readonly space: string;
}

export interface TextLine {
  readonly text: string;
  /** Of the line's paragraph, by its first letter: Hebrew, Arabic and their kin. */
  readonly isRightToLeft: boolean;
}

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
/** What no line begins with, and what none ends with (Unicode Standard Annex 14, classes CL, CP, EX, IS, NS and OP, in short). */
const NEVER_FIRST = /^[\p{Pe}\p{Pf}!?.,:;%…、。，．！？：；ー々ゝゞ]/u;
const NEVER_LAST = /[\p{Ps}\p{Pi}]$/u;
const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;

/**
 * Breaks a text into lines of at most `width`: at line breaks, after white space and hyphens, and between words of scripts
 * without spaces; a longer word between characters as readers see them. Without bound where `width` is Infinity.
 * `measure` is asked for single words, spaces and characters, again and again.
 */
export function wrapText(text: string, width: number, measure: (text: string) => number): TextLine[] {
  const lines: TextLine[] = [];
  for (const paragraph of text.replace(/\t/g, '    ').split(/\r\n|[\n\r\u2028\u2029]/)) {
    const letter = /\p{L}/u.exec(paragraph)?.[0] ?? '';
    const isRightToLeft = RIGHT_TO_LEFT.test(letter);
    for (const line of wrapParagraph(paragraph, width, measure)) {
      lines.push({ text: line, isRightToLeft });
    }
  }
  return lines;
}

function wrapParagraph(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  let space = '';
  for (const piece of piecesOf(text)) {
    const needed = measure(space) + measure(piece.text);
    if (line !== '' && used + needed > width) {
      lines.push(line);
      [line, used, space] = ['', 0, ''];
    }
    if (line !== '' || needed <= width) {
      line += space + piece.text;
      used += needed;
    } else {
      const parts = brokenWord(piece.text, width, measure);
      line = parts.pop() ?? '';
      used = measure(line);
      lines.push(...parts);
    }
    space = piece.space;
  }
  return [...lines, line];
}

function brokenWord(text: string, width: number, measure: (text: string) => number): string[] {
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const segment of splitGraphemes(text)) {
    const needed = measure(segment);
    if (part !== '' && used + needed > width) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += segment;
    used += needed;
  }
  return [...parts, part];
}

function piecesOf(text: string): Piece[] {
  const pieces: { text: string; space: string }[] = [];
  for (const { start, end } of segmentText(text, 'word', 'en')) {
    const segment = text.slice(start, end);
    const last = pieces.at(-1);
    if (/^\s+$/u.test(segment) && segment !== '\u00a0') {
      if (last === undefined) pieces.push({ text: segment, space: '' });
      else last.space += segment;
    } else if (last === undefined || mayBreak(last, segment)) pieces.push({ text: segment, space: '' });
    else last.text += segment;
  }
  return pieces;
}

function mayBreak({ text, space }: Piece, next: string): boolean {
  if (space !== '') return true;
  if (NEVER_FIRST.test(next) || NEVER_LAST.test(text)) return false;
  if (/\p{L}-$/u.test(text)) return true;
  return UNSPACED.test(text.slice(-1)) && UNSPACED.test(next.slice(0, 1));
}
