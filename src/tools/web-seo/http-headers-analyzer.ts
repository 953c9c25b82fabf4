import { z } from 'zod';

import { defineTool, json, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { readTextSource } from '../../formats/text-source.js';
import { ContentFault } from '../../lib/faults.js';
import { headerFindings, SEVERITIES } from '../../lib/http/header-findings.js';
import { readResponseHeaders } from '../../lib/http/response-headers.js';

const MAX_FIELDS = 1_000;
/** More than any server sends in its head. */
const MAX_HEAD = 500_000;

export default defineTool({
  id: 'http-headers-analyzer',
  title: 'HTTP Headers Analyzer',
  summary: 'Reads pasted HTTP response headers and says what they leave open: CSP, HSTS, cookies, CORS, caching.',
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.txt', '.log', '.http'] },
  options: {
    isHttps: z
      .boolean()
      .default(true)
      .describe('The answer came over HTTPS; off for plain HTTP, where HSTS and Secure mean nothing.'),
  },
  result: 'data',
  data: z.object({
    status: z.int().nullable().describe('Status code; null if there is no status line.'),
    version: z.string().describe('Version of HTTP; empty if there is no status line.'),
    headers: z
      .array(
        z.object({
          name: z.string().describe('Name as it was written.'),
          value: z.string().describe('Value, folded lines joined.'),
          line: z.int().min(1).describe('Line.'),
        }),
      )
      .describe('Headers in their order.'),
    findings: z
      .array(
        z.object({
          severity: z.enum(SEVERITIES).describe('How much it matters.'),
          header: z.string().describe('Header it is about, in lowercase; empty for a line that is not one.'),
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
    'Paste what curl -i or curl -v prints, or the headers of developer tools. Of several responses the last counts; its body is ignored. Nothing is fetched.',
    'A finding is not a hole, and no finding is not proof of safety: it depends on what the page does.',
    'At most 1,000 headers in 500,000 characters.',
  ],
  aliases: [
    'security headers check',
    'csp checker',
    'hsts check',
    'cookie flags',
    'response header analyzer',
    'curl -i output',
    'cors headers',
  ],
  verified: [
    'Python 3.11 (http.client): the same names and values of headers for 300 random responses',
    'RFC 6797, 6265bis, 7034, 9110 and 9111, CSP Level 3, the Fetch Standard and the OWASP HTTP Headers Cheat Sheet: an example of each finding',
  ],
  examples: [
    {
      title: 'A cookie that anybody can read',
      input:
        "HTTP/1.1 200 OK\nCache-Control: no-store\nSet-Cookie: id=7; Path=/; SameSite=Lax\nX-Content-Type-Options: nosniff\nContent-Security-Policy: default-src 'self'; frame-ancestors 'none'; base-uri 'none'\n\n<html>",
      options: { isHttps: false },
      output: {
        data: {
          status: 200,
          version: 'HTTP/1.1',
          headers: [
            { name: 'Cache-Control', value: 'no-store', line: 2 },
            { name: 'Set-Cookie', value: 'id=7; Path=/; SameSite=Lax', line: 3 },
            { name: 'X-Content-Type-Options', value: 'nosniff', line: 4 },
            {
              name: 'Content-Security-Policy',
              value: "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
              line: 5,
            },
          ],
          findings: [
            {
              severity: 'low',
              header: 'set-cookie',
              message: 'cookie "id": without HttpOnly scripts can read it',
              advice: 'HttpOnly',
              source: 'RFC 6265 §5.2.6',
            },
          ],
          counts: { medium: 0, low: 1, info: 0 },
        },
      },
    },
    {
      title: 'A header alone',
      input:
        'x-powered-by: PHP/8.1\nexpires: 0\nX-Frame-Options: DENY\nX-Content-Type-Options: nosniff\nContent-Security-Policy: default-src *; base-uri *',
      options: { isHttps: false },
      output: {
        data: {
          status: null,
          version: '',
          headers: [
            { name: 'x-powered-by', value: 'PHP/8.1', line: 1 },
            { name: 'expires', value: '0', line: 2 },
            { name: 'X-Frame-Options', value: 'DENY', line: 3 },
            { name: 'X-Content-Type-Options', value: 'nosniff', line: 4 },
            { name: 'Content-Security-Policy', value: 'default-src *; base-uri *', line: 5 },
          ],
          findings: [
            {
              severity: 'medium',
              header: 'content-security-policy',
              message: 'scripts may come from *',
              advice: "script-src 'self'",
              source: 'CSP Level 3 §6.1',
            },
            {
              severity: 'low',
              header: 'x-powered-by',
              message: 'it tells what the server runs: "PHP/8.1"',
              advice: 'no version, or no header',
              source: 'OWASP HTTP Headers Cheat Sheet',
            },
          ],
          counts: { medium: 1, low: 1, info: 0 },
        },
      },
    },
    {
      title: 'No headers',
      input: 'hello\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as HTTP headers: it has no header such as Name: value',
      },
    },
  ],
  async run({ input, files, options: { isHttps } }) {
    const { text, label } = await readTextSource({ input, files });
    if (text.length > MAX_HEAD)
      throw overLimit(`The headers of ${label} must have at most ${MAX_HEAD} characters, got ${text.length}`);
    const read = readResponseHeaders(text);
    const { status, version, fields } = read;
    if (fields.length > MAX_FIELDS)
      throw overLimit(`The response of ${label} must have at most ${MAX_FIELDS} headers, got ${fields.length}`);
    refusing(`Cannot read ${label} as HTTP headers`, () => {
      if (fields.length === 0) throw new ContentFault('it has no header such as Name: value');
    });
    const findings = headerFindings(read, isHttps);
    const countOf = (severity: string): number => findings.filter((finding) => finding.severity === severity).length;
    return json({
      status: status ?? null,
      version,
      headers: fields,
      findings,
      counts: { medium: countOf('medium'), low: countOf('low'), info: countOf('info') },
    });
  },
});
