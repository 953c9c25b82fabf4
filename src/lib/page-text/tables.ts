import type { Box, PageContent, Ruling } from './glyphs.js';
import { lineOf, lineText, rowsOf } from './lines.js';
import { streamTables } from './stream-tables.js';
import type { Word } from './words.js';

export interface TableCell {
  /** Lines are parted by line feeds. */
  readonly text: string;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly words: readonly Word[];
}

export interface PageTable {
  /** `lattice`: drawn lines part the cells; `stream`: only white space does. */
  readonly method: 'lattice' | 'stream';
  readonly box: Box;
  /** Row by row; `undefined` where a cell from above or the left reaches. */
  readonly rows: readonly (readonly (TableCell | undefined)[])[];
  /** What stands in it. */
  readonly words: readonly Word[];
  /** Where its lines stand, one more than it has columns and rows. */
  readonly grid?: { readonly xs: readonly number[]; readonly ys: readonly number[] };
}

export type TableMethod = 'auto' | 'lattice' | 'stream';

/** Lines closer than this are one; ends this near meet. Points. */
const NEAR = 3;
/** Most lines of a page, and of a table either way: more are a drawing. */
const MAX_RULINGS = 20_000;
const MAX_LINES = 400;
/** Rows of a frame that may be a part of a larger table. */
const MAX_PART_ROWS = 4;
/** Most groups of lines of a page that are looked at. */
const MAX_GRIDS = 200;

/** The tables of a page from the top. Only upright text is looked at. */
export function tablesOf(words: readonly Word[], { rulings }: PageContent, method: TableMethod): PageTable[] {
  const upright = words.filter(({ angle, isVertical }) => angle === 0 && !isVertical);
  const drawn = rulings.length > MAX_RULINGS ? [] : rulings;
  const ruled = method === 'stream' ? [] : latticeTables(upright, drawn);
  if (method === 'lattice') return inOrder(ruled);
  // A head or a few rows in a frame may be a part of a table that goes on without one.
  const parts = ruled.filter((table) => table.rows.length <= MAX_PART_ROWS);
  const whole = ruled.filter((table) => !parts.includes(table));
  const joined = streamTables(without(upright, whole), drawn).filter(({ rows }) => rows.length > 0);
  const absorbed = parts.filter((part) => joined.some((table) => isPartOf(part, table)));
  const kept = ruled.filter((table) => !absorbed.includes(table) && (table.rows.length > 1 || method !== 'auto'));
  return inOrder([...kept, ...streamTables(without(upright, kept), drawn)]);
}

