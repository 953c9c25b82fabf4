import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, json, type ToolResult } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, fileReports } from '../../core/shared-data.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { documentResult, type TextSource } from '../../formats/text-source.js';
import { readXmlFile, readXmlSource } from '../../formats/xml-document.js';

import { baseUrlOption, readBaseUrl } from './_base-url.js';
import { FEED_WRITERS, type FeedWishes, MAX_FINDINGS, readWholeFeed } from './_feeds.js';

function converted(
  source: TextSource,
  wishes: FeedWishes & { readonly to: keyof typeof FEED_WRITERS },
): ToolResult<never> {
  const [kind, write] = FEED_WRITERS[wishes.to];
  const { feed } = readWholeFeed(source, wishes);
  return documentResult(
    source,
    refusing(`Cannot convert ${source.label}`, () => write(feed)),
    kind,
  );
}

function report(source: TextSource, wishes: FeedWishes) {
  const { feed, findings, entryCount } = readWholeFeed(source, wishes);
  return { ...feed, entryCount, findings };
}

const text = (description: string) => z.string().describe(description);

const REPORT = {
  format: text('Format, such as RSS 2.0, Atom 1.0 or JSON Feed 1.1.'),
  title: text('Title.'),
  link: text('Address of the page that the feed belongs to.'),
  description: text('Description or subtitle.'),
  language: text('Language as the feed says it.'),
  date: text('Date of the last update: ISO 8601 where it is a moment, else as written.'),
  feedUrl: text('Address that the feed names as its own.'),
  entries: z
    .array(
      z.object({
        id: text('What tells it from the others.'),
        title: text('Title without tags.'),
        link: text('Address of its page.'),
        author: text('Authors.'),
        date: text('Date of publication: ISO 8601 in UTC where it is a moment, else as written.'),
        updated: text('Date of the last change.'),
        summary: text('Short text, where there is content beside it.'),
        content: text('Content, by "content" as HTML or text.'),
        categories: z.array(z.string()).describe('Categories, tags or subjects.'),
        enclosures: z
          .array(
            z.object({
              url: text('Address of the file.'),
              type: text('Media type.'),
              bytes: count('Size; 0 where it is not known.'),
            }),
          )
          .describe('Files that belong to it, such as the episode of a podcast.'),
      }),
    )
    .describe('Entries in the order of the feed.'),
  entryCount: count('Entries of the feed, those beyond "limit" too.'),
  findings: z
    .array(
      z.object({
        entry: z.int().min(0).describe('Entry, from 1; 0 for the feed itself.'),
        message: text('What readers trip over.'),
      }),
    )
    .describe(`What is wrong or missing; the first ${MAX_FINDINGS}.`),
};

