import { describeFault } from '../text/text-position.js';

import { JsonSyntaxError, parseJson } from './parse.js';
import type { JsonValue } from './values.js';

/** A line that is no JSON: `message` gives its place in the whole text. */
export class JsonLineError extends Error {
  override readonly name = 'JsonLineError';

  constructor(
    text: string,
    lineStart: number,
    readonly fault: JsonSyntaxError,
  ) {
    super(describeFault(text, lineStart + fault.offset, fault.fault));
  }
}

/**
 * The values of JSON Lines, one a line; empty lines are passed over. Lines that are none go to `onFault`, which makes their error
 * where it needs it: to find its place takes a look at all of the text before it.
 */
export function parseJsonLines(
  text: string,
  onFault: (makeError: () => JsonLineError, line: number) => void,
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
        if (!(error instanceof JsonSyntaxError)) throw error;
        const lineStart = start;
        onFault(() => new JsonLineError(text, lineStart, error), line);
      }
    }
    start = end + 1;
  }
  return values;
}
