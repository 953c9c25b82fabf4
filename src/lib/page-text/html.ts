import { isMostlyRtl } from '../unicode/mostly-rtl.js';
import { escapeHtmlAttribute, escapeHtmlText } from '../xml/references.js';
import type { StyledRun } from './runs.js';
import type { Item } from './structure.js';
import type { PageTable } from './tables.js';

/** An element with text in it; `dir` is said where its text goes to the left. */
const element = (name: string, inner: string, text: string): string =>
  `<${name}${isMostlyRtl(text) ? ' dir="rtl"' : ''}>${inner}</${name}>`;

const textOfRuns = (runs: readonly StyledRun[]): string => runs.map(({ text }) => text).join('');

/** Items of one page as HTML, a block a line. `sourceOf` gives the address of a picture, where it is written. */
export function htmlOf(items: readonly Item[], sourceOf: (item: Item) => string | undefined): string {
  const blocks: string[] = [];
  for (let i = 0; i < items.length; i += 1) {
    const item = items[i];
    if (item === undefined) continue;
    if (item.kind !== 'item') {
      blocks.push(blockOf(item, sourceOf));
      continue;
    }
    const list: ListItem[] = [];
    for (let next: Item | undefined = item; next?.kind === 'item'; next = items[i]) {
      list.push(next);
      i += 1;
    }
    i -= 1;
    blocks.push(listHtml(list));
  }
  return blocks.filter((block) => block !== '').join('\n');
}

type ListItem = Item & { readonly kind: 'item' };

function blockOf(item: Exclude<Item, ListItem>, sourceOf: (item: Item) => string | undefined): string {
  switch (item.kind) {
    case 'heading': {
      const runs = item.runs.map((run) => ({
        ...run,
        text: run.text.replaceAll('\n', ' '),
        style: { ...run.style, isBold: false },
      }));
      return element(`h${Math.min(6, item.level)}`, inline(runs), textOfRuns(runs));
    }
    case 'paragraph':
      return element('p', inline(item.runs), textOfRuns(item.runs));
    case 'code':
      return item.text === '' ? '' : `<pre><code>${escapeHtmlText(item.text)}</code></pre>`;
    case 'table':
      return tableHtml(item.table);
    case 'picture': {
      const source = sourceOf(item);
      return source === undefined ? '' : `<p><img src="${escapeHtmlAttribute(source)}" alt=""></p>`;
    }
  }
}

/** The numbers that lists of HTML count by themselves, and those with letters or Roman numbers. */
function listKind(marker: string): { readonly name: 'ul' | 'ol'; readonly attributes: string } {
  const digits = /\d{1,9}/.exec(marker)?.[0];
  if (digits !== undefined) return { name: 'ol', attributes: Number(digits) === 1 ? '' : ` start="${Number(digits)}"` };
  const letter = /[A-Za-z]/.exec(marker)?.[0];
  if (letter === undefined) return { name: 'ul', attributes: '' };
  // One letter tells its place; of several, Roman numbers, the marker stays text.
  if (/[A-Za-z]{2}/.test(marker)) return { name: 'ul', attributes: '' };
  const start = (letter.toLowerCase().codePointAt(0) ?? 97) - 96;
  const type = letter === letter.toLowerCase() ? 'a' : 'A';
  return { name: 'ol', attributes: ` type="${type}"${start === 1 ? '' : ` start="${start}"`}` };
}

/** Lists with those inside of them; an item that stands deeper belongs to the one before it. */
function listHtml(items: readonly ListItem[]): string {
  const open: { readonly depth: number; readonly name: 'ul' | 'ol'; next: number | undefined }[] = [];
  let html = '';
  const close = (): void => {
    html += `</li></${open.pop()?.name}>`;
  };
  for (const { marker, depth, runs } of items) {
    const { name, attributes } = listKind(marker);
    while ((open.at(-1)?.depth ?? -1) > depth) close();
    const last = open.at(-1);
    // Another kind at the same depth is another list.
    if (last !== undefined && last.depth === depth && last.name !== name) close();
    if (open.at(-1)?.depth === depth) html += '</li>';
    else {
      open.push({ depth, name, next: undefined });
      html += `<${name}${attributes}>`;
    }
    const value = numberOf(marker, open.at(-1));
    const shown = name === 'ul' && /[A-Za-z]/.test(marker) ? `${escapeHtmlText(marker)} ` : '';
    html += `\n<li${value}${isMostlyRtl(textOfRuns(runs)) ? ' dir="rtl"' : ''}>${shown}${inline(runs)}`;
  }
  while (open.length > 0) close();
  return html;
}

/** Says the number of an item where its list would count otherwise. */
function numberOf(marker: string, list: { next: number | undefined } | undefined): string {
  const digits = /\d{1,9}/.exec(marker)?.[0];
  if (digits === undefined || list === undefined) return '';
  const isCounted = list.next === undefined || list.next === Number(digits);
  list.next = Number(digits) + 1;
  return isCounted ? '' : ` value="${Number(digits)}"`;
}

/** The first row is the header. */
function tableHtml({ rows }: PageTable): string {
  const lines = rows.map((row, y) => {
    const cells = row.map((cell) => {
      if (cell === undefined) return '';
      const spans = [
        cell.columnSpan > 1 ? ` colspan="${cell.columnSpan}"` : '',
        cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : '',
      ].join('');
      const name = y === 0 ? 'th' : 'td';
      return `<${name}${spans}>${escapeHtmlText(cell.text).replaceAll('\n', '<br>')}</${name}>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table>\n${lines.join('\n')}\n</table>`;
}

/** Runs with their emphasis; a line feed becomes a line break. */
function inline(runs: readonly StyledRun[]): string {
  const parts: StyledRun[] = [];
  for (const run of runs) {
    const last = parts.at(-1);
    if (last !== undefined && isAlike(last, run)) parts[parts.length - 1] = { ...last, text: last.text + run.text };
    else parts.push(run);
  }
  return parts.map(inlineRun).join('');
}

const isAlike = (a: StyledRun, b: StyledRun): boolean =>
  a.style.isBold === b.style.isBold &&
  a.style.isItalic === b.style.isItalic &&
  a.style.isMono === b.style.isMono &&
  a.raised === b.raised &&
  a.link === b.link;

function inlineRun({ text, style: { isBold, isItalic, isMono }, raised, link }: StyledRun): string {
  const start = text.length - text.trimStart().length;
  const inner = text.trim();
  const broken = (part: string): string => escapeHtmlText(part).replaceAll('\n', '<br>');
  if (inner === '') return broken(text);
  let html = broken(inner);
  if (isMono) html = `<code>${html}</code>`;
  if (isItalic) html = `<em>${html}</em>`;
  if (isBold) html = `<strong>${html}</strong>`;
  if (raised !== undefined) {
    const name = raised === 'super' ? 'sup' : 'sub';
    html = `<${name}>${html}</${name}>`;
  }
  if (link !== undefined) html = `<a href="${escapeHtmlAttribute(link)}">${html}</a>`;
  return broken(text.slice(0, start)) + html + broken(text.slice(start + inner.length));
}
