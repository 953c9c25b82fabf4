/** Rows of four bytes a pixel: red, green, blue, alpha. */
export interface AlphaPlane {
  readonly width: number;
  readonly height: number;
  readonly strideBytes: number;
  readonly bytes: Uint8Array;
}

/** Puts a picture with alpha on white, in place. The alpha channel is left as it was. */
export function flattenOnWhite({ width, height, strideBytes, bytes }: AlphaPlane, isPremultiplied: boolean): void {
  for (let y = 0; y < height; y++) {
    const end = y * strideBytes + width * 4;
    for (let i = y * strideBytes; i < end; i += 4) {
      const alpha = bytes[i + 3] ?? 255;
      if (alpha === 255) continue;
      const white = 255 - alpha;
      for (let c = i; c < i + 3; c++) {
        const value = bytes[c] ?? 0;
        bytes[c] = isPremultiplied ? Math.min(255, value + white) : Math.round((value * alpha) / 255 + white);
      }
    }
  }
}
