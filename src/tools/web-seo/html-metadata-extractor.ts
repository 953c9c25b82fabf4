import { defineTool, json, overLimit } from '../../core/index.js';
import { WorkTime } from '../../engines/work-time.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { metadataData, reportMetadata } from '../../formats/html/metadata-report.js';
import { readTextSource } from '../../formats/text-source.js';
import { baseUrlOption, readBaseUrl } from './_base-url.js';

const WORK_SECONDS = 8;

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
  data: metadataData,
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
    return work.run(() => json(reportMetadata(source.text, address)));
  },
});
