import { boxAround } from './glyphs.js';
import { lineOf, lineText, rowsOf, typicalSize } from './lines.js';
import type { PageTable, TableCell } from './tables.js';
import type { Word } from './words.js';

/** Words of a row with no wide gap between them. */
interface Segment {
  readonly left: number;
  readonly right: number;
  readonly words: readonly Word[];
}

interface SegmentedRow {
  readonly baseline: number;
  readonly size: number;
  readonly segments: readonly Segment[];
}

/** A gap that parts cells, in font heights: wider than the spaces of justified text. */
const CELL_GAP = 1.1;
/** Rows farther apart than this many font heights belong to no one table. */
const ROW_GAP = 3.2;
const LEAST_ROWS = 3;
const MAX_COLUMNS = 400;
/** Cells of running text: then the columns are those of a page. */
const PROSE_LETTERS = 45;

/** Tables whose cells only white space parts: at least three rows near each other, with cells below each other in two columns. */
export function streamTables(words: readonly Word[]): PageTable[] {
  const rows = rowsOf(words).map(segmentedRow);
  return runsOf(rows).flatMap((run) => tableOf(run) ?? []);
}

function segmentedRow(words: readonly Word[]): SegmentedRow {
  const size = typicalSize(words);
  const segments: { left: number; right: number; words: Word[] }[] = [];
  for (const word of words) {
    const last = segments.at(-1);
    if (last !== undefined && word.frame.left - last.right < CELL_GAP * Math.max(size, 1)) {
      last.words.push(word);
      last.right = Math.max(last.right, word.frame.right);
    } else segments.push({ left: word.frame.left, right: word.frame.right, words: [word] });
  }
  return { baseline: words[0]?.baseline ?? 0, size, segments };
}

/** Stretches of rows with two cells and more; single cells between them may be the rest of a row above. */
function runsOf(rows: readonly SegmentedRow[]): SegmentedRow[][] {
  const runs: SegmentedRow[][] = [];
  let current: SegmentedRow[] = [];
  const finish = (): void => {
    // A lone first cell at the end is the text that follows.
    const left = Math.min(...current.map(({ segments }) => segments[0]?.left ?? 0));
    while (
      current.at(-1)?.segments.length === 1 &&
      (current.at(-1)?.segments[0]?.left ?? 0) < left + 2 * (current.at(-1)?.size ?? 0)
    )
      current.pop();
    if (current.length >= LEAST_ROWS) runs.push(current);
    current = [];
  };
  for (const row of rows) {
    const last = current.at(-1);
    if (last !== undefined && row.baseline - last.baseline > ROW_GAP * Math.max(row.size, last.size)) finish();
    if (row.segments.length > MAX_COLUMNS) finish();
    else if (row.segments.length >= 2) current.push(row);
    else if (current.length > 0 && isContinuation(current, row)) current.push(row);
    else finish();
  }
  finish();
  return runs;
}

/** Whether a lone cell goes on below a cell of the row before: not below the first, and within its column. */
function isContinuation(run: readonly SegmentedRow[], row: SegmentedRow): boolean {
  const above = run.findLast(({ segments }) => segments.length >= 2);
  const [only] = row.segments;
  if (above === undefined || only === undefined) return false;
  if (row.baseline - (run.at(-1)?.baseline ?? 0) > 1.7 * row.size) return false;
  const index = above.segments.findIndex(({ left, right }) => only.left < right && only.right > left);
  const next = above.segments[index + 1];
  return (
    index >= 0 &&
    Math.abs((above.segments[index]?.left ?? 0) - only.left) < 2 * row.size &&
    (next === undefined || only.right < next.left)
  );
}

interface Column {
  left: number;
  right: number;
}

