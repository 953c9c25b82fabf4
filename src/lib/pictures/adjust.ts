import type { Rgba } from './rgba.js';

/** How a picture is changed; every value has one that changes nothing, see `NEUTRAL`. Applied in this order. */
export interface Adjustments {
  /** Stops: linear light times 2 to its power. */
  readonly exposure: number;
  /** −100 to 100: linear red times 2^(t/200), blue times 2^(−t/200), the luminance of white kept. */
  readonly temperature: number;
  /** 0 to 255: these become black and white. */
  readonly blackPoint: number;
  readonly whitePoint: number;
  /** v^(1/gamma) of values from 0 to 1. */
  readonly gamma: number;
  /** −100 to 100: added, 100 makes all of it white. */
  readonly brightness: number;
  /** −100 to 100: slope tan(45° × (c/100 + 1)) about the middle. */
  readonly contrast: number;
  /** Degrees on the wheel of HSL. */
  readonly hue: number;
  /** −100 to 100: times 1 + s/100 in HSL, at most full. */
  readonly saturation: number;
}

const NEUTRAL: Adjustments = {
  exposure: 0,
  temperature: 0,
  blackPoint: 0,
  whitePoint: 255,
  gamma: 1,
  brightness: 0,
  contrast: 0,
  hue: 0,
  saturation: 0,
};

export const isNeutral = (adjustments: Adjustments): boolean =>
  (Object.keys(NEUTRAL) as (keyof Adjustments)[]).every((name) => adjustments[name] === NEUTRAL[name]);

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** IEC 61966-2-1 (sRGB), values from 0 to 1. */
export const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
export const fromLinear = (value: number): number =>
  value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;

/** Luminance of the primaries of sRGB (IEC 61966-2-1). */
const LUMINANCE = [0.2126, 0.7152, 0.0722] as const;

function lightGains({ exposure, temperature }: Adjustments): readonly [number, number, number] {
  const gains = [2 ** (temperature / 200), 1, 2 ** (-temperature / 200)] as const;
  const white = LUMINANCE[0] * gains[0] + LUMINANCE[1] * gains[1] + LUMINANCE[2] * gains[2];
  const scale = 2 ** exposure / white;
  return [gains[0] * scale, gains[1] * scale, gains[2] * scale];
}

/** What becomes of every level of a channel, from 0 to 1. */
function curve(adjustments: Adjustments, gain: number): Float64Array {
  const { blackPoint, whitePoint, gamma, brightness, contrast } = adjustments;
  const slope = Math.max(0, Math.tan((Math.PI * (contrast / 100 + 1)) / 4));
  // The formula of ImageMagick's -brightness-contrast.
  const intercept = brightness / 100 + ((100 - brightness) / 200) * (1 - slope);
  return Float64Array.from({ length: 256 }, (_, level) => {
    const own = level / 255;
    const light = gain === 1 ? own : clamp(fromLinear(own <= 0 ? 0 : toLinear(own) * gain));
    const stretched = clamp((255 * light - blackPoint) / (whitePoint - blackPoint));
    return clamp(slope * stretched ** (1 / gamma) + intercept);
  });
}

/** Changes colours in place; alpha stays. */
export function adjust({ data }: Pick<Rgba, 'data'>, adjustments: Adjustments): void {
  const [red, green, blue] = lightGains(adjustments).map((gain) => curve(adjustments, gain)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const { hue, saturation } = adjustments;
  if (hue !== 0 || saturation !== 0) {
    adjustColours(data, [red, green, blue], hue, 1 + saturation / 100);
    return;
  }
  const bytes = [red, green, blue].map((values) => Uint8Array.from(values, (value) => Math.round(255 * value)));
  for (let i = 0; i < data.length; i++) {
    const channel = i & 3;
    if (channel < 3) data[i] = bytes[channel]?.[data[i] ?? 0] ?? 0;
  }
}

function adjustColours(
  data: Uint8Array,
  [red, green, blue]: readonly [Float64Array, Float64Array, Float64Array],
  hue: number,
  saturation: number,
): void {
  for (let i = 0; i < data.length; i += 4) {
    const r = red[data[i] ?? 0] ?? 0;
    const g = green[data[i + 1] ?? 0] ?? 0;
    const b = blue[data[i + 2] ?? 0] ?? 0;
    const most = Math.max(r, g, b);
    const least = Math.min(r, g, b);
    const chroma = most - least;
    const lightness = (most + least) / 2;
    const widest = 1 - Math.abs(2 * lightness - 1);
    const wanted = widest === 0 ? 0 : Math.min(1, (saturation * chroma) / widest) * widest;
    const base = lightness - wanted / 2;
    const sector = chroma === 0 ? 0 : sectorOf(r, g, b, most, chroma) + hue / 60;
    for (let c = 0; c < 3; c++) {
      // The hexagon of HSL: each channel is at its most one sector around its own, and falls to both sides.
      const away = Math.abs(((((sector - 2 * c + 3) % 6) + 6) % 6) - 3);
      data[i + c] = Math.round(255 * (base + wanted * clamp(2 - away)));
    }
  }
}

/** Hue in sixths of the wheel: 0 red, 2 green, 4 blue. */
function sectorOf(r: number, g: number, b: number, most: number, chroma: number): number {
  if (most === r) return (g - b) / chroma;
  if (most === g) return 2 + (b - r) / chroma;
  return 4 + (r - g) / chroma;
}
