import { escapeXmlAttribute, escapeXmlText, NOT_XML } from '../xml/references.js';
import type { Enclosure, Feed, FeedEntry } from './feed.js';

// Characters that XML lacks are left out: no reader takes them, escaped or not.
const allowed = (text: string): string => text.replace(new RegExp(NOT_XML.source, 'gu'), '');

/** An element with its text, or nothing where there is none. */
const element = (name: string, text: string, indent: string): string =>
  text === '' ? '' : `${indent}<${name}>${escapeXmlText(allowed(text))}</${name}>\n`;

type Attributes = readonly (readonly [string, string])[];

const attributes = (pairs: Attributes): string =>
  pairs
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` ${name}="${escapeXmlAttribute(allowed(value))}"`)
    .join('');

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (number: number): string => String(number).padStart(2, '0');

/** A date of RFC 822 with four digits of the year; what is no moment is left out, as readers guess at it. */
function mailTime(iso: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time) || !/^\d{4}-\d\d-\d\dT/.test(iso)) return '';
  const date = new Date(time);
  const day = `${DAYS[date.getUTCDay()]}, ${two(date.getUTCDate())} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} GMT`;
}

const moment = (iso: string): string => (/^\d{4}-\d\d-\d\dT/.test(iso) ? iso : '');

/** What tells an entry from the others: its id, else its address. */
const idOf = ({ id, link }: FeedEntry): string => id || link;

/** RSS 2.0 with the usual modules for whole contents, authors and the address of the feed. */
export function writeRss(feed: Feed): string {
  const items = feed.entries.map((entry) => {
    const id = idOf(entry);
    const isLink = id === entry.link && /^https?:/i.test(id);
    const both = entry.summary !== '';
    return [
      '    <item>\n',
      element('title', entry.title, '      '),
      element('link', entry.link, '      '),
      id === '' ? '' : `      <guid isPermaLink="${isLink}">${escapeXmlText(allowed(id))}</guid>\n`,
      element('pubDate', mailTime(entry.date), '      '),
      element('dc:creator', entry.author, '      '),
      ...entry.categories.map((category) => element('category', category, '      ')),
      element('description', both ? entry.summary : entry.content, '      '),
      both ? element('content:encoded', entry.content, '      ') : '',
      ...entry.enclosures.map(
        ({ url, type, bytes }) =>
          `      <enclosure${attributes([
            ['url', url],
            ['length', String(bytes)],
            ['type', type || 'application/octet-stream'],
          ])}/>\n`,
      ),
      '    </item>\n',
    ].join('');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">\n',
    '  <channel>\n',
    `    <title>${escapeXmlText(allowed(feed.title))}</title>\n`,
    `    <link>${escapeXmlText(allowed(feed.link))}</link>\n`,
    `    <description>${escapeXmlText(allowed(feed.description || feed.title))}</description>\n`,
    element('language', feed.language, '    '),
    element('lastBuildDate', mailTime(feed.date), '    '),
    feed.feedUrl === ''
      ? ''
      : `    <atom:link${attributes([
          ['href', feed.feedUrl],
          ['rel', 'self'],
          ['type', 'application/rss+xml'],
        ])}/>\n`,
    ...items,
    '  </channel>\n</rss>\n',
  ].join('');
}

/** Atom 1.0 (RFC 4287). `now` is not known here: a feed without a date has that of its newest entry, else of 1970. */
export function writeAtom(feed: Feed): string {
  const newest =
    feed.entries
      .map(({ date, updated }) => moment(updated) || moment(date))
      .toSorted()
      .at(-1) ?? '';
  const updated = moment(feed.date) || newest || '1970-01-01T00:00:00.000Z';
  const link = (rel: string, file: Partial<Enclosure>, indent: string): string =>
    (file.url ?? '') === ''
      ? ''
      : `${indent}<link${attributes([
          ['rel', rel],
          ['href', file.url ?? ''],
          ['type', file.type ?? ''],
          ['length', file.bytes === undefined || file.bytes === 0 ? '' : String(file.bytes)],
        ])}/>\n`;
  const html = (name: string, text: string): string =>
    text === '' ? '' : `    <${name} type="html">${escapeXmlText(allowed(text))}</${name}>\n`;
  const entries = feed.entries.map((entry) =>
    [
      '  <entry>\n',
      `    <id>${escapeXmlText(allowed(idOf(entry)))}</id>\n`,
      `    <title>${escapeXmlText(allowed(entry.title))}</title>\n`,
      link('alternate', { url: entry.link }, '    '),
      `    <updated>${moment(entry.updated) || moment(entry.date) || updated}</updated>\n`,
      element('published', moment(entry.date), '    '),
      `    <author><name>${escapeXmlText(allowed(entry.author || feed.title))}</name></author>\n`,
      ...entry.categories.map((term) => `    <category${attributes([['term', term]])}/>\n`),
      html('summary', entry.summary),
      html('content', entry.content),
      ...entry.enclosures.map((file) => link('enclosure', file, '    ')),
      '  </entry>\n',
    ].join(''),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<feed xmlns="http://www.w3.org/2005/Atom"${attributes([['xml:lang', feed.language]])}>\n`,
    `  <id>${escapeXmlText(allowed(feed.feedUrl || feed.link))}</id>\n`,
    `  <title>${escapeXmlText(allowed(feed.title))}</title>\n`,
    element('subtitle', feed.description, '  '),
    link('alternate', { url: feed.link }, '  '),
    link('self', { url: feed.feedUrl }, '  '),
    `  <updated>${updated}</updated>\n`,
    ...entries,
    '</feed>\n',
  ].join('');
}

const filled = (pairs: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  Object.fromEntries(pairs.filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)));

/** JSON Feed 1.1. */
export function writeJsonFeed(feed: Feed): string {
  const items = feed.entries.map((entry) => ({
    id: idOf(entry),
    ...filled([
      ['url', entry.link],
      ['title', entry.title],
    ]),
    content_html: entry.content,
    ...filled([
      ['summary', entry.summary],
      ['date_published', moment(entry.date)],
      ['date_modified', moment(entry.updated)],
      ['authors', entry.author === '' ? [] : [{ name: entry.author }]],
      ['tags', entry.categories],
      [
        'attachments',
        entry.enclosures.map(({ url, type, bytes }) => ({
          url,
          mime_type: type || 'application/octet-stream',
          ...(bytes === 0 ? {} : { size_in_bytes: bytes }),
        })),
      ],
    ]),
  }));
  const head = filled([
    ['home_page_url', feed.link],
    ['feed_url', feed.feedUrl],
    ['description', feed.description],
    ['language', feed.language],
  ]);
  return `${JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: feed.title, ...head, items }, null, 2)}\n`;
}
