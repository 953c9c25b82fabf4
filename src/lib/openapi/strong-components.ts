/** Nodes of a graph by their names, each with those it leads to. */
export type Edges = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Nodes that lead to each other, as groups; a node that leads nowhere back is a group of its own. Those that others lead to come first.
 * Tarjan 1972, without recursion.
 */
export function strongComponents(edges: Edges): string[][] {
  const groups: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const open = (node: string) => {
    low.set(node, index.size);
    index.set(node, index.size);
    stack.push(node);
    onStack.add(node);
    return { node, rest: [...(edges.get(node) ?? [])] };
  };
  const close = (root: string) => {
    const members: string[] = [];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      onStack.delete(node);
      members.push(node);
      if (node === root) break;
    }
    groups.push(members);
  };
  for (const start of edges.keys()) {
    if (index.has(start)) continue;
    const calls = [open(start)];
    for (let call = calls.at(-1); call !== undefined; call = calls.at(-1)) {
      const { node } = call;
      const to = call.rest.pop();
      if (to === undefined) {
        calls.pop();
        const outer = calls.at(-1)?.node;
        if (outer !== undefined) low.set(outer, Math.min(low.get(outer) ?? 0, low.get(node) ?? 0));
        if (low.get(node) === index.get(node)) close(node);
      } else if (!index.has(to)) calls.push(open(to));
      else if (onStack.has(to)) low.set(node, Math.min(low.get(node) ?? 0, index.get(to) ?? 0));
    }
  }
  return groups;
}
