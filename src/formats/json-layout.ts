import { invalid, quote } from '../core/errors.js';
import { refusal } from '../core/refusing.js';
import { ContentFault, unlessFaulty } from '../lib/faults.js';
import { type JsonLayout, layoutJson } from '../lib/json/layout.js';
import { parseJson } from '../lib/json/parse.js';
import { DIALECTS, type JsonDialect } from '../lib/json/syntax.js';
import type { JsonValue } from '../lib/json/values.js';

import type { DocumentKind, TextSource } from './text-source.js';
import { KINDS } from './text-source.js';

/** What a document of a dialect is. */
export const DIALECT_KINDS = {
  json: KINDS.json,
  jsonc: { extension: '.jsonc', mime: 'application/jsonc;charset=utf-8' },
  json5: { extension: '.json5', mime: 'application/json5;charset=utf-8' },
} as const satisfies Record<JsonDialect, DocumentKind>;

/** Lays a caller's text out anew. Throws INVALID_INPUT with line, column and pointer, LIMIT_EXCEEDED for depth and length. */
export function layOut(source: TextSource, layout: JsonLayout): string {
  return reading(source, layout.dialect, () => layoutJson(source.text, layout));
}

/** Reads a caller's text in a dialect; its numbers are those of JSON. Throws as `layOut`. */
export function readDialect(source: TextSource, dialect: JsonDialect): JsonValue {
  return reading(source, dialect, () => parseJson(source.text, DIALECTS[dialect]));
}

const NAMES = { json: 'JSON', jsonc: 'JSONC', json5: 'JSON5' } as const;

function reading<Result>(source: TextSource, dialect: JsonDialect, read: () => Result): Result {
  const cannot = `Cannot read ${source.label} as ${NAMES[dialect]}`;
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ContentFault)) throw refusal(cannot, error);
    // The hint belongs behind the place that the fault shows.
    throw invalid(`${cannot}: ${error.message}${hintOf(source.text, dialect)}`, error);
  }
}

const WIDER = { json: ['jsonc', 'json5'], jsonc: ['json5'], json5: [] } as const satisfies Record<
  JsonDialect,
  readonly JsonDialect[]
>;

/** The dialect in which the text has no fault, where there is one. */
function hintOf(text: string, dialect: JsonDialect): string {
  const fitting = WIDER[dialect].find((wider) => unlessFaulty(() => parseJson(text, DIALECTS[wider])) !== undefined);
  return fitting === undefined ? '' : `\nOption "dialect" ${quote(fitting)} would read it`;
}
