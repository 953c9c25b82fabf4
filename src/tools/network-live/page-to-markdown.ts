import { z } from 'zod';

import { defineTool, json, overLimit, text as textResult } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings } from '../../core/shared-data.js';
import { WorkTime } from '../../engines/work-time.js';
import { bodyOf, parseHtml } from '../../engines/xml/html-document.js';
import { extractArticle, writeArticle } from '../../formats/html/article.js';
import { htmlMarkdown } from '../../formats/html/html-markdown.js';
import { readMetadata } from '../../formats/html/metadata.js';
import { baseOf } from '../../formats/html/page-base.js';
import { countText } from '../../lib/text/text-counts.js';
import { accessOf } from '../../network/session.js';
import { parseUrl } from '../../network/targets.js';
import { fetchPage, userAgentOption } from './_page.js';
import { LIVE_NOTE, timeoutOption } from './_peer.js';

const WORK_SECONDS = 12;
const MARKDOWN = { name: 'result.md', mime: 'text/markdown;charset=utf-8' };

const told = (what: string) => z.string().nullable().describe(`${what}; null where the page does not tell.`);

interface Keeping {
  readonly links: boolean;
  readonly images: boolean;
}

function articleOf(text: string, address: URL, { links, images }: Keeping) {
  const article = extractArticle(text, { links, images, baseOf: (page) => baseOf(page, address) });
  const { html: _, excerpt: __, ...facts } = article;
  const write = (hasHeading: boolean): string => writeArticle(article, 'markdown', { hasHeading, images });
  return { ...facts, markdown: write(false), whole: write(true) };
}

function pageOf(text: string, address: URL, { links, images }: Keeping) {
  const page = parseHtml(text);
  const { title, author, language, openGraph } = readMetadata(page, (link) => link);
  const property = (name: string): string | null => openGraph.find((tag) => tag.name === name)?.content ?? null;
  const markdown = htmlMarkdown(bodyOf(text), { headings: 'atx', links, images, base: baseOf(page, address) });
  return {
    title,
    byline: author,
    siteName: property('og:site_name'),
    publishedTime: property('article:published_time'),
    language,
    words: countText(markdown, 'en').words,
    warnings: [],
    markdown,
    whole: markdown,
  };
}

export default defineTool({
  id: 'page-to-markdown',
  title: 'Page to Markdown',
  summary:
    'Fetches a web page and returns its main article, or all of it, as Markdown for reading or for a language model.',
  family: 'network-live',
  class: 'network',
  needs: ['network'],
  timeoutSeconds: 45,
  input: 'required',
  options: {
    part: z
      .enum(['article', 'page'])
      .default('article')
      .describe('The main article without menus and advertisements, or the whole body of the page.'),
    format: z
      .enum(['markdown', 'json'])
      .default('markdown')
      .describe('Markdown alone, or JSON with the title, author and date apart.'),
    links: z.boolean().default(true).describe('Keeps links; otherwise their text alone.'),
    images: z.boolean().default(true).describe('Keeps images; otherwise their description alone.'),
    userAgent: userAgentOption(),
    timeoutMs: timeoutOption(15_000, 25_000, 'the page'),
  },
  result: 'mixed',
  data: z.object({
    url: z.string().describe('Address that answered, after redirects.'),
    title: told('Title'),
    byline: told('Authors'),
    siteName: told('Name of the site'),
    publishedTime: told('When it was published, as the page writes it'),
    language: told("The page's language"),
    words: count('Words.'),
    markdown: z.string().describe('The text in Markdown.'),
    warnings: warnings(),
  }),
  notes: [
    LIVE_NOTE,
    'The article is found as article-extractor finds it, the page converted as html-to-markdown does it. Scripts are not run: what they would add is not there.',
    'Up to 10 redirects are followed. A page of more than 4 MiB, or 8 MiB unpacked, is refused, and so is an answer other than success or a web page.',
  ],
  aliases: [
    'url to markdown',
    'web page to text',
    'fetch page for llm',
    'scrape website',
    'reader mode of url',
    'web fetch',
    'read url',
    'jina reader',
    'firecrawl',
  ],
  verified: [
    'article-extractor and html-to-markdown, which others are beside: the same text for 60 random pages, served over HTTP in four character encodings',
  ],
  examples: [
    {
      title: 'An article',
      input: 'https://example.com/article',
      output: {
        text: '# Ferries return to the old harbour\n\nAnn Reed\n\nAfter eleven years of works, ferries come to the old harbour again. The [new quay](https://example.com/quay), which is twice as long as the one before, was opened on Friday, and the first boat came in at noon.\n\nThree lines go to the islands from May to October, with up to nine boats a day. Tickets are sold on board, and bicycles travel free of charge, said the operator, who expects 40,000 passengers in the first year.\n',
      },
    },
    {
      title: 'A whole page as JSON',
      input: 'https://example.com/about',
      options: { part: 'page', format: 'json' },
      output: {
        data: {
          url: 'https://example.com/about',
          title: 'About',
          byline: null,
          siteName: null,
          publishedTime: null,
          language: null,
          words: 1,
          markdown: '# Who\n',
          warnings: [],
        },
      },
    },
    {
      title: 'A page without text',
      input: 'https://example.org/',
      error: { code: 'INVALID_INPUT', message: 'Cannot read "https://example.org/": no article was found in it' },
    },
    {
      title: 'A page that does not exist',
      input: 'https://example.com/missing',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read "https://example.com/missing": the server answers 404 Not Found',
      },
    },
  ],
  async run({ input, options: { part, format, links, images, userAgent, timeoutMs }, signal, settings, network }) {
    const access = accessOf({ signal, settings, network }, { totalMs: timeoutMs });
    const { fetched, text, address } = await fetchPage(parseUrl(input), userAgent, access);
    const work = new WorkTime(WORK_SECONDS, () =>
      overLimit(`The page takes longer than ${WORK_SECONDS} seconds to read`),
    );
    const read = () =>
      part === 'article' ? articleOf(text, address, { links, images }) : pageOf(text, address, { links, images });
    const found = refusing(`Cannot read ${JSON.stringify(fetched.url)}`, () => work.run(read));
    if (format === 'markdown') return textResult(found.whole, MARKDOWN);
    const { whole: _, ...facts } = found;
    return json({ url: fetched.url, ...facts });
  },
});
