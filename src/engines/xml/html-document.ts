import { type DefaultTreeAdapterTypes, html, parse } from 'parse5';

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;
export type HtmlElement = DefaultTreeAdapterTypes.Element;

/** Reads HTML as browsers do (WHATWG): nothing is refused, what is wrong is put right. */
export const parseHtml = (text: string): HtmlNode => parse(text);

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

/** What is inside the body of a page, or of a part of one. */
export function bodyOf(text: string): readonly HtmlNode[] {
  const [body] = elementsBelow(parseHtml(text), 'body');
  return body?.childNodes ?? [];
}
