import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { parseJson } from '../lib/json/parse.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../lib/json/values.js';
import { clearSchema } from '../lib/openapi/clear-schema.js';
import { type ApiDocument, objectOf, type Version } from '../lib/openapi/document.js';

import { checkStructure, metaSchema, type StructureAnswer } from './json/json-schema.js';

/**
 * Checks a document against the schema that the OpenAPI Initiative publishes for its version; schemas in it since 3.1 against JSON Schema
 * 2020-12, unless the document names another dialect. Throws LIMIT_EXCEEDED where it takes too long, LimitFault where it is nested too deep.
 */
export function checkOpenApi({ root, version }: ApiDocument, label: string): StructureAnswer {
  const isOld = version === '2.0' || version === '3.0';
  const schema = isOld || hasOtherDialect(root) ? loadSchema(version) : withSchemas(version);
  return checkStructure(schema, root, isOld ? '7' : '2020-12', label);
}

const hasOtherDialect = (root: JsonObject): boolean => {
  const dialect = root.get('jsonSchemaDialect');
  return (
    typeof dialect === 'string' &&
    !/^https:\/\/(?:spec\.openapis\.org\/oas\/|json-schema\.org\/draft\/2020-12\/schema$)/.test(dialect)
  );
};

const VOCABULARIES = ['core', 'applicator', 'unevaluated', 'validation', 'meta-data', 'format-annotation', 'content'];

/**
 * The published schema leaves open what a Schema Object is. Here it is what the vocabularies of 2020-12 say, put together into one
 * schema: by the meta-schema itself the same takes four times as long, and is told by each vocabulary (measured).
 */
function withDialect(published: JsonObject): JsonObject {
  const definitions = new Map(objectOf(published.get('$defs')));
  const properties = new Map<string, JsonValue>();
  for (const name of VOCABULARIES) {
    const vocabulary = objectOf(metaSchema(`https://json-schema.org/draft/2020-12/meta/${name}`));
    for (const [key, rule] of objectOf(vocabulary.get('properties'))) properties.set(key, adopted(rule));
    for (const [key, rule] of objectOf(vocabulary.get('$defs'))) definitions.set(`json-${key}`, adopted(rule));
  }
  definitions.set(
    'schema',
    new Map<string, JsonValue>([
      ['type', ['object', 'boolean']],
      ['properties', properties],
    ]),
  );
  return new Map([...published, ['$defs', definitions]]);
}

/** A rule of a vocabulary with its references as they are where it is put. */
function adopted(rule: JsonValue): JsonValue {
  if (isJsonArray(rule)) return rule.map(adopted);
  if (!isJsonObject(rule)) return rule;
  return new Map(
    [...rule].map(([key, value]): [string, JsonValue] => {
      if (key === '$dynamicRef') return ['$ref', '#/$defs/schema'];
      if (key === '$ref' && typeof value === 'string') return ['$ref', value.replace('#/$defs/', '#/$defs/json-')];
      return [key, adopted(value)];
    }),
  );
}

const loaded = new Map<Version, JsonObject>();
const completed = new Map<Version, JsonObject>();

function withSchemas(version: Version): JsonObject {
  const schema = completed.get(version) ?? withDialect(loadSchema(version));
  completed.set(version, schema);
  return schema;
}

function loadSchema(version: Version): JsonObject {
  const known = loaded.get(version);
  if (known !== undefined) return known;
  const path = createRequire(import.meta.url).resolve(
    `@seriousme/openapi-schema-validator/schemas/v${version}/schema.json`,
  );
  const published = parseJson(readFileSync(path, 'utf8'));
  if (!isJsonObject(published)) throw new TypeError('the schema of OpenAPI is not an object');
  const schema = version === '2.0' || version === '3.0' ? clearSchema(published) : published;
  loaded.set(version, schema);
  return schema;
}
