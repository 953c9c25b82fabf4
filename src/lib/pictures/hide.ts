import type { PixelBox } from './crop-box.js';
import { clipped, type Paint, type Rgba } from './rgba.js';

/** Overwrites a box with one opaque colour, in place. */
export function cover({ width, data }: Rgba, box: PixelBox, { r, g, b }: Paint): void {
  const row = Uint8Array.from({ length: 4 * box.width }, (_, i) => [r, g, b, 255][i & 3] ?? 0);
  for (let y = box.top; y < box.top + box.height; y++) data.set(row, 4 * (y * width + box.left));
}

/** Overwrites every cell of `block` pixels of a box with its mean colour, in place; alpha weighs. */
export function mosaic(picture: Rgba, box: PixelBox, block: number): void {
  for (let top = box.top; top < box.top + box.height; top += block) {
    for (let left = box.left; left < box.left + box.width; left += block) {
      const right = Math.min(left + block, box.left + box.width);
      const bottom = Math.min(top + block, box.top + box.height);
      average(picture, clipped({ left, top, width: right - left, height: bottom - top }, picture));
    }
  }
}

function average({ width, data }: Rgba, cell: PixelBox): void {
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  for (let y = cell.top; y < cell.top + cell.height; y++) {
    for (let x = cell.left, i = 4 * (y * width + x); x < cell.left + cell.width; x++, i += 4) {
      const weight = data[i + 3] ?? 0;
      red += (data[i] ?? 0) * weight;
      green += (data[i + 1] ?? 0) * weight;
      blue += (data[i + 2] ?? 0) * weight;
      alpha += weight;
    }
  }
  const mean = [red, green, blue].map((sum) => (alpha === 0 ? 0 : Math.round(sum / alpha)));
  const opacity = Math.round(alpha / (cell.width * cell.height));
  const row = Uint8Array.from({ length: 4 * cell.width }, (_, i) => (i % 4 === 3 ? opacity : (mean[i % 4] ?? 0)));
  for (let y = cell.top; y < cell.top + cell.height; y++) data.set(row, 4 * (y * width + cell.left));
}

/** A box of a picture as a picture of its own. */
export function cutOut({ width, data }: Rgba, box: PixelBox): Rgba {
  const part = { width: box.width, height: box.height, data: new Uint8Array(4 * box.width * box.height) };
  for (let y = 0; y < box.height; y++) {
    const from = 4 * ((box.top + y) * width + box.left);
    part.data.set(data.subarray(from, from + 4 * box.width), 4 * y * box.width);
  }
  return part;
}

/** Puts a picture back in place of a box of another, alpha and all. */
export function putBack({ width, data }: Rgba, part: Rgba, { left, top }: Pick<PixelBox, 'left' | 'top'>): void {
  for (let y = 0; y < part.height; y++) {
    data.set(part.data.subarray(4 * y * part.width, 4 * (y + 1) * part.width), 4 * ((top + y) * width + left));
  }
}
