import { type HtmlElement, type HtmlNode, isElement, isOfHtml } from '../../engines/xml/html-document.js';

import { attributeText, type Letters, textOf } from './attributes.js';

const words = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const VOID = words(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);
const RAW = words('style script xmp iframe noembed noframes noscript plaintext');

/** HTML standard 13.1.2.4, what closes a paragraph; not a table, which does not in old pages. */
const AFTER_P = words(
  'address article aside blockquote details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section ul',
);
const NOT_AROUND_P = words('a audio del ins map noscript video');
/** By element, what may follow it where its end tag is left out; `-` is the end of what it is in. */
const ENDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    li: 'li -',
    dt: 'dt dd',
    dd: 'dd dt -',
    rt: 'rt rp -',
    rp: 'rt rp -',
    optgroup: 'optgroup -',
    option: 'option optgroup -',
    thead: 'tbody tfoot',
    tbody: 'tbody tfoot -',
    tfoot: '-',
    tr: 'tr -',
    td: 'td th -',
    th: 'td th -',
  }).map(([name, after]) => [name, words(after)]),
);
const NOT_FIRST_IN_BODY = words('meta noscript link script style template bgsound basefont title base');

export interface WritingRules {
  readonly letters: Letters;
  readonly isKept: (node: HtmlNode) => boolean;
  /** `omitted`: tags that HTML fills in are left out; `source`: those that were; `whole`: none. */
  readonly tags: 'omitted' | 'source' | 'whole';
}

/** A tree as HTML, short. Without recursion. */
export function writeShort(root: HtmlNode, rules: WritingRules): string {
  const parts: string[] = [];
  const open: (readonly [node: HtmlNode, before: HtmlNode | undefined, after: HtmlNode | undefined] | string)[] = [];
  const push = (parent: HtmlNode): void => {
    const children = childrenOf(parent).filter(rules.isKept);
    for (let i = children.length - 1; i >= 0; i--)
      open.push([children[i] as HtmlNode, children[i - 1], children[i + 1]]);
  };
  push(root);
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    if (typeof step === 'string') {
      parts.push(step);
      continue;
    }
    const [node, before, after] = step;
    if (isElement(node)) {
      const children = childrenOf(node).filter(rules.isKept);
      if (!isStartOmitted(node, children[0], before, rules)) parts.push(startTag(node, rules.letters));
      if (isOfHtml(node) && VOID.has(node.tagName)) continue;
      // A line break at the very start of these is left out when they are read.
      if (/^(?:pre|listing|textarea)$/.test(node.tagName) && textIn(children[0])?.startsWith('\n')) parts.push('\n');
      if (!isEndOmitted(node, after, rules)) open.push(`</${node.tagName}>`);
      push(node);
    } else if (node.nodeName === '#text' && 'value' in node) {
      const { parentNode } = node;
      const isRaw =
        parentNode !== null && 'tagName' in parentNode && isOfHtml(parentNode) && RAW.has(parentNode.tagName);
      parts.push(isRaw ? node.value : textOf(node.value, rules.letters));
    } else if (node.nodeName === '#comment' && 'data' in node) parts.push(`<!--${node.data}-->`);
    else if (node.nodeName === '#documentType' && 'publicId' in node) parts.push(doctype(node));
  }
  return parts.join('');
}

export const childrenOf = (node: HtmlNode): readonly HtmlNode[] => {
  if ('content' in node && isElement(node as HtmlNode)) return childrenOf(node.content as HtmlNode);
  return 'childNodes' in node ? node.childNodes : [];
};

const textIn = (node: HtmlNode | undefined): string | undefined =>
  node !== undefined && node.nodeName === '#text' && 'value' in node ? node.value : undefined;

function doctype({ name, publicId, systemId }: { name: string; publicId: string; systemId: string }): string {
  if (publicId !== '') return `<!doctype ${name} public "${publicId}"${systemId === '' ? '' : ` "${systemId}"`}>`;
  return systemId === '' ? `<!doctype ${name}>` : `<!doctype ${name} system "${systemId}">`;
}

function startTag(element: HtmlElement, letters: Letters): string {
  const attributes = element.attrs.map(({ name, prefix, value }) => {
    const isPrefixed = prefix !== undefined && prefix !== '' && name !== prefix;
    return attributeText(isPrefixed ? `${prefix}:${name}` : name, value, letters);
  });
  return `<${element.tagName}${attributes.join('')}>`;
}

function isStartOmitted(
  element: HtmlElement,
  first: HtmlNode | undefined,
  before: HtmlNode | undefined,
  { tags }: WritingRules,
): boolean {
  const { tagName, attrs, sourceCodeLocation: place } = element;
  if (attrs.length > 0 || !isOfHtml(element) || tags === 'whole') return false;
  if (tags === 'source' && place !== null && place !== undefined && place.startTag !== undefined) return false;
  switch (tagName) {
    case 'html':
      return first?.nodeName !== '#comment';
    case 'head':
      return first === undefined || isElement(first);
    case 'body':
      if (first === undefined) return true;
      if (isElement(first)) return !NOT_FIRST_IN_BODY.has(first.tagName);
      return /^[^\t\n\f\r ]/.test(textIn(first) ?? '');
    case 'colgroup':
      return first?.nodeName === 'col' && before?.nodeName !== 'colgroup';
    case 'tbody':
      return first?.nodeName === 'tr' && !/^(?:tbody|thead|tfoot)$/.test(before?.nodeName ?? '');
    default:
      return false;
  }
}

function isEndOmitted(element: HtmlElement, after: HtmlNode | undefined, { tags }: WritingRules): boolean {
  const { tagName, sourceCodeLocation: place, parentNode } = element;
  if (!isOfHtml(element) || tags === 'whole') return false;
  if (tags === 'source' && place !== null && place !== undefined && place.endTag !== undefined) return false;
  switch (tagName) {
    case 'html':
    case 'body':
      return after?.nodeName !== '#comment';
    case 'head':
    case 'colgroup':
    case 'caption':
      return after?.nodeName !== '#comment' && !/^[\t\n\f\r ]/.test(textIn(after) ?? '');
    case 'p': {
      if (after !== undefined) return AFTER_P.has(after.nodeName);
      const around = parentNode?.nodeName ?? '';
      return !NOT_AROUND_P.has(around) && !around.includes('-');
    }
    default:
      return ENDS.get(tagName)?.has(after?.nodeName ?? '-') ?? false;
  }
}
