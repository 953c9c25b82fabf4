import { invalid, quote } from '../core/errors.js';
import { changePaths, type KeyPath, startStates } from '../lib/json/key-paths.js';
import { writePointer } from '../lib/json/pointer.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../lib/json/values.js';
import { splitWords } from '../lib/text/words.js';
import { capitalize } from '../lib/unicode/letter-case.js';
import { readJson, writeDocument } from './json-document.js';

const TYPES = ['number', 'boolean', 'string', 'json'] as const;

type TypeName = (typeof TYPES)[number];

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/** A key of each case, from its words. */
export const KEY_CASES = {
  camel: (words: readonly string[]) =>
    words.map((word, index) => (index === 0 ? word.toLowerCase() : capitalize(word))).join(''),
  pascal: (words: readonly string[]) => words.map(capitalize).join(''),
  snake: (words: readonly string[]) => words.map((word) => word.toLowerCase()).join('_'),
  kebab: (words: readonly string[]) => words.map((word) => word.toLowerCase()).join('-'),
};

/** A path and what its list of an option says of it. */
export interface PathPair {
  readonly path: KeyPath;
  readonly value: string;
  /** The pair as written. */
  readonly source: string;
}

/** Whether a caller's word is a type that values can be turned into. */
export const isTypeName = (value: string): value is TypeName => (TYPES as readonly string[]).includes(value);

/** Turns what the paths reach into the type each of them names; null stays. Throws INVALID_INPUT with the pointer of what cannot be. */
export function convertValues(document: JsonValue, types: readonly PathPair[]): JsonValue {
  if (types.length === 0) return document;
  return changePaths(document, startStates(types.map(({ path }) => path)), (value, reached, pointer) => {
    const type = types[reached.at(-1)?.index ?? 0]?.value ?? '';
    return [undefined, isTypeName(type) ? converted(value, type, pointer) : value];
  });
}

function converted(value: JsonValue, type: TypeName, pointer: readonly (string | number)[]): JsonValue {
  if (value === null) return null;
  const refusal = () => {
    const shown = value instanceof JsonNumber ? quote(value.source) : 'an object or an array';
    const what = typeof value === 'string' ? quote(value) : shown;
    return invalid(`Cannot make ${quote(writePointer(pointer))} a ${type === 'json' ? 'value' : type}: it is ${what}`);
  };
  if (type === 'string') {
    if (typeof value === 'string') return value;
    return value instanceof JsonNumber ? value.source : writeDocument(value, {});
  }
  if (type === 'number') {
    if (value instanceof JsonNumber) return value;
    if (typeof value === 'boolean') return new JsonNumber(value ? '1' : '0');
    const text = typeof value === 'string' ? value.trim() : '';
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) throw refusal();
    return new JsonNumber(text);
  }
  if (type === 'json')
    return typeof value === 'string' ? readJson(value, `the text at ${quote(writePointer(pointer))}`) : value;
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value instanceof JsonNumber ? value.source : '';
  const truth = BOOLEANS.get(word);
  if (truth === undefined) throw refusal();
  return truth;
}

/** Gives the keys that the paths reach new names. Throws INVALID_INPUT where two keys of an object would have the same. */
export function renameKeys(document: JsonValue, renames: readonly PathPair[]): JsonValue {
  if (renames.length === 0) return document;
  const seen = new Map<string, string>();
  return changePaths(document, startStates(renames.map(({ path }) => path)), (value, reached, pointer) => {
    const name = renames[reached.at(-1)?.index ?? 0]?.value ?? '';
    const parent = writePointer(pointer.slice(0, -1));
    const place = `${parent} ${name}`;
    if (seen.has(place) || isTaken(document, pointer, name)) throw sameName(parent, name);
    seen.set(place, name);
    return [name, value];
  });
}

/** Whether the object that a pointer leads into has another member of this name. */
function isTaken(document: JsonValue, pointer: readonly (string | number)[], name: string): boolean {
  let parent = document;
  for (const step of pointer.slice(0, -1)) {
    if (isJsonArray(parent)) parent = parent[Number(step)] ?? null;
    else if (isJsonObject(parent)) parent = parent.get(String(step)) ?? null;
  }
  return isJsonObject(parent) && name !== pointer.at(-1) && parent.has(name);
}

const sameName = (parent: string, name: string) =>
  invalid(`Cannot name two keys of ${quote(parent)} the same: ${quote(name)}`);

/** Changes the case of all keys below `pointer`. Throws INVALID_INPUT where two keys of an object would have the same name. */
export function changeKeyCase(
  value: JsonValue,
  join: (words: readonly string[]) => string,
  pointer: (string | number)[],
): JsonValue {
  const visit = (item: JsonValue, step: string | number): JsonValue => {
    pointer.push(step);
    const changed = changeKeyCase(item, join, pointer);
    pointer.pop();
    return changed;
  };
  if (isJsonArray(value)) return value.map(visit);
  if (!isJsonObject(value)) return value;
  const members = new Map<string, JsonValue>();
  for (const [key, item] of value) {
    // A key without a letter or digit, such as "$" or "", has no case.
    const name = join(splitWords(key)) || key;
    if (members.has(name)) throw sameName(writePointer(pointer), name);
    members.set(name, visit(item, key));
  }
  return members;
}
