import type { Rgba } from '../pictures/rgba.js';

interface Levels {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

export interface Replacement {
  readonly color: Levels;
  /** `alpha` from 0 to 1. */
  readonly newColor: Levels & { readonly alpha: number };
  /** Root mean square of the differences of red, green and blue, in percent of 255. */
  readonly tolerance: number;
  /** What differs from the colour differs from the new one by as much. */
  readonly keepShading: boolean;
}

const level = (value: number): number => Math.min(255, Math.max(0, value));

/** Replaces a colour in place; how many pixels that were. Fully transparent pixels have no colour. */
export function replaceColor({ data }: Rgba, { color, newColor, tolerance, keepShading }: Replacement): number {
  const most = 3 * ((255 * tolerance) / 100) ** 2;
  let replaced = 0;
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] === 0) continue;
    const red = (data[i] ?? 0) - color.r;
    const green = (data[i + 1] ?? 0) - color.g;
    const blue = (data[i + 2] ?? 0) - color.b;
    if (red * red + green * green + blue * blue > most) continue;
    replaced += 1;
    data[i] = keepShading ? level(newColor.r + red) : newColor.r;
    data[i + 1] = keepShading ? level(newColor.g + green) : newColor.g;
    data[i + 2] = keepShading ? level(newColor.b + blue) : newColor.b;
    data[i + 3] = Math.round((data[i + 3] ?? 0) * newColor.alpha);
  }
  return replaced;
}
