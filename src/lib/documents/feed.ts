import { mailDate } from '../mail/message-origin.js';
import { attributeOf, childOf, childrenOf, elementsOf, localName, textOf } from '../xml/content.js';
import type { XmlDocument, XmlElement } from '../xml/nodes.js';
import { escapeHtmlText, resolveReferences } from '../xml/references.js';

/** A feed of RSS 0.9 to 2.0 or Atom 1.0 (RFC 4287). Texts are plain, `content` is HTML; what is missing is empty. */
export interface Feed {
  readonly title: string;
  readonly link: string;
  readonly description: string;
  readonly language: string;
  readonly date: string;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  readonly title: string;
  readonly link: string;
  readonly author: string;
  /** ISO 8601 where it names a moment, else as written. */
  readonly date: string;
  readonly content: string;
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
  return {
    title: plain(childText(channel, 'title')),
    link: childText(channel, 'link'),
    description: plain(childText(channel, 'description')),
    language: childText(channel, 'language'),
    date: isoDate(childText(channel, 'lastBuildDate', 'pubDate', 'date')),
    entries: items.map((item) => ({
      title: plain(childText(item, 'title')),
      link: childText(item, 'link') || permanentLink(item),
      author: childText(item, 'creator', 'author'),
      date: isoDate(childText(item, 'pubDate', 'date')),
      content: childText(item, 'encoded', 'description'),
    })),
  };
}

function atomFeed(root: XmlElement, text: string): Feed {
  const entries = childrenOf(root, 'entry');
  return {
    title: atomText(root, 'title'),
    link: atomLink(root),
    description: atomText(root, 'subtitle'),
    language: attributeOf(root, 'xml:lang') ?? '',
    date: isoDate(childText(root, 'updated')),
    entries: entries.map((entry, index) => ({
      title: atomText(entry, 'title'),
      link: atomLink(entry),
      author: childrenOf(entry, 'author')
        .map((author) => childText(author, 'name'))
        .join(', '),
      date: isoDate(childText(entry, 'published', 'updated')),
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

const atomLink = (element: XmlElement): string => {
  const links = childrenOf(element, 'link');
  const found = links.find((link) => (attributeOf(link, 'rel') ?? 'alternate') === 'alternate');
  return found === undefined ? '' : (attributeOf(found, 'href') ?? '');
};

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
