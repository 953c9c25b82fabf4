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

/**
 * What a text holds: one document of JSON, or the values of JSON Lines. Where its first line is neither, the whole is told as one
 * document with a fault. Throws as `readJson` and `readJsonLines`.
 */
export function readJsonOrLines({
  text,
  label,
}: {
  readonly text: string;
  readonly label: string;
}): { readonly document: JsonValue } | { readonly lines: readonly JsonValue[] } {
  const document = unlessFaulty(() => parseJson(text));
  if (document !== undefined) return { document };
  const [first = ''] = text.trimStart().split('\n', 1);
  if (unlessFaulty(() => parseJson(first)) === undefined) return { document: readJson(text, label) };
  return { lines: readJsonLines(text, label) };
}

/** Writes JSON for a caller; indented by two spaces where nothing else is said. Throws LimitFault of the result. */
export const writeDocument = (value: JsonValue, style: JsonStyle = { indent: '  ' }): string => writeJson(value, style);
