import type { PixelBox } from '../../../lib/pictures/crop-box.js';
import type { Rgba } from '../../../lib/pictures/rgba.js';

/** Side of the squares in which the paper's own grey is looked for, in pixels. */
const SQUARE = 32;
/** Part of a square's pixels that are at most as light as its paper. */
const PAPER_SHARE = 0.75;
/** The paper of a square may be so much darker than that of the page: shadows and folds. What is darker is ink. */
const SHADOW = 60;
/** What is darker than this all over is not paper: a picture. */
const DARKEST_PAPER = 128;
/** Ink is darker than paper by so much: what shines through from the other side is not. */
const CONTRAST = 48;

/**
 * The share of a picture's area, from 0 to 1, that is marked with ink: darker than the paper around it, in spots of at least `leastSpot`
 * pixels. Even grain, slow shadows and coloured paper are not ink. Only what is within `area` counts.
 */
export function inkShare(picture: Rgba, area: PixelBox, leastSpot: number): number {
  if (area.width <= 0 || area.height <= 0) return 0;
  const ink = inkIn(greyOf(picture, area), area.width, area.height);
  return spotPixels(ink, area.width, area.height, leastSpot) / (area.width * area.height);
}

/** Whether every pixel within an area is at least as light as `lightest` in every channel. */
export function isPlain(
  { data, width }: Rgba,
  { left, top, width: across, height }: PixelBox,
  lightest: number,
): boolean {
  for (let y = top; y < top + height; y += 1) {
    const end = 4 * (y * width + left + across);
    for (let i = 4 * (y * width + left); i < end; i += 4) {
      if ((data[i] ?? 255) < lightest || (data[i + 1] ?? 255) < lightest || (data[i + 2] ?? 255) < lightest)
        return false;
    }
  }
  return true;
}

/** Rec. 601 luma. */
function greyOf({ data, width }: Rgba, area: PixelBox): Uint8Array {
  const grey = new Uint8Array(area.width * area.height);
  for (let y = 0, to = 0; y < area.height; y += 1) {
    let from = 4 * ((area.top + y) * width + area.left);
    for (let x = 0; x < area.width; x += 1, from += 4, to += 1)
      grey[to] = (299 * (data[from] ?? 0) + 587 * (data[from + 1] ?? 0) + 114 * (data[from + 2] ?? 0)) / 1000;
  }
  return grey;
}

/** 1 for each pixel that is ink. */
function inkIn(grey: Uint8Array, width: number, height: number): Uint8Array {
  const ink = new Uint8Array(grey.length);
  const paper = paperOf(grey, width, 0, 0, width, height);
  if (paper < DARKEST_PAPER) return ink.fill(1);
  for (let top = 0; top < height; top += SQUARE) {
    for (let left = 0; left < width; left += SQUARE) {
      const [right, bottom] = [Math.min(width, left + SQUARE), Math.min(height, top + SQUARE)];
      const level = Math.max(paper - SHADOW, paperOf(grey, width, left, top, right, bottom)) - CONTRAST;
      for (let y = top; y < bottom; y += 1) {
        for (let i = y * width + left; i < y * width + right; i += 1) if ((grey[i] ?? 255) < level) ink[i] = 1;
      }
    }
  }
  return ink;
}

function paperOf(grey: Uint8Array, width: number, left: number, top: number, right: number, bottom: number): number {
  const counts = new Uint32Array(256);
  for (let y = top; y < bottom; y += 1) {
    for (let i = y * width + left; i < y * width + right; i += 1)
      counts[grey[i] ?? 0] = (counts[grey[i] ?? 0] ?? 0) + 1;
  }
  let remaining = PAPER_SHARE * (right - left) * (bottom - top);
  for (let level = 0; level < 256; level += 1) {
    remaining -= counts[level] ?? 0;
    if (remaining <= 0) return level;
  }
  return 255;
}

/** Pixels in spots, joined also at corners, of at least `least`. Each pixel is visited once; `ink` is used up. */
function spotPixels(ink: Uint8Array, width: number, height: number, least: number): number {
  let total = 0;
  const waiting: number[] = [];
  for (let start = 0; start < ink.length; start += 1) {
    if (ink[start] !== 1) continue;
    let size = 0;
    ink[start] = 0;
    waiting.push(start);
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      size += 1;
      const x = at % width;
      const y = (at - x) / width;
      for (let dy = -1; dy <= 1; dy += 1) {
        for (let dx = -1; dx <= 1; dx += 1) {
          const next = at + dy * width + dx;
          if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height || ink[next] !== 1) continue;
          ink[next] = 0;
          waiting.push(next);
        }
      }
    }
    if (size >= least) total += size;
  }
  return total;
}
