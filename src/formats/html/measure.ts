import { type HtmlNode, isElement } from '../../engines/xml/html-document.js';
import { LimitFault } from '../../lib/faults.js';

/** How many elements there are. Throws LimitFault for too many, and for those too deep. */
export function measureHtml(tree: HtmlNode, mostElements: number, mostLevels: number): number {
  let count = 0;
  const open: (readonly [HtmlNode, number])[] = [[tree, 0]];
  let deepest = 0;
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const [node, depth] = item;
    deepest = Math.max(deepest, depth);
    if (isElement(node)) count++;
    // A template has its elements beside the tree.
    if ('content' in node) for (const child of node.content.childNodes) open.push([child, depth + 1]);
    if (!('childNodes' in node)) continue;
    for (const child of node.childNodes) open.push([child, isElement(child) ? depth + 1 : depth]);
  }
  if (count > mostElements) throw new LimitFault(`it must have at most ${mostElements} elements, got ${count}`);
  if (deepest > mostLevels)
    throw new LimitFault(`its elements must be nested at most ${mostLevels} levels deep, got ${deepest}`);
  return count;
}
