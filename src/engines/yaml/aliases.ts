import { isAlias, isCollection, isPair, type Node } from 'yaml';

import { overLimit } from '../../core/errors.js';

import { type YamlDocument, yamlFault } from './document.js';

/** Values that a document may stand for with every alias put in its place; what reads it elsewhere has to hold them. */
const MAX_EXPANDED_VALUES = 10_000_000;

/** An anchor whose value is not yet read to its end. */
const OPEN = -1;

/**
 * Refuses documents that no reader could hold: throws INVALID_INPUT at an alias inside its own anchor, LIMIT_EXCEEDED where aliases
 * stand for more than 10,000,000 values. Aliases without an anchor are left to others.
 */
export function checkAliases(documents: readonly YamlDocument[], text: string, label: string): void {
  for (const { contents } of documents) {
    const sizes = new Map<string, number>();
    if (sizeOf(contents, sizes) > MAX_EXPANDED_VALUES) {
      throw overLimit(`Aliases of ${label} must stand for at most ${MAX_EXPANDED_VALUES} values`);
    }
  }

  function sizeOf(node: unknown, sizes: Map<string, number>): number {
    if (isPair(node)) return sizeOf(node.key, sizes) + sizeOf(node.value, sizes);
    if (isAlias(node)) {
      const size = sizes.get(node.source) ?? 1;
      if (size === OPEN) throw yamlFault(text, label, openFault(node));
      return size;
    }
    const anchor = anchorOf(node);
    if (anchor !== undefined) sizes.set(anchor, OPEN);
    let size = 1;
    if (isCollection(node)) for (const item of node.items) size += sizeOf(item, sizes);
    if (anchor !== undefined) sizes.set(anchor, size);
    return size;
  }
}

const openFault = (node: Node & { source: string }): { offset: number; fault: string } => ({
  offset: node.range?.[0] ?? 0,
  fault: `the alias *${node.source} is inside its own anchor`,
});

const anchorOf = (node: unknown): string | undefined =>
  typeof node === 'object' && node !== null && 'anchor' in node && typeof node.anchor === 'string'
    ? node.anchor
    : undefined;
