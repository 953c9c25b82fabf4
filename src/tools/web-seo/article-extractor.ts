import { z } from 'zod';

import { eachResult } from '../../core/each-file.js';
import { renamed } from '../../core/files.js';
import { defineTool, json, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, fileReports, warnings } from '../../core/shared-data.js';
import { WorkTime } from '../../engines/work-time.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { extractArticle, writeArticle } from '../../formats/html/article.js';
import { baseOf } from '../../formats/html/page-base.js';
import { documentResult, KINDS, readTextFile, readTextSource, type TextSource } from '../../formats/text-source.js';
import { baseUrlOption, readBaseUrl } from './_base-url.js';

const WORK_SECONDS = 8;

const told = (what: string) => z.string().nullable().describe(`${what}; null where the page does not tell.`);

const ARTICLE = {
  title: told('Title'),
  byline: told('Authors'),
  siteName: told('Name of the site'),
  publishedTime: told('When it was published, as the page writes it'),
  language: told("The page's language"),
  excerpt: told('Description, or the first paragraph'),
  words: count('Words of the article.'),
  content: z.string().describe('The article in Markdown.'),
  warnings: warnings(),
};

const EXAMPLE_PAGE = `<!doctype html><html lang="en"><head><title>Ferries return to the old harbour - The Coast</title>
<meta name="author" content="Ann Reed"><meta property="og:site_name" content="The Coast"><meta property="article:published_time" content="2026-05-01T08:00:00Z"></head>
<body><nav><a href="/">Home</a> <a href="/news">News</a></nav><div class="content"><h1>Ferries return to the old harbour</h1>
<p>After eleven years of works, ferries come to the old harbour again. The <a href="/quay">new quay</a>, which is twice as long as the one before, was opened on Friday, and the first boat came in at noon.</p>
<p>Three lines go to the islands from May to October, with up to nine boats a day. Tickets are sold on board, and bicycles travel free of charge, said the operator, who expects 40,000 passengers in the first year.</p>
<p><img src="quay.jpg" alt="The quay"></p></div><div class="sidebar ad-break">Buy <a href="/x">shoes</a>!</div><footer>Imprint</footer></body></html>`;

export default defineTool({
  id: 'article-extractor',
  title: 'Article Extractor',
  summary:
    'Takes the main article out of a page without menus, advertisements and comments, with its title, author and date.',
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    format: z
      .enum(['markdown', 'text', 'html', 'json'])
      .default('markdown')
      .describe('What the article becomes; JSON has the title, author and date apart.'),
    heading: z
      .boolean()
      .default(true)
      .describe('Begins with the title and, where known, the author, the site and the date; JSON has them anyway.'),
    links: z.boolean().default(true).describe('Keeps links; otherwise their text alone.'),
    images: z.boolean().default(true).describe('Keeps images; in text their descriptions in brackets.'),
    baseUrl: baseUrlOption(),
  },
  result: 'mixed',
  data: z.union([
    z.object(ARTICLE).describe('The article, where "format" is json.'),
    fileReports({ title: ARTICLE.title, words: ARTICLE.words }).describe(
      'Where several files were sent: what became of each.',
    ),
  ]),
  notes: [
    "The article is found as Firefox's reader view finds it, by Mozilla Readability. Scripts are not run and nothing is loaded: an article that a page's scripts add is not there.",
    'HTML is made safe as html-sanitizer does in its rich profile, and is the part for the body of a page.',
    'Of a page that is not an article, such as a list of news, the largest text is given; where a page has little running text, JSON has a warning. At least 250 letters of text are looked for; a shorter page gives what there is.',
    'At most 500 elements within each other. Up to 20 files: several give a file each and a report in data, and one that fails does not spoil the others.',
  ],
  aliases: [
    'readability',
    'reader view',
    'main content extraction',
    'boilerplate removal',
    'trafilatura',
    'newspaper',
    'extract text from web page',
    'read it later',
    'only the article of a web page',
    'page without ads',
  ],
  verified: [
    'Chromium, with Mozilla Readability 0.6.0 in the page: the title, author and words of 150 random pages are the same',
    '150 pages of planted paragraphs among menus, advertisements, comments and footers: all that was planted is found and nothing else',
  ],
  examples: [
    {
      title: 'An article among menus',
      input: EXAMPLE_PAGE,
      options: { baseUrl: 'https://example.com/news/' },
      output: {
        text: '# Ferries return to the old harbour\n\nAnn Reed · The Coast · 2026-05-01T08:00:00Z\n\nAfter eleven years of works, ferries come to the old harbour again. The [new quay](https://example.com/quay), which is twice as long as the one before, was opened on Friday, and the first boat came in at noon.\n\nThree lines go to the islands from May to October, with up to nine boats a day. Tickets are sold on board, and bicycles travel free of charge, said the operator, who expects 40,000 passengers in the first year.\n\n![The quay](https://example.com/news/quay.jpg)\n',
      },
    },
    {
      title: 'The same as JSON',
      input: EXAMPLE_PAGE,
      options: { format: 'json', links: false, images: false },
      output: {
        data: {
          title: 'Ferries return to the old harbour',
          byline: 'Ann Reed',
          siteName: 'The Coast',
          publishedTime: '2026-05-01T08:00:00Z',
          language: 'en',
          excerpt:
            'After eleven years of works, ferries come to the old harbour again. The new quay, which is twice as long as the one before, was opened on Friday, and the first boat came in at noon.',
          words: 75,
          content:
            'After eleven years of works, ferries come to the old harbour again. The new quay, which is twice as long as the one before, was opened on Friday, and the first boat came in at noon.\n\nThree lines go to the islands from May to October, with up to nine boats a day. Tickets are sold on board, and bicycles travel free of charge, said the operator, who expects 40,000 passengers in the first year.\n',
          warnings: ['The page may not be an article: it has little running text'],
        },
      },
    },
    {
      title: 'A page without text',
      input: '<title>Shop</title><img src=shop.png>',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": no article was found in it' },
    },
  ],
  async run({ input, files, signal, options: { format, heading, links, images, baseUrl } }) {
    const address = readBaseUrl(baseUrl);
    const work = new WorkTime(WORK_SECONDS, () =>
      overLimit(`The articles take longer than ${WORK_SECONDS} seconds to find`),
    );
    const resultOf = (source: TextSource) =>
      refusing(`Cannot read ${source.label}`, () =>
        work.run(() => {
          const article = extractArticle(source.text, { links, images, baseOf: (page) => baseOf(page, address) });
          const { html, ...facts } = article;
          const { title, words } = facts;
          const write = (as: 'markdown' | 'text' | 'html', hasHeading: boolean): string =>
            writeArticle(article, as, { hasHeading, images });
          if (format !== 'json')
            return {
              report: { title, words },
              result: documentResult<never>(source, write(format, heading), KINDS[format]),
            };
          const data = { ...facts, content: write('markdown', false) };
          return {
            report: { title, words },
            result: json(data, { name: renamed(source.file?.name ?? 'result', '.json') }),
          };
        }),
      );
    if (files.length < 2 || input !== '') return resultOf(await readTextSource({ input, files })).result;
    return eachResult({ files, signal }, async (file) => resultOf(await readTextFile(file)));
  },
});
