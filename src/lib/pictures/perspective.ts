/** Pictures of flat things taken at an angle, made flat. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Upper left, upper right, lower right, lower left. */
export type Corners = readonly [Point, Point, Point, Point];

/** Interleaved 8-bit samples, rows from the top. */
export interface InterleavedPixels {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly data: Uint8Array;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Four points in the order of `Corners`; `undefined` where they span no area that bulges out everywhere. */
export function orderedCorners(points: readonly Point[]): Corners | undefined {
  if (points.length !== 4) return undefined;
  const middle = {
    x: points.reduce((sum, { x }) => sum + x, 0) / 4,
    y: points.reduce((sum, { y }) => sum + y, 0) / 4,
  };
  const around = points.toSorted(
    (a, b) => Math.atan2(a.y - middle.y, a.x - middle.x) - Math.atan2(b.y - middle.y, b.x - middle.x),
  );
  const sums = around.map(({ x, y }) => x + y);
  const first = sums.indexOf(Math.min(...sums));
  const ordered = [0, 1, 2, 3].map((i) => around[(first + i) % 4] as Point);
  for (const [i, b] of ordered.entries()) {
    const a = ordered[(i + 3) % 4] as Point;
    const c = ordered[(i + 1) % 4] as Point;
    const turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
    // Sine of the angle at the corner: flatter ones cannot be made square.
    if (turn < 0.1 * distance(a, b) * distance(b, c) || distance(a, b) < 2) return undefined;
  }
  return ordered as unknown as Corners;
}

/** Of the flat picture: the longer one of each two opposite sides, or as `ratio` (long side by short side) wants. */
export function flatSize([a, b, c, d]: Corners, ratio?: number): { readonly width: number; readonly height: number } {
  const width = Math.max(distance(a, b), distance(d, c));
  const height = Math.max(distance(a, d), distance(b, c));
  const wanted = ratio === undefined ? undefined : height >= width ? ratio : 1 / ratio;
  if (wanted === undefined) return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
  const side = Math.sqrt((width * height) / wanted);
  return { width: Math.max(1, Math.round(side)), height: Math.max(1, Math.round(side * wanted)) };
}

/** The area between the corners as a picture of `size`, bilinear (Heckbert 1989, square to quadrilateral). */
export function flatten(
  source: InterleavedPixels,
  corners: Corners,
  size: { readonly width: number; readonly height: number },
): InterleavedPixels {
  const { width, height } = size;
  const { channels } = source;
  const data = new Uint8Array(width * height * channels);
  const [a, b, c, d] = corners;
  const [dx1, dx2, dx3] = [b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x];
  const [dy1, dy2, dy3] = [b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y];
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / determinant;
  const h = (dx1 * dy3 - dx3 * dy1) / determinant;
  const [ax, bx] = [b.x - a.x + g * b.x, d.x - a.x + h * d.x];
  const [ay, by] = [b.y - a.y + g * b.y, d.y - a.y + h * d.y];
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    const v = (y + 0.5) / height;
    for (let x = 0; x < width; x += 1) {
      const u = (x + 0.5) / width;
      const w = g * u + h * v + 1;
      const px = (ax * u + bx * v + a.x) / w - 0.5;
      const py = (ay * u + by * v + a.y) / w - 0.5;
      const left = Math.min(source.width - 1, Math.max(0, Math.floor(px)));
      const top = Math.min(source.height - 1, Math.max(0, Math.floor(py)));
      const right = Math.min(source.width - 1, left + 1);
      const bottom = Math.min(source.height - 1, top + 1);
      const fx = Math.min(1, Math.max(0, px - left));
      const fy = Math.min(1, Math.max(0, py - top));
      for (let channel = 0; channel < channels; channel += 1, to += 1) {
        const at = (i: number, j: number): number => source.data[(j * source.width + i) * channels + channel] ?? 0;
        const upper = at(left, top) * (1 - fx) + at(right, top) * fx;
        const lower = at(left, bottom) * (1 - fx) + at(right, bottom) * fx;
        data[to] = upper * (1 - fy) + lower * fy + 0.5;
      }
    }
  }
  return { width, height, channels, data };
}
