import { z } from 'zod';

import { defineTool, json, text } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { judgedAt } from '../../formats/judged-at.js';
import { readTextSource } from '../../formats/text-source.js';
import { type Cookie, isExpired, SAME_SITE } from '../../lib/cookies/cookie.js';
import { extensionCookies, playwrightState } from '../../lib/cookies/json-cookies.js';

import {
  COOKIE_FORMS,
  checkDomains,
  cookieHeader,
  netscapeFile,
  readCookies,
  readPage,
  setCookieLines,
} from './_cookies.js';

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

const told = (cookie: Cookie, now: number) => ({
  name: cookie.name,
  value: cookie.value,
  domain: cookie.domain,
  hostOnly: cookie.hostOnly,
  path: cookie.path,
  ...(cookie.expires === undefined ? {} : { expires: isoOf(cookie.expires) }),
  expired: isExpired(cookie, now),
  secure: cookie.secure,
  httpOnly: cookie.httpOnly,
  ...(cookie.sameSite === undefined ? {} : { sameSite: cookie.sameSite }),
  partitioned: cookie.partitioned,
  warnings: [...cookie.warnings],
});

export default defineTool({
  id: 'cookie-converter',
  title: 'Cookie Converter',
  summary:
    'Reads Set-Cookie and Cookie headers, cookies.txt and JSON exports, says what browsers make of them and converts between them.',
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    from: z
      .enum(['auto', ...COOKIE_FORMS])
      .default('auto')
      .describe('Form of the input: Set-Cookie headers, a Cookie header, cookies.txt (Netscape) or JSON.'),
    to: z
      .enum(['report', 'netscape', 'playwright', 'extension', 'cookie', 'set-cookie'])
      .default('report')
      .describe(
        'Report as JSON, cookies.txt for curl, wget and yt-dlp, storage state of Playwright, list for browser extensions, Cookie header, or Set-Cookie headers.',
      ),
    url: z
      .string()
      .max(2000)
      .default('')
      .describe(
        'Page that set the cookies, such as https://example.com/account; for a Cookie header, the page it is sent to.',
      ),
    at: shared.at(),
  },
  result: 'mixed',
  data: z.union([
    z.object({
      cookies: z
        .array(
          z.object({
            name: z.string().describe('Name; empty where there is none.'),
            value: z.string().describe('Value as written, quotes and escapes kept.'),
            domain: z.string().describe('Domain in lowercase; empty where it is unknown.'),
            hostOnly: z.boolean().describe('Sent to that host only, not to those below it.'),
            path: z.string().describe('Path below which it is sent.'),
            expires: z.string().optional().describe('When it ends (ISO 8601); absent if with the session.'),
            expired: z.boolean().describe('Whether it has ended.'),
            secure: z.boolean().describe('Sent over HTTPS only.'),
            httpOnly: z.boolean().describe('Hidden from scripts.'),
            sameSite: z
              .enum(SAME_SITE)
              .optional()
              .describe('Whether other sites make it be sent; absent where not said.'),
            partitioned: z.boolean().describe('Kept apart for each site that embeds the page.'),
            warnings: z.array(z.string()).describe('Why browsers reject or change it; empty if they do not.'),
          }),
        )
        .describe('Cookies in the order of the input.'),
    }),
    z.object({
      cookies: z.array(z.looseObject({})).describe('Cookies as Playwright loads them.'),
      origins: z.array(z.looseObject({})).describe('Local storage: always empty.'),
    }),
    z.array(z.looseObject({})).describe('Cookies as extensions import them.'),
  ]),
  notes: [
    'Set-Cookie is read by RFC 6265bis as browsers do: the last of each attribute counts, Max-Age before Expires, dates in any form. Each line is a cookie; of pasted response headers the Set-Cookie lines are taken.',
    'JSON may come from extensions (EditThisCookie, Cookie-Editor), Playwright, Puppeteer, Selenium or this tool, or be an object of names and values. Times are in seconds, or milliseconds where they are that large.',
    'What browsers reject is kept, with the reason in "warnings". Whether a domain is a public suffix is not looked up.',
    'Cookies without a domain belong to the page in "url", which cookies.txt and browsers need. A Cookie header omits what has expired and, with "url", what is not sent to that page.',
    'SameSite and Partitioned do not exist in cookies.txt. At most 10,000 cookies; nothing is kept.',
  ],
  aliases: [
    'cookie parser',
    'set-cookie parser',
    'cookies.txt converter',
    'json to netscape cookies',
    'netscape cookies to json',
    'cookie header to json',
    'cookies for curl',
    'cookies for playwright',
    'editthiscookie',
  ],
  verified: [
    'curl 7.88 in every test run: for 60 random sets of headers the same cookies.txt, and from our cookies.txt the same Cookie header at five addresses',
    'Python 3.11 (http.cookiejar) in every test run: reads the same cookies from our cookies.txt, and the same dates',
  ],
  examples: [
    {
      title: 'A Set-Cookie header',
      input: 'Set-Cookie: sid="a b"; Domain=.Example.com; Path=/app; Max-Age=3600; Secure; HttpOnly; SameSite=Lax',
      options: { at: '2026-01-01T00:00:00Z' },
      output: {
        data: {
          cookies: [
            {
              name: 'sid',
              value: '"a b"',
              domain: 'example.com',
              hostOnly: false,
              path: '/app',
              expires: '2026-01-01T01:00:00Z',
              expired: false,
              secure: true,
              httpOnly: true,
              sameSite: 'lax',
              partitioned: false,
              warnings: [],
            },
          ],
        },
      },
    },
    {
      title: 'A Cookie header as cookies.txt',
      input: 'Cookie: a=1; theme=dark',
      options: { to: 'netscape', url: 'https://example.com/' },
      output: {
        text: '# Netscape HTTP Cookie File\n\nexample.com\tFALSE\t/\tFALSE\t0\ta\t1\nexample.com\tFALSE\t/\tFALSE\t0\ttheme\tdark\n',
      },
    },
    {
      title: 'A JSON export as the header that a page gets',
      input:
        '[{"name":"a","value":"1","domain":".example.com","path":"/","secure":true},{"name":"b","value":"2","domain":"example.com","path":"/shop","hostOnly":true},{"name":"c","value":"3","domain":"other.example"}]',
      options: { to: 'cookie', url: 'https://example.com/shop/cart' },
      output: { text: 'b=2; a=1' },
    },
    {
      title: 'A file of curl for Playwright',
      files: [
        {
          name: 'cookies.txt',
          text: '# Netscape HTTP Cookie File\n#HttpOnly_.example.com\tTRUE\t/\tTRUE\t1900000000\tsid\tx\n',
        },
      ],
      options: { to: 'playwright' },
      output: {
        data: {
          cookies: [
            {
              name: 'sid',
              value: 'x',
              domain: '.example.com',
              path: '/',
              expires: 1_900_000_000,
              httpOnly: true,
              secure: true,
              sameSite: 'Lax',
            },
          ],
          origins: [],
        },
      },
    },
    {
      title: 'What browsers reject',
      input: '__Host-id=1; Domain=example.com; Path=/; SameSite=None',
      options: { to: 'report' },
      output: {
        data: {
          cookies: [
            {
              name: '__Host-id',
              value: '1',
              domain: 'example.com',
              hostOnly: false,
              path: '/',
              expired: false,
              secure: false,
              httpOnly: false,
              sameSite: 'none',
              partitioned: false,
              warnings: [
                'browsers reject it: __Host- needs Secure',
                'browsers reject it: __Host- allows no Domain',
                'browsers reject it: SameSite=None needs Secure',
              ],
            },
          ],
        },
      },
    },
    {
      title: 'No domain',
      input: 'a=1',
      options: { to: 'netscape' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "url" must be given: cookie "a" has no domain, which this format needs',
      },
    },
    {
      title: 'A line that is not of a cookies.txt',
      input: '# Netscape HTTP Cookie File\nexample.com TRUE / FALSE 0 a b',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 2: it must have 7 fields divided by tabs, got 1',
      },
    },
  ],
  async run({ input, files, options: { from, to, url, at }, now }) {
    const page = readPage(url);
    const seconds = Math.floor(judgedAt(at, now).getTime() / 1000);
    const cookies = readCookies(await readTextSource({ input, files }), from, page, seconds);
    if (to === 'netscape') return text(netscapeFile(cookies), { name: 'cookies.txt' });
    if (to === 'cookie') return text(cookieHeader(cookies, page, seconds));
    if (to === 'set-cookie') return text(setCookieLines(cookies));
    if (to === 'report') return json({ cookies: cookies.map((cookie) => told(cookie, seconds)) });
    checkDomains(cookies);
    return to === 'playwright'
      ? json(playwrightState(cookies), { name: 'state.json' })
      : json(extensionCookies(cookies), { name: 'cookies.json' });
  },
});
