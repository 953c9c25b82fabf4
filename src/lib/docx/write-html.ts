import { escapeHtmlAttribute, escapeHtmlText } from '../xml/references.js';
import {
  type Block,
  type DocxDocument,
  goesOn,
  type ListItem,
  linkedRuns,
  type Paragraph,
  type Run,
  type Table,
} from './model.js';

export interface HtmlSettings {
  readonly comments: boolean;
  /** The address of a picture's part; `undefined` where it is not shown. */
  readonly pictureSource: (part: string) => string | undefined;
}

/** A document as the HTML of a page's body, without styles and scripts. */
export function docxHtml(document: DocxDocument, settings: HtmlSettings): string {
  const parts = [blocksHtml(document.blocks, settings)];
  if (document.notes.length > 0) {
    const notes = document.notes.map(({ number, blocks }) => {
      const back = ` <a href="#note-ref-${number}">↩</a>`;
      const html = blocksHtml(blocks, settings);
      const at = html.endsWith('</p>') ? html.length - '</p>'.length : html.length;
      return `<li id="note-${number}">${html.slice(0, at)}${back}${html.slice(at)}</li>`;
    });
    parts.push(`<section>\n<ol>\n${notes.join('\n')}\n</ol>\n</section>`);
  }
  if (settings.comments && document.comments.length > 0) {
    const comments = document.comments.map(
      ({ author, blocks }) =>
        `<dt>${author === '' ? 'Comment' : escapeHtmlText(author)}</dt>\n<dd>${blocksHtml(blocks, settings)}</dd>`,
    );
    parts.push(`<dl>\n${comments.join('\n')}\n</dl>`);
  }
  const whole = parts.filter((part) => part !== '').join('\n');
  return whole === '' ? '' : `${whole}\n`;
}

function blocksHtml(blocks: readonly Block[], settings: HtmlSettings): string {
  const parts: string[] = [];
  const lists = new OpenLists(parts);
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i];
    if (block === undefined) break;
    if (block.kind === 'item' && block.item !== undefined) {
      lists.add(block.item, runsHtml(block.runs, settings).trim());
      continue;
    }
    const isOfItem = block.kind === 'code' && block.item?.marker === 'none';
    if (!isOfItem) lists.close();
    if (block.kind === 'rule') parts.push('<hr>');
    else if (block.kind === 'table') parts.push(tableHtml(block, settings));
    else if (block.kind === 'code' || block.kind === 'quote') {
      // Paragraphs of one kind that follow each other are one block.
      const same: Paragraph[] = [];
      for (let next = blocks[i]; next !== undefined && goesOn(block, next); next = blocks[++i])
        same.push(next as Paragraph);
      i--;
      parts.push(block.kind === 'code' ? codeHtml(same) : quoteHtml(same, settings));
    } else parts.push(paragraphHtml(block, settings));
  }
  lists.close();
  return parts.filter((part) => part !== '').join('\n');
}

function paragraphHtml({ kind, level, runs }: Paragraph, settings: HtmlSettings): string {
  const inner = runsHtml(runs, settings).trim();
  if (inner === '') return '';
  return kind === 'heading' ? `<h${level}>${inner}</h${level}>` : `<p>${inner}</p>`;
}

const codeHtml = (paragraphs: readonly Paragraph[]): string => {
  const lines = paragraphs.map(({ runs }) =>
    runs.map((run) => (run.kind === 'text' || run.kind === 'formula' ? run.text : '')).join(''),
  );
  const language = paragraphs[0]?.language;
  const named = language === undefined ? '' : ` class="language-${escapeHtmlAttribute(language)}"`;
  return `<pre><code${named}>${escapeHtmlText(lines.join('\n'))}</code></pre>`;
};

const quoteHtml = (paragraphs: readonly Paragraph[], settings: HtmlSettings): string => {
  const inner = paragraphs.map((one) => paragraphHtml(one, settings)).filter((part) => part !== '');
  return inner.length === 0 ? '' : `<blockquote>\n${inner.join('\n')}\n</blockquote>`;
};

/** Lists that items are added to; each open list has an open item. */
class OpenLists {
  readonly #parts: string[];
  readonly #open: { readonly tag: 'ol' | 'ul'; readonly list: string; number: number }[] = [];

