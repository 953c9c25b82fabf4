import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { headerFindings, SEVERITIES } from '../../lib/http/header-findings.js';
import { fetchPublic } from '../../network/fetch-public.js';
import { accessOf } from '../../network/session.js';
import { parseUrl } from '../../network/targets.js';
import { headersData, headersOf, locationOf } from './_hops.js';
import { agentHeaders, userAgentOption } from './_page.js';
import { LIVE_NOTE, timeoutOption } from './_peer.js';

const GRADES = ['A', 'B', 'C', 'D', 'F'] as const;

/** A medium finding costs a grade, and so do three low ones. */
const gradeOf = (medium: number, low: number): (typeof GRADES)[number] =>
  GRADES[Math.min(4, medium + Math.ceil(low / 3))] ?? 'F';

export default defineTool({
  id: 'security-headers-check',
  title: 'Security Headers Check',
  summary:
    'Fetches an address and judges its response headers: CSP, HSTS, cookies, CORS, framing, caching; with a grade and advice.',
  family: 'network-live',
  class: 'network',
  needs: ['network'],
  timeoutSeconds: 30,
  input: 'required',
  options: {
    follow: z.boolean().default(true).describe('Follows redirects and judges the last answer; off for the first one.'),
    userAgent: userAgentOption(),
    timeoutMs: timeoutOption(10_000, 20_000, 'the answer'),
  },
  result: 'data',
  data: z.object({
    url: z.string().describe('Address that answered, after redirects.'),
    status: z.int().describe('Status code.'),
    grade: z.enum(GRADES).describe('A is best: a medium finding costs a grade, and so do up to three low ones.'),
    redirects: z
      .array(
        z.object({ url: z.string().describe('Address.'), location: z.string().nullable().describe('Where it leads.') }),
      )
      .describe('Redirects before it.'),
    headers: headersData,
    findings: z
      .array(
        z.object({
          severity: z.enum(SEVERITIES).describe('How much it matters.'),
          header: z.string().describe('Header it is about, in lowercase.'),
          message: z.string().describe('What is missing or wrong.'),
          advice: z.string().describe('What to write; empty where nothing is to be written.'),
          source: z.string().describe('Where it is said.'),
        }),
      )
      .describe('What was found, the most important first.'),
    counts: z
      .object({
        medium: count('Findings of severity medium.'),
        low: count('Findings of severity low.'),
        info: count('Findings of severity info.'),
      })
      .describe('Findings by severity.'),
  }),
  notes: [
    LIVE_NOTE,
    'The headers are judged as http-headers-analyzer judges pasted ones. A finding is not a hole, and no finding is not proof of safety: it depends on what the page does.',
    'One GET request; the body is not read. Pages behind a login send other headers.',
  ],
  aliases: [
    'securityheaders.com',
    'mozilla observatory',
    'hsts check of a site',
    'csp of a site',
    'check http headers',
    'website security check',
    'x-frame-options check',
  ],
  verified: [
    'RFC 6797, 6265bis, 7034, 9110 and 9111, CSP Level 3, the Fetch Standard and the OWASP HTTP Headers Cheat Sheet: an example of each finding, by http-headers-analyzer',
    'curl 7.88 (-i) piped into http-headers-analyzer: the same findings for 60 random answers of a server on loopback',
  ],
  examples: [
    {
      title: 'A site without a policy for its content',
      input: 'http://example.com/',
      output: {
        data: {
          url: 'https://example.com/',
          status: 200,
          grade: 'D',
          redirects: [{ url: 'http://example.com/', location: 'https://example.com/' }],
          headers: [
            { name: 'content-type', value: 'text/html; charset=utf-8' },
            { name: 'strict-transport-security', value: 'max-age=31536000; includeSubDomains' },
            { name: 'x-content-type-options', value: 'nosniff' },
            { name: 'server', value: 'nginx/1.25.3' },
            { name: 'set-cookie', value: 'id=7; Path=/; Secure; HttpOnly; SameSite=Lax' },
            { name: 'content-length', value: '705' },
            { name: 'connection', value: 'close' },
          ],
          findings: [
            {
              severity: 'medium',
              header: 'content-security-policy',
              message: 'missing: scripts of others are not kept out',
              advice: "Content-Security-Policy: default-src 'self'",
              source: 'CSP Level 3',
            },
            {
              severity: 'medium',
              header: 'x-frame-options',
              message: 'missing, and no frame-ancestors: other sites may frame the page',
              advice: "Content-Security-Policy: frame-ancestors 'none'",
              source: 'CSP Level 3 §6.4.2',
            },
            {
              severity: 'low',
              header: 'server',
              message: 'it tells what the server runs: "nginx/1.25.3"',
              advice: 'no version, or no header',
              source: 'OWASP HTTP Headers Cheat Sheet',
            },
            {
              severity: 'info',
              header: 'cache-control',
              message: 'missing: caches decide by themselves how long to keep the answer',
              advice: 'Cache-Control: no-cache',
              source: 'RFC 9111 §4.2.2',
            },
          ],
          counts: { medium: 2, low: 1, info: 1 },
        },
      },
    },
    {
      title: 'The first answer alone',
      input: 'http://example.com/',
      options: { follow: false },
      output: {
        data: {
          url: 'http://example.com/',
          status: 301,
          grade: 'D',
          redirects: [],
          headers: [
            { name: 'location', value: 'https://example.com/' },
            { name: 'content-length', value: '0' },
            { name: 'connection', value: 'close' },
          ],
          findings: [
            {
              severity: 'medium',
              header: 'content-security-policy',
              message: 'missing: scripts of others are not kept out',
              advice: "Content-Security-Policy: default-src 'self'",
              source: 'CSP Level 3',
            },
            {
              severity: 'medium',
              header: 'x-frame-options',
              message: 'missing, and no frame-ancestors: other sites may frame the page',
              advice: "Content-Security-Policy: frame-ancestors 'none'",
              source: 'CSP Level 3 §6.4.2',
            },
            {
              severity: 'low',
              header: 'x-content-type-options',
              message: 'missing: browsers may guess types',
              advice: 'X-Content-Type-Options: nosniff',
              source: 'Fetch Standard §3.6',
            },
            {
              severity: 'info',
              header: 'cache-control',
              message: 'missing: caches decide by themselves how long to keep the answer',
              advice: 'Cache-Control: no-cache',
              source: 'RFC 9111 §4.2.2',
            },
          ],
          counts: { medium: 2, low: 1, info: 1 },
        },
      },
    },
    {
      title: 'A server that refuses the connection',
      input: 'https://refusing.example.net/',
      error: { code: 'INVALID_INPUT', message: 'Cannot reach "refusing.example.net:443": connection refused' },
    },
  ],
  async run({ input, options: { follow, userAgent, timeoutMs }, signal, settings, network }) {
    const limits = { totalMs: timeoutMs, ...(follow ? {} : { redirects: 0 }) };
    const fetched = await fetchPublic(
      parseUrl(input),
      { headers: agentHeaders(userAgent), response: 'none', allowDowngrade: true },
      accessOf({ signal, settings, network }, limits),
    );
    const headers = headersOf(fetched);
    const fields = headers.map((header) => ({ ...header, line: 0 }));
    const read = { status: fetched.status, version: `HTTP/${fetched.httpVersion}`, fields, strange: [] };
    const findings = headerFindings(read, fetched.url.startsWith('https:'));
    const countOf = (severity: string): number => findings.filter((finding) => finding.severity === severity).length;
    const counts = { medium: countOf('medium'), low: countOf('low'), info: countOf('info') };
    return json({
      url: fetched.url,
      status: fetched.status,
      grade: gradeOf(counts.medium, counts.low),
      redirects: fetched.redirects.map((hop) => ({ url: hop.url, location: locationOf(hop) })),
      headers,
      findings,
      counts,
    });
  },
});
