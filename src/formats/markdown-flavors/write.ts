import { type MarkdownNode, plainText } from '../../engines/markdown/tree.js';
import { displayWidth, padEndWidth } from '../../lib/unicode/display-width.js';
import { type Flavor, type FlavorName, flavorOf } from './flavors.js';

/** Columns of an aligned table are never wider. */
const MAX_COLUMN = 60;

/** A document in the markup of a chat program, a wiki or a forum. */
export function writeFlavor(nodes: readonly MarkdownNode[], name: FlavorName): string {
  const writer = new FlavorWriter(flavorOf(name));
  const text = [writer.blocks(nodes), ...writer.notes()].filter((part) => part !== '').join('\n\n');
  return text === '' ? '' : `${text}\n`;
}

class FlavorWriter {
  readonly #notes = new Map<number, readonly MarkdownNode[]>();

  constructor(readonly flavor: Flavor) {}

  /** Footnotes, in the order of their numbers. */
  notes(): string[] {
    const written: string[] = [];
    // A note that is first called within another is added while they are written.
    for (const [id, content] of this.#notes) written.push(`${this.flavor.text(`[${id + 1}]`)} ${this.blocks(content)}`);
    return written;
  }

  blocks(nodes: readonly MarkdownNode[]): string {
    return nodes
      .map((node) => this.#block(node))
      .filter((part) => part !== '')
      .join('\n\n');
  }

  #block(node: MarkdownNode): string {
    const { flavor } = this;
    switch (node.t) {
      case 'p':
        return this.#inline(node.c).trim();
      case 'heading':
        return flavor.heading(node.level, this.#inline(node.c, flavor.hasBoldHeadings).trim());
      case 'quote':
        return flavor.quote(this.blocks(node.c));
      case 'codeblock':
        return flavor.codeBlock(node.v, node.lang);
      case 'rule':
        return flavor.rule;
      case 'list':
        return this.#list(node, 0, '');
      case 'table':
        return this.#table(node.rows);
      case 'math':
        return flavor.codeBlock(node.tex.trim(), '');
      default:
        return this.#inline([node]).trim();
    }
  }

  #list(list: Extract<MarkdownNode, { readonly t: 'list' }>, depth: number, above: string): string {
    const { flavor } = this;
    const isNumbered = list.start !== null;
    const marks = `${above}${isNumbered ? '#' : '*'}`;
    const items = list.c.map((item, index) => {
      if (item.t !== 'item') return '';
      const box = item.checked === true ? '☑ ' : item.checked === false ? '☐ ' : '';
      const inner = item.c.map((block) =>
        block.t === 'list'
          ? { isList: true, text: this.#list(block, depth + 1, marks) }
          : { isList: false, text: this.#block(block) },
      );
      const texts = inner.filter(({ isList, text }) => !isList && text !== '').map(({ text }) => text);
      const lists = inner.filter(({ isList }) => isList).map(({ text }) => text);
      if (flavor.lists === 'marks') {
        // An item ends with its line; blocks of several lines come after it.
        const line = texts.map((text) => text.replaceAll('\n', ' ')).join(flavor.lineBreak);
        return [`${marks} ${box}${line}`, ...lists].join('\n');
      }
      if (flavor.lists === 'tags') return [`[*]${box}${texts.join('\n')}`, ...lists].join('\n');
      const mark = isNumbered ? flavor.text(`${(list.start ?? 1) + index}.`) : flavor.bullet;
      const indent = ' '.repeat(4);
      const body = [texts.join('\n'), ...lists].filter((text) => text !== '').join('\n');
      return `${mark} ${box}${body.replace(/\n(?=[^\n])/g, `\n${indent}`)}`;
    });
    const whole = items.filter((item) => item !== '').join('\n');
    return flavor.lists === 'tags' ? `[list${isNumbered ? '=1' : ''}]\n${whole}\n[/list]` : whole;
  }

  #table(rows: readonly (readonly (readonly MarkdownNode[])[])[]): string {
    const { table, codeBlock } = this.flavor;
    if (table !== undefined) {
      const [header = [], ...others] = rows.map((row) =>
        row.map((cell) => this.#inline(cell).trim().replaceAll('\n', ' ')),
      );
      return table(header, others);
    }
    const texts = rows.map((row) => row.map((cell) => plainText(cell).replace(/\s+/g, ' ').trim()));
    const widths = (texts[0] ?? []).map((_, i) =>
      Math.min(
        MAX_COLUMN,
        texts.reduce((most, row) => Math.max(most, displayWidth(row[i] ?? '')), 1),
      ),
    );
    const line = (row: readonly string[]): string =>
      widths
        .map((width, i) => padEndWidth(row[i] ?? '', width))
        .join('  ')
        .trimEnd();
    const rule = widths.map((width) => '-'.repeat(width)).join('  ');
    const [header = [], ...others] = texts;
    return codeBlock([line(header), rule, ...others.map(line)].join('\n'), '');
  }

  /** `isBold`: marks of bold say nothing here. */
  #inline(nodes: readonly MarkdownNode[], isBold = false): string {
    const { flavor } = this;
    return nodes
      .map((node): string => {
        switch (node.t) {
          case 'text':
            return flavor.text(node.v);
          case 'break':
            return flavor.lineBreak;
          case 'code':
            return flavor.code(node.v);
          case 'math':
            return flavor.code(node.tex);
          case 'strong':
            return isBold ? this.#inline(node.c, true) : flavor.strong(this.#inline(node.c, true));
          case 'em':
            return flavor.em(this.#inline(node.c, isBold));
          case 'strike':
            return flavor.strike(this.#inline(node.c, isBold));
          case 'link':
            return flavor.link(this.#inline(node.c, isBold), node.to);
          case 'image':
            return flavor.image(node.alt, node.src);
          case 'note':
            if (node.first) this.#notes.set(node.id, node.c);
            return flavor.text(`[${node.id + 1}]`);
          default:
            return 'c' in node ? this.#inline(node.c, isBold) : '';
        }
      })
      .join('');
  }
}
