import { boxAround, type Ruling } from './glyphs.js';
import { lineOf, lineText, rowsOf, typicalSize } from './lines.js';
import { middle } from './middle.js';
import { columnsOf, type Phrase, phrasesOf, placePhrases } from './table-columns.js';
import { type PlacedLine, rowsOfLines, type TableLine } from './table-rows.js';
import type { PageTable, TableCell } from './tables.js';
import type { Word } from './words.js';

/** A gap that parts cells for sure, in font heights: wider than the spaces of justified text. */
const CELL_GAP = 1.1;
/** Lines farther apart than this many font heights belong to no one table. */
const LINE_GAP = 3.2;
const LEAST_ROWS = 3;
const MAX_COLUMNS = 400;
/** Lines of one cell between two lines with several: headings in the table, lines of a tall cell. */
const MAX_LONE_LINES = 5;
/** The same where they stand below one cell. */
const MAX_CELL_LINES = 30;
/** Cells of running text: then the columns are those of a page. */
const PROSE_LETTERS = 45;

/** Tables whose cells are parted by white space, or by lines on some sides only: at least three rows with cells below each other. */
export function streamTables(words: readonly Word[], rulings: readonly Ruling[]): PageTable[] {
  const bars = rulings.filter(({ isVertical }) => isVertical);
  const lines = rowsOf(words).map((row) => tableLine(row, bars));
  return stretchesOf(lines).flatMap((stretch) => tableOf(stretch, rulings) ?? []);
}

function tableLine(words: readonly Word[], bars: readonly Ruling[]): TableLine {
  const size = typicalSize(words);
  const { top, bottom } = boxAround(words.map(({ frame }) => frame));
  const near = bars.filter(({ from, to }) => from < bottom && to > top);
  return {
    baseline: words[0]?.baseline ?? 0,
    size,
    phrases: phrasesOf(words, size, near),
    isParted: phrasesOf(words, size, near, CELL_GAP).length > 1,
  };
}

const NUMBER = /^[-–—+(<>≤≥~$€£¥]*(?:\d[\d.,:%)*/ \u00a0\u202f-]*[a-z%‰)*]?|\.{2,3}|)$/u;

const isNumeric = ({ words }: Phrase): boolean => words.every(({ text }) => NUMBER.test(text));

const isSeed = ({ isParted, phrases }: TableLine): boolean =>
  isParted || (phrases.length > 1 && 2 * phrases.filter(isNumeric).length >= phrases.length);

/** Captions and notes stand outside of tables, whatever the room around them. */
const OUTSIDE =
  /^(?:tab(?:le|elle|leau|ela|\.)|fig(?:ure|\.)|abb(?:ildung|\.)|source|quelle|fuente|fonte|notes?:|anmerkung)/i;

const startOf = ({ phrases }: TableLine): string => phrases[0]?.words[0]?.text ?? '';

/** Stretches of lines with several cells; single cells between them may be headings, or the rest of a cell above. */
function stretchesOf(lines: readonly TableLine[]): TableLine[][] {
  const stretches: TableLine[][] = [];
  let current: TableLine[] = [];
  let lone: TableLine[] = [];
  const finish = (): void => {
    const rest = lone.findIndex((line, i) => !isContinuation([...current, ...lone.slice(0, i)], line));
    current.push(...lone.slice(0, rest === -1 ? undefined : rest));
    if (current.length >= LEAST_ROWS) stretches.push(current);
    current = [];
    lone = [];
  };
  for (const [i, line] of lines.entries()) {
    const last = lone.at(-1) ?? current.at(-1);
    if (last !== undefined && line.baseline - last.baseline > LINE_GAP * Math.max(line.size, last.size)) finish();
    if (line.phrases.length > MAX_COLUMNS) finish();
    else if (!isSeed(line)) {
      if (current.length > 0) lone.push(line);
      if (lone.length > (lone.every((one) => isBelowCell(current, one)) ? MAX_CELL_LINES : MAX_LONE_LINES)) finish();
    } else {
      if (lone.length > 0 && !isInside(current, lone, line)) finish();
      if (current.length > 0 && isOtherKind(current, line)) finish();
      if (current.length === 0) current.push(...headOf(lines, i));
      current.push(...lone, line);
      lone = [];
    }
  }
  finish();
  return stretches;
}

/** A bullet or a number, and beside it one text. */
const isListLine = ({ phrases: [first, ...others] }: TableLine): boolean =>
  others.length === 1 && first?.words.length === 1 && MARKER.test(first.words[0]?.text ?? '');

/** Whether a list ends here and a table begins below it at another place, or the other way round. */
function isOtherKind(above: readonly TableLine[], line: TableLine): boolean {
  const isList = isListLine(line);
  if (!above.every((other) => isListLine(other) !== isList)) return false;
  const left = line.phrases[0]?.left ?? 0;
  const places = above.flatMap(({ phrases }) => (isList ? phrases : phrases.slice(0, 1)));
  return places.every((phrase) => Math.abs(phrase.left - left) > line.size);
}

/** Whether a lone line stands to the right of the first cells. */
function isBelowCell(above: readonly TableLine[], { phrases }: TableLine): boolean {
  const first = above.findLast(isSeed)?.phrases[0];
  return first !== undefined && (phrases[0]?.left ?? 0) > first.right;
}

