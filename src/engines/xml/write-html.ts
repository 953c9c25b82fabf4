import { type HtmlNode, isElement, isOfHtml } from './html-document.js';

/** Elements without an end tag. */
const VOID: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
);
/** Elements whose text is written as it is. */
const RAW: ReadonlySet<string> = new Set('style script xmp iframe noembed noframes noscript plaintext'.split(' '));

const escapeText = (text: string): string =>
  text.replace(/[&<>\u00a0]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter] ?? '&nbsp;');

const escapeAttribute = (value: string): string =>
  value.replace(
    /[&<>"\u00a0]/g,
    (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? '&nbsp;',
  );

/**
 * Nodes as HTML, by the serialisation of the HTML standard; `<` and `>` in attributes are escaped, as it has it since 2025. Without
 * recursion.
 */
export function htmlOf(nodes: readonly HtmlNode[]): string {
  const parts: string[] = [];
  const open: (HtmlNode | string)[] = [...nodes].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') parts.push(node);
    else if (isElement(node)) {
      parts.push(startTag(node));
      if (isOfHtml(node) && VOID.has(node.tagName)) continue;
      open.push(`</${node.tagName}>`);
      pushChildren(open, 'content' in node ? (node.content as HtmlNode) : node);
    } else if (node.nodeName === '#text' && 'value' in node) parts.push(textIn(node, node.value));
    else if (node.nodeName === '#comment' && 'data' in node) parts.push(`<!--${node.data}-->`);
    else if (node.nodeName === '#documentType' && 'name' in node) parts.push(`<!DOCTYPE ${node.name}>`);
    else pushChildren(open, node);
  }
  return parts.join('');
}

function startTag(element: Extract<HtmlNode, { tagName: string }>): string {
  const attributes = element.attrs.map(({ name, prefix, value }) => {
    const isPrefixed = prefix !== undefined && prefix !== '' && name !== prefix;
    return ` ${isPrefixed ? `${prefix}:` : ''}${name}="${escapeAttribute(value)}"`;
  });
  return `<${element.tagName}${attributes.join('')}>`;
}

function textIn(node: HtmlNode, text: string): string {
  const parent = 'parentNode' in node ? node.parentNode : null;
  const isRaw = parent !== null && 'tagName' in parent && isOfHtml(parent) && RAW.has(parent.tagName);
  return isRaw ? text : escapeText(text);
}

function pushChildren(open: (HtmlNode | string)[], node: HtmlNode): void {
  if (!('childNodes' in node)) return;
  for (let i = node.childNodes.length - 1; i >= 0; i--) open.push(node.childNodes[i] as HtmlNode);
}