function tableOf(run: readonly SegmentedRow[]): PageTable | undefined {
  const columns = columnsOf(run);
  if (columns.length < 2) return undefined;
  const rows: Word[][][] = [];
  const spans: number[][] = [];
  for (const row of run) {
    const cells = columns.map((): Word[] => []);
    const widths = columns.map(() => 1);
    for (const segment of row.segments) {
      const first = columns.findIndex(({ right }) => segment.left < right);
      const last = columns.findLastIndex(({ left }) => segment.right > left);
      const at = first === -1 ? columns.length - 1 : first;
      cells[at]?.push(...segment.words);
      widths[at] = Math.max(1, last - at + 1);
    }
    const filled = cells.flatMap((cell, i) => (cell.length > 0 ? [i] : []));
    const above = rows.at(-1);
    const [only = 0] = filled;
    if (row.segments.length === 1 && only > 0 && above?.[only] !== undefined && above[only].length > 0)
      above[only].push(...(cells[only] ?? []));
    else {
      rows.push(cells);
      spans.push(widths);
    }
  }
  const full = rows.filter((cells) => cells.filter((cell) => cell.length > 0).length >= 2).length;
  if (rows.length < LEAST_ROWS || full < 0.6 * rows.length || isProse(rows, columns.length)) return undefined;
  const words = rows.flat(2);
  return {
    method: 'stream',
    box: boxAround(words.map(({ box }) => box)),
    rows: rows.map((cells, r) => rowOfCells(cells, spans[r] ?? [])),
    words,
  };
}

function rowOfCells(cells: readonly (readonly Word[])[], widths: readonly number[]): (TableCell | undefined)[] {
  let covered = 0;
  return cells.map((words, c) => {
    if (c < covered) return undefined;
    let columnSpan = widths[c] ?? 1;
    // A wide cell stops where the next has something of its own.
    for (let i = 1; i < columnSpan; i += 1) if ((cells[c + i]?.length ?? 0) > 0) columnSpan = i;
    covered = c + columnSpan;
    const lines = rowsOf(words).map((row) => lineText(lineOf(row), ' '));
    return { text: lines.join('\n'), rowSpan: 1, columnSpan };
  });
}

/** The columns of the rows that have the usual number of cells; cells of other rows that stand between them make more. */
function columnsOf(run: readonly SegmentedRow[]): Column[] {
  const counts = new Map<number, number>();
  for (const { segments } of run)
    if (segments.length > 1) counts.set(segments.length, (counts.get(segments.length) ?? 0) + 1);
  const least = Math.max(2, 0.25 * run.length);
  const usual = Math.max(0, ...[...counts].filter(([, count]) => count >= least).map(([cells]) => cells));
  const columns: Column[] = [];
  for (const { segments } of run.filter((row) => row.segments.length === usual))
    for (const segment of segments) addTo(columns, segment);
  for (const { segments } of run) {
    for (const segment of segments) {
      const isApart = columns.every(({ left, right }) => segment.right <= left || segment.left >= right);
      if (isApart) addTo(columns, segment);
    }
  }
  return columns.sort((a, b) => a.left - b.left);
}

/** Joins a stretch with the columns that it overlaps. */
function addTo(columns: Column[], { left, right }: Segment): void {
  const merged = { left, right };
  for (let i = columns.length - 1; i >= 0; i -= 1) {
    const column = columns[i] as Column;
    if (column.left >= merged.right || column.right <= merged.left) continue;
    merged.left = Math.min(merged.left, column.left);
    merged.right = Math.max(merged.right, column.right);
    columns.splice(i, 1);
  }
  columns.push(merged);
}

const middle = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Whether at least two columns hold running text, or the rows are items of a list. */
function isProse(rows: readonly (readonly (readonly Word[])[])[], columns: number): boolean {
  let prose = 0;
  for (let c = 0; c < columns; c += 1) {
    const cells = rows.map((row) => row[c] ?? []).filter((cell) => cell.length > 0);
    const boxes = cells.map((cell) => boxAround(cell.map(({ frame }) => frame)));
    const widest = Math.max(...boxes.map(({ left, right }) => right - left));
    const letters = middle(cells.map((cell) => cell.reduce((sum, { text }) => sum + text.length + 1, 0)));
    const words = middle(cells.map(({ length }) => length));
    const filled = middle(boxes.map(({ left, right }) => (right - left) / Math.max(1, widest)));
    // Lines of a paragraph are nearly as long as each other and have some words.
    if (letters > PROSE_LETTERS || (words >= 4 && letters > 22 && filled > 0.8)) prose += 1;
  }
  return prose >= 2 || (columns === 2 && rows.every(isListItem));
}

const MARKER = /^(?:[•◦▪‣∙·*–—-]|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{1,5})[.)])$/;

/** A bullet or a number with text beside it: rows of those make a list, no table. */
const isListItem = ([first = []]: readonly (readonly Word[])[]): boolean =>
  first.length === 0 || (first.length === 1 && MARKER.test(first[0]?.text ?? ''));
