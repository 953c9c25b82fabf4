import type { Size } from './fitted-size.js';

/** How pictures are joined: in a row, a column, a grid, or on top of each other. */
export const DIRECTIONS = ['horizontal', 'vertical', 'grid', 'overlay'] as const;
const ALIGNMENTS = { start: 0, center: 0.5, end: 1 } as const;

/** Lengths in pixels; `columns` of a grid, 0 for as many as rows. */
interface Layout {
  readonly direction: (typeof DIRECTIONS)[number];
  readonly gap: number;
  readonly align: keyof typeof ALIGNMENTS;
  readonly columns: number;
  readonly resize: 'none' | 'smallest' | 'largest';
}

/** Of a picture in the result, in pixels. */
export interface Place extends Size {
  readonly left: number;
  readonly top: number;
}

/** Sizes after "resize": all as high (in a row), as wide (in a column), or as wide and high as one, proportions kept. */
export function resizedSizes(sizes: readonly Size[], { direction, resize }: Layout): Size[] {
  if (resize === 'none') return [...sizes];
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

/** Where pictures of these sizes lie, and the size of the whole. An overlay has that of the first. */
export function placesOf(
  sizes: readonly Size[],
  layout: Layout,
): { readonly canvas: Size; readonly places: readonly Place[] } {
  const { direction, gap, align } = layout;
  if (direction === 'overlay') {
    const [canvas = { width: 1, height: 1 }] = sizes;
    const places = sizes.map((size) => ({
      ...size,
      left: offset(canvas.width - size.width, align),
      top: offset(canvas.height - size.height, align),
    }));
    return { canvas, places };
  }
  const columns =
    direction === 'horizontal'
      ? sizes.length
      : direction === 'vertical'
        ? 1
        : Math.min(sizes.length, layout.columns || Math.ceil(Math.sqrt(sizes.length)));
  const rows = Math.ceil(sizes.length / columns);
  // In a grid all cells are alike; in one row or column each is as wide or as high as its picture.
  const widest = Math.max(...sizes.map(({ width }) => width));
  const highest = Math.max(...sizes.map(({ height }) => height));
  const widths = Array.from({ length: columns }, (_, i) =>
    direction === 'horizontal' ? (sizes[i]?.width ?? 0) : widest,
  );
  const heights = Array.from({ length: rows }, (_, i) =>
    direction === 'vertical' ? (sizes[i]?.height ?? 0) : highest,
  );
  const places = sizes.map((size, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const left = sum(widths.slice(0, column)) + column * gap;
    const top = sum(heights.slice(0, row)) + row * gap;
    return {
      ...size,
      left: left + offset((widths[column] ?? 0) - size.width, align),
      top: top + offset((heights[row] ?? 0) - size.height, align),
    };
  });
  return {
    canvas: { width: sum(widths) + (columns - 1) * gap, height: sum(heights) + (rows - 1) * gap },
    places,
  };
}
