import type { Size } from './fitted-size.js';

/** A rectangle of whole pixels. */
export interface PixelBox extends Size {
  readonly left: number;
  readonly top: number;
}

/** One of nine places: `top-left`, `center-right`, `center` … */
type Place = 'center' | `${'top' | 'center' | 'bottom'}-${'left' | 'center' | 'right'}`;

/** The box of a size at a place in a picture. Odd remainders go to the right and below. */
export function placedBox(picture: Size, { width, height }: Size, place: Place): PixelBox {
  const [dx, dy] = [picture.width - width, picture.height - height];
  const left = place.endsWith('left') ? 0 : place.endsWith('right') ? dx : Math.floor(dx / 2);
  const top = place.startsWith('top') ? 0 : place.startsWith('bottom') ? dy : Math.floor(dy / 2);
  return { left, top, width, height };
}

/** The largest size of a shape (width ÷ height) within a picture, at least 1 × 1. */
export function ratioSize({ width, height }: Size, ratio: number): Size {
  const widest = Math.round(height * ratio);
  if (widest <= width) return { width: Math.max(1, widest), height };
  return { width, height: Math.max(1, Math.min(height, Math.round(width / ratio))) };
}

export const isInside = (picture: Size, { left, top, width, height }: PixelBox): boolean =>
  left >= 0 && top >= 0 && left + width <= picture.width && top + height <= picture.height;

const BOX = /^\s*\d{1,6}(?:\.\d{1,4})?(?:\s*,\s*\d{1,6}(?:\.\d{1,4})?){3}\s*$/;

/** The numbers of `x,y,width,height`; `undefined` where the text is something else, or the box empty. */
export function boxOf(text: string): readonly [left: number, top: number, width: number, height: number] | undefined {
  const [left = 0, top = 0, width = 0, height = 0] = text.split(',').map(Number);
  return BOX.test(text) && width > 0 && height > 0 ? [left, top, width, height] : undefined;
}

/** How a side is cut: into so many parts that differ by at most a pixel, or into parts of so many pixels, of which the last is the rest. */
export type Cut = { readonly count: number } | { readonly length: number };

/** Where the parts of a side of `whole` pixels begin, and its end. There are at most `whole` parts. */
function edgesOf(whole: number, cut: Cut): readonly number[] {
  if ('count' in cut) return Array.from({ length: cut.count + 1 }, (_, i) => Math.round((i * whole) / cut.count));
  const starts = Array.from({ length: Math.ceil(whole / cut.length) }, (_, i) => i * cut.length);
  return [...starts, whole];
}

/** The number of parts that a side of `whole` pixels is cut into. */
export const partsOf = (whole: number, cut: Cut): number =>
  'count' in cut ? cut.count : Math.ceil(whole / cut.length);

/** The parts of a picture, row by row from the top left; together they cover each pixel once. */
export function partBoxes({ width, height }: Size, across: Cut, down: Cut): readonly PixelBox[] {
  const [lefts, tops] = [edgesOf(width, across), edgesOf(height, down)];
  return tops.slice(0, -1).flatMap((top, row) =>
    lefts.slice(0, -1).map((left, column) => ({
      left,
      top,
      width: (lefts[column + 1] ?? width) - left,
      height: (tops[row + 1] ?? height) - top,
    })),
  );
}