export default defineTool({
  id: 'rss-tools',
  title: 'RSS Tools',
  summary:
    'Reads RSS, Atom and JSON Feed, says what is wrong with a feed, and converts between them, CSV and Markdown.',
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    to: z
      .enum(['json', 'csv', 'markdown', 'rss', 'atom', 'jsonfeed'])
      .default('json')
      .describe('A report with findings, a table, Markdown, or a feed: RSS 2.0, Atom 1.0, JSON Feed 1.1.'),
    content: z
      .enum(['html', 'text', 'none'])
      .default('html')
      .describe('Contents in the report and the table: HTML, its text, or none.'),
    limit: z.number().multipleOf(1).min(0).max(50_000).default(0).describe('Number of entries at most; 0: all.'),
    baseUrl: baseUrlOption().describe(
      'Address of the feed, for relative links, such as https://example.com/feed.xml; empty for what the feed says itself.',
    ),
  },
  result: 'mixed',
  data: z.union([z.object(REPORT), fileReports(REPORT)]),
  notes: [
    'RSS 0.9, 0.91, 0.92, 1.0 and 2.0 with the modules content and dc, Atom 0.3 and 1.0, JSON Feed 1.0 and 1.1. Nothing is loaded from the network: paste a feed or upload its file.',
    'Dates with an offset become ISO 8601 in UTC; others stay as written in the report and are left out of feeds, since nobody knows when they were. Titles lose their tags.',
    'Links and files get whole addresses, links inside contents stay. xml:base is not read.',
    'An entry without an id gets its link as id. Atom has to have dates and authors: where they are missing, the newest date of the feed (else 1970) and its title stand in. Images of feeds, podcast tags and other modules are not carried over.',
    'References of HTML such as &nbsp; are read, though XML has none of them; XML that is not well-formed otherwise is refused with its place. At most 500,000 elements.',
    'Up to 20 files instead of "input": several give a report each, or a file each.',
  ],
  aliases: [
    'rss reader',
    'rss feed reader',
    'rss to json',
    'rss validator',
    'atom to rss',
    'rss to atom',
    'json feed',
    'feed validator',
    'rss to csv',
    'rss to markdown',
    'podcast feed',
    'news feed parser',
  ],
  verified: [
    'feedparser 6.0.10 (Debian python3-feedparser): the same titles, links, ids, dates, authors, categories, files and contents for 60 made feeds of RSS 0.91, 1.0, 2.0 and Atom 1.0',
    'feedparser 6.0.10: the same entries again in the RSS and Atom that were written from them; JSON Feed is read back as it was',
  ],
  examples: [
    {
      title: 'RSS to a report',
      input:
        '<rss version="2.0"><channel><title>Harbour</title><link>https://example.com/</link><description>News</description><item><title>Ships &amp;amp; boats</title><link>/ships</link><guid isPermaLink="false">7</guid><pubDate>Sat, 07 Sep 2024 02:00:00 +0200</pubDate><description>&lt;b&gt;Two&lt;/b&gt;</description></item></channel></rss>',
      options: { content: 'text' },
      output: {
        data: {
          format: 'RSS 2.0',
          title: 'Harbour',
          link: 'https://example.com/',
          description: 'News',
          language: '',
          date: '',
          feedUrl: '',
          entries: [
            {
              id: '7',
              title: 'Ships & boats',
              link: 'https://example.com/ships',
              author: '',
              date: '2024-09-07T00:00:00.000Z',
              updated: '',
              summary: '',
              content: 'Two',
              categories: [],
              enclosures: [],
            },
          ],
          entryCount: 1,
          findings: [
            { entry: 0, message: 'the feed does not name its own address' },
            { entry: 1, message: 'the link "/ships" is relative' },
          ],
        },
      },
    },
    {
      title: 'Atom as a table',
      input:
        '<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><id>x:1</id><title>One, two</title><link href="https://example.com/1"/><updated>2024-01-02T03:04:05Z</updated><content type="html">&lt;p&gt;Hi&lt;/p&gt;</content></entry></feed>',
      options: { to: 'csv' },
      output: {
        text: 'title,link,date,author,categories,id,content\n"One, two",https://example.com/1,2024-01-02T03:04:05.000Z,,,x:1,<p>Hi</p>\n',
      },
    },
    {
      title: 'Not a feed',
      input: '<html><body/></html>',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as a feed: it is neither RSS, Atom nor JSON Feed; its root is <html>',
      },
    },
    {
      title: 'An address',
      input: 'https://example.com/feed.xml',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as a feed: it is an address, and nothing is loaded here; paste what is there, or upload it',
      },
    },
    {
      title: 'JSON that is not a feed',
      input: '{"a":1}',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as a feed: a JSON Feed has "version": "https://jsonfeed.org/version/1.1"',
      },
    },
  ],
  async run({ input, files, signal, options: { to, content, limit, baseUrl } }) {
    const wishes = { content, limit, base: readBaseUrl(baseUrl) };
    if (files.length < 2 || input !== '') {
      const source = await readXmlSource({ input, files });
      return to === 'json' ? json(report(source, { ...wishes, to })) : converted(source, { ...wishes, to });
    }
    return eachFile<object>({ files, signal }, async (file) => {
      const source = await readXmlFile(file);
      return to === 'json'
        ? { report: report(source, { ...wishes, to }), outputs: [] }
        : { report: {}, outputs: converted(source, { ...wishes, to }).files };
    });
  },
});
