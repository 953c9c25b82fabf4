import { z } from 'zod';

import { defineTool, file, invalid, json, quote, withFiles } from '../../core/index.js';
import { decodeWith, hasEncoding } from '../../engines/text/text-encoding.js';
import { charsetOf } from '../../formats/html/page-bytes.js';
import { type Fetched, FetchFailure, fetchPublic, type Hop } from '../../network/fetch-public.js';
import { accessOf } from '../../network/session.js';
import { parseUrl } from '../../network/targets.js';
import { headersData, headersOf, locationOf, timingsData, timingsOf } from './_hops.js';
import { failureData, failureOf, LIVE_NOTE, milliseconds, rounded, timeoutOption, told } from './_peer.js';

/** What no text has: control characters but white space and escape. */
const CONTROLS = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;
const TEXTS =
  /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|javascript|x-www-form-urlencoded|yaml|graphql|x-ndjson)\b|image\/svg)/i;

const hopData = z.object({
  url: z.string().describe('Address that was asked.'),
  method: z.string().describe('Method of the request.'),
  status: z.int().describe('Status code.'),
  location: z.string().nullable().describe('Where it leads, as written; null where it does not say.'),
});

const hopOf = (hop: Hop) => ({ url: hop.url, method: hop.method, status: hop.status, location: locationOf(hop) });

const NO_ANSWER = {
  status: null,
  statusText: '',
  httpVersion: '',
  headers: [],
  address: null,
  timings: null,
  bodyMs: 0,
  sentBytes: 0,
  bodyBytes: 0,
  isCut: false,
  body: null,
};

/** Header lines, such as `Accept: application/json`. */
function readHeaders(text: string): Record<string, string> {
  const headers = new Map<string, string>();
  for (const [index, line] of text.split(/\r\n|[\r\n]/).entries()) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    if (colon < 1)
      throw invalid(
        `Option "headers" must have lines such as Accept: application/json, got ${quote(line)} in line ${index + 1}`,
      );
    const name = line.slice(0, colon).trim();
    if (headers.has(name.toLowerCase()))
      throw invalid(`Option "headers" must name each header once, got ${quote(name)} twice`);
    headers.set(name.toLowerCase(), line.slice(colon + 1).trim());
  }
  return Object.fromEntries(headers);
}

/** Longer text is a file: in JSON each character may take four. */
const TEXT_BYTES = 1_000_000;

/** The body as text, where it says that it is text and reads as such. */
function textOf({ bytes, headers }: Fetched): string | null {
  const type = headers.get('content-type')?.at(-1) ?? '';
  if ((type !== '' && !TEXTS.test(type)) || bytes.length > TEXT_BYTES) return null;
  const charset = charsetOf(type);
  try {
    const text =
      charset !== undefined && hasEncoding(charset)
        ? decodeWith(bytes, charset)
        : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return CONTROLS.test(text) ? null : text;
  } catch {
    // Bytes of another kind go out as a file.
    return null;
  }
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/svg+xml': '.svg',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'text/html': '.html',
  'application/json': '.json',
  'text/css': '.css',
  'text/plain': '.txt',
};

/** The body as a file, named after the last part of its address. */
function bodyFile({ url, bytes, headers }: Fetched) {
  const mime = headers.get('content-type')?.at(-1)?.trim() || 'application/octet-stream';
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  const name =
    /^[\w.-]{1,100}$/.test(last) && /\.\w+$/.test(last)
      ? last.toLowerCase()
      : `result${ENDINGS[mime.replace(/;.*$/, '').toLowerCase()] ?? '.bin'}`;
  return file(name, mime, bytes).files;
}

