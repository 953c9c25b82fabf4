import { ContentFault, isFault, LimitFault } from '../faults.js';

import { parseJson } from './parse.js';
import type { JsonValue } from './values.js';

/**
 * The values of JSON Lines, one a line; empty lines are passed over. Lines that are none go to `onFault`, which makes their fault,
 * told with its place in the whole text, where it needs it: to find that place takes a look at all of the text before it.
 */
export function parseJsonLines(
  text: string,
  onFault: (makeFault: () => ContentFault | LimitFault, line: number) => void,
): JsonValue[] {
  const values: JsonValue[] = [];
  let line = 1;
  for (let start = 0; start < text.length; line++) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const source = text.slice(start, end);
    if (/[^ \t\r]/.test(source)) {
      try {
        values.push(parseJson(source));
      } catch (error) {
        if (!isFault(error)) throw error;
        const lineStart = start;
        onFault(() => placedAt(text, lineStart, error), line);
      }
    }
    start = end + 1;
  }
  return values;
}

/**
 * The values of objects and arrays that stand one after the other, each over as many lines as it likes, as jq writes them; `undefined`
 * where the text is not that: fewer than two, or a first one that is no JSON. Throws the fault of a later one, told with its place in
 * the whole text.
 */
export function parseJsonSequence(text: string): JsonValue[] | undefined {
  const values: JsonValue[] = [];
  const parts = partsOf(text);
  if (parts.length < 2) return undefined;
  for (const { start, end } of parts) {
    try {
      values.push(parseJson(text.slice(start, end)));
    } catch (error) {
      if (!isFault(error)) throw error;
      if (values.length === 0) return undefined;
      throw placedAt(text, start, error);
    }
  }
  return values;
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/** From one outermost bracket to its partner, as far as brackets outside of strings tell it; what is left over is the last part. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  const bracket = /["[\]{}]/g;
  let start = 0;
  let depth = 0;
  for (let found = bracket.exec(text); found !== null; found = bracket.exec(text)) {
    const [sign] = found;
    if (sign === '"') bracket.lastIndex = stringEnd(text, bracket.lastIndex);
    else if (sign === '{' || sign === '[') depth++;
    else if (--depth === 0) {
      parts.push({ start, end: bracket.lastIndex });
      start = bracket.lastIndex;
    }
  }
  if (text.slice(start).trim() !== '') parts.push({ start, end: text.length });
  return parts;
}

/** Behind the quote that ends a string whose content begins at `start`. */
function stringEnd(text: string, start: number): number {
  const end = /["\\]/g;
  end.lastIndex = start;
  for (let found = end.exec(text); found !== null; found = end.exec(text)) {
    if (found[0] === '"') return end.lastIndex;
    end.lastIndex++;
  }
  return text.length;
}

/** The fault of a line that begins at `start`, as one of the whole text. */
function placedAt(text: string, start: number, fault: ContentFault | LimitFault): ContentFault | LimitFault {
  const offset = start + (fault.place?.offset ?? 0);
  return fault instanceof LimitFault
    ? LimitFault.at(text, offset, fault.what, fault.limit)
    : ContentFault.at(text, offset, fault.what);
}
