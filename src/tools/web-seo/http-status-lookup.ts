import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { eachLine, LINE_FILES, lineData, linesNote } from '../../formats/lines/each-line.js';
import { LISTED_NOTE, listedValues } from '../../formats/lines/values-of-line.js';
import { classOf, findCodes, readQuestion, STATUS_CLASSES } from '../../lib/http/status-codes.js';

const MAX_LINES = 1_000;

const SOURCES = ['any', 'standard', 'unofficial'] as const;

function describe(line: string, source: (typeof SOURCES)[number]) {
  const question = readQuestion(line);
  const found = findCodes(question).filter(
    ({ status }) => source === 'any' || (status === 'unofficial') === (source === 'unofficial'),
  );
  const codes = found.map(({ code, ...facts }) => ({ code, class: classOf(code), ...facts }));
  if (codes.length > 0 || !('code' in question) || question.code > 599) return { codes };
  // RFC 9110, 15: a client treats a code it does not know as the x00 code of its class.
  return { treatedAs: Math.floor(question.code / 100) * 100, codes };
}

export default defineTool({
  id: 'http-status-lookup',
  title: 'HTTP Status Lookup',
  summary: 'Explains HTTP status codes by number, class or words, with the RFC, related headers and what to do.',
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: LINE_FILES,
  options: {
    source: z
      .enum(SOURCES)
      .default('any')
      .describe('Codes to look among: any, those of the IANA registry, or those only used by certain servers.'),
  },
  result: 'data',
  data: lineData({
    treatedAs: z.int().describe('Of a code nobody is known to use: the code that clients treat it as (RFC 9110, 15).'),
    codes: z
      .array(
        z.object({
          code: z.int().min(100).max(999).describe('Status code.'),
          class: z.enum([...Object.values(STATUS_CLASSES), 'unofficial']).describe('Class, by its first digit.'),
          name: z.string().describe('Name, as in the status line.'),
          status: z
            .enum(['standard', 'deprecated', 'temporary', 'unused', 'unofficial'])
            .describe('Standing in the IANA registry; unofficial codes are not in it.'),
          specification: z.string().describe('Specification and section, or whose server uses it.'),
          meaning: z.string().describe('What it says.'),
          headers: z.array(z.string()).describe('Headers that go with it.'),
          remedy: z.string().nullable().describe('What to do about it; null where there is nothing to advise.'),
          cacheable: z.boolean().describe('Whether caches may keep it without a header that says so (RFC 9110, 15.1).'),
        }),
      )
      .describe('Codes that fit; by words those first whose name has them. Empty if none is known.'),
  }),
  notes: [
    linesNote(MAX_LINES),
    LISTED_NOTE,
    'Each line is a code (404, or a whole status line), a class (4xx), or words of its name, meaning or origin (not found, cloudflare).',
    'The registry of IANA in its state of 2026, and 32 codes that servers and services use beside it, among them 499 of nginx and 520 to 527 of Cloudflare.',
    'A server may send any code for any reason; the meanings here are those of the specifications.',
  ],
  aliases: [
    'http status codes',
    'what does http 418 mean',
    'http error codes',
    '404 not found',
    '502 bad gateway',
    'response code meaning',
    'http response status',
    'i am a teapot',
    'cloudflare error 522',
    'nginx 499',
    'what does error 500 mean',
  ],
  verified: [
    'Python 3.11 http.HTTPStatus and Node.js 20 http.STATUS_CODES: every code of both, with its name but for the three that RFC 9110 renamed.',
    'Codes that caches may keep: the list of RFC 9110, 15.1. Every code is found by its number, its name and its class.',
  ],
  examples: [
    {
      title: 'A code by its number',
      input: '418',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '418',
              codes: [
                {
                  code: 418,
                  class: 'client error',
                  name: "I'm a teapot",
                  status: 'unused',
                  specification: 'RFC 2324, 2.3.2',
                  meaning:
                    'A joke of April 1998: a teapot was asked to brew coffee. IANA lists it as unused and keeps it free (RFC 9110, 15.5.19).',
                  headers: [],
                  remedy: null,
                  cacheable: false,
                },
              ],
            },
          ],
        },
      },
    },
    {
      title: 'Words, and a code nobody uses',
      input: 'too many requests\nHTTP/1.1 477',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: 'too many requests',
              codes: [
                {
                  code: 429,
                  class: 'client error',
                  name: 'Too Many Requests',
                  status: 'standard',
                  specification: 'RFC 6585, 4',
                  meaning: 'The client sent too many requests in a given time.',
                  headers: ['Retry-After'],
                  remedy: 'Wait as long as Retry-After says, then send more slowly.',
                  cacheable: false,
                },
                {
                  code: 420,
                  class: 'client error',
                  name: 'Enhance Your Calm',
                  status: 'unofficial',
                  specification: 'Twitter',
                  meaning: 'Too many requests, in the first interface of Twitter; today 429.',
                  headers: [],
                  remedy: null,
                  cacheable: false,
                },
              ],
            },
            { line: 2, input: 'HTTP/1.1 477', treatedAs: 400, codes: [] },
          ],
        },
      },
    },
    {
      title: 'A number that is not a status code',
      input: '42',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: a status code has three digits, from 100 on, got 42',
      },
    },
    {
      title: 'Signs alone',
      input: '?!',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: it has neither a number nor words',
      },
    },
  ],
  run: ({ input, files, signal, options: { source } }) =>
    eachLine({ input, files, signal }, MAX_LINES, (line) => describe(line, source), listedValues),
});
