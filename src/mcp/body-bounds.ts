import { invalid, overLimit, type ToolError } from '../core/errors.js';
import { JSON_DEPTH } from '../core/limits.js';

/**
 * Properties, items and brackets of a body. A call has some dozens, and a batch of a hundred calls a few thousand; each costs its reader
 * a microsecond or more, many times what its bytes do.
 */
const MAX_PARTS = 10_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** What is wrong with the size of a JSON text's structure, counted before anything is built of it. Linear, whatever the bytes are. */
export function boundsFault(body: Buffer): ToolError | undefined {
  let depth = 0;
  let parts = 0;
  for (let i = 0; i < body.length; i += 1) {
    const byte = body[i];
    if (byte === QUOTE) {
      i = endOfString(body, i);
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      parts += 1;
      if (depth > JSON_DEPTH) return invalid(`Request body must not be nested deeper than ${JSON_DEPTH}`);
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
    } else if (byte === 0x2c) {
      parts += 1;
    }
    if (parts > MAX_PARTS) {
      return overLimit(`Request body has more than ${MAX_PARTS} properties and items, the limit is ${MAX_PARTS}`);
    }
  }
  return undefined;
}

/** Index of the quote that ends the string that starts at `start`; the end of the body where none does. */
function endOfString(body: Buffer, start: number): number {
  let from = start + 1;
  for (;;) {
    const end = body.indexOf(QUOTE, from);
    if (end < 0) return body.length;
    let backslashes = 0;
    while (end - 1 - backslashes >= from && body[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
    from = end + 1;
  }
}
