import { parseHtml } from '../../engines/xml/html-document.js';
import { baseOf } from '../../formats/html/page-base.js';
import { decodePage } from '../../formats/html/page-bytes.js';
import { fragmentsOf, isIndicated, type LinkKind, type PageLink, pageLinks } from '../../formats/html/page-links.js';
import { readXml } from '../../formats/xml-document.js';
import { unlessFaulty } from '../../lib/faults.js';
import { parseUrl as parseAnyUrl } from '../../lib/urls/url-lines.js';
import { childOf, elementsOf, localName, trimmedTextOf } from '../../lib/xml/content.js';

/** A page, a sitemap or a Markdown document: what leads away from it. */
export interface LinkSource {
  readonly links: readonly PageLink[];
  /** What relative links are relative to. */
  readonly base: URL | undefined;
  /** Its own address without a fragment; undefined for a file. */
  readonly address: string | undefined;
  /** Places that its own fragments can name. */
  readonly names: ReadonlySet<string>;
}

/** One address to ask, with all places that lead to it. */
export interface WantedLink {
  readonly url: URL;
  /** Fragments that are asked for, without `#`. */
  readonly fragments: readonly string[];
  readonly kind: LinkKind;
  readonly text: string;
  /** How often it is linked to. */
  readonly count: number;
}

export function readPage(html: string, address: URL | undefined): LinkSource {
  const page = parseHtml(html);
  return {
    links: pageLinks(page),
    base: baseOf(page, address),
    address: address === undefined ? undefined : bareAddress(address),
    names: fragmentsOf(page),
  };
}

/** The addresses of a sitemap or of an index of sitemaps; `undefined` where it is neither: sitemaps.org. */
export function readSitemap(xml: string, label: string, address: URL | undefined): LinkSource | undefined {
  const { root } = readXml(xml, label);
  if (!['urlset', 'sitemapindex'].includes(localName(root.name))) return undefined;
  const links = elementsOf(root).flatMap((entry): PageLink[] => {
    const place = childOf(entry, 'loc');
    const address = place === undefined ? '' : trimmedTextOf(place);
    return address === '' ? [] : [{ address, kind: 'link', text: '' }];
  });
  return { links, base: address, address: undefined, names: new Set() };
}

const bareAddress = (url: URL): string => {
  const bare = new URL(url);
  bare.hash = '';
  return bare.href;
};

export interface Wanted {
  readonly links: readonly WantedLink[];
  /** Fragments of the page itself that lead nowhere, as written. */
  readonly missing: readonly PageLink[];
  /** Links of other schemes, such as mailto, and to other hosts where those are not wanted. */
  readonly others: number;
  /** Links that are relative in a file of unknown address, or are not URLs. */
  readonly unknown: readonly PageLink[];
}

/** Links by address, the first one first; those to the page itself are judged at once. */
export function wantedLinks({ links, base, address, names }: LinkSource, takesExternal: boolean): Wanted {
  const wanted = new Map<string, { url: URL; fragments: Set<string>; kind: LinkKind; text: string; count: number }>();
  const missing: PageLink[] = [];
  const unknown: PageLink[] = [];
  let others = 0;
  for (const link of links) {
    const url = parseAnyUrl(link.address, base?.href);
    const isOwn = url === undefined ? link.address.startsWith('#') : bareAddress(url) === address;
    if (isOwn) {
      const fragment = url?.hash.slice(1) ?? link.address.slice(1);
      if (!isIndicated(fragment, names)) missing.push(link);
    } else if (url === undefined) unknown.push(link);
    else if (!/^https?:$/.test(url.protocol) || !(takesExternal || url.host === base?.host)) others += 1;
    else {
      const key = bareAddress(url);
      const known = wanted.get(key) ?? {
        url: new URL(key),
        fragments: new Set(),
        kind: link.kind,
        text: link.text,
        count: 0,
      };
      known.count += 1;
      if (url.hash.length > 1) known.fragments.add(url.hash.slice(1));
      wanted.set(key, known);
    }
  }
  return {
    links: [...wanted.values()].map((one) => ({ ...one, fragments: [...one.fragments] })),
    missing,
    others,
    unknown,
  };
}

/** Fragments that a page does not have; none where it is not HTML. */
export async function missingFragments(
  fragments: readonly string[],
  bytes: Uint8Array,
  mediaType: string,
): Promise<readonly string[]> {
  if (fragments.length === 0 || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(mediaType.trim())) return [];
  const text = await decodePage(bytes, mediaType, 'the page');
  const names = unlessFaulty(() => fragmentsOf(parseHtml(text)));
  return names === undefined ? [] : fragments.filter((fragment) => !isIndicated(fragment, names));
}
