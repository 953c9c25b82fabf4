import type { PixelBox } from './crop-box.js';
import { clipped } from './rgba.js';

/** Why a list of regions cannot be read: the number of the region, from 1, and what is wrong. */
export class RegionError extends Error {
  override readonly name = 'RegionError';
  constructor(
    readonly number: number,
    readonly text: string,
    readonly fault: 'form' | 'empty' | 'outside',
  ) {
    super(`region ${number}: ${fault}`);
  }
}

const NUMBER = /^\s*(\d{1,7}(?:\.\d{1,6})?)\s*(%|px)?\s*$/;

/**
 * Regions as `x,y,width,height` with semicolons or line breaks between, each number in pixels or with `%` of the width (x and
 * width) or height. Blank text is the whole picture. A region may reach over the sides, but not lie outside. Throws RegionError.
 */
export function parseRegions(text: string, size: { readonly width: number; readonly height: number }): PixelBox[] {
  if (text.trim() === '') return [{ left: 0, top: 0, ...size }];
  const parts = text.split(/[;\n]/);
  // A list may end with what divides it.
  if (parts.at(-1)?.trim() === '') parts.pop();
  return parts.map((part, i) => regionOf(part, i + 1, size));
}

function regionOf(part: string, number: number, size: { readonly width: number; readonly height: number }): PixelBox {
  const fields = part.split(',');
  if (fields.length !== 4) throw new RegionError(number, part.trim(), 'form');
  const [x, y, width, height] = fields.map((field, i) => {
    const [, digits, unit] = NUMBER.exec(field) ?? [];
    if (digits === undefined) throw new RegionError(number, part.trim(), 'form');
    const whole = i % 2 === 0 ? size.width : size.height;
    return unit === '%' ? (Number(digits) / 100) * whole : Number(digits);
  }) as [number, number, number, number];
  if (width <= 0 || height <= 0) throw new RegionError(number, part.trim(), 'empty');
  // Outwards: a pixel that is touched belongs to the region.
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const box = clipped({ left, top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top }, size);
  if (box.width === 0 || box.height === 0) throw new RegionError(number, part.trim(), 'outside');
  return box;
}

/**
 * The box grown to whole blocks, whichever corner of the picture they are counted from: a turned picture has them from another.
 */
export function wholeBlocks(
  { left, top, width, height }: PixelBox,
  size: { readonly width: number; readonly height: number },
  block: number,
): PixelBox {
  const [x0, x1] = grown(left, left + width, size.width, block);
  const [y0, y1] = grown(top, top + height, size.height, block);
  return { left: x0, top: y0, width: x1 - x0, height: y1 - y0 };
}

function grown(start: number, end: number, length: number, block: number): [number, number] {
  const down = (value: number): number => Math.floor(value / block) * block;
  const up = (value: number): number => Math.ceil(value / block) * block;
  return [
    Math.max(0, Math.min(down(start), length - up(length - start))),
    Math.min(length, Math.max(up(end), length - down(length - end))),
  ];
}
