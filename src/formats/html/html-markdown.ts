import {
  attributeOf,
  BLOCKS,
  type HtmlElement,
  type HtmlNode,
  isElement,
  textBelow,
  UNSEEN,
} from '../../engines/xml/html-document.js';
import { codeBlock, codeSpan, escapeLineStart, escapeMarkdown, markdownTarget } from '../../lib/page-text/markdown.js';
import { closeMark, lineBreak, openMark, resolveMarks } from './inline-marks.js';
import { safeAddress, safePicture } from './safe-address.js';
import { cellsOfTable, coveredPlaces, firstNumber, holdsBlocks, isLayout } from './structure.js';

export interface HtmlMarkdownRules {
  readonly headings: 'atx' | 'setext';
  readonly links: boolean;
  readonly images: boolean;
  /** What relative addresses are relative to. */
  readonly base: URL | undefined;
}

/** Elements within each other; what is deeper is its text alone. */
const MAX_DEPTH = 200;
const MAX_HEADING = 6;

const CODE: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'tt', 'var']);

/** HTML as CommonMark with the tables, struck text and task lists of GFM. */
export function htmlMarkdown(nodes: readonly HtmlNode[], rules: HtmlMarkdownRules): string {
  const text = new Writer(rules).blocks(nodes, 0).join('\n\n');
  return text === '' ? '' : `${text}\n`;
}

class Writer {
  constructor(private readonly rules: HtmlMarkdownRules) {}

  /** Blocks, each without an empty line around it. */
  blocks(nodes: readonly HtmlNode[], depth: number): string[] {
    const found: string[] = [];
    let line: HtmlNode[] = [];
    const endLine = (): void => {
      const text = this.#paragraph(line, depth);
      if (text !== '') found.push(text);
      line = [];
    };
    for (const node of nodes) {
      if (!isElement(node)) line.push(node);
      else if (UNSEEN.has(node.tagName)) continue;
      else if (BLOCKS.has(node.tagName) || (depth < MAX_DEPTH && holdsBlocks(node))) {
        endLine();
        found.push(...this.#block(node, depth + 1).filter((text) => text !== ''));
      } else line.push(node);
    }
    endLine();
    return apart(found);
  }

  #paragraph(nodes: readonly HtmlNode[], depth: number): string {
    return escapeLineStart(this.inline(nodes, depth).trim());
  }

