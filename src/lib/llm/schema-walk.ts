import { LimitFault } from '../faults.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/values.js';

/** Schemas that a run may visit, references followed: chosen, far above any API's tools. */
const MAX_SCHEMAS = 50_000;

/** Collects what a conversion cannot keep, each once. */
export class Losses {
  readonly #told = new Set<string>();
  #left = MAX_SCHEMAS;

  tell(warning: string): void {
    if (this.#told.size < 200) this.#told.add(warning);
  }

  /** Counts one schema. Throws LimitFault. */
  visit(): void {
    this.#left--;
    if (this.#left < 0) throw new LimitFault(`more than ${MAX_SCHEMAS} schemas, references followed`, MAX_SCHEMAS);
  }

  get warnings(): readonly string[] {
    return [...this.#told];
  }
}

/** An object with the entries that have a value. */
export const objectOf = (entries: Readonly<Record<string, JsonValue | undefined>>): JsonObject =>
  new Map(Object.entries(entries).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));

export const textAt = (object: JsonValue | undefined, key: string): string | undefined => {
  const value = object !== undefined && isJsonObject(object) ? object.get(key) : undefined;
  return typeof value === 'string' ? value : undefined;
};

export const objectAt = (object: JsonValue | undefined, key: string): JsonObject | undefined => {
  const value = object !== undefined && isJsonObject(object) ? object.get(key) : undefined;
  return value !== undefined && isJsonObject(value) ? value : undefined;
};

export const listAt = (object: JsonValue | undefined, key: string): readonly JsonValue[] => {
  const value = object !== undefined && isJsonObject(object) ? object.get(key) : undefined;
  return value !== undefined && isJsonArray(value) ? value : [];
};

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
]);
const LIST = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items']);
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/** A schema whose direct parts are changed. */
export function mapParts(schema: JsonObject, change: (part: JsonObject) => JsonValue): JsonObject {
  const changed = (value: JsonValue): JsonValue => (isJsonObject(value) ? change(value) : value);
  return new Map(
    [...schema].map(([key, value]): [string, JsonValue] => {
      if (NAMED.has(key) && isJsonObject(value))
        return [key, new Map([...value].map(([name, part]) => [name, changed(part)]))];
      if (LIST.has(key) && isJsonArray(value)) return [key, value.map(changed)];
      return [key, ONE.has(key) ? changed(value) : value];
    }),
  );
}

/** What `#/a/b` leads to in a document. */
function target(root: JsonValue, reference: string): JsonValue | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let at: JsonValue | undefined = root;
  for (const step of reference.slice(2).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    at = at !== undefined && isJsonObject(at) ? at.get(key) : undefined;
  }
  return at;
}

/** A schema with what its references lead to in their place; one that leads to itself becomes any object. */
export function inlined(
  schema: JsonObject,
  root: JsonValue,
  losses: Losses,
  within: readonly string[] = [],
): JsonObject {
  losses.visit();
  const reference = textAt(schema, '$ref');
  if (reference === undefined)
    return withoutDefinitions(mapParts(schema, (part) => inlined(part, root, losses, within)));
  const found = target(root, reference);
  const others = new Map([...schema].filter(([key]) => key !== '$ref'));
  if (found === undefined || !isJsonObject(found) || within.includes(reference) || within.length > 100) {
    losses.tell(
      within.includes(reference)
        ? `The schema "${reference}" refers to itself: it is any object from its second level on`
        : `The reference "${reference.slice(0, 100)}" leads nowhere in the document: it became any value`,
    );
    return within.includes(reference) ? new Map([['type', 'object'], ...others]) : others;
  }
  return new Map([...inlined(found, root, losses, [...within, reference]), ...others]);
}

const withoutDefinitions = (schema: JsonObject): JsonObject =>
  new Map([...schema].filter(([key]) => key !== '$defs' && key !== 'definitions'));

/** `nullable` of OpenAPI 3.0 as JSON Schema says it. */
export function withoutNullable(schema: JsonObject): JsonObject {
  const nullable = schema.get('nullable');
  if (nullable === undefined) return schema;
  const rest = new Map([...schema].filter(([key]) => key !== 'nullable'));
  if (nullable !== true) return rest;
  const type = rest.get('type');
  if (typeof type === 'string') rest.set('type', [type, 'null']);
  const values = rest.get('enum');
  if (values !== undefined && isJsonArray(values) && !values.includes(null)) rest.set('enum', [...values, null]);
  return rest;
}
