import { ContentFault } from '../../faults.js';
import { writePointer } from '../pointer.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../values.js';
import { ValueIds } from './identity.js';

/**
 * The JSON Merge Patch (RFC 7386) that turns the first document into the second. Throws ContentFault
 * where the second has a null that the patch would have to say: null means removal there.
 */
export function mergePatchOf(from: JsonValue, to: JsonValue): JsonValue {
  const ids = new ValueIds();
  const compare = (first: JsonValue, second: JsonValue, path: string[]): JsonValue => {
    if (!isJsonObject(second)) return second;
    const known: JsonObject = isJsonObject(first) ? first : new Map();
    const patch = new Map<string, JsonValue>();
    for (const key of known.keys()) if (!second.has(key)) patch.set(key, null);
    for (const [key, value] of second) {
      const before = known.get(key);
      if (before !== undefined && ids.areEqual(before, value)) continue;
      path.push(key);
      if (value === null)
        throw new ContentFault(
          `${JSON.stringify(writePointer(path).slice(0, 200))} is null, which a merge patch removes`,
        );
      patch.set(key, compare(before ?? null, value, path));
      path.pop();
    }
    return patch;
  };
  return compare(from, to, []);
}
