import { isJsonArray, isJsonObject, type JsonValue } from './values.js';

/** A value without members and elements that are null or empty, as the rules say, from within outwards; `undefined` where nothing is left. */
export function dropEmptyParts(
  value: JsonValue,
  rules: { readonly dropNull: boolean; readonly dropEmpty: boolean },
): JsonValue | undefined {
  if (value === null) return rules.dropNull ? undefined : null;
  if (value === '') return rules.dropEmpty ? undefined : '';
  if (isJsonArray(value)) {
    const items = value.flatMap((item): JsonValue[] => {
      const kept = dropEmptyParts(item, rules);
      return kept === undefined ? [] : [kept];
    });
    return rules.dropEmpty && items.length === 0 ? undefined : items;
  }
  if (!isJsonObject(value)) return value;
  const members = [...value].flatMap(([key, item]) => {
    const kept = dropEmptyParts(item, rules);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return rules.dropEmpty && members.length === 0 ? undefined : new Map(members);
}
