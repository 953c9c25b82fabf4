import { JsonNumber, type JsonObject, type JsonValue } from '../../json/values.js';
import { objectOf } from '../document.js';
import type { Kind, Way } from '../kinds.js';

import { type Draft, rebuilt, rename, take } from './rebuild.js';
import type { Warnings } from './warnings.js';

/** Says something about what is named, and changes nothing of what is valid. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$ref',
  'description',
  'summary',
  'title',
  'deprecated',
  'externalDocs',
]);

/** OpenAPI 3.0 as 3.1: schemas become JSON Schema 2020-12 of the same meaning. */
export function upgradeTo31(root: JsonObject, warnings: Warnings): JsonObject {
  const change = (draft: Draft, kind: Kind, way: Way | undefined): JsonValue => {
    if (typeof draft.get('$ref') === 'string' && kind !== 'pathItem') dropIgnored(draft, kind, way, warnings);
    else if (kind === 'schema') upgradeSchema(draft, way, warnings);
    return draft;
  };
  return objectOf(rebuilt(root, 'document', change));
}

/** What stands beside a reference means nothing in 3.0 and would count in 3.1. */
function dropIgnored(draft: Draft, kind: Kind, way: Way | undefined, warnings: Warnings): void {
  if (kind === 'example' || kind === 'link' || draft.size === 1) return;
  for (const key of [...draft.keys()]) {
    if (ANNOTATIONS.has(key) || key.startsWith('x-')) continue;
    draft.delete(key);
    warnings.add(`"${key}" beside "$ref" was dropped: 3.0 ignores it`, way);
  }
}

function upgradeSchema(draft: Draft, way: Way | undefined, warnings: Warnings): void {
  const nullable = take(draft, 'nullable');
  const type = draft.get('type');
  if (nullable === true) {
    if (typeof type === 'string') draft.set('type', [type, 'null']);
    else warnings.add('"nullable" was dropped: 3.0 gives it no meaning without "type"', way);
  }
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const isExclusive = draft.get(exclusive);
    if (typeof isExclusive !== 'boolean') continue;
    draft.delete(exclusive);
    if (isExclusive && draft.get(limit) instanceof JsonNumber) rename(draft, limit, exclusive);
  }
  const example = draft.get('example');
  if (example !== undefined && !draft.has('examples')) {
    rename(draft, 'example', 'examples');
    draft.set('examples', [example]);
  }
  if (type === 'string' && draft.get('format') === 'byte') {
    rename(draft, 'format', 'contentEncoding');
    draft.set('contentEncoding', 'base64');
  } else if (type === 'string' && draft.get('format') === 'binary') {
    rename(draft, 'format', 'contentMediaType');
    draft.set('contentMediaType', 'application/octet-stream');
  }
}
