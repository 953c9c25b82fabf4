import { refusing } from '../core/refusing.js';
import { unlessFaulty } from '../lib/faults.js';
import { parseJsonLines } from '../lib/json/lines.js';
import { parseJson } from '../lib/json/parse.js';
import type { JsonSyntax } from '../lib/json/syntax.js';
import type { JsonValue } from '../lib/json/values.js';
import { type JsonStyle, writeJson } from '../lib/json/write.js';

/**
 * Reads a caller's JSON. `label` says what it is in messages: `property "input"`, `option "other"`, `file "a.json"`.
 * Throws INVALID_INPUT with line, column and pointer, LIMIT_EXCEEDED where it is nested too deep.
 */
export function readJson(text: string, label: string, syntax?: JsonSyntax): JsonValue {
  return refusing(`Cannot read ${label} as JSON`, () => parseJson(text, syntax));
}

/** The values of a caller's JSON Lines. `label` as in `readJson`. Throws INVALID_INPUT, LIMIT_EXCEEDED at the first line that is none. */
export function readJsonLines(text: string, label: string): JsonValue[] {
  return refusing(`Cannot read ${label} as JSON Lines`, () =>
    parseJsonLines(text, (makeFault) => {
      throw makeFault();
    }),
  );
}

/** The values of a text that is not one document of JSON: where its first line is none either, the whole is told as one with a fault. */
export function readLinesOfNoDocument(text: string, label: string): readonly JsonValue[] {
  const [first = ''] = text.trimStart().split('\n', 1);
  return unlessFaulty(() => parseJson(first)) === undefined ? [readJson(text, label)] : readJsonLines(text, label);
}

/** Writes JSON for a caller; indented by two spaces where nothing else is said. Throws LimitFault of the result. */
export const writeDocument = (value: JsonValue, style: JsonStyle = { indent: '  ' }): string => writeJson(value, style);
