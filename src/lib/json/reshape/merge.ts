import { ContentFault } from '../../faults.js';
import { ValueIds } from '../diff/identity.js';
import { writePointer } from '../pointer.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../values.js';

export interface MergeRules {
  readonly arrays: 'replace' | 'concat' | 'union' | 'by-index' | 'by-key';
  /** Of objects in lists, for `by-key`. */
  readonly key: string;
  /** Whether null in a later document removes, as in a JSON Merge Patch. */
  readonly nullRemoves: boolean;
  /** Which value counts where two that cannot be merged meet. */
  readonly conflicts: 'last' | 'first' | 'refuse';
}

/** Merges the second document into the first. Throws ContentFault where values differ that must not. */
export function mergeJson(first: JsonValue, second: JsonValue, rules: MergeRules): JsonValue {
  return new JsonMerge(rules).merge(first, second, []);
}

class JsonMerge {
  readonly #ids = new ValueIds();

  constructor(private readonly rules: MergeRules) {}

  merge(first: JsonValue, second: JsonValue, path: (string | number)[]): JsonValue {
    if (isJsonObject(first) && isJsonObject(second)) return this.#objects(first, second, path);
    if (isJsonArray(first) && isJsonArray(second) && this.rules.arrays !== 'replace')
      return this.#arrays(first, second, path);
    if (this.rules.conflicts === 'last') return this.#added(second);
    if (this.rules.conflicts === 'refuse' && !this.#ids.areEqual(first, second))
      throw new ContentFault(`two documents have different values at ${JSON.stringify(writePointer(path))}`);
    return first;
  }

  #objects(first: JsonObject, second: JsonObject, path: (string | number)[]): JsonValue {
    const merged = new Map(first);
    for (const [key, value] of second) {
      const known = merged.get(key);
      if (value === null && this.rules.nullRemoves) merged.delete(key);
      else if (known === undefined) merged.set(key, this.#added(value));
      else merged.set(key, this.#inside(known, value, path, key));
    }
    return merged;
  }

  /** What is new has no null in it either, where null removes. */
  #added(value: JsonValue): JsonValue {
    if (!this.rules.nullRemoves || !isJsonObject(value)) return value;
    return new Map([...value].flatMap(([key, item]) => (item === null ? [] : [[key, this.#added(item)] as const])));
  }

  #inside(first: JsonValue, second: JsonValue, path: (string | number)[], step: string | number): JsonValue {
    path.push(step);
    const merged = this.merge(first, second, path);
    path.pop();
    return merged;
  }

  #arrays(first: readonly JsonValue[], second: readonly JsonValue[], path: (string | number)[]): JsonValue {
    const { arrays } = this.rules;
    if (arrays === 'concat') return [...first, ...second];
    if (arrays === 'union') return this.#union([...first, ...second]);
    if (arrays === 'by-key') return this.#byKey(first, second, path);
    const longer = first.length > second.length ? first : second;
    return longer.map((_, index) => {
      const [one, other] = [first[index], second[index]];
      if (one === undefined || other === undefined) return one ?? other ?? null;
      return this.#inside(one, other, path, index);
    });
  }

  #union(items: readonly JsonValue[]): JsonValue {
    const known = new Set<number>();
    return items.filter((item) => {
      const id = this.#ids.idOf(item);
      if (known.has(id)) return false;
      known.add(id);
      return true;
    });
  }

  /** Objects that have the same value under the key become one, at the place of the first; all else is added once. */
  #byKey(first: readonly JsonValue[], second: readonly JsonValue[], path: (string | number)[]): JsonValue {
    const merged: JsonValue[] = [];
    const places = new Map<number, number>();
    for (const item of [...first, ...second]) {
      const key = isJsonObject(item) ? item.get(this.rules.key) : undefined;
      // An item without the key is itself what it is told by.
      const id = key === undefined ? -1 - this.#ids.idOf(item) : this.#ids.idOf(key);
      const place = places.get(id);
      if (place === undefined) places.set(id, merged.push(item) - 1);
      else if (key !== undefined) merged[place] = this.#inside(merged[place] ?? null, item, path, place);
    }
    return merged;
  }
}
