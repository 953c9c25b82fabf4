import { invalid } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { bodyOf } from '../../engines/xml/html-document.js';
import { decodeEntities } from '../../engines/xml/html-entities.js';
import { feedMarkdown } from '../../formats/file-markdown/feeds.js';
import { htmlText } from '../../formats/html/html-text.js';
import { type DocumentKind, KINDS, type TextSource } from '../../formats/text-source.js';
import { readXml } from '../../formats/xml-document.js';
import { formatRecord } from '../../lib/csv/write.js';
import { checkFeed } from '../../lib/documents/check-feed.js';
import { type Feed, feedOf } from '../../lib/documents/feed.js';
import { readJsonFeed } from '../../lib/documents/json-feed.js';
import { writeAtom, writeJsonFeed, writeRss } from '../../lib/documents/write-feed.js';
import { parseJson } from '../../lib/json/parse.js';
import { toPlain } from '../../lib/json/values.js';
import { parseUrl } from '../../lib/urls/url-lines.js';

const LIMITS = { maxElements: 500_000 };
export const MAX_FINDINGS = 1000;
const MAX_MARKDOWN = 4_000_000;
const TEXT = {
  width: Number.POSITIVE_INFINITY,
  links: 'text',
  images: false,
  tables: 'tabs',
  base: undefined,
} as const;

/** What becomes of a feed. */
export interface FeedWishes {
  readonly to: 'json' | 'csv' | 'markdown' | 'rss' | 'atom' | 'jsonfeed';
  readonly content: 'html' | 'text' | 'none';
  readonly limit: number;
  readonly base: URL | undefined;
}

/** References such as &nbsp; that HTML has and XML has not; what XML has itself stays. */
const withoutHtmlReferences = (text: string): string =>
  /<!DOCTYPE/i.test(text)
    ? text
    : text.replace(/&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z][A-Za-z\d]{1,30};/g, (reference) => decodeEntities(reference));

function readFeed({ text, label }: TextSource): Feed {
  const sentence = `Cannot read ${label} as a feed`;
  if (/^\s*https?:\/\/\S{1,2000}\s*$/i.test(text.slice(0, 2100)))
    throw invalid(`${sentence}: it is an address, and nothing is loaded here; paste what is there, or upload it`);
  if (/^\s*\{/.test(text)) return refusing(sentence, () => readJsonFeed(toPlain(parseJson(text))));
  const plain = withoutHtmlReferences(text.trimStart());
  const document = readXml(plain, label, LIMITS);
  const feed = refusing(sentence, () => feedOf(document, plain));
  if (feed === undefined)
    throw invalid(
      `${sentence}: it is neither RSS, Atom nor JSON Feed; its root is <${document.root.name.slice(0, 80)}>`,
    );
  return feed;
}

/** With whole addresses, where the feed or the caller says what they are relative to. */
function withAddresses(feed: Feed, given: URL | undefined): Feed {
  const base = given?.href ?? [feed.feedUrl, feed.link].find((address) => parseUrl(address) !== undefined);
  const whole = (address: string): string =>
    address === '' || base === undefined ? address : (parseUrl(address)?.href ?? resolved(address, base));
  return {
    ...feed,
    link: whole(feed.link),
    feedUrl: whole(feed.feedUrl),
    entries: feed.entries.map((entry) => ({
      ...entry,
      link: whole(entry.link),
      enclosures: entry.enclosures.map((file) => ({ ...file, url: whole(file.url) })),
    })),
  };
}

function resolved(address: string, base: string): string {
  return URL.canParse(address, base) ? new URL(address, base).href : address;
}

/** A feed of any format with what readers trip over. Throws INVALID_INPUT where it is none. */
export function readWholeFeed(source: TextSource, { to, content, limit, base }: FeedWishes) {
  const found = readFeed(source);
  const findings = checkFeed(found, MAX_FINDINGS);
  const feed = withAddresses(found, base);
  const kept = limit === 0 ? feed.entries : feed.entries.slice(0, limit);
  const shown = to === 'json' || to === 'csv';
  const part = (html: string): string =>
    !shown || content === 'html' ? html : content === 'none' ? '' : htmlText(bodyOf(html), TEXT).trim();
  return {
    feed: {
      ...feed,
      entries: kept.map((entry) => ({ ...entry, content: part(entry.content), summary: part(entry.summary) })),
    },
    findings,
    entryCount: feed.entries.length,
  };
}

const CSV_HEAD = ['title', 'link', 'date', 'author', 'categories', 'id', 'content'];

function writeCsv({ entries }: Feed): string {
  const rows = entries.map(({ title, link, date, author, categories, id, content }) =>
    formatRecord([title, link, date, author, categories.join(', '), id, content], ','),
  );
  return `${[CSV_HEAD.join(','), ...rows].join('\n')}\n`;
}

/** What a feed can be written as: the kind of file, and its text. */
export const FEED_WRITERS: Readonly<
  Record<Exclude<FeedWishes['to'], 'json'>, readonly [DocumentKind, (feed: Feed) => string]>
> = {
  csv: [KINDS.csv, writeCsv],
  markdown: [KINDS.markdown, (feed) => feedMarkdown(feed, MAX_MARKDOWN).markdown],
  rss: [{ extension: '.xml', mime: 'application/rss+xml' }, writeRss],
  atom: [{ extension: '.xml', mime: 'application/atom+xml' }, writeAtom],
  jsonfeed: [{ extension: '.json', mime: 'application/feed+json' }, writeJsonFeed],
};
