import { readArticle } from '../../engines/xml/article.js';
import { bodyOf, type HtmlNode, parseHtml } from '../../engines/xml/html-document.js';
import { ContentFault } from '../../lib/faults.js';
import { escapeMarkdown } from '../../lib/page-text/markdown.js';
import { countText } from '../../lib/text/text-counts.js';
import { escapeHtmlText } from '../../lib/xml/references.js';
import { htmlMarkdown } from './html-markdown.js';
import { htmlText } from './html-text.js';
import { sanitizeHtml } from './sanitize.js';

export interface PageArticle {
  readonly title: string | null;
  readonly byline: string | null;
  readonly siteName: string | null;
  readonly publishedTime: string | null;
  readonly language: string | null;
  readonly excerpt: string | null;
  readonly words: number;
  readonly warnings: readonly string[];
  /** Safe HTML for the body of a page. */
  readonly html: string;
}

interface ArticleRules {
  readonly links: boolean;
  readonly images: boolean;
  /** What the relative addresses of a page are relative to. */
  readonly baseOf: (page: HtmlNode) => URL | undefined;
}

/** The main article of a page. Throws ContentFault where there is none, LimitFault as `parseHtml` and `readArticle`. Run it within a WorkTime. */
export function extractArticle(text: string, { links, images, baseOf }: ArticleRules): PageArticle {
  const page = parseHtml(text);
  const base = baseOf(page);
  const found = readArticle(page);
  if (found === undefined) throw new ContentFault('no article was found in it');
  const html = sanitizeHtml(found.html, { profile: 'rich', moreTags: new Set(), links, images, nofollow: false, base });
  const plain = htmlText(bodyOf(html), {
    width: Number.POSITIVE_INFINITY,
    links: 'text',
    images: false,
    tables: 'tabs',
    base,
  });
  const known = (value: string): string | null => (value === '' ? null : value);
  return {
    title: known(found.title),
    byline: known(found.byline),
    siteName: known(found.siteName),
    publishedTime: known(found.publishedTime),
    language: known(found.language),
    excerpt: known(found.excerpt),
    words: countText(plain, 'en').words,
    warnings: found.isLikely ? [] : ['The page may not be an article: it has little running text'],
    html,
  };
}

/** The article as a document, on request with its title, and its author, site and date in a line. */
export function writeArticle(
  article: PageArticle,
  format: 'markdown' | 'text' | 'html',
  { hasHeading, images }: { readonly hasHeading: boolean; readonly images: boolean },
): string {
  const title = hasHeading ? (article.title ?? '') : '';
  const source = hasHeading
    ? [article.byline, article.siteName, article.publishedTime].filter((fact) => fact !== null).join(' · ')
    : '';
  const nodes = bodyOf(article.html);
  if (format === 'html')
    return `${title && `<h1>${escapeHtmlText(title)}</h1>\n`}${source && `<p>${escapeHtmlText(source)}</p>\n`}${article.html}\n`;
  const parts =
    format === 'markdown'
      ? [
          title && `# ${escapeMarkdown(title)}\n`,
          source && `${escapeMarkdown(source)}\n`,
          htmlMarkdown(nodes, { headings: 'atx', links: true, images: true, base: undefined }),
        ]
      : [
          title && `${title}\n`,
          source && `${source}\n`,
          htmlText(nodes, {
            width: Number.POSITIVE_INFINITY,
            links: 'text',
            images,
            tables: 'aligned',
            base: undefined,
          }),
        ];
  return parts.filter((part) => part !== '').join('\n');
}
