import { mailDate } from '../mail/message-origin.js';
import { attributeOf, childOf, childrenOf, elementsOf, localName, textOf } from '../xml/content.js';
import type { XmlDocument, XmlElement } from '../xml/nodes.js';
import { escapeHtmlText, resolveReferences } from '../xml/references.js';

/** A feed of RSS 0.9 to 2.0 or Atom 1.0 (RFC 4287). Texts are plain, `content` is HTML; what is missing is empty. */
export interface Feed {
  /** As people call it: RSS 2.0, Atom 1.0, JSON Feed 1.1. */
  readonly format: string;
  readonly title: string;
  readonly link: string;
  readonly description: string;
  readonly language: string;
  readonly date: string;
  /** Address of the feed itself. */
  readonly feedUrl: string;
  readonly entries: readonly FeedEntry[];
}

/** A file that belongs to an entry: an episode, a picture. */
export interface Enclosure {
  readonly url: string;
  readonly type: string;
  /** 0 where it is not known. */
  readonly bytes: number;
}

export interface FeedEntry {
  readonly id: string;
  readonly title: string;
  readonly link: string;
  readonly author: string;
  /** ISO 8601 where it names a moment, else as written. */
  readonly date: string;
  readonly updated: string;
  /** Short, as HTML, where there is content beside it. */
  readonly summary: string;
  readonly content: string;
  readonly categories: readonly string[];
  readonly enclosures: readonly Enclosure[];
}

/** The feed that a document is; `undefined` where it is none. `text` is what it was read from. Throws ContentFault for an entity. */
export function feedOf({ root }: XmlDocument, text: string): Feed | undefined {
  const name = localName(root.name);
  if (name === 'feed') return atomFeed(root, text);
  const channel = name === 'rss' || name === 'RDF' ? childOf(root, 'channel') : undefined;
  return channel === undefined ? undefined : rssFeed(root, channel);
}

function rssFeed(root: XmlElement, channel: XmlElement): Feed {
  // RSS 1.0 has its items beside the channel.
  const items = [...childrenOf(channel, 'item'), ...childrenOf(root, 'item')];
  const version = attributeOf(root, 'version');
  return {
    format: localName(root.name) === 'RDF' ? 'RSS 1.0' : `RSS ${version ?? ''}`.trim(),
    title: plain(childText(channel, 'title')),
    link: childText(channel, 'link'),
    description: plain(childText(channel, 'description')),
    language: childText(channel, 'language'),
    date: isoDate(childText(channel, 'lastBuildDate', 'pubDate', 'date')),
    feedUrl: linkOf(channel, 'self'),
    entries: items.map((item) => ({
      id: childText(item, 'guid') || (attributeOf(item, 'rdf:about') ?? ''),
      title: plain(childText(item, 'title')),
      link: childText(item, 'link') || permanentLink(item),
      author: childText(item, 'creator', 'author'),
      date: isoDate(childText(item, 'pubDate', 'date')),
      updated: isoDate(childText(item, 'updated', 'modified')),
      summary: childText(item, 'encoded') === '' ? '' : childText(item, 'description'),
      content: childText(item, 'encoded', 'description'),
      categories: textsOf([...childrenOf(item, 'category'), ...childrenOf(item, 'subject')]),
      enclosures: childrenOf(item, 'enclosure').map((file) => enclosure(file, 'url')),
    })),
  };
}

