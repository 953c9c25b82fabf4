import type { Paint } from '../pictures/rgba.js';

/** Writes what becomes of one pixel; `at` is the place of its red sample in both. */
export type ToneFilter = (from: Uint8Array, into: Uint8Array, at: number) => void;

/** Weights of Rec. 709 on the coded values, as CSS `grayscale()` has them (Filter Effects Level 1, section 9.1). */
export const lightness = (data: Uint8Array, at: number): number =>
  0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0);

/** Writes one grey into a pixel, alpha aside. */
export function paintGrey(into: Uint8Array, at: number, value: number): void {
  into[at] = value;
  into[at + 1] = value;
  into[at + 2] = value;
}

export const grayscale: ToneFilter = (from, into, at) => paintGrey(into, at, Math.round(lightness(from, at)));

/** Rows of the matrix of CSS `sepia(1)` (Filter Effects Level 1, section 9.2). */
const SEPIA = [
  [0.393, 0.769, 0.189],
  [0.349, 0.686, 0.168],
  [0.272, 0.534, 0.131],
] as const;

export const sepia: ToneFilter = (from, into, at) => {
  for (let c = 0; c < 3; c += 1) {
    const [r, g, b] = SEPIA[c] ?? SEPIA[0];
    const value = r * (from[at] ?? 0) + g * (from[at + 1] ?? 0) + b * (from[at + 2] ?? 0);
    into[at + c] = Math.min(255, Math.round(value));
  }
};

/** A filter that treats each channel by itself, by a table of what becomes of its levels. */
function byTable(levelOf: (level: number) => number): ToneFilter {
  const table = Uint8Array.from({ length: 256 }, (_, level) => Math.round(levelOf(level)));
  return (from, into, at) => {
    for (let c = 0; c < 3; c += 1) into[at + c] = table[from[at + c] ?? 0] ?? 0;
  };
}

export const invert = byTable((level) => 255 - level);

/** The nearest of so many levels, evenly spaced from black to white. */
export const posterize = (levels: number): ToneFilter =>
  byTable((level) => (Math.round((level / 255) * (levels - 1)) / (levels - 1)) * 255);

/** Levels above a share of full light are inverted, as film is that was exposed to light while it was developed. */
export const solarize = (levelPercent: number): ToneFilter =>
  byTable((level) => (level > 2.55 * levelPercent ? 255 - level : level));

export const threshold =
  (levelPercent: number): ToneFilter =>
  (from, into, at) =>
    paintGrey(into, at, lightness(from, at) > 2.55 * levelPercent ? 255 : 0);

/** Greys as colours between two, black as `dark`. */
export function duotone(dark: Paint, light: Paint): ToneFilter {
  const ends = [
    [dark.r, light.r],
    [dark.g, light.g],
    [dark.b, light.b],
  ] as const;
  return (from, into, at) => {
    const share = lightness(from, at) / 255;
    for (const [c, [low, high]] of ends.entries()) into[at + c] = Math.round(low + share * (high - low));
  };
}
