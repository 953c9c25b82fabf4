import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { FetchFailure, fetchPublic } from '../../network/fetch-public.js';
import { eachWithin } from '../../network/many.js';
import { accessOf, type NetworkAccess } from '../../network/session.js';
import { parseUrl, type UrlTarget } from '../../network/targets.js';
import { linesNote, readLines } from './_lines.js';
import { agentHeaders, userAgentOption } from './_page.js';
import { LIVE_NOTE, timeoutOption, told } from './_peer.js';
import { report, resultData } from './_redirects.js';

const URLS = 20;
const TOTAL_MS = 50_000;
/** Search engines follow that many in one go: Google, "Redirects and Google Search". */
const MANY = 10;

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
    'where does a short link go',
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
