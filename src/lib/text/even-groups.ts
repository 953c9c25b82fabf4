/** Items in so many groups, in their order: sizes differ by one at most, the larger groups first. */
export function evenGroups(items: readonly string[], groups: number): string[][] {
  const [least, larger] = [Math.floor(items.length / groups), items.length % groups];
  let at = 0;
  return Array.from({ length: groups }, (_, i) => {
    const start = at;
    at += least + (i < larger ? 1 : 0);
    return items.slice(start, at);
  });
}
