import MarkdownIt, { type Token } from 'markdown-it';

/** A heading of a Markdown document, in whatever it stands. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  /** As readers see it: no marks, no pictures, no HTML. */
  readonly text: string;
  /** As Markdown for a link: emphasis and code as they are, links and pictures gone. */
  readonly label: string;
  /** Its first line, from 0. */
  readonly line: number;
  /** It is not inside a quote or a list. */
  readonly isOuter: boolean;
}

/** A line by itself that is a comment in HTML, or a paragraph of one line; outside of quotes, lists and code. */
export interface LoneLine {
  readonly content: string;
  /** From 0. */
  readonly line: number;
}

export interface MarkdownOutline {
  readonly headings: readonly Heading[];
  readonly loneLines: readonly LoneLine[];
}

/** Deepest nesting that is read as such; what is deeper is text. */
const MAX_NESTING = 100;

/**
 * The headings of a document (CommonMark, # and underlined) and the lines that stand alone; of its text nothing else is read. Time grows
 * with nesting: run it within a WorkTime.
 */
export function readOutline(text: string): MarkdownOutline {
  const blocks = new MarkdownIt({ html: true, maxNesting: MAX_NESTING });
  blocks.core.ruler.enableOnly(['normalize', 'block']);
  const environment = {};
  const tokens = blocks.parse(text, environment);
  const words = new MarkdownIt({ html: true, maxNesting: MAX_NESTING });
  const headings: Heading[] = [];
  const loneLines: LoneLine[] = [];
  for (const [index, token] of tokens.entries()) {
    const [line = 0, end = 0] = token.map ?? [];
    const inside = tokens[index + 1];
    if (token.type === 'heading_open') {
      const parts = words.parseInline(inside?.content ?? '', environment)[0]?.children ?? [];
      const level = Number(token.tag.slice(1));
      headings.push({ level, text: plainText(parts), label: labelOf(parts), line, isOuter: token.level === 0 });
    } else if (token.level === 0 && token.type === 'html_block') {
      loneLines.push({ content: token.content.split('\n', 1)[0]?.trim() ?? '', line });
    } else if (token.level === 0 && token.type === 'paragraph_open' && end - line === 1) {
      loneLines.push({ content: inside?.content ?? '', line });
    }
  }
  return { headings, loneLines };
}

/** The text of a line of Markdown as readers see it. */
export const plainLine = (text: string): string =>
  plainText(new MarkdownIt({ html: true, maxNesting: MAX_NESTING }).parseInline(text, {})[0]?.children ?? []);

const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map(({ type, content }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      return type === 'text' || type === 'code_inline' ? content : '';
    })
    .join('');

const MARKS: ReadonlySet<string> = new Set(['em_open', 'em_close', 'strong_open', 'strong_close', 's_open', 's_close']);

const labelOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ type, content, markup }) => {
      if (MARKS.has(type)) return markup;
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      if (type === 'code_inline') return codeOf(content);
      return type === 'text' ? escaped(content) : '';
    })
    .join('')
    .trim();

function codeOf(content: string): string {
  const longest = Math.max(0, ...(content.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return /^`|`$|^ .*\S.* $/.test(content) ? `${fence} ${content} ${fence}` : `${fence}${content}${fence}`;
}

/** What Markdown would read otherwise inside a link; underscores within words are none of it. */
const escaped = (text: string): string =>
  text
    .replace(/[\\`*[\]]|~~|<(?=[A-Za-z/!?])|&(?=#?\w+;)/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');
