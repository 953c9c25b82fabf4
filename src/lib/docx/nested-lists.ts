import type { Block, ListItem, Paragraph } from './model.js';

/** An item that a deeper one may belong to. */
interface Open {
  readonly list: string;
  /** What is added to the depths of its list. */
  readonly added: number;
  readonly indent: number;
  readonly depth: number;
}

const MAX_DEPTH = 8;

/**
 * Lists of their own that are indented more than the item right above them belong to that item: so people nest lists whose levels have
 * different styles, such as List Bullet and List Bullet 2. `indents` are those of the paragraphs that are items, in twentieths of a point.
 */
export function nestLists(blocks: readonly Block[], indents: ReadonlyMap<Block, number>): Block[] {
  let open: Open[] = [];
  return blocks.map((block) => {
    if (block.kind !== 'item' || block.item === undefined) {
      open = [];
      return block;
    }
    const { item } = block;
    const indent = indents.get(block) ?? 0;
    const { added, above } = placeOf(item, indent, open);
    const depth = Math.min(MAX_DEPTH, item.depth + added);
    open = [...above, { list: item.list, added, indent, depth }];
    // With what it belongs to it is one list.
    const list = open[0]?.list ?? item.list;
    return added === 0 ? block : ({ ...block, item: { ...item, depth, list } } satisfies Paragraph);
  });
}

/** What is added to the depth of an item, and the items above that stay open. */
function placeOf(item: ListItem, indent: number, open: readonly Open[]): { added: number; above: readonly Open[] } {
  // The same list goes on where it was.
  const same = open.findLast(({ list }) => list === item.list);
  if (same !== undefined) {
    const depth = item.depth + same.added;
    return { added: same.added, above: open.filter((one) => one.depth < depth) };
  }
  const above = item.depth === 0 ? open.filter((one) => one.indent < indent) : [];
  const parent = above.at(-1);
  return { added: parent === undefined ? 0 : parent.depth + 1, above };
}
