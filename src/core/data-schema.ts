/** What `data` of a tool's results holds, as the world sees it. */

import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

const dataJsonSchemas = new WeakMap<z.ZodType, JsonSchema>();

/** JSON Schema 2020-12 of the `data` that a tool declares. Objects have no other keys than the declared ones. */
export function dataJsonSchema(schema: z.ZodType): JsonSchema {
  const known = dataJsonSchemas.get(schema);
  if (known !== undefined) return known;
  const { $schema: _, ...made } = z.toJSONSchema(schema, { override: ({ jsonSchema }) => dropNoise(jsonSchema) });
  dataJsonSchemas.set(schema, made);
  return made;
}

/** zod bounds every integer by what a double holds exactly and says of every key that it is a string: nothing a reader needs. */
function dropNoise(schema: Record<string, unknown>): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames;
}

/** A key of declared data with its path: `files[].name`; `*` stands for any key. */
export interface DataKey {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** The keys of declared data, nested ones after the one that holds them. */
export function dataKeys(schema: JsonSchema, path = ''): DataKey[] {
  const { properties = {}, required = [], items, additionalProperties, anyOf = [], oneOf = [] } = schema as DataSchema;
  const keys: DataKey[] = [];
  for (const [name, part] of Object.entries(properties)) {
    const at = path === '' ? name : `${path}.${name}`;
    keys.push({ path: at, schema: part, isRequired: required.includes(name) }, ...dataKeys(part, at));
  }
  if (items !== undefined) keys.push(...dataKeys(items, `${path}[]`));
  if (typeof additionalProperties === 'object')
    keys.push(...dataKeys(additionalProperties, path === '' ? '*' : `${path}.*`));
  for (const part of [...anyOf, ...oneOf]) keys.push(...dataKeys(part, path));
  return [...new Map(keys.map((key) => [`${key.path} ${JSON.stringify(key.schema)}`, key])).values()];
}

/** A key of declared data as people read it: in the docs and on the tool's page. */
export interface DataRow {
  readonly path: string;
  /** Short: a long type is told by the rows of its keys. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** Types longer than this are told by the rows of their keys. */
const MAX_TYPE_CHARACTERS = 60;

/** The rows of a table of declared data. */
export const dataRows = (schema: JsonSchema): DataRow[] =>
  dataKeys(schema).map(({ path, schema: part, isRequired }) => {
    const type = dataType(part).replaceAll('readonly ', '');
    return {
      path,
      type: type.length > MAX_TYPE_CHARACTERS ? [part.type ?? 'any'].flat().join(' or ') : type,
      isRequired,
      description: String(part.description),
    };
  });

interface DataSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

/** The type of declared data in TypeScript's words, which say most in the least room. */
export function dataType(schema: JsonSchema): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  const { anyOf, oneOf, properties, required = [], items, additionalProperties } = schema as DataSchema;
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return choices.map(dataType).join(' | ');
  const types = [schema.type].flat().map((type) => {
    if (type === 'array') return items === undefined ? 'readonly unknown[]' : `readonly (${dataType(items)})[]`;
    if (type === 'integer') return 'number';
    if (type !== 'object') return typeof type === 'string' ? type : 'unknown';
    if (properties === undefined) {
      const values = typeof additionalProperties === 'object' ? dataType(additionalProperties) : 'unknown';
      return `{ readonly [key: string]: ${values} }`;
    }
    const rows = Object.entries(properties).map(
      ([name, part]) => `readonly ${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${dataType(part)}`,
    );
    return `{ ${rows.join('; ')} }`;
  });
  return types.join(' | ');
}
