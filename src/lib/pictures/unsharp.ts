/** How a picture is sharpened: by how much of its difference from a blurred copy, and from which difference on. */
export interface Unsharp {
  /** 1 adds the whole difference. */
  readonly amount: number;
  /** Least difference in levels of 255; what differs by less, such as noise, stays as it is. */
  readonly threshold: number;
}

/**
 * Adds to pixels, in place, what sets them apart from their blur (unsharp masking). `rgba`: 8-bit samples; `colors`: red, green and blue of the
 * blur, with alpha multiplied in, and `alphas` its alpha, both from 0 to 255; no alphas where all is opaque. Alpha stays.
 */
export function unsharpen(
  rgba: Uint8Array,
  colors: Float32Array,
  alphas: Float32Array | undefined,
  { amount, threshold }: Unsharp,
): void {
  const count = rgba.length / 4;
  for (let i = 0; i < count; i += 1) {
    const cover = (alphas?.[i] ?? 255) / 255;
    // Nothing near it is seen.
    if (cover < 0.5 / 255) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      const level = rgba[4 * i + channel] ?? 0;
      const difference = level - (colors[3 * i + channel] ?? 0) / cover;
      if (Math.abs(difference) < threshold) continue;
      rgba[4 * i + channel] = Math.min(255, Math.max(0, Math.round(level + amount * difference)));
    }
  }
}
