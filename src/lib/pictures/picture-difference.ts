/** Pixels width × height × 4 from the top, opaque. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

export interface PictureDifference {
  /** Pixels that differ. */
  readonly count: number;
  /** Around what differs, in pixels: left, top, right, bottom, the ends exclusive. */
  readonly regions: readonly (readonly [left: number, top: number, right: number, bottom: number])[];
  /** Both pictures, pale, with what only the old one has in red and what only the new one has in green. */
  readonly marked: Pixels;
}

/** Pixels of a cell in which differences are put together. */
const CELL = 10;
const MAX_REGIONS = 200;
const RED = [214, 40, 40] as const;
const GREEN = [0, 140, 70] as const;
const FRAME = [255, 140, 0] as const;

/**
 * Where two pictures differ by more than `tolerance` (0 to 255) in a colour. Pictures of different sizes are laid on each other at the
 * upper left; what only one covers is compared with white.
 */
export function comparePictures(before: Pixels, after: Pixels, tolerance: number): PictureDifference {
  const width = Math.max(before.width, after.width);
  const height = Math.max(before.height, after.height);
  const marked = new Uint8Array(4 * width * height);
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  const cells = new Uint8Array(columns * rows);
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const a = x < before.width && y < before.height ? 4 * (y * before.width + x) : -1;
      const b = x < after.width && y < after.height ? 4 * (y * after.width + x) : -1;
      const out = 4 * (y * width + x);
      let largest = 0;
      let balance = 0;
      for (let i = 0; i < 3; i += 1) {
        const difference = (a < 0 ? 255 : (before.rgba[a + i] ?? 0)) - (b < 0 ? 255 : (after.rgba[b + i] ?? 0));
        largest = Math.max(largest, Math.abs(difference));
        balance += difference;
      }
      marked[out + 3] = 255;
      if (largest > tolerance) {
        count += 1;
        cells[Math.floor(y / CELL) * columns + Math.floor(x / CELL)] = 1;
        // What is darker in the new picture was put there.
        marked.set(balance > 0 ? GREEN : RED, out);
        continue;
      }
      const grey =
        b < 0
          ? 255
          : (299 * (after.rgba[b] ?? 0) + 587 * (after.rgba[b + 1] ?? 0) + 114 * (after.rgba[b + 2] ?? 0)) / 1000;
      marked.fill(Math.round(255 - (255 - grey) * 0.45), out, out + 3);
    }
  }
  const regions = regionsOf(cells, columns, rows, width, height);
  for (const region of regions) drawFrame(marked, width, height, region);
  return { count, regions, marked: { width, height, rgba: marked } };
}

/** Boxes around cells that touch or have one cell between them. */
function regionsOf(cells: Uint8Array, columns: number, rows: number, width: number, height: number) {
  const regions: (readonly [number, number, number, number])[] = [];
  const waiting: number[] = [];
  for (let start = 0; start < cells.length; start += 1) {
    if (cells[start] !== 1) continue;
    let [left, top, right, bottom] = [columns, rows, 0, 0];
    waiting.push(start);
    cells[start] = 2;
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      const [x, y] = [cell % columns, Math.floor(cell / columns)];
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x + 1);
      bottom = Math.max(bottom, y + 1);
      for (let dy = -2; dy <= 2; dy += 1) {
        for (let dx = -2; dx <= 2; dx += 1) {
          const [nx, ny] = [x + dx, y + dy];
          if (nx < 0 || ny < 0 || nx >= columns || ny >= rows || cells[ny * columns + nx] !== 1) continue;
          cells[ny * columns + nx] = 2;
          waiting.push(ny * columns + nx);
        }
      }
    }
    if (regions.length < MAX_REGIONS) {
      regions.push([left * CELL, top * CELL, Math.min(width, right * CELL), Math.min(height, bottom * CELL)]);
    }
  }
  return regions;
}

function drawFrame(
  rgba: Uint8Array,
  width: number,
  height: number,
  [left, top, right, bottom]: readonly [number, number, number, number],
): void {
  const set = (x: number, y: number): void => {
    if (x >= 0 && y >= 0 && x < width && y < height) rgba.set(FRAME, 4 * (y * width + x));
  };
  for (const offset of [2, 3]) {
    for (let x = left - offset; x < right + offset; x += 1) {
      set(x, top - offset);
      set(x, bottom + offset - 1);
    }
    for (let y = top - offset; y < bottom + offset; y += 1) {
      set(left - offset, y);
      set(right + offset - 1, y);
    }
  }
}

/** A picture as 16 × 16 greys: the mean of each part. */
export function thumbnailOf({ width, height, rgba }: Pixels): Uint8Array {
  const size = 16;
  const sums = new Float64Array(size * size);
  const counts = new Float64Array(size * size);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const cell = Math.floor((y * size) / height) * size + Math.floor((x * size) / width);
      const at = 4 * (y * width + x);
      sums[cell] = (sums[cell] ?? 0) + (rgba[at] ?? 0) + (rgba[at + 1] ?? 0) + (rgba[at + 2] ?? 0);
      counts[cell] = (counts[cell] ?? 0) + 3;
    }
  }
  return Uint8Array.from(sums, (sum, i) => sum / Math.max(1, counts[i] ?? 1));
}
