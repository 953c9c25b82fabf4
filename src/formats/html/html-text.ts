import {
  attributeOf,
  BLOCKS,
  type HtmlElement,
  type HtmlNode,
  isElement,
  lineBelow,
  UNSEEN,
} from '../../engines/xml/html-document.js';
import { LimitFault } from '../../lib/faults.js';
import { wrapText } from '../../lib/text/text-layout.js';
import { displayWidth, padEndWidth } from '../../lib/unicode/display-width.js';
import { safeAddress } from './safe-address.js';
import { cellsOfTable, coveredPlaces, firstNumber, holdsBlocks } from './structure.js';

export interface HtmlTextRules {
  /** Places of a line; Infinity for paragraphs in one line each. */
  readonly width: number;
  /** Addresses of links: not at all, in brackets behind their text, or numbered in a list at the end. */
  readonly links: 'text' | 'inline' | 'numbered';
  /** Descriptions of images in brackets. */
  readonly images: boolean;
  /** Cells with spaces in columns, or one tab between them. */
  readonly tables: 'aligned' | 'tabs';
  /** What relative addresses are relative to. */
  readonly base: URL | undefined;
}

/** Elements within each other; what is deeper is its text in one line. */
const MAX_DEPTH = 200;
/** Lines of quotes, lists and preformatted text within each other never become narrower. */
const MIN_WIDTH = 20;
const MAX_COLUMNS = 1000;
const MAX_TABLE_LETTERS = 5_000_000;
/** Deeper quotes and lists are not indented any further. */
const MAX_INDENTED_DEPTH = 60;

/** Blocks with an empty line before and after them. */
const APART: ReadonlySet<string> = new Set(
  'blockquote dl fieldset figure h1 h2 h3 h4 h5 h6 hr ol p pre table ul menu dir'.split(' '),
);

interface Block {
  readonly lines: readonly string[];
  readonly isApart: boolean;
}

/** HTML as text for people: paragraphs, lists, quotes and tables as a text browser shows them, without markup. */
export function htmlText(nodes: readonly HtmlNode[], rules: HtmlTextRules): string {
  const writer = new TextWriter(rules);
  const text = joined(writer.blocks(nodes, 0, rules.width)).join('\n');
  const notes = writer.addresses.map((address, index) => `[${index + 1}] ${address}`);
  return [text, notes.join('\n')]
    .filter((part) => part !== '')
    .map((part) => `${part}\n`)
    .join('\n');
}

/** Blocks one under another. */
function joined(blocks: readonly Block[]): string[] {
  const lines: string[] = [];
  for (const [index, block] of blocks.entries()) {
    if (index > 0 && (block.isApart || blocks[index - 1]?.isApart)) lines.push('');
    for (const line of block.lines) lines.push(line);
  }
  return lines;
}

