/**
 * Where each pixel of a stored picture goes in the upright one:
 * `x' = xx·x + xy·y + dx`, `y' = yx·x + yy·y + dy`. The four factors are a rotation by quarter turns, mirrored or not.
 */
export interface Transform {
  /** Size of the upright picture. */
  readonly width: number;
  readonly height: number;
  readonly xx: number;
  readonly xy: number;
  readonly dx: number;
  readonly yx: number;
  readonly yy: number;
  readonly dy: number;
}

export const identity = (width: number, height: number): Transform => ({
  width,
  height,
  xx: 1,
  xy: 0,
  dx: 0,
  yx: 0,
  yy: 1,
  dy: 0,
});

/** A quarter turn counter-clockwise after `before`: the right edge becomes the top. */
export function turnLeft({ width, height, xx, xy, dx, yx, yy, dy }: Transform): Transform {
  return { width: height, height: width, xx: yx, xy: yy, dx: dy, yx: -xx, yy: -xy, dy: width - 1 - dx };
}

/** Left and right exchanged after `before`. */
export function mirrorHorizontally(before: Transform): Transform {
  return { ...before, xx: -before.xx, xy: -before.xy, dx: before.width - 1 - before.dx };
}

/** Top and bottom exchanged after `before`. */
export function mirrorVertically(before: Transform): Transform {
  return { ...before, yx: -before.yx, yy: -before.yy, dy: before.height - 1 - before.dy };
}

/** So many pixels less at each side after `before`. */
export function crop(before: Transform, left: number, top: number, right: number, bottom: number): Transform {
  return {
    ...before,
    width: before.width - left - right,
    height: before.height - top - bottom,
    dx: before.dx - left,
    dy: before.dy - top,
  };
}

/** A rectangle: `right` and `bottom` are outside. */
interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The part of the upright picture that a rectangle of the stored one fills; may be empty. */
export function transformedRectangle(transform: Transform, { left, top, right, bottom }: Rectangle): Rectangle {
  const { xx, xy, dx, yx, yy, dy } = transform;
  const xs = [xx * left + xy * top + dx, xx * (right - 1) + xy * (bottom - 1) + dx];
  const ys = [yx * left + yy * top + dy, yx * (right - 1) + yy * (bottom - 1) + dy];
  return {
    left: Math.max(0, Math.min(...xs)),
    top: Math.max(0, Math.min(...ys)),
    right: Math.min(transform.width, Math.max(...xs) + 1),
    bottom: Math.min(transform.height, Math.max(...ys) + 1),
  };
}

/** A piece of the stored picture: `bytes` starts with its top left pixel, which stands at (`left`, `top`). */
interface Tile extends Rectangle {
  readonly bytes: Uint8Array;
  readonly strideBytes: number;
  readonly bytesPerPixel: number;
}

/**
 * Writes a tile to its place in the upright picture (rows of `transform.width` × `channels` bytes).
 * What the transformation crops is left out. Takes the first `channels` bytes of each pixel.
 */
export function placeTile(pixels: Uint8Array, channels: 1 | 3, transform: Transform, tile: Tile): void {
  const { width, xx, xy, dx, yx, yy, dy } = transform;
  const { bytes, strideBytes, bytesPerPixel } = tile;
  const { left, top, right, bottom } = transformedRectangle(transform, tile);
  // The inverse of a turn is its transpose, so stored positions follow from upright ones with the same factors.
  const step = xx * bytesPerPixel + xy * strideBytes;
  for (let y = top; y < bottom; y++) {
    const x0 = xx * (left - dx) + yx * (y - dy) - tile.left;
    const y0 = xy * (left - dx) + yy * (y - dy) - tile.top;
    let from = x0 * bytesPerPixel + y0 * strideBytes;
    let to = (y * width + left) * channels;
    if (step === channels) {
      pixels.set(bytes.subarray(from, from + (right - left) * channels), to);
      continue;
    }
    const end = to + (right - left) * channels;
    if (channels === 1) {
      for (; to < end; to++, from += step) pixels[to] = bytes[from] ?? 0;
      continue;
    }
    for (; to < end; to += 3, from += step) {
      pixels[to] = bytes[from] ?? 0;
      pixels[to + 1] = bytes[from + 1] ?? 0;
      pixels[to + 2] = bytes[from + 2] ?? 0;
    }
  }
}
