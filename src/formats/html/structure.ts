import {
  attributeOf,
  BLOCKS,
  type HtmlElement,
  type HtmlNode,
  isElement,
  UNSEEN,
} from '../../engines/xml/html-document.js';

/** Whether a block is somewhere within: an inline element around blocks is one itself. */
export const holdsBlocks = (element: HtmlElement): boolean => holdsSome(element, BLOCKS);

const PAGE_PARTS: ReadonlySet<string> = new Set(['table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'form']);

/** Whether a table only places parts of a page: it says so, or has no header and a heading or another table in a cell. */
export function isLayout(table: HtmlElement, rows: readonly (readonly HtmlElement[])[]): boolean {
  if (/^(?:presentation|none)$/.test(attributeOf(table, 'role') ?? '')) return true;
  const cells = rows.flat();
  return cells.every(({ tagName }) => tagName === 'td') && cells.some((cell) => holdsSome(cell, PAGE_PARTS));
}

function holdsSome(element: HtmlElement, names: ReadonlySet<string>): boolean {
  const open: HtmlNode[] = [...element.childNodes];
  for (let node = open.pop(), seen = 0; node !== undefined && seen < 10_000; node = open.pop(), seen++) {
    if (names.has(node.nodeName)) return true;
    if ('childNodes' in node && !UNSEEN.has(node.nodeName)) open.push(...node.childNodes);
  }
  return false;
}

/** Cells of the rows of a table, of its groups too; those of tables within are not its own. */
export function cellsOfTable(table: HtmlElement): HtmlElement[][] {
  const cells = (row: HtmlElement): HtmlElement[] =>
    row.childNodes.filter((node): node is HtmlElement => node.nodeName === 'td' || node.nodeName === 'th');
  return table.childNodes.filter(isElement).flatMap((part) => {
    if (part.tagName === 'tr') return [cells(part)];
    if (!/^(?:thead|tbody|tfoot)$/.test(part.tagName)) return [];
    return part.childNodes.filter((node): node is HtmlElement => node.nodeName === 'tr').map(cells);
  });
}

/** An empty text for each further column that a cell covers. */
export const coveredPlaces = (cell: HtmlElement): string[] => {
  const span = Number(attributeOf(cell, 'colspan') ?? '1');
  return Number.isInteger(span) && span > 1 ? Array.from({ length: Math.min(span, 100) - 1 }, () => '') : [];
};

/** The number of a list's first item; Markdown takes none below 0. */
export function firstNumber(list: HtmlElement): number {
  const start = Number(attributeOf(list, 'start') ?? '1');
  return Number.isInteger(start) && start >= 0 && start < 1e8 ? start : 1;
}
