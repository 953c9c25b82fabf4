import { z } from 'zod';

import { defineTool, invalid, json, overLimit, quote, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings } from '../../core/shared-data.js';
import { readTextSource } from '../../formats/text-source.js';
import { ContentFault, inPart } from '../../lib/faults.js';
import { parseUrl, urlLines, withScheme } from '../../lib/urls/url-lines.js';
import { escapeXmlText } from '../../lib/xml/references.js';

/** Limits of a sitemap (sitemaps.org): addresses, bytes, letters of an address. */
const MAX_IN_FILE = 50_000;
const MAX_FILE_BYTES = 50 * 1024 * 1024;
const MAX_ADDRESS = 2048;
const MAX_URLS = 200_000;
const MAX_FILES = 100;

const FREQUENCIES = ['none', 'always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'] as const;
/** W3C date and time: from a year to fractions of a second. */
const W3C =
  /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?)?)?$/;

interface Page {
  readonly address: string;
  readonly changed: string;
  readonly priority: string;
}

// A space is a separator only before a year.
const ENTRY = /^(\S+?)(?:(?: ?[,;] ?([\dT:Z.+-]*)| (\d{4}[\dT:Z.+-]*))(?: ?[,; ] ?([\d.]*))?)?$/;

/** `URL`, or `URL,last change` and `URL,last change,priority`. */
function pageOf(line: string, lastmod: string): Page {
  const tidy = line.replace(/\s+/g, (space) => (space.includes('\t') ? ',' : ' '));
  const [, address = line, dated = '', spaced = '', priority = ''] = ENTRY.exec(tidy) ?? [];
  const changed = dated || spaced;
  const url = parseUrl(withScheme(address));
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new ContentFault(`${quote(address)} is not an http or https URL`);
  if (url.href.length > MAX_ADDRESS)
    throw new ContentFault(`a URL must have at most ${MAX_ADDRESS} characters, got ${url.href.length}`);
  if (changed !== '' && !W3C.test(changed))
    throw new ContentFault(`${quote(changed)} is not a date such as 2026-01-31`);
  if (priority !== '' && !(Number(priority) <= 1))
    throw new ContentFault(`a priority must be from 0 to 1, got ${quote(priority)}`);
  url.hash = '';
  return { address: url.href, changed: changed || lastmod, priority };
}

/** Entries by file: so many, and no more bytes than a sitemap may have. */
function packed(entries: readonly string[], perFile: number): string[] {
  const files: string[] = [];
  let [bytes, inFile, parts] = [0, 0, [] as string[]];
  for (const entry of entries) {
    if (inFile === perFile || bytes + entry.length > MAX_FILE_BYTES - 1000) {
      files.push(parts.join(''));
      [bytes, inFile, parts] = [0, 0, []];
    }
    parts.push(entry);
    [bytes, inFile] = [bytes + entry.length, inFile + 1];
  }
  files.push(parts.join(''));
  if (files.length > MAX_FILES)
    throw overLimit(
      `The URLs must fit into ${MAX_FILES} sitemaps, got ${files.length}; option "perFile" makes them longer`,
    );
  return files;
}