const stepsOf = (lines: readonly TableLine[]): number[] =>
  lines.slice(1).map(({ baseline }, i) => baseline - (lines[i]?.baseline ?? 0));

/** Whether lone lines belong to the table around them: they are no wider apart than its rows, and say nothing of another one. */
function isInside(above: readonly TableLine[], lone: readonly TableLine[], below: TableLine): boolean {
  if (lone.some((line) => OUTSIDE.test(startOf(line)))) return false;
  const known = stepsOf(above);
  const usual = Math.max(known.length < 2 ? 1.6 * below.size : middle(known), 1.2 * below.size);
  const steps = stepsOf([...above.slice(-1), ...lone, below]);
  return steps.every((step) => step < 1.5 * usual) && lone.every((line) => !isWide(line, above));
}

/** Text over most of the width of a table is not a cell of it. */
function isWide({ phrases }: TableLine, above: readonly TableLine[]): boolean {
  const { left, right } = boundsOf(above);
  const [first, last] = [phrases[0]?.left ?? 0, phrases.at(-1)?.right ?? 0];
  const words = phrases.reduce((sum, phrase) => sum + phrase.words.length, 0);
  return words > 7 && last - first > 0.75 * (right - left);
}

const boundsOf = (lines: readonly TableLine[]): { readonly left: number; readonly right: number } => ({
  left: Math.min(...lines.map(({ phrases }) => phrases[0]?.left ?? Number.POSITIVE_INFINITY)),
  right: Math.max(...lines.map(({ phrases }) => phrases.at(-1)?.right ?? Number.NEGATIVE_INFINITY)),
});

/** Most lines of a head that are taken though they could be text. */
const MAX_HEAD = 3;

/** Lines of a head above the first line that is of a table for sure: with several cells, or a heading over several columns. */
function headOf(lines: readonly TableLine[], at: number): TableLine[] {
  const head: TableLine[] = [];
  const first = lines[at]?.phrases[0];
  for (let i = at - 1; i >= 0 && head.length < MAX_HEAD; i -= 1) {
    const [line, below] = [lines[i], lines[i + 1]];
    if (line === undefined || below === undefined || first === undefined || isSeed(line)) break;
    const [only, ...others] = line.phrases;
    if (below.baseline - line.baseline > 2 * below.size || OUTSIDE.test(startOf(line))) break;
    const isOver = only !== undefined && only.left > first.right - line.size && only.words.length < 8;
    if (others.length === 0 && !isOver) break;
    head.unshift(line);
  }
  return head;
}

/** Whether a lone line at the end goes on below a cell of the line before: not below the first, and within its column. */
function isContinuation(above: readonly TableLine[], line: TableLine): boolean {
  const host = above.findLast(isSeed);
  const [only] = line.phrases;
  if (host === undefined || only === undefined || line.phrases.length > 1) return false;
  if (line.baseline - (above.at(-1)?.baseline ?? 0) > 1.5 * line.size) return false;
  const index = host.phrases.findIndex(({ left, right }) => only.left < right && only.right > left);
  const next = host.phrases[index + 1];
  const isBelow = Math.abs((host.phrases[index]?.left ?? 0) - only.left) < 2 * line.size;
  return index > 0 && isBelow && (next === undefined || only.right < next.left);
}

function tableOf(stretch: readonly TableLine[], rulings: readonly Ruling[]): PageTable | undefined {
  const columns = columnsOf(stretch.map(({ phrases }) => phrases));
  if (columns.length < 2) return undefined;
  const placed: PlacedLine[] = stretch.map((line) => ({
    ...line,
    placed: placePhrases(line.phrases, columns, line.size),
  }));
  const rows = rowsOfLines(placed, columns.length, rulings);
  const cells = rows.map((row) => cellsOf(row, columns.length));
  const filled = cells.map((row) => row.filter((cell) => cell.words.length > 0).length);
  const full = filled.filter((count) => count >= 2).length;
  if (rows.length < LEAST_ROWS || full < 0.6 * rows.length) return undefined;
  const grid = cells.map((row) => row.map((cell) => cell.words));
  if (isProse(grid, columns.length)) return undefined;
  const words = grid.flat(2);
  return {
    method: 'stream',
    box: boxAround(words.map(({ box }) => box)),
    rows: cells.map(textsOf),
    words,
  };
}

interface Cell {
  readonly words: Word[];
  span: number;
}

function cellsOf(row: readonly PlacedLine[], columns: number): Cell[] {
  const cells = Array.from({ length: columns }, (): Cell => ({ words: [], span: 1 }));
  for (const { phrase, first, last } of row.flatMap(({ placed }) => placed)) {
    const cell = cells[first];
    cell?.words.push(...phrase.words);
    if (cell !== undefined) cell.span = Math.max(cell.span, last - first + 1);
  }
  return cells;
}

function textsOf(cells: readonly Cell[]): (TableCell | undefined)[] {
  let covered = 0;
  return cells.map(({ words, span }, c) => {
    if (c < covered) return undefined;
    // A wide cell stops where the next has something of its own.
    let columnSpan = 1;
    while (columnSpan < span && cells[c + columnSpan]?.words.length === 0) columnSpan += 1;
    covered = c + columnSpan;
    const lines = rowsOf(words).map((row) => lineText(lineOf(row), ' '));
    return { text: lines.join('\n'), rowSpan: 1, columnSpan, words };
  });
}

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
