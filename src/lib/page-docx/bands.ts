import { type Box, boxAround } from '../page-text/glyphs.js';
import type { Item } from '../page-text/structure.js';
import type { Span } from '../page-text/text-place.js';

export interface PlacedItem {
  readonly item: Item;
  readonly box: Box;
}

/** Parts of a page one below the other; those with several columns have them beside each other. */
export interface Band {
  readonly columns: readonly (Span & { readonly items: readonly PlacedItem[] })[];
}

/** More columns than people set side by side. */
const MAX_COLUMNS = 4;
/** Parts of a page below each other that are looked at for one column. */
const MAX_STACKED = 20;
/** Columns may touch so far. Points. */
const TOUCH = 2;

/** Items that stand in one region of the page. */
interface Group {
  readonly region: number | undefined;
  readonly items: PlacedItem[];
  box: Box;
}

/** Text that goes on in the next column has a box for each. */
const boxesOf = ({ item, box }: PlacedItem): readonly Box[] =>
  'places' in item && item.places.length > 1 ? item.places.map((place) => place.box) : [box];

/** The bands of a page whose items are in the order of reading. */
export function bandsOf(items: readonly PlacedItem[]): Band[] {
  const groups = groupsOf(items);
  const bands: Band[] = [];
  for (let i = 0; i < groups.length; ) {
    const columns = columnsFrom(groups, i);
    const group = groups[i];
    if (columns === undefined || group === undefined) {
      if (group === undefined) break;
      bands.push({ columns: [{ left: group.box.left, right: group.box.right, items: group.items }] });
      i += 1;
      continue;
    }
    bands.push({
      columns: columns.map((column) => {
        const { left, right } = boxAround(column.map(({ box }) => box));
        return { left, right, items: column.flatMap((group) => group.items) };
      }),
    });
    i += columns.flat().length;
  }
  return bands;
}

function groupsOf(items: readonly PlacedItem[]): Group[] {
  const groups: Group[] = [];
  for (const placed of items) {
    const { item } = placed;
    const [box] = boxesOf(placed) as readonly [Box];
    const current = groups.at(-1);
    const region = 'places' in item ? item.places[0]?.region : undefined;
    const isInside = current !== undefined && box.left >= current.box.left - 10 && box.right <= current.box.right + 10;
    const isSame =
      current !== undefined &&
      (region === undefined ? isInside : region === current.region || current.region === undefined);
    if (current !== undefined && isSame && (current.region !== undefined || region === undefined)) {
      current.items.push(placed);
      current.box = boxAround([current.box, box]);
    } else groups.push({ region, items: [placed], box });
    // The rest of it stands at the top of other columns.
    if (!('places' in item)) continue;
    for (const { region: next, box: rest } of item.places.slice(1)) groups.push({ region: next, items: [], box: rest });
  }
  return groups;
}

const isBeside = (left: Box, right: Box): boolean =>
  right.left >= left.right - TOUCH && right.top < left.bottom && right.bottom > left.top;

/** The columns that begin with a group, if there are several. */
function columnsFrom(groups: readonly Group[], start: number): Group[][] | undefined {
  const columns: Group[][] = [[groups[start] as Group]];
  for (const group of groups.slice(start + 1)) {
    const current = columns.at(-1) as Group[];
    const box = boxAround(current.map((one) => one.box));
    const before = columns.at(-2);
    const edge = before === undefined ? Number.NEGATIVE_INFINITY : Math.max(...before.map((one) => one.box.right));
    if (isBeside(box, group.box)) {
      // What ends above the next column is no part of the first.
      if (columns.length === 1 && (current[0]?.box.bottom ?? 0) <= group.box.top + TOUCH) return undefined;
      columns.push([group]);
    } else if (
      group.box.left >= edge - TOUCH &&
      group.box.top >= box.bottom - TOUCH &&
      group.box.left < box.right &&
      group.box.right > box.left
    )
      current.push(group);
    else break;
    if (current.length > MAX_STACKED) return undefined;
  }
  // What follows below the last column may be as wide as the page: it is no part of it.
  const last = columns.at(-1) as Group[];
  const bottom = Math.max(...columns.slice(0, -1).flatMap((column) => column.map(({ box }) => box.bottom)));
  while (columns.length > 1 && last.length > 1 && (last.at(-1)?.box.top ?? 0) > bottom) last.pop();
  return columns.length < 2 || columns.length > MAX_COLUMNS ? undefined : columns;
}
