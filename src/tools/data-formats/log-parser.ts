import { z } from 'zod';

import { defineTool, invalid, type ToolResult } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { jsonText } from '../../core/results.js';
import { shared } from '../../core/shared-options.js';
import { PATTERN_CHARACTERS } from '../../engines/text/regular-expressions.js';
import { writeDocument } from '../../formats/json-document.js';
import { type ChosenFormat, chooseFormat, unpackLog } from '../../formats/log-document.js';
import { checkLineCount, documentResult, KINDS, readTextSource, type TextSource } from '../../formats/text-source.js';
import { fromPlain } from '../../lib/json/values.js';
import { LOG_FORMATS } from '../../lib/logs/formats.js';
import { readLog } from '../../lib/logs/read-log.js';
import { LogStatistics } from '../../lib/logs/statistics.js';
import { writeLogCsv, writeLogJson } from '../../lib/logs/write-log.js';
import { listLines } from '../../lib/text/lines.js';

import { logData } from './_log-data.js';

const MAX_LINES = 500_000;

function writeStatistics<Data>(
  lines: readonly string[],
  { format, open }: ChosenFormat,
  limit: number,
): ToolResult<Data> {
  const statistics = new LogStatistics();
  const report = readLog(lines, open(), { onEntry: (entry) => statistics.add(entry) });
  const content = writeDocument(fromPlain({ format, ...report, ...statistics.summary(limit) }));
  return jsonText(content);
}

function writeRows<Data>(
  source: TextSource,
  lines: readonly string[],
  { format, open }: ChosenFormat,
  isCsv: boolean,
): ToolResult<Data> {
  const content = refusing(`Cannot write ${source.label} as ${isCsv ? 'CSV' : 'JSON'}`, () =>
    isCsv ? writeLogCsv(lines, open) : writeLogJson(format, lines, open),
  );
  return documentResult(source, content, isCsv ? KINDS.csv : KINDS.json, 'native');
}

