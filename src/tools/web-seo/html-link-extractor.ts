import { z } from 'zod';

import { defineTool, overLimit } from '../../core/index.js';
import { json, text } from '../../core/results.js';
import { count, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { WorkTime } from '../../engines/work-time.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { LISTED_KINDS, type ListedLink, listLinks, SCOPES, uniqueLinks } from '../../formats/html/link-list.js';
import { KINDS, readTextSource } from '../../formats/text-source.js';
import { formatRecord } from '../../lib/csv/write.js';

import { baseUrlOption, readBaseUrl } from './_base-url.js';

const WORK_SECONDS = 8;
const MAX_LINKS = 50_000;

const COLUMNS = ['url', 'kind', 'scope', 'text', 'rel', 'written', 'element', 'line', 'count'] as const;

export default defineTool({
  id: 'html-link-extractor',
  title: 'HTML Link Extractor',
  summary: 'Lists the links, images, scripts, styles, e-mail addresses and other files of a page.',
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: { ...TEXT_FILES, max: 1 },
  options: {
    baseUrl: baseUrlOption(),
    kind: z
      .enum(['all', ...LISTED_KINDS])
      .default('all')
      .describe(
        'Kind of links to list: all, or only links to pages, images, scripts, styles, e-mail addresses and so on.',
      ),
    scope: z
      .enum(['all', 'internal', 'external'])
      .default('all')
      .describe('Links to list: all, those within the site of the page, or those to other sites.'),
    unique: shared.unique(),
    format: z
      .enum(['json', 'text', 'csv'])
      .default('json')
      .describe('JSON with everything, one address per line, or a CSV table.'),
  },
  result: 'mixed',
  data: z.object({
    base: z.string().nullable().describe('Address that relative links start from; null if not known.'),
    counts: z.record(z.string(), z.number()).describe('Links by kind, before any are filtered.'),
    internal: count('Links within the site.'),
    external: count('Links to other sites.'),
    nofollow: count('Links with rel nofollow, ugc or sponsored.'),
    inlineData: count('Addresses with data:, which are not listed.'),
    links: z
      .array(
        z.object({
          url: z.string().describe('Absolute address where it is known; an e-mail address or a telephone number.'),
          kind: z.enum(LISTED_KINDS).describe('What it is.'),
          scope: z.enum(SCOPES).describe('Where it leads; relative if "baseUrl" would tell.'),
          text: z.string().describe('Text of the link or alternative text of the image, at most 200 characters.'),
          rel: z.string().describe('Attribute rel in lower case; empty if there is none.'),
          written: z.string().describe('Address as the page has it, at most 300 characters.'),
          element: z.string().describe('Element that has it.'),
          line: place('Line of the element.'),
          count: count('How often it is on the page, where "unique" is on; else 1.'),
        }),
      )
      .describe('In the order of the page.'),
  }),
  notes: [
    'The page is read as browsers read it; scripts are not run and nothing is loaded, so links that a script adds are not found.',
    'Found are a, area, link, img and source with srcset, script, iframe, frame, embed, object, video, audio, track, input, form, meta refresh, and url(...) and @import in <style> and style attributes. <base> is followed.',
    'Without <base> and "baseUrl", relative links stay as written and their scope is relative. www. makes no other site.',
    'With "unique", links of the same address and kind are one, at the place of the first, with the first text that is not empty.',
    'E-mail addresses are those of mailto links; entity-extractor finds those in the text.',
    `At most ${MAX_LINKS} links.`,
  ],
  aliases: [
    'extract links from html',
    'extract urls from html',
    'href extractor',
    'url extractor',
    'image url extractor',
    'get all links of a page',
    'list images of a page',
    'internal and external links',
    'nofollow checker',
    'lynx listonly',
  ],
  verified: [
    'lynx 2.9 -listonly: the same addresses of links in the same order for 150 random pages with <base>, areas, links in links and broken markup',
  ],
  examples: [
    {
      title: 'Links of a page',
      input:
        '<base href="https://shop.example/a/"><a href="b.html" rel=nofollow>Next <b>page</b></a>\n<a href="https://other.example"><img src="/logo.png" alt="Logo"></a>\n<a href="mailto:ann%40shop.example?subject=Hi">Write</a>',
      output: {
        data: {
          base: 'https://shop.example/a/',
          counts: { link: 2, image: 1, email: 1 },
          internal: 2,
          external: 1,
          nofollow: 1,
          inlineData: 0,
          links: [
            {
              url: 'https://shop.example/a/b.html',
              kind: 'link',
              scope: 'internal',
              text: 'Next page',
              rel: 'nofollow',
              written: 'b.html',
              element: 'a',
              line: 1,
              count: 1,
            },
            {
              url: 'https://other.example/',
              kind: 'link',
              scope: 'external',
              text: 'Logo',
              rel: '',
              written: 'https://other.example',
              element: 'a',
              line: 2,
              count: 1,
            },
            {
              url: 'https://shop.example/logo.png',
              kind: 'image',
              scope: 'internal',
              text: 'Logo',
              rel: '',
              written: '/logo.png',
              element: 'img',
              line: 2,
              count: 1,
            },
            {
              url: 'ann@shop.example',
              kind: 'email',
              scope: 'other',
              text: 'Write',
              rel: '',
              written: 'mailto:ann%40shop.example?subject=Hi',
              element: 'a',
              line: 3,
              count: 1,
            },
          ],
        },
      },
    },
    {
      title: 'Images, one address per line',
      input:
        '<img src=a.png srcset="a.png 1x, a2.png 2x"><p style="background:url(\'c d.png\')">x</p><style>b{background:url(/e.png)}</style>',
      options: { kind: 'image', unique: true, format: 'text', baseUrl: 'https://a.example/x/' },
      output: {
        text: 'https://a.example/x/a.png\nhttps://a.example/x/a2.png\nhttps://a.example/x/c%20d.png\nhttps://a.example/e.png\n',
      },
    },
    {
      title: 'Nothing to list',
      input: 'plain text',
      options: { format: 'csv' },
      output: { text: 'url,kind,scope,text,rel,written,element,line,count\n' },
    },
    {
      title: 'A base that is not an address',
      input: '<a href=b>b</a>',
      options: { baseUrl: 'shop' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "baseUrl" must be an address such as https://example.com/, got "shop"',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options: { baseUrl, kind, scope, unique, format } }) {
    const address = readBaseUrl(baseUrl);
    const source = await readTextSource({ input, files });
    const work = new WorkTime(WORK_SECONDS, () =>
      overLimit(`The page of ${source.label} takes longer than ${WORK_SECONDS} seconds to read`),
    );
    const { base, links: all, inlineData } = work.run(() => listLinks(source.text, address));
    if (all.length > MAX_LINKS)
      throw overLimit(`The page of ${source.label} must have at most ${MAX_LINKS} links, got ${all.length}`);
    const wanted = all.filter(
      (link) => (kind === 'all' || link.kind === kind) && (scope === 'all' || link.scope === scope),
    );
    const links = unique ? uniqueLinks(wanted) : wanted;
    if (format === 'text') return text(links.map(({ url }) => `${url}\n`).join(''));
    if (format === 'csv') {
      const rows = [COLUMNS, ...links.map((link) => COLUMNS.map((column) => String(link[column])))];
      return text(rows.map((row) => `${formatRecord(row, ',')}\n`).join(''), {
        name: 'result.csv',
        mime: KINDS.csv.mime,
      });
    }
    const counts: Record<string, number> = {};
    for (const link of all) counts[link.kind] = (counts[link.kind] ?? 0) + 1;
    const howMany = (isCounted: (link: ListedLink) => boolean): number => all.filter(isCounted).length;
    return json({
      base,
      counts,
      internal: howMany((link) => link.scope === 'internal'),
      external: howMany((link) => link.scope === 'external'),
      nofollow: howMany((link) => /\b(?:nofollow|ugc|sponsored)\b/.test(link.rel)),
      inlineData,
      links,
    });
  },
});
