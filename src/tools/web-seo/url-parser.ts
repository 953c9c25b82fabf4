import { z } from 'zod';

import { defineTool, invalid, json, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { domainForms } from '../../engines/domain-names.js';
import { openDomainCheck } from '../../engines/public-suffixes.js';
import { readTextSource } from '../../formats/text-source.js';
import { ContentFault, inPart } from '../../lib/faults.js';
import { parseUrl, withScheme } from '../../lib/urls/url-lines.js';
import { listedUrls } from './_lines.js';

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'ws:': 80, 'wss:': 443, 'ftp:': 21 };
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

function unescaped(part: string): string {
  return part.replace(/(?:%[\da-f]{2})+/gi, (octets) => {
    const bytes = Buffer.from(octets.replaceAll('%', ''), 'hex');
    const text = bytes.toString('utf8');
    return text.includes('\ufffd') ? octets : text;
  });
}

function report(text: string, base: string, domainOf: Awaited<ReturnType<typeof openDomainCheck>>) {
  const url = parseUrl(base === '' ? withScheme(text) : text, base === '' ? undefined : base);
  if (url === undefined)
    throw new ContentFault(
      `${quote(text)} is not a URL${base === '' ? '; option "base" completes a relative one' : ''}`,
    );
  const { protocol, hostname, pathname } = url;
  const isIp = IPV4.test(hostname) || hostname.startsWith('[');
  const forms = hostname === '' || isIp ? undefined : domainForms(hostname, false);
  const known = hostname === '' || isIp ? undefined : domainOf(hostname);
  const domain = known?.registered ?? '';
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const last = pathname.endsWith('/') ? '' : (segments.at(-1) ?? '');
  return {
    input: text,
    href: url.href,
    origin: url.origin === 'null' ? '' : url.origin,
    scheme: protocol.slice(0, -1),
    username: unescaped(url.username),
    password: unescaped(url.password),
    host: hostname,
    hostUnicode: forms !== undefined && 'unicode' in forms ? forms.unicode : hostname,
    isIpAddress: isIp,
    domain,
    subdomain: domain === '' || hostname.length === domain.length ? '' : hostname.slice(0, -domain.length - 1),
    publicSuffix: domain === '' ? '' : domain.slice(domain.indexOf('.') + 1),
    port: url.port === '' ? (PORTS[protocol] ?? null) : Number(url.port),
    path: pathname,
    segments: segments.map(unescaped),
    fileName: unescaped(last),
    extension: /[^.]\.([A-Za-z\d]{1,20})$/.exec(last)?.[1]?.toLowerCase() ?? '',
    query: [...url.searchParams].map(([name, value]) => ({ name, value })),
    fragment: unescaped(url.hash.slice(1)),
  };
}

