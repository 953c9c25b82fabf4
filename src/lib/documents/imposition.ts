/** Which page goes where when several are put on one sheet, or one on several. Lengths in one unit, from the lower left corner. */

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Sides {
  readonly width: number;
  readonly height: number;
}

export interface Grid {
  readonly columns: number;
  readonly rows: number;
}

export interface Spaces {
  /** Around all cells. */
  readonly margin: number;
  /** Between two cells. */
  readonly gap: number;
}

/** Width and height of each cell; may be negative where spaces leave nothing. */
export const cellSides = ({ width, height }: Sides, { columns, rows }: Grid, { margin, gap }: Spaces): Sides => ({
  width: (width - 2 * margin - (columns - 1) * gap) / columns,
  height: (height - 2 * margin - (rows - 1) * gap) / rows,
});

export interface CellOrder {
  readonly order: 'rows' | 'columns';
  readonly rightToLeft: boolean;
}

/** The cells of a sheet in the order in which pages get into them; the first is at the top. */
export function cellsOf(sheet: Sides, grid: Grid, spaces: Spaces, { order, rightToLeft }: CellOrder): Area[] {
  const cell = cellSides(sheet, grid, spaces);
  const { columns, rows } = grid;
  return Array.from({ length: columns * rows }, (_, i) => {
    const [row, column] = order === 'rows' ? [Math.floor(i / columns), i % columns] : [i % rows, Math.floor(i / rows)];
    const place = rightToLeft ? columns - 1 - column : column;
    return {
      x: spaces.margin + place * (cell.width + spaces.gap),
      y: sheet.height - spaces.margin - cell.height - row * (cell.height + spaces.gap),
      ...cell,
    };
  });
}

const scaleOf = (page: Sides, cell: Sides): number => Math.min(cell.width / page.width, cell.height / page.height);

/**
 * The sheet, turned or not, and the grid on it in which pages become largest. `columns` and `rows` are fixed where they are above 0; else
 * there are at least `perSheet` cells, and no row or column that would stay empty.
 */
export function bestGrid(
  page: Sides,
  sheets: readonly Sides[],
  wanted: Grid & { readonly perSheet: number },
  spaces: Spaces,
): { readonly sheet: Sides; readonly grid: Grid } {
  const grids: Grid[] = [];
  const { columns, rows, perSheet } = wanted;
  if (columns > 0 || rows > 0) {
    grids.push({
      columns: columns > 0 ? columns : Math.ceil(perSheet / rows),
      rows: rows > 0 ? rows : Math.ceil(perSheet / columns),
    });
  } else {
    for (let across = 1; across <= perSheet; across += 1) {
      const down = Math.ceil(perSheet / across);
      if (Math.ceil(perSheet / down) === across) grids.push({ columns: across, rows: down });
    }
  }
  const choices = sheets.flatMap((sheet) =>
    grids.map((grid) => ({ sheet, grid, scale: scaleOf(page, cellSides(sheet, grid, spaces)) })),
  );
  // Of equal ones the first; a hair's breadth is no reason to turn a sheet.
  let best = choices[0] as (typeof choices)[number];
  for (const choice of choices) {
    const empty = (one: Grid): number => one.columns * one.rows;
    const isLarger = choice.scale > best.scale * 1.0001;
    const isTighter = choice.scale > best.scale * 0.9999 && empty(choice.grid) < empty(best.grid);
    if (isLarger || isTighter) best = choice;
  }
  return { sheet: best.sheet, grid: best.grid };
}

/**
 * Pairs of pages, from 0, for a booklet: on both sides of sheets that are laid in each other and folded, front and back in turn, left
 * before right. `signature` pages are folded together, all where it is 0; `null` is a blank page.
 */
export function bookletPairs(count: number, signature: number): (readonly [number | null, number | null])[] {
  const pairs: (readonly [number | null, number | null])[] = [];
  const whole = 4 * Math.ceil(count / 4);
  const page = (number: number): number | null => (number <= count ? number - 1 : null);
  for (let start = 0; start < whole; start += signature === 0 ? whole : signature) {
    const length = signature === 0 ? whole : Math.min(signature, whole - start);
    for (let first = 1, last = length; first < last; first += 2, last -= 2) {
      pairs.push([page(start + last), page(start + first)]);
      pairs.push([page(start + first + 1), page(start + last - 1)]);
    }
  }
  return pairs;
}

/** A page in the middle of an area: its scale and lower left corner. */
export function fitted(page: Sides, area: Area): { readonly scale: number; readonly x: number; readonly y: number } {
  const scale = scaleOf(page, area);
  return {
    scale,
    x: area.x + (area.width - page.width * scale) / 2,
    y: area.y + (area.height - page.height * scale) / 2,
  };
}
