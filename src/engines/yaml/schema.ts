import { isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair } from 'yaml';
import { parsePointer } from '../../lib/json/pointer.js';
import type { JsonValue } from '../../lib/json/values.js';
import type { SchemaDocument } from '../json/json-schema.js';

import type { YamlDocument, YamlFault, YamlVersion } from './document.js';
import { isMergeKey, yamlValue } from './values.js';

/**
 * What a JSON Schema finds in documents, each fault at the place of its value: where an alias stands for it, of the alias, and where
 * it was merged, of the merge key. Throws as `schema` does.
 */
export function schemaFaults(
  documents: readonly YamlDocument[],
  label: string,
  version: YamlVersion,
  schema: SchemaDocument,
): YamlFault[] {
  const faults: YamlFault[] = [];
  const values: JsonValue[] = [];
  const checked: YamlDocument[] = [];
  for (const document of documents) {
    const read = yamlValue(document, label, { version, mergeKeys: true });
    if ('gap' in read) {
      faults.push(read.gap);
      continue;
    }
    values.push(read.value);
    checked.push(document);
  }
  for (const [index, answer] of schema.check(values).entries()) {
    const root = checked[index]?.contents as Node | null | undefined;
    for (const { instance, message } of answer.faults) {
      const place = instance === '' ? 'the document' : JSON.stringify(instance);
      faults.push({ offset: offsetOf(root, parsePointer(instance) ?? []), fault: `${place} ${message}` });
    }
  }
  return faults;
}

/** Where the value stands that a pointer leads to; of what has no place of its own, the nearest around it. */
function offsetOf(root: Node | null | undefined, tokens: readonly string[]): number {
  let node = root;
  let offset = root?.range?.[0] ?? 0;
  for (const token of tokens) {
    node = childOf(node, token);
    if (node?.range == null) return offset;
    offset = node.range[0];
  }
  return offset;
}

/** The node behind a key or an index; the merge key where a map has the key from elsewhere. */
function childOf(node: Node | null | undefined, token: string): Node | null | undefined {
  if (isMap(node)) return memberOf(node.items as readonly Pair<Node | null, Node | null>[], token);
  if (!isSeq(node)) return undefined;
  const item = node.items[Number(token)] as Node | Pair<Node, Node | null> | undefined;
  // An ordered map (!!omap): an array of objects of one key.
  return isPair(item) ? item.key : item;
}

function memberOf(pairs: readonly Pair<Node | null, Node | null>[], name: string): Node | null | undefined {
  const pair = pairs.find(({ key }) => nameOf(key) === name) ?? pairs.find(({ key }) => isMergeKey(key));
  // A key without a value has its place; so has an alias, which is where the value is used.
  return pair?.value?.range != null && !isMergeKey(pair.key) ? pair.value : pair?.key;
}

const nameOf = (key: Node | null): string | undefined => {
  if (key === null) return '';
  if (isAlias(key) || !isScalar(key)) return undefined;
  return typeof key.value === 'string' ? key.value : (key.source ?? '');
};
