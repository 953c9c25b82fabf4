import { z } from 'zod';

import { invalid, quote } from '../../core/index.js';
import { decodePage } from '../../formats/html/page-bytes.js';
import { type Fetched, fetchPublic } from '../../network/fetch-public.js';
import type { NetworkAccess } from '../../network/session.js';
import type { UrlTarget } from '../../network/targets.js';

/** What browsers send, so that servers answer with pages. */
const ACCEPT = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5';

const TYPES = /^(?:text\/html|application\/xhtml\+xml|text\/plain|application\/xml|text\/xml)\b/i;

export const userAgentOption = () =>
  z.string().max(500).default('').describe('User-Agent header to send; empty for the name of this service.');

export const agentHeaders = (userAgent: string): Record<string, string> =>
  userAgent === '' ? {} : { 'user-agent': userAgent };

export interface FetchedPage {
  readonly fetched: Fetched;
  readonly text: string;
  /** Where it was in the end, for relative links. */
  readonly address: URL;
}

/** Fetches a web page. Throws INVALID_INPUT where the answer is not a success or not a page, and `NetworkFailure`. */
export async function fetchPage(target: UrlTarget, userAgent: string, access: NetworkAccess): Promise<FetchedPage> {
  const fetched = await fetchPublic(
    target,
    { headers: { accept: ACCEPT, ...agentHeaders(userAgent) }, allowDowngrade: true },
    access,
  );
  const { status, statusText, headers, bytes, url } = fetched;
  if (status < 200 || status > 299)
    throw invalid(
      `Cannot read ${quote(url)}: the server answers ${status}${statusText === '' ? '' : ` ${statusText}`}`,
    );
  const mediaType = headers.get('content-type')?.at(-1) ?? '';
  if (mediaType !== '' && !TYPES.test(mediaType.trim()))
    throw invalid(`Cannot read ${quote(url)}: it is ${quote(mediaType)}, not a web page`);
  return { fetched, text: await decodePage(bytes, mediaType, quote(url)), address: new URL(url) };
}
