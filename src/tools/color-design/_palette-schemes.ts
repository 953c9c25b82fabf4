import { type Color, fromPolar, hexColor, type Polar, polarOf } from '../../engines/colors.js';
import type { Draw } from '../../lib/secrets/draw.js';

export const SCHEMES = [
  'scale',
  'complementary',
  'split-complementary',
  'analogous',
  'triadic',
  'tetradic',
  'square',
  'monochrome',
  'tints',
  'shades',
  'tones',
  'random',
] as const;
export type Scheme = (typeof SCHEMES)[number];
export type Space = 'oklch' | 'hsl';

/** A colour of a palette and what a stylesheet calls it behind the palette's name. */
export interface Swatch {
  readonly step: string;
  readonly hex: string;
  readonly rgb: readonly [number, number, number];
  readonly isBase: boolean;
  /** Its chroma was reduced to fit in sRGB. */
  readonly isMapped: boolean;
}

/** Steps of Tailwind CSS 4, with the mean lightness of its chromatic scales in OKLCH and the chroma of its blue. */
const SCALE: readonly (readonly [step: string, lightness: number, chroma: number])[] = [
  ['50', 0.975, 0.014],
  ['100', 0.944, 0.032],
  ['200', 0.897, 0.059],
  ['300', 0.83, 0.105],
  ['400', 0.745, 0.165],
  ['500', 0.67, 0.214],
  ['600', 0.585, 0.245],
  ['700', 0.505, 0.243],
  ['800', 0.435, 0.199],
  ['900', 0.385, 0.146],
  ['950', 0.275, 0.091],
];

/** Turns of the hue for harmonies. */
const TURNS: Readonly<Partial<Record<Scheme, readonly number[]>>> = {
  complementary: [0, 180],
  'split-complementary': [0, 150, 210],
  triadic: [0, 120, 240],
  tetradic: [0, 60, 180, 240],
  square: [0, 90, 180, 270],
};

/** Colours that a scheme has where nobody asks for a number. */
const COUNTS: Readonly<Partial<Record<Scheme, number>>> = {
  analogous: 5,
  monochrome: 7,
  tints: 10,
  shades: 10,
  tones: 10,
  random: 5,
};

/** Whether "count" means anything for a scheme. */
export const hasCount = (scheme: Scheme): boolean => Object.hasOwn(COUNTS, scheme);

const GOLDEN_ANGLE = 137.507_764;
/** Degrees between neighbours. */
const ANALOGOUS = 30;

const swatch = (polar: Polar, space: Space, step: string): Swatch => {
  const color = fromPolar(polar, space);
  return { step, hex: hexColor(color), rgb: [color.r, color.g, color.b], isBase: false, isMapped: color.isMapped };
};

const baseSwatch = ({ r, g, b }: Color, step: string): Swatch => ({
  step,
  hex: hexColor({ r, g, b, alpha: 1 }),
  rgb: [r, g, b],
  isBase: true,
  isMapped: false,
});

/** Eleven steps around the base, which keeps its own at the step that is nearest in lightness. */
function scaleOf(base: Color): Swatch[] {
  const [lightness, chroma, hue] = polarOf(base, 'oklch');
  const at = SCALE.reduce(
    (best, [, step], i) => (Math.abs(step - lightness) < Math.abs((SCALE[best]?.[1] ?? 0) - lightness) ? i : best),
    0,
  );
  const peak = SCALE[at]?.[2] ?? 1;
  // A pale or dark base says little of how vivid the middle is to be.
  const vivid = Math.min(chroma / peak, 1.5);
  return SCALE.map(([step, light, strength], i) =>
    i === at ? baseSwatch(base, step) : swatch([light, vivid * strength, hue], 'oklch', step),
  );
}

/** From the base towards an end of lightness or chroma; the base first, the end left out. */
function ramp(base: Color, count: number, space: Space, end: (polar: Polar) => Polar): Swatch[] {
  const start = polarOf(base, space);
  const goal = end(start);
  return Array.from({ length: count }, (_, i) => {
    const share = i / count;
    const mixed = (k: 0 | 1 | 2): number => start[k] + (goal[k] - start[k]) * share;
    return i === 0 ? baseSwatch(base, '1') : swatch([mixed(0), mixed(1), start[2]], space, String(i + 1));
  });
}

function monochrome(base: Color, count: number, space: Space): Swatch[] {
  const [lightness, chroma, hue] = polarOf(base, space);
  const lights = Array.from({ length: count }, (_, i) => 0.95 - (0.75 * i) / Math.max(1, count - 1));
  const at = lights.reduce(
    (best, light, i) => (Math.abs(light - lightness) < Math.abs((lights[best] ?? 0) - lightness) ? i : best),
    0,
  );
  return lights.map((light, i) =>
    i === at ? baseSwatch(base, String(i + 1)) : swatch([light, chroma, hue], space, String(i + 1)),
  );
}

/** Hues a golden angle apart, so that no two are near each other, of lightness and chroma that screens can show. */
function randomColors(count: number, draw: Draw): Swatch[] {
  const start = draw(3600) / 10;
  return Array.from({ length: count }, (_, i) => {
    const polar: Polar = [0.55 + draw(301) / 1000, 0.1 + draw(81) / 1000, start + i * GOLDEN_ANGLE];
    return swatch(polar, 'oklch', String(i + 1));
  });
}

/** `count` 0: as many as the scheme has. */
export function paletteColors(scheme: Scheme, base: Color, wanted: number, space: Space, draw: Draw): Swatch[] {
  const count = wanted === 0 ? (COUNTS[scheme] ?? 0) : wanted;
  const [lightness, chroma, hue] = polarOf(base, space);
  const turned = (degrees: readonly number[]): Swatch[] =>
    degrees.map((turn, i) =>
      turn === 0 ? baseSwatch(base, String(i + 1)) : swatch([lightness, chroma, hue + turn], space, String(i + 1)),
    );
  switch (scheme) {
    case 'scale':
      return scaleOf(base);
    case 'analogous':
      return turned(
        Array.from({ length: count }, (_, i) => (i - Math.floor(count / 2)) * Math.min(ANALOGOUS, 360 / count)),
      );
    case 'monochrome':
      return monochrome(base, count, space);
    case 'tints':
      return ramp(base, count, space, ([, strength, angle]) => [1, space === 'hsl' ? strength : 0, angle]);
    case 'shades':
      return ramp(base, count, space, ([, strength, angle]) => [0, space === 'hsl' ? strength : 0, angle]);
    case 'tones':
      return ramp(base, count, space, ([light, , angle]) => [light, 0, angle]);
    case 'random':
      return randomColors(count, draw);
    default:
      return turned(TURNS[scheme] ?? [0]);
  }
}