class TextWriter {
  readonly addresses: string[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(private readonly rules: HtmlTextRules) {}

  blocks(nodes: readonly HtmlNode[], depth: number, width: number): Block[] {
    const found: Block[] = [];
    let line: HtmlNode[] = [];
    const endLine = (): void => {
      const lines = this.#paragraph(line, depth, width);
      if (lines.length > 0) found.push({ lines, isApart: false });
      line = [];
    };
    for (const node of nodes) {
      if (!isElement(node)) line.push(node);
      else if (UNSEEN.has(node.tagName)) continue;
      else if (BLOCKS.has(node.tagName) || (depth < MAX_DEPTH && holdsBlocks(node))) {
        endLine();
        const inner = this.#block(node, depth + 1, Math.max(MIN_WIDTH, width)).filter(({ lines }) => lines.length > 0);
        if (APART.has(node.tagName) && inner.length > 0) found.push({ lines: joined(inner), isApart: true });
        else found.push(...inner);
      } else line.push(node);
    }
    endLine();
    return found;
  }

  #block(element: HtmlElement, depth: number, width: number): Block[] {
    if (depth > MAX_DEPTH) return [plain(wrapped(lineBelow(element), width))];
    const children = element.childNodes;
    const isFlat = depth > MAX_INDENTED_DEPTH && !['pre', 'hr', 'table'].includes(element.tagName);
    switch (isFlat ? 'div' : element.tagName) {
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        return this.#list(element, depth, width);
      case 'blockquote':
        return [plain(joined(this.blocks(children, depth, width - 2)).map((line) => `> ${line}`.trimEnd()))];
      case 'dd':
        return [plain(indented(joined(this.blocks(children, depth, width - 2)), '  '))];
      case 'pre':
        return [plain(this.#preformatted(element))];
      case 'hr':
        return [plain(['-'.repeat(Math.min(width, 40))])];
      case 'table':
        return this.#table(element, depth, width);
      default:
        return this.blocks(children, depth, width);
    }
  }

  #list(list: HtmlElement, depth: number, width: number): Block[] {
    const items = list.childNodes.filter(isElement).filter(({ tagName }) => !UNSEEN.has(tagName));
    const number = firstNumber(list);
    const marks = items.map((_, index) => (list.tagName === 'ol' ? `${number + index}. ` : '- '));
    const room = Math.max(marks[0]?.length ?? 0, marks.at(-1)?.length ?? 0);
    // Tight where no item has a paragraph of its own.
    const isLoose = items.some((item) => item.childNodes.some((child) => child.nodeName === 'p'));
    return items.map((item, index) => {
      const inner =
        item.tagName === 'li'
          ? this.blocks(item.childNodes, depth, width - room)
          : this.#block(item, depth + 1, width - room);
      const [first = '', ...more] = joined(isLoose ? inner : inner.map(({ lines }) => plain(lines)));
      const lines = [((marks[index] ?? '').padStart(room) + first).trimEnd(), ...indented(more, ' '.repeat(room))];
      return { lines: first === '' && more.length === 0 ? [] : lines, isApart: isLoose };
    });
  }

  /** Text as it was typed, with its own line breaks. */
  #preformatted(element: HtmlElement): string[] {
    const text = this.#inline(element.childNodes, 0, (typed) => typed).replace(/\r\n?/g, '\n');
    const lines = readable(text)
      .split('\n')
      .map((line) => line.trimEnd());
    while (lines.at(-1) === '') lines.pop();
    return lines;
  }

  #table(table: HtmlElement, depth: number, width: number): Block[] {
    const caption = table.childNodes.find((node) => node.nodeName === 'caption');
    const above = caption !== undefined && isElement(caption) ? this.blocks(caption.childNodes, depth, width) : [];
    const rows = cellsOfTable(table);
    const [only] = rows;
    // A table for layout: its cells hold blocks of their own.
    if (rows.every((row) => row.length < 2) || (rows.length === 1 && only?.some(holdsBlocks)))
      return [...above, ...rows.flat().flatMap((cell) => this.blocks(cell.childNodes, depth, width))];
    const texts = rows.map((row) =>
      row.flatMap((cell) => [this.#cell(cell, depth), ...coveredPlaces(cell).map(() => [])]),
    );
    const lines =
      this.rules.tables === 'tabs'
        ? texts.map((row) => row.map((cell) => cell.join(' ')).join('\t'))
        : columnsOf(texts);
    return [...above, plain(lines)];
  }

  #cell(cell: HtmlElement, depth: number): readonly string[] {
    return joined(this.blocks(cell.childNodes, depth, Number.POSITIVE_INFINITY)).filter((line) => line !== '');
  }

  #paragraph(nodes: readonly HtmlNode[], depth: number, width: number): string[] {
    const text = nodes.map((node) => this.#run(node, depth, spaced)).join('');
    const lines = text.split('\u2028').map((line) => line.replace(/ +/g, ' ').trim());
    while (lines.at(-1) === '') lines.pop();
    while (lines[0] === '') lines.shift();
    return lines.flatMap((line) => wrapped(line, width));
  }

  #inline(nodes: readonly HtmlNode[], depth: number, read: (text: string) => string): string {
    return nodes.map((node) => this.#run(node, depth + 1, read)).join('');
  }

