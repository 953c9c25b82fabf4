import { quote } from '../../core/index.js';
import type { PageLink } from '../../formats/html/page-links.js';
import { type Fetched, fetchPublic } from '../../network/fetch-public.js';
import type { NetworkAccess } from '../../network/session.js';
import { targetOf } from '../../network/targets.js';
import { missingFragments, type WantedLink } from './_links.js';
import { agentHeaders } from './_page.js';
import type { told } from './_peer.js';

export const LINK_STATES = ['ok', 'redirected', 'refused', 'broken', 'not-checked'] as const;

export interface LinkReport {
  readonly url: string;
  readonly kind: PageLink['kind'];
  readonly text: string;
  readonly count: number;
  readonly state: (typeof LINK_STATES)[number];
  readonly status: number | null;
  readonly finalUrl: string | null;
  readonly message: string | null;
}

/** Turned away for being a program, or for coming too often; 999 is LinkedIn's. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 405, 406, 429, 451, 503, 999]);

interface Outcome {
  readonly fetched?: Fetched;
  /** Fragments that the page does not have. */
  readonly missing?: readonly string[];
  readonly failure?: ReturnType<typeof told>;
}

/** Asks an address; throws `NetworkFailure`. */
export async function checkLink(link: WantedLink, userAgent: string, access: NetworkAccess): Promise<LinkReport> {
  const response = link.fragments.length === 0 ? 'none' : 'cut';
  const fetched = await fetchPublic(
    targetOf(link.url),
    { headers: agentHeaders(userAgent), response, allowDowngrade: true },
    access,
  );
  const type = fetched.headers.get('content-type')?.at(-1) ?? '';
  const isWhole = fetched.status < 300 && !fetched.isCut;
  return linkRow(link, {
    fetched,
    missing: isWhole ? await missingFragments(link.fragments, fetched.bytes, type) : [],
  });
}

export function linkRow(
  { url, kind, text, count }: WantedLink,
  { fetched, missing = [], failure }: Outcome,
): LinkReport {
  const row = { url: url.href, kind, text, count, status: fetched?.status ?? null, finalUrl: fetched?.url ?? null };
  if (failure !== undefined) {
    const isLate = failure.reason === 'timeout' && failure.message.startsWith('Not tried');
    const isUnknown = isLate || failure.reason === 'not-public';
    return { ...row, state: isUnknown ? 'not-checked' : 'broken', message: failure.message };
  }
  const { status = 0, statusText = '', redirects = [] } = fetched ?? {};
  const answer = `Answers ${status}${statusText === '' ? '' : ` ${statusText}`}`;
  if (REFUSALS.has(status)) return { ...row, state: 'refused', message: answer };
  if (status < 200 || status > 299) return { ...row, state: 'broken', message: answer };
  if (missing.length > 0)
    return {
      ...row,
      state: 'broken',
      message: `Has no place named ${missing.map((name) => quote(`#${name}`)).join(', ')}`,
    };
  if (redirects.length > 0 && redirects.every((hop) => hop.status === 301 || hop.status === 308))
    return { ...row, state: 'redirected', message: `Has moved for good to ${fetched?.url ?? ''}` };
  return { ...row, state: 'ok', message: null };
}

const unasked = ({ address, kind, text }: PageLink) => ({
  url: address,
  kind,
  text,
  count: 1,
  status: null,
  finalUrl: null,
});

/** An anchor that the page itself does not have. */
export const missingAnchor = (link: PageLink): LinkReport => ({
  ...unasked(link),
  state: 'broken',
  message: `Has no place named ${quote(link.address.slice(link.address.indexOf('#')))}`,
});

/** What is not an address, or relative in a file whose own is not known. */
export function unknownAddress(link: PageLink): LinkReport {
  const isRelative = !/^[a-z][a-z0-9+.-]*:/i.test(link.address);
  if (!isRelative) return { ...unasked(link), state: 'broken', message: 'Is not a URL' };
  const message = 'Is relative, and the address of the file is not known: option "baseUrl"';
  return { ...unasked(link), state: 'not-checked', message };
}
