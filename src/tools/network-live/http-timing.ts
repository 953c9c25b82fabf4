import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import type { Told } from '../../core/tool.js';
import { NetworkFailure } from '../../network/failures.js';
import { fetchPublic } from '../../network/fetch-public.js';
import { accessOf } from '../../network/session.js';
import { parseUrl } from '../../network/targets.js';
import { agentHeaders, userAgentOption } from './_page.js';
import { failureData, failureOf, LIVE_NOTE, milliseconds, rounded, timeoutOption, told } from './_peer.js';

const PARTS = ['nameMs', 'connectMs', 'tlsMs', 'waitMs', 'bodyMs', 'totalMs'] as const;

const times = {
  nameMs: milliseconds('Finding the addresses.'),
  connectMs: milliseconds('Opening the connection.'),
  tlsMs: milliseconds('Agreeing on TLS; 0 without TLS.'),
  waitMs: milliseconds('From the request to the first byte of the answer.'),
  bodyMs: milliseconds('Reading the body.'),
  totalMs: milliseconds('All of it.'),
};

const attempt = z.object({
  status: z.int().nullable().describe('Status code; null without an answer.'),
  address: z.string().nullable().describe('IP address that answered.'),
  sentBytes: z.int().min(0).describe('Bytes of the body as they were sent.'),
  ...times,
  failure: failureData(),
});

type Attempt = Told<z.output<typeof attempt>>;

/** The middle of the values; between the two in the middle where their number is even. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return rounded(((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2);
}

export default defineTool({
  id: 'http-timing',
  title: 'HTTP Timing',
  summary:
    'Fetches an address several times and shows how long each part takes: DNS, connection, TLS, first byte, download.',
  family: 'network-live',
  class: 'network',
  needs: ['network'],
  timeoutSeconds: 60,
  input: 'required',
  options: {
    count: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(10)
      .default(3)
      .describe('How many times it is fetched, one after another.'),
    userAgent: userAgentOption(),
    timeoutMs: timeoutOption(5_000, 5_000, 'each fetch'),
  },
  result: 'data',
  data: z.object({
    url: z.string().describe('Address that was fetched.'),
    attempts: z.array(attempt).describe('One per fetch, in their order.'),
    median: z.object(times).nullable().describe('Median of the fetches that succeeded; null where none did.'),
    failures: z.int().min(0).describe('Fetches that failed.'),
  }),
  notes: [
    LIVE_NOTE,
    'Each fetch has a connection of its own over HTTP/1.1 and asks the DNS again; caches of DNS servers make later ones faster. Redirects are not followed.',
    'The times are those of this machine and its network. Of the body 4 MiB at most are read.',
  ],
  aliases: [
    'ttfb',
    'time to first byte',
    'website speed',
    'curl timing',
    'httpstat',
    'dns time',
    'latency of a website',
    'response time test',
    'why is a website slow',
  ],
  verified: [
    'A server on loopback that waits 50 to 400 ms before its head and before its body: the parts of 20 fetches are at least what was waited, and add up to the whole',
  ],
  examples: [
    {
      title: 'One fetch',
      input: 'https://example.com/data.json',
      options: { count: 1 },
      output: {
        data: {
          url: 'https://example.com/data.json',
          attempts: [
            {
              status: 200,
              address: '2606:2800:21f::14',
              sentBytes: 16,
              nameMs: 4.1,
              connectMs: 11.8,
              tlsMs: 15.2,
              waitMs: 12.6,
              bodyMs: 0.4,
              totalMs: 44.1,
              failure: null,
            },
          ],
          median: { nameMs: 4.1, connectMs: 11.8, tlsMs: 15.2, waitMs: 12.6, bodyMs: 0.4, totalMs: 44.1 },
          failures: 0,
        },
      },
    },
    {
      title: 'A server that refuses the connection',
      input: 'http://refusing.example.net/',
      options: { count: 1 },
      output: {
        data: {
          url: 'http://refusing.example.net/',
          attempts: [
            {
              status: null,
              address: null,
              sentBytes: 0,
              nameMs: 0,
              connectMs: 0,
              tlsMs: 0,
              waitMs: 0,
              bodyMs: 0,
              totalMs: 0,
              failure: { reason: 'refused', message: 'Cannot reach "refusing.example.net:80": connection refused' },
            },
          ],
          median: null,
          failures: 1,
        },
      },
    },
    {
      title: 'A router',
      input: 'http://192.168.1.1/',
      error: { code: 'INVALID_INPUT', message: 'Cannot reach "192.168.1.1": it is not a public address' },
    },
  ],
  async run({ input, options: { count, userAgent, timeoutMs }, signal, settings, network }) {
    const target = parseUrl(input);
    const access = accessOf({ signal, settings, network }, { totalMs: timeoutMs, redirects: 0 });
    const attempts: Attempt[] = [];
    for (let round = 0; round < count; round += 1) {
      const options = { headers: agentHeaders(userAgent), response: 'cut' } as const;
      const fetched = await fetchPublic(target, options, access).catch((error: unknown) => failureOf(error));
      if (fetched instanceof NetworkFailure) {
        const zero = { nameMs: 0, connectMs: 0, tlsMs: 0, waitMs: 0, bodyMs: 0, totalMs: 0 };
        attempts.push({ status: null, address: null, sentBytes: 0, ...zero, failure: told(fetched) });
        continue;
      }
      const { status, address, sentBytes, bodyMs } = fetched;
      const { nameMs, connectMs, tlsMs = 0, waitMs } = fetched.timings;
      const totalMs = nameMs + connectMs + tlsMs + waitMs + bodyMs;
      const parts = { nameMs, connectMs, tlsMs, waitMs, bodyMs, totalMs };
      const shown = Object.fromEntries(PARTS.map((part) => [part, rounded(parts[part])])) as typeof parts;
      attempts.push({ status, address, sentBytes, ...shown, failure: null });
    }
    const good = attempts.filter(({ failure }) => failure === null);
    const of = (part: (typeof PARTS)[number]): number => median(good.map((one) => one[part]));
    const medians = {
      nameMs: of('nameMs'),
      connectMs: of('connectMs'),
      tlsMs: of('tlsMs'),
      waitMs: of('waitMs'),
      bodyMs: of('bodyMs'),
      totalMs: of('totalMs'),
    };
    return json({
      url: target.href,
      attempts,
      median: good.length === 0 ? null : medians,
      failures: attempts.length - good.length,
    });
  },
});
