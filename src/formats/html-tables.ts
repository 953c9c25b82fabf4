import { overLimit } from '../core/errors.js';
import { elementsBelow, type HtmlElement, type HtmlNode, parseHtml } from '../engines/xml/html-document.js';
import { numberedColumns, type Table } from '../lib/table/table.js';

/** A cell of a table as HTML lays it out: it may cover several places. */
export interface HtmlCell {
  readonly text: string;
  readonly isHeader: boolean;
  /** The place is covered by a cell that begins further left or above. */
  readonly isCovered: boolean;
}

export interface HtmlTable {
  readonly caption: string;
  /** Rows of equal length; places that no cell covers are undefined. */
  readonly rows: readonly (readonly (HtmlCell | undefined)[])[];
  /** Rows at the front that are the header: those of `thead`, else a first row of nothing but `th`. */
  readonly headerRows: number;
}

/** How links stand in a cell: their text alone, their text and address, or their address alone. */
export type LinkStyle = 'text' | 'markdown' | 'url';

/** Largest spans: https://html.spec.whatwg.org/multipage/tables.html#attr-tdth-colspan */
const MAX_COLSPAN = 1000;
const MAX_ROWSPAN = 65_534;
/** Two spans in a short text ask for 65 million places. */
const MAX_PLACES = 1_000_000;

/**
 * All tables of a page in the order in which they begin, nested ones too. Throws LIMIT_EXCEEDED beyond a million places in all.
 * `label` names the text in messages.
 */
export function readHtmlTables(text: string, label: string, links: LinkStyle): HtmlTable[] {
  const budget = { places: 0, label };
  return [...elementsBelow(parseHtml(text), 'table')].map((table) => readTable(table, links, budget));
}

interface Budget {
  places: number;
  readonly label: string;
}

const childElements = (element: HtmlElement): HtmlElement[] =>
  element.childNodes.filter((node): node is HtmlElement => 'tagName' in node);

/** https://html.spec.whatwg.org/multipage/tables.html#forming-a-table */
function readTable(table: HtmlElement, links: LinkStyle, budget: Budget): HtmlTable {
  const grid = new Grid(budget);
  const feet: HtmlElement[] = [];
  let caption = '';
  let headRows = 0;
  for (const child of childElements(table)) {
    if (child.tagName === 'caption' && caption === '') caption = textOf(child, 'text');
    if (child.tagName === 'tr') grid.addRow(child, links);
    else grid.endGroup();
    if (child.tagName === 'tfoot') feet.push(child);
    if (child.tagName === 'thead' && headRows === grid.rows.length) {
      grid.addGroup(child, links);
      headRows = grid.rows.length;
    } else if (child.tagName === 'tbody' || child.tagName === 'thead') grid.addGroup(child, links);
  }
  grid.endGroup();
  for (const foot of feet) grid.addGroup(foot, links);
  const rows = grid.finish();
  return { caption, rows, headerRows: headRows > 0 ? headRows : Number(isHeaderRow(rows[0])) };
}

const isHeaderRow = (row: readonly (HtmlCell | undefined)[] = []): boolean =>
  row.length > 0 && row.every((cell) => cell === undefined || cell.isHeader);

class Grid {
  readonly rows: (HtmlCell | undefined)[][] = [];
  /** Cells that grow downward: column, how many rows are left, what to put there. */
  #growing = new Map<number, { left: number; readonly cell: HtmlCell }>();
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  addGroup(group: HtmlElement, links: LinkStyle): void {
    const rows = childElements(group).filter(({ tagName }) => tagName === 'tr');
    for (const row of rows) this.addRow(row, links);
    this.endGroup();
  }

  /** No cell grows beyond its group. */
  endGroup(): void {
    this.#growing.clear();
  }

  addRow(element: HtmlElement, links: LinkStyle): void {
    const row: (HtmlCell | undefined)[] = [];
    for (const [column, growing] of this.#growing) {
      this.#place(row, column, growing.cell);
      if (--growing.left === 0) this.#growing.delete(column);
    }
    let column = 0;
    for (const child of childElements(element)) {
      if (child.tagName !== 'td' && child.tagName !== 'th') continue;
      while (row[column] !== undefined) column++;
      const width = spanOf(child, 'colspan', MAX_COLSPAN) || 1;
      const height = spanOf(child, 'rowspan', MAX_ROWSPAN);
      const cell = { text: textOf(child, links), isHeader: child.tagName === 'th', isCovered: false };
      const covered = { ...cell, isCovered: true };
      for (let i = 0; i < width; i++, column++) {
        // Where two cells overlap, the later one is kept, as the specification leaves open.
        this.#place(row, column, i === 0 ? cell : covered);
        // 0 is "to the end of the group".
        if (height !== 1) this.#growing.set(column, { left: height === 0 ? MAX_ROWSPAN : height - 1, cell: covered });
      }
    }
    this.rows.push(row);
  }

