import { z } from 'zod';

import { defineTool, invalid, json, quote, withFiles } from '../../core/index.js';
import { warnings } from '../../core/shared-data.js';
import { colorOption } from '../../core/shared-options.js';
import { hexColor, parseColor } from '../../engines/colors.js';
import { countGraphemes } from '../../lib/unicode/text-segments.js';
import { parseUrl } from '../../lib/urls/url-lines.js';

const part = (most: number, description: string) => z.string().max(most).default('').describe(description);

/** Beyond these, search engines and networks usually cut texts off. */
const LENGTHS = { title: 60, description: 160 } as const;

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

export default defineTool({
  id: 'meta-tag-generator',
  title: 'Meta Tag Generator',
  summary:
    'Writes the tags of a page for search engines and for previews in social networks: title, Open Graph, X cards.',
  family: 'web-seo',
  class: 'standard',
  input: 'none',
  options: {
    title: z.string().min(1).max(300).default('Untitled').describe('Title of the page.'),
    description: part(1000, 'Description in one or two sentences; empty for none.'),
    url: part(2000, 'Address of the page that counts (canonical); empty for none.'),
    image: part(2000, 'Address of the preview image, best 1,200 × 630 pixels; empty for none.'),
    imageAlt: part(500, 'Description of the image for those who do not see it.'),
    siteName: part(200, 'Name of the site.'),
    type: z
      .enum(['website', 'article', 'profile', 'book', 'product'])
      .default('website')
      .describe('Type of the page in Open Graph.'),
    author: part(200, 'Author of the page.'),
    keywords: part(1000, 'Keywords, separated by commas; search engines ignore them.'),
    locale: z.string().max(35).default('en').describe('Language of the page, as a BCP 47 tag such as en, de or pt-BR.'),
    card: z
      .enum(['summary', 'summary_large_image', 'none'])
      .default('summary_large_image')
      .describe('Card of X: small image, large image, or none.'),
    account: part(50, 'Account of the site at X, such as @example.'),
    robots: z
      .enum(['index, follow', 'noindex, follow', 'index, nofollow', 'noindex, nofollow'])
      .default('index, follow')
      .describe('What crawlers may do; the first is what they do anyway and writes no tag.'),
    themeColor: colorOption('', 'Colour of the browser around the page; empty for none.'),
    viewport: z.boolean().default(true).describe('Adds character set and viewport, which every page needs.'),
  },
  result: 'mixed',
  data: z.object({
    tags: z
      .array(z.object({ name: z.string().describe('Name or property.'), content: z.string().describe('Content.') }))
      .describe('Tags in their order.'),
    warnings: warnings(),
  }),
  notes: [
    'The result is HTML for the head of a page; texts are escaped. Addresses must be whole, with http:// or https://.',
    'A title of more than 60 and a description of more than 160 characters give a warning: search engines cut them off.',
  ],
  aliases: [
    'open graph generator',
    'og tags',
    'twitter card generator',
    'seo tags',
    'social preview',
    'html head generator',
    'tags for google',
    'how a link looks when shared',
  ],
  verified: [
    'parse5 8 (the HTML Standard): 300 random texts are read back from the tags as they were given',
    'ogp.me and the documentation of X cards: names of the properties',
  ],
  examples: [
    {
      title: 'A page with an image',
      options: {
        title: 'Tea & biscuits',
        description: 'Shop for "fine" tea.',
        url: 'https://example.com/tea',
        image: 'https://example.com/tea.png',
        siteName: 'Example',
        viewport: false,
      },
      output: {
        data: {
          tags: [
            { name: 'title', content: 'Tea & biscuits' },
            { name: 'description', content: 'Shop for "fine" tea.' },
            { name: 'canonical', content: 'https://example.com/tea' },
            { name: 'og:title', content: 'Tea & biscuits' },
            { name: 'og:description', content: 'Shop for "fine" tea.' },
            { name: 'og:type', content: 'website' },
            { name: 'og:url', content: 'https://example.com/tea' },
            { name: 'og:image', content: 'https://example.com/tea.png' },
            { name: 'og:site_name', content: 'Example' },
            { name: 'og:locale', content: 'en' },
            { name: 'twitter:card', content: 'summary_large_image' },
          ],
          warnings: ['The image has no description ("imageAlt")'],
        },
        files: [
          {
            name: 'meta.html',
            mime: 'text/html;charset=utf-8',
            text: '<title>Tea &amp; biscuits</title>\n<meta name="description" content="Shop for &quot;fine&quot; tea.">\n<link rel="canonical" href="https://example.com/tea">\n<meta property="og:title" content="Tea &amp; biscuits">\n<meta property="og:description" content="Shop for &quot;fine&quot; tea.">\n<meta property="og:type" content="website">\n<meta property="og:url" content="https://example.com/tea">\n<meta property="og:image" content="https://example.com/tea.png">\n<meta property="og:site_name" content="Example">\n<meta property="og:locale" content="en">\n<meta name="twitter:card" content="summary_large_image">\n',
          },
        ],
      },
    },
    {
      title: 'A page for nobody',
      options: { title: 'Draft', robots: 'noindex, nofollow', card: 'none', locale: 'pt-BR', themeColor: 'teal' },
      output: {
        data: {
          tags: [
            { name: 'charset', content: 'utf-8' },
            { name: 'viewport', content: 'width=device-width, initial-scale=1' },
            { name: 'title', content: 'Draft' },
            { name: 'robots', content: 'noindex, nofollow' },
            { name: 'theme-color', content: '#008080' },
            { name: 'og:title', content: 'Draft' },
            { name: 'og:type', content: 'website' },
            { name: 'og:locale', content: 'pt_BR' },
          ],
          warnings: ['There is no description'],
        },
        files: [{ name: 'meta.html', mime: 'text/html;charset=utf-8' }],
      },
    },
    {
      title: 'An address that is not whole',
      options: { url: '/tea' },
      error: { code: 'INVALID_INPUT', message: 'Option "url" must be a URL with http:// or https://, got "/tea"' },
    },
  ],
  run({ options }) {
    const { title, description, url, image, imageAlt, locale, card, robots } = options;
    for (const name of ['url', 'image'] as const)
      if (options[name] !== '' && !/^https?:$/.test(parseUrl(options[name])?.protocol ?? ''))
        throw invalid(`Option "${name}" must be a URL with http:// or https://, got ${quote(options[name])}`);
    if (!/^[A-Za-z]{2,8}(?:-[A-Za-z\d]{1,8})*$/.test(locale))
      throw invalid(`Option "locale" is not a BCP 47 language tag such as "en" or "pt-BR", got ${quote(locale)}`);
    const lines: string[] = [];
    const tags: { name: string; content: string }[] = [];
    const add = (name: string, content: string, line: (text: string) => string): void => {
      if (content === '') return;
      tags.push({ name, content });
      lines.push(line(escaped(content)));
    };
    const meta = (name: string, content: string): void =>
      add(name, content, (text) => `<meta name="${name}" content="${text}">`);
    const graph = (name: string, content: string): void =>
      add(name, content, (text) => `<meta property="${name}" content="${text}">`);
    if (options.viewport) {
      add('charset', 'utf-8', (text) => `<meta charset="${text}">`);
      meta('viewport', 'width=device-width, initial-scale=1');
    }
    add('title', title, (text) => `<title>${text}</title>`);
    meta('description', description);
    meta('author', options.author);
    meta('keywords', options.keywords);
    add('canonical', url, (text) => `<link rel="canonical" href="${text}">`);
    meta('robots', robots === 'index, follow' ? '' : robots);
    meta('theme-color', options.themeColor === '' ? '' : hexColor(parseColor('themeColor', options.themeColor)));
    graph('og:title', title);
    graph('og:description', description);
    graph('og:type', options.type);
    graph('og:url', url);
    graph('og:image', image);
    graph('og:image:alt', image === '' ? '' : imageAlt);
    graph('og:site_name', options.siteName);
    graph('og:locale', locale.replace('-', '_'));
    if (card !== 'none') {
      meta('twitter:card', card);
      meta('twitter:site', options.account === '' ? '' : `@${options.account.replace(/^@/, '')}`);
    }
    const long = (['title', 'description'] as const).flatMap((name) => {
      const length = countGraphemes(options[name]);
      return length > LENGTHS[name]
        ? [`The ${name} has ${length} characters; search engines cut it off at about ${LENGTHS[name]}`]
        : [];
    });
    const missing = [
      ...(description === '' ? ['There is no description'] : []),
      ...(image !== '' && imageAlt === '' ? ['The image has no description ("imageAlt")'] : []),
    ];
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    return withFiles(json({ tags, warnings: [...long, ...missing] }), [
      { name: 'meta.html', mime: 'text/html;charset=utf-8', bytes },
    ]);
  },
});
