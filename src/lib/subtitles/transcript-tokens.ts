import { cutAtWidths, displayWidth } from '../unicode/display-width.js';
import { segmentText } from '../unicode/text-segments.js';
import type { Token } from './cut-cues.js';

/** Scripts without spaces between words, whose lines break between any two words of the dictionary. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
/** Who speaks, at the start of a line: `SAM:`, `Speaker 2:`, `>>`, `- `. */
const SPEAKER =
  /^(?:>>|[-–—]\s|(?:[\p{Lu}\d][\p{L}\p{N}.'’-]{0,30})(?:\s[\p{Lu}\d][\p{L}\p{N}.'’-]{0,30}){0,2}:(?:\s|$))/u;

/** The words of a transcript in order. Blank lines and speakers begin a subtitle, with `keepLines` every line does. */
export function transcriptTokens(text: string, locale: string, lineWidth: number, keepLines: boolean): Token[] {
  const tokens: Token[] = [];
  let isFirst = true;
  for (const raw of text.split(/\r\n|[\n\r\u2028\u2029\u0085\f\v]/)) {
    const line = raw.replace(/[\s\u200b\ufeff]+/gu, ' ').trim();
    if (line === '') {
      isFirst = true;
      continue;
    }
    isFirst ||= keepLines || SPEAKER.test(line);
    for (const word of line.split(' '))
      for (const [index, part] of partsOf(word, locale, lineWidth).entries()) {
        tokens.push({ text: part, glue: index === 0 ? ' ' : '', isFirst, start: 0, end: 0 });
        isFirst = false;
      }
  }
  return tokens;
}

/** What begins no line: punctuation that closes. What ends none opens. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ー々ゝゞ～…]+$/u;
const OPENING = /^[\p{Ps}\p{Pi}]+$/u;

/** A word, or its parts where it is longer than a line or of a script without spaces. */
export function partsOf(word: string, locale: string, lineWidth: number): string[] {
  const parts = UNSPACED.test(word) ? unspacedParts(word, locale) : [word];
  return parts.flatMap((part) => {
    const width = displayWidth(part);
    // A wide letter at a cut takes a place more.
    const step = Math.max(2, lineWidth - 1);
    return width <= lineWidth
      ? [part]
      : cutAtWidths(
          part,
          Array.from({ length: Math.ceil(width / step) - 1 }, (_, index) => step * (index + 1)),
        ).filter((piece) => piece !== '');
  });
}

function unspacedParts(word: string, locale: string): string[] {
  const parts: string[] = [];
  let opened = '';
  for (const { start, end } of segmentText(word, 'word', locale)) {
    const part = word.slice(start, end);
    const last = parts.length - 1;
    if (CLOSING.test(part) && opened === '' && last >= 0) parts[last] += part;
    else if (OPENING.test(part)) opened += part;
    else {
      parts.push(opened + part);
      opened = '';
    }
  }
  if (opened !== '') parts.push(opened);
  return parts;
}