const inOrder = (tables: readonly PageTable[]): PageTable[] =>
  tables.toSorted((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);

function without(words: readonly Word[], tables: readonly PageTable[]): Word[] {
  const taken = new Set(tables.flatMap((table) => table.words));
  return words.filter((word) => !taken.has(word));
}

/** Whether a larger table holds nearly all words of a small one, and at least two more rows. */
function isPartOf(part: PageTable, table: PageTable): boolean {
  const words = new Set(table.words);
  const inside = part.words.filter((word) => words.has(word)).length;
  return inside >= 0.9 * part.words.length && table.rows.length >= part.rows.length + 2;
}

/** A straight line with what is drawn of it. */
interface Stroke {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly isEdge?: boolean;
}

function latticeTables(words: readonly Word[], rulings: readonly Ruling[]): PageTable[] {
  const across = mergedStrokes(rulings.filter(({ isVertical }) => !isVertical));
  const down = mergedStrokes(rulings.filter(({ isVertical }) => isVertical));
  return gridsOf(across, down).flatMap(({ across: lines, down: bars }) => tableOfGrid(words, lines, bars) ?? []);
}

/** Pieces of one line, and lines drawn beside each other, put together. */
function mergedStrokes(rulings: readonly Stroke[]): Stroke[] {
  const sorted = [...rulings].sort((a, b) => a.at - b.at || a.from - b.from);
  const merged: Stroke[] = [];
  for (let i = 0; i < sorted.length; ) {
    const first = sorted[i] as Stroke;
    let end = i + 1;
    while ((sorted[end]?.at ?? Number.POSITIVE_INFINITY) - first.at < NEAR) end += 1;
    const group = sorted.slice(i, end).sort((a, b) => a.from - b.from);
    const at = group.reduce((sum, stroke) => sum + stroke.at, 0) / group.length;
    let current: Stroke | undefined;
    // Edges of areas that a line is drawn along are lines.
    const edge = group.every(({ isEdge }) => isEdge === true) ? { isEdge: true } : {};
    for (const { from, to } of group) {
      if (current !== undefined && from - current.to <= NEAR)
        current = { at, from: current.from, to: Math.max(current.to, to), ...edge };
      else {
        if (current !== undefined) merged.push(current);
        current = { at, from, to, ...edge };
      }
    }
    if (current !== undefined) merged.push(current);
    i = end;
  }
  return merged.filter(({ from, to }) => to - from > NEAR);
}

interface Grid {
  readonly across: Stroke[];
  readonly down: Stroke[];
}

const meets = (line: Stroke, bar: Stroke): boolean =>
  bar.at >= line.from - NEAR && bar.at <= line.to + NEAR && line.at >= bar.from - NEAR && line.at <= bar.to + NEAR;

/** Lines that cross or touch, directly or through others. */
function gridsOf(across: readonly Stroke[], down: readonly Stroke[]): Grid[] {
  if (across.length * down.length > 4_000_000) return [];
  const groupOfLine = across.map((_, i) => i);
  const root = (i: number): number => {
    let at = i;
    while (groupOfLine[at] !== at) {
      const above = groupOfLine[groupOfLine[at] as number] as number;
      groupOfLine[at] = above;
      at = above;
    }
    return at;
  };
  const firstLine: number[] = [];
  for (const [j, bar] of down.entries()) {
    for (const [i, line] of across.entries()) {
      if (!meets(line, bar)) continue;
      const known = firstLine[j];
      if (known === undefined) firstLine[j] = i;
      else groupOfLine[root(i)] = root(known);
    }
  }
  const grids = new Map<number, Grid>();
  for (const [j, bar] of down.entries()) {
    const line = firstLine[j];
    if (line === undefined) continue;
    const key = root(line);
    const grid = grids.get(key) ?? { across: across.filter((_, i) => root(i) === key), down: [] };
    grid.down.push(bar);
    grids.set(key, grid);
  }
  return [...grids.values()].slice(0, MAX_GRIDS);
}

const places = (strokes: readonly Stroke[]): number[] => {
  const sorted = strokes.map(({ at }) => at).sort((a, b) => a - b);
  return sorted.filter((at, i) => i === 0 || at - (sorted[i - 1] ?? 0) >= NEAR);
};

/** Whether a line is drawn at a place over the middle of a stretch. */
function isDrawn(strokes: readonly Stroke[], at: number, from: number, to: number): boolean {
  const inset = Math.min(NEAR, (to - from) / 4);
  return strokes.some(
    (stroke) => Math.abs(stroke.at - at) < NEAR && stroke.from <= from + inset && stroke.to >= to - inset,
  );
}

function tableOfGrid(
  words: readonly Word[],
  across: readonly Stroke[],
  down: readonly Stroke[],
): PageTable | undefined {
  const ys = places(across);
  const xs = places(down);
  const [rowCount, columnCount] = [ys.length - 1, xs.length - 1];
  if (rowCount < 1 || columnCount < 1 || rowCount * columnCount < 2) return undefined;
  if (rowCount > MAX_LINES || columnCount > MAX_LINES) return undefined;
  const box = { left: xs[0] ?? 0, top: ys[0] ?? 0, right: xs.at(-1) ?? 0, bottom: ys.at(-1) ?? 0 };
  const inside = words.filter(({ frame }) => {
    const [x, y] = [(frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2];
    return x > box.left && x < box.right && y > box.top && y < box.bottom;
  });
  const owner = mergedCells(across, down, xs, ys);
  const wordsOfCell = new Map<number, Word[]>();
  for (const word of inside) {
    const x = (word.frame.left + word.frame.right) / 2;
    const y = (word.frame.top + word.frame.bottom) / 2;
    const column = xs.findLastIndex((at) => at <= x);
    const row = ys.findLastIndex((at) => at <= y);
    const key = owner[Math.min(row, rowCount - 1) * columnCount + Math.min(column, columnCount - 1)] ?? 0;
    const list = wordsOfCell.get(key);
    if (list === undefined) wordsOfCell.set(key, [word]);
    else list.push(word);
  }
  const rows = Array.from({ length: rowCount }, (_, r) =>
    Array.from({ length: columnCount }, (_, c): TableCell | undefined => {
      const key = r * columnCount + c;
      if (owner[key] !== key) return undefined;
      let columnSpan = 1;
      while (c + columnSpan < columnCount && owner[key + columnSpan] === key) columnSpan += 1;
      let rowSpan = 1;
      while (r + rowSpan < rowCount && owner[key + rowSpan * columnCount] === key) rowSpan += 1;
      const own = wordsOfCell.get(key) ?? [];
      return { text: cellText(own), rowSpan, columnSpan, words: own };
    }),
  );
  const filled = wordsOfCell.size;
  // A frame around text, a box of a form and the raster of a chart are not tables.
  if (filled < 3 || (rowCount < 2 && columnCount < 3)) return undefined;
  if (filled < 0.15 * rows.flat().filter((cell) => cell !== undefined).length) return undefined;
  return { method: 'lattice', box, rows, words: inside, grid: { xs, ys } };
}

/** The first cell of the merged one that each cell belongs to: cells without a line between them are one where they make a rectangle. */
function mergedCells(
  across: readonly Stroke[],
  down: readonly Stroke[],
  xs: readonly number[],
  ys: readonly number[],
): number[] {
  const [rowCount, columnCount] = [ys.length - 1, xs.length - 1];
  const owner = new Array<number>(rowCount * columnCount).fill(-1);
  // Where a line stands: right of and below each cell.
  const barsAt = xs.map((x) => down.filter(({ at }) => Math.abs(at - x) < NEAR));
  const linesAt = ys.map((y) => across.filter(({ at }) => Math.abs(at - y) < NEAR));
  const right = owner.map((_, key) => {
    const [r, c] = [Math.floor(key / columnCount), key % columnCount];
    return isDrawn(barsAt[c + 1] ?? [], xs[c + 1] ?? 0, ys[r] ?? 0, ys[r + 1] ?? 0);
  });
  const below = owner.map((_, key) => {
    const [r, c] = [Math.floor(key / columnCount), key % columnCount];
    return isDrawn(linesAt[r + 1] ?? [], ys[r + 1] ?? 0, xs[c] ?? 0, xs[c + 1] ?? 0);
  });
  for (let key = 0; key < owner.length; key += 1) {
    if (owner[key] !== -1) continue;
    const [r, c] = [Math.floor(key / columnCount), key % columnCount];
    let width = 1;
    while (c + width < columnCount && right[key + width - 1] === false && owner[key + width] === -1) width += 1;
    let height = 1;
    const isOpen = (row: number): boolean => {
      for (let i = 0; i < width; i += 1) {
        const at = row * columnCount + c + i;
        if (below[at - columnCount] === true || owner[at] !== -1) return false;
        if (i < width - 1 && right[at] === true) return false;
      }
      return true;
    };
    while (r + height < rowCount && isOpen(r + height)) height += 1;
    for (let dr = 0; dr < height; dr += 1) {
      for (let dc = 0; dc < width; dc += 1) owner[key + dr * columnCount + dc] = key;
    }
  }
  return owner;
}

/** The text of a cell, line by line. */
const cellText = (words: readonly Word[]): string =>
  rowsOf(words)
    .map((row) => lineText(lineOf(row), ' '))
    .join('\n');