export default defineTool({
  id: 'http-request',
  title: 'HTTP Request',
  summary:
    'Sends one HTTP request and shows the answer: status, headers, body, redirects, TLS and how long each part took.',
  family: 'network-live',
  class: 'network',
  needs: ['network'],
  timeoutSeconds: 30,
  input: 'required',
  options: {
    method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).default('GET').describe('Method.'),
    headers: z
      .string()
      .max(20_000)
      .default('')
      .describe('Headers to send, one per line, such as Accept: application/json.'),
    body: z.string().max(1_000_000).default('').describe('Body to send, in UTF-8.'),
    follow: z.boolean().default(true).describe('Follows redirects, up to 10.'),
    format: z
      .enum(['auto', 'file'])
      .default('auto')
      .describe(
        'How the body comes back: in the report where it is text of up to 1,000,000 bytes and else as a file, or always as a file.',
      ),
    maxBytes: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(4_000_000)
      .default(1_000_000)
      .describe('Bytes of the body to read at most; the rest is cut off. 0: reads none.'),
    timeoutMs: timeoutOption(10_000, 20_000, 'the whole exchange'),
  },
  result: 'mixed',
  data: z.object({
    url: z.string().describe('Address that answered last.'),
    status: z.int().nullable().describe('Status code; null without an answer.'),
    statusText: z.string().describe('Reason after the status code.'),
    httpVersion: z.string().describe('Version of HTTP.'),
    headers: headersData,
    redirects: z.array(hopData).describe('Redirects that were followed, the first one first.'),
    address: z.string().nullable().describe('IP address that answered.'),
    timings: timingsData.nullable().describe('How long each part took; null without an answer.'),
    bodyMs: milliseconds('Reading the body.'),
    sentBytes: z.int().min(0).describe('Bytes of the body as they were sent, compressed or not.'),
    bodyBytes: z.int().min(0).describe('Bytes of the body.'),
    isCut: z.boolean().describe('The body is longer than what is given.'),
    body: z.string().nullable().describe('Body, where it is text; null where it is a file.'),
    failure: failureData('Why there is no answer; null if there is one.'),
  }),
  notes: [
    LIVE_NOTE,
    'HTTP/1.1 over a connection of its own; no cookies are kept and no proxy is used. gzip, deflate and brotli are undone. Certificates must be valid.',
    'Redirects from https to http are not followed. Headers such as Authorization stay with the site they were meant for. Host, Content-Length and other headers of the connection cannot be set.',
    'A server that refuses, breaks off or takes too long is told in "failure". At most 64 headers of 16 KiB in all are sent.',
  ],
  aliases: [
    'curl',
    'http client',
    'fetch url',
    'rest client',
    'postman',
    'httpie',
    'send get request',
    'download url',
    'api request',
  ],
  verified: [
    'curl 7.88 against the same server on loopback: status, headers and body of 80 random answers (chunked, gzip, brotli, empty, redirects) are the same',
    'The server of the test tells what it got: 100 random requests arrive with their method, headers and body',
  ],
  examples: [
    {
      title: 'JSON of an API',
      input: 'https://example.com/data.json',
      output: {
        data: {
          url: 'https://example.com/data.json',
          status: 200,
          statusText: 'OK',
          httpVersion: '1.1',
          headers: [
            { name: 'content-type', value: 'application/json' },
            { name: 'content-length', value: '16' },
            { name: 'connection', value: 'close' },
          ],
          redirects: [],
          address: '2606:2800:21f::14',
          timings: { nameMs: 4.1, connectMs: 11.8, tlsMs: 15.2, waitMs: 12.6 },
          bodyMs: 0.4,
          sentBytes: 16,
          bodyBytes: 16,
          isCut: false,
          body: '{"status": "ok"}',
          failure: null,
        },
      },
    },
    {
      title: 'The head of a redirect that is not followed',
      input: 'http://example.com/',
      options: { follow: false, method: 'HEAD' },
      output: {
        data: {
          url: 'http://example.com/',
          status: 301,
          statusText: 'Moved Permanently',
          httpVersion: '1.1',
          headers: [
            { name: 'location', value: 'https://example.com/' },
            { name: 'content-length', value: '0' },
            { name: 'connection', value: 'close' },
          ],
          redirects: [],
          address: '2606:2800:21f::14',
          timings: { nameMs: 4.1, connectMs: 11.8, tlsMs: null, waitMs: 12.6 },
          bodyMs: 0.4,
          sentBytes: 0,
          bodyBytes: 0,
          isCut: false,
          body: '',
          failure: null,
        },
      },
    },
    {
      title: 'A server that refuses the connection',
      input: 'http://refusing.example.net/',
      output: {
        data: {
          url: 'http://refusing.example.net/',
          status: null,
          statusText: '',
          httpVersion: '',
          headers: [],
          redirects: [],
          address: null,
          timings: null,
          bodyMs: 0,
          sentBytes: 0,
          bodyBytes: 0,
          isCut: false,
          body: null,
          failure: { reason: 'refused', message: 'Cannot reach "refusing.example.net:80": connection refused' },
        },
      },
    },
    {
      title: 'An address inside the network',
      input: 'http://private.example.net/',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot reach "private.example.net": it leads to an address that is not public',
      },
    },
    {
      title: 'A header without a colon',
      input: 'https://example.com/',
      options: { headers: 'Accept' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "headers" must have lines such as Accept: application/json, got "Accept" in line 1',
      },
    },
    {
      title: 'A header twice',
      input: 'https://example.com/',
      options: { headers: 'Accept: a\naccept: b' },
      error: { code: 'INVALID_INPUT', message: 'Option "headers" must name each header once, got "accept" twice' },
    },
    {
      title: 'A body with GET',
      input: 'https://example.com/',
      options: { body: 'x' },
      error: { code: 'INVALID_INPUT', message: 'Option "body" must be empty where "method" is GET' },
    },
  ],
  async run({
    input,
    options: { method, headers, body, follow, format, maxBytes, timeoutMs },
    signal,
    settings,
    network,
  }) {
    const target = parseUrl(input, { allowCredentials: true });
    if (body !== '' && (method === 'GET' || method === 'HEAD'))
      throw invalid(`Option "body" must be empty where "method" is ${method}`);
    const limits = {
      totalMs: timeoutMs,
      bodyBytes: maxBytes,
      decodedBytes: maxBytes,
      ...(follow ? {} : { redirects: 0 }),
    };
    const request = {
      method,
      headers: readHeaders(headers),
      ...(body === '' ? {} : { body: Buffer.from(body) }),
      response: maxBytes === 0 ? ('none' as const) : ('cut' as const),
    };
    const fetched = await fetchPublic(target, request, accessOf({ signal, settings, network }, limits)).catch(
      (error: unknown) => failureOf(error),
    );
    if (!('status' in fetched)) {
      const hops = fetched instanceof FetchFailure ? fetched.hops : [];
      return json({ url: target.href, ...NO_ANSWER, redirects: hops.map(hopOf), failure: told(fetched) });
    }
    const text = format === 'file' ? null : textOf(fetched);
    const report = {
      url: fetched.url,
      status: fetched.status,
      statusText: fetched.statusText,
      httpVersion: fetched.httpVersion,
      headers: headersOf(fetched),
      redirects: fetched.redirects.map(hopOf),
      address: fetched.address,
      timings: timingsOf(fetched),
      bodyMs: rounded(fetched.bodyMs),
      sentBytes: fetched.sentBytes,
      bodyBytes: fetched.bytes.length,
      isCut: fetched.isCut,
      body: text,
      failure: null,
    };
    return text === null && fetched.bytes.length > 0 ? withFiles(json(report), bodyFile(fetched)) : json(report);
  },
});
