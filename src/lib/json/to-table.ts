import { ContentFault } from '../faults.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from './values.js';
import { writeJson } from './write.js';

export interface TableRules {
  /** Members of objects within objects get columns of their own, `a.b`; else they stand in one cell as JSON. */
  readonly flatten: boolean;
  readonly arrays: 'columns' | 'json' | 'join';
}

export interface JsonTable<Cell = string> {
  /** In the order in which they come first. */
  readonly columns: readonly string[];
  /** Cells by column; what a row has not is left out. */
  readonly rows: readonly ReadonlyMap<string, Cell>[];
}

/** Objects as a table; a value that is no object stands in the column `value`. Throws ContentFault where a cell gets two. */
export const jsonTable = (items: readonly JsonValue[], rules: TableRules): JsonTable =>
  typedJsonTable(items, rules, jsonCell);

/** The same with cells of any kind: of what a value becomes that is not taken apart. */
export function typedJsonTable<Cell>(
  items: readonly JsonValue[],
  rules: TableRules,
  cellOf: (value: JsonValue) => Cell,
): JsonTable<Cell> {
  const columns = new Set<string>();
  const rows = items.map((item, index) => {
    const row = new Map<string, Cell>();
    const put = (column: string, value: JsonValue): void => {
      const cell = cellOf(value);
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

function fill(
  column: string,
  value: JsonValue,
  rules: TableRules,
  put: (column: string, value: JsonValue) => void,
): void {
  if (isJsonArray(value)) {
    if (!rules.flatten || rules.arrays === 'json' || value.length === 0) put(column, value);
    else if (rules.arrays === 'join') put(column, value.map(jsonCell).join('; '));
    // From 1, as Miller writes them.
    else for (const [index, item] of value.entries()) fill(`${column}.${index + 1}`, item, rules, put);
  } else if (isJsonObject(value) && rules.flatten && value.size > 0) {
    for (const [key, item] of value) fill(`${column}.${key}`, item, rules, put);
  } else put(column, value);
}

/** A value as one cell: objects and arrays as JSON, null as nothing. */
export function jsonCell(value: JsonValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return value instanceof JsonNumber ? value.source : writeJson(value);
}
