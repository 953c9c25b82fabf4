import { type HtmlElement, type HtmlNode, isElement, parsePlacedHtml } from '../../engines/xml/html-document.js';
import { LimitFault } from '../../lib/faults.js';

import { measureHtml } from './measure.js';

const MAX_CHARACTERS = 1_000_000;
/** Measured: 3,000 that name each other take 77 s on a busy machine, half as many a quarter of that. */
const MAX_ELEMENTS = 1500;
const MAX_DEPTH = 200;
const MAX_ATTRIBUTES = 30_000;
/** Fields of tables: the rules write each of them into a grid. */
const MAX_FIELDS = 50_000;

/** A page with nothing in its style sheets, every other character in its place. Throws LimitFault for one that is too large. */
export function readPlainPage(text: string): { readonly text: string; readonly elementCount: number } {
  if (text.length > MAX_CHARACTERS)
    throw new LimitFault(`it must have at most ${MAX_CHARACTERS} characters, got ${text.length}`);
  const { tree } = parsePlacedHtml(text);
  const elementCount = measureHtml(tree, MAX_ELEMENTS, MAX_DEPTH);
  const parts: string[] = [];
  let done = 0;
  let attributes = 0;
  let fields = 0;
  const open: HtmlNode[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isElement(node)) {
      attributes += node.attrs.length;
      if (node.tagName === 'td' || node.tagName === 'th')
        fields += span(node, 'colspan', 1000) * span(node, 'rowspan', 65_534);
      const { startTag, endOffset, endTag } = node.sourceCodeLocation ?? {};
      const from = startTag?.endOffset ?? 0;
      const to = endTag?.startOffset ?? endOffset ?? 0;
      if (node.tagName === 'style' && from >= done && to > from) {
        parts.push(text.slice(done, from), text.slice(from, to).replace(/[^\r\n]/g, ' '));
        done = to;
      }
    }
    if ('content' in node) open.push(...node.content.childNodes.toReversed());
    if ('childNodes' in node)
      for (let i = node.childNodes.length - 1; i >= 0; i--) open.push(node.childNodes[i] as HtmlNode);
  }
  if (attributes > MAX_ATTRIBUTES)
    throw new LimitFault(`it must have at most ${MAX_ATTRIBUTES} attributes, got ${attributes}`);
  if (fields > MAX_FIELDS)
    throw new LimitFault(`the cells of its tables must span at most ${MAX_FIELDS} fields, got ${fields}`);
  return { text: parts.join('') + text.slice(done), elementCount };
}

/** How many columns or rows a cell spans, as browsers bound it (HTML Standard, 4.9.11). */
function span({ attrs }: HtmlElement, name: string, most: number): number {
  const digits = /^[\t\n\f\r ]*\+?(\d+)/.exec(attrs.find((one) => one.name === name)?.value ?? '')?.[1];
  return Math.min(Math.max(Number(digits ?? 1), 1), most);
}
