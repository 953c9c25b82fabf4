import { type HtmlNode, isElement } from '../../engines/xml/html-document.js';

import { childrenOf } from './write.js';

/** Whether two trees are the same, texts beside each other as one. Without recursion. */
export function isSameTree(one: HtmlNode, other: HtmlNode, isKept: (node: HtmlNode) => boolean): boolean {
  const open: (readonly [HtmlNode, HtmlNode])[] = [[one, other]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [ones, others] = [partsOf(pair[0], isKept), partsOf(pair[1], () => true)];
    if (ones.length !== others.length) return false;
    for (const [index, part] of ones.entries()) {
      const like = others[index];
      if (typeof part === 'string' || typeof like === 'string' || like === undefined) {
        if (part !== like) return false;
      } else {
        if (factsOf(part) !== factsOf(like)) return false;
        open.push([part, like]);
      }
    }
  }
  return true;
}

/** Children, texts as strings. */
function partsOf(node: HtmlNode, isKept: (node: HtmlNode) => boolean): (HtmlNode | string)[] {
  const parts: (HtmlNode | string)[] = [];
  for (const child of childrenOf(node)) {
    if (!isKept(child)) continue;
    const before = parts.at(-1);
    if (child.nodeName !== '#text' || !('value' in child)) parts.push(child);
    else if (typeof before === 'string') parts[parts.length - 1] = before + child.value;
    else parts.push(child.value);
  }
  return parts;
}

function factsOf(node: HtmlNode): string {
  if (isElement(node))
    return JSON.stringify([
      node.tagName,
      node.namespaceURI,
      node.attrs.map(({ name, prefix, value }) => [name, prefix ?? '', value]),
    ]);
  if ('data' in node) return node.data;
  return 'publicId' in node ? JSON.stringify([node.name, node.publicId, node.systemId]) : node.nodeName;
}
