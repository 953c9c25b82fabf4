import { ContentFault } from '../faults.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from './values.js';
import { writeJson } from './write.js';

export interface TableRules {
  /** Members of objects within objects get columns of their own, `a.b`; else they stand in one cell as JSON. */
  readonly flatten: boolean;
  readonly arrays: 'columns' | 'json' | 'join';
}

export interface JsonTable {
  /** In the order in which they come first. */
  readonly columns: readonly string[];
  /** Cells by column; what a row has not is left out. */
  readonly rows: readonly ReadonlyMap<string, string>[];
}

/** Objects as a table; a value that is no object stands in the column `value`. Throws ContentFault where a cell gets two. */
export function jsonTable(items: readonly JsonValue[], rules: TableRules): JsonTable {
  const columns = new Set<string>();
  const rows = items.map((item, index) => {
    const row = new Map<string, string>();
    const put = (column: string, cell: string): void => {
      // `{"a.b":1,"a":{"b":2}}`
      if (row.has(column))
        throw new ContentFault(`item ${index + 1} has two values for the column ${JSON.stringify(column)}`);
      row.set(column, cell);
      columns.add(column);
    };
    const members = isJsonObject(item) ? [...item] : [['value', item] as const];
    for (const [key, value] of members) fill(key, value, rules, put);
    return row;
  });
  return { columns: [...columns], rows };
}

function fill(column: string, value: JsonValue, rules: TableRules, put: (column: string, cell: string) => void): void {
  if (isJsonArray(value)) {
    if (!rules.flatten || rules.arrays === 'json' || value.length === 0) put(column, writeJson(value));
    else if (rules.arrays === 'join') put(column, value.map(jsonCell).join('; '));
    // From 1, as Miller writes them.
    else for (const [index, item] of value.entries()) fill(`${column}.${index + 1}`, item, rules, put);
  } else if (isJsonObject(value)) {
    if (!rules.flatten || value.size === 0) put(column, writeJson(value));
    else for (const [key, item] of value) fill(`${column}.${key}`, item, rules, put);
  } else put(column, jsonCell(value));
}

/** A value as one cell: objects and arrays as JSON, null as nothing. */
export function jsonCell(value: JsonValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return value instanceof JsonNumber ? value.source : writeJson(value);
}
