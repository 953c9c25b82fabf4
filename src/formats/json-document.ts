import { invalid, overLimit } from '../core/errors.js';
import type { JsonLineError } from '../lib/json/lines.js';
import { type JsonSyntax, JsonSyntaxError, JsonTooDeep, parseJson } from '../lib/json/parse.js';
import type { JsonValue } from '../lib/json/values.js';
import { type JsonStyle, MAX_WRITTEN, TextTooLong, writeJson } from '../lib/json/write.js';

/**
 * Reads a caller's JSON. `label` says what it is in messages: `property "input"`, `option "other"`, `file "a.json"`.
 * Throws INVALID_INPUT with line, column and pointer, LIMIT_EXCEEDED where it is nested too deep.
 */
export function readJson(text: string, label: string, syntax?: JsonSyntax): JsonValue {
  try {
    return parseJson(text, syntax);
  } catch (error) {
    if (error instanceof JsonTooDeep) throw overLimit(`Cannot read ${label} as JSON: ${error.message}`);
    if (error instanceof JsonSyntaxError) throw invalid(`Cannot read ${label} as JSON: ${error.message}`, error);
    throw error;
  }
}

/** Tells a caller of a line that is no JSON. `label` as in `readJson`. */
export const unreadableLine = (label: string, error: JsonLineError): Error =>
  invalid(`Cannot read ${label} as JSON Lines: ${error.message}`, error);

/** Runs what writes a text, and throws LIMIT_EXCEEDED where it would be longer than any response may be. */
export function withinLength(write: () => string): string {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof TextTooLong)) throw error;
    throw overLimit(`The result would have more than ${MAX_WRITTEN} characters: it is nested deep and indented wide`);
  }
}

/** Writes JSON for a caller; indented by two spaces where nothing else is said. Throws LIMIT_EXCEEDED. */
export const writeDocument = (value: JsonValue, style: JsonStyle = { indent: '  ' }): string =>
  withinLength(() => writeJson(value, style));
