import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../../json/values.js';
import type { Way } from '../kinds.js';

import { type Draft, rename, take } from './rebuild.js';
import type { Warnings } from './warnings.js';

/** Keywords of JSON Schema that 3.0 has no words for: without them, more is valid. */
const UNKNOWN = [
  'propertyNames',
  'contains',
  'minContains',
  'maxContains',
  'unevaluatedItems',
  'unevaluatedProperties',
  'dependentSchemas',
  '$dynamicRef',
  'contentSchema',
] as const;

/** Names and remarks that change nothing of what is valid. References by name have been made pointers before. */
const SILENT = ['$schema', '$id', '$anchor', '$dynamicAnchor', '$comment', '$vocabulary'] as const;

const NOTHING: JsonValue = new Map([['not', new Map()]]);
const onlyNull = (): Draft => new Map<string, JsonValue>([['enum', [null]]]);

/** `true` and `false` are schemas of 2020-12 but not of 3.0. */
export const schemaOfBoolean = (value: JsonValue): JsonValue =>
  value === true ? new Map() : value === false ? NOTHING : value;

/** A Schema Object of 3.1, its inner schemas changed before, as one of 3.0: of the same meaning, or wider and told of. */
export function downgradeSchema(draft: Draft, way: Way | undefined, warnings: Warnings): Draft {
  changeBooleans(draft);
  for (const key of SILENT) draft.delete(key);
  rename(draft, '$defs', 'x-defs');
  changeArrays(draft, way, warnings);
  changeConditions(draft);
  for (const key of UNKNOWN) {
    if (take(draft, key) !== undefined) warnings.add(`"${key}" was dropped: 3.0 has no such keyword`, way);
  }
  changeObjects(draft, way, warnings);
  changeLimits(draft);
  changeValues(draft, way, warnings);
  changeContent(draft, way, warnings);
  changeType(draft);
  return withReferenceApart(draft);
}

function changeBooleans(draft: Draft): void {
  for (const key of ['not', 'items', 'if', 'then', 'else']) {
    const value = draft.get(key);
    if (typeof value === 'boolean' && !(key === 'items' && draft.has('prefixItems')))
      draft.set(key, schemaOfBoolean(value));
  }
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    const list = draft.get(key);
    if (list !== undefined && isJsonArray(list)) draft.set(key, list.map(schemaOfBoolean));
  }
  for (const key of ['properties', '$defs']) {
    const map = draft.get(key);
    if (map !== undefined && isJsonObject(map))
      draft.set(key, new Map([...map].map(([name, schema]) => [name, schemaOfBoolean(schema)])));
  }
}

/** Tuples become arrays of anything of their length. */
function changeArrays(draft: Draft, way: Way | undefined, warnings: Warnings): void {
  const tuple = take(draft, 'prefixItems');
  if (tuple === undefined || !isJsonArray(tuple)) return;
  const rest = draft.get('items');
  if (rest === false && !draft.has('maxItems')) draft.set('maxItems', new JsonNumber(String(tuple.length)));
  draft.set('items', new Map());
  warnings.add('"prefixItems" was dropped: 3.0 has no tuples, so items may be anything', way);
}

/** Said by "anyOf" and "not", which means the same. */
function changeConditions(draft: Draft): void {
  const condition = take(draft, 'if');
  const then = take(draft, 'then');
  const otherwise = take(draft, 'else');
  if (condition !== undefined) {
    if (then !== undefined) addToAllOf(draft, new Map([['anyOf', [new Map([['not', condition]]), then]]]));
    if (otherwise !== undefined) addToAllOf(draft, new Map([['anyOf', [condition, otherwise]]]));
  }
  const dependent = take(draft, 'dependentRequired');
  if (dependent === undefined || !isJsonObject(dependent)) return;
  for (const [name, required] of dependent) {
    if (!isJsonArray(required) || required.length === 0) continue;
    const without = new Map([['not', new Map([['required', [name]]])]]);
    addToAllOf(draft, new Map([['anyOf', [without, new Map([['required', [...new Set(required)]]])]]]));
  }
}

function addToAllOf(draft: Draft, schema: JsonValue): void {
  const list = draft.get('allOf');
  draft.set('allOf', [...(list !== undefined && isJsonArray(list) ? list : []), schema]);
}

