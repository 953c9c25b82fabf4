import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/values.js';
import { objectOf } from '../document.js';
import type { Kind, Way } from '../kinds.js';
import type { References } from '../references.js';

import { type Draft, rebuilt, rename } from './rebuild.js';
import type { Warnings } from './warnings.js';

/** Fields that came with 3.2, by the object they stand in. Those of operations, media types and paths are parts of the API. */
const NEW_FIELDS: Partial<Record<Kind, readonly string[]>> = {
  document: ['$self'],
  components: ['mediaTypes'],
  pathItem: ['query', 'additionalOperations'],
  mediaType: ['itemSchema', 'prefixEncoding', 'itemEncoding'],
  encoding: ['encoding', 'prefixEncoding', 'itemEncoding'],
  response: ['summary'],
  example: ['dataValue', 'serializedValue'],
  securityScheme: ['deprecated', 'oauth2MetadataUrl'],
};

/** OpenAPI 3.2 as 3.1: what 3.1 cannot say is kept as an extension `x-oai-…`, and told of. */
export function downgradeTo31(root: JsonObject, references: References, warnings: Warnings): JsonObject {
  const change = (draft: Draft, kind: Kind, way: Way | undefined): JsonValue => {
    const keep = (holder: Draft, keys: readonly string[], where: Way | undefined) => {
      for (const key of keys) {
        if (!holder.has(key)) continue;
        const kept = `x-oai-${key.replace('$', '')}`;
        rename(holder, key, kept);
        warnings.add(`"${key}" is new in 3.2 and was kept as "${kept}"`, where);
      }
    };
    if (kind === 'example') useOldValue(draft);
    if (kind === 'components') keepQueryStringComponents(draft);
    if (kind === 'response' && !draft.has('description') && !draft.has('$ref'))
      draft.set('description', draft.get('summary') ?? '');
    keep(draft, NEW_FIELDS[kind] ?? [], way);
    if (kind === 'document') {
      mapItems(draft, 'tags', (tag) => keep(tag, ['summary', 'parent', 'kind'], { outer: way, token: 'tags' }));
      mapItems(draft, 'servers', (server) => keep(server, ['name'], { outer: way, token: 'servers' }));
    }
    if (kind === 'schema') {
      const discriminator = draft.get('discriminator');
      if (discriminator !== undefined && isJsonObject(discriminator)) {
        const changed: Draft = new Map(discriminator);
        keep(changed, ['defaultMapping'], { outer: way, token: 'discriminator' });
        draft.set('discriminator', changed);
      }
    }
    if (kind === 'securityScheme' && draft.has('flows')) {
      const flows: Draft = new Map(objectOf(draft.get('flows')));
      keep(flows, ['deviceAuthorization'], { outer: way, token: 'flows' });
      draft.set('flows', flows);
    }
    if (kind === 'mediaType' && draft.has('$ref')) {
      keepPointer(draft);
      keep(draft, ['$ref'], way);
    }
    if (kind === 'operation' || kind === 'pathItem') keepQueryStrings(draft, references, warnings, way);
    if (kind === 'parameter' && draft.get('style') === 'cookie') {
      draft.set('style', 'form');
      warnings.add('"style: cookie" is new in 3.2 and became "form"', way);
    }
    return draft;
  };
  return objectOf(rebuilt(root, 'document', change));
}

/** Where components stand that 3.1 does not know. */
const KEPT = /^#\/components\/(?=mediaTypes\/|parameters\/)/;

/** A reference to a component that is kept as an extension leads to it there. */
function keepPointer(draft: Draft): void {
  const reference = draft.get('$ref');
  if (typeof reference === 'string') draft.set('$ref', reference.replace(KEPT, '#/components/x-oai-'));
}

function withKeptPointer(parameter: JsonValue): JsonValue {
  if (!isJsonObject(parameter)) return parameter;
  const copy: Draft = new Map(parameter);
  keepPointer(copy);
  return copy;
}

/** An example as data is one as a value. */
function useOldValue(draft: Draft): void {
  if (draft.has('value') || draft.has('externalValue')) return;
  if (draft.has('dataValue')) rename(draft, 'dataValue', 'value');
  else if (draft.has('serializedValue')) rename(draft, 'serializedValue', 'value');
}

function mapItems(draft: Draft, key: string, change: (item: Draft) => void): void {
  const list = draft.get(key);
  if (list === undefined || !isJsonArray(list)) return;
  draft.set(
    key,
    list.map((item) => {
      if (!isJsonObject(item)) return item;
      const copy: Draft = new Map(item);
      change(copy);
      return copy;
    }),
  );
}

/** Parameters that are the whole query string are none in 3.1. */
function keepQueryStrings(draft: Draft, references: References, warnings: Warnings, way: Way | undefined): void {
  const parameters = draft.get('parameters');
  if (parameters === undefined || !isJsonArray(parameters)) return;
  const isNew = (parameter: JsonValue) => references.follow(parameter)?.get('in') === 'querystring';
  if (!parameters.some(isNew)) return;
  draft.set(
    'parameters',
    parameters.filter((parameter) => !isNew(parameter)),
  );
  draft.set('x-oai-parameters', parameters.filter(isNew).map(withKeptPointer));
  warnings.add('"in: querystring" is new in 3.2: its parameter was kept in "x-oai-parameters"', way);
}

function keepQueryStringComponents(draft: Draft): void {
  const parameters = draft.get('parameters');
  if (parameters === undefined || !isJsonObject(parameters)) return;
  const isNew = (parameter: JsonValue) => objectOf(parameter).get('in') === 'querystring';
  const kept = [...parameters].filter(([, parameter]) => isNew(parameter));
  if (kept.length === 0) return;
  draft.set('parameters', new Map([...parameters].filter(([, parameter]) => !isNew(parameter))));
  draft.set('x-oai-parameters', new Map(kept));
}
