import { codeBlock, codeSpan, escapeLineStart, escapeMarkdown, markdownTarget } from '../page-text/markdown.js';
import {
  type Block,
  type DocxDocument,
  goesOn,
  type ListItem,
  linkedRuns,
  type Paragraph,
  type Run,
  type Table,
} from './model.js';

export interface MarkdownSettings {
  readonly comments: boolean;
  /** The file that a picture's part is written to; `undefined` where it is not. */
  readonly pictureName: (part: string) => string | undefined;
}

/** A document as CommonMark with the tables, struck text and footnotes of GFM. */
export function docxMarkdown(document: DocxDocument, settings: MarkdownSettings): string {
  const parts = [blocksMarkdown(document.blocks, settings)];
  for (const { number, blocks } of document.notes) {
    const text = blocksMarkdown(blocks, settings)
      .trim()
      .replace(/\n(?=[^\n])/g, '\n    ');
    parts.push(`[^${number}]: ${text}`);
  }
  if (settings.comments)
    for (const { author, blocks } of document.comments) {
      const text = blocksMarkdown(blocks, settings).trim();
      const name = author === '' ? 'Comment' : escapeMarkdown(author);
      parts.push(`> **${name}:** ${text}`.replaceAll('\n', '\n> '));
    }
  const whole = parts.filter((part) => part !== '').join('\n\n');
  return whole === '' ? '' : `${whole}\n`;
}

/** How far the text of the items that are open is indented, by their depth. */
type Indents = readonly number[];

function blocksMarkdown(blocks: readonly Block[], settings: MarkdownSettings): string {
  const parts: string[] = [];
  let indents: Indents = [];
  let last: Block | undefined;
  /** The item above that has a marker. */
  let marked: Paragraph | undefined;
  /** The number that the next item at the left edge has where its list goes on. */
  let expected = 1;
  for (const [i, block] of blocks.entries()) {
    const previous = blocks[i - 1];
    if (block.kind === 'code' && previous !== undefined && goesOn(previous, block)) continue;
    let part: string;
    if (block.kind === 'table') part = tableMarkdown(block, settings);
    else if (block.kind === 'rule') part = '---';
    else if (block.kind === 'code') {
      const code = codeMarkdown(blocks, i);
      if (code !== '' && last?.kind === 'item' && block.item?.marker === 'none') {
        const inside = insideOf(block.item, indents);
        parts.push('\n\n', ' '.repeat(inside) + indented(code, inside));
        last = { ...block, kind: 'item' };
        continue;
      }
      part = code;
    } else if (block.kind === 'item') {
      const above = last?.kind === 'item' ? last : undefined;
      const item = itemMarkdown(block, above === undefined ? [] : indents, settings);
      if (item.text === '') continue;
      indents = item.indents;
      const isMarked = block.item !== undefined && block.item.marker !== 'none';
      const before = beforeItem(block, above && (marked ?? above), above?.item?.marker === 'none', expected);
      parts.push(parts.length === 0 ? '' : before, item.text);
      if (isMarked) marked = block;
      if (block.item?.marker === 'number' && block.item.depth === 0) expected = block.item.number + 1;
      last = block;
      continue;
    } else part = paragraphMarkdown(block, settings);
    if (part === '') continue;
    const isQuote = block.kind === 'quote' && last?.kind === 'quote';
    parts.push(parts.length === 0 ? '' : isQuote ? '\n>\n' : '\n\n', part);
    last = block;
  }
  return parts.join('');
}

/** What parts an item from what is above: a comment where another list would be taken for the same. */
function beforeItem(block: Paragraph, above: Paragraph | undefined, isApart: boolean, expected: number): string {
  const item = block.item;
  if (above?.item === undefined || item === undefined) return '\n\n';
  if (item.marker === 'none') return '\n\n';
  if (item.depth === 0 && above.item.list !== item.list) {
    const isSameKind = above.item.depth > 0 || above.item.marker === item.marker || above.item.marker === 'none';
    return isSameKind ? '\n\n<!-- -->\n\n' : '\n\n';
  }
  if (item.depth === 0 && item.marker === 'number' && item.number !== expected) return '\n\n<!-- -->\n\n';
  return isApart ? '\n\n' : '\n';
}

