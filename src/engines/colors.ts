import {
  clampChroma,
  colorsNamed,
  converter,
  differenceCiede2000,
  inGamut,
  nearest,
  parse,
  rgb,
  toGamut,
} from 'culori';

import { invalid, quote } from '../core/errors.js';

/** Red, green and blue 0–255, alpha 0–1. */
export interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly alpha: number;
}

/**
 * A colour option as CSS Color Module Level 4 writes colours: `#f00`, `#ff000080`, `rgb(255 0 0 / 50%)`, `hsl(…)`, a name, `transparent`.
 * Throws INVALID_INPUT naming the option.
 */
export function parseColor(option: string, text: string): Color {
  const color = findColor(text);
  if (color === undefined)
    throw invalid(`Option "${option}" must be a CSS colour such as "#ff0000", got ${quote(text)}`);
  return color;
}

/** A colour as `parseColor` reads it; `undefined` for another text. */
export function findColor(text: string): Color | undefined {
  const color = rgb(parseCss(text.trim().toLowerCase()));
  if (color === undefined) return undefined;
  const { r, g, b, alpha = 1 } = color;
  return { r: byte(r), g: byte(g), b: byte(b), alpha: Math.min(1, Math.max(0, alpha)) };
}

/** `undefined` where it is not a colour. */
function parseCss(text: string): ReturnType<typeof parse> {
  try {
    return parse(text);
  } catch (error) {
    // The package's parser runs past the end of texts such as "lab(0", where it should say that they are not colours.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Colours outside sRGB get the nearest channel values. */
const byte = (value: number): number => Math.round(255 * Math.min(1, Math.max(0, value)));

const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0');

/** `#rrggbb`, or `#rrggbbaa` where it is not opaque. */
export const hexColor = ({ r, g, b, alpha }: Color): string =>
  `#${hex(r)}${hex(g)}${hex(b)}${alpha < 1 ? hex(255 * alpha) : ''}`;

/** A colour as it looks on white: opaque. */
export const onWhite = ({ r, g, b, alpha }: Color): Color => {
  const mixed = (value: number) => Math.round(255 + (value - 255) * alpha);
  return { r: mixed(r), g: mixed(g), b: mixed(b), alpha: 1 };
};

const nearestNames = nearest(Object.keys(colorsNamed), differenceCiede2000());

/** The name of CSS whose colour is nearest to one of 8 bits a channel, by CIEDE2000. */
export function nearestColorName(r: number, g: number, b: number): string {
  const [name = 'black'] = nearestNames({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 }, 1);
  return name;
}

/** Notations of colours that are read and written; CMYK without a profile. */
export const COLOR_NOTATIONS = [
  'hex',
  'rgb',
  'hsl',
  'hsv',
  'hwb',
  'lab',
  'lch',
  'oklab',
  'oklch',
  'xyz',
  'xyz-d50',
  'p3',
  'rec2020',
  'a98',
  'prophoto',
  'srgb-linear',
  'cmyk',
  'name',
  'ansi',
  'int',
] as const;
export type ColorNotation = (typeof COLOR_NOTATIONS)[number];

/** A colour of any space, as it was read. */
export type AnyColor = NonNullable<ReturnType<typeof parse>>;

const numberAt = (parts: readonly string[], index: number, full: number): number => {
  const part = parts[index] ?? '';
  return part.endsWith('%') ? Number(part.slice(0, -1)) / 100 : Number.parseFloat(part) / full;
};

/** Forms beside CSS: hex digits alone, `0xff0000`, `255, 0, 0`, `hsv(…)`, `cmyk(…)`. */
function readLoose(text: string): AnyColor | undefined {
  if (/^(?:0x)?(?:[\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/.test(text))
    return parseCss(`#${text.replace('0x', '')}`);
  const [, name = '', inside = ''] =
    /^([a-z-]*)\s*\(?([\d\s.,%/°+-]+|[\d\s.,%/+-]+deg[\d\s.,%/+-]+)\)?$/.exec(text) ?? [];
  const parts = inside.split(/[\s,/]+/).filter((part) => part !== '');
  if (parts.some((part) => !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:%|deg|°)?$/.test(part))) return undefined;
  const alpha = (index: number) =>
    parts.length > index ? { alpha: Math.min(1, Math.max(0, numberAt(parts, index, 1))) } : {};
  if ((name === '' || name === 'rgb') && parts.length === 3)
    return { mode: 'rgb', r: numberAt(parts, 0, 255), g: numberAt(parts, 1, 255), b: numberAt(parts, 2, 255) };
  if ((name === 'hsv' || name === 'hsb' || name === 'hsva') && (parts.length === 3 || parts.length === 4))
    return {
      mode: 'hsv',
      h: numberAt(parts, 0, 1),
      s: numberAt(parts, 1, 100),
      v: numberAt(parts, 2, 100),
      ...alpha(3),
    };
  if ((name === 'cmyk' || name === 'device-cmyk') && (parts.length === 4 || parts.length === 5)) {
    const scale = parts.some((part) => Number.parseFloat(part) > 1) ? 100 : 1;
    const [c, m, y, k] = [0, 1, 2, 3].map((i) => Math.min(1, Math.max(0, numberAt(parts, i, scale)))) as [
      number,
      number,
      number,
      number,
    ];
    return { mode: 'rgb', r: (1 - c) * (1 - k), g: (1 - m) * (1 - k), b: (1 - y) * (1 - k), ...alpha(4) };
  }
  return undefined;
}

const MAX_VALUE = 100_000;

/** CSS Color 4, 5.1: channels of rgb() beyond their range are clamped when they are read; those of color(srgb …) are not. */
function clamped(text: string, color: AnyColor | undefined): AnyColor | undefined {
  if (color?.mode !== 'rgb' || !/^rgba?\(/.test(text)) return color;
  const [r, g, b] = [color.r, color.g, color.b].map((value) => Math.min(1, Math.max(0, value ?? 0))) as [
    number,
    number,
    number,
  ];
  return { ...color, r, g, b };
}

/** A colour as CSS Color Module Level 4 and designers write it; `undefined` where it is none. */
export function readColor(text: string): AnyColor | undefined {
  const plain = text.trim().toLowerCase().replace(/;$/, '');
  if (plain.length > 200) return undefined;
  const color = clamped(plain, parseCss(plain) ?? readLoose(plain));
  // Values far beyond what is visible run over in the conversions.
  const isNumeric =
    color !== undefined &&
    Object.values(color).every((value) => typeof value !== 'number' || Math.abs(value) <= MAX_VALUE);
  return isNumeric ? color : undefined;
}

const MAPPED = toGamut('rgb', 'oklch');
const isSrgb = inGamut('rgb');
const SLACK = 1e-6;

export interface SrgbColor extends Color {
  /** The colour itself is outside of sRGB; this is the nearest by the gamut mapping of CSS Color 4. */
  readonly isMapped: boolean;
}

/** In sRGB; what is outside loses chroma in OKLCH until it fits. */
export function srgbOf(color: AnyColor): SrgbColor {
  const exact = rgb(color);
  const channels = [exact.r, exact.g, exact.b];
  const isMapped = !isSrgb(color) && channels.some((value) => value < -SLACK || value > 1 + SLACK);
  const { r, g, b } = isMapped ? rgb(MAPPED(color)) : exact;
  const alpha = Math.min(1, Math.max(0, color.alpha ?? 1));
  return { r: byte(r), g: byte(g), b: byte(b), alpha, isMapped };
}

const toHsl = converter('hsl');
const toHsv = converter('hsv');
const toHwb = converter('hwb');
const toLab = converter('lab');
const toLch = converter('lch');
const toOklab = converter('oklab');
const toOklch = converter('oklch');
const toXyz65 = converter('xyz65');
const toXyz50 = converter('xyz50');
const toP3 = converter('p3');
const toRec2020 = converter('rec2020');
const toA98 = converter('a98');
const toProphoto = converter('prophoto');
const toLinear = converter('lrgb');

/** Levels of the 6 × 6 × 6 cube of xterm. */
const CUBE = [0, 95, 135, 175, 215, 255];

/** The nearest of the 240 fixed colours of xterm, by its cube and its greys. */
function ansiIndex(r: number, g: number, b: number): number {
  const step = (value: number): number =>
    CUBE.reduce((best, level, i) => (Math.abs(level - value) < Math.abs((CUBE[best] ?? 0) - value) ? i : best), 0);
  const [x, y, z] = [step(r), step(g), step(b)];
  const gray = Math.min(23, Math.max(0, Math.round(((r + g + b) / 3 - 8) / 10)));
  const far = (one: number, two: number, three: number): number => (one - r) ** 2 + (two - g) ** 2 + (three - b) ** 2;
  const level = 8 + 10 * gray;
  const isGray = far(level, level, level) < far(CUBE[x] ?? 0, CUBE[y] ?? 0, CUBE[z] ?? 0);
  return isGray ? 232 + gray : 16 + 36 * x + 6 * y + z;
}

/** A colour in every notation. `decimals`: of percentages and degrees; values from 0 to 1 have two more. */
export function writeColor(color: AnyColor, decimals: number): Readonly<Record<ColorNotation, string>> {
  const srgb = srgbOf(color);
  const { r, g, b, alpha } = srgb;
  const fixed = (value: number | undefined, places: number): string => {
    const written = Number((value ?? 0).toFixed(places));
    return String(written === 0 ? 0 : written);
  };
  const one = (value: number | undefined): string => fixed(value, decimals);
  const fine = (value: number | undefined): string => fixed(value, decimals + 2);
  const percent = (share: number | undefined): string => `${one(100 * (share ?? 0))}%`;
  // The hue of a grey, which is left by rounding alone, is powerless.
  const hue = (value: number | undefined, chroma: number, least: number): string =>
    value === undefined || chroma < least ? 'none' : one(((value % 360) + 360) % 360);
  const end = alpha < 1 ? ` / ${fixed(alpha, 4)}` : '';
  const inside: AnyColor = srgb.isMapped ? { mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 } : color;
  const [hsl, hsv, hwb] = [toHsl(inside), toHsv(inside), toHwb(inside)];
  const [lab, lch, okl, okc] = [toLab(color), toLch(color), toOklab(color), toOklch(color)];
  const space = (name: string, values: readonly number[]): string =>
    `color(${name} ${values.map(fine).join(' ')}${end})`;
  const wide = (name: string, { r: red, g: green, b: blue }: { r: number; g: number; b: number }) =>
    space(name, [red, green, blue]);
  const [x65, x50] = [toXyz65(color), toXyz50(color)];
  const key = 1 - Math.max(r, g, b) / 255;
  const ink = (value: number): string => percent(key === 1 ? 0 : (1 - value / 255 - key) / (1 - key));
  const hex = hexColor(srgb);
  const exactName = Object.entries(colorsNamed).find(
    ([, value]) => value === Number.parseInt(hex.slice(1, 7), 16),
  )?.[0];
  const plainHue = (value: number | undefined): string => one(value ?? 0);
  return {
    hex,
    rgb: `rgb(${r} ${g} ${b}${end})`,
    hsl: `hsl(${plainHue(hsl.h)} ${percent(hsl.s)} ${percent(hsl.l)}${end})`,
    hsv: `hsv(${plainHue(hsv.h)} ${percent(hsv.s)} ${percent(hsv.v)}${end})`,
    hwb: `hwb(${plainHue(hwb.h)} ${percent(hwb.w)} ${percent(hwb.b)}${end})`,
    lab: `lab(${one(lab.l)} ${one(lab.a)} ${one(lab.b)}${end})`,
    lch: `lch(${one(lch.l)} ${one(lch.c)} ${hue(lch.h, lch.c, 0.015)}${end})`,
    oklab: `oklab(${fine(okl.l)} ${fine(okl.a)} ${fine(okl.b)}${end})`,
    oklch: `oklch(${fine(okc.l)} ${fine(okc.c)} ${hue(okc.h, okc.c, 0.00004)}${end})`,
    xyz: space('xyz-d65', [x65.x, x65.y, x65.z]),
    'xyz-d50': space('xyz-d50', [x50.x, x50.y, x50.z]),
    p3: wide('display-p3', toP3(color)),
    rec2020: wide('rec2020', toRec2020(color)),
    a98: wide('a98-rgb', toA98(color)),
    prophoto: wide('prophoto-rgb', toProphoto(color)),
    'srgb-linear': wide('srgb-linear', toLinear(color)),
    cmyk: `device-cmyk(${ink(r)} ${ink(g)} ${ink(b)} ${percent(key)}${end})`,
    name: alpha === 0 ? 'transparent' : alpha < 1 ? hex : (exactName ?? nearestColorName(r, g, b)),
    ansi: `\\e[38;5;${ansiIndex(r, g, b)}m`,
    int: String(r * 65_536 + g * 256 + b),
  };
}

const farFrom = differenceCiede2000();

/** CIEDE2000 between a colour and one of CSS's names, 0 for the same. */
export const distanceToName = (color: AnyColor, name: string): number => {
  const value = (colorsNamed as Readonly<Record<string, number>>)[name];
  return value === undefined
    ? 0
    : farFrom(color, { mode: 'rgb', r: (value >> 16) / 255, g: ((value >> 8) & 255) / 255, b: (value & 255) / 255 });
};

/** Lightness and chroma or saturation from 0 on, hue in degrees. */
export type Polar = readonly [lightness: number, chroma: number, hue: number];

/** OKLCH, or HSL with its lightness first, of 8-bit sRGB. The hue of greys is 0. */
export function polarOf({ r, g, b }: Pick<Color, 'r' | 'g' | 'b'>, space: 'oklch' | 'hsl'): Polar {
  const color: AnyColor = { mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 };
  if (space === 'hsl') {
    const { h = 0, s, l } = toHsl(color);
    return [l, s, h];
  }
  const { l, c, h = 0 } = toOklch(color);
  return [l, c, h];
}

/** 8-bit sRGB of OKLCH or HSL; what is outside loses chroma, and keeps lightness and hue to the digit. */
export function fromPolar([lightness, chroma, hue]: Polar, space: 'oklch' | 'hsl'): SrgbColor {
  const h = ((hue % 360) + 360) % 360;
  if (space === 'hsl') return srgbOf({ mode: 'hsl', h, s: chroma, l: lightness });
  const color: AnyColor = { mode: 'oklch', l: lightness, c: chroma, h };
  return { ...srgbOf(clampChroma(color, 'oklch')), isMapped: srgbOf(color).isMapped };
}

/** CIEDE2000 between two colours of 8 bits a channel, 0 for the same. */
export function colorDistance(
  one: readonly [number, number, number],
  other: readonly [number, number, number],
): number {
  const color = ([r, g, b]: readonly [number, number, number]): AnyColor => ({
    mode: 'rgb',
    r: r / 255,
    g: g / 255,
    b: b / 255,
  });
  return farFrom(color(one), color(other));
}
