import MarkdownIt, { type MarkdownIt as Reader, type StateCore, type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';

import { HeadingSlugs } from '../../lib/text/heading-slugs.js';
import { mathRules } from './math-rules.js';

export interface MarkdownHtmlRules {
  /** Tables, struck text, task lists, footnotes and addresses that become links; otherwise CommonMark alone. */
  readonly gfm: boolean;
  readonly headingIds: boolean;
  /** HTML of a formula between dollar signs; without it, dollar signs are text. */
  readonly formula: ((tex: string, isBlock: boolean) => string) | undefined;
}

export interface MarkdownHtml {
  readonly html: string;
  /** Whether an id was given by us: those of headings and footnotes. */
  readonly isOwnId: (id: string) => boolean;
  /** Text of the first heading. */
  readonly title: string | undefined;
}

/** Markdown's own HTML stays as it is: it is the caller's to make safe. Time grows with nesting and unclosed marks: run it within a WorkTime. */
export function markdownHtml(text: string, { gfm, headingIds, formula }: MarkdownHtmlRules): MarkdownHtml {
  const reader = gfm
    ? new MarkdownIt({ html: true, linkify: true, maxNesting: 100 })
    : new MarkdownIt('commonmark', { maxNesting: 100 });
  if (gfm) {
    reader.use(footnotes);
    reader.core.ruler.push('task_lists', markTasks);
    onlyWholeAddresses(reader);
    reader.renderer.rules.s_open = () => '<del>';
    reader.renderer.rules.s_close = () => '</del>';
  }
  if (formula !== undefined) {
    reader.use(mathRules);
    reader.renderer.rules.math_inline = (tokens, index) => formula(tokens[index]?.content ?? '', false);
    reader.renderer.rules.math_block = (tokens, index) => `${formula(tokens[index]?.content ?? '', true)}\n`;
  }
  const environment = {};
  const tokens = reader.parse(text, environment);
  const slugs = new HeadingSlugs();
  let title: string | undefined;
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const heading = plainText(tokens[index + 1]?.children ?? []);
    title ??= heading;
    const slug = slugs.take(heading);
    if (headingIds && slug !== '') token.attrSet('id', slug);
  }
  return {
    html: reader.renderer.render(tokens, reader.options, environment),
    isOwnId: (id) => (headingIds && slugs.all.has(id)) || (gfm && /^fn(?:ref)?\d+(?::\d+)?$/.test(id)),
    title: title?.trim() === '' ? undefined : title,
  };
}

const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if (token.type === 'softbreak' || token.type === 'hardbreak') return ' ';
      if (token.type === 'image') return plainText(token.children ?? []);
      return ['text', 'code_inline', 'math_inline'].includes(token.type) ? token.content : '';
    })
    .join('');

/** `[ ]` or `[x]` at the beginning of a list item becomes a box. */
function markTasks({ tokens, Token: TokenOf }: StateCore): void {
  for (const [index, token] of tokens.entries()) {
    if (
      token.type !== 'inline' ||
      tokens[index - 1]?.type !== 'paragraph_open' ||
      tokens[index - 2]?.type !== 'list_item_open'
    )
      continue;
    const [first] = token.children ?? [];
    const mark = first?.type === 'text' ? /^\[([ xX])\](?=\s)/.exec(first.content) : null;
    if (first === undefined || mark === null) continue;
    first.content = first.content.slice(mark[0].length);
    const box = new TokenOf('html_inline', '', 0);
    box.content = `<input type="checkbox" disabled=""${mark[1] === ' ' ? '' : ' checked=""'}>`;
    token.children?.unshift(box);
  }
}

/** Links as GitHub makes them: addresses with a scheme or with www., and those of mail; `example.com` and `//example.com` stay text. */
function onlyWholeAddresses({ linkify }: Reader): void {
  linkify.add('//', null).set({ fuzzyLink: true });
  const match = linkify.match.bind(linkify);
  // Marks of struck text end an address. The package asks this of a whole paragraph with its marks, and goes on to its parts only then.
  linkify.test = () => true;
  linkify.match = (text) =>
    (match(text.replaceAll('~~', '  ')) ?? []).filter(({ schema, raw }) => schema !== '' || /^www\./i.test(raw));
  // Marks of struck text behind an address are none of it.
  const matchAtStart = linkify.matchAtStart.bind(linkify);
  linkify.matchAtStart = (text) => {
    const found = matchAtStart(text);
    const end = found === null ? -1 : found.raw.search(/~+$/);
    return end > 0 ? matchAtStart(text.slice(0, end)) : found;
  };
}