export default defineTool({
  id: 'log-parser',
  title: 'Log Parser',
  summary:
    'Parses Apache, nginx, syslog, Kubernetes, JSON, logfmt, CloudFront and IIS logs into rows, CSV or statistics.',
  family: 'data-formats',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    from: z
      .enum(['auto', ...LOG_FORMATS, 'custom'])
      .default('auto')
      .describe('Format of the log; auto tells it by the first lines, custom takes it from "pattern".'),
    pattern: z
      .string()
      .max(PATTERN_CHARACTERS)
      .default('')
      .describe('Regular expression (RE2 syntax) whose named groups are the fields of a line.'),
    format: z
      .enum(['json', 'csv', 'stats'])
      .default('json')
      .describe('JSON rows with a report of unreadable lines, a CSV table, or statistics as JSON.'),
    limit: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(1000)
      .default(10)
      .describe('Number of most frequent values that statistics list for each field.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: logData,
  notes: [
    'Formats: combined (Apache, nginx, also with the virtual host in front), common, nginx-error, apache-error (2.2 and 2.4), kubernetes (container logs as kubelet stores them), klog, syslog (RFC 5424, RFC 3164, files without a priority), json (one object per line), logfmt, cloudfront and iis (W3C extended, recognised by "#Fields:"). The result names the format.',
    'No line is lost: lines that do not match the format are counted, and the first 100 are listed with number and reason; in CSV they are in two extra columns at the end. Blank lines and "#" directives are counted as skipped.',
    'Times become ISO 8601 in the offset they were written with; W3C logs are in UTC; nginx errors have no offset. A time of RFC 3164 has no year and stays as it is.',
    'Numbers keep their digits, "-" is null, escapes of Apache and nginx (\\" and \\x41) are undone where their bytes are UTF-8. What follows the fields of an access log is "extra".',
    'Statistics count hosts, statuses, methods, paths with their query, referrers, user agents, levels, apps, messages and hours of the log\'s own offset, as far as the entries have them; "bytes" is the exact sum.',
    'The first match of "pattern" in a line counts; its groups are text. With "pattern" the format auto is custom.',
    'At most 500,000 lines; gzip files are unpacked up to 64 MiB. Rows of a file beyond 20 MiB are refused: CSV takes half the room of JSON, statistics nearly none.',
    'Text input gives text, a file gives a file named after it; statistics are always in the answer.',
  ],
  aliases: [
    'access log analyzer',
    'apache log parser',
    'nginx log parser',
    'syslog parser',
    'log to csv',
    'log to json',
    'logfmt to json',
    'cloudfront logs',
    'iis log viewer',
    'goaccess',
    'error log statistics',
    'read a server log',
    'log to table',
  ],
  verified: [
    "Published lines, read as their documents say: the examples of RFC 5424 §6.5, the first three of RFC 3164 §5.4, Apache's of combined; lines written by hand after the documents of nginx errors, CloudFront and IIS.",
    'Kubernetes and klog lines written by hand after their documents; Apache error lines of its documentation. GoAccess 1.7: the same requests, bytes, distinct hosts and statuses in 3,000 generated lines each of combined, common and vhost_combined.',
  ],
  examples: [
    {
      title: 'A combined access log, its statistics',
      input:
        '127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326 "http://www.example.com/start.html" "Mozilla/4.08 [en] (Win98; I ;Nav)"\n',
      options: { format: 'stats' },
      output: {
        data: {
          format: 'combined',
          lines: 1,
          entries: 1,
          skippedLines: 0,
          unparsed: { count: 0, lines: [] },
          firstTime: '2000-10-10T13:55:36-07:00',
          lastTime: '2000-10-10T13:55:36-07:00',
          bytes: 2326,
          hosts: { distinct: 1, top: [{ value: '127.0.0.1', count: 1 }] },
          statuses: { distinct: 1, top: [{ value: '200', count: 1 }] },
          methods: { distinct: 1, top: [{ value: 'GET', count: 1 }] },
          paths: { distinct: 1, top: [{ value: '/apache_pb.gif', count: 1 }] },
          referrers: { distinct: 1, top: [{ value: 'http://www.example.com/start.html', count: 1 }] },
          userAgents: { distinct: 1, top: [{ value: 'Mozilla/4.08 [en] (Win98; I ;Nav)', count: 1 }] },
          hours: [{ hour: '2000-10-10T13:00-07:00', count: 1 }],
        },
      },
    },
    {
      title: 'Syslog with structured data (RFC 5424 §6.5)',
      input:
        '<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut="3" eventSource="Application" eventID="1011"] An application event log entry...',
      output: {
        data: {
          format: 'syslog',
          lines: 1,
          entries: 1,
          skippedLines: 0,
          unparsed: { count: 0, lines: [] },
          rows: [
            {
              priority: 165,
              facility: 'local4',
              severity: 'notice',
              version: 1,
              time: '2003-10-11T22:14:15.003Z',
              host: 'mymachine.example.com',
              app: 'evntslog',
              pid: null,
              messageId: 'ID47',
              structuredData: { 'exampleSDID@32473': { iut: '3', eventSource: 'Application', eventID: '1011' } },
              message: 'An application event log entry...',
            },
          ],
        },
      },
    },
    {
      title: 'Custom pattern to CSV, with a line it does not match',
      input: '1 error disk\n2 info net\n-- mark --',
      options: { pattern: '(?P<id>\\d+) (?P<level>\\w+)', format: 'csv' },
      output: { text: 'id,level,unparsedLine,unparsed\n1,error,,\n2,info,,\n,,3,-- mark --\n' },
    },
    {
      title: 'Not a log',
      input: 'hello\nworld',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot tell the format of property "input": none reads half of its first 100 lines, option "from" or "pattern" must say it',
      },
    },
    {
      title: 'Blank lines only',
      input: '\n\n',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": it has no lines' },
    },
    {
      title: 'A pattern without names',
      input: 'a 1',
      options: { from: 'custom', pattern: '(\\w+) (\\d+)' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "pattern" must have a named group such as (?P<level>[A-Z]+)',
      },
    },
    {
      title: 'Pattern with a built-in format',
      input: '{"a":1}',
      options: { from: 'json', pattern: '(?P<a>\\d)' },
      error: { code: 'INVALID_INPUT', message: 'Option "pattern" must be empty where option "from" is "json"' },
    },
    {
      title: 'Not a gzip file',
      files: [{ name: 'access.log.gz', text: 'GET /' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read file "access.log.gz": it is not gzip, or is damaged' },
    },
  ],
  async run({ input, files, options: { format, limit, inputCharset, ...request } }) {
    const unpacked = await Promise.all(files.map(unpackLog));
    const source = await readTextSource({ input, files: unpacked }, inputCharset);
    const lines = listLines(source.text.replace(/^\ufeff/, ''));
    checkLineCount(lines.length, MAX_LINES, source.label);
    if (lines.every((line) => line.trim() === '')) throw invalid(`Cannot read ${source.label}: it has no lines`);
    const chosen = chooseFormat(lines, source.label, request);
    if (format === 'stats') return writeStatistics(lines, chosen, limit);
    return writeRows(source, lines, chosen, format === 'csv');
  },
});
