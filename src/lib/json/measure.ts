import { isJsonArray, JsonNumber, type JsonValue, jsonType } from './values.js';

/** What a document is made of. */
export interface JsonMeasure {
  readonly type: ReturnType<typeof jsonType>;
  /** Levels of objects and arrays; 0 for a single value. */
  readonly depth: number;
  /** Objects and arrays count too. */
  readonly values: number;
  readonly keys: number;
  /** Numbers that a double does not say exactly. */
  readonly inexactNumbers: number;
}

export function measureJson(value: JsonValue): JsonMeasure {
  const counts = { depth: 0, values: 0, keys: 0, inexactNumbers: 0 };
  const visit = (item: JsonValue, level: number): void => {
    counts.values++;
    if (item instanceof JsonNumber) {
      // NaN and infinities of JSON5 are doubles.
      if (!/[a-z]$/i.test(item.source) && !item.isExact()) counts.inexactNumbers++;
      return;
    }
    if (item === null || typeof item !== 'object') return;
    counts.depth = Math.max(counts.depth, level + 1);
    if (isJsonArray(item)) {
      for (const element of item) visit(element, level + 1);
      return;
    }
    counts.keys += item.size;
    for (const element of item.values()) visit(element, level + 1);
  };
  visit(value, 0);
  return { type: jsonType(value), ...counts };
}