export default defineTool({
  id: 'url-parser',
  title: 'URL Parser',
  summary: 'Splits URLs into scheme, host, domain, path, query and fragment, as browsers do.',
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.txt', '.csv', '.md'] },
  options: {
    base: z
      .string()
      .max(2000)
      .default('')
      .describe('URL that relative ones are completed by, such as https://example.com/a/.'),
  },
  result: 'data',
  data: z.object({
    urls: z
      .array(
        z.object({
          input: z.string().describe('URL as it was given.'),
          href: z.string().describe('Whole URL, normalised as browsers do.'),
          origin: z.string().describe('Scheme, host and port; empty where a URL has no origin, such as mailto:.'),
          scheme: z.string().describe('Scheme without its colon.'),
          username: z.string().describe('User name, decoded.'),
          password: z.string().describe('Password, decoded.'),
          host: z.string().describe('Host name, with xn-- where it is internationalised, or IP address.'),
          hostUnicode: z.string().describe('Host name in its own letters.'),
          isIpAddress: z.boolean().describe('The host is an IP address.'),
          domain: z.string().describe('Registered domain, by the Public Suffix List; empty if there is none.'),
          subdomain: z.string().describe('Labels before it.'),
          publicSuffix: z.string().describe('Suffix under which it is registered, such as co.uk.'),
          port: z.number().nullable().describe('Port, or the usual one of the scheme; null if it has none.'),
          path: z.string().describe('Path as it is sent.'),
          segments: z.array(z.string()).describe('Parts of the path, decoded.'),
          fileName: z.string().describe('Last part of the path, decoded; empty where it ends with a slash.'),
          extension: z.string().describe('Ending of the file name in lowercase, without its dot.'),
          query: z
            .array(
              z.object({ name: z.string().describe('Name, decoded.'), value: z.string().describe('Value, decoded.') }),
            )
            .describe('Parameters in their order.'),
          fragment: z.string().describe('Part after #, decoded.'),
        }),
      )
      .describe('One per URL, in their order.'),
  }),
  notes: [
    'One URL per line, or several with white space between, at most 10,000. URLs are parsed as the URL Standard of WHATWG says: backslashes become slashes, spaces are escaped, hosts are lowercased, default ports are dropped.',
    'A line without a scheme, such as example.com/a, gets https://. Nothing is looked up or opened.',
    'Octets that are not UTF-8 stay escaped in decoded parts.',
  ],
  aliases: [
    'parse url',
    'url splitter',
    'query string parser',
    'url decode parts',
    'domain extractor',
    'tld extractor',
    'parts of a link',
  ],
  verified: [
    'RFC 3986 §5.4: all 41 examples of relative references, but the two that browsers read in another way',
    'Python 3.11 (urllib.parse): the same scheme, host, port, path, query and fragment for 500 random URLs',
  ],
  examples: [
    {
      title: 'A URL with everything',
      input: 'https://ann:p%40ss@shop.example.co.uk:8443/caf%C3%A9/menu.PDF?q=tea+cup&q=2&empty#page%202',
      output: {
        data: {
          urls: [
            {
              input: 'https://ann:p%40ss@shop.example.co.uk:8443/caf%C3%A9/menu.PDF?q=tea+cup&q=2&empty#page%202',
              href: 'https://ann:p%40ss@shop.example.co.uk:8443/caf%C3%A9/menu.PDF?q=tea+cup&q=2&empty#page%202',
              origin: 'https://shop.example.co.uk:8443',
              scheme: 'https',
              username: 'ann',
              password: 'p@ss',
              host: 'shop.example.co.uk',
              hostUnicode: 'shop.example.co.uk',
              isIpAddress: false,
              domain: 'example.co.uk',
              subdomain: 'shop',
              publicSuffix: 'co.uk',
              port: 8443,
              path: '/caf%C3%A9/menu.PDF',
              segments: ['café', 'menu.PDF'],
              fileName: 'menu.PDF',
              extension: 'pdf',
              query: [
                { name: 'q', value: 'tea cup' },
                { name: 'q', value: '2' },
                { name: 'empty', value: '' },
              ],
              fragment: 'page 2',
            },
          ],
        },
      },
    },
    {
      title: 'A relative reference',
      input: '../g?y#s',
      options: { base: 'http://a/b/c/d;p?q' },
      output: {
        data: {
          urls: [
            {
              input: '../g?y#s',
              href: 'http://a/b/g?y#s',
              origin: 'http://a',
              scheme: 'http',
              username: '',
              password: '',
              host: 'a',
              hostUnicode: 'a',
              isIpAddress: false,
              domain: '',
              subdomain: '',
              publicSuffix: '',
              port: 80,
              path: '/b/g',
              segments: ['b', 'g'],
              fileName: 'g',
              extension: '',
              query: [{ name: 'y', value: '' }],
              fragment: 's',
            },
          ],
        },
      },
    },
    {
      title: 'Not a URL',
      input: 'https://example.com\nhttp://[::1',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": line 2: "http://[::1" is not a URL; option "base" completes a relative one',
      },
    },
    {
      title: 'A base that is not a URL',
      input: 'a',
      options: { base: 'example' },
      error: { code: 'INVALID_INPUT', message: 'Option "base" is not a URL, got "example"' },
    },
  ],
  async run({ input, files, options: { base } }) {
    if (base !== '' && !URL.canParse(base)) throw invalid(`Option "base" is not a URL, got ${quote(base)}`);
    const source = await readTextSource({ input, files });
    const domainOf = await openDomainCheck();
    const urls = refusing(`Cannot read ${source.label}`, () =>
      listedUrls(source.text, source.label).map(({ line, text }) =>
        inPart(`line ${line}`, () => report(text, base, domainOf)),
      ),
    );
    return json({ urls });
  },
});
