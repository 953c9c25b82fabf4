import { z } from 'zod';

import { warnings } from '../../core/shared-data.js';
import { parseHtml } from '../../engines/xml/html-document.js';

import { type PageMetadata, readMetadata } from './metadata.js';
import { readMicrodata } from './microdata.js';
import { absolute, baseOf } from './page-base.js';

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

/** What a page says of itself, for result data. */
export const metadataData = z.object({
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
});

/** Reads all of it; relative addresses by the page's `<base>`, else by its own address. Run it within a WorkTime. */
export function reportMetadata(text: string, address: URL | undefined) {
  const page = parseHtml(text);
  const base = baseOf(page, address);
  const resolve = (link: string): string => absolute(link, base);
  const { warnings: found, ...metadata } = readMetadata(page, resolve);
  return {
    ...metadata,
    preview: previewOf(metadata, resolve),
    microdata: readMicrodata(page, resolve),
    warnings: found,
  };
}
