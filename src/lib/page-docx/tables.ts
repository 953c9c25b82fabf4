import type { DocxBlock, DocxCell, DocxPlace } from '../docx-write/blocks.js';
import { type Box, boxAround, type Ruling } from '../page-text/glyphs.js';
import { type Line, lineOf, rowsOf } from '../page-text/lines.js';
import { middle, spread } from '../page-text/middle.js';
import { type LineEnd, type LinkArea, runsOf } from '../page-text/runs.js';
import type { PageTable, TableCell } from '../page-text/tables.js';
import { tabsOf } from '../page-text/text-place.js';
import { type Backgrounds, fillBehind, isOverPicture } from './backgrounds.js';
import { TableLines } from './borders.js';
import type { Lettering } from './letters.js';
import { seen, USUAL_STEP } from './paragraphs.js';

/** Edges that differ by less are the same to the eye. Points. */
const SAME = 2;
/** Room beside the text of a cell without lines, so that it is not wrapped earlier than on its page. Points. */
const PADDING = 2;
const MAX_PADDING = 8;
/** A line so far above or below the text of a table without a frame is its edge. Points. */
const ABOVE = 10;

/** What of a page bears on the looks of its text. */
export interface PageBehind extends Backgrounds {
  readonly links: readonly LinkArea[];
  readonly rulings: readonly Ruling[];
}

