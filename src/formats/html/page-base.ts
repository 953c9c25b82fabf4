import { attributeOf, elementsBelow, type HtmlNode } from '../../engines/xml/html-document.js';
import { parseUrl } from '../../lib/urls/url-lines.js';

/** What links of a page are relative to: its first `<base href>`, which may be relative itself, else its own address. */
export function baseOf(page: HtmlNode, address: URL | undefined): URL | undefined {
  for (const element of elementsBelow(page, 'base')) {
    const href = attributeOf(element, 'href');
    if (href !== undefined) return parseUrl(href.trim(), address?.href) ?? address;
  }
  return address;
}

/** A link as an address of its own where that is known; else as it was written, without the white space around it. */
export const absolute = (link: string, base: URL | undefined): string =>
  parseUrl(link.trim(), base?.href)?.href ?? link.trim();
