import { ContentFault } from '../faults.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/values.js';

import { type Place, placesBelow, type Way } from './kinds.js';

const VERSIONS = ['2.0', '3.0', '3.1', '3.2'] as const;
export type Version = (typeof VERSIONS)[number];

export interface ApiDocument {
  readonly root: JsonObject;
  readonly version: Version;
  /** As the document says it, such as `3.0.3`. */
  readonly stated: string;
  /** In the order of the document: those of paths, of webhooks and of callbacks. */
  readonly operations: readonly Operation[];
}

/** Takes a value as a description of an API. Throws ContentFault where it says no version that is known. */
export function openApiDocument(value: JsonValue): ApiDocument {
  if (!isJsonObject(value)) throw new ContentFault('the document must be an object with "openapi" or "swagger"');
  const said = value.get('openapi') ?? value.get('swagger');
  if (said === undefined) throw new ContentFault('the document must have "openapi" or "swagger" with its version');
  // 2.0 and 3.1 without quotes are numbers in YAML: a fault that is told of, but no reason to stop.
  const stated = said instanceof JsonNumber ? said.source : typeof said === 'string' ? said : '';
  const key = value.has('openapi') ? 'openapi' : 'swagger';
  const version = VERSIONS.find(
    (one) => (one === '2.0') === (key === 'swagger') && (stated === one || stated.startsWith(`${one}.`)),
  );
  if (version !== undefined) return { root: value, version, stated, operations: operationsOf(value) };
  throw new ContentFault(
    `"${key}" must be ${key === 'swagger' ? '2.0' : '3.0, 3.1 or 3.2 with its patch, such as 3.1.0'}, got ${JSON.stringify(stated.slice(0, 80))}`,
  );
}

export interface Operation extends Place {
  readonly method: string;
  /** The path, or the name of a webhook or the expression of a callback. */
  readonly path: string;
  /** Its path item. */
  readonly item: JsonObject;
  readonly isPath: boolean;
}

function operationsOf(root: JsonObject): Operation[] {
  const operations: Operation[] = [];
  const items = new Map<Way, JsonObject>();
  for (const place of placesBelow({ value: root, kind: 'document', way: undefined })) {
    const { way } = place;
    if (way === undefined) continue;
    if (place.kind === 'pathItem') items.set(way, place.value);
    if (place.kind !== 'operation') continue;
    const owner = [way.outer, way.outer?.outer].find((one) => one !== undefined && items.has(one));
    if (owner === undefined) continue;
    operations.push({
      ...place,
      method: way.token.toUpperCase(),
      path: owner.token,
      item: items.get(owner) ?? new Map(),
      isPath: owner.outer?.token === 'paths' && owner.outer.outer === undefined,
    });
  }
  return operations;
}

export const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  value !== undefined && isJsonArray(value) ? value : [];

export const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : new Map();

export const textOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
