import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { FetchFailure, fetchPublic, type Hop } from '../../network/fetch-public.js';
import { eachWithin } from '../../network/many.js';
import { accessOf, type NetworkAccess } from '../../network/session.js';
import { parseUrl, type UrlTarget } from '../../network/targets.js';
import { locationOf } from './_hops.js';
import { linesNote, readLines } from './_lines.js';
import { agentHeaders, userAgentOption } from './_page.js';
import { failureData, LIVE_NOTE, milliseconds, rounded, timeoutOption, told } from './_peer.js';

const URLS = 20;
const TOTAL_MS = 50_000;
/** Search engines follow that many in one go: Google, "Redirects and Google Search". */
const MANY = 10;

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

const resultData = z.object({
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

function report(target: UrlTarget, hops: readonly Hop[], failure: ReturnType<typeof told> | null) {
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

export default defineTool({
  id: 'redirect-checker',
  title: 'Redirect Checker',
  summary:
    'Follows the redirects of web addresses hop by hop and tells of loops, long chains, temporary ones and steps back to http.',
  family: 'network-live',
  class: 'network',
  needs: ['network'],
  timeoutSeconds: 60,
  input: 'required',
  options: {
    method: z.enum(['GET', 'HEAD']).default('GET').describe('Method; some servers answer HEAD in another way.'),
    limit: z.number().multipleOf(1).min(1).max(20).default(MANY).describe('Redirects to follow at most.'),
    userAgent: userAgentOption(),
    timeoutMs: timeoutOption(10_000, 20_000, 'one chain'),
  },
  result: 'data',
  data: z.object({
    results: z.array(resultData).describe('One per address, in their order.'),
  }),
  notes: [
    LIVE_NOTE,
    linesNote(URLS),
    'Redirects by status code and Location are followed as the Fetch standard has it, steps from https to http too. Refresh headers, meta tags and scripts are not. Bodies are not read.',
    'No cookies are kept. A chain that leads to an address that is not public is told as a failure. After 50 seconds what was not asked yet is told as a failure.',
  ],
  aliases: [
    'redirect trace',
    'http status checker',
    'where does this link go',
    'unshorten url',
    'redirect chain',
    '301 checker',
    'curl -IL',
    'expand short link',
  ],
  verified: [
    'curl 7.88 (-L -w): the same addresses, statuses and number of redirects for 150 random chains of a server on loopback, with loops, relative and absolute addresses',
  ],
  examples: [
    {
      title: 'From http to a page',
      input: 'http://example.com/',
      output: {
        data: {
          results: [
            {
              url: 'http://example.com/',
              finalUrl: 'https://example.com/',
              finalStatus: 200,
              hops: [
                {
                  url: 'http://example.com/',
                  status: 301,
                  location: 'https://example.com/',
                  isPermanent: true,
                  hsts: null,
                  waitMs: 12.6,
                },
                {
                  url: 'https://example.com/',
                  status: 200,
                  location: null,
                  isPermanent: null,
                  hsts: 'max-age=31536000; includeSubDomains',
                  waitMs: 12.6,
                },
              ],
              redirects: 1,
              isLoop: false,
              totalMs: 57.1,
              findings: [],
              failure: null,
            },
          ],
        },
      },
    },
    {
      title: 'A loop, and a redirect into a private network',
      input: 'https://example.com/loop\nhttps://example.com/inside',
      options: { limit: 2 },
      output: {
        data: {
          results: [
            {
              url: 'https://example.com/loop',
              finalUrl: 'https://example.com/loop',
              finalStatus: 302,
              hops: [
                {
                  url: 'https://example.com/loop',
                  status: 302,
                  location: '/loop/again',
                  isPermanent: false,
                  hsts: null,
                  waitMs: 12.6,
                },
                {
                  url: 'https://example.com/loop/again',
                  status: 302,
                  location: '/loop',
                  isPermanent: false,
                  hsts: null,
                  waitMs: 12.6,
                },
                {
                  url: 'https://example.com/loop',
                  status: 302,
                  location: '/loop/again',
                  isPermanent: false,
                  hsts: null,
                  waitMs: 12.6,
                },
              ],
              redirects: 2,
              isLoop: true,
              totalMs: 57.1,
              findings: [
                'Hop 1 is temporary (302): search engines keep the old address',
                'Hop 2 is temporary (302): search engines keep the old address',
              ],
              failure: { reason: 'too-many-redirects', message: 'Cannot fetch "example.com": more than 2 redirects' },
            },
            {
              url: 'https://example.com/inside',
              finalUrl: 'https://example.com/inside',
              finalStatus: 302,
              hops: [
                {
                  url: 'https://example.com/inside',
                  status: 302,
                  location: 'http://10.0.0.1/',
                  isPermanent: false,
                  hsts: null,
                  waitMs: 12.6,
                },
              ],
              redirects: 0,
              isLoop: false,
              totalMs: 57.1,
              findings: [],
              failure: { reason: 'not-public', message: 'Cannot reach "10.0.0.1": it is not a public address' },
            },
          ],
        },
      },
    },
    {
      title: 'No address',
      input: 'example',
      error: {
        code: 'INVALID_INPUT',
        message: 'Input must be a URL with http or https, got "example": the scheme is another or missing',
      },
    },
  ],
  async run({ input, options: { method, limit, userAgent, timeoutMs }, signal, settings, network }) {
    const targets = readLines(input, URLS, (line, label) => parseUrl(line, { label }));
    const access = accessOf({ signal, settings, network }, { totalMs: timeoutMs, redirects: limit });
    const check = async (target: UrlTarget, own: NetworkAccess) => {
      const options = { method, headers: agentHeaders(userAgent), response: 'none', allowDowngrade: true } as const;
      const { redirects, ...last } = await fetchPublic(target, options, own);
      return report(target, [...redirects, last], null);
    };
    const results = await eachWithin<UrlTarget, ReturnType<typeof report>>(
      targets,
      access,
      {
        atOnce: 4,
        totalMs: TOTAL_MS,
        onFailure: (target, failure) =>
          report(target, failure instanceof FetchFailure ? failure.hops : [], told(failure)),
      },
      check,
    );
    return json({ results });
  },
});
