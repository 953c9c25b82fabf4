import { extensionOf } from '../../core/files.js';
import { invalid, ToolError } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { latin1 } from '../../lib/bytes/latin1.js';
import { type Feed, feedOf } from '../../lib/documents/feed.js';
import { escapeMarkdown } from '../../lib/page-text/markdown.js';
import type { XmlDocument } from '../../lib/xml/nodes.js';
import { readXml, readXmlFile } from '../xml-document.js';
import type { FileMarkdown, MarkdownReader } from './file-markdown.js';
import { propertyList } from './properties.js';
import { readCode } from './texts.js';
import { partsOfHtml } from './web.js';

/** Chosen: 50,000 entries. */
const LIMITS = { maxElements: 500_000 };
/** Where the root of a feed begins, behind its declaration and comments. */
const MAX_HEAD = 5000;
const FEED_ROOT = /<(?:\w{1,20}:)?(?:rss|feed|RDF)[\s>]/;

/** XML: a feed as its entries, everything else as a block of code, damaged or not. */
export const readXmlOrFeed: MarkdownReader = async (file, run): Promise<FileMarkdown> => {
  const isFeedFile = extensionOf(file.name) !== '.xml';
  if (!isFeedFile && !FEED_ROOT.test(latin1(file.bytes, 0, Math.min(file.bytes.length, MAX_HEAD))))
    return readCode(file, run);
  const { text, label } = await readXmlFile(file);
  const read = (): XmlDocument => readXml(text, label, LIMITS);
  const document = isFeedFile ? read() : attempt(read);
  const sentence = `Cannot read ${label} as a feed`;
  const feed = document && refusing(sentence, () => feedOf(document, text));
  if (feed !== undefined) return refusing(sentence, () => feedMarkdown(feed, run.options.maxCharacters));
  if (isFeedFile) throw invalid(`${sentence}: it is neither RSS nor Atom`);
  return readCode(file, run);
};

function attempt(read: () => XmlDocument): XmlDocument | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

/** A feed as Markdown of at most about `most` characters: entries under their titles. */
export function feedMarkdown(feed: Feed, most: number): FileMarkdown {
  const markdownOf = partsOfHtml();
  const parts: string[] = feed.title === '' ? [] : [`# ${escapeMarkdown(feed.title)}`];
  let length = 0;
  for (const { title, link, author, date, content } of feed.entries) {
    if (length > most) break;
    const part = [
      title === '' ? '' : `## ${escapeMarkdown(title)}`,
      propertyList([
        ['Link', link],
        ['Author', author],
        ['Date', date],
      ]),
      content === '' ? '' : markdownOf(content).trim(),
    ];
    parts.push(part.filter((piece) => piece !== '').join('\n\n'));
    length += parts.at(-1)?.length ?? 0;
  }
  return {
    kind: 'feed',
    title: feed.title,
    properties: [
      ['Title', feed.title],
      ['Link', feed.link],
      ['Description', feed.description],
      ['Language', feed.language],
      ['Date', feed.date],
      ['Entries', String(feed.entries.length)],
    ],
    markdown: parts.length === 0 ? '' : `${parts.join('\n\n')}\n`,
    warnings: [],
  };
}
