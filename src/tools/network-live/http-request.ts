import { z } from 'zod';

import { defineTool, invalid, json, withFiles } from '../../core/index.js';
import { FetchFailure, fetchPublic } from '../../network/fetch-public.js';
import { accessOf } from '../../network/session.js';
import { parseUrl } from '../../network/targets.js';
import { headersData, headersOf, timingsData, timingsOf } from './_hops.js';
import { failureData, failureOf, LIVE_NOTE, milliseconds, rounded, timeoutOption, told } from './_peer.js';
import { bodyFile, hopData, hopOf, NO_ANSWER, readHeaders, textOf } from './_request.js';

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
    'call an api',
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
