import { ContentFault, LimitFault } from '../faults.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './values.js';

/** Levels of objects that are looked through for the list of records: `{"response":{"docs":[…]}}` has two. */
const MAX_LEVELS = 4;
/** Rows that unwinding may make. */
const MAX_ROWS = 500_000;

const isRecords = (value: JsonValue): value is readonly JsonObject[] =>
  isJsonArray(value) && value.length > 0 && value.every(isJsonObject);

/** The lists of objects inside an object, through objects only; no more than two, which is enough to know that there are several. */
function listsOfRecords(value: JsonObject, level: number, found: (readonly JsonObject[])[]): void {
  for (const item of value.values()) {
    if (found.length > 1) return;
    if (isRecords(item)) found.push(item);
    else if (isJsonObject(item) && level < MAX_LEVELS) listsOfRecords(item, level + 1, found);
  }
}

/** The only list of objects inside a document, such as `results` of an answer; the document itself where there is none or several. */
export function findRecords(document: JsonValue): JsonValue {
  if (!isJsonObject(document)) return document;
  const found: (readonly JsonObject[])[] = [];
  listsOfRecords(document, 1, found);
  const [only, ...more] = found;
  return only !== undefined && more.length === 0 ? only : document;
}

/** Names with dots between; a dot within a name is `\.`. */
const namesOf = (path: string): string[] =>
  (path.match(/(?:\\[\s\S]|[^.\\])+/g) ?? []).map((name) => name.replace(/\\([\s\S])/g, '$1'));

/** The value at a path of names and indexes, such as `data.items`. Throws ContentFault with what is there where it leads nowhere. */
export function valueAt(document: JsonValue, path: string): JsonValue {
  let value = document;
  for (const name of namesOf(path)) {
    const next = isJsonObject(value) ? value.get(name) : isJsonArray(value) ? value[Number(name)] : undefined;
    if (next === undefined) {
      const keys = isJsonObject(value)
        ? [...value.keys()].slice(0, 10).map((key) => JSON.stringify(key.slice(0, 40)))
        : [];
      throw new ContentFault(
        `nothing is at ${JSON.stringify(name.slice(0, 80))}${keys.length > 0 ? `, the keys there are ${keys.join(', ')}` : ''}`,
      );
    }
    value = next;
  }
  return value;
}

/**
 * A record for every element of the list that each record has at a path; all else is repeated. A record without the list, or with
 * an empty one, stays one record. Throws LimitFault.
 */
export function unwindRecords(records: readonly JsonValue[], path: string): JsonValue[] {
  const names = namesOf(path);
  const rows: JsonValue[] = [];
  for (const record of records) {
    let list: JsonValue | undefined = record;
    for (const name of names) list = list !== undefined && isJsonObject(list) ? list.get(name) : undefined;
    if (list === undefined || !isJsonArray(list)) rows.push(record);
    else if (list.length === 0) rows.push(replaced(record, names, undefined));
    else for (const element of list) rows.push(replaced(record, names, element));
    if (rows.length > MAX_ROWS) throw new LimitFault(`"unwind" must make at most ${MAX_ROWS} rows`, MAX_ROWS);
  }
  return rows;
}

/** A copy of the objects on the way, with another value at its end, or without one. */
function replaced(value: JsonValue, [name, ...rest]: readonly string[], by: JsonValue | undefined): JsonValue {
  if (name === undefined || !isJsonObject(value)) return by ?? null;
  const copy = new Map(value);
  const inner = copy.get(name);
  if (rest.length === 0 && by === undefined) copy.delete(name);
  else copy.set(name, rest.length === 0 ? (by ?? null) : replaced(inner ?? null, rest, by));
  return copy;
}