  #run(node: HtmlNode, depth: number, read: (text: string) => string): string {
    if (node.nodeName === '#text' && 'value' in node) return read(node.value);
    if (!isElement(node) || UNSEEN.has(node.tagName)) return '';
    if (depth > MAX_DEPTH) return lineBelow(node);
    switch (node.tagName) {
      case 'br':
        return read === spaced ? '\u2028' : '\n';
      case 'q':
        return `“${this.#inline(node.childNodes, depth, read)}”`;
      case 'a':
        return this.#link(node, this.#inline(node.childNodes, depth, read));
      case 'img':
        return this.#image(node);
      case 'input':
        if (attributeOf(node, 'type') !== 'checkbox') return '';
        return attributeOf(node, 'checked') === undefined ? '[ ] ' : '[x] ';
      default: {
        const inner = this.#inline(node.childNodes, depth, read);
        return BLOCKS.has(node.tagName) && read !== spaced ? `${inner}\n` : inner;
      }
    }
  }

  #link(link: HtmlElement, inner: string): string {
    const { links, base } = this.rules;
    const href = attributeOf(link, 'href')?.trim() ?? '';
    const address = href.startsWith('#') ? undefined : safeAddress(href, base);
    const text = inner.trim();
    if (links === 'text' || address === undefined || text === '') return inner;
    const isSaid = text === address || `mailto:${text}` === address || `${text}/` === address;
    if (links === 'inline') return isSaid ? inner : `${inner.trimEnd()} (${address})${/\s$/.test(inner) ? ' ' : ''}`;
    const number = this.#numbers.get(address) ?? this.addresses.push(address);
    this.#numbers.set(address, number);
    return `${inner.trimEnd()} [${number}]${/\s$/.test(inner) ? ' ' : ''}`;
  }

  #image(image: HtmlElement): string {
    const alt = spaced(attributeOf(image, 'alt') ?? '').trim();
    return this.rules.images && alt !== '' ? `[${alt}]` : '';
  }
}

const plain = (lines: readonly string[]): Block => ({ lines, isApart: false });

const indented = (lines: readonly string[], indent: string): string[] =>
  lines.map((line) => (line === '' ? '' : indent + line));

/** Runs of white space as one space; U+2028 stands for a line break from here on. */
const spaced = (text: string): string => text.replace(/[\t\n\f\r \u2028]+/g, ' ');

/** No-break spaces have done their work when lines are broken; soft hyphens are not seen. */
const readable = (text: string): string => text.replaceAll('\u00a0', ' ').replaceAll('\u00ad', '');

function wrapped(line: string, width: number): string[] {
  if (line === '') return [''];
  if (line.length <= width) return [readable(line)];
  return wrapText(line.replaceAll('\u00ad', ''), width, displayWidth).map(({ text }) => readable(text).trimEnd());
}

/** Rows of cells as columns with two spaces between them; a cell of several lines makes the row as high. */
function columnsOf(rows: readonly (readonly (readonly string[])[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, lines] of row.slice(0, MAX_COLUMNS).entries())
      widths[column] = lines.reduce((most, line) => Math.max(most, displayWidth(line)), widths[column] ?? 0);
  const rowWidth = widths.reduce((sum, width) => sum + width + 2, 0);
  const heights = rows.map((row) => row.reduce((most, lines) => Math.max(most, lines.length), 0));
  if (rowWidth * heights.reduce((sum, height) => sum + height, 0) > MAX_TABLE_LETTERS)
    throw new LimitFault(
      `a table with aligned columns must take at most ${MAX_TABLE_LETTERS} characters; option "tables" can be "tabs"`,
    );
  return rows.flatMap((row, index) => {
    const height = heights[index] ?? 0;
    return Array.from({ length: height }, (_, at) =>
      row
        .map((lines, column) => padEndWidth(lines[at] ?? '', column < MAX_COLUMNS ? (widths[column] ?? 0) : 0))
        .join('  ')
        .trimEnd(),
    );
  });
}