/** Properties by patterns become additional ones of any of their schemas. */
function changeObjects(draft: Draft, way: Way | undefined, warnings: Warnings): void {
  const patterns = take(draft, 'patternProperties');
  if (patterns === undefined || !isJsonObject(patterns)) return;
  warnings.add('"patternProperties" was dropped: 3.0 has no patterns of names', way);
  const others = draft.get('additionalProperties');
  if (others === false && patterns.size > 0)
    draft.set('additionalProperties', new Map([['anyOf', [...patterns.values()].map(schemaOfBoolean)]]));
  else if (others !== undefined && others !== true) draft.delete('additionalProperties');
}

/** `exclusiveMinimum: 5` as `minimum: 5, exclusiveMinimum: true`; the stricter of two limits stays. */
function changeLimits(draft: Draft): void {
  for (const [limit, exclusive, sign] of [
    ['minimum', 'exclusiveMinimum', 1],
    ['maximum', 'exclusiveMaximum', -1],
  ] as const) {
    const bound = draft.get(exclusive);
    if (!(bound instanceof JsonNumber)) continue;
    const inclusive = draft.get(limit);
    if (inclusive instanceof JsonNumber && (inclusive.toNumber() - bound.toNumber()) * sign > 0) {
      draft.delete(exclusive);
      continue;
    }
    draft.set(limit, bound);
    draft.set(exclusive, true);
  }
}

function changeValues(draft: Draft, way: Way | undefined, warnings: Warnings): void {
  const constant = draft.get('const');
  if (constant !== undefined) {
    if (draft.has('enum')) addToAllOf(draft, new Map([['enum', [constant]]]));
    else draft.set('enum', [constant]);
    draft.delete('const');
  }
  const examples = take(draft, 'examples');
  if (examples === undefined || !isJsonArray(examples)) return;
  const [first] = examples;
  if (first !== undefined && !draft.has('example')) draft.set('example', first);
  if (examples.length > 1) warnings.add(`"examples": only the first of ${examples.length} was kept`, way);
}

function changeContent(draft: Draft, way: Way | undefined, warnings: Warnings): void {
  const encoding = take(draft, 'contentEncoding');
  const media = take(draft, 'contentMediaType');
  if (encoding === undefined && media === undefined) return;
  if (encoding === 'base64' && !draft.has('format')) draft.set('format', 'byte');
  else if (encoding === undefined && media === 'application/octet-stream' && !draft.has('format')) {
    draft.set('format', 'binary');
    return;
  } else if (encoding !== undefined) warnings.add('"contentEncoding" was dropped: 3.0 has base64 only', way);
  if (media !== undefined) warnings.add('"contentMediaType" was dropped: 3.0 has no such keyword', way);
}

/** `["string", "null"]` as `string` with `nullable`; of several types, any. Without a type, 3.0 takes null too. */
function changeType(draft: Draft): void {
  const type = draft.get('type');
  if (type === 'null') {
    draft.delete('type');
    if (draft.has('enum')) addToAllOf(draft, onlyNull());
    else draft.set('enum', [null]);
    return;
  }
  if (type === undefined || !isJsonArray(type)) {
    if (type === 'array' && !draft.has('items')) draft.set('items', new Map());
    return;
  }
  const types = type.filter((one) => one !== 'null');
  const takesNull = types.length < type.length;
  const [only] = types;
  if (types.length === 1 && only !== undefined) {
    draft.set('type', only);
    if (takesNull) draft.set('nullable', true);
    if (only === 'array' && !draft.has('items')) draft.set('items', new Map());
    return;
  }
  draft.delete('type');
  const choices: JsonValue[] = types.map((one) => {
    const schema: Draft = new Map([['type', one]]);
    if (one === 'array') schema.set('items', new Map());
    return schema;
  });
  if (takesNull) choices.push(onlyNull());
  if (draft.has('anyOf')) addToAllOf(draft, new Map([['anyOf', choices]]));
  else draft.set('anyOf', choices);
}

/** What stands beside a reference counts in 3.1 and is ignored in 3.0. */
function withReferenceApart(draft: Draft): Draft {
  const reference = draft.get('$ref');
  if (typeof reference !== 'string' || draft.size === 1) return draft;
  const list = draft.get('allOf');
  const others = new Map([...draft].filter(([key]) => key !== '$ref' && key !== 'allOf'));
  const named = new Map<string, JsonValue>([['$ref', reference]]);
  return new Map<string, JsonValue>([
    ['allOf', [named, ...(list !== undefined && isJsonArray(list) ? list : [])]],
    ...others,
  ]);
}
