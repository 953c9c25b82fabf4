import { isJsonObject, type JsonObject, type JsonValue } from '../../json/values.js';
import { listOf, objectOf, textOf } from '../document.js';
import type { Way } from '../kinds.js';

import { type Draft, take } from './rebuild.js';
import type { Warnings } from './warnings.js';

/** Keywords of a parameter, header or item of 2.0 that say what its value is. */
const VALUE_KEYS = [
  'type',
  'format',
  'items',
  'default',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'enum',
  'multipleOf',
] as const;

/** How lists are written, by `collectionFormat`, in a query or form. */
const STYLES: Readonly<Record<string, { readonly style: string; readonly explode: boolean }>> = {
  csv: { style: 'form', explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
};

/** Takes what a value is out of a parameter, header or item, as a schema. */
function takeSchema(draft: Draft, way: Way | undefined, warnings: Warnings): Draft {
  const schema: Draft = new Map();
  for (const key of VALUE_KEYS) {
    const value = take(draft, key);
    if (value !== undefined) schema.set(key, value);
  }
  if (take(draft, 'x-nullable') === true) schema.set('nullable', true);
  if (schema.get('type') === 'file') {
    schema.set('type', 'string');
    schema.set('format', 'binary');
  }
  const items = schema.get('items');
  if (items !== undefined && isJsonObject(items)) {
    const inner: Draft = new Map(items);
    const format = take(inner, 'collectionFormat');
    if (format !== undefined && format !== 'csv')
      warnings.add('"collectionFormat" of items was dropped: lists in lists have no style in 3.0', way);
    const kept = takeSchema(inner, way, warnings);
    schema.set('items', new Map([...kept, ...inner]));
  }
  return schema;
}

/** The style of a list of 2.0; `undefined` where it is no list or 3.0 has no such style. */
function styleOf(
  format: JsonValue | undefined,
  isList: boolean,
  way: Way | undefined,
  warnings: Warnings,
): (typeof STYLES)[string] | undefined {
  if (!isList) return undefined;
  const name = textOf(format) ?? 'csv';
  const style = Object.hasOwn(STYLES, name) ? STYLES[name] : undefined;
  if (style === undefined)
    warnings.add(`"collectionFormat: ${name.slice(0, 40)}" was dropped: 3.0 has no such style`, way);
  return style;
}

/** A parameter in path, query or header. */
export function changeParameter(parameter: JsonObject, way: Way | undefined, warnings: Warnings): Draft {
  const draft: Draft = new Map(parameter);
  const format = take(draft, 'collectionFormat');
  const schema = takeSchema(draft, way, warnings);
  const style = styleOf(format, schema.get('type') === 'array', way, warnings);
  if (draft.get('in') === 'query') {
    if (style !== undefined) {
      draft.set('style', style.style);
      draft.set('explode', style.explode);
    }
  } else {
    draft.delete('allowEmptyValue');
    if (style !== undefined && format !== undefined && format !== 'csv')
      warnings.add('"collectionFormat" was dropped: lists are separated by commas in paths and headers', way);
  }
  draft.set('schema', schema);
  return draft;
}

/** A header of a response. */
function changeHeader(header: JsonObject, way: Way | undefined, warnings: Warnings): Draft {
  const draft: Draft = new Map(header);
  draft.delete('collectionFormat');
  draft.set('schema', takeSchema(draft, way, warnings));
  return draft;
}

/** The body that a parameter `in: body` is, in each type that is taken. */
export function bodyOf(parameter: JsonObject, consumes: readonly string[]): Draft {
  const schema = parameter.get('schema') ?? new Map();
  const kept = [...parameter].filter(([key]) => key === 'description' || key === 'required' || key.startsWith('x-'));
  const content = new Map(consumes.map((type) => [type, new Map([['schema', schema]])]));
  return new Map<string, JsonValue>([...kept, ['content', content]]);
}

/** The body that the fields of a form are. */
export function formOf(
  fields: readonly JsonObject[],
  consumes: readonly string[],
  way: Way | undefined,
  warnings: Warnings,
): Draft {
  const properties: Draft = new Map();
  const encoding: Draft = new Map();
  const required: string[] = [];
  for (const field of fields) {
    const draft: Draft = new Map(field);
    const name = textOf(take(draft, 'name')) ?? '';
    for (const key of ['in', 'allowEmptyValue']) draft.delete(key);
    if (take(draft, 'required') === true && !required.includes(name)) required.push(name);
    const format = take(draft, 'collectionFormat');
    const schema = takeSchema(draft, way, warnings);
    const style = styleOf(format, schema.get('type') === 'array', way, warnings);
    if (style !== undefined)
      encoding.set(
        name,
        new Map<string, JsonValue>([
          ['style', style.style],
          ['explode', style.explode],
        ]),
      );
    properties.set(name, new Map([...schema, ...draft]));
  }
  const schema: Draft = new Map<string, JsonValue>([
    ['type', 'object'],
    ['properties', properties],
  ]);
  if (required.length > 0) schema.set('required', required);
  const media: Draft = new Map([['schema', schema]]);
  if (encoding.size > 0) media.set('encoding', encoding);
  const types = formTypes(fields, consumes);
  const body: Draft = new Map([['content', new Map(types.map((type) => [type, media]))]]);
  if (required.length > 0) body.set('required', true);
  return body;
}

function formTypes(fields: readonly JsonObject[], consumes: readonly string[]): readonly string[] {
  const hasFile = fields.some((field) => field.get('type') === 'file');
  const said = consumes.filter((type) =>
    hasFile ? /^multipart\//i.test(type) : /^(?:multipart\/|application\/x-www-form-urlencoded)/i.test(type),
  );
  if (said.length > 0) return said;
  return [hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'];
}

/** Media types that a document or operation names. */
export const mediaTypes = (value: JsonValue | undefined): readonly string[] =>
  listOf(value).filter((type) => typeof type === 'string');

/** A response, its schema in each type that is given. */
export function changeResponse(
  response: JsonObject,
  produces: readonly string[],
  way: Way | undefined,
  warnings: Warnings,
): Draft {
  const draft: Draft = new Map(response);
  const schema = take(draft, 'schema');
  const examples = objectOf(take(draft, 'examples'));
  const headers = draft.get('headers');
  if (!draft.has('description')) draft.set('description', '');
  if (headers !== undefined && isJsonObject(headers))
    draft.set(
      'headers',
      new Map([...headers].map(([name, one]) => [name, isJsonObject(one) ? changeHeader(one, way, warnings) : one])),
    );
  if (schema === undefined && examples.size === 0) return draft;
  const content = new Map<string, Draft>();
  if (schema !== undefined)
    for (const type of produces.length === 0 ? ['*/*'] : produces)
      content.set(type, new Map([['schema', fileSchema(schema)]]));
  for (const [type, example] of examples) {
    const media = content.get(type) ?? (schema === undefined ? new Map() : new Map([['schema', fileSchema(schema)]]));
    media.set('example', example);
    content.set(type, media);
  }
  draft.set('content', content);
  return draft;
}

/** What is a file in 2.0 is a string of bytes. */
function fileSchema(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema) || schema.get('type') !== 'file') return schema;
  return new Map<string, JsonValue>([...schema, ['type', 'string'], ['format', 'binary']]);
}
