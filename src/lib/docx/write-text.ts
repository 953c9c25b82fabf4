import type { Block, DocxDocument, Paragraph, Run, Table } from './model.js';

export interface TextParts {
  readonly notes: boolean;
  readonly comments: boolean;
  readonly headers: boolean;
}

/** A document as plain text: paragraphs apart by an empty line, table rows with tabs between their cells. */
export function docxText(document: DocxDocument, { notes, comments, headers }: TextParts): string {
  const marks = { notes };
  const parts: string[] = [];
  if (headers) parts.push(...document.headers.map((blocks) => blocksText(blocks, marks)));
  parts.push(blocksText(document.blocks, marks));
  if (headers) parts.push(...document.footers.map((blocks) => blocksText(blocks, marks)));
  if (notes)
    parts.push(
      document.notes.map(({ number, blocks }) => `[${number}] ${blocksText(blocks, marks).trim()}`).join('\n\n'),
    );
  if (comments)
    parts.push(
      document.comments
        .map(({ author, blocks }) => `${author === '' ? 'Comment' : author}: ${blocksText(blocks, marks).trim()}`)
        .join('\n\n'),
    );
  const whole = parts.filter((part) => part !== '').join('\n\n');
  return whole === '' ? '' : `${whole}\n`;
}

interface Marks {
  readonly notes: boolean;
}

function blocksText(blocks: readonly Block[], marks: Marks): string {
  let text = '';
  let last: Block | undefined;
  for (const block of blocks) {
    if (block.kind === 'rule') last = undefined;
    const part = block.kind === 'table' ? tableText(block, marks) : paragraphText(block, marks);
    if (part.trim() === '') continue;
    const isClose = last !== undefined && areClose(last, block);
    if (text !== '') text += isClose ? '\n' : '\n\n';
    text += part;
    last = block;
  }
  return text;
}

/** Lines of one block of code and items of one list are not apart. */
function areClose(above: Block, block: Block): boolean {
  if (above.kind === 'table' || block.kind === 'table' || above.kind !== block.kind) return false;
  if (above.kind === 'code') return true;
  return above.kind === 'item' && (above.item?.list === block.item?.list || (block.item?.depth ?? 0) > 0);
}

function paragraphText({ item, kind, runs }: Paragraph, marks: Marks): string {
  const text = runsText(runs, marks);
  if (kind !== 'item' || item === undefined || text.trim() === '') return text.trimEnd();
  const indent = '  '.repeat(item.depth);
  const marker = item.marker === 'number' ? item.label : item.marker === 'bullet' ? '-' : '';
  const lead = marker === '' ? `${indent}  ` : `${indent}${marker} `;
  return lead + text.trim().replaceAll('\n', `\n${' '.repeat(lead.length)}`);
}

function tableText({ rows }: Table, marks: Marks): string {
  return rows
    .map((row) =>
      row
        // Where a merged cell reaches, its column stays empty.
        .map((cell) => (cell === undefined ? '' : blocksText(cell.blocks, marks).trim().replace(/\s+/g, ' ')))
        .join('\t')
        .trimEnd(),
    )
    .filter((line) => line !== '')
    .join('\n');
}

const runsText = (runs: readonly Run[], { notes }: Marks): string =>
  runs
    .map((run) => {
      if (run.kind === 'note') return notes ? `[${run.number}]` : '';
      return run.kind === 'image' ? '' : run.text;
    })
    .join('');
