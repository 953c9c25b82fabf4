import MarkdownIt, { type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { tex2typst } from 'tex2typst';

import { overLimit } from '../../core/errors.js';
import { type FormulaStep, readFormula } from '../../lib/formula/read-formula.js';
import { HeadingSlugs } from '../../lib/text/heading-slugs.js';
import { inlineTags } from './inline-tags.js';
import { mathRules } from './math-rules.js';

/** A part of a document; `t` is its kind. The template of `engines/typst/markdown-document.ts` knows the same kinds. */
export type MarkdownNode =
  | { readonly t: 'text' | 'code'; readonly v: string }
  | { readonly t: 'break' | 'rule' | 'pagebreak' }
  | {
      readonly t: 'strong' | 'em' | 'strike' | 'sub' | 'sup' | 'p' | 'quote' | 'item';
      readonly c: readonly MarkdownNode[];
      readonly checked?: boolean | null;
    }
  | { readonly t: 'link'; readonly to: string; readonly c: readonly MarkdownNode[] }
  | { readonly t: 'anchor'; readonly to: string; readonly c: readonly MarkdownNode[] }
  /** `file` is a picture of the run, empty where there is none. */
  | {
      readonly t: 'image';
      readonly src: string;
      readonly alt: string;
      readonly file?: string;
      readonly width?: number;
    }
  | { readonly t: 'picture'; readonly alt: string; readonly file: string; readonly width: number }
  /** What surrounds it means nothing here: a link to nowhere. */
  | { readonly t: 'bare'; readonly c: readonly MarkdownNode[] }
  | { readonly t: 'math'; readonly v: readonly FormulaStep[]; readonly tex: string; readonly block: boolean }
  | { readonly t: 'note'; readonly id: number; readonly first: boolean; readonly c: readonly MarkdownNode[] }
  | { readonly t: 'heading'; readonly level: number; readonly slug: string; readonly c: readonly MarkdownNode[] }
  | { readonly t: 'list'; readonly start: number | null; readonly tight: boolean; readonly c: readonly MarkdownNode[] }
  | { readonly t: 'codeblock'; readonly v: string; readonly lang: string }
  | {
      readonly t: 'table';
      readonly align: readonly string[];
      readonly rows: readonly (readonly (readonly MarkdownNode[])[])[];
    };

export interface MarkdownTree {
  readonly nodes: readonly MarkdownNode[];
  readonly warnings: readonly string[];
}

/** Deepest nesting: Typst's functions call each other 80 deep at most, and a level takes three. */
const MAX_DEPTH = 18;
/** Most parts of a document. Measured: 60,000 take 20 s to set on a busy machine. */
const MAX_NODES = 60_000;
/** Most headings, calls of footnotes, formulas and lines of code. Measured: 3,000 footnotes take 37 s, 500 formulas 9 s, 8,000 lines of code 20 s on a busy machine. */
const MOST = { headings: 2000, footnotes: 1000, formulas: 1000, 'lines of code': 10_000 } as const;
/** Longest formula. */
const MAX_FORMULA = 4000;

/**
 * Reads CommonMark with tables, strikethrough, task lists, footnotes and, where asked for, TeX formulas between dollar signs.
 * Line breaks and emphasis as tags are read too, comments are omitted; other HTML stays text. Throws LIMIT_EXCEEDED past MAX_DEPTH and MAX_NODES.
 */
export function readMarkdown(text: string, hasMath: boolean): MarkdownTree {
  const reader = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: 200 })
    .use(footnotes)
    .use(inlineTags);
  if (hasMath) reader.use(mathRules);
  return new TreeBuilder(reader.parse(text, {})).build();
}

class TreeBuilder {
  readonly #warnings = new Set<string>();
  readonly #slugs = new HeadingSlugs();
  readonly #notes = new Map<number, readonly MarkdownNode[]>();
  readonly #seenNotes = new Set<number>();
  #nodes = 0;
  #at = 0;
  #isInNotes = false;
  readonly #counts = { headings: 0, footnotes: 0, formulas: 0, 'lines of code': 0 };

  constructor(private readonly tokens: readonly Token[]) {}

