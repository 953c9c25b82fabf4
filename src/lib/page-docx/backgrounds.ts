import type { Box, FilledArea } from '../page-text/glyphs.js';

/** What is behind the text of a page. */
export interface Backgrounds {
  readonly fills: readonly FilledArea[];
  /** Boxes of pictures. */
  readonly pictures: readonly Box[];
}

/** Share of a box that a fill behind it covers at least. */
const COVERED = 0.8;

const covers = (area: Box, box: Box): boolean => {
  const width = Math.min(area.right, box.right) - Math.max(area.left, box.left);
  const height = Math.min(area.bottom, box.bottom) - Math.max(area.top, box.top);
  return width > COVERED * (box.right - box.left) && height > COVERED * (box.bottom - box.top);
};

const holds = (area: Box, x: number, y: number): boolean =>
  x > area.left && x < area.right && y > area.top && y < area.bottom;

/** The colour behind a box, white left out. */
export function fillBehind(box: Box, { fills }: Backgrounds): string | undefined {
  const color = fills.findLast((fill) => covers(fill.box, box))?.color;
  return color === '#ffffff' ? undefined : color;
}

export function isOverPicture({ left, top, right, bottom }: Box, { pictures }: Backgrounds): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return pictures.some((box) => holds(box, x, y));
}
