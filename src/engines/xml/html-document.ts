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
