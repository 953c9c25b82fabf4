import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  html,
  type ParserError,
  type ParserOptions,
  parse,
} from 'parse5';

import { LimitFault } from '../../lib/faults.js';
import type { ParseFault } from '../../lib/html/mended.js';

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;
export type HtmlElement = DefaultTreeAdapterTypes.Element;

/** As many elements as any text may make; a longer text as many as it has characters. */
const MAX_ELEMENTS = 100_000;

/**
 * Reads HTML as browsers do (WHATWG): nothing is wrong, what is out of place is put right. Elements such as `<b>` that are not closed
 * are made again in each paragraph, so that 60 KB could become gigabytes: throws LimitFault where there are far more elements than
 * the text could name.
 */
export const parseHtml = (text: string): HtmlNode => parsed(text, {});

/** The same with the parse errors of the standard, and places of elements. */
export function parsePlacedHtml(text: string): { readonly tree: HtmlNode; readonly faults: readonly ParseFault[] } {
  const faults: ParseFault[] = [];
  const onParseError = ({ code, startOffset }: ParserError) => void faults.push({ code, offset: startOffset });
  return { tree: parsed(text, { onParseError, sourceCodeLocationInfo: true }), faults };
}

function parsed(text: string, options: ParserOptions<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>): HtmlNode {
  const most = Math.max(MAX_ELEMENTS, text.length);
  let count = 0;
  const createElement: typeof defaultTreeAdapter.createElement = (...facts) => {
    count++;
    if (count > most) throw new LimitFault(`it must have at most ${most} elements, repeated ones among them`);
    return defaultTreeAdapter.createElement(...facts);
  };
  return parse(text, { ...options, treeAdapter: { ...defaultTreeAdapter, createElement } });
}

/** Elements of a name in document order. Without recursion: a hostile page is 300,000 elements deep. */
export function* elementsBelow(root: HtmlNode, name: string): Generator<HtmlElement, void> {
  const open: HtmlNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('tagName' in node && node.tagName === name && node.namespaceURI === html.NS.HTML) yield node;
    if (!('childNodes' in node)) continue;
    for (let i = node.childNodes.length - 1; i >= 0; i--) {
      const child = node.childNodes[i];
      if (child !== undefined) open.push(child);
    }
  }
}

/** Elements that begin a block of their own. */
export const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section summary table ul'.split(
    ' ',
  ),
);

const BREAKS: ReadonlySet<string> = new Set([...BLOCKS, 'br', 'td', 'th', 'tr', 'option']);

/** The text of a node as people read it, in one line: blocks, cells and line breaks are apart. That of a script is as it is. */
export function lineBelow(root: HtmlNode): string {
  if (UNSEEN.has(root.nodeName)) return rawTextOf(root);
  const open: (HtmlNode | ' ')[] = [root];
  const parts: string[] = [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === ' ') parts.push(node);
    else if (node.nodeName === '#text' && 'value' in node) parts.push(node.value);
    else if ('childNodes' in node && !UNSEEN.has(node.nodeName)) {
      const isApart = BREAKS.has(node.nodeName);
      if (isApart) parts.push(' ');
      if (isApart) open.push(' ');
      for (let i = node.childNodes.length - 1; i >= 0; i--) open.push(node.childNodes[i] as HtmlNode);
    }
  }
  return parts
    .join('')
    .replace(/[\t\n\f\r ]+/g, ' ')
    .trim();
}

/** The text of an element that holds nothing else, such as a script. */
export const rawTextOf = (root: HtmlNode): string =>
  'childNodes' in root ? root.childNodes.map((node) => ('value' in node ? node.value : '')).join('') : '';

/** All letters below a node, those of scripts and style sheets left out. Without recursion. */
export function textBelow(root: HtmlNode): string {
  const open: HtmlNode[] = [root];
  let text = '';
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value;
    if (!('childNodes' in node) || UNSEEN.has(node.nodeName)) continue;
    for (let i = node.childNodes.length - 1; i >= 0; i--) {
      const child = node.childNodes[i];
      if (child !== undefined) open.push(child);
    }
  }
  return text;
}

/** Elements whose text is not shown. */
export const UNSEEN: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'head',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'canvas',
  'video',
  'audio',
  'select',
  'textarea',
  'datalist',
]);

export const isElement = (node: HtmlNode): node is HtmlElement => 'tagName' in node;

export const attributeOf = (element: HtmlElement, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

/** The same for a name in small letters, which SVG may write in others: viewBox. */
export const attributeInAnyCase = (element: HtmlElement, name: string): string | undefined =>
  attributeOf(element, name) ?? element.attrs.find((attribute) => attribute.name.toLowerCase() === name)?.value;

/** Whether it is of HTML, and not of SVG or MathML. */
export const isOfHtml = (element: HtmlElement): boolean => element.namespaceURI === html.NS.HTML;

/** What is inside the body of a page, or of a part of one. */
export function bodyOf(text: string): readonly HtmlNode[] {
  const [body] = elementsBelow(parseHtml(text), 'body');
  return body?.childNodes ?? [];
}
