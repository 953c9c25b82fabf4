import type { Located } from '../schema/resources.js';
import { isJsonArray, type JsonValue } from '../values.js';
import { writeJson } from '../write.js';

import { countOf } from './numbers.js';
import { listsOf, located, mostOf, NoSample, type Part, type Place } from './parts.js';
import type { SampleRoom } from './room.js';

/** Items that a schema may ask for. */
const MAX_ITEMS = 10_000;
/** Items that an array gets where its schema gives no number. */
const USUAL_ITEMS = 3;
/** Tries at an item that is not there yet. */
const UNIQUE_TRIES = 20;

/** Schemas that the item at this index has to keep to. */
function schemasAt(parts: readonly Part[], index: number): Located[] {
  return parts.flatMap((part) => {
    const { schema } = part;
    const items = schema.get('items');
    const first = schema.get('prefixItems') ?? (items !== undefined && isJsonArray(items) ? items : undefined);
    const list = first !== undefined && isJsonArray(first) ? first : [];
    const own = list[index];
    if (own !== undefined) return [located(own, part)];
    const rest = items !== undefined && !isJsonArray(items) ? items : schema.get('additionalItems');
    const other = rest ?? schema.get('unevaluatedItems');
    return other === undefined ? [] : [located(other, part)];
  });
}

/** An array: as many items as the schema asks for, a few where it does not say. */
export function sampleArray(parts: readonly Part[], room: SampleRoom, place: Place): JsonValue[] {
  const prefix = Math.max(
    0,
    ...[...listsOf(parts, 'prefixItems'), ...listsOf(parts, 'items')].map(({ length }) => length),
  );
  const contained = containedOf(parts);
  const least = Math.max(countOf(parts, 'minItems', MAX_ITEMS), contained.length);
  const most = mostOf(parts, 'maxItems');
  if (least > most) throw new NoSample(place.path, '"minItems" is greater than "maxItems"');
  const usual =
    place.isLate || room.optional === 'never'
      ? least
      : Math.max(least, prefix > 0 ? prefix : 1 + room.draw(USUAL_ITEMS));
  let length = Math.min(usual, most);
  const isClosed = (index: number): boolean =>
    schemasAt(parts, index).some(({ schema }) => room.heightOf(schema) === Number.POSITIVE_INFINITY);
  while (length > least && isClosed(length - 1)) length--;
  const isUnique = parts.some(({ schema }) => schema.get('uniqueItems') === true);
  const seen = new Set<string>();
  const items: JsonValue[] = [];
  for (let index = 0; index < length; index++) {
    const must = contained[index - (length - contained.length)];
    const schemas = must === undefined ? schemasAt(parts, index) : [...schemasAt(parts, index), must];
    const item = room.sample(schemas, { ...place, path: [...place.path, index] });
    const kept = isUnique
      ? another(item, seen, () => room.sample(schemas, { ...place, path: [...place.path, index] }))
      : item;
    if (kept === undefined) {
      if (items.length >= least && contained.length === 0) return items;
      throw new NoSample(place.path, `it has no ${least} items that are all different`);
    }
    items.push(kept);
  }
  return items;
}

/** The first item that is not there yet. */
function another(item: JsonValue, seen: Set<string>, draw: () => JsonValue): JsonValue | undefined {
  let next = item;
  for (let tries = 0; tries < UNIQUE_TRIES; tries++) {
    const written = writeJson(next, { sortKeys: true });
    if (!seen.has(written)) {
      seen.add(written);
      return next;
    }
    next = draw();
  }
  return undefined;
}

/** What `contains` asks for, as often as `minContains` says. */
function containedOf(parts: readonly Part[]): Located[] {
  return parts.flatMap((part) => {
    const schema = part.schema.get('contains');
    if (schema === undefined) return [];
    const count = part.schema.has('minContains') ? countOf([part], 'minContains', MAX_ITEMS) : 1;
    return Array.from({ length: count }, () => located(schema, part));
  });
}
