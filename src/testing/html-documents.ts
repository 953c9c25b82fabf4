import { defaultTreeAdapter as adapter, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';

import { type Chance, pick } from './chance.js';

const BLOCKS =
  'address article aside base blockquote body button-group caption col colgroup dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html legend li link main meta nav noscript ol optgroup option p pre script section source style summary table tbody td template tfoot th thead title tr track ul'.split(
    ' ',
  );
/** Boxes in a line: spaces count around them, not at their ends. */
const BOX_EDGE = /(<(?:button|select|video|audio)(?:\s[^<>]*)?>)\s+|\s+(<\/(?:button|select|video|audio)>)/g;
const BLOCK_EDGE = new RegExp(`\\s*(<!--|-->|</?(?:${BLOCKS.join('|')})(?:\\s[^<>]*)?>)\\s*`, 'g');

/**
 * What a browser makes of a document: its tree, with runs of whitespace as one space and none where blocks begin and end. Style sheets
 * and scripts without any whitespace.
 */
export function shownBy(html: string): string {
  return written(parse(html))
    .replace(/[\t\n\f\r ]+/g, ' ')
    .replace(BLOCK_EDGE, '$1')
    .replace(BOX_EDGE, '$1$2')
    .replaceAll('\u0001', ' ')
    .trim();
}

function written(node: Tree.Node): string {
  if (adapter.isTextNode(node)) return textOf(node);
  if (adapter.isCommentNode(node)) return `<!--${node.data.replace(/\s+/g, '')}-->`;
  if (adapter.isDocumentTypeNode(node)) return `<!doctype ${node.name}>`;
  const children = 'childNodes' in node ? node.childNodes.map(written).join('') : '';
  if (!adapter.isElementNode(node)) return children;
  const inside = 'content' in node ? written(node.content) : children;
  const attributes = node.attrs
    .map(({ name, value }) => ` ${name}=${JSON.stringify(attributeText(name, value)).replace(/[<>]/g, '?')}`)
    .join('');
  return `<${node.tagName}${attributes}>${inside}</${node.tagName}>`;
}

const attributeText = (name: string, value: string): string =>
  /^(?:class|style|srcset|sizes|on\w+)$/.test(name) ? value.replace(/[\s;]+/g, '') : value;

function textOf(node: Tree.TextNode): string {
  const parent = node.parentNode !== null && adapter.isElementNode(node.parentNode) ? node.parentNode.tagName : '';
  if (parent === 'script' || parent === 'style') return node.value.replace(/\s+/g, '').replace(/[<>]/g, '?');
  const text = node.value.replace(/[<>]/g, '?');
  // In these each space counts.
  return parent === 'pre' || parent === 'textarea' ? text.replace(/\s/g, '\u0001') : text;
}

const INLINE = ['b', 'i', 'a href="x?a=1&amp;b"', 'span class=" x  y "', 'code', 'em id=e'];
const BLOCK = ['div', 'section', 'p', 'ul', 'h2', 'blockquote'];
const WORDS = [
  'Hello',
  'wide',
  'world,',
  '&amp;',
  '&lt;tag&gt;',
  'naïve',
  'a&nbsp;b',
  '日本',
  'long-word-that-does-not-end-soon',
  '&#169;',
];
const VOID = ['<br>', '<img src=a.png alt>', "<input disabled value='\"'>", '<hr/>', '<!-- note -->', '<wbr>'];
const GAPS = ['', ' ', '\n', '  \n\n\n ', '\t'];

/** A document of blocks, inline elements, comments, styles and scripts in any layout. */
export function randomHtml(chance: Chance): string {
  const many = (most: number, make: () => string): string =>
    Array.from({ length: chance(most) + 1 }, () => make() + pick(chance, GAPS)).join('');
  const inline = (depth: number): string => {
    const kind = chance(6);
    if (kind < 3 || depth > 4) return many(4, () => pick(chance, WORDS));
    if (kind === 3)
      return pick(
        chance,
        VOID.filter((text) => !text.startsWith('<hr')),
      );
    const tag = pick(
      chance,
      INLINE.filter((name) => depth === 0 || !name.startsWith('a ')),
    );
    return `<${tag}>${many(3, () => inline(depth + 1))}</${tag.split(' ')[0]}>`;
  };
  const block = (depth: number): string => {
    const kind = chance(9);
    if (kind === 0) return `<pre>${many(3, () => pick(chance, WORDS))}</pre>`;
    if (kind === 1) return '<script>if(a<b){go( "x" )}</script>';
    if (kind === 2) return pick(chance, VOID);
    if (kind === 3) return `<table><tr>${many(3, () => `<td>${inline(1)}</td>`)}</tr></table>`;
    const tag = pick(chance, BLOCK);
    if (tag === 'ul') return `<ul>${many(3, () => `<li>${inline(0)}`)}</ul>`;
    const isDeep = depth > 3 || tag === 'p' || tag === 'h2';
    return `<${tag}>${many(3, () => (isDeep || chance(2) === 0 ? inline(0) : block(depth + 1)))}</${tag}>`;
  };
  return `<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>T</title><style>a{b:c}</style></head><body>${many(5, () => block(0))}</body></html>`;
}