function itemMarkdown({ item, runs }: Paragraph, indents: Indents, settings: MarkdownSettings) {
  const text = ticked(trimmed(inline(runs, settings)), item);
  const depth = Math.min(item?.depth ?? 0, indents.length);
  const indent = depth === 0 ? 0 : (indents[depth - 1] ?? 0);
  if (text === '' || item === undefined) return { text: '', indents };
  if (item.marker === 'none') {
    const inside = insideOf(item, indents);
    return { text: ' '.repeat(inside) + indented(escapeLineStart(text), inside), indents };
  }
  const marker = item.marker === 'number' ? `${item.number}. ` : '- ';
  const inside = indent + marker.length;
  return {
    text: ' '.repeat(indent) + marker + indented(escapeLineStart(text), inside),
    indents: [...indents.slice(0, depth), inside],
  };
}

/** Where the text of an item, and of what belongs to it, begins. */
const insideOf = (item: ListItem, indents: Indents): number => indents[Math.min(item.depth, indents.length - 1)] ?? 0;

/** GitHub's task list items, 5.3: the check boxes of Word are these letters. */
const ticked = (text: string, item: ListItem | undefined): string =>
  item === undefined || item.marker === 'none'
    ? text
    : text.replace(/^(?:(☐)|[☑☒])\s+(?=\S)/, (_, open: string | undefined) => (open === undefined ? '[x] ' : '[ ] '));

const indented = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

function paragraphMarkdown({ kind, level, runs }: Paragraph, settings: MarkdownSettings): string {
  const text = trimmed(inline(runs, settings));
  if (text === '') return '';
  if (kind === 'heading') return `${'#'.repeat(level)} ${text.replace(/\\?\n/g, ' ').replace(/(?<!#)(#+)$/, '\\$1')}`;
  const escaped = escapeLineStart(text);
  return kind === 'quote' ? `> ${escaped.replaceAll('\n', '\n> ')}` : escaped;
}

/** Code of this paragraph and those that follow it, without looks. */
function codeMarkdown(blocks: readonly Block[], start: number): string {
  const lines: string[] = [];
  const first = blocks[start] as Paragraph;
  for (let i = start, next = blocks[i]; next !== undefined && goesOn(first, next); next = blocks[++i])
    lines.push(plainText((next as Paragraph).runs));
  while (lines.at(-1)?.trim() === '') lines.pop();
  return codeBlock(lines.join('\n'), first.language ?? '');
}

const plainText = (runs: readonly Run[]): string =>
  runs.map((run) => (run.kind === 'text' || run.kind === 'formula' ? run.text : '')).join('');

/** A table of GFM: the first row is its header; a merged cell has its text in its first position. */
function tableMarkdown({ rows, columns }: Table, settings: MarkdownSettings): string {
  const lines = rows.map((row) => {
    const cells = row.map((cell) => (cell === undefined ? '' : cellMarkdown(cell.blocks, settings)));
    return `| ${cells.join(' | ')} |`;
  });
  if (columns === 0) return '';
  lines.splice(1, 0, `|${' --- |'.repeat(columns)}`);
  return lines.join('\n');
}

