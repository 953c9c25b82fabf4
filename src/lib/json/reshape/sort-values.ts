import { changePaths, type KeyPath, startStates } from '../key-paths.js';
import { compareNumbers } from '../numbers.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../values.js';
import { compareCodePoints } from '../write.js';

export type CompareTexts = (a: string, b: string) => number;

export interface SortRules {
  readonly keys: 'all' | 'top' | 'none';
  readonly compareTexts: CompareTexts;
  /** 1 ascending, -1 descending. */
  readonly order: 1 | -1;
}

/** Sorts the keys of objects, at every depth or at the top. Keys that the comparison takes for equal are in the order of code points. */
export function sortObjectKeys(value: JsonValue, rules: SortRules): JsonValue {
  if (rules.keys === 'none') return value;
  const inner = (item: JsonValue): JsonValue => (rules.keys === 'all' ? sortObjectKeys(item, rules) : item);
  if (isJsonArray(value)) return value.map(inner);
  if (!isJsonObject(value)) return value;
  const compare = ([a]: readonly [string, JsonValue], [b]: readonly [string, JsonValue]): number =>
    rules.order * (rules.compareTexts(a, b) || compareCodePoints(a, b));
  return new Map([...value].sort(compare).map(([key, item]) => [key, inner(item)]));
}

/** null, false, true, numbers, texts, arrays, objects: as jq sorts them. */
function rankOf(value: JsonValue): number {
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 2 : 1;
  if (value instanceof JsonNumber) return 3;
  if (typeof value === 'string') return 4;
  return isJsonArray(value) ? 5 : 6;
}

/** The order of two values that have no members; what has some is equal to its kind, and keeps its place. */
function compareScalars(a: JsonValue, b: JsonValue, compareTexts: CompareTexts): number {
  const ranks = rankOf(a) - rankOf(b);
  if (ranks !== 0) return ranks;
  if (a instanceof JsonNumber && b instanceof JsonNumber) return compareNumbers(a.source, b.source);
  return typeof a === 'string' && typeof b === 'string' ? compareTexts(a, b) : 0;
}

/** Keys within items, such as `price` or `author.name`, by which the items of a list are sorted; none: by the items themselves. */
export type ItemKeys = readonly { readonly names: readonly string[]; readonly order: 1 | -1 }[];

/**
 * Sorts arrays: those that the paths reach, all of them where there is no path. Sorting keeps the order of equal items; items that
 * lack a key come last, whatever the order.
 */
export function sortArrays(
  document: JsonValue,
  paths: readonly KeyPath[],
  keys: ItemKeys,
  rules: SortRules,
): JsonValue {
  const sorted = (value: JsonValue): JsonValue => (isJsonArray(value) ? sortItems(value, keys, rules) : value);
  if (paths.length > 0) return changePaths(document, startStates(paths), (value) => [undefined, sorted(value)]);
  const visit = (value: JsonValue): JsonValue => {
    if (isJsonArray(value)) return sorted(value.map(visit));
    return isJsonObject(value) ? new Map([...value].map(([key, item]) => [key, visit(item)])) : value;
  };
  return visit(document);
}

function sortItems(items: readonly JsonValue[], keys: ItemKeys, { compareTexts, order }: SortRules): JsonValue[] {
  if (keys.length === 0) return [...items].sort((a, b) => order * compareScalars(a, b, compareTexts));
  const rows = items.map((item) => ({ item, values: keys.map(({ names }) => memberAt(item, names)) }));
  rows.sort((a, b) => {
    for (const [index, key] of keys.entries()) {
      const [one, other] = [a.values[index], b.values[index]];
      if (one === undefined || other === undefined) {
        const missing = Number(one === undefined) - Number(other === undefined);
        if (missing !== 0) return missing;
        continue;
      }
      const compared = order * key.order * compareScalars(one, other, compareTexts);
      if (compared !== 0) return compared;
    }
    return 0;
  });
  return rows.map(({ item }) => item);
}

function memberAt(item: JsonValue, names: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = item;
  for (const name of names) value = value !== undefined && isJsonObject(value) ? value.get(name) : undefined;
  return value;
}
