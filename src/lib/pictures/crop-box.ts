import type { Size } from './fitted-size.js';

/** A rectangle of whole pixels. */
export interface PixelBox extends Size {
  readonly left: number;
  readonly top: number;
}

/** Where a box lies in a picture: the middle, an edge or a corner. */
export type BoxGravity =
  | 'center'
  | 'north'
  | 'south'
  | 'east'
  | 'west'
  | 'north-east'
  | 'north-west'
  | 'south-east'
  | 'south-west';

/** The box of a size at a gravity, where `left` and `top` do not say otherwise. Odd remainders go to the right and below. */
export function placedBox(
  picture: Size,
  { width, height }: Size,
  gravity: BoxGravity,
  { left, top }: { readonly left?: number | undefined; readonly top?: number | undefined } = {},
): PixelBox {
  const [dx, dy] = [picture.width - width, picture.height - height];
  const across = gravity.includes('west') ? 0 : gravity.includes('east') ? dx : Math.floor(dx / 2);
  const down = gravity.includes('north') ? 0 : gravity.includes('south') ? dy : Math.floor(dy / 2);
  return { left: left ?? across, top: top ?? down, width, height };
}

/** The largest size of a shape (width ÷ height) within a picture, at least 1 × 1. */
export function ratioSize({ width, height }: Size, ratio: number): Size {
  const widest = Math.round(height * ratio);
  if (widest <= width) return { width: Math.max(1, widest), height };
  return { width, height: Math.max(1, Math.min(height, Math.round(width / ratio))) };
}

export const isInside = (picture: Size, { left, top, width, height }: PixelBox): boolean =>
  left >= 0 && top >= 0 && left + width <= picture.width && top + height <= picture.height;
