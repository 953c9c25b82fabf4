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

/** The fault of a line that begins at `start`, as one of the whole text. */
function placedAt(text: string, start: number, fault: ContentFault | LimitFault): ContentFault | LimitFault {
  const offset = start + (fault.place?.offset ?? 0);
  return fault instanceof LimitFault
    ? LimitFault.at(text, offset, fault.what, fault.limit)
    : ContentFault.at(text, offset, fault.what);
}
