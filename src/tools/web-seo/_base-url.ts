import { z } from 'zod';

import { invalid, quote } from '../../core/index.js';
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
