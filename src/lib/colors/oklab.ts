import { fromLinear, toLinear } from '../pictures/adjust.js';

/** Lightness, green to red, blue to yellow. */
export type Lab = readonly [number, number, number];

const LINEAR = Float64Array.from({ length: 256 }, (_, level) => toLinear(level / 255));

/** OKLab of 8-bit sRGB (Ottosson, "A perceptual color space for image processing", 2020); lightness 0 to 1. */
export function oklab(r: number, g: number, b: number): Lab {
  const [red, green, blue] = [linear(r), linear(g), linear(b)];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const linear = (level: number): number => LINEAR[Math.round(level)] ?? toLinear(level / 255);

/** 8-bit sRGB of OKLab, each channel brought into its range. */
export function fromOklab([lightness, a, b]: Lab): readonly [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const level = (value: number): number => Math.round(255 * Math.min(1, Math.max(0, fromLinear(Math.max(0, value)))));
  return [
    level(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    level(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    level(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** D65 white of CIE XYZ (IEC 61966-2-1). */
const WHITE = [0.95047, 1, 1.08883] as const;

const cube = (value: number): number =>
  value > 216 / 24_389 ? Math.cbrt(value) : (value * 24_389) / 27 / 116 + 16 / 116;

/** CIELAB of 8-bit sRGB under D65 (CIE 15:2004); lightness 0 to 100. */
export function cielab(r: number, g: number, b: number): Lab {
  const [red, green, blue] = [linear(r), linear(g), linear(b)];
  const x = cube((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / WHITE[0]);
  const y = cube((0.2126729 * red + 0.7151522 * green + 0.072175 * blue) / WHITE[1]);
  const z = cube((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / WHITE[2]);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
