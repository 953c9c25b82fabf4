import { colorsNamed, differenceCiede2000, nearest, parse, rgb } from 'culori';

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
  const color = rgb(parse(text.trim().toLowerCase()));
  if (color === undefined)
    throw invalid(`Option "${option}" must be a CSS colour such as "#ff0000", got ${quote(text)}`);
  const { r, g, b, alpha = 1 } = color;
  return { r: byte(r), g: byte(g), b: byte(b), alpha: Math.min(1, Math.max(0, alpha)) };
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
