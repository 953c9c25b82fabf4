import { fromOklab, type Lab, oklab } from './oklab.js';

export type Rgb = readonly [number, number, number];

/** Share of light of an 8-bit level; 0.04045 is the threshold of IEC 61966-2-1, no 8-bit level is between it and 0.03928. */
const linear = (level: number): number => {
  const share = level / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** Relative luminance of WCAG 2.2 of 8-bit sRGB, 0 to 1. */
const relativeLuminance = ([r, g, b]: Rgb): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** Contrast ratio of WCAG 2.2, 1 to 21. */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const [a, b] = [relativeLuminance(one), relativeLuminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const distance = (a: Lab, b: Lab): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

const STEPS = 1000;

/**
 * The colour nearest to `color`, by OKLab, that has a contrast of at least `least` with `fixed`: of the same hue, lighter or darker in
 * steps of a thousandth of lightness, or black or white. `undefined` where none of them is enough.
 */
export function nearestPassing(color: Rgb, fixed: Rgb, least: number): Rgb | undefined {
  if (contrastRatio(color, fixed) >= least) return color;
  const start = oklab(...color);
  let best: { readonly found: Rgb; readonly far: number } | undefined;
  for (let step = 0; step <= STEPS; step++) {
    const found = fromOklab([step / STEPS, start[1], start[2]]);
    if (contrastRatio(found, fixed) < least) continue;
    const far = distance(oklab(...found), start);
    if (best === undefined || far < best.far) best = { found, far };
  }
  const ends: readonly Rgb[] = [
    [0, 0, 0],
    [255, 255, 255],
  ];
  return best?.found ?? ends.find((end) => contrastRatio(end, fixed) >= least);
}
