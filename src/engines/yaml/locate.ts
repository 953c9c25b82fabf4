import { isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair } from 'yaml';

import type { YamlDocument } from './document.js';
import { isMergeKey } from './values.js';

/**
 * The offset of each path in a document that `yamlToJson` took: of the key that its last step names, of the item for an index, of the
 * value for the empty path. Of what an alias or a merge key brings, the offset of these; of a path that leads nowhere, the last step that
 * is there.
 */
export function locateInYaml(document: YamlDocument, paths: readonly (readonly string[])[]): number[] {
  const keys = new Map<Node, Map<string, Pair<Node | null, Node | null>>>();
  return paths.map((path) => {
    let node = document.contents as Node | null | undefined;
    let offset = node?.range?.[0] ?? 0;
    for (const token of path) {
      const step = stepInto(node, token, keys);
      if (step === undefined) return offset;
      offset = step.place?.range?.[0] ?? offset;
      node = step.node;
    }
    return offset;
  });
}

interface Step {
  readonly place: Node | null;
  readonly node: Node | null | undefined;
}

function stepInto(
  node: Node | null | undefined,
  token: string,
  known: Map<Node, Map<string, Pair<Node | null, Node | null>>>,
): Step | undefined {
  if (isMap(node)) {
    const pairs = known.get(node) ?? pairsOf(node.items as readonly Pair<Node | null, Node | null>[]);
    known.set(node, pairs);
    const pair = pairs.get(token);
    if (pair !== undefined) return { place: pair.key, node: pair.value };
    const merge = pairs.get(MERGE);
    return merge === undefined ? undefined : { place: merge.key, node: undefined };
  }
  if (!isSeq(node)) return undefined;
  const item = node.items[Number(token)] as Node | Pair<Node, Node | null> | null | undefined;
  if (item === undefined) return undefined;
  // An ordered map (!!omap): an array of objects of one key.
  return isPair(item) ? { place: item.key, node: undefined } : { place: item, node: item };
}

/** A name that no key has: keys of YAML are told apart from it by the character that YAML forbids. */
const MERGE = '\u0000<<';

function pairsOf(items: readonly Pair<Node | null, Node | null>[]): Map<string, Pair<Node | null, Node | null>> {
  const pairs = new Map<string, Pair<Node | null, Node | null>>();
  for (const pair of items) {
    const { key } = pair;
    if (isMergeKey(key)) pairs.set(MERGE, pair);
    else if (key === null) pairs.set('', pair);
    else if (!isAlias(key) && isScalar(key))
      pairs.set(typeof key.value === 'string' ? key.value : (key.source ?? ''), pair);
  }
  return pairs;
}
