import type { Draw } from '../../secrets/draw.js';
import type { Located, Resource } from '../schema/resources.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../values.js';

/** That a try at a value has failed: another choice may succeed. `path` is the place in the value. */
export class NoSample extends Error {
  override readonly name = 'NoSample';

  constructor(
    readonly path: readonly (string | number)[],
    readonly why: string,
  ) {
    super(why);
  }
}

/** A schema object that a value has to keep to, and what it belongs to. */
export interface Part {
  readonly schema: JsonObject;
  readonly resource: Resource;
}

/** Where in the value one is, and how deep in schemas. */
export interface Place {
  readonly path: readonly (string | number)[];
  /** Whether the value is to end as soon as it can: it is deep, or there is much of it already. */
  readonly isLate: boolean;
}

/** Whole numbers, texts and choices as a sampler draws them. */
export interface Chance {
  readonly draw: Draw;
  /** A whole number of any size below. */
  readonly drawBig: (below: bigint) => bigint;
}

/** Every array of a keyword in any of the parts. */
export const listsOf = (parts: readonly Part[], keyword: string): (readonly JsonValue[])[] =>
  parts.flatMap(({ schema }) => {
    const value = schema.get(keyword);
    return value !== undefined && isJsonArray(value) ? [value] : [];
  });

/** The members of every object of a keyword, each with its part. */
export const mapsOf = (parts: readonly Part[], keyword: string): { readonly map: JsonObject; readonly part: Part }[] =>
  parts.flatMap((part) => {
    const value = part.schema.get(keyword);
    return value !== undefined && isJsonObject(value) ? [{ map: value, part }] : [];
  });

/** The numbers of a keyword. */
export const numbersOf = (parts: readonly Part[], keyword: string): JsonNumber[] =>
  parts.flatMap(({ schema }) => {
    const value = schema.get(keyword);
    return value instanceof JsonNumber ? [value] : [];
  });

/** The greatest of the least counts: `minLength`, `minItems`. */
export const leastOf = (parts: readonly Part[], keyword: string): number =>
  Math.max(0, ...numbersOf(parts, keyword).map((value) => value.toNumber()));

export const mostOf = (parts: readonly Part[], keyword: string): number =>
  Math.min(Number.POSITIVE_INFINITY, ...numbersOf(parts, keyword).map((value) => value.toNumber()));

/** The texts of a keyword, in order. */
export const textsOf = (parts: readonly Part[], keyword: string): string[] =>
  parts.flatMap(({ schema }) => {
    const value = schema.get(keyword);
    return typeof value === 'string' ? [value] : [];
  });

export const located = (schema: JsonValue, { resource }: Part): Located => ({ schema, resource });

/** In an order of chance. */
export function shuffled<Item>(draw: Draw, items: readonly Item[]): Item[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const place = draw(last + 1);
    [mixed[last], mixed[place]] = [mixed[place] as Item, mixed[last] as Item];
  }
  return mixed;
}

const JSON_TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;
export type SampleType = (typeof JSON_TYPES)[number];

/** Keywords that only values of one type are asked. */
const TYPE_KEYWORDS: readonly (readonly [type: SampleType, keywords: readonly string[]])[] = [
  [
    'object',
    [
      'properties',
      'required',
      'patternProperties',
      'additionalProperties',
      'minProperties',
      'maxProperties',
      'propertyNames',
      'dependentRequired',
      'dependentSchemas',
      'dependencies',
      'unevaluatedProperties',
    ],
  ],
  [
    'array',
    ['items', 'prefixItems', 'additionalItems', 'contains', 'minItems', 'maxItems', 'uniqueItems', 'unevaluatedItems'],
  ],
  ['string', ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** Types that a schema allows in so many words; `undefined` where it says nothing. */
function statedTypes(schema: JsonObject): ReadonlySet<string> | undefined {
  const type = schema.get('type');
  if (type === undefined) return undefined;
  const names = isJsonArray(type) ? type.filter((name) => typeof name === 'string') : [String(type)];
  return new Set(names.includes('number') ? [...names, 'integer'] : names);
}

/** Types that all parts allow; where none says, the one that their keywords are about, else text. */
export function typesOf(parts: readonly Part[]): readonly SampleType[] {
  const stated = parts.map(({ schema }) => statedTypes(schema)).filter((types) => types !== undefined);
  if (stated.length > 0) {
    const types = JSON_TYPES.filter((type) => stated.every((names) => names.has(type)));
    return types.includes('number') ? types.filter((type) => type !== 'integer') : types;
  }
  const implied = TYPE_KEYWORDS.filter(([, keywords]) =>
    parts.some(({ schema }) => keywords.some((keyword) => schema.has(keyword))),
  ).map(([type]) => type);
  return implied.length > 0 ? implied.slice(0, 1) : ['string'];
}
