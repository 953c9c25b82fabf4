import { invalid, overLimit } from '../core/errors.js';
import { type JsonSyntax, JsonSyntaxError, JsonTooDeep, parseJson } from '../lib/json/parse.js';
import type { JsonValue } from '../lib/json/values.js';

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
