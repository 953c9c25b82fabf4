import {
  attributeOf,
  elementsBelow,
  type HtmlElement,
  parsePlacedHtml,
  rawTextOf,
} from '../../engines/xml/html-document.js';
import { allElements } from '../../engines/xml/selectors.js';
import { parseUrl } from '../../lib/urls/url-lines.js';

import { baseOf } from './page-base.js';
import { pageLinks } from './page-links.js';

export const LISTED_KINDS = [
  'link',
  'image',
  'script',
  'style',
  'media',
  'frame',
  'icon',
  'form',
  'email',
  'phone',
  'other',
] as const;
type ListedKind = (typeof LISTED_KINDS)[number];

export const SCOPES = ['internal', 'external', 'relative', 'fragment', 'other'] as const;
type Scope = (typeof SCOPES)[number];

export interface ListedLink {
  /** Absolute where that is known; an e-mail address or a telephone number for those. */
  readonly url: string;
  readonly kind: ListedKind;
  readonly scope: Scope;
  readonly text: string;
  readonly rel: string;
  readonly written: string;
  readonly element: string;
  readonly line: number;
  /** How often it is on the page. */
  readonly count: number;
}

interface Found {
  readonly address: string;
  readonly kind: ListedKind;
  readonly text: string;
  readonly from: HtmlElement;
}

const MAX_SAID = 300;

/** Links and files of a page in its order, with where they lead from `address`; inline data is counted and left out. */
export function listLinks(
  text: string,
  address: URL | undefined,
): { readonly base: string | null; readonly links: readonly ListedLink[]; readonly inlineData: number } {
  const { tree } = parsePlacedHtml(text);
  const base = baseOf(tree, address);
  const found: Found[] = [...pageLinks(tree)];
  for (const form of elementsBelow(tree, 'form')) add(found, attributeOf(form, 'action'), 'form', form);
  for (const meta of elementsBelow(tree, 'meta'))
    if (/^refresh$/i.test(attributeOf(meta, 'http-equiv') ?? ''))
      add(found, refreshTarget(attributeOf(meta, 'content') ?? ''), 'link', meta);
  for (const style of elementsBelow(tree, 'style')) addStyles(found, rawTextOf(style), style);
  for (const element of allElements(tree)) {
    const style = attributeOf(element, 'style');
    if (style !== undefined) addStyles(found, style, element);
  }
  const inPage = (one: Found): number => one.from.sourceCodeLocation?.startOffset ?? 0;
  // Those without a place are made again for what an end tag forgot: they stand once in the text.
  const all = found.filter(({ from }) => from.sourceCodeLocation).sort((a, b) => inPage(a) - inPage(b));
  const links = all.filter((one) => !/^data:/i.test(one.address)).map((one) => listed(one, base));
  return { base: base?.href ?? null, links, inlineData: all.length - links.length };
}

function add(found: Found[], address: string | undefined, kind: ListedKind, from: HtmlElement): void {
  const trimmed = address?.trim() ?? '';
  if (trimmed !== '') found.push({ address: trimmed, kind, text: '', from });
}

/** `5; url='a.html'`: HTML standard, "shared declarative refresh steps", for what pages write. */
const refreshTarget = (content: string): string | undefined =>
  /^[\d.\s]{0,40}[;,]?\s{0,40}(?:url\s{0,40}=\s{0,40})?["']?([^"']*)/i.exec(content)?.[1];

/** CSS Syntax, <url-token> and strings, as style sheets write them. */
const IMPORT = /@import\s{1,20}(?:url\(\s{0,20})?(?:"([^"\n]*)"|'([^'\n]*)'|([^"'()\s;]+))/gi;
const LOADED = /url\(\s{0,20}(?:"([^"\n]*)"|'([^'\n]*)'|([^"'()\s]+))/gi;

function addStyles(found: Found[], css: string, from: HtmlElement): void {
  for (const [, a, b, c] of css.matchAll(IMPORT)) add(found, a ?? b ?? c, 'style', from);
  for (const [, a, b, c] of css.replace(IMPORT, '').matchAll(LOADED)) add(found, a ?? b ?? c, 'image', from);
}

function listed({ address, kind, text, from }: Found, base: URL | undefined): ListedLink {
  const about = {
    text,
    rel: (attributeOf(from, 'rel') ?? '').trim().toLowerCase(),
    written: address.slice(0, MAX_SAID),
    element: from.tagName,
    line: from.sourceCodeLocation?.startLine ?? 1,
    count: 1,
  };
  const [, scheme = '', rest = ''] = /^(mailto|tel):(.*)$/is.exec(address) ?? [];
  if (/^mailto$/i.test(scheme))
    return { url: decoded(rest.split('?')[0] ?? ''), kind: 'email', scope: 'other', ...about };
  if (/^tel$/i.test(scheme)) return { url: decoded(rest), kind: 'phone', scope: 'other', ...about };
  const url = parseUrl(address, base?.href);
  return { url: url?.href ?? address, kind, scope: scopeOf(address, url, base), ...about };
}

function scopeOf(address: string, url: URL | undefined, base: URL | undefined): Scope {
  if (address.startsWith('#')) return 'fragment';
  if (url === undefined) return 'relative';
  if (!/^https?:$/.test(url.protocol)) return 'other';
  if (base === undefined) return 'external';
  const plain = ({ hostname }: URL): string => hostname.replace(/^www\./, '');
  return plain(url) === plain(base) ? 'internal' : 'external';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    // A percent sign that is one.
    return text.trim();
  }
}

/** The first of each address and kind, with how often it is there. */
export function uniqueLinks(links: readonly ListedLink[]): ListedLink[] {
  const known = new Map<string, ListedLink>();
  for (const link of links) {
    const key = `${link.kind} ${link.url}`;
    const before = known.get(key);
    known.set(
      key,
      before === undefined ? link : { ...before, text: before.text || link.text, count: before.count + 1 },
    );
  }
  return [...known.values()];
}