  build(): MarkdownTree {
    this.#collectNotes();
    const nodes = this.#blocks(undefined, 0);
    return { nodes, warnings: [...this.#warnings] };
  }

  /** The texts of footnotes stand at the end; they are wanted where they are called. */
  #collectNotes(): void {
    const start = this.tokens.findIndex(({ type }) => type === 'footnote_block_open');
    if (start < 0) return;
    this.#at = start + 1;
    this.#isInNotes = true;
    while (this.tokens[this.#at]?.type === 'footnote_open') {
      const token = this.tokens[this.#at];
      this.#at += 1;
      const meta = token?.meta as { readonly id?: number } | undefined;
      this.#notes.set(meta?.id ?? 0, this.#blocks('footnote_close', 2));
    }
    this.#isInNotes = false;
    this.#at = 0;
  }

  #count(depth: number): void {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES) throw overLimit(`A Markdown document must have at most ${MAX_NODES} parts`);
    if (depth > MAX_DEPTH) throw overLimit(`A Markdown document must be nested at most ${MAX_DEPTH} deep`);
  }

  #countOf(kind: keyof typeof MOST, count = 1): void {
    this.#counts[kind] += count;
    if (this.#counts[kind] > MOST[kind]) throw overLimit(`A Markdown document must have at most ${MOST[kind]} ${kind}`);
  }

  /** The blocks up to a closing token, which is taken too. */
  #blocks(end: string | undefined, depth: number): MarkdownNode[] {
    const nodes: MarkdownNode[] = [];
    for (let token = this.tokens[this.#at]; token !== undefined; token = this.tokens[this.#at]) {
      this.#at += 1;
      if (token.type === end) break;
      if (token.type === 'footnote_block_open') break;
      const node = this.#block(token, depth + 1);
      if (node !== undefined) nodes.push(node);
    }
    return nodes;
  }

  #block(token: Token, depth: number): MarkdownNode | undefined {
    this.#count(depth);
    switch (token.type) {
      case 'paragraph_open':
        return { t: 'p', c: this.#inlineUntil('paragraph_close', depth) };
      case 'heading_open': {
        this.#countOf('headings');
        const c = this.#inlineUntil('heading_close', depth);
        return { t: 'heading', level: Number(token.tag.slice(1)), slug: this.#slugs.take(plainText(c)), c };
      }
      case 'blockquote_open':
        return { t: 'quote', c: this.#blocks('blockquote_close', depth) };
      case 'bullet_list_open':
      case 'ordered_list_open':
        return this.#list(token, depth);
      case 'fence':
      case 'code_block':
        this.#countOf('lines of code', token.content.split('\n').length - 1);
        return {
          t: 'codeblock',
          v: token.content.replace(/\n$/, ''),
          lang: (token.info.trim().split(/\s+/)[0] ?? '').slice(0, 40),
        };
      case 'hr':
        return { t: 'rule' };
      case 'table_open':
        return this.#table(depth);
      case 'math_block':
        return this.#math(token.content, true);
      default:
        return undefined;
    }
  }

  #list(token: Token, depth: number): MarkdownNode {
    const isOrdered = token.type === 'ordered_list_open';
    const end = isOrdered ? 'ordered_list_close' : 'bullet_list_close';
    const items: MarkdownNode[] = [];
    let isTight = true;
    while (this.#at < this.tokens.length) {
      const next = this.tokens[this.#at];
      this.#at += 1;
      if (next === undefined || next.type === end) break;
      // The paragraphs of tight lists are hidden.
      if (this.tokens[this.#at]?.type === 'paragraph_open' && this.tokens[this.#at]?.hidden === false) isTight = false;
      items.push(taskItem(this.#blocks('list_item_close', depth)));
    }
    const start = Number(token.attrGet('start') ?? 1);
    return { t: 'list', start: isOrdered ? Math.min(start, 999_999_999) : null, tight: isTight, c: items };
  }

  #table(depth: number): MarkdownNode {
    const rows: (readonly MarkdownNode[])[][] = [];
    const align: string[] = [];
    while (this.#at < this.tokens.length) {
      const token = this.tokens[this.#at];
      this.#at += 1;
      if (token === undefined || token.type === 'table_close') break;
      if (token.type === 'tr_open') rows.push([]);
      if (token.type === 'th_open' || token.type === 'td_open') {
        if (token.type === 'th_open')
          align.push(/text-align:(\w+)/.exec(String(token.attrGet('style') ?? ''))?.[1] ?? 'left');
        this.#count(depth);
        rows.at(-1)?.push(this.#inlineUntil(token.type.replace('open', 'close'), depth + 1));
      }
    }
    return { t: 'table', align, rows };
  }

  #inlineUntil(end: string, depth: number): MarkdownNode[] {
    const nodes: MarkdownNode[] = [];
    for (let token = this.tokens[this.#at]; token !== undefined; token = this.tokens[this.#at]) {
      this.#at += 1;
      if (token.type === end) break;
      if (token.type === 'inline') nodes.push(...this.#inline(token.children ?? [], depth));
      // A formula of its own lines can stand where a paragraph is expected.
      else if (token.type === 'math_block') nodes.push(this.#math(token.content, true));
    }
    return nodes;
  }

  #inline(tokens: readonly Token[], depth: number): MarkdownNode[] {
    const stack: { readonly open: Token | undefined; readonly nodes: MarkdownNode[] }[] = [
      { open: undefined, nodes: [] },
    ];
    for (const token of tokens) {
      this.#count(depth + stack.length);
      if (token.nesting === 1) {
        stack.push({ open: token, nodes: [] });
        continue;
      }
      if (token.nesting === -1) {
        const closed = stack.length > 1 ? stack.pop() : undefined;
        if (closed?.open !== undefined) stack.at(-1)?.nodes.push(wrapped(closed.open, closed.nodes));
        continue;
      }
      const node = this.#leaf(token);
      if (node !== undefined) stack.at(-1)?.nodes.push(node);
    }
    return stack[0]?.nodes ?? [];
  }

  #leaf(token: Token): MarkdownNode | undefined {
    switch (token.type) {
      case 'text':
      case 'text_special':
        return token.content === '' ? undefined : { t: 'text', v: token.content };
      case 'softbreak':
        return { t: 'text', v: ' ' };
      case 'hardbreak':
        return { t: 'break' };
      case 'code_inline':
        return { t: 'code', v: token.content };
      case 'image':
        return {
          t: 'image',
          src: String(token.attrGet('src') ?? ''),
          alt: plainText(this.#inline(token.children ?? [], 1)),
        };
      case 'math_inline':
        return this.#math(token.content, token.markup === '$$');
      case 'footnote_ref': {
        this.#countOf('footnotes');
        const { id = 0 } = (token.meta ?? {}) as { readonly id?: number };
        // A note inside a note is a number only.
        if (this.#isInNotes) return { t: 'text', v: `[${id + 1}]` };
        const first = !this.#seenNotes.has(id);
        this.#seenNotes.add(id);
        return { t: 'note', id, first, c: first ? (this.#notes.get(id) ?? []) : [] };
      }
      default:
        return undefined;
    }
  }

  #math(tex: string, block: boolean): MarkdownNode {
    this.#countOf('formulas');
    const v = formulaOf(tex);
    if (v !== undefined) return { t: 'math', v, tex, block };
    this.#warnings.add(`a formula could not be read and is shown as it was written: ${tex.trim().slice(0, 60)}`);
    return block ? { t: 'codeblock', v: tex.trim(), lang: '' } : { t: 'code', v: tex };
  }
}

/** A TeX formula as data for Typst; `undefined` where it cannot be said. The notation between is read by us, never by Typst. */
export function formulaOf(tex: string): readonly FormulaStep[] | undefined {
  if (tex.length > MAX_FORMULA || /[({[]{40}/.test(tex.replace(/[^({[]/g, ''))) return undefined;
  const notation = typstNotation(tex);
  return notation === undefined ? undefined : readFormula(notation);
}

function typstNotation(tex: string): string | undefined {
  try {
    return tex2typst(tex);
  } catch {
    // The package throws plain errors for whatever it does not know; the caller shows the formula as it is written.
    return undefined;
  }
}

function wrapped(open: Token, c: readonly MarkdownNode[]): MarkdownNode {
  switch (open.type) {
    case 'strong_open':
      return { t: 'strong', c };
    case 'em_open':
      return { t: 'em', c };
    case 's_open':
      return { t: 'strike', c };
    case 'sub_open':
      return { t: 'sub', c };
    case 'sup_open':
      return { t: 'sup', c };
    default: {
      const to = String(open.attrGet('href') ?? '');
      if (to.startsWith('#')) return { t: 'anchor', to: decoded(to.slice(1)), c };
      return { t: 'link', to, c };
    }
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoded after all.
    return text;
  }
};

/** GitHub's task lists: `[ ]` or `[x]` before the text of an item. */
function taskItem(c: readonly MarkdownNode[]): MarkdownNode {
  const [first, ...rest] = c;
  if (first?.t !== 'p') return { t: 'item', c };
  const [lead, ...others] = first.c;
  const mark = lead?.t === 'text' ? /^\[([ xX])\]\s/.exec(lead.v) : null;
  if (lead?.t !== 'text' || mark === null) return { t: 'item', c };
  const text: MarkdownNode = { t: 'text', v: lead.v.slice(4) };
  return { t: 'item', checked: mark[1] !== ' ', c: [{ t: 'p', c: [text, ...others] }, ...rest] };
}

/** What is written, without its form. */
export function plainText(nodes: readonly MarkdownNode[]): string {
  let text = '';
  for (const node of nodes) {
    if (node.t === 'text' || node.t === 'code' || node.t === 'codeblock') text += node.v;
    else if (node.t === 'image') text += node.alt;
    else if (node.t === 'math') text += node.tex;
    else if (node.t === 'table') text += node.rows.map((row) => row.map(plainText).join(' ')).join(' ');
    else if ('c' in node) text += plainText(node.c);
    if (node.t !== 'text' && node.t !== 'strong' && node.t !== 'em') text += ' ';
  }
  return text;
}