/** Without white space and line breaks at both ends: the backslash of a break there would be read as a letter. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end) {
    if (text.startsWith('\\\n', start)) start += 2;
    else if (text.charAt(start).trim() === '') start += 1;
    else break;
  }
  while (end > start) {
    if (end - 2 >= start && text.startsWith('\\\n', end - 2)) end -= 2;
    else if (text.charAt(end - 1).trim() === '') end -= 1;
    else break;
  }
  return text.slice(start, end);
}

/** All on one line: paragraphs apart by breaks, tables inside as their words. */
function cellMarkdown(blocks: readonly Block[], settings: MarkdownSettings): string {
  return blocks
    .map((block) => {
      if (block.kind === 'table')
        return block.rows
          .map((row) => row.map((cell) => (cell === undefined ? '' : cellMarkdown(cell.blocks, settings))).join(' '))
          .join('<br>');
      const text = trimmed(inline(block.runs, settings)).replace(/\\?\n/g, '<br>').replaceAll('|', '\\|');
      if (text === '' || block.item === undefined) return text;
      return `${block.item.marker === 'number' ? `${block.item.label} ` : block.item.marker === 'bullet' ? '• ' : ''}${text}`;
    })
    .filter((text) => text !== '')
    .join('<br>');
}

function inline(runs: readonly Run[], settings: MarkdownSettings): string {
  return linkedRuns(runs)
    .map(({ link, runs: linked }) => {
      const text = linked
        .map((run, i) => inlineRun(run, edge(linked[i - 1], -1), edge(linked[i + 1], 0), settings))
        .join('');
      if (link === undefined) return text;
      const { before, inner, after } = withoutEdges(text);
      return inner === '' ? text : `${before}[${inner}](${markdownTarget(link)})${after}`;
    })
    .join('');
}

/** The letter of a run that is next to another. */
const edge = (run: Run | undefined, at: -1 | 0): string => (run?.kind === 'text' ? (run.text.at(at) ?? '') : '');

function inlineRun(run: Run, previous: string, next: string, settings: MarkdownSettings): string {
  switch (run.kind) {
    case 'note':
      return `[^${run.number}]`;
    case 'formula':
      return run.isDisplay ? `$$${run.text}$$` : `$${run.text}$`;
    case 'image': {
      const name = settings.pictureName(run.part);
      const alt = escapeMarkdown(run.alt.replace(/\s+/g, ' ').trim());
      if (name !== undefined) return `![${alt}](${markdownTarget(encodeURI(name))})`;
      return alt === '' ? '' : `\\[${alt}\\]`;
    }
    case 'text':
      return emphasized(run, previous, next);
  }
}

function emphasized(run: Extract<Run, { readonly kind: 'text' }>, previous: string, next: string): string {
  const { before, inner, after } = withoutEdges(run.text);
  if (inner === '') return hardBreaks(run.text);
  let shown = run.isMono ? codeSpan(inner) : hardBreaks(escapeMarkdown(inner));
  if (run.script !== undefined) {
    const tag = run.script === 'superscript' ? 'sup' : 'sub';
    shown = `<${tag}>${shown}</${tag}>`;
  }
  // CommonMark 0.31, 6.2: marks beside punctuation inside and a letter outside are not read; tags are, wherever they are.
  const isLetter = (letter: string): boolean => letter !== '' && !/[\s\p{P}\p{S}]/u.test(letter);
  const isInside = (text: string): boolean => /^[\p{P}\p{S}]/u.test(text) || /[\p{P}\p{S}]$/u.test(text);
  const hasLetterBeside = (before === '' && isLetter(previous)) || (after === '' && isLetter(next));
  const needsTags = hasLetterBeside && isInside(shown);
  const wrap = (mark: string, tag: string): void => {
    shown = needsTags ? `<${tag}>${shown}</${tag}>` : mark + shown + mark;
  };
  if (run.isItalic) wrap('*', 'em');
  if (run.isBold) wrap('**', 'strong');
  if (run.isStruck) wrap('~~', 'del');
  return hardBreaks(before) + shown + hardBreaks(after);
}

/** Two spaces and tabs between words are one: Markdown has neither. */
const hardBreaks = (text: string): string => text.replace(/[\t ]{2,}|\t/g, ' ').replace(/ ?\n ?/g, '\\\n');

/** A text and the white space around it. */
function withoutEdges(text: string) {
  const inner = text.trim();
  if (inner === '') return { before: text, inner, after: '' };
  const start = text.length - text.trimStart().length;
  return { before: text.slice(0, start), inner, after: text.slice(start + inner.length) };
}
