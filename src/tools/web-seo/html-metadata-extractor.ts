import { z } from 'zod';

import { defineTool, json, overLimit } from '../../core/index.js';
import { warnings } from '../../core/shared-data.js';
import { WorkTime } from '../../engines/work-time.js';
import { parseHtml } from '../../engines/xml/html-document.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { type PageMetadata, readMetadata } from '../../formats/html/metadata.js';
import { readMicrodata } from '../../formats/html/microdata.js';
import { readTextSource } from '../../formats/text-source.js';
import { absolute, baseOf, baseUrlOption, readBaseUrl } from './_base-url.js';

const WORK_SECONDS = 8;

const fact = (what: string) => z.string().nullable().describe(`${what}; null where the page has none.`);
const tags = (what: string) =>
  z
    .array(
      z.object({
        name: z.string().describe('Name or property, as written.'),
        content: z.string().describe('Content.'),
      }),
    )
    .describe(what);
const href = () => z.string().describe('Address.');

/** What networks and messengers show of a page, by the tags they look at first. */
function previewOf(
  { title, description, canonical, openGraph, twitter }: Omit<PageMetadata, 'warnings'>,
  resolve: (address: string) => string,
) {
  const of = (list: PageMetadata['openGraph'], name: string): string | undefined =>
    list.find((tag) => tag.name.toLowerCase() === name && tag.content !== '')?.content;
  const image = of(openGraph, 'og:image') ?? of(openGraph, 'og:image:url') ?? of(twitter, 'twitter:image');
  return {
    title: of(openGraph, 'og:title') ?? of(twitter, 'twitter:title') ?? title,
    description: of(openGraph, 'og:description') ?? of(twitter, 'twitter:description') ?? description,
    image: image === undefined ? null : resolve(image),
    url: of(openGraph, 'og:url') ?? canonical,
    siteName: of(openGraph, 'og:site_name') ?? null,
  };
}

