import { ContentFault } from '../faults.js';

/** One step into a document: a key of an object or a place in a list. */
type Step = string | number;

/** Where the cells of a row stand in its object: the tree that headers such as `a.b` and `a[0].c` make. */
export type ColumnNode =
  | { readonly kind: 'cell'; readonly column: number }
  | { readonly kind: 'object'; readonly entries: ReadonlyMap<string, ColumnNode> }
  | { readonly kind: 'list'; readonly items: readonly ColumnNode[] };

/** As deep as JSON is nested without harm. */
const MAX_STEPS = 100;

/**
 * `a.b` and `a[0]` as steps; undefined where the name is not a path and is a key as it stands: `Max. speed`, `a..b`, `[x]`.
 */
function stepsOf(name: string): Step[] | undefined {
  if (!/[.[]/.test(name)) return undefined;
  const steps: Step[] = [];
  const part = /([^.[\]]+)|\[(\d{1,6})\]/y;
  let at = 0;
  while (at < name.length) {
    part.lastIndex = at;
    const [found, key, index] = part.exec(name) ?? [];
    if (found === undefined || (steps.length === 0 && key === undefined) || steps.length === MAX_STEPS)
      return undefined;
    if (key !== undefined && key !== key.trim()) return undefined;
    steps.push(key ?? Number(index));
    at += found.length;
    if (name.charAt(at) === '.') {
      at++;
      if (at === name.length || name.charAt(at) === '[') return undefined;
    } else if (at < name.length && name.charAt(at) !== '[') return undefined;
  }
  return steps;
}

interface Growing {
  column: number | undefined;
  keys: Map<Step, Growing>;
  readonly name: string;
}

/** The tree of all headers. Throws ContentFault naming two of them. */
export function columnTree(names: readonly string[]): ColumnNode {
  const root: Growing = { column: undefined, keys: new Map(), name: '' };
  for (const [column, name] of names.entries()) {
    let node = root;
    for (const step of stepsOf(name) ?? [name]) {
      if (node.column !== undefined) throw misfit(`${quoted(node.name)} and ${quoted(name)}`);
      const kind = node.keys.keys().next().value;
      if (kind !== undefined && typeof kind !== typeof step) {
        throw misfit(`${quoted(node.keys.get(kind)?.name ?? '')} and ${quoted(name)}`);
      }
      const next = node.keys.get(step) ?? { column: undefined, keys: new Map(), name };
      node.keys.set(step, next);
      node = next;
    }
    if (node.keys.size > 0 || node.column !== undefined) throw misfit(`${quoted(node.name)} and ${quoted(name)}`);
    node.column = column;
  }
  return finish(root);
}

function finish({ column, keys, name }: Growing): ColumnNode {
  if (column !== undefined) return { kind: 'cell', column };
  const first = keys.keys().next().value;
  if (typeof first !== 'number') {
    return { kind: 'object', entries: new Map([...keys].map(([key, node]) => [String(key), finish(node)])) };
  }
  return {
    kind: 'list',
    items: Array.from({ length: keys.size }, (_, index) => {
      const node = keys.get(index);
      if (node === undefined) throw misfit(`${quoted(name)}, whose list lacks the place ${index}`);
      return finish(node);
    }),
  };
}

const quoted = (name: string): string => JSON.stringify(name.length > 60 ? `${name.slice(0, 59)}…` : name);

/** Headers that cannot stand beside each other: `a` and `a.b`, `a.b` and `a[0]`, the list `a[0]`, `a[2]` without `a[1]`. */
const misfit = (names: string): ContentFault => new ContentFault(`${names} do not fit together`);
