import {
  attributeOf,
  elementsBelow,
  type HtmlElement,
  type HtmlNode,
  lineBelow,
  rawTextOf,
} from '../../engines/xml/html-document.js';
import { isFault } from '../../lib/faults.js';
import { parseJson } from '../../lib/json/parse.js';

interface Named {
  readonly name: string;
  readonly content: string;
}

interface PageLink {
  readonly href: string;
  readonly type: string | null;
  readonly title: string | null;
}

export interface PageMetadata {
  readonly title: string | null;
  readonly description: string | null;
  readonly canonical: string | null;
  readonly language: string | null;
  readonly charset: string | null;
  readonly robots: string | null;
  readonly author: string | null;
  readonly openGraph: readonly Named[];
  readonly twitter: readonly Named[];
  /** All others. */
  readonly meta: readonly Named[];
  readonly icons: readonly {
    readonly rel: string;
    readonly href: string;
    readonly sizes: string | null;
    readonly type: string | null;
  }[];
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
  readonly feeds: readonly PageLink[];
  readonly manifest: string | null;
  readonly amp: string | null;
  readonly jsonLd: readonly unknown[];
  readonly warnings: readonly string[];
}

/** Properties of Open Graph and of what it defines for pages of one kind. */
const OPEN_GRAPH = /^(?:og|article|book|profile|music|video|product|fb|al):/i;
const FEED = /^application\/(?:rss\+xml|atom\+xml|feed\+json|rdf\+xml)$/i;
const ICON = /^(?:icon|shortcut icon|apple-touch-icon(?:-precomposed)?|mask-icon|fluid-icon)$/;

/** What a page says of itself in its head and its JSON-LD. Addresses go through `resolve`. */
export function readMetadata(page: HtmlNode, resolve: (address: string) => string): PageMetadata {
  const warnings: string[] = [];
  const tags = [...elementsBelow(page, 'meta')].map(namedTag).filter((tag) => tag !== undefined);
  const links = [...elementsBelow(page, 'link')];
  const titles = [...elementsBelow(page, 'title')];
  const first = (name: string): string | null => tags.find((tag) => tag.name.toLowerCase() === name)?.content ?? null;
  const linked = (rel: string): string[] =>
    links.filter((link) => relOf(link).split(' ').includes(rel)).flatMap((link) => addressOf(link, resolve) ?? []);
  const canonicals = linked('canonical');
  for (const [count, what] of [
    [titles.length, 'titles'],
    [canonicals.length, 'canonical addresses'],
    [tags.filter((tag) => tag.name.toLowerCase() === 'description').length, 'descriptions'],
  ] as const)
    if (count > 1) warnings.push(`The page has ${count} ${what}; the first is given`);
  const isTwitter = ({ name }: Named): boolean => /^twitter:/i.test(name);
  const isGraph = ({ name }: Named): boolean => OPEN_GRAPH.test(name);
  return {
    title: titles[0] === undefined ? null : lineBelow(titles[0]),
    description: first('description'),
    canonical: canonicals[0] ?? null,
    language: [...elementsBelow(page, 'html')].map((html) => attributeOf(html, 'lang')?.trim())[0] || null,
    charset: charsetOf(page),
    robots: first('robots'),
    author: first('author'),
    openGraph: tags.filter(isGraph),
    twitter: tags.filter(isTwitter),
    meta: tags.filter((tag) => !isGraph(tag) && !isTwitter(tag)),
    icons: links.flatMap((link) => {
      const [rel, href] = [relOf(link), addressOf(link, resolve)];
      if (!ICON.test(rel) || href === undefined) return [];
      return [{ rel, href, sizes: attributeOf(link, 'sizes') ?? null, type: attributeOf(link, 'type') ?? null }];
    }),
    alternates: links.flatMap((link) => {
      const [hreflang, href] = [attributeOf(link, 'hreflang'), addressOf(link, resolve)];
      if (hreflang === undefined || href === undefined || !relOf(link).split(' ').includes('alternate')) return [];
      return [{ hreflang, href }];
    }),
    feeds: links.flatMap((link) => {
      const [type, href] = [attributeOf(link, 'type')?.trim() ?? null, addressOf(link, resolve)];
      if (type === null || !FEED.test(type) || href === undefined || !relOf(link).split(' ').includes('alternate'))
        return [];
      return [{ href, type, title: attributeOf(link, 'title') ?? null }];
    }),
    manifest: linked('manifest')[0] ?? null,
    amp: linked('amphtml')[0] ?? null,
    jsonLd: readJsonLd(page, warnings),
    warnings,
  };
}

function namedTag(element: HtmlElement): Named | undefined {
  const name = attributeOf(element, 'property') ?? attributeOf(element, 'name') ?? attributeOf(element, 'http-equiv');
  const content = attributeOf(element, 'content');
  return name === undefined || name.trim() === '' || content === undefined
    ? undefined
    : { name: name.trim(), content: content.trim() };
}

const relOf = (link: HtmlElement): string =>
  (attributeOf(link, 'rel') ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\t\n\f\r ]+/g, ' ');

function addressOf(link: HtmlElement, resolve: (address: string) => string): string | undefined {
  const href = attributeOf(link, 'href')?.trim();
  return href === undefined || href === '' ? undefined : resolve(href);
}

function charsetOf(page: HtmlNode): string | null {
  for (const element of elementsBelow(page, 'meta')) {
    const charset = attributeOf(element, 'charset');
    if (charset !== undefined) return charset.trim();
    if (attributeOf(element, 'http-equiv')?.toLowerCase() !== 'content-type') continue;
    const named = /charset\s*=\s*["']?([^\s"';]+)/i.exec(attributeOf(element, 'content') ?? '')?.[1];
    if (named !== undefined) return named;
  }
  return null;
}

/** The values of all blocks, those of lists one by one. Blocks that are not JSON are told in `warnings`. */
function readJsonLd(page: HtmlNode, warnings: string[]): unknown[] {
  const blocks = [...elementsBelow(page, 'script')].filter((script) =>
    /^application\/ld\+json(?:\s*;.*)?$/i.test(attributeOf(script, 'type')?.trim() ?? ''),
  );
  return blocks.flatMap((script, index) => {
    // Old pages hide it from browsers that know no scripts.
    const text = rawTextOf(script).replace(
      /^\s*(?:<!--|<!\[CDATA\[|\/\*<!\[CDATA\[\*\/)|(?:-->|\]\]>|\/\*\]\]>\*\/)\s*$/g,
      '',
    );
    try {
      // Refuses what is nested too deeply, and says where it is wrong.
      parseJson(text);
    } catch (error) {
      if (!isFault(error)) throw error;
      warnings.push(`JSON-LD block ${index + 1} cannot be read: ${error.message.split('\n', 1)[0] ?? ''}`);
      return [];
    }
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value as unknown[]) : [value];
  });
}
