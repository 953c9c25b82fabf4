import { z } from 'zod';

import type { Hop } from '../../network/fetch-public.js';
import type { UrlTarget } from '../../network/targets.js';
import { locationOf } from './_hops.js';
import { failureData, milliseconds, rounded, type told } from './_peer.js';

const hopData = z.object({
  url: z.string().describe('Address that was asked.'),
  status: z.int().describe('Status code.'),
  location: z.string().nullable().describe('Where it leads, as written; null where it does not say.'),
  isPermanent: z
    .boolean()
    .nullable()
    .describe('Whether the redirect is permanent (301, 308); null for an answer that is not a redirect.'),
  hsts: z.string().nullable().describe('Strict-Transport-Security header; null where there is none.'),
  waitMs: milliseconds('From the request to the first byte of the answer.'),
});

const hopOf = (hop: Hop) => ({
  url: hop.url,
  status: hop.status,
  location: locationOf(hop),
  isPermanent: [301, 302, 303, 307, 308].includes(hop.status) ? [301, 308].includes(hop.status) : null,
  hsts: hop.headers.get('strict-transport-security')?.[0] ?? null,
  waitMs: rounded(hop.timings.waitMs),
});

/** What is unwise about a chain. */
function findings(hops: readonly Hop[]): string[] {
  const found: string[] = [];
  for (const [index, { url, status }] of hops.entries()) {
    const next = hops[index + 1];
    if (next === undefined) break;
    if (url.startsWith('https:') && next.url.startsWith('http:')) found.push(`Hop ${index + 1} leaves https for http`);
    if (status === 302 || status === 303 || status === 307)
      found.push(`Hop ${index + 1} is temporary (${status}): search engines keep the old address`);
  }
  const [first, second] = hops;
  if (first !== undefined && second !== undefined && first.url.startsWith('http:')) {
    const [from, to] = [new URL(first.url), new URL(second.url)];
    if (to.protocol === 'https:' && from.hostname !== to.hostname)
      found.push('The first redirect changes the host and the scheme at once: HSTS of the first host is never seen');
  }
  if (hops.length > 3)
    found.push(`${hops.length - 1} redirects one after another; point the first address at the last`);
  const last = hops.at(-1);
  if (last !== undefined && last.status >= 400) found.push(`The last address answers ${last.status}`);
  if (last?.url.startsWith('https:') && last.status < 300 && !last.headers.has('strict-transport-security'))
    found.push('The last address sends no Strict-Transport-Security');
  return found;
}

export const resultData = z.object({
  url: z.string().describe('Address that was given.'),
  finalUrl: z.string().describe('Address that answered last.'),
  finalStatus: z.int().nullable().describe('Its status code; null without an answer.'),
  hops: z.array(hopData).describe('Every answer, the first one first.'),
  redirects: z.int().min(0).describe('Redirects that were followed.'),
  isLoop: z.boolean().describe('Whether an address comes a second time.'),
  totalMs: milliseconds('All answers together.'),
  findings: z.array(z.string()).describe('What is unwise; empty if there is nothing.'),
  failure: failureData('Why the chain could not be followed to its end; null if it could.'),
});

export function report(target: UrlTarget, hops: readonly Hop[], failure: ReturnType<typeof told> | null) {
  const last = hops.at(-1);
  const addresses = hops.map(({ url }) => url);
  const spent = ({ timings: { nameMs, connectMs, tlsMs = 0, waitMs } }: Hop): number =>
    nameMs + connectMs + tlsMs + waitMs;
  return {
    url: target.href,
    finalUrl: last?.url ?? target.href,
    finalStatus: last?.status ?? null,
    hops: hops.map(hopOf),
    redirects: Math.max(0, hops.length - 1),
    isLoop: new Set(addresses).size < addresses.length,
    totalMs: rounded(hops.reduce((sum, hop) => sum + spent(hop), 0)),
    findings: findings(hops),
    failure,
  };
}