  #place(row: (HtmlCell | undefined)[], column: number, cell: HtmlCell): void {
    row[column] = cell;
    if (++this.#budget.places > MAX_PLACES) {
      throw overLimit(
        `The tables of ${this.#budget.label} must have at most ${MAX_PLACES} cells, spans counted in full`,
      );
    }
  }

  finish(): (HtmlCell | undefined)[][] {
    let width = 0;
    for (const row of this.rows) width = Math.max(width, row.length);
    if (width * this.rows.length > 4 * MAX_PLACES) {
      throw overLimit(
        `The tables of ${this.#budget.label} must have at most ${4 * MAX_PLACES} places, got ${width} columns in ${this.rows.length} rows`,
      );
    }
    return this.rows.map((row) => Array.from({ length: width }, (_, i) => row[i]));
  }
}

/** Rules for parsing non-negative integers: white space, a plus sign, digits, anything. */
function spanOf(element: HtmlElement, name: string, most: number): number {
  const value = element.attrs.find((attribute) => attribute.name === name)?.value ?? '';
  const digits = /^[\t\n\f\r ]*\+?(\d+)/.exec(value)?.[1];
  return digits === undefined ? 1 : Math.min(Number(digits), most);
}

const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'select', 'textarea']);
const BLOCKS = new Set(
  'address article aside blockquote dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section ul'.split(
    ' ',
  ),
);

/**
 * The text of a cell as it is read: white space as one space, `br` and blocks as line breaks, pictures by their `alt`. What stands
 * in a table inside belongs to that table.
 */
function textOf(root: HtmlElement, links: LinkStyle): string {
  const parts: string[] = [];
  const open: (HtmlNode | string)[] = [...root.childNodes].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') parts.push(node);
    else if (node.nodeName === '#text' && 'value' in node) parts.push(node.value.replace(/[\t\n\f\r ]+/g, ' '));
    else if ('tagName' in node && node.tagName !== 'table' && !HIDDEN.has(node.tagName))
      openElement(node, open, parts, links);
  }
  return parts
    .join('')
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').replace(/^ | $/g, ''))
    .filter((line, i, lines) => line !== '' || (i > 0 && i < lines.length - 1 && lines[i - 1] !== ''))
    .join('\n')
    .replace(/\n+$/, '');
}

function openElement(node: HtmlElement, open: (HtmlNode | string)[], parts: string[], links: LinkStyle): void {
  const attribute = (name: string): string => node.attrs.find((one) => one.name === name)?.value ?? '';
  if (node.tagName === 'br') parts.push('\n');
  if (node.tagName === 'img') parts.push(attribute('alt'));
  const href = node.tagName === 'a' && links !== 'text' ? attribute('href') : '';
  if (href !== '' && links === 'url') {
    parts.push(href);
    return;
  }
  const isBlock = BLOCKS.has(node.tagName);
  if (isBlock) lineBreak(parts);
  if (isBlock) open.push('\n');
  if (href !== '') {
    parts.push('[');
    open.push(`](${href})`);
  }
  for (let i = node.childNodes.length - 1; i >= 0; i--) {
    const child = node.childNodes[i];
    if (child !== undefined) open.push(child);
  }
}

function lineBreak(parts: string[]): void {
  const last = parts.at(-1);
  if (last !== undefined && last.trim() === '' && last !== '\n') parts.pop();
  if (parts.length > 0 && parts.at(-1) !== '\n') parts.push('\n');
}

/**
 * A table of HTML as rows of text: several header rows become one, their texts one after the other. A cell over several places
 * stands in each of them with `repeat`, else in the first.
 */
export function htmlTableToTable({ rows, headerRows }: HtmlTable, header: boolean, repeat: boolean): Table {
  const cellOf = (cell: HtmlCell | undefined): string =>
    cell === undefined || (cell.isCovered && !repeat) ? '' : cell.text;
  const width = rows[0]?.length ?? 0;
  if (!header) return { columns: numberedColumns(width), hasHeader: false, rows: rows.map((row) => row.map(cellOf)) };
  const heads = rows.slice(0, Math.max(1, headerRows));
  const columns = Array.from({ length: width }, (_, i) => {
    const texts = heads
      .map((row) => row[i]?.text ?? '')
      .filter((text, place, all) => text !== '' && text !== all[place - 1]);
    return texts.join(' ');
  });
  return { columns, hasHeader: true, rows: rows.slice(heads.length).map((row) => row.map(cellOf)) };
}
