import { z } from 'zod';

import { invalid, quote } from '../../core/index.js';
import { attributeOf, elementsBelow, type HtmlNode } from '../../engines/xml/html-document.js';
import { parseUrl } from '../../lib/urls/url-lines.js';

/** Address of the page that a caller sends, for the relative links in it. */
export const baseUrlOption = () =>
  z
    .string()
    .max(2000)
    .default('')
    .describe('Address of the page, for relative links, such as https://example.com/blog/.');

/** The option's address; `undefined` where it was left out. Throws INVALID_INPUT where it is none of the web. */
export function readBaseUrl(baseUrl: string): URL | undefined {
  if (baseUrl === '') return undefined;
  const url = /^https?:\/\//i.test(baseUrl) ? parseUrl(baseUrl) : undefined;
  if (url === undefined)
    throw invalid(`Option "baseUrl" must be an address such as https://example.com/, got ${quote(baseUrl)}`);
  return url;
}

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
