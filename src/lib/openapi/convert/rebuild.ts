import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/values.js';
import { type Kind, type Part, partsOf, type Way } from '../kinds.js';

/** An object of a document that is being made anew: a change writes into it. */
export type Draft = Map<string, JsonValue>;

/** What an object becomes. What it holds has been changed before; `way` is where it stood. */
export type Change = (draft: Draft, kind: Kind, way: Way | undefined) => JsonValue;

/** An object with every object of interest in it changed, inner ones first. */
export function rebuilt(value: JsonObject, kind: Kind, change: Change, way?: Way): JsonValue {
  const draft: Draft = new Map(value);
  for (const part of partsOf({ value, kind })) draft.set(part.key, rebuiltPart(part, change, way));
  return change(draft, kind, way);
}

function rebuiltPart({ key, kind, shape, value }: Part, change: Change, outer: Way | undefined): JsonValue {
  const way: Way = { outer, token: key };
  const inner = (item: JsonValue, token: string): JsonValue =>
    isJsonObject(item) ? rebuilt(item, kind, change, { outer: way, token }) : item;
  if (shape === 'list' && isJsonArray(value)) return value.map((item, index) => inner(item, String(index)));
  if (!isJsonObject(value)) return value;
  return shape === 'map'
    ? new Map([...value].map(([name, item]) => [name, inner(item, name)]))
    : rebuilt(value, kind, change, way);
}

/** Gives a key another name in its place. */
export function rename(draft: Draft, from: string, to: string): void {
  if (!draft.has(from)) return;
  const entries = [...draft];
  draft.clear();
  for (const [key, value] of entries) draft.set(key === from ? to : key, value);
}

/** Takes the value of a key away. */
export function take(draft: Draft, key: string): JsonValue | undefined {
  const value = draft.get(key);
  draft.delete(key);
  return value;
}
