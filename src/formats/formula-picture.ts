/** A formula as MathJax draws it, made a picture that stands alone. */

import { overLimit } from '../core/errors.js';
import { writeSvg } from '../lib/svg/sanitize.js';
import { openSvg } from './svg-document.js';

export interface PictureStyle {
  /** Height of an em in pixels. */
  readonly em: number;
  readonly color: string;
  /** Empty for none. */
  readonly background: string;
  /** Pixels on each side. */
  readonly padding: number;
}

export interface FormulaPicture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** Below the baseline, without the padding: how far to lower it in a line of text. */
  readonly depth: number;
  /** Characters that the fonts of the formula lack, and that another font draws. */
  readonly foreign: string;
}

/** Units of MathJax: 1,000 to an em; an ex of 0.442 em. */
const UNITS = 1000;
const EX = 0.442;
/** Space beside a formula with a tag, as much as between two columns. */
const TAG_SPACE = 4;
const MAX_SIDE = 20_000;

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Size and origin in units of the drawing; with a tag it says a least width only. */
function boxOf(drawn: string) {
  const [, box] = /^<svg[^>]*? viewBox="([^"]*)"/.exec(drawn) ?? [];
  if (box !== undefined) {
    const [x = 0, y = 0, width = 0, height = 0] = box.split(' ').map(Number);
    return { x, y, width, height, perEm: UNITS };
  }
  const [, least = '0'] = /min-width: ([\d.]+)ex/.exec(drawn) ?? [];
  const [, high = '0'] = /^<svg[^>]*? height="([\d.]+)ex"/.exec(drawn) ?? [];
  // Drawn for an ex of 8 pixels.
  return { x: 0, y: 0, width: 8 * (Number(least) + TAG_SPACE), height: 8 * Number(high), perEm: 8 / EX };
}

/** Throws LIMIT_EXCEEDED where it is larger than any. `drawn` comes from the engine. */
export function formulaPicture(
  drawn: string,
  label: string,
  { em, color, background, padding }: PictureStyle,
): FormulaPicture {
  const { x, y, width, height, perEm } = boxOf(drawn);
  const scale = em / perEm;
  const [wide, high] = [width * scale + 2 * padding, height * scale + 2 * padding];
  if (Math.max(wide, high) > MAX_SIDE)
    throw overLimit(
      `The picture of ${label} must have at most ${MAX_SIDE} pixels a side, got ${Math.ceil(wide)} × ${Math.ceil(high)}`,
    );
  const [, lowered = '0'] = /vertical-align: (-?[\d.]+)ex/.exec(drawn) ?? [];
  const inside = drawn
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>$/, '')
    .replace(/ data-[\w-]+="[^"]*"/g, '')
    .replaceAll('currentColor', color);
  // Percentages of a formula with a tag are shares of the drawing without its padding.
  const placed = perEm === UNITS ? inside : `<svg x="0" y="0" width="${width}" height="${height}">${inside}</svg>`;
  const frame = [x - padding / scale, y - padding / scale, wide / scale, high / scale].map(rounded);
  const [left = 0, top = 0, across = 0, down = 0] = frame;
  const behind =
    background === '' ? '' : `<rect x="${left}" y="${top}" width="${across}" height="${down}" fill="${background}"/>`;
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${rounded(wide)}" height="${rounded(high)}" viewBox="${frame.join(' ')}">${behind}${placed}</svg>`;
  const clean = openSvg({ text: whole, label });
  const foreign = [...whole.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text).join('');
  return {
    svg: writeSvg(clean.root),
    width: rounded(wide),
    height: rounded(high),
    depth: rounded(-Number(lowered) * EX * em),
    foreign,
  };
}