  /** Text in one line, with marks. */
  inline(nodes: readonly HtmlNode[], depth: number): string {
    return resolveMarks(nodes.map((node) => this.#run(node, depth)).join(''));
  }

  #block(element: HtmlElement, depth: number): string[] {
    if (depth > MAX_DEPTH) return [escapeLineStart(escapeMarkdown(spaced(textBelow(element)).trim()))];
    const children = element.childNodes;
    switch (element.tagName) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return [this.#heading(Number(element.tagName.slice(1)), this.inline(children, depth))];
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        return [this.#list(element, depth)];
      case 'blockquote':
        return [
          this.blocks(children, depth)
            .join('\n\n')
            .replace(/^(?!$)/gm, '> ')
            .replace(/^$/gm, '>'),
        ].map((text) => (text === '>' ? '' : text));
      case 'pre':
        return [code(element)];
      case 'hr':
        return ['---'];
      case 'table':
        return this.#table(element, depth);
      case 'dt':
        return [`**${this.inline(children, depth).trim().replaceAll('**', '')}**`].map((text) =>
          text === '****' ? '' : text,
        );
      default:
        return this.blocks(children, depth);
    }
  }

  #heading(level: number, inline: string): string {
    const text = inline.trim().replace(/\\?\n/g, ' ');
    if (text === '') return '';
    if (this.rules.headings === 'setext' && level < 3)
      return `${escapeLineStart(text)}\n${(level === 1 ? '=' : '-').repeat(Math.max(3, Math.min(80, text.length)))}`;
    return `${'#'.repeat(Math.min(level, MAX_HEADING))} ${text.replace(/(?<!#)(#+)$/, '\\$1')}`;
  }

  #list(list: HtmlElement, depth: number): string {
    const isNumbered = list.tagName === 'ol';
    let number = firstNumber(list);
    // Tight where no item has a paragraph of its own.
    const isLoose = list.childNodes.some(
      (item) => isElement(item) && item.childNodes.some((child) => child.nodeName === 'p'),
    );
    const items: string[] = [];
    for (const node of list.childNodes) {
      if (!isElement(node) || UNSEEN.has(node.tagName)) continue;
      const marker = isNumbered ? `${number++}. ` : '- ';
      const inner = node.tagName === 'li' ? this.blocks(node.childNodes, depth) : this.#block(node, depth + 1);
      const text = inner.join(isLoose ? '\n\n' : '\n');
      items.push((marker + text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`)).trimEnd());
    }
    return items.join(isLoose ? '\n\n' : '\n');
  }

  /** A table of GFM; one cell over several places has its text in the first. A table for layout alone is its blocks. */
  #table(table: HtmlElement, depth: number): string[] {
    const rows = cellsOfTable(table);
    const caption = table.childNodes.find((node) => node.nodeName === 'caption');
    const above = caption !== undefined && isElement(caption) ? this.blocks(caption.childNodes, depth) : [];
    const widest = rows.reduce((most, row) => Math.max(most, row.length), 0);
    if (widest === 0) return above;
    if ((widest === 1 && rows.length === 1) || isLayout(table, rows))
      return [...above, ...rows.flat().flatMap((cell) => this.blocks(cell.childNodes, depth))];
    const lines = rows.map((row) => row.flatMap((cell) => [this.#cell(cell, depth), ...coveredPlaces(cell)]));
    const columns = Math.min(
      1000,
      lines.reduce((most, line) => Math.max(most, line.length), 0),
    );
    const marks = Array.from({ length: columns }, (_, column) => alignment(rows[0]?.[column]));
    const written = lines.map(
      (line) => `| ${Array.from({ length: columns }, (_, column) => line[column] ?? '').join(' | ')} |`,
    );
    const isHeader = rows[0]?.some(({ tagName }) => tagName === 'th') ?? false;
    const header = isHeader ? (written.shift() ?? '') : `|${'  |'.repeat(columns)}`;
    return [...above, [header, `| ${marks.join(' | ')} |`, ...written].join('\n')];
  }

  #cell(cell: HtmlElement, depth: number): string {
    const blocks = holdsBlocks(cell)
      ? this.blocks(cell.childNodes, depth)
      : [this.inline(cell.childNodes, depth).trim()];
    return blocks.join('<br><br>').replace(/\\?\n/g, '<br>').replaceAll('|', '\\|');
  }

  #run(node: HtmlNode, depth: number): string {
    if (node.nodeName === '#text' && 'value' in node) return escapeMarkdown(spaced(node.value));
    if (!isElement(node) || UNSEEN.has(node.tagName)) return '';
    if (depth > MAX_DEPTH) return escapeMarkdown(spaced(textBelow(node)));
    const inner = (): string => node.childNodes.map((child) => this.#run(child, depth + 1)).join('');
    switch (node.tagName) {
      case 'br':
        return lineBreak;
      case 'em':
      case 'i':
      case 'cite':
      case 'dfn':
        return openMark('em') + inner() + closeMark('em');
      case 'strong':
      case 'b':
        return openMark('strong') + inner() + closeMark('strong');
      case 'del':
      case 's':
      case 'strike':
        return openMark('del') + inner() + closeMark('del');
      case 'sub':
      case 'sup':
        return `<${node.tagName}>${inner()}</${node.tagName}>`;
      case 'q':
        return `“${inner()}”`;
      case 'a':
        return this.#link(node, inner());
      case 'img':
        return this.#image(node);
      case 'input':
        return attributeOf(node, 'type') === 'checkbox'
          ? `[${attributeOf(node, 'checked') === undefined ? ' ' : 'x'}] `
          : '';
      default: {
        if (!CODE.has(node.tagName)) return inner();
        const text = spaced(textBelow(node)).trim();
        return text === '' ? '' : codeSpan(text);
      }
    }
  }

  #link(link: HtmlElement, inner: string): string {
    const address = safeAddress(attributeOf(link, 'href'), this.rules.base);
    if (!this.rules.links || address === undefined) return inner;
    const text = inner.trim();
    if (text === '') return inner;
    const [before, after] = [/^\s/.test(inner) ? ' ' : '', /\s$/.test(inner) ? ' ' : ''];
    const title = attributeOf(link, 'title')?.replace(/\s+/g, ' ').trim().replace(/["\\]/g, '\\$&') ?? '';
    return `${before}[${text}](${markdownTarget(address)}${title === '' ? '' : ` "${title}"`})${after}`;
  }

  #image(image: HtmlElement): string {
    const alt = escapeMarkdown(spaced(attributeOf(image, 'alt') ?? '').trim());
    const address = safePicture(attributeOf(image, 'src'), this.rules.base);
    if (!this.rules.images || address === undefined) return alt;
    return `![${alt}](${markdownTarget(address)})`;
  }
}

/** Lists that follow each other would be one: a comment stands between them. */
const apart = (blocks: readonly string[]): string[] =>
  blocks.flatMap((block, index) => {
    const before = blocks[index - 1];
    const areLists =
      before !== undefined &&
      (/^- /.test(before) ? /^- /.test(block) : /^\d+\. /.test(before) && /^\d+\. /.test(block));
    return areLists ? ['<!-- -->', block] : [block];
  });

/** Runs of white space as one space; the letters that stand for marks are taken out of a caller's text. */
const spaced = (text: string): string => text.replace(/[\ufdd0-\ufdd7]/g, '').replace(/[\t\n\f\r ]+/g, ' ');

function code(element: HtmlElement): string {
  const inner = element.childNodes.find((node) => node.nodeName === 'code');
  const classes = [element, inner]
    .map((node) => (node !== undefined && isElement(node) ? (attributeOf(node, 'class') ?? '') : ''))
    .join(' ');
  const language = /(?:^|\s)(?:lang(?:uage)?|highlight-source|brush:?)-?\s?([\w+#-]{1,30})/.exec(classes)?.[1] ?? '';
  const text = textBelow(element)
    .replace(/\r\n?/g, '\n')
    .replace(/^\n|\n+$/g, '');
  return codeBlock(text, language);
}

function alignment(cell: HtmlElement | undefined): string {
  const style =
    cell === undefined ? '' : `${attributeOf(cell, 'align') ?? ''} ${attributeOf(cell, 'style') ?? ''}`.toLowerCase();
  const side = /^(?:left|right|center)|text-align:\s*(?:left|right|center)/.exec(style.trim())?.[0] ?? '';
  if (side.endsWith('center')) return ':---:';
  return side.endsWith('right') ? '---:' : side.endsWith('left') ? ':---' : '---';
}
