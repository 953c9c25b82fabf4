import type { GreyPicture } from './grey-picture.js';

/** Tiles along the longer side: about three lines of text each on a full page. */
const TILES = 24;
/** Paper whose levels differ by more is lit unevenly. Chosen: scanners stay below. */
const UNEVEN = 40;
/** The darkest paper that is brought up to white: darker tiles are dark areas, not paper in the shade. */
const DARKEST = 50;
const PAPER_SHARE = 0.85;

/** The picture with its paper as bright everywhere as at its brightest; `undefined` where the light is even already. */
export function evenLight(picture: GreyPicture): GreyPicture | undefined {
  const { width, height, data } = picture;
  const tile = Math.max(16, Math.ceil(Math.max(width, height) / TILES));
  const [columns, rows] = [Math.ceil(width / tile), Math.ceil(height / tile)];
  const levels = smoothed(paperLevels(picture, tile, columns, rows), columns, rows);
  const sorted = levels.toSorted();
  const high = sorted[Math.floor(0.95 * sorted.length)] ?? 255;
  const low = sorted[Math.floor(0.05 * sorted.length)] ?? 255;
  if (high - low < UNEVEN) return undefined;
  const even = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    const v = Math.min(rows - 1, Math.max(0, (y + 0.5) / tile - 0.5));
    const [top, bottom] = [Math.floor(v) * columns, Math.min(rows - 1, Math.floor(v) + 1) * columns];
    const down = v - Math.floor(v);
    for (let x = 0; x < width; x += 1) {
      const u = Math.min(columns - 1, Math.max(0, (x + 0.5) / tile - 0.5));
      const [left, right] = [Math.floor(u), Math.min(columns - 1, Math.floor(u) + 1)];
      const across = u - left;
      const upper = (levels[top + left] ?? 0) * (1 - across) + (levels[top + right] ?? 0) * across;
      const lower = (levels[bottom + left] ?? 0) * (1 - across) + (levels[bottom + right] ?? 0) * across;
      const level = Math.max(DARKEST, upper * (1 - down) + lower * down);
      even[y * width + x] = Math.min(255, ((data[y * width + x] ?? 0) * 255) / level);
    }
  }
  return { width, height, data: even };
}

/** The level below which most of each tile lies: that of its paper, as text covers less. */
function paperLevels({ width, height, data }: GreyPicture, tile: number, columns: number, rows: number): Float32Array {
  const levels = new Float32Array(columns * rows);
  const counts = new Uint32Array(256);
  for (let r = 0; r < rows; r += 1) {
    for (let c = 0; c < columns; c += 1) {
      counts.fill(0);
      const [right, bottom] = [Math.min(width, (c + 1) * tile), Math.min(height, (r + 1) * tile)];
      for (let y = r * tile; y < bottom; y += 2) {
        for (let x = c * tile; x < right; x += 2) {
          const value = data[y * width + x] ?? 0;
          counts[value] = (counts[value] ?? 0) + 1;
        }
      }
      let left = PAPER_SHARE * counts.reduce((sum, count) => sum + count, 0);
      let level = 0;
      while (level < 255 && left > (counts[level] ?? 0)) {
        left -= counts[level] ?? 0;
        level += 1;
      }
      levels[r * columns + c] = level;
    }
  }
  return levels;
}

/** Each tile's level as the mean of it and its neighbours. */
function smoothed(levels: Float32Array, columns: number, rows: number): Float32Array {
  return levels.map((_, i) => {
    const [r, c] = [Math.floor(i / columns), i % columns];
    let [sum, count] = [0, 0];
    for (let y = Math.max(0, r - 1); y <= Math.min(rows - 1, r + 1); y += 1) {
      for (let x = Math.max(0, c - 1); x <= Math.min(columns - 1, c + 1); x += 1) {
        sum += levels[y * columns + x] ?? 0;
        count += 1;
      }
    }
    return sum / count;
  });
}
