import { ContentFault } from '../faults.js';

/** One step into a document: a key of an object or a place in a list. */
type Step = string | number;

/**
 * Where the cells of a row stand in its object: the tree that headers such as `a.b` and `a[0].c` make. `empty` is the column that
 * says `[]` or `{}` of rows that have nothing of it.
 */
export type ColumnNode =
  | { readonly kind: 'cell'; readonly column: number }
  | { readonly kind: 'object'; readonly entries: ReadonlyMap<string, ColumnNode>; readonly empty?: number | undefined }
  | { readonly kind: 'list'; readonly items: readonly ColumnNode[]; readonly empty?: number | undefined };

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
  empty: number | undefined;
  keys: Map<Step, Growing>;
  readonly name: string;
}

/**
 * The tree of all headers. Columns with nothing but `[]`, `{}` and empty cells may stand beside those of what they are empty of.
 * Throws ContentFault naming two that do not fit.
 */
export function columnTree(names: readonly string[], isEmpty: (column: number) => boolean = () => false): ColumnNode {
  const root: Growing = { column: undefined, empty: undefined, keys: new Map(), name: '' };
  const columns = [...names.entries()];
  const above = pathsAbove(names);
  const isLast = ([column, name]: readonly [number, string]) => above.has(name) && isEmpty(column);
  const last = new Set(columns.filter(isLast));
  for (const entry of [...columns.filter((one) => !last.has(one)), ...last]) {
    const [column, name] = entry;
    let node = root;
    for (const step of stepsOf(name) ?? [name]) {
      if (node.column !== undefined) throw misfit(`${quoted(node.name)} and ${quoted(name)}`);
      const kind = node.keys.keys().next().value;
      if (kind !== undefined && typeof kind !== typeof step) {
        throw misfit(`${quoted(node.keys.get(kind)?.name ?? '')} and ${quoted(name)}`);
      }
      const next = node.keys.get(step) ?? { column: undefined, empty: undefined, keys: new Map(), name };
      node.keys.set(step, next);
      node = next;
    }
    if (last.has(entry) && node.keys.size > 0) {
      node.empty = column;
      continue;
    }
    if (node.keys.size > 0 || node.column !== undefined) throw misfit(`${quoted(node.name)} and ${quoted(name)}`);
    node.column = column;
  }
  return finish(root);
}

/** Names that others continue: `a` and `a.b` of `a.b.c`. */
function pathsAbove(names: readonly string[]): ReadonlySet<string> {
  const above = new Set<string>();
  for (const name of names) {
    if (stepsOf(name) === undefined) continue;
    for (const { index } of name.matchAll(/[.[]/g)) above.add(name.slice(0, index));
  }
  return above;
}

/** `tags.1`, `tags.2`, as json-to-csv and Miller write lists. */
const areCounted = (keys: ReadonlyMap<Step, Growing>): boolean =>
  [...keys.keys()].every((key, i) => key === String(i + 1));

function finish({ column, empty, keys, name }: Growing): ColumnNode {
  if (column !== undefined) return { kind: 'cell', column };
  if (name !== '' && areCounted(keys)) return { kind: 'list', items: [...keys.values()].map(finish), empty };
  const first = keys.keys().next().value;
  if (typeof first !== 'number') {
    return { kind: 'object', entries: new Map([...keys].map(([key, node]) => [String(key), finish(node)])), empty };
  }
  return {
    kind: 'list',
    empty,
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
