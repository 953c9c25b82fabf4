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
 * different styles, such as List Bullet and List Bullet 2. Text and code right below an item that are indented as its text is, or more,
 * belong to it. `indents` are those of the paragraphs, in twentieths of a point.
 */
export function nestLists(blocks: readonly Block[], indents: ReadonlyMap<Block, number>): Block[] {
  let open: Open[] = [];
  return blocks.map((block) => {
    if (block.kind !== 'item' || block.item === undefined) {
      const owner = ownerOf(block, indents.get(block) ?? 0, open);
      if (owner !== undefined) return belongingTo({ ...owner, list: open[0]?.list ?? owner.list }, block as Paragraph);
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
    return added === 0 && list === item.list
      ? block
      : ({ ...block, item: { ...item, depth, list } } satisfies Paragraph);
  });
}

/** The item that text or code below it belongs to: one whose text begins no further to the right. */
function ownerOf(block: Block, indent: number, open: readonly Open[]): Open | undefined {
  const isText = (block.kind === 'paragraph' && block.runs.length > 0) || block.kind === 'code';
  return isText && indent > 0 ? open.findLast((one) => one.indent > 0 && one.indent <= indent) : undefined;
}

function belongingTo({ depth, list }: Open, block: Paragraph): Paragraph {
  const kind = block.kind === 'code' ? 'code' : 'item';
  return { ...block, kind, item: { depth, list, marker: 'none', number: 0, label: '', type: '1' } };
}

/** What is added to the depth of an item, and the items above that stay open. */
function placeOf(item: ListItem, indent: number, open: readonly Open[]): { added: number; above: readonly Open[] } {
  // The same list goes on where it was.
  const same = open.findLast(({ list }) => list === item.list);
  if (same !== undefined) {
    const depth = item.depth + same.added;
    return { added: same.added, above: open.filter((one) => one.depth < depth) };
  }
  // A deeper item of another list belongs to the items above it.
  if (item.depth > 0) return { added: 0, above: open.filter((one) => one.depth < item.depth) };
  const above = open.filter((one) => one.indent < indent);
  const parent = above.at(-1);
  return { added: parent === undefined ? 0 : parent.depth + 1, above };
}
