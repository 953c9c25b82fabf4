import { ContentFault } from '../faults.js';
import { isJsonArray, isJsonObject, type JsonValue, jsonType } from '../json/values.js';
import { type Table, tableOf } from './table.js';

/**
 * JSON as a table: a list of objects (a column for every key, in order of appearance), a list of lists (the first is the header), an
 * object of lists (columns), one object (one row). Cells keep their types. Throws ContentFault.
 */
export function tableFromJson(value: JsonValue, header: boolean): Table {
  if (isJsonObject(value)) {
    const lists = [...value.values()];
    if (lists.length === 0 || !lists.every(isJsonArray)) return tableOfObjects([value]);
    const height = lists.reduce((most, list) => Math.max(most, list.length), 0);
    const rows = Array.from({ length: height }, (_, i) => lists.map((list) => list[i] ?? null));
    return { columns: [...value.keys()], hasHeader: true, rows };
  }
  if (!isJsonArray(value)) throw new ContentFault('it must be a list of objects or of lists');
  const isObjects = value.every(isJsonObject);
  if (isObjects) return tableOfObjects(value.filter(isJsonObject));
  const kind = isJsonObject(value[0] ?? null) ? 'object' : 'array';
  const fault = value.findIndex((item) => jsonType(item) !== kind);
  if (fault >= 0) {
    const got = `item ${fault + 1} is ${NAMED[jsonType(value[fault] ?? null)]}`;
    throw new ContentFault(`its items must all be objects or all be lists, ${got}`);
  }
  return tableOf(value.filter(isJsonArray), header);
}

const NAMED = {
  null: 'null',
  boolean: 'a boolean',
  string: 'a text',
  number: 'a number',
  array: 'a list',
  object: 'an object',
} as const;

function tableOfObjects(objects: readonly ReadonlyMap<string, JsonValue>[]): Table {
  const places = new Map<string, number>();
  for (const object of objects) for (const key of object.keys()) if (!places.has(key)) places.set(key, places.size);
  // Rows end with their last key: a thousand objects of a thousand keys of their own are no million cells.
  const rows = objects.map((object) => {
    const row: JsonValue[] = [];
    for (const [key, cell] of object) {
      const place = places.get(key) ?? 0;
      while (row.length < place) row.push(null);
      row[place] = cell;
    }
    return row;
  });
  return { columns: [...places.keys()], hasHeader: true, rows };
}