export default defineTool({
  id: 'html-metadata-extractor',
  title: 'HTML Metadata Extractor',
  summary:
    'Reads what a page says of itself: title, description, Open Graph, X cards, JSON-LD, microdata, feeds and languages.',
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: { ...TEXT_FILES, max: 1 },
  options: { baseUrl: baseUrlOption() },
  result: 'data',
  data: z.object({
    title: fact('Title'),
    description: fact('Description'),
    canonical: fact('Address that counts'),
    language: fact("The page's language"),
    charset: fact('Character set'),
    robots: fact('Rules for crawlers'),
    author: fact('Author'),
    preview: z
      .object({
        title: fact('Title'),
        description: fact('Description'),
        image: fact('Address of the image'),
        url: fact('Address'),
        siteName: fact('Name of the site'),
      })
      .describe('What networks and messengers show of the page: Open Graph first, then X cards, then the page itself.'),
    openGraph: tags('Tags of Open Graph, such as og:title and article:author, in their order.'),
    twitter: tags('Tags of X cards.'),
    meta: tags('All other meta tags with a name and content.'),
    icons: z
      .array(
        z.object({
          rel: z.string().describe('Kind, such as icon or apple-touch-icon.'),
          href: href(),
          sizes: z.string().nullable().describe('Sizes, such as 32x32.'),
          type: z.string().nullable().describe('MIME type.'),
        }),
      )
      .describe('Icons.'),
    alternates: z
      .array(z.object({ hreflang: z.string().describe('Language, or x-default.'), href: href() }))
      .describe('The page in other languages.'),
    feeds: z
      .array(
        z.object({
          href: href(),
          type: z.string().nullable().describe('MIME type.'),
          title: z.string().nullable().describe('Title.'),
        }),
      )
      .describe('RSS, Atom and JSON feeds.'),
    manifest: fact('Address of the web app manifest'),
    amp: fact('Address of the AMP page'),
    jsonLd: z.array(z.unknown()).describe('Values of JSON-LD, those of lists one by one.'),
    microdata: z
      .array(
        z.object({
          type: z.array(z.string()).describe('Types, such as https://schema.org/Recipe.'),
          id: z.string().nullable().describe('Identifier.'),
          properties: z
            .record(z.string(), z.array(z.unknown()))
            .describe('Values by name; texts, or items of the same kind.'),
        }),
      )
      .describe('Items of microdata that are in no other.'),
    warnings: warnings(),
  }),
  notes: [
    'The page is read as browsers read it; scripts are not run and nothing is loaded, so that only what is in the HTML is found.',
    'Addresses of links, microdata and the preview are made absolute where the page has <base> or "baseUrl" is given. Contents of meta tags stay as they are written.',
    'Of several titles, descriptions and canonical addresses the first is given, with a warning. JSON-LD that is not JSON is left out with a warning.',
    'Microdata follows the HTML standard, with itemref; an attribute content counts at any element. RDFa and microformats are not read.',
  ],
  aliases: [
    'open graph checker',
    'meta tag extractor',
    'link preview',
    'json-ld extractor',
    'structured data',
    'schema.org extractor',
    'microdata parser',
    'og debugger',
    'extruct',
  ],
  verified: [
    'extruct 0.14: microdata of 300 random pages with items in items and itemref; JSON-LD and Open Graph of the same pages',
  ],
  examples: [
    {
      title: 'A recipe with a preview',
      input:
        '<html lang=en><meta charset=utf-8><title>Scones</title><meta name=description content="Plain scones."><meta property="og:image" content="/scones.jpg"><link rel=canonical href="/scones"><link rel=alternate hreflang=de href="/de/scones"><script type="application/ld+json">{"@type": "Recipe", "cookTime": "PT15M"}</script><div itemscope itemtype="https://schema.org/Person"><span itemprop=name>Ann <b>Reed</b></span><a itemprop=url href="ann">me</a></div>',
      options: { baseUrl: 'https://example.com/food/' },
      output: {
        data: {
          title: 'Scones',
          description: 'Plain scones.',
          canonical: 'https://example.com/scones',
          language: 'en',
          charset: 'utf-8',
          robots: null,
          author: null,
          preview: {
            title: 'Scones',
            description: 'Plain scones.',
            image: 'https://example.com/scones.jpg',
            url: 'https://example.com/scones',
            siteName: null,
          },
          openGraph: [{ name: 'og:image', content: '/scones.jpg' }],
          twitter: [],
          meta: [{ name: 'description', content: 'Plain scones.' }],
          icons: [],
          alternates: [{ hreflang: 'de', href: 'https://example.com/de/scones' }],
          feeds: [],
          manifest: null,
          amp: null,
          jsonLd: [{ '@type': 'Recipe', cookTime: 'PT15M' }],
          microdata: [
            {
              type: ['https://schema.org/Person'],
              id: null,
              properties: { name: ['Ann Reed'], url: ['https://example.com/food/ann'] },
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'JSON-LD that is broken, and two titles',
      input: '<title>a</title><title>b</title><script type="application/ld+json">{"@type": }</script>',
      output: {
        data: {
          title: 'a',
          description: null,
          canonical: null,
          language: null,
          charset: null,
          robots: null,
          author: null,
          preview: { title: 'a', description: null, image: null, url: null, siteName: null },
          openGraph: [],
          twitter: [],
          meta: [],
          icons: [],
          alternates: [],
          feeds: [],
          manifest: null,
          amp: null,
          jsonLd: [],
          microdata: [],
          warnings: [
            'The page has 2 titles; the first is given',
            'JSON-LD block 1 cannot be read: line 1, column 11: expected a value, got "}"',
          ],
        },
      },
    },
    {
      title: 'A base without a scheme',
      input: '<p>x',
      options: { baseUrl: 'example' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "baseUrl" must be an address such as https://example.com/, got "example"',
      },
    },
  ],
  async run({ input, files, options: { baseUrl } }) {
    const address = readBaseUrl(baseUrl);
    const source = await readTextSource({ input, files });
    const work = new WorkTime(WORK_SECONDS, () =>
      overLimit(`The page of ${source.label} takes longer than ${WORK_SECONDS} seconds to read`),
    );
    return work.run(() => {
      const page = parseHtml(source.text);
      const base = baseOf(page, address);
      const resolve = (link: string): string => absolute(link, base);
      const { warnings: found, ...metadata } = readMetadata(page, resolve);
      return json({
        ...metadata,
        preview: previewOf(metadata, resolve),
        microdata: readMicrodata(page, resolve),
        warnings: found,
      });
    });
  },
});
