import { invalid, overLimit, quote } from '../core/errors.js';
import { type JsonLayout, layoutJson } from '../lib/json/layout.js';
import { DIALECTS, type JsonDialect, JsonSyntaxError, JsonTooDeep, parseJson } from '../lib/json/parse.js';
import type { JsonValue } from '../lib/json/values.js';

import { withinLength } from './json-document.js';
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
  return reading(source, layout.dialect, () => withinLength(() => layoutJson(source.text, layout)));
}

/** Reads a caller's text in a dialect; its numbers are those of JSON. Throws as `layOut`. */
export function readDialect(source: TextSource, dialect: JsonDialect): JsonValue {
  return reading(source, dialect, () => parseJson(source.text, DIALECTS[dialect]));
}

const NAMES = { json: 'JSON', jsonc: 'JSONC', json5: 'JSON5' } as const;

function reading<Result>(source: TextSource, dialect: JsonDialect, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const cannot = `Cannot read ${source.label} as ${NAMES[dialect]}`;
    if (error instanceof JsonTooDeep) throw overLimit(`${cannot}: ${error.message}`);
    if (error instanceof JsonSyntaxError)
      throw invalid(`${cannot}: ${error.message}${hintOf(error, source.text, dialect)}`);
    throw error;
  }
}

/** The dialect in which the text has no fault, where there is one. */
function hintOf(error: JsonSyntaxError, text: string, dialect: JsonDialect): string {
  if (!error.isJson5 || dialect === 'json5') return '';
  for (const wider of dialect === 'json' ? (['jsonc', 'json5'] as const) : (['json5'] as const)) {
    try {
      parseJson(text, DIALECTS[wider]);
      return `\nOption "dialect" ${quote(wider)} would read it`;
    } catch (cause) {
      // The next dialect may read it; if none does, there is no hint.
      if (!(cause instanceof JsonSyntaxError)) throw cause;
    }
  }
  return '';
}
