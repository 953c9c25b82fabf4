import { emptyRgba, type Paint, type Rgba } from './rgba.js';

/** How much of a pixel lies in a rectangle with round corners, 0 to 1, by its middle's distance from the edge of the corner. */
function coverage(x: number, y: number, width: number, height: number, radius: number): number {
  const across = Math.max(radius - x - 0.5, x + 0.5 - (width - radius), 0);
  const down = Math.max(radius - y - 0.5, y + 0.5 - (height - radius), 0);
  if (across === 0 || down === 0) return 1;
  return Math.min(1, Math.max(0, radius - Math.hypot(across, down) + 0.5));
}

/** Makes the corners transparent, in place. The radius is at most half of the shorter side. */
export function roundCorners({ width, height, data }: Rgba, radius: number): void {
  const reach = Math.ceil(radius);
  for (let y = 0; y < height; y++) {
    if (y === reach && height - reach > y) y = height - reach;
    if (y >= height) return;
    for (let x = 0; x < width; x++) {
      if (x === reach && width - reach > x) x = width - reach;
      if (x >= width) break;
      const at = 4 * (y * width + x) + 3;
      data[at] = Math.round((data[at] ?? 0) * coverage(x, y, width, height, radius));
    }
  }
}

/** A filled rectangle with round corners on a transparent ground with a margin. */
export function roundedBoard(
  { width, height, radius }: { readonly width: number; readonly height: number; readonly radius: number },
  margin: number,
  { r, g, b, alpha }: Paint,
): Rgba {
  const board = emptyRgba(width + 2 * margin, height + 2 * margin);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 4 * ((y + margin) * board.width + x + margin);
      board.data[at] = r;
      board.data[at + 1] = g;
      board.data[at + 2] = b;
      board.data[at + 3] = Math.round(255 * alpha * coverage(x, y, width, height, radius));
    }
  }
  return board;
}

/** The square in the middle, as a picture of its own. */
export function middleSquare({ width, height, data }: Rgba, into: Rgba): void {
  const side = Math.min(width, height);
  const [left, top] = [Math.floor((width - side) / 2), Math.floor((height - side) / 2)];
  for (let y = 0; y < side; y++) {
    const from = 4 * ((y + top) * width + left);
    into.data.set(data.subarray(from, from + 4 * side), 4 * y * side);
  }
}