  constructor(parts: string[]) {
    this.#parts = parts;
  }

  add(item: ListItem, inner: string): void {
    if (inner === '') return;
    if (item.marker === 'none') {
      this.#parts.push(`<p>${inner}</p>`);
      return;
    }
    const tag = item.marker === 'number' ? 'ol' : 'ul';
    while (this.#open.length > item.depth + 1) this.#end();
    const top = this.#open.at(-1);
    const isAtDepth = this.#open.length === item.depth + 1;
    const isOther = top !== undefined && isAtDepth && (top.tag !== tag || top.list !== item.list);
    if (isOther) this.#end();
    const open = this.#open.at(-1);
    if (open === undefined || this.#open.length < item.depth + 1) {
      const type = tag === 'ol' && item.type !== '1' ? ` type="${item.type}"` : '';
      const start = tag === 'ol' && item.number !== 1 ? ` start="${item.number}"` : '';
      this.#open.push({ tag, list: item.list, number: item.number });
      this.#parts.push(`<${tag}${type}${start}>`, `<li>${inner}`);
      return;
    }
    const value = tag === 'ol' && item.number !== open.number + 1 ? ` value="${item.number}"` : '';
    open.number = item.number;
    this.#endItem();
    this.#parts.push(`<li${value}>${inner}`);
  }

  close(): void {
    while (this.#open.length > 0) this.#end();
  }

  #end(): void {
    const last = this.#open.pop();
    if (last === undefined) return;
    this.#endItem();
    this.#parts.push(`</${last.tag}>`);
  }

  #endItem(): void {
    const last = this.#parts.at(-1) ?? '';
    if (last.startsWith('<li')) this.#parts[this.#parts.length - 1] = `${last}</li>`;
    else this.#parts.push('</li>');
  }
}

function tableHtml({ rows, hasHeader }: Table, settings: HtmlSettings): string {
  const lines = rows.map((row, i) => {
    const tag = hasHeader && i === 0 ? 'th' : 'td';
    const cells = row.flatMap((cell) => {
      if (cell === undefined) return [];
      const spans =
        (cell.columnSpan > 1 ? ` colspan="${cell.columnSpan}"` : '') +
        (cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : '');
      const [only, ...more] = cell.blocks;
      const isLine = more.length === 0 && only?.kind === 'paragraph';
      return [`<${tag}${spans}>${isLine ? runsHtml(only.runs, settings) : blocksHtml(cell.blocks, settings)}</${tag}>`];
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  if (!hasHeader) return `<table>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`;
  const [head = '', ...body] = lines;
  const rest = body.length === 0 ? '' : `<tbody>\n${body.join('\n')}\n</tbody>\n`;
  return `<table>\n<thead>\n${head}\n</thead>\n${rest}</table>`;
}

const runsHtml = (runs: readonly Run[], settings: HtmlSettings): string =>
  linkedRuns(runs)
    .map(({ link, runs: linked }) => {
      const inner = linked.map((run) => runHtml(run, settings)).join('');
      return link === undefined ? inner : `<a href="${escapeHtmlAttribute(link)}">${inner}</a>`;
    })
    .join('');

function runHtml(run: Run, settings: HtmlSettings): string {
  switch (run.kind) {
    case 'note':
      return `<sup><a id="note-ref-${run.number}" href="#note-${run.number}">${run.number}</a></sup>`;
    case 'formula':
      return run.isDisplay ? `\\[${escapeHtmlText(run.text)}\\]` : `\\(${escapeHtmlText(run.text)}\\)`;
    case 'image': {
      const source = settings.pictureSource(run.part);
      const alt = escapeHtmlAttribute(run.alt);
      return source === undefined ? '' : `<img src="${escapeHtmlAttribute(source)}" alt="${alt}">`;
    }
    case 'text': {
      let html = escapeHtmlText(run.text).replaceAll('\n', '<br>');
      if (run.isMono) html = `<code>${html}</code>`;
      if (run.script !== undefined) html = run.script === 'superscript' ? `<sup>${html}</sup>` : `<sub>${html}</sub>`;
      if (run.isStruck) html = `<s>${html}</s>`;
      if (run.isItalic) html = `<em>${html}</em>`;
      if (run.isBold) html = `<strong>${html}</strong>`;
      return html;
    }
  }
}
