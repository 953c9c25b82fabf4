import { isJsonObject, type JsonObject } from '../json/values.js';

import { type ApiDocument, listOf, type Operation, objectOf, textOf } from './document.js';
import { placesBelow } from './kinds.js';
import type { References } from './references.js';

/** How much a description has of everything. */
export function statisticsOf(api: ApiDocument, references: References) {
  const counts = { schemas: 0, parameters: 0 };
  for (const { kind, way } of placesBelow({ value: api.root, kind: 'document', way: undefined })) {
    if (kind === 'parameter') counts.parameters++;
    if (kind === 'schema' && isNamed(way?.outer?.token, way?.outer?.outer?.token, api.version === '2.0'))
      counts.schemas++;
  }
  return {
    pathCount: [...objectOf(api.root.get('paths')).keys()].filter((path) => !path.startsWith('x-')).length,
    operationCount: api.operations.length,
    schemaCount: counts.schemas,
    parameterCount: counts.parameters,
    referenceCount: references.all.length,
  };
}

const isNamed = (section: string | undefined, outer: string | undefined, isOld: boolean): boolean =>
  isOld ? section === 'definitions' && outer === undefined : section === 'schemas' && outer === 'components';

/** Operations as a table. */
export function listOperations(api: ApiDocument, references: References) {
  return api.operations.map((operation) => {
    const { value, method, path, way } = operation;
    const names = parametersOf(operation, references);
    return {
      path,
      method,
      kind: way === undefined ? 'path' : kindOf(operation),
      operationId: textOf(value.get('operationId')) ?? null,
      summary: textOf(value.get('summary')) ?? null,
      tags: listOf(value.get('tags')).filter((tag) => typeof tag === 'string'),
      parameters: names,
      requestTypes: requestTypes(operation, api, references),
      responses: [...objectOf(value.get('responses')).keys()].filter((code) => !code.startsWith('x-')),
      security: securityOf(value.has('security') ? value : api.root),
      deprecated: value.get('deprecated') === true,
    };
  });
}

function kindOf({ isPath, way }: Operation): 'path' | 'webhook' | 'callback' | 'component' {
  if (isPath) return 'path';
  let first = way;
  let isCallback = false;
  for (let step = way; step !== undefined; step = step.outer) {
    if (step.token === 'callbacks' && step.outer?.outer !== undefined) isCallback = true;
    first = step;
  }
  if (isCallback) return 'callback';
  return first?.token === 'webhooks' ? 'webhook' : 'component';
}

/** Such as `path id` and `query limit`; those of the operation win. */
function parametersOf({ value, item }: Operation, references: References) {
  const parameters = new Map<string, { name: string; in: string; required: boolean }>();
  for (const one of [...listOf(item.get('parameters')), ...listOf(value.get('parameters'))]) {
    const parameter = references.follow(one);
    const name = textOf(parameter?.get('name'));
    const place = textOf(parameter?.get('in'));
    if (name !== undefined && place !== undefined)
      parameters.set(`${place} ${name}`, { name, in: place, required: parameter?.get('required') === true });
  }
  return [...parameters.values()];
}

function requestTypes({ value, item }: Operation, { root, version }: ApiDocument, references: References): string[] {
  if (version !== '2.0') return [...objectOf(references.follow(value.get('requestBody'))?.get('content')).keys()];
  const places = [...listOf(item.get('parameters')), ...listOf(value.get('parameters'))].map((one) =>
    references.follow(one)?.get('in'),
  );
  if (!places.includes('body') && !places.includes('formData')) return [];
  return listOf(value.get('consumes') ?? root.get('consumes')).filter((type) => typeof type === 'string');
}

const securityOf = (holder: JsonObject): string[] => [
  ...new Set(listOf(holder.get('security')).flatMap((one) => (isJsonObject(one) ? [...one.keys()] : []))),
];
