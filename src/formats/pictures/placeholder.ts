import { invalid } from '../../core/errors.js';
import { type Color, hexColor } from '../../engines/colors.js';
import type { FontStyle } from '../../engines/fonts.js';
import { escapeXmlText } from '../../lib/xml/references.js';
import { letterPaths, type TextBlock, textLayout } from './text-picture.js';

export interface Placeholder {
  readonly width: number;
  readonly height: number;
  /** Empty for none. */
  readonly text: string;
  readonly font: FontStyle;
  readonly isBold: boolean;
  /** In pixels; 0 for as large as looks well. */
  readonly fontSize: number;
  readonly background: Color;
  readonly color: Color;
  /** Lines from corner to corner and around, as in wireframes. */
  readonly hasCross: boolean;
}

/** Parts of the sides that a text takes at most, and of the shorter side that its letters have. Chosen by eye. */
const TEXT_WIDTH = 0.84;
const TEXT_HEIGHT = 0.7;
const LETTER_PART = 0.2;
const LEAST_SIZE = 4;
/** Letters of a small image may take more of it up to this size. */
const READABLE_SIZE = 12;
const SHRINKING = 0.94;
const LINE_HEIGHT = 1.25;
/** Of the shorter side. */
const LINE_PART = 0.004;

/** The picture as an SVG whose letters are outlines, so that it looks the same everywhere; `ground` is below a see-through background. */
export function placeholderSvg(picture: Placeholder, ground = ''): { readonly svg: string; readonly fontSize: number } {
  const { width, height, background, color } = picture;
  const parts = [ground, `<rect width="${width}" height="${height}"${paint('fill', background)}/>`];
  if (picture.hasCross) parts.push(crossOf(picture));
  let fontSize = 0;
  if (picture.text !== '') {
    const laid = fitted(picture);
    fontSize = laid.fontSize;
    const left = (width * (1 - laid.part)) / 2;
    const top = (height - laid.block.height * fontSize) / 2;
    const letters = letterPaths(laid.block, { fontSize, align: 'center' }, { left, top, width: width * laid.part });
    parts.push(`<g${paint('fill', color)}>${letters}</g>`);
  }
  const title = picture.text === '' ? '' : `<title>${escapeXmlText(picture.text)}</title>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">${title}${parts.join('')}</svg>\n`;
  return { svg, fontSize };
}

/** White below what is written without transparency. */
export const whiteGround = ({ width, height }: Placeholder): string =>
  `<rect width="${width}" height="${height}" fill="#ffffff"/>`;

function paint(kind: 'fill' | 'stroke', color: Color): string {
  const opacity = color.alpha === 1 ? '' : ` ${kind}-opacity="${Number(color.alpha.toFixed(4))}"`;
  return ` ${kind}="${hexColor({ ...color, alpha: 1 })}"${opacity}`;
}

function crossOf({ width, height, color }: Placeholder): string {
  const line = Math.max(1, Math.min(width, height) * LINE_PART);
  const faint = paint('stroke', { ...color, alpha: color.alpha * 0.4 });
  const [right, bottom] = [width - line / 2, height - line / 2];
  return `<path d="M${line / 2} ${line / 2}H${right}V${bottom}H${line / 2}ZL${right} ${bottom}M${right} ${line / 2}L${line / 2} ${bottom}" fill="none"${faint} stroke-width="${line}"/>`;
}

interface Fitted {
  readonly block: TextBlock;
  readonly fontSize: number;
  /** Of the width, for the lines. */
  readonly part: number;
}

/** Throws INVALID_INPUT where the text does not fit. */
function fitted({ width, height, text, font, isBold, fontSize }: Placeholder): Fitted {
  const layout = textLayout({ text, style: font, isBold }, 'text', LINE_HEIGHT);
  const at = (size: number, part: number): Fitted => ({ block: layout((width * part) / size), fontSize: size, part });
  if (fontSize > 0) {
    const fixed = at(fontSize, 1);
    if (isWithin(fixed, width, height)) return fixed;
    throw invalid(
      `The text takes ${Math.ceil(fixed.block.width * fontSize)} × ${Math.ceil(fixed.block.height * fontSize)} pixels at "fontSize" ${fontSize}, the image has ${width} × ${height}`,
    );
  }
  const first = Math.max(LEAST_SIZE, Math.min(width, height) * LETTER_PART, Math.min(READABLE_SIZE, height * 0.6));
  // A short text stays on one line, where that does not make it much smaller.
  const single = layout(Number.POSITIVE_INFINITY);
  const size = Math.min(first, (width * TEXT_WIDTH) / single.width);
  if (size >= Math.max(LEAST_SIZE, first / 3) && single.height * size <= height * TEXT_HEIGHT)
    return { block: single, fontSize: size, part: TEXT_WIDTH };
  for (const part of [TEXT_WIDTH, 1]) {
    for (let tried = first; tried >= LEAST_SIZE; tried *= SHRINKING) {
      const laid = at(tried, part);
      if (isWithin(laid, width * part, height * (part === 1 ? 1 : TEXT_HEIGHT))) return laid;
    }
  }
  throw invalid(`The text does not fit into ${width} × ${height} pixels, even with letters of ${LEAST_SIZE} pixels`);
}

const isWithin = ({ block, fontSize }: Fitted, width: number, height: number): boolean =>
  block.width * fontSize <= width + 1e-6 && block.height * fontSize <= height;
