import { isProbablyReaderable, Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

import { LimitFault } from '../../lib/faults.js';
import { type HtmlNode, isElement } from './html-document.js';
import { htmlOf } from './write-html.js';

export interface Article {
  /** HTML as it is in the page: not made safe, its addresses not made absolute. */
  readonly html: string;
  readonly title: string;
  readonly byline: string;
  readonly excerpt: string;
  readonly siteName: string;
  readonly language: string;
  readonly publishedTime: string;
  /** The page looks like an article, by the package's quick look. */
  readonly isLikely: boolean;
}

const MAX_DEPTH = 500;

/**
 * The main article of a page, as Firefox's reader view finds it; `undefined` where there is none. The page was read by the standard,
 * and the package gets it well-formed. Throws LimitFault beyond 500 levels, where the package becomes slow, and beyond about 100,000 in one element. Run it within a WorkTime.
 */
export function readArticle(page: HtmlNode): Article | undefined {
  checkDepth(page);
  const { document } = parseHTML(htmlOf([page]));
  const isLikely = isProbablyReaderable(document);
  const found = parsed(document);
  if (found === null || !found.content || !found.textContent?.trim()) return undefined;
  const tidy = (text: string | null | undefined): string => text?.replace(/\s+/g, ' ').trim() ?? '';
  return {
    html: found.content,
    title: tidy(found.title),
    byline: tidy(found.byline),
    excerpt: tidy(found.excerpt),
    siteName: tidy(found.siteName),
    language: tidy(found.lang),
    publishedTime: tidy(found.publishedTime),
    isLikely,
  };
}

function parsed(document: ConstructorParameters<typeof Readability>[0]): ReturnType<Readability['parse']> {
  try {
    return new Readability(document, { charThreshold: 250 }).parse();
  } catch (error) {
    // The packages give all children of an element to one call.
    if (error instanceof RangeError) throw new LimitFault('an element must not have so many others in it');
    throw error;
  }
}

function checkDepth(page: HtmlNode): void {
  const open: { readonly node: HtmlNode; readonly depth: number }[] = [{ node: page, depth: 0 }];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const { node, depth } = entry;
    if (depth > MAX_DEPTH) throw new LimitFault(`its elements must be at most ${MAX_DEPTH} levels deep`);
    if (!('childNodes' in node)) continue;
    for (const child of node.childNodes) if (isElement(child)) open.push({ node: child, depth: depth + 1 });
  }
}
