import { ContentFault } from '../faults.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/values.js';

import { inlined, type Losses, listAt, mapParts, objectAt, objectOf, textAt, withoutNullable } from './schema-walk.js';
import type { ToolSchema } from './tool-schemas.js';

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** The operations of an OpenAPI 3 or Swagger 2 document as tools: parameters by name, the body as `body`. */
export function openApiTools(document: JsonObject, losses: Losses): readonly ToolSchema[] {
  const tools: ToolSchema[] = [];
  for (const [path, item] of objectAt(document, 'paths') ?? []) {
    for (const method of METHODS) {
      const operation = objectAt(item, method);
      if (operation === undefined) continue;
      const made = [textAt(operation, 'summary'), textAt(operation, 'description')].filter(
        (text) => text !== undefined && text !== '',
      );
      tools.push({
        name: textAt(operation, 'operationId') ?? `${method}${path.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, '')}`,
        description: made.length === 0 ? undefined : [...new Set(made)].join('\n\n'),
        parameters: parametersOf(operation, item, document, losses),
      });
    }
  }
  if (tools.length === 0) throw new ContentFault('the OpenAPI document lacks operations');
  return tools;
}

/** A schema of the document as JSON Schema 2020-12, alone. */
const schemaOf = (schema: JsonObject, document: JsonObject, losses: Losses): JsonObject =>
  plain(inlined(schema, document, losses));

/** Without what only OpenAPI says. */
function plain(schema: JsonObject): JsonObject {
  const kept = new Map(
    [...mapParts(schema, plain)].filter(
      ([key]) => !['xml', 'externalDocs', 'discriminator', 'example'].includes(key) && !key.startsWith('x-'),
    ),
  );
  return withoutNullable(kept);
}

function parametersOf(operation: JsonObject, item: JsonValue, document: JsonObject, losses: Losses): JsonObject {
  const properties = new Map<string, JsonValue>();
  const required: string[] = [];
  const add = (name: string, schema: JsonObject, isRequired: boolean): void => {
    properties.set(name, schema);
    if (isRequired && !required.includes(name)) required.push(name);
  };
  for (const each of [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')]) {
    // A reference leads to a parameter, which is read as a schema is.
    const parameter = isJsonObject(each) ? inlined(each, document, losses) : new Map();
    const [name, place] = [textAt(parameter, 'name'), textAt(parameter, 'in')];
    if (name === undefined || place === 'cookie') continue;
    if (place === 'formData') losses.tell('Form fields of Swagger 2 became parameters of the tool');
    const content = objectAt(parameter, 'content');
    const schema =
      objectAt(parameter, 'schema') ??
      objectAt([...(content?.values() ?? [])][0], 'schema') ??
      swaggerSchema(parameter);
    const description = textAt(parameter, 'description');
    const made = schemaOf(schema, document, losses);
    add(
      place === 'body' ? 'body' : name,
      description === undefined ? made : new Map<string, JsonValue>([...made, ['description', description]]),
      place === 'path' || parameter.get('required') === true,
    );
  }
  const given = objectAt(operation, 'requestBody');
  const body = given === undefined ? undefined : inlined(given, document, losses);
  const content = objectAt(body, 'content');
  const media = [...(content ?? [])].find(([type]) => /json/i.test(type)) ?? [...(content ?? [])][0];
  const schema = objectAt(media?.[1], 'schema');
  if (body !== undefined && schema !== undefined) {
    if (!/json/i.test(media?.[0] ?? ''))
      losses.tell(`A body of type "${(media?.[0] ?? '').slice(0, 80)}" became an argument: send it in that type`);
    add('body', schemaOf(schema, document, losses), body.get('required') === true);
  }
  return objectOf({ type: 'object', properties, required: required.length === 0 ? undefined : required });
}

/** In Swagger 2 the type of a parameter stands beside its name. */
const swaggerSchema = (parameter: JsonObject): JsonObject =>
  new Map(
    [...parameter].filter(
      ([key]) =>
        ![
          'name',
          'in',
          'required',
          'description',
          'collectionFormat',
          'allowEmptyValue',
          'style',
          'explode',
          'schema',
        ].includes(key),
    ),
  );
