import { COMPOSE_SCHEMA } from '../lib/docker/compose-schema.data.js';
import { fromPlain, isJsonObject, type JsonObject, type JsonValue } from '../lib/json/values.js';

import { checkStructure, type StructureAnswer } from './json/json-schema.js';

let schema: JsonObject | undefined;

/** Checks a document against the schema of the Compose Specification. Throws as `checkStructure`. */
export function checkComposeStructure(document: JsonValue, label: string): StructureAnswer {
  schema ??= composeSchema();
  return checkStructure(schema, document, '7', label);
}

function composeSchema(): JsonObject {
  const value = fromPlain(COMPOSE_SCHEMA);
  return isJsonObject(value) ? value : new Map();
}
