import { overLimit, quote } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import { attributeOf, elementsBelow, type HtmlNode, parseHtml } from '../../engines/xml/html-document.js';
import { readEpub } from '../../lib/documents/epub-file.js';
import { LimitFault } from '../../lib/faults.js';
import { htmlMarkdown } from '../html/html-markdown.js';
import { readMetadata } from '../html/metadata.js';
import { decodePage } from '../html/page-bytes.js';
import type { MarkdownReader } from './file-markdown.js';

/** Chosen: a page or chapter as long as ten novels; read in 10 s. */
const MAX_PAGE_BYTES = 5_000_000;

/** Most that are told of one file. */
export const MAX_WARNINGS = 20;

const RULES = { headings: 'atx', links: true, images: false, base: undefined } as const;

const bodyMarkdown = (page: HtmlNode): string => {
  const [body] = elementsBelow(page, 'body');
  return htmlMarkdown(body?.childNodes ?? [], RULES);
};

/** The body of a page, or of a part of one, as Markdown; images are their descriptions. Throws LimitFault where it is too long. */
export function markdownOfHtml(text: string): string {
  if (text.length > MAX_PAGE_BYTES) throw new LimitFault(`its HTML must have at most ${MAX_PAGE_BYTES} characters`);
  return bodyMarkdown(parseHtml(text));
}

/** As `markdownOfHtml` for many parts of one file, which are bounded together. */
export function partsOfHtml(): (text: string) => string {
  let length = 0;
  return (text) => {
    length += text.length;
    if (length > MAX_PAGE_BYTES) throw new LimitFault(`its HTML must have at most ${MAX_PAGE_BYTES} characters`);
    return markdownOfHtml(text);
  };
}

export const readPage: MarkdownReader = async ({ name, bytes }) => {
  const label = `file ${quote(name)}`;
  if (bytes.length > MAX_PAGE_BYTES)
    throw overLimit(`HTML of ${label} must have at most ${MAX_PAGE_BYTES} bytes, got ${bytes.length}`);
  const text = await decodePage(bytes, '', label);
  return refusing(`Cannot read ${label} as HTML`, () => {
    const page = parseHtml(text);
    const { title, author, description, language } = readMetadata(page, (address) => address);
    return {
      kind: 'web page',
      title: title ?? '',
      properties: [
        ['Title', title],
        ['Author', author],
        ['Description', description],
        ['Language', language],
      ],
      markdown: bodyMarkdown(page),
      warnings: [],
    };
  });
};

export const readBook: MarkdownReader = async ({ name, bytes }, { options, signal, workTime }) => {
  const label = `file ${quote(name)}`;
  const sentence = `Cannot read ${label} as an EPUB book`;
  const { properties, chapters } = refusing(sentence, () => readEpub(bytes));
  const parts: string[] = [];
  const missing: string[] = [];
  let length = 0;
  for (const [index, { path, read }] of chapters.entries()) {
    if (length > options.maxCharacters) break;
    signal.throwIfAborted();
    workTime.check(index, chapters.length, 'send fewer files', 'chapters');
    const content = refusing(sentence, read);
    if (content === undefined) {
      missing.push(`The book has no part ${quote(path)}`);
      continue;
    }
    if (content.length > MAX_PAGE_BYTES)
      throw overLimit(
        `Chapter ${quote(path)} of ${label} must have at most ${MAX_PAGE_BYTES} bytes, got ${content.length}`,
      );
    const text = await decodePage(content, '', label);
    const part = refusing(sentence, () => chapterMarkdown(text)).trim();
    if (part === '') continue;
    parts.push(part);
    length += part.length + 2;
  }
  const named = (wanted: string): string =>
    properties.flatMap(([own, value]) => (own === wanted ? [value] : [])).join(', ');
  return {
    kind: 'EPUB book',
    title: properties.find(([own]) => own === 'title')?.[1] ?? '',
    properties: [
      ['Title', named('title')],
      ['Author', named('creator')],
      ['Publisher', named('publisher')],
      ['Date', named('date')],
      ['Language', named('language')],
    ],
    markdown: parts.length === 0 ? '' : `${parts.join('\n\n')}\n`,
    warnings: missing.slice(0, MAX_WARNINGS),
  };
};

/** HTML 14 of EPUB is XML, where an element may end in its own tag; browsers would take the rest of the page for its content. */
const OWN_END =
  /<((?!(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)\b)[a-z][\w:-]*)((?:\s[^<>]*)?)\/>/gi;

/** A chapter; links within the book are their text alone, and marks of notes are superscripts. */
function chapterMarkdown(text: string): string {
  const page = parseHtml(text.replace(OWN_END, '<$1$2></$1>'));
  for (const link of [...elementsBelow(page, 'a')]) {
    if (/^[a-z][a-z\d+.-]*:/i.test(attributeOf(link, 'href') ?? '')) continue;
    const role = `${attributeOf(link, 'epub:type') ?? ''} ${attributeOf(link, 'role') ?? ''}`;
    if (/noteref/.test(role)) link.tagName = 'sup';
    else link.attrs = link.attrs.filter(({ name }) => name !== 'href');
  }
  return bodyMarkdown(page);
}
