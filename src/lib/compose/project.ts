import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/values.js';

/** A service and where it stands. */
export interface Service {
  readonly name: string;
  readonly value: JsonObject;
  readonly tokens: readonly string[];
}

/** A Compose file as far as it has the form of one: what has not is left out, since the schema tells of it. */
export interface Project {
  readonly root: JsonObject;
  readonly services: ReadonlyMap<string, Service>;
  /** Other files are part of it: what is not declared here may be declared there. */
  readonly isOpen: boolean;
}

export function projectOf(document: JsonValue): Project {
  const root = objectOf(document);
  const services = new Map<string, Service>();
  for (const [name, value] of objectOf(root.get('services')))
    if (isJsonObject(value)) services.set(name, { name, value, tokens: ['services', name] });
  return { root, services, isOpen: root.has('include') };
}

export const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : new Map();

export const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  value !== undefined && isJsonArray(value) ? value : [];

/** A text or a number as it is written; `undefined` for anything else. */
export const textOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' ? value : value instanceof JsonNumber ? value.source : undefined;

export const isTrue = (value: JsonValue | undefined): boolean => value === true || value === 'true';

/** Names that stand in a list, or as keys of an object; each with where it stands. */
export function namesIn(value: JsonValue | undefined): (readonly [name: string, token: string])[] {
  if (value !== undefined && isJsonObject(value)) return [...value.keys()].map((name) => [name, name] as const);
  return listOf(value).flatMap((item, index) => {
    const name = textOf(item) ?? textOf(objectOf(item).get('source'));
    return name === undefined ? [] : [[name, String(index)] as const];
  });
}

type Assignment = readonly [name: string, value: string | undefined, token: string];

/** Variables in a list of `NAME=value` or an object; without a value they come from the shell. */
export function assignments(value: JsonValue | undefined): Assignment[] {
  if (value !== undefined && isJsonObject(value))
    return [...value].map(([name, item]) => [name, textOf(item), name] as const);
  return listOf(value).flatMap((item, index): Assignment[] => {
    const text = textOf(item);
    if (text === undefined) return [];
    const sign = text.indexOf('=');
    return sign < 0
      ? [[text, undefined, String(index)] as const]
      : [[text.slice(0, sign), text.slice(sign + 1), String(index)] as const];
  });
}
