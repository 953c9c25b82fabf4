import { LimitFault } from '../../lib/faults.js';
import { escapeXmlAttribute, escapeXmlText, NOT_XML } from '../../lib/xml/references.js';
import { type HtmlNode, isElement } from './html-document.js';

/** Below the 2,048 at which libxml2 stops. */
const MAX_DEPTH = 1000;

/** What XML 1.0 allows in a name, but for colons: what they would stand before is not declared. */
const NOT_OF_NAME =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: joiners are letters of names by themselves.
  /[^A-Za-z0-9_.\-\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd]/g;
const NOT_AT_START = /^(?:[0-9.\-\u00b7\u203f\u2040]|\p{M})/u;

function xmlName(name: string): string {
  const letters = name.replace(NOT_OF_NAME, '_');
  return NOT_AT_START.test(letters) ? `_${letters}` : letters;
}

const ALL_NOT_XML = new RegExp(NOT_XML, 'gu');

const writable = (text: string): string => text.replace(ALL_NOT_XML, '\ufffd');

/**
 * A page as XML without namespaces: names in lower case, `_` for what XML does not allow in them. Throws LimitFault where elements are
 * nested too deep. Without recursion.
 */
export function xmlOfHtml(page: HtmlNode): string {
  const parts: string[] = [];
  const open: (HtmlNode | string)[] = [page];
  let depth = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') {
      depth--;
      parts.push(node);
    } else if (isElement(node)) {
      depth++;
      if (depth > MAX_DEPTH) throw new LimitFault(`elements must be nested at most ${MAX_DEPTH} deep`, MAX_DEPTH);
      const name = xmlName(node.tagName.toLowerCase());
      parts.push(`<${name}${attributesOf(node.attrs)}>`);
      open.push(`</${name}>`);
      pushChildren(open, 'content' in node ? (node.content as HtmlNode) : node);
    } else if (node.nodeName === '#text' && 'value' in node) parts.push(escapeXmlText(writable(node.value)));
    else if (node.nodeName === '#comment' && 'data' in node) parts.push(commentOf(node.data));
    else pushChildren(open, node);
  }
  return parts.join('');
}

/** Two hyphens may not be in a comment of XML, nor one at its end. */
const commentOf = (text: string): string => `<!--${writable(text).replace(/-(?=-|$)/g, '- ')}-->`;

function attributesOf(
  attributes: readonly { readonly name: string; readonly prefix?: string | undefined; readonly value: string }[],
): string {
  const values = new Map<string, string>();
  for (const { name, prefix = '', value } of attributes) {
    if (prefix === 'xmlns' || name === 'xmlns' || name.startsWith('xmlns:')) continue;
    const full = xmlName(prefix === '' || prefix === name ? name : `${prefix}:${name}`);
    if (!values.has(full)) values.set(full, value);
  }
  return [...values].map(([name, value]) => ` ${name}="${escapeXmlAttribute(writable(value))}"`).join('');
}

function pushChildren(open: (HtmlNode | string)[], node: HtmlNode): void {
  if (!('childNodes' in node)) return;
  for (let i = node.childNodes.length - 1; i >= 0; i--) open.push(node.childNodes[i] as HtmlNode);
}
