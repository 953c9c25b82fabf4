/** Red, green and blue 0–255, alpha 0–1. */
interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly alpha: number;
}

const linear = (value: number): number => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** A colour as it shows on a ground. */
export function over(color: Rgb, ground: Rgb): Rgb {
  const mix = (a: number, b: number): number => Math.round(color.alpha * a + (1 - color.alpha) * b);
  return { r: mix(color.r, ground.r), g: mix(color.g, ground.g), b: mix(color.b, ground.b), alpha: 1 };
}

/** Share of light that an opaque colour gives back, 0 to 1 (IEC 61966-2-1, relative luminance). */
export const reflectance = ({ r, g, b }: Rgb): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** Symbol contrast of ISO/IEC 15415 (7.8.2) in percent; below zero where the code is lighter than its ground. */
export const symbolContrast = (dark: Rgb, light: Rgb): number => 100 * (reflectance(light) - reflectance(dark));

/** Least symbol contrast that has a grade, D, and the least of grade C. */
export const CONTRAST_GRADES = { failed: 20, weak: 40 } as const;