interface Grid {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

const boxOf = (cell: TableCell): Box | undefined =>
  cell.words.length === 0 ? undefined : boxAround(cell.words.map(({ frame }) => frame));

/** Edges halfway between the texts of neighbours, or where a line is drawn between rows. */
function gridOf({ rows, box }: PageTable, lines: TableLines): Grid {
  const columns = rows[0]?.length ?? 1;
  const own = rows.map((row) => row.map((cell) => (cell === undefined ? undefined : boxOf(cell))));
  const sideOf = (c: number, side: 'left' | 'right'): number[] =>
    rows.flatMap((row, r) => (row[c]?.columnSpan === 1 ? (own[r]?.[c]?.[side] ?? []) : []));
  const xs = [box.left - PADDING];
  for (let c = 1; c < columns; c += 1) {
    const before = Math.max(xs.at(-1) ?? 0, ...sideOf(c - 1, 'right'));
    const next = Math.min(box.right, ...sideOf(c, 'left'));
    xs.push(
      Math.max(
        (xs.at(-1) ?? 0) + 1,
        next > before ? Math.max((before + next) / 2, next - 3 * PADDING) : next - PADDING,
      ),
    );
  }
  xs.push(Math.max((xs.at(-1) ?? 0) + 1, box.right + PADDING));
  const ys = [lines.between(box.top - ABOVE, box.top + 1, box) ?? box.top];
  for (let r = 1; r < rows.length; r += 1) {
    const above = Math.max(ys.at(-1) ?? 0, ...(own[r - 1] ?? []).map((one) => one?.bottom ?? 0));
    const below = Math.min(box.bottom, ...(own[r] ?? []).map((one) => one?.top ?? box.bottom));
    const line = lines.between(Math.min(above, below) - 1, Math.max(above, below) + 1, box);
    ys.push(Math.max(ys.at(-1) ?? 0, line ?? (above + below) / 2));
  }
  ys.push(Math.max(ys.at(-1) ?? 0, lines.between(box.bottom - 1, box.bottom + ABOVE, box) ?? box.bottom));
  return { xs, ys };
}

/** A table as Word has it, `left` of its column; its rows are at least as high as on the page. */
export function tableOf(
  table: PageTable,
  column: { readonly left: number; readonly before: number },
  lettering: Lettering,
  behind: PageBehind,
): DocxBlock {
  const { left, top, right, bottom } = table.box;
  const around = { left: left - ABOVE, top: top - ABOVE, right: right + ABOVE, bottom: bottom + ABOVE };
  const lines = new TableLines(behind.rulings, around);
  const grid = table.grid ?? gridOf(table, lines);
  const { xs, ys } = grid;
  const alignments = (xs.length > 1 ? xs.slice(1) : []).map((_, c) => columnAlignment(table, c));
  const padding = paddingOf(table, xs);
  const rows = table.rows.map((row, r) =>
    row.map((cell, c): DocxCell | undefined => {
      if (cell === undefined) return undefined;
      const area = {
        left: xs[c] ?? 0,
        right: xs[Math.min(xs.length - 1, c + cell.columnSpan)] ?? 0,
        top: ys[r] ?? 0,
        bottom: ys[Math.min(ys.length - 1, r + cell.rowSpan)] ?? 0,
      };
      const usual = cell.columnSpan === 1 ? alignments[c] : undefined;
      const look = { usual, padding, isLined: table.grid !== undefined, lettering, behind };
      return { ...cellOf(cell, area, look), borders: lines.around(area) };
    }),
  );
  return {
    kind: 'table',
    rows,
    place: { before: Math.max(0, column.before - (top - (ys[0] ?? top))) },
    grid: {
      left: (xs[0] ?? 0) - column.left,
      widths: xs.slice(1).map((x, i) => x - (xs[i] ?? 0)),
      heights: ys.slice(1).map((y, i) => y - (ys[i] ?? 0)),
      padding,
    },
  };
}

/** Room that texts of a table have to their left, as most of them do. Points. */
function paddingOf({ rows }: PageTable, xs: readonly number[]): number {
  const room = rows.flatMap((row) =>
    row.flatMap((cell, c) => {
      const box = cell === undefined ? undefined : boxOf(cell);
      return box === undefined ? [] : [box.left - (xs[c] ?? 0)];
    }),
  );
  const usual = room.toSorted((a, b) => a - b)[Math.floor(room.length / 3)] ?? 0;
  return Math.max(0, Math.min(MAX_PADDING, usual));
}

/** How most cells of a column stand below each other, if they do. */
function columnAlignment({ rows }: PageTable, c: number): DocxPlace['alignment'] {
  const boxes = rows.flatMap((row) => {
    const cell = row[c];
    return cell?.columnSpan === 1 ? (boxOf(cell) ?? []) : [];
  });
  if (boxes.length < 2) return undefined;
  // A head may stand otherwise than what is below it.
  const body = boxes.length > 2 ? boxes.slice(1) : boxes;
  if (spread(body.map(({ left }) => left)) < SAME) return 'left';
  if (spread(body.map(({ right }) => right)) < SAME) return 'right';
  return spread(body.map(({ left, right }) => (left + right) / 2)) < SAME ? 'center' : undefined;
}

interface CellLook {
  /** Of its column. */
  readonly usual: DocxPlace['alignment'];
  readonly padding: number;
  readonly isLined: boolean;
  readonly lettering: Lettering;
  readonly behind: PageBehind;
}

function cellOf(cell: TableCell, area: Box, look: CellLook): DocxCell {
  const { isLined, lettering, behind, padding } = look;
  const { rowSpan, columnSpan } = cell;
  const fill = fillBehind(area, behind);
  const box = boxOf(cell);
  if (box === undefined) return { text: '', rowSpan, columnSpan, fill, place: { line: 8 } };
  const lines = rowsOf(cell.words).map(lineOf);
  const isOnPaper = fill === undefined && !isOverPicture(box, behind);
  const runs = lettering.runs(runsOf(lines, endsOf(lines, area), { links: behind.links, isLaidOut: true }), isOnPaper);
  const size = Math.max(...lines.map((line) => line.size));
  const steps = lines.slice(1).map(({ baseline }, i) => baseline - (lines[i]?.baseline ?? 0));
  const step = middle(steps) || USUAL_STEP * size;
  // Rows as high as on the page.
  const line = Math.max(0.9 * size, Math.min(step, (area.bottom - area.top) / lines.length));
  const [above, below] = [box.top - area.top, area.bottom - box.bottom];
  const isCentred = isLined && Math.abs(above - below) < 0.35 * size;
  return {
    text: cell.text,
    runs,
    rowSpan,
    columnSpan,
    fill,
    isCentred,
    place: {
      ...cellPlace(lines, box, area, look),
      tabs: tabsOf(lines, area).map(({ at, isRight }) => ({ at: at - area.left - padding, isRight })),
      line,
      ...(isLined && !isCentred && above > 1 ? { before: Math.max(0, above - 1) } : {}),
    },
  };
}

function cellPlace(lines: readonly Line[], box: Box, area: Box, { usual, padding }: CellLook): DocxPlace {
  const [left, right] = [Math.max(0, box.left - area.left), Math.max(0, area.right - box.right)];
  const rights = lines.map(({ frame }) => frame.right);
  const middles = lines.map(({ frame }) => (frame.left + frame.right) / 2);
  const isMiddle = Math.abs(left - right) < SAME && spread(middles) < SAME && left > 2 * SAME;
  if (isMiddle || (usual === 'center' && Math.abs(left - right) < 2 * SAME))
    return { alignment: 'center', left: seen(-padding) };
  const isAtRight = right < 3 * SAME && left > 4 * right + 2 * SAME && spread(rights) < SAME;
  if (usual === 'right' || (usual === undefined && isAtRight))
    return { alignment: 'right', left: seen(-padding), right };
  return { left: seen(left - padding) };
}

/** Lines end where the next word would have found room. */
function endsOf(lines: readonly Line[], area: Box): LineEnd[] {
  return lines.slice(0, -1).map((line, i) => {
    const [next] = lines[i + 1]?.words ?? [];
    const needed = next === undefined ? 0 : next.frame.right - next.frame.left + 0.8 * line.size;
    return area.right - line.frame.right > needed ? 'meant' : 'wrapped';
  });
}
