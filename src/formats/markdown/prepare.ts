import type { MarkdownNode } from '../../engines/markdown/tree.js';

export interface PictureUse {
  /** A name that the typesetter knows. */
  readonly file: string;
  /** In points. */
  readonly width: number;
}

export interface PrepareOptions {
  /** The picture that a source stands for; `undefined` where it was not sent. */
  readonly pictureOf: (source: string) => PictureUse | undefined;
  readonly isFormulaGood: (formula: Extract<MarkdownNode, { readonly t: 'math' }>) => boolean;
  /** Whether long words and code get places to break and colours are bounded: what the typesetter needs, and Word does not. */
  readonly isTypeset: boolean;
}

/** Links that are kept; all others could do something on the reader's machine or lead nowhere. */
const SAFE_LINK = /^(https?:\/\/|mailto:|tel:)[^\s\u0000-\u001f]+$/i;

/** Most characters of code with colours, in one block and in all: a thousand take 0.3 s on a busy machine. */
const MAX_HIGHLIGHTED_BLOCK = 20_000;
const MAX_HIGHLIGHTED = 60_000;
const LONG_LINE = /.{500}/;
/** Letters without a place to break a line; more would run off the page. */
const MAX_WORD = 64;

const breakable = (text: string): string =>
  text.length <= MAX_WORD ? text : text.replace(/[^\s\u200b]{64}(?=[^\s\u200b])/gu, (run) => `${run}\u200b`);

/** What a paragraph says that stands for a new page: a comment of HTML, or LaTeX's word. */
const PAGE_BREAK = /^(?:<!-- *page-?break *-->|\\(?:newpage|pagebreak))$/i;

/** Whether a paragraph of the document itself stands for a new page; in quotes and lists it is text. */
function isPageBreak(node: MarkdownNode): boolean {
  if (node.t !== 'p' || node.c.length > 1) return false;
  const [only] = node.c;
  return only?.t === 'text' && PAGE_BREAK.test(only.v.trim());
}

/** Makes a document ready to be set: links and pictures that cannot be are replaced, which `warnings` tell. */
export function prepareMarkdown(
  nodes: readonly MarkdownNode[],
  { pictureOf, isFormulaGood, isTypeset }: PrepareOptions,
): { readonly nodes: readonly MarkdownNode[]; readonly warnings: readonly string[] } {
  const warnings = new Set<string>();
  const slugs = new Set<string>();
  let highlighted = 0;
  const collect = (list: readonly MarkdownNode[]): void => {
    for (const node of list) {
      if (node.t === 'heading') slugs.add(node.slug);
      if ('c' in node) collect(node.c);
    }
  };
  collect(nodes);
  const all = (list: readonly MarkdownNode[]): MarkdownNode[] => list.map(one);
  const picture = (source: string, alt: string) => {
    const found = pictureOf(source);
    if (found === undefined) warnings.add(`the image ${source.slice(0, 100)} was not sent and is missing`);
    return { alt: alt === '' ? source.slice(0, 100) : alt, file: found?.file ?? '', width: found?.width ?? 0 };
  };
  const one = (node: MarkdownNode): MarkdownNode => {
    switch (node.t) {
      case 'anchor':
        if (slugs.has(node.to)) return { ...node, c: all(node.c) };
        warnings.add(`the link to #${node.to.slice(0, 100)} leads to no heading and becomes plain text`);
        return { t: 'bare', c: all(node.c) };
      case 'link':
        if (SAFE_LINK.test(node.to) && node.to.length <= 2000) return { ...node, c: all(node.c) };
        if (node.to !== '')
          warnings.add(`the link to ${node.to.slice(0, 100)} is not a web or mail address and becomes plain text`);
        return { t: 'bare', c: all(node.c) };
      case 'image':
        return { ...node, ...picture(node.src, node.alt) };
      case 'p': {
        const [only, ...others] = node.c;
        if (only?.t === 'image' && others.length === 0) return { t: 'picture', ...picture(only.src, only.alt) };
        return { ...node, c: all(node.c) };
      }
      case 'math': {
        if (isFormulaGood(node)) return node;
        warnings.add(`a formula could not be read and is shown as it was written: ${node.tex.trim().slice(0, 60)}`);
        return node.block ? { t: 'codeblock', v: node.tex.trim(), lang: '' } : { t: 'code', v: node.tex };
      }
      case 'item':
        return { ...node, checked: node.checked ?? null, c: begun(all(node.c)) };
      case 'note':
        return { ...node, c: begun(all(node.c)) };
      case 'table':
        return { ...node, rows: node.rows.map((row) => row.map(all)) };
      case 'text':
      case 'code':
        return isTypeset ? { ...node, v: breakable(node.v) } : node;
      case 'codeblock': {
        if (!isTypeset) return node;
        const isShort = node.v.length <= MAX_HIGHLIGHTED_BLOCK && !LONG_LINE.test(node.v);
        if (isShort && node.lang !== '') highlighted += node.v.length;
        const lang = isShort && highlighted <= MAX_HIGHLIGHTED ? node.lang : '';
        if (lang !== node.lang) warnings.add('long code is shown without colours');
        return { ...node, v: breakable(node.v), lang };
      }
      default:
        return 'c' in node ? { ...node, c: all(node.c) } : node;
    }
  };
  return {
    nodes: nodes.map((node) => (isPageBreak(node) ? { t: 'pagebreak' } : one(node))),
    warnings: [...warnings].slice(0, 50),
  };
}

/** A first paragraph stands on the line of its mark or number. */
function begun(nodes: readonly MarkdownNode[]): readonly MarkdownNode[] {
  const [first, ...rest] = nodes;
  return first?.t === 'p' ? [{ t: 'bare', c: first.c }, ...rest] : nodes;
}

type Nodes = ReturnType<typeof prepareMarkdown>['nodes'];

/** The document with its code shown without colours. */
export const withoutLanguages = (nodes: Nodes): Nodes =>
  nodes.map((node) => {
    if (node.t === 'codeblock') return { ...node, lang: '' };
    return 'c' in node ? { ...node, c: withoutLanguages(node.c) } : node;
  });