const document = (root: string, entries: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${entries}</${root}>\n`;

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export default defineTool({
  id: 'sitemap-generator',
  title: 'Sitemap Generator',
  summary:
    'Makes XML sitemaps from lists of URLs, with dates and priorities, split and with an index where they are long.',
  family: 'web-seo',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.txt', '.csv', '.tsv'] },
  options: {
    lastmod: z
      .string()
      .max(40)
      .default('')
      .describe('Date of the last change for URLs that have none of their own, such as 2026-01-31; empty for none.'),
    changefreq: z.enum(FREQUENCIES).default('none').describe('How often pages change; Google ignores it.'),
    priority: z
      .number()
      .min(0)
      .max(1)
      .default(0)
      .describe('Priority of URLs that have none of their own, 0 to 1; 0: none. Google ignores it.'),
    keepDuplicates: z.boolean().default(false).describe('Keeps URLs that come more than once.'),
    perFile: z.number().multipleOf(1).min(1).max(MAX_IN_FILE).default(MAX_IN_FILE).describe('Most URLs per sitemap.'),
    address: z
      .string()
      .max(1000)
      .default('')
      .describe('URL of the folder where the sitemaps will be, for the index; empty for the root of the first URL.'),
  },
  result: 'mixed',
  data: z.object({
    urls: count('URLs in the sitemaps.'),
    duplicates: count('URLs that came more than once and were removed.'),
    files: count('Sitemaps, without the index.'),
    hosts: z.array(z.string()).describe('Hosts of the URLs; a sitemap should have one. The first 20.'),
    warnings: warnings(),
  }),
  notes: [
    'One URL per line; behind it, separated by commas, semicolons, tabs or a space, the date of its last change and its priority. A first line of names, such as url,lastmod, is skipped. Fragments (#…) are removed.',
    'More than 50,000 URLs or 50 MiB, the limits of sitemaps.org, give several files and sitemap-index.xml. At most 200,000 URLs of 2,048 characters, and 100 files.',
  ],
  aliases: ['sitemap.xml', 'xml sitemap', 'google sitemap', 'sitemap index', 'urls to sitemap', 'sitemap for google'],
  verified: [
    'libxml2 2.9 (xmllint): well-formed, and read back with the same addresses for 200 random lists',
    'sitemaps.org, protocol 0.9: elements, order, limits and escapes of its examples',
  ],
  examples: [
    {
      title: 'Two pages',
      input: 'https://example.com/\nhttps://example.com/a?b=1&c=ü,2026-01-31,0.8\n',
      output: {
        data: { urls: 2, duplicates: 0, files: 1, hosts: ['example.com'], warnings: [] },
        files: [
          {
            name: 'sitemap.xml',
            mime: 'application/xml',
            text: '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  <url><loc>https://example.com/</loc></url>\n  <url><loc>https://example.com/a?b=1&amp;c=%C3%BC</loc><lastmod>2026-01-31</lastmod><priority>0.8</priority></url>\n</urlset>\n',
          },
        ],
      },
    },
    {
      title: 'An index',
      input: 'url\nexample.com/a\nexample.com/b\nexample.com/a\n',
      options: { perFile: 1, lastmod: '2026-02', changefreq: 'weekly' },
      output: {
        data: { urls: 2, duplicates: 1, files: 2, hosts: ['example.com'], warnings: [] },
        files: [
          {
            name: 'sitemap-index.xml',
            mime: 'application/xml',
            text: '<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  <sitemap><loc>https://example.com/sitemap-1.xml</loc></sitemap>\n  <sitemap><loc>https://example.com/sitemap-2.xml</loc></sitemap>\n</sitemapindex>\n',
          },
          {
            name: 'sitemap-1.xml',
            mime: 'application/xml',
            text: '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  <url><loc>https://example.com/a</loc><lastmod>2026-02</lastmod><changefreq>weekly</changefreq></url>\n</urlset>\n',
          },
          { name: 'sitemap-2.xml', mime: 'application/xml' },
        ],
      },
    },
    {
      title: 'Not a URL',
      input: 'https://example.com/\nmailto:ann@example.com\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 2: "mailto:ann@example.com" is not an http or https URL',
      },
    },
    {
      title: 'Not a date',
      input: 'https://example.com/,31.01.2026',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: "31.01.2026" is not a date such as 2026-01-31',
      },
    },
    {
      title: 'An option that is not a date',
      input: 'https://example.com/',
      options: { lastmod: 'today' },
      error: { code: 'INVALID_INPUT', message: 'Option "lastmod" must be a date such as 2026-01-31, got "today"' },
    },
  ],
  async run({ input, files, options }) {
    const { lastmod, changefreq, priority, keepDuplicates, perFile, address } = options;
    if (lastmod !== '' && !W3C.test(lastmod))
      throw invalid(`Option "lastmod" must be a date such as 2026-01-31, got ${quote(lastmod)}`);
    const folder = address === '' ? undefined : parseUrl(withScheme(address.endsWith('/') ? address : `${address}/`));
    if (address !== '' && folder === undefined) throw invalid(`Option "address" is not a URL, got ${quote(address)}`);
    const source = await readTextSource({ input, files });
    const lines = urlLines(source.text).filter(
      ({ text }, i) => i > 0 || !/^(?:url|loc|address|page)s?\b(?!.*[/.])/i.test(text),
    );
    if (lines.length > MAX_URLS)
      throw overLimit(`The text of ${source.label} must have at most ${MAX_URLS} URLs, got ${lines.length}`);
    const all = refusing(`Cannot read ${source.label}`, () => {
      if (lines.length === 0) throw new ContentFault('it has no URLs');
      return lines.map(({ line, text }) => inPart(`line ${line}`, () => pageOf(text, lastmod)));
    });
    const known = new Set<string>();
    const pages = keepDuplicates ? all : all.filter((page) => !known.has(page.address) && known.add(page.address));
    const frequency = changefreq === 'none' ? '' : `<changefreq>${changefreq}</changefreq>`;
    const entry = (page: Page): string => {
      const weight = page.priority || (priority > 0 ? String(priority) : '');
      return `  <url><loc>${escapeXmlText(page.address)}</loc>${page.changed === '' ? '' : `<lastmod>${page.changed}</lastmod>`}${frequency}${weight === '' ? '' : `<priority>${weight}</priority>`}</url>\n`;
    };
    const maps = packed(pages.map(entry), perFile).map((entries) => document('urlset', entries));
    const root = folder?.href ?? `${new URL(pages[0]?.address ?? 'https://example.com').origin}/`;
    const names = maps.map((_, i) => (maps.length === 1 ? 'sitemap.xml' : `sitemap-${i + 1}.xml`));
    const index = document(
      'sitemapindex',
      names.map((name) => `  <sitemap><loc>${escapeXmlText(root + name)}</loc></sitemap>\n`).join(''),
    );
    const escaped = lines.filter((_, i) => all[i]?.address.includes('%20') && /\s/.test(lines[i]?.text ?? ''));
    const hosts = [...new Set(pages.map((page) => new URL(page.address).host))];
    const file = (name: string, content: string) => ({ name, mime: 'application/xml', bytes: Buffer.from(content) });
    return withFiles(
      json({
        urls: pages.length,
        duplicates: all.length - pages.length,
        files: maps.length,
        hosts: hosts.slice(0, 20),
        warnings: [
          ...(hosts.length > 1 ? [`The URLs have ${hosts.length} hosts: search engines want a sitemap for each`] : []),
          ...(escaped.length > 0
            ? [`White space inside a URL is escaped as %20, first on line ${escaped[0]?.line}`]
            : []),
        ],
      }),
      [
        ...(maps.length > 1 ? [file('sitemap-index.xml', index)] : []),
        ...maps.map((content, i) => file(names[i] ?? '', content)),
      ],
    );
  },
});
