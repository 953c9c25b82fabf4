import { z } from 'zod';

import { renamed } from '../../core/files.js';
import { defineTool, file, json, text, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { KINDS, readTextSource } from '../../formats/text-source.js';
import { formatRecord } from '../../lib/csv/write.js';
import { curlCommand } from '../../lib/har/curl.js';
import { type HarEntry, PHASES, readHar } from '../../lib/har/read.js';
import { sanitizeHar } from '../../lib/har/sanitize.js';
import { summarizeHar } from '../../lib/har/summary.js';
import { HAR_SUMMARY } from './_har-summary.js';

const COLUMNS = [
  'number',
  'started',
  'method',
  'url',
  'host',
  'status',
  'mimeType',
  'transferredBytes',
  'contentBytes',
  'timeMs',
] as const;

function csvOf(entries: readonly HarEntry[]): string {
  const rows = entries.map((entry) => [
    ...COLUMNS.map((column) => String(entry[column])),
    ...PHASES.map((phase) => String(entry.timings[phase] ?? '')),
    String(entry.isFromCache),
    entry.error,
  ]);
  const header = [...COLUMNS, ...PHASES.map((phase) => `${phase}Ms`), 'fromCache', 'error'];
  return [header, ...rows].map((row) => `${formatRecord(row, ',')}\n`).join('');
}

const EXAMPLE = JSON.stringify({
  log: {
    version: '1.2',
    entries: [
      {
        startedDateTime: '2026-05-01T08:00:00.000Z',
        time: 82.5,
        timings: { blocked: 1, dns: -1, connect: -1, send: 0.5, wait: 80, receive: 1 },
        request: {
          method: 'POST',
          url: 'https://shop.example/cart?session=abc',
          headers: [{ name: 'Authorization', value: 'Bearer abc' }],
          postData: { mimeType: 'application/json', text: '{"tea": 1}' },
        },
        response: { status: 500, content: { size: 12, mimeType: 'text/plain' }, headersSize: 100, bodySize: 12 },
      },
    ],
  },
});

export default defineTool({
  id: 'har-analyzer',
  title: 'HAR Analyzer',
  summary:
    'Reads HTTP Archives of browsers: slow, large and failed requests, hosts and types; as CSV or curl; removes secrets.',
  family: 'web-seo',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    action: z
      .enum(['summary', 'csv', 'sanitize', 'curl'])
      .default('summary')
      .describe('A summary; a table of all requests; an archive without secrets; requests as commands of curl.'),
    limit: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(500)
      .default(20)
      .describe('Most members of each list, and most commands.'),
    keepBodies: z
      .boolean()
      .default(false)
      .describe('Keeps bodies of requests and responses when secrets are removed, but for fields such as password.'),
  },
  result: 'mixed',
  data: z.union([
    HAR_SUMMARY,
    z
      .object({
        removed: z
          .object({
            headers: count('Values of headers such as Authorization and Cookie.'),
            cookies: count('Values of cookies.'),
            parameters: count('Parameters in addresses and forms, and fields of JSON.'),
            tokens: count('JSON Web Tokens.'),
            bodies: count('Bodies.'),
          })
          .describe('What was removed.'),
      })
      .describe('For action sanitize.'),
  ]),
  notes: [
    'HTTP Archive 1.1 to 1.3, as Chromium, Firefox, Safari and proxies write it. Unknown sizes and times (-1) count as none; with the extension of Chromium, bytes over the network are exact.',
    'Removed are the values of all cookies, of headers and parameters whose names tell of keys, tokens, passwords, sessions, codes or signatures, JSON Web Tokens everywhere, and names and passwords in addresses. Look through the result before you publish it: a secret under a harmless name stays.',
    'Commands of curl are for a POSIX shell; they do what is in the archive, with its cookies. Parts of forms that are files are not in it.',
    'At most 50,000 requests.',
  ],
  aliases: [
    'http archive viewer',
    'har viewer',
    'har to csv',
    'har to curl',
    'har sanitizer',
    'network log',
    'waterfall',
    'page load analysis',
    'slow requests of a page',
  ],
  verified: [
    'curl 7.88: 200 random requests with quotes, brackets, line breaks and forms arrive at a server with the method, address, headers and body of the archive',
    'Python: requests, bytes, phases and hosts of 200 random archives with unknown sizes and times, from the archive and from the CSV',
    'Planted secrets in eleven places: none is in the result, with bodies and without',
  ],
  examples: [
    {
      title: 'As commands of curl',
      input: EXAMPLE,
      options: { action: 'curl', limit: 1 },
      output: {
        text: "curl 'https://shop.example/cart?session=abc' \\\n  --header 'Authorization: Bearer abc' \\\n  --header 'Content-Type: application/json' \\\n  --data-raw '{\"tea\": 1}'\n",
      },
    },
    {
      title: 'As a table',
      input: EXAMPLE,
      options: { action: 'csv' },
      output: {
        text: 'number,started,method,url,host,status,mimeType,transferredBytes,contentBytes,timeMs,blockedMs,dnsMs,connectMs,sslMs,sendMs,waitMs,receiveMs,fromCache,error\n1,2026-05-01T08:00:00.000Z,POST,https://shop.example/cart?session=abc,shop.example,500,text/plain,112,12,82.5,1,,,,0.5,80,1,false,\n',
      },
    },
    {
      title: 'Without secrets',
      files: [{ name: 'shop.har', text: EXAMPLE }],
      options: { action: 'sanitize' },
      output: {
        data: { removed: { headers: 1, cookies: 0, parameters: 1, tokens: 0, bodies: 1 } },
        files: [{ name: 'shop.har', mime: 'application/json' }],
      },
    },
    {
      title: 'A summary of an empty archive',
      input: '{"log": {"version": "1.2", "entries": []}}',
      output: {
        data: {
          version: '1.2',
          creator: '',
          browser: '',
          pages: [],
          requests: 0,
          started: null,
          durationMs: null,
          transferredBytes: 0,
          contentBytes: 0,
          fromCache: 0,
          failed: 0,
          phasesMs: { blocked: 0, dns: 0, connect: 0, ssl: 0, send: 0, wait: 0, receive: 0 },
          byStatus: [],
          byHost: [],
          byType: [],
          slowest: [],
          largest: [],
          failures: [],
          redirects: [],
          notPacked: [],
          notEncrypted: [],
        },
      },
    },
    {
      title: 'JSON that is not an archive',
      input: '{"entries": []}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": it is not an HTTP Archive: "log.entries" is missing',
      },
    },
  ],
  async run({ input, files, options: { action, limit, keepBodies } }) {
    const source = await readTextSource({ input, files });
    const har = refusing(`Cannot read ${source.label}`, () => readHar(source.text));
    if (action === 'csv') {
      const table = csvOf(har.entries);
      return source.file === undefined
        ? text(table, { name: 'result.csv', mime: KINDS.csv.mime })
        : file(renamed(source.file.name, '.csv'), KINDS.csv.mime, Buffer.from(table));
    }
    if (action === 'curl')
      return text(`${har.entries.slice(0, limit).map(curlCommand).join('\n\n')}\n`, { name: 'result.sh' });
    if (action === 'summary') return json(summarizeHar(har, limit));
    const { document, removed } = sanitizeHar(har.document, keepBodies);
    const bytes = Buffer.from(JSON.stringify(document, null, 2));
    return withFiles(json({ removed }), [
      { name: renamed(source.file?.name ?? 'requests', '.har'), mime: KINDS.json.mime, bytes },
    ]);
  },
});
