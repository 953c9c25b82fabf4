import type { Located } from '../schema/resources.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../values.js';

import { countOf } from './numbers.js';
import { listsOf, located, mapsOf, mostOf, NoSample, type Part, type Place, shuffled } from './parts.js';
import type { SampleRoom } from './room.js';

/** Members that a schema may ask for. */
const MAX_PROPERTIES = 1000;
/** Members that a map without a stated number gets. */
const MAP_MEMBERS = 2;
/** Tries at a key that is not there yet. */
const KEY_TRIES = 20;

/** Schemas that a member of this name has to keep to, by `properties`, `patternProperties`, else `additionalProperties`. */
function schemasOf(parts: readonly Part[], key: string, room: SampleRoom): Located[] {
  const found: Located[] = [];
  for (const part of parts) {
    const before = found.length;
    for (const { map } of mapsOf([part], 'properties')) {
      const child = map.get(key);
      if (child !== undefined) found.push(located(child, part));
    }
    for (const { map } of mapsOf([part], 'patternProperties')) {
      for (const [pattern, child] of map) if (room.fits(pattern, key)) found.push(located(child, part));
    }
    const other = part.schema.get('additionalProperties');
    if (found.length === before && other !== undefined) found.push(located(other, part));
  }
  if (found.length > 0) return found;
  for (const part of parts) {
    const other = part.schema.get('unevaluatedProperties');
    if (other !== undefined) found.push(located(other, part));
  }
  return found;
}

/** Names that these members make necessary. */
function dependentsOf(parts: readonly Part[], keys: ReadonlySet<string>): string[] {
  const maps = [...mapsOf(parts, 'dependentRequired'), ...mapsOf(parts, 'dependencies')];
  return maps.flatMap(({ map }) =>
    [...map].flatMap(([key, names]) =>
      keys.has(key) && isJsonArray(names) ? names.filter((name) => typeof name === 'string') : [],
    ),
  );
}

/** Schemas that the object has to keep to because it has these members. */
export const dependentSchemas = (parts: readonly Part[], keys: ReadonlySet<string>): Located[] =>
  [...mapsOf(parts, 'dependentSchemas'), ...mapsOf(parts, 'dependencies')].flatMap(({ map, part }) =>
    [...map].flatMap(([key, schema]) => (keys.has(key) && !isJsonArray(schema) ? [located(schema, part)] : [])),
  );

/** The names of an object, in the order of the schema: what is required, what is optional and wanted, and more where it asks for more. */
export function chooseKeys(parts: readonly Part[], room: SampleRoom, place: Place): Set<string> {
  const required = new Set(
    listsOf(parts, 'required').flatMap((names) => names.filter((name) => typeof name === 'string')),
  );
  const known = mapsOf(parts, 'properties').flatMap(({ map }) => [...map.keys()]);
  const least = countOf(parts, 'minProperties', MAX_PROPERTIES);
  const most = mostOf(parts, 'maxProperties');
  const isPossible = (key: string): boolean =>
    schemasOf(parts, key, room).every(({ schema }) => room.heightOf(schema) !== Number.POSITIVE_INFINITY);
  const wanted = new Set(required);
  for (const key of shuffled(room.draw, [...new Set(known)])) {
    if (wanted.has(key) || wanted.size >= most || !isPossible(key)) continue;
    if (wanted.size >= least && !wants(parts, key, room, place)) continue;
    const more = dependentsOf(parts, new Set([key])).filter((name) => !wanted.has(name));
    if (wanted.size + 1 + more.length > most || !more.every(isPossible)) continue;
    for (const name of [key, ...more]) wanted.add(name);
  }
  // What one makes necessary may make more necessary.
  for (let before = -1; before < wanted.size; ) {
    before = wanted.size;
    for (const name of dependentsOf(parts, wanted)) wanted.add(name);
  }
  addMade(parts, wanted, Math.min(Math.max(least, mapSize(parts, known, room, place)), most), least, room, place);
  if (wanted.size > most) throw new NoSample(place.path, 'it needs more members than "maxProperties" allows');
  const inOrder = [...known, ...wanted].filter((key) => wanted.has(key));
  return new Set(inOrder);
}

/** Whether an optional member is put in. */
function wants(parts: readonly Part[], key: string, room: SampleRoom, place: Place): boolean {
  if (room.optional === 'never') return false;
  if (room.optional === 'sometimes' && room.draw(2) === 0) return false;
  return !place.isLate || schemasOf(parts, key, room).every(({ schema }) => room.heightOf(schema) === 0);
}

/** How many members an object has that is a map: its schema has no names, only what a member is. */
function mapSize(parts: readonly Part[], known: readonly string[], room: SampleRoom, place: Place): number {
  if (known.length > 0 || room.optional === 'never' || place.isLate) return 0;
  const isMap = parts.some(({ schema }) => {
    const other = schema.get('additionalProperties');
    return (other !== undefined && isJsonObject(other)) || hasMembers(schema.get('patternProperties'));
  });
  return isMap ? MAP_MEMBERS : 0;
}

const hasMembers = (value: JsonValue | undefined): boolean =>
  value !== undefined && isJsonObject(value) && value.size > 0;

/** Adds names that the schema does not know, until there are `count`; `least` of them must be found. */
function addMade(
  parts: readonly Part[],
  wanted: Set<string>,
  count: number,
  least: number,
  room: SampleRoom,
  place: Place,
): void {
  const patterns = mapsOf(parts, 'patternProperties').flatMap(({ map }) => [...map.keys()]);
  const names = parts.flatMap((part) => {
    const schema = part.schema.get('propertyNames');
    return schema === undefined ? [] : [located(schema, part)];
  });
  const asTexts: JsonObject = new Map([['type', 'string']]);
  for (let tries = 0; wanted.size < count && tries < KEY_TRIES * count; tries++) {
    const isByPattern =
      patterns.length > 0 &&
      (tries % 2 === 0 || parts.some(({ schema }) => schema.get('additionalProperties') === false));
    const [first] = names;
    const key =
      first !== undefined && !isByPattern
        ? room.sample([...names, { ...first, schema: asTexts }], { path: [...place.path, '(name)'], isLate: true })
        : isByPattern
          ? room.textOf(patterns[room.draw(patterns.length)] as string)
          : room.word();
    if (typeof key !== 'string' || wanted.has(key)) continue;
    if (schemasOf(parts, key, room).some(({ schema }) => room.heightOf(schema) === Number.POSITIVE_INFINITY)) continue;
    wanted.add(key);
  }
  if (wanted.size < least) throw new NoSample(place.path, `it has no ${least} members`);
}

/** An object of these names. */
export function sampleObject(
  parts: readonly Part[],
  keys: ReadonlySet<string>,
  room: SampleRoom,
  place: Place,
): JsonObject {
  const members = new Map<string, JsonValue>();
  for (const key of keys) {
    members.set(key, room.sample(schemasOf(parts, key, room), { ...place, path: [...place.path, key] }));
  }
  return members;
}
