import { LimitFault } from '../faults.js';
import { compareCodePoints } from '../json/write.js';

/** Folders in folders: real trees have a dozen. Chosen. */
const MAX_DEPTH = 200;
/** Files and folders of one tree. Chosen. */
const MAX_NODES = 100_000;

/** A file or folder. */
export interface PathNode {
  readonly name: string;
  /** What has children is one, whatever was said of it. */
  isFolder: boolean;
  bytes?: number | undefined;
  /** Where a link leads. */
  target?: string | undefined;
  readonly children: Map<string, PathNode>;
}

export type PathFacts = Partial<Pick<PathNode, 'isFolder' | 'bytes' | 'target'>>;

export type NodeOrder = 'name' | 'folders-first' | 'none';

/** A node with its place among the others. */
export interface PlacedNode {
  readonly node: PathNode;
  /** From the top, parts divided by `/`. */
  readonly path: string;
  /** From 1. */
  readonly depth: number;
  /** Of its parents and itself, whether it is the last of its siblings. */
  readonly isLast: readonly boolean[];
}

interface Walk {
  readonly order: NodeOrder;
  readonly depth: number;
  readonly top?: PathNode | undefined;
}

const newNode = (name: string): PathNode => ({ name, isFolder: false, children: new Map() });

/** Files and folders below a root that has no name of its own. */
export class PathTree {
  readonly root: PathNode = { ...newNode(''), isFolder: true };
  #nodes = 0;

  /** The child of that name, made where there is none; told facts add to what is known. Throws LimitFault. */
  #child(parent: PathNode, name: string, { isFolder = false, bytes, target }: PathFacts = {}): PathNode {
    let node = parent.children.get(name);
    if (node === undefined) {
      this.#nodes += 1;
      if (this.#nodes > MAX_NODES)
        throw new LimitFault(`it must have at most ${MAX_NODES} files and folders`, MAX_NODES);
      node = newNode(name);
      parent.children.set(name, node);
      parent.isFolder = true;
    }
    node.isFolder ||= isFolder;
    if (bytes !== undefined) node.bytes = bytes;
    if (target !== undefined) node.target = target;
    return node;
  }

  /** Adds what is at the end of a path below `from`, with the folders above it; returns it. `depth` is that of `from`. Throws LimitFault. */
  add(parts: readonly string[], facts: PathFacts = {}, from = this.root, depth = 0): PathNode {
    if (depth + parts.length > MAX_DEPTH)
      throw new LimitFault(`folders must be nested at most ${MAX_DEPTH} deep`, MAX_DEPTH);
    let node = from;
    for (const [i, part] of parts.entries())
      node = this.#child(node, part, i === parts.length - 1 ? facts : { isFolder: true });
    return node;
  }

  /** The one folder at the top that holds all the rest, where there is one. */
  get onlyFolder(): PathNode | undefined {
    const [only, ...others] = this.root.children.values();
    return others.length === 0 && only?.isFolder === true ? only : undefined;
  }

  /** Every node below `top`, parents before children, down to `depth` levels; 0 for all. */
  *nodes({ order, depth, top = this.root }: Walk): Generator<PlacedNode> {
    yield* placed(top, '', [], order, depth === 0 ? MAX_DEPTH : depth);
  }
}

function* placed(
  parent: PathNode,
  above: string,
  isLastAbove: readonly boolean[],
  order: NodeOrder,
  depth: number,
): Generator<PlacedNode> {
  if (isLastAbove.length >= depth) return;
  const children = ordered([...parent.children.values()], order);
  for (const [i, node] of children.entries()) {
    const path = `${above}${node.name}`;
    const isLast = [...isLastAbove, i === children.length - 1];
    yield { node, path, depth: isLast.length, isLast };
    yield* placed(node, `${path}/`, isLast, order, depth);
  }
}

function ordered(nodes: PathNode[], order: NodeOrder): PathNode[] {
  if (order === 'none') return nodes;
  return nodes.sort((a, b) => {
    if (order === 'folders-first' && a.isFolder !== b.isFolder) return a.isFolder ? -1 : 1;
    return compareCodePoints(a.name, b.name);
  });
}
