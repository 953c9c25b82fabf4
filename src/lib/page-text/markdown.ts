import { plainRuns, type StyledRun } from './runs.js';
import type { Item } from './structure.js';
import type { PageTable } from './tables.js';

/** Items of one page as CommonMark with the tables of GFM. `pictureName` gives a picture's file, where it is written. */
export function markdownOf(items: readonly Item[], pictureName: (item: Item) => string | undefined): string {
  let markdown = '';
  let last: Item | undefined;
  let number = 0;
  for (const item of items) {
    number = item.kind === 'item' ? number + 1 : 0;
    const block = blockOf(item, pictureName);
    if (block === '') continue;
    // Items of one list stand close together.
    if (markdown !== '') markdown += item.kind === 'item' && last?.kind === 'item' ? '\n' : '\n\n';
    markdown += block;
    last = item;
  }
  return markdown;
}

function blockOf(item: Item, pictureName: (item: Item) => string | undefined): string {
  switch (item.kind) {
    case 'heading':
      return `${'#'.repeat(item.level)} ${inline(item.runs.map(withoutWeight)).replace(/\\?\n/g, ' ').replace(/(#+)$/, '\\$1')}`;
    case 'paragraph':
      return escapeLineStart(inline(item.runs));
    case 'item': {
      const marker = /\d/.test(item.marker) ? `${/\d+/.exec(item.marker)?.[0] ?? '1'}.` : '-';
      const indent = '    '.repeat(item.depth);
      // Letters and Roman numbers are not markers of Markdown: they stay text.
      const shown = marker === '-' && /[A-Za-z]/.test(item.marker) ? `${escapeMarkdown(item.marker)} ` : '';
      const text = escapeLineStart(shown + inline(item.runs)).replaceAll(
        '\n',
        `\n${indent}${' '.repeat(marker.length + 1)}`,
      );
      return `${indent}${marker} ${text}`;
    }
    case 'code':
      return codeBlock(item.text, '');
    case 'table':
      return tableMarkdown(item.table);
    case 'picture': {
      const name = pictureName(item);
      return name === undefined ? '' : `![](${markdownTarget(encodeURI(name))})`;
    }
  }
}

/** A table of GFM: the first row is its header; a merged cell has its text in its first place. */
function tableMarkdown({ rows }: PageTable): string {
  const lines = rows.map((row) => `| ${row.map((cell) => cellMarkdown(cell?.text ?? '')).join(' | ')} |`);
  const width = rows[0]?.length ?? 0;
  lines.splice(1, 0, `| ${Array.from({ length: width }, () => '---').join(' | ')} |`);
  return lines.join('\n');
}

const cellMarkdown = (text: string): string => escapeMarkdown(text).replaceAll('|', '\\|').replaceAll('\n', '<br>');

/** Runs with their emphasis; a line feed becomes a hard break. */
function inline(runs: readonly StyledRun[]): string {
  return plainRuns(runs)
    .map((run) => inlineRun(run))
    .join('');
}

/** A heading is bold as such. */
const withoutWeight = (run: StyledRun): StyledRun => ({ ...run, style: { ...run.style, isBold: false } });

function inlineRun({ text, style: { isBold, isItalic, isMono }, link }: StyledRun): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  if (inner === '') return hardBreaks(text);
  let shown = isMono ? codeSpan(inner) : hardBreaks(escapeMarkdown(inner));
  // Marks that touch no letter inside would not be read as emphasis.
  if (!isMono && /[\p{L}\p{N}]/u.test(inner)) {
    const mark = `${isBold ? '**' : ''}${isItalic ? '*' : ''}`;
    shown = mark + shown + mark;
  }
  if (link !== undefined) shown = `[${shown}](${markdownTarget(link)})`;
  return hardBreaks(before) + shown + hardBreaks(after);
}

const hardBreaks = (text: string): string => text.replaceAll('\n', '\\\n');

/** A fenced block of code; nothing where there is none. */
export function codeBlock(text: string, language: string): string {
  if (text === '') return '';
  const longest = (text.match(/`+/g) ?? []).reduce((most, ticks) => Math.max(most, ticks.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

export function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).slice(0, 1_000).map((ticks) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const padding = /^`|`$/.test(text) ? ' ' : '';
  return `${ticks}${padding}${text.replaceAll('\n', ' ')}${padding}${ticks}`;
}

export const markdownTarget = (url: string): string =>
  url.replace(/[\s()<>\\]/g, (letter) => encodeURIComponent(letter).replace('(', '%28').replace(')', '%29'));

/** Letters that Markdown would read as marks (CommonMark 0.31, 2.4), only where it would. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*[\]]/g, '\\$&')
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/&(?=#?\w{1,31};)/g, '\\&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~~/g, '\\~~');

/** What would begin another block at the start of a line. */
export const escapeLineStart = (text: string): string =>
  text.replace(
    /^(\s*)(?:(#{1,6}(?=\s|$)|[>+-](?=\s|$)|={3,}|-{3,})|(\d{1,9})([.)])(?=\s|$))/gm,
    (_, space: string, mark?: string, number?: string, point?: string) =>
      mark === undefined ? `${space}${number ?? ''}\\${point ?? ''}` : `${space}\\${mark}`,
  );
