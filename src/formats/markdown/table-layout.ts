import { findTables } from '../../engines/markdown/tables.js';
import { ContentFault } from '../../lib/faults.js';
import { splitLines } from '../../lib/text/lines.js';
import { countCodePoints } from '../../lib/unicode/code-points.js';
import { displayWidth } from '../../lib/unicode/display-width.js';

export const ALIGNMENTS = ['keep', 'none', 'left', 'center', 'right'] as const;

type Alignment = Exclude<(typeof ALIGNMENTS)[number], 'keep'>;

export interface TableLayout {
  readonly style: 'aligned' | 'compact';
  readonly align: (typeof ALIGNMENTS)[number];
  readonly outerPipes: boolean;
  /** In columns of a fixed-width font; a wider table is compact. 0: none is. */
  readonly maxWidth: number;
  /** What counts: columns of the screen, or characters. */
  readonly measure: 'screen' | 'characters';
}

const MARKS_OF_CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/;
const MARK_AT_START = /^ {0,3}(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])/;
const INDENT = /^ {0,3}/;
const LEAST_DASHES = 3;

/**
 * Lays the tables of a document out anew; all other lines stay as they are. Throws ContentFault where there is none.
 */
export function layOutTables(text: string, layout: TableLayout): string {
  const { lines, breaks } = splitLines(text);
  const tables = findTables(lines.join('\n'));
  if (tables.length === 0)
    throw new ContentFault('it has no table; below its header a table has a line of dashes, such as | --- | --- |');
  const written = [...lines];
  for (const { start, end, isInside } of tables) {
    // `- a | b` is an item to some and a header to others.
    if (!isInside && MARK_AT_START.test(lines[start] ?? '')) continue;
    const pattern = isInside ? MARKS_OF_CONTAINERS : INDENT;
    const prefixes = lines.slice(start, end).map((line) => pattern.exec(line)?.[0] ?? '');
    const rows = lines.slice(start, end).map((line, index) => cellsOf(line.slice(prefixes[index]?.length)));
    for (const [index, row] of layOut(rows, isInside ? { ...layout, outerPipes: true } : layout).entries())
      written[start + index] = `${prefixes[index]}${row}`;
  }
  return written.map((line, index) => line + breaks[index]).join('');
}

/** Cells of a row: pipes divide them, within code too, but for those after a backslash. */
function cellsOf(row: string): string[] {
  const inside = row.trim().replace(/^\|/, '');
  const cells: string[] = [];
  let start = 0;
  for (let at = inside.indexOf('|'); at !== -1; at = inside.indexOf('|', at + 1)) {
    if (inside.charCodeAt(at - 1) === 0x5c) continue;
    cells.push(inside.slice(start, at).trim());
    start = at + 1;
  }
  const rest = inside.slice(start).trim();
  if (rest !== '' || start === 0) cells.push(rest);
  return cells;
}

/** `rows` are the header, the row of dashes, and all others. */
function layOut(rows: readonly (readonly string[])[], layout: TableLayout): string[] {
  const [header = [], dashes = [], ...body] = rows;
  const count = header.length;
  const alignments = Array.from({ length: count }, (_, column) =>
    layout.align === 'keep' ? alignmentOf(dashes[column] ?? '') : layout.align,
  );
  const filled = [header, ...body].map((row) => [...row, ...Array<string>(Math.max(0, count - row.length)).fill('')]);
  const widthOf = layout.measure === 'screen' ? displayWidth : countCodePoints;
  const widths = alignments.map(() => LEAST_DASHES);
  for (const row of filled)
    for (const [column, width] of widths.entries()) widths[column] = Math.max(width, widthOf(row[column] ?? ''));
  const total = widths.reduce((sum, width) => sum + width + 3, 1);
  const isCompact = layout.style === 'compact' || (layout.maxWidth > 0 && total > layout.maxWidth);
  // Without pipes around it, a row that begins or ends with nothing, or has one cell, would be another.
  const isBare = filled.every(([first, ...others]) => first !== '' && others.length > 0 && others.at(-1) !== '');
  // A mark of another block, or four spaces, would end the table.
  const isMarked = filled.some(([first = '']) => /^[-+*>#<\d~`[]/.test(first));
  const isIndented = !isCompact && (alignments[0] === 'right' || alignments[0] === 'center');
  const hasPipes = layout.outerPipes || !isBare || isMarked || isIndented;
  const line = (cells: readonly string[]): string =>
    hasPipes ? `| ${cells.join(' | ')} |`.replace(/ {2}(?=\|$)/, isCompact ? ' ' : '  ') : cells.join(' | ').trimEnd();
  const [head = '', ...others] = filled.map((row) =>
    line(
      row.map((cell, column) => {
        const [width, alignment] = [widths[column], alignments[column]];
        return isCompact || width === undefined ? cell : padded(cell, width - widthOf(cell), alignment);
      }),
    ),
  );
  const rule = alignments.map((alignment, column) =>
    dashesOf(alignment, isCompact ? LEAST_DASHES : (widths[column] ?? LEAST_DASHES)),
  );
  return [head, line(rule), ...others];
}

function alignmentOf(dashes: string): Alignment {
  const [isLeft, isRight] = [dashes.startsWith(':'), dashes.endsWith(':')];
  if (isLeft && isRight) return 'center';
  if (isLeft) return 'left';
  return isRight ? 'right' : 'none';
}

function dashesOf(alignment: Alignment, width: number): string {
  const [before, after] = { none: ['', ''], left: [':', ''], center: [':', ':'], right: ['', ':'] }[alignment];
  return `${before}${'-'.repeat(width - (before ?? '').length - (after ?? '').length)}${after}`;
}

function padded(cell: string, spaces: number, alignment: Alignment | undefined): string {
  const before = alignment === 'right' ? spaces : alignment === 'center' ? Math.floor(spaces / 2) : 0;
  return `${' '.repeat(before)}${cell}${' '.repeat(spaces - before)}`;
}
