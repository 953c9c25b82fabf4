import { countCodePoints } from '../unicode/code-points.js';

/** Where in a text something stands, for people: lines and columns count from 1, columns in code points. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The position of a UTF-16 offset. Lines end with LF, CRLF or CR, as editors count them. */
export function positionAt(text: string, offset: number): TextPosition {
  let line = 1;
  let start = 0;
  for (let index = 0; index < offset; index++) {
    const unit = text.charCodeAt(index);
    const endsLine = unit === LF || (unit === CR && text.charCodeAt(index + 1) !== LF);
    if (!endsLine) continue;
    line++;
    start = index + 1;
  }
  return { line, column: countCodePoints(text.slice(start, offset)) + 1 };
}

/** Positions of offsets that never go back, each found from the one before: many positions in one pass over the text. */
export function positionCounter(text: string): (offset: number) => TextPosition {
  let line = 1;
  let column = 1;
  let seen = 0;
  return (offset) => {
    for (; seen < offset; seen++) {
      const unit = text.charCodeAt(seen);
      if (unit === LF || (unit === CR && text.charCodeAt(seen + 1) !== LF)) {
        line++;
        column = 1;
      } else if (unit < 0xdc00 || unit > 0xdfff) column++;
    }
    return { line, column };
  };
}

/** The offset of a line and a column that count from 1; for engines that tell only these. Ends with the text. */
export function offsetAt(text: string, { line, column }: TextPosition): number {
  let start = 0;
  for (let passed = 1; passed < line && start < text.length; start++) {
    const unit = text.charCodeAt(start);
    if (unit === LF || (unit === CR && text.charCodeAt(start + 1) !== LF)) passed++;
  }
  let offset = start;
  for (let passed = 1; passed < column && offset < text.length; passed++) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return Math.min(offset, text.length);
}

const LF = 10;
const CR = 13;
const BEFORE = 40;
const AFTER = 20;

/**
 * Two lines for a fixed-width font: the part of the line around an offset, and a `^` below it. Control characters are shown as
 * one space, so that the pointer stays in place.
 */
export function pointAt(text: string, offset: number): string {
  const from = Math.max(lastBreak(text, offset) + 1, offset - BEFORE);
  const before = [...text.slice(from, offset)].map(visible).join('');
  const rest = text.slice(offset, offset + AFTER);
  const after = [...(rest.split(/[\n\r]/, 1)[0] ?? '')].map(visible).join('');
  return `${before}${after}\n${' '.repeat([...before].length)}^`;
}

/** The last line break before an offset, -1 where there is none. Looks no further back than is shown. */
function lastBreak(text: string, offset: number): number {
  const from = Math.max(0, offset - BEFORE);
  const shown = text.slice(from, offset);
  return from + Math.max(shown.lastIndexOf('\n'), shown.lastIndexOf('\r'), -1 - from);
}

const visible = (character: string): string => (/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/u.test(character) ? ' ' : character);

/**
 * A fault in a text as every message tells it: `line 2, column 8: a value must stand here, got "}"`, and below it the place
 * with a `^`.
 */
export function describeFault(text: string, offset: number, fault: string): string {
  const { line, column } = positionAt(text, offset);
  return `line ${line}, column ${column}: ${fault}\n${pointAt(text, offset)}`;
}
