import type { PixelBox } from './crop-box.js';
import { clipped } from './rgba.js';

/** A region that is none. */
export interface BadRegion {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  readonly fault: 'form' | 'empty' | 'outside';
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const NUMBER = /^\s*(\d{1,7}(?:\.\d{1,6})?)\s*(%|px)?\s*$/;

/**
 * Regions as `x,y,width,height` with semicolons or line breaks between, each number in pixels or with `%` of the width (x and
 * width) or height; the first one that is none instead. Blank text is the whole picture. A region may reach over the sides, but not lie
 * outside.
 */
export function parseRegions(text: string, size: Size): readonly PixelBox[] | BadRegion {
  if (text.trim() === '') return [{ left: 0, top: 0, ...size }];
  const parts = text.split(/[;\n]/);
  // A list may end with what divides it.
  if (parts.at(-1)?.trim() === '') parts.pop();
  const boxes: PixelBox[] = [];
  for (const [i, part] of parts.entries()) {
    const box = regionOf(part, size);
    if (typeof box === 'string') return { number: i + 1, text: part.trim(), fault: box };
    boxes.push(box);
  }
  return boxes;
}

function regionOf(part: string, size: Size): PixelBox | BadRegion['fault'] {
  const fields = part.split(',');
  if (fields.length !== 4) return 'form';
  const [x, y, width, height] = fields.map((field, i) => {
    const [, digits, unit] = NUMBER.exec(field) ?? [];
    if (digits === undefined) return Number.NaN;
    const whole = i % 2 === 0 ? size.width : size.height;
    return unit === '%' ? (Number(digits) / 100) * whole : Number(digits);
  }) as [number, number, number, number];
  if ([x, y, width, height].some(Number.isNaN)) return 'form';
  if (width <= 0 || height <= 0) return 'empty';
  // Outwards: a pixel that is touched belongs to the region.
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const box = clipped({ left, top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top }, size);
  return box.width === 0 || box.height === 0 ? 'outside' : box;
}

/**
 * The box grown to whole blocks, whichever corner of the picture they are counted from: a turned picture has them from another.
 */
export function wholeBlocks({ left, top, width, height }: PixelBox, size: Size, block: number): PixelBox {
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
