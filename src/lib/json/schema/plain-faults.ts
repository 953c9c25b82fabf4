import { parsePointer } from '../pointer.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../values.js';
import { writeJson } from '../write.js';

import type { SchemaFault } from './frame.js';

/** A fault for people who have never seen the schema. */
export interface PlainFault {
  readonly tokens: readonly string[];
  /** What must be, as a sentence without its first capital: `must have the property "info"`. */
  readonly message: string;
}

/**
 * Faults without those that only follow from others, and without the words of the schema: "must be string or object" instead of a choice
 * that fails, with the faults of its branches. `schema` is the one that was checked against, whole.
 */
export function plainFaults(faults: readonly SchemaFault[], schema: JsonObject): PlainFault[] {
  const told = faults.map((fault): Told => ({ ...fault, words: wordsOf(fault, schema, faults) }));
  const choices = told.filter(({ keyword, words }) => isChoice(keyword) && words !== undefined);
  const seen = new Set<string>();
  return (
    told
      // Of a choice that is told in words, what its branches lack says nothing more.
      .filter(({ schema: at }) => !choices.some((choice) => at.startsWith(`${choice.schema}/`)))
      .filter((fault) => !isEcho(fault, told))
      .map(({ instance, keyword, message, words }) => {
        const tokens = parsePointer(instance) ?? [];
        const said = keyword === 'false' ? `"${(tokens.at(-1) ?? '').slice(0, 80)}" is not allowed here` : message;
        return { instance, tokens, message: words ?? said };
      })
      .filter(({ instance, message }) => !seen.has(`${message}\n${instance}`) && seen.add(`${message}\n${instance}`))
      .map(({ tokens, message }) => ({ tokens, message }))
  );
}

interface Told extends SchemaFault {
  /** What is wrong in better words than those of the keyword, if there are any. */
  readonly words: string | undefined;
}

const isChoice = (keyword: string): boolean => keyword === 'oneOf' || keyword === 'anyOf';

const isUnseen = ({ schema: at }: SchemaFault): boolean => at.endsWith('/unevaluatedProperties');

/** A choice that fails for another fault that is told, and keys that count as not looked at since the part that knows them fails. */
function isEcho(fault: Told, all: readonly Told[]): boolean {
  const { instance, keyword, words } = fault;
  if (isChoice(keyword) && words === undefined)
    return all.some((other) => !isChoice(other.keyword) && isWithin(other.instance, instance));
  return isUnseen(fault) && all.some((other) => !isUnseen(other) && isWithin(other.instance, parent(instance)));
}

const parent = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

const isWithin = (pointer: string, outer: string): boolean => pointer === outer || pointer.startsWith(`${outer}/`);

const MAX_LISTED = 12;

/** `must be "a" or "b"` for a list of values, `must have exactly one of "a" and "b"` where the branches of a choice ask for a key each. */
function wordsOf(fault: SchemaFault, schema: JsonObject, all: readonly SchemaFault[]): string | undefined {
  const { schema: at, keyword } = fault;
  if (keyword !== 'enum' && !isChoice(keyword)) return undefined;
  const value = ruleAt(schema, parsePointer(at) ?? []);
  if (value === undefined || !isJsonArray(value)) return undefined;
  if (keyword === 'enum') {
    const names = value.map((item) => writeJson(item));
    if (names.length > MAX_LISTED) return undefined;
    return `must be ${names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`}`;
  }
  const keys = value.map((branch) => {
    const required = isJsonObject(branch) ? branch.get('required') : undefined;
    return required !== undefined && isJsonArray(required) && required.length === 1 ? required[0] : undefined;
  });
  if (keys.some((key) => typeof key !== 'string')) return typeWords(fault, schema, value, all);
  const names = keys.map((key) => JSON.stringify(key));
  return `must have ${keyword === 'oneOf' ? 'exactly' : 'at least'} one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** What stands at a way of keywords, references within the schema passed through. */
function ruleAt(schema: JsonObject, steps: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = schema;
  for (const step of steps) {
    const next = memberAt(value, step);
    const isReference = step === '$ref' && typeof next === 'string';
    value = isReference ? (next.startsWith('#') ? placeIn(schema, next.slice(1)) : undefined) : next;
  }
  return value;
}

const placeIn = (schema: JsonObject, pointer: string): JsonValue | undefined =>
  (parsePointer(pointer) ?? []).reduce<JsonValue | undefined>(memberAt, schema);

function memberAt(value: JsonValue | undefined, step: string): JsonValue | undefined {
  if (value === undefined) return undefined;
  return isJsonArray(value) ? value[Number(step)] : isJsonObject(value) ? value.get(step) : undefined;
}

/** `must be string or array, is number`, where none of the branches takes the type of the value. */
function typeWords(
  { instance, schema: at }: SchemaFault,
  schema: JsonObject,
  branches: readonly JsonValue[],
  all: readonly SchemaFault[],
): string | undefined {
  const below = all.filter((other) => other.schema.startsWith(`${at}/`) && isWithin(other.instance, instance));
  const isTypeOnly =
    below.length > 0 && below.every((other) => other.keyword === 'type' && other.instance === instance);
  const types = branches.map((branch) => typesOf(branch, schema, 0));
  const got = /, is (\w+)$/.exec(below[0]?.message ?? '')?.[1];
  if (!isTypeOnly || got === undefined || types.some((list) => list === undefined)) return undefined;
  const names = [...new Set(types.flatMap((list) => list ?? []))];
  if (names.includes(got)) return undefined;
  return `must be ${names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`}, is ${got}`;
}

/** Types that a schema takes; `undefined` where it does not say. */
function typesOf(branch: JsonValue, schema: JsonObject, depth: number): readonly string[] | undefined {
  if (!isJsonObject(branch) || depth > 5) return undefined;
  const reference = branch.get('$ref');
  if (typeof reference === 'string') {
    const target = reference.startsWith('#') ? placeIn(schema, reference.slice(1)) : undefined;
    return target === undefined ? undefined : typesOf(target, schema, depth + 1);
  }
  const type = branch.get('type');
  if (typeof type === 'string') return [type];
  if (type !== undefined && isJsonArray(type)) return type.filter((one) => typeof one === 'string');
  const inner = branch.get('oneOf') ?? branch.get('anyOf');
  if (inner === undefined || !isJsonArray(inner)) return undefined;
  const lists = inner.map((one) => typesOf(one, schema, depth + 1));
  return lists.some((list) => list === undefined) ? undefined : lists.flatMap((list) => list ?? []);
}
