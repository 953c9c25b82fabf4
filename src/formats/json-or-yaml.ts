import { readYaml } from '../engines/yaml/document.js';
import { yamlToJson } from '../engines/yaml/values.js';
import type { JsonValue } from '../lib/json/values.js';

import { readJson } from './json-document.js';
import type { TextSource } from './text-source.js';

/** JSON, or YAML as OpenAPI documents often are; the first document of a stream. Throws as the readers of both. */
export function readJsonOrYaml({ text, label }: Pick<TextSource, 'text' | 'label'>): JsonValue {
  if (/^\s*[[{]/.test(text)) return readJson(text, label);
  const [document] = readYaml(text, label);
  return document === undefined ? null : yamlToJson(document, text, label, { version: '1.2', mergeKeys: true });
}
