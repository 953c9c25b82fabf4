import { ContentFault } from '../faults.js';
import type { Enclosure, Feed, FeedEntry } from './feed.js';

type Plain = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textIn = (object: Plain, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number') return String(value);
  }
  return '';
};

const listIn = (object: Plain, name: string): readonly unknown[] => {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return Array.isArray(value) ? value : [];
};

const isoDate = (written: string): string => {
  const time = /^\d{4}-\d{2}-\d{2}[Tt]/.test(written) ? Date.parse(written) : Number.NaN;
  return Number.isNaN(time) ? written : new Date(time).toISOString();
};

const escaped = (text: string): string => text.replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** A feed of JSON Feed 1.0 or 1.1 (jsonfeed.org). Throws ContentFault where it is none. */
export function readJsonFeed(value: unknown): Feed {
  if (!isObject(value) || !/^https?:\/\/jsonfeed\.org\/version\//.test(textIn(value, 'version')))
    throw new ContentFault('a JSON Feed has "version": "https://jsonfeed.org/version/1.1"');
  return {
    format: `JSON Feed ${textIn(value, 'version').split('/').at(-1) === '1' ? '1.0' : '1.1'}`,
    title: textIn(value, 'title'),
    link: textIn(value, 'home_page_url'),
    description: textIn(value, 'description'),
    language: textIn(value, 'language'),
    date: '',
    feedUrl: textIn(value, 'feed_url'),
    entries: listIn(value, 'items').filter(isObject).map(readItem),
  };
}

function readItem(item: Plain): FeedEntry {
  const html = textIn(item, 'content_html');
  const authors = [...listIn(item, 'authors'), item.author].filter(isObject).map((author) => textIn(author, 'name'));
  return {
    id: textIn(item, 'id'),
    title: textIn(item, 'title'),
    link: textIn(item, 'url', 'external_url'),
    author: authors.filter((name) => name !== '').join(', '),
    date: isoDate(textIn(item, 'date_published')),
    updated: isoDate(textIn(item, 'date_modified')),
    summary: escaped(textIn(item, 'summary')),
    content: html === '' ? escaped(textIn(item, 'content_text')) : html,
    categories: listIn(item, 'tags').filter((tag): tag is string => typeof tag === 'string'),
    enclosures: listIn(item, 'attachments').filter(isObject).map(readAttachment),
  };
}

function readAttachment(file: Plain): Enclosure {
  const size = file.size_in_bytes;
  return {
    url: textIn(file, 'url'),
    type: textIn(file, 'mime_type'),
    bytes: typeof size === 'number' && Number.isSafeInteger(size) && size > 0 ? size : 0,
  };
}
