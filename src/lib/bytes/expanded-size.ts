/** A thing with parts that may be shared, so that a few things stand for very many. */
export interface Expansion<Key> {
  /** What it counts itself. */
  readonly size: number;
  /** Its parts, each with how often it is there. */
  readonly parts: readonly (readonly [Key, number])[];
}

/**
 * Size of a thing with all its parts, a shared one counted as often as it is met; each is looked at once. Infinity past `most`,
 * and for a thing that is a part of itself. Without recursion of functions: parts may lie thousands deep. `sizes` keeps what is known.
 */
export function expandedSize<Key>(
  root: Key,
  look: (key: Key) => Expansion<Key>,
  most: number,
  sizes = new Map<Key, number>(),
): number {
  const open = new Set<Key>([root]);
  const stack = [{ key: root, expansion: look(root), next: 0, size: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const [key, times] = top.expansion.parts[top.next] ?? [undefined, 0];
    if (key === undefined) {
      top.size += top.expansion.size;
      sizes.set(top.key, top.size);
      open.delete(top.key);
      stack.pop();
      continue;
    }
    const known = sizes.get(key);
    if (open.has(key) || top.size > most) return Number.POSITIVE_INFINITY;
    if (known === undefined) {
      open.add(key);
      stack.push({ key, expansion: look(key), next: 0, size: 0 });
      continue;
    }
    top.size += known * times;
    top.next += 1;
  }
  const size = sizes.get(root) ?? 0;
  return size > most ? Number.POSITIVE_INFINITY : size;
}