function atomFeed(root: XmlElement, text: string): Feed {
  const entries = childrenOf(root, 'entry');
  return {
    format: attributeOf(root, 'version') === '0.3' ? 'Atom 0.3' : 'Atom 1.0',
    title: atomText(root, 'title'),
    link: linkOf(root, 'alternate'),
    description: atomText(root, 'subtitle'),
    language: attributeOf(root, 'xml:lang') ?? '',
    date: isoDate(childText(root, 'updated', 'modified')),
    feedUrl: linkOf(root, 'self'),
    entries: entries.map((entry, index) => ({
      id: childText(entry, 'id'),
      title: atomText(entry, 'title'),
      link: linkOf(entry, 'alternate'),
      author: childrenOf(entry, 'author')
        .map((author) => childText(author, 'name'))
        .join(', '),
      date: isoDate(childText(entry, 'published', 'issued', 'updated', 'modified')),
      updated: isoDate(childText(entry, 'updated', 'modified')),
      summary: childOf(entry, 'content') === undefined ? '' : childText(entry, 'summary'),
      categories: childrenOf(entry, 'category').map((category) => attributeOf(category, 'term') ?? ''),
      enclosures: childrenOf(entry, 'link')
        .filter((link) => attributeOf(link, 'rel') === 'enclosure')
        .map((link) => enclosure(link, 'href')),
      content: atomContent(entry, text, entries[index + 1]?.start ?? text.length),
    })),
  };
}

/** The text of the first child of one of these names that has any. */
function childText(element: XmlElement, ...names: readonly string[]): string {
  for (const name of names) {
    // A channel of RSS may have a link of Atom, which is empty.
    const value = childrenOf(element, name)
      .map((child) => textOf(child).trim())
      .find((found) => found !== '');
    if (value !== undefined) return value;
  }
  return '';
}

function permanentLink(item: XmlElement): string {
  const id = childOf(item, 'guid');
  const value = id === undefined ? '' : textOf(id).trim();
  return id !== undefined && attributeOf(id, 'isPermaLink') !== 'false' && /^https?:/i.test(value) ? value : '';
}

/** The address of a link of Atom, which RSS has too; without `rel` it is an alternate. */
function linkOf(element: XmlElement, rel: string): string {
  const links = childrenOf(element, 'link').filter((link) => attributeOf(link, 'href') !== undefined);
  const found = links.find((link) => (attributeOf(link, 'rel') ?? 'alternate') === rel);
  return found === undefined ? '' : (attributeOf(found, 'href') ?? '').trim();
}

const textsOf = (elements: readonly XmlElement[]): string[] =>
  elements.map((element) => plain(textOf(element))).filter((text) => text !== '');

function enclosure(element: XmlElement, address: string): Enclosure {
  const length = attributeOf(element, 'length') ?? '';
  return {
    url: attributeOf(element, address) ?? '',
    type: attributeOf(element, 'type') ?? '',
    bytes: /^\d{1,15}$/.test(length.trim()) ? Number(length) : 0,
  };
}

/** RFC 4287, 3.1: a title may be HTML. */
function atomText(element: XmlElement, name: string): string {
  const found = childOf(element, name);
  if (found === undefined) return '';
  const text = attributeOf(found, 'type') === 'xhtml' ? allText(found) : textOf(found);
  return attributeOf(found, 'type') === 'html' ? plain(text) : text.replace(/\s+/g, ' ').trim();
}

const allText = (element: XmlElement): string => `${textOf(element)} ${elementsOf(element).map(allText).join(' ')}`;

/** 4.1.3: XHTML stands in the file as it is, from its element to the next; HTML and text are escaped. */
function atomContent(entry: XmlElement, text: string, end: number): string {
  const found = childOf(entry, 'content') ?? childOf(entry, 'summary');
  if (found === undefined) return '';
  const type = attributeOf(found, 'type') ?? 'text';
  if (type === 'html' || type === 'text/html') return textOf(found);
  if (type !== 'xhtml') return escapeHtmlText(textOf(found));
  const [inner] = elementsOf(found);
  const next = elementsOf(entry).find(({ start }) => start > found.start);
  return inner === undefined ? '' : text.slice(inner.start, next?.start ?? end);
}

/** Titles have tags and references of HTML in many feeds. */
const plain = (text: string): string =>
  text
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .replace(/&(?:#\d{1,6}|#x[\da-f]{1,5}|\w{1,31});/gi, (reference) =>
      resolveReferences(reference, (name) => (name === 'nbsp' ? ' ' : reference)),
    )
    .replace(/\s+/g, ' ')
    .trim();

/** A date without an offset from UTC stays as it is: nobody knows when it was. */
function isoDate(text: string): string {
  const time = mailDate(text);
  return time === undefined ? text : new Date(time).toISOString();
}
