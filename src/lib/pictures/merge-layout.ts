import { ContentFault } from '../faults.js';
import type { Size } from './fitted-size.js';

/** How pictures are joined: in a row, a column, a grid, rows that all fill the width, or on top of each other. */
export const DIRECTIONS = ['horizontal', 'vertical', 'grid', 'rows', 'overlay'] as const;
/** How pictures of a grid fill their cells: whole, cropped to them, or cropped to square ones. */
export const CELL_FITS = ['contain', 'cover', 'square'] as const;
const ALIGNMENTS = { start: 0, center: 0.5, end: 1 } as const;

/** Lengths in pixels; `columns` of a grid, or about so many in a row, 0 for as many as rows; `width` of the whole, 0 for as it comes. */
interface Layout {
  readonly direction: (typeof DIRECTIONS)[number];
  readonly gap: number;
  readonly align: keyof typeof ALIGNMENTS;
  readonly columns: number;
  readonly resize: 'none' | 'smallest' | 'largest';
  readonly fit: (typeof CELL_FITS)[number];
  readonly width: number;
  /** Around the whole. */
  readonly padding: number;
}

/** Of a picture in the result, in pixels. */
export interface Place extends Size {
  readonly left: number;
  readonly top: number;
}

/** Sizes after "resize": all as high (in a row), as wide (in a column), or as wide and high as one, proportions kept. */
export function resizedSizes(sizes: readonly Size[], { direction, resize }: Layout): Size[] {
  if (resize === 'none' || direction === 'rows') return [...sizes];
  const choose = resize === 'smallest' ? Math.min : Math.max;
  const width = choose(...sizes.map((size) => size.width));
  const height = choose(...sizes.map((size) => size.height));
  return sizes.map((size) => {
    const [across, down] = [width / size.width, height / size.height];
    const scale = direction === 'horizontal' ? down : direction === 'vertical' ? across : Math.min(across, down);
    return {
      width: Math.max(1, Math.round(size.width * scale)),
      height: Math.max(1, Math.round(size.height * scale)),
    };
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Whole pixels to the left of something with `free` pixels to spare; as ImageMagick, half a pixel goes to the right. */
const offset = (free: number, align: Layout['align']): number => Math.floor(free * ALIGNMENTS[align]);

interface Placed {
  readonly canvas: Size;
  readonly places: readonly Place[];
}

/** Where pictures of these sizes lie, and the size of the whole. An overlay has that of the first. Throws `ContentFault`. */
export function placesOf(sizes: readonly Size[], layout: Layout): Placed {
  const { direction, align, padding } = layout;
  if (direction === 'overlay') {
    const [canvas = { width: 1, height: 1 }] = sizes;
    const places = sizes.map((size) => ({
      ...size,
      left: offset(canvas.width - size.width, align),
      top: offset(canvas.height - size.height, align),
    }));
    return { canvas, places };
  }
  const { canvas, places } = direction === 'rows' ? inFullRows(sizes, layout) : inCells(sizes, layout);
  return {
    canvas: { width: canvas.width + 2 * padding, height: canvas.height + 2 * padding },
    places: places.map((place) => ({ ...place, left: place.left + padding, top: place.top + padding })),
  };
}

const columnsOf = ({ columns }: Layout, count: number): number =>
  Math.min(count, columns || Math.ceil(Math.sqrt(count)));

/** Pixels of the width asked for that pictures share. Throws where gaps leave none. */
function sharedWidth({ width, padding, gap }: Layout, columns: number): number {
  const around = 2 * padding + (columns - 1) * gap;
  if (width < around + columns)
    throw ContentFault.whole(
      `Option "width" must be at least ${around + columns}, for ${columns} images with "gap" and "padding", got ${width}`,
    );
  return width - around;
}

/** A row, a column or a grid: cells of a grid are all alike; in one row or column each is as wide or as high as its picture. */
function inCells(given: readonly Size[], layout: Layout): Placed {
  const { direction, gap, align, fit } = layout;
  const columns =
    direction === 'horizontal' ? given.length : direction === 'vertical' ? 1 : columnsOf(layout, given.length);
  const rows = Math.ceil(given.length / columns);
  const widest = Math.max(...given.map(({ width }) => width));
  const highest = Math.max(...given.map(({ height }) => height));
  const side = Math.min(widest, highest);
  const [cellWidth, cellHeight] = fit === 'square' ? [side, side] : [widest, highest];
  const isCropped = direction === 'grid' && fit !== 'contain';
  const sizes = isCropped ? given.map(() => ({ width: cellWidth, height: cellHeight })) : given;
  const widths = Array.from({ length: columns }, (_, i) =>
    direction === 'horizontal' ? (sizes[i]?.width ?? 0) : isCropped ? cellWidth : widest,
  );
  const heights = Array.from({ length: rows }, (_, i) =>
    direction === 'vertical' ? (sizes[i]?.height ?? 0) : isCropped ? cellHeight : highest,
  );
  const across = layout.width === 0 ? 1 : sharedWidth(layout, columns) / sum(widths);
  // Gaps stay as wide as they are; what is between them is scaled, each edge to the nearest pixel.
  const scaled = (place: number, gaps: number): number => Math.round((place - gaps * gap) * across) + gaps * gap;
  const places = sizes.map((size, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const x = sum(widths.slice(0, column)) + column * gap + offset((widths[column] ?? 0) - size.width, align);
    const y = sum(heights.slice(0, row)) + row * gap + offset((heights[row] ?? 0) - size.height, align);
    const [left, top] = [scaled(x, column), scaled(y, row)];
    return {
      left,
      top,
      width: Math.max(1, scaled(x + size.width, column) - left),
      height: Math.max(1, scaled(y + size.height, row) - top),
    };
  });
  return {
    canvas: {
      width: scaled(sum(widths) + (columns - 1) * gap, columns - 1),
      height: Math.max(1, scaled(sum(heights) + (rows - 1) * gap, rows - 1)),
    },
    places,
  };
}

/** Where rows end so that they are as alike as can be: the sums of their proportions, squared, are least. Order is kept. */
function rowEnds(ratios: readonly number[], rows: number): number[] {
  const until = ratios.map((_, i) => sum(ratios.slice(0, i + 1)));
  const between = (from: number, to: number): number => (until[to - 1] ?? 0) - (until[from - 1] ?? 0);
  // best[r][n]: the first n pictures in r rows.
  const best: { readonly cost: number; readonly ends: readonly number[] }[][] = [[{ cost: 0, ends: [] }]];
  for (let row = 1; row <= rows; row++) {
    const line: { readonly cost: number; readonly ends: readonly number[] }[] = [];
    for (let to = row; to <= ratios.length; to++) {
      for (let from = row - 1; from < to; from++) {
        const before = best[row - 1]?.[from];
        if (before === undefined) continue;
        const cost = before.cost + between(from, to) ** 2;
        if (cost < (line[to]?.cost ?? Number.POSITIVE_INFINITY)) line[to] = { cost, ends: [...before.ends, to] };
      }
    }
    best.push(line);
  }
  return [...(best[rows]?.[ratios.length]?.ends ?? [ratios.length])];
}

/** Rows that all fill the width, pictures of a row all as high; as wide as the widest picture where no width is asked for. */
function inFullRows(sizes: readonly Size[], layout: Layout): Placed {
  const { gap, padding } = layout;
  const widest = Math.max(...sizes.map(({ width }) => width));
  const rows = Math.ceil(sizes.length / columnsOf(layout, sizes.length));
  const ratios = sizes.map(({ width, height }) => width / height);
  const places: Place[] = [];
  let top = 0;
  let from = 0;
  const whole = { ...layout, width: layout.width || widest + 2 * padding };
  for (const end of rowEnds(ratios, rows)) {
    const count = end - from;
    const shared = sharedWidth(whole, count);
    const ofRow = ratios.slice(from, end);
    const scale = shared / sum(ofRow);
    const height = Math.max(1, Math.round(scale));
    const edge = (at: number): number => Math.round(sum(ofRow.slice(0, at)) * scale);
    for (let i = 0; i < count; i++)
      places.push({ left: edge(i) + i * gap, top, width: Math.max(1, edge(i + 1) - edge(i)), height });
    top += height + gap;
    from = end;
  }
  return { canvas: { width: whole.width - 2 * padding, height: top - gap }, places };
}
