import { ContentFault } from '../../faults.js';
import { writePointer } from '../pointer.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../values.js';

/** What becomes of NaN and the infinities, which JSON does not have. */
export type NonFinite = 'refuse' | 'null' | 'text';

/** A document without NaN and infinities. Throws ContentFault with the pointer of the first where they are refused. */
export function withoutNonFinite(document: JsonValue, choice: NonFinite): JsonValue {
  const path: (string | number)[] = [];
  const visit = (value: JsonValue): JsonValue => {
    if (value instanceof JsonNumber) {
      if (!/[a-z]$/i.test(value.source)) return value;
      if (choice !== 'refuse') return choice === 'null' ? null : value.source;
      const place = path.length === 0 ? '' : `${JSON.stringify(writePointer(path).slice(0, 200))} is ${value.source}: `;
      throw new ContentFault(`${place}JSON does not allow ${value.source}`);
    }
    if (isJsonArray(value)) return value.map(inside);
    if (!isJsonObject(value)) return value;
    return new Map([...value].map(([key, item]) => [key, inside(item, key)]));
  };
  const inside = (value: JsonValue, step: string | number): JsonValue => {
    path.push(step);
    const changed = visit(value);
    path.pop();
    return changed;
  };
  return visit(document);
}
