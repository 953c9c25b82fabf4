import { type Color, hexColor } from '../../engines/colors.js';
import { drawOwnSvg } from '../../engines/svg/resvg.js';
import { openShaper, type ShapedLine, type TextFace } from '../../engines/text/shaping.js';
import { draw, emptyRgba, fill, type Rgba } from '../../lib/pictures/rgba.js';
import { wrapText } from '../../lib/text/text-layout.js';

/** Sides of a block of lines; `auto` is where its script begins. */
export const TEXT_ALIGNMENTS = ['auto', 'left', 'center', 'right'] as const;

export type TextAlignment = (typeof TEXT_ALIGNMENTS)[number];

/** Lines of a text at a size of 1. */
export interface TextBlock {
  readonly lines: readonly (ShapedLine & { readonly isRightToLeft: boolean })[];
  readonly width: number;
  readonly height: number;
  readonly ascent: number;
  /** From base line to base line. */
  readonly step: number;
}

/**
 * Measures a text once, to be laid out for several widths (in parts of the size; Infinity for no wrapping). `option` is what
 * the text came with. Throws INVALID_INPUT where it has a letter that no font has.
 */
export function textLayout(face: TextFace, option: string, lineHeight: number): (width: number) => TextBlock {
  const { ascent, descent, shapeLine, measure } = openShaper(face, option);
  return (width) => {
    const lines = wrapText(withoutControls(face.text), width, measure).map(({ text, isRightToLeft }) => ({
      ...shapeLine(text, isRightToLeft),
      isRightToLeft,
    }));
    return {
      lines,
      width: Math.max(...lines.map((line) => line.width)),
      height: ascent + descent + (lines.length - 1) * lineHeight,
      ascent,
      step: lineHeight,
    };
  };
}

const withoutControls = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '');

export interface TextPaint {
  /** Pixels. */
  readonly fontSize: number;
  readonly color: Color;
  readonly stroke: Color;
  /** Width of the outline in pixels, around the letters; 0 for none. */
  readonly strokeWidth: number;
  /** Behind the lines. */
  readonly background: Color;
  /** Around the lines where there is a background, in pixels. */
  readonly padding: number;
  readonly align: TextAlignment;
}

/** Width and height in pixels of what `drawTextBlock` draws, at most. */
export function textBlockSize(
  block: TextBlock,
  {
    fontSize,
    strokeWidth,
    background,
    padding,
  }: Pick<TextPaint, 'fontSize' | 'strokeWidth' | 'background' | 'padding'>,
): { readonly width: number; readonly height: number } {
  const around = 2 * (strokeWidth + (background.alpha === 0 ? 0 : Math.round(padding)));
  return {
    width: Math.ceil(block.width * fontSize + around),
    height: Math.ceil(block.height * fontSize + around),
  };
}

/** Drawn lines, as wide as their letters are, with outline and background. The caller bounds the size. */
export function drawTextBlock(block: TextBlock, paint: TextPaint): Rgba {
  const { fontSize, strokeWidth, background } = paint;
  // Letters may reach over their advance.
  const margin = Math.ceil(strokeWidth + fontSize / 4);
  const width = Math.ceil(block.width * fontSize) + 2 * margin;
  const height = Math.ceil(block.height * fontSize + 2 * strokeWidth);
  const drawn = drawOwnSvg(svgOf(block, paint, { width, height, margin }), { fit: { mode: 'original' } });
  const letters = trimmed({ width: drawn.width, height: drawn.height, data: drawn.rgba() });
  if (background.alpha === 0) return letters;
  const padding = Math.round(paint.padding);
  const board = emptyRgba(letters.width + 2 * padding, letters.height + 2 * padding);
  fill(board, background);
  draw(board, letters, { left: padding, top: padding });
  return board;
}

interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

/** Where lines stand, in pixels. */
interface TextPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** The letters of lines as paths; `attributesOf` has what else a path of a scale says. */
export function letterPaths(
  { lines, ascent, step }: TextBlock,
  { fontSize, align }: Pick<TextPaint, 'fontSize' | 'align'>,
  { left, top, width }: TextPlace,
  attributesOf: (scale: number) => string = () => '',
): string {
  const paths: string[] = [];
  for (const [i, line] of lines.entries()) {
    const side = align === 'auto' ? (line.isRightToLeft ? 'right' : 'left') : align;
    const free = width - line.width * fontSize;
    const start = left + { left: 0, center: free / 2, right: free }[side];
    const base = top + (ascent + i * step) * fontSize;
    for (const { path, unit, x, y } of line.glyphs) {
      const scale = fontSize / unit;
      paths.push(
        `<path transform="translate(${start + x * fontSize} ${base + y * fontSize}) scale(${scale} ${-scale})"${attributesOf(scale)} d="${path}"/>`,
      );
    }
  }
  return paths.join('');
}

function svgOf(block: TextBlock, paint: TextPaint, { width, height, margin }: Sheet): string {
  const { color, stroke, strokeWidth } = paint;
  const place = { left: margin, top: strokeWidth, width: width - 2 * margin };
  // The outline is scaled with the letters.
  const letters = letterPaths(block, paint, place, (scale) =>
    strokeWidth === 0 ? '' : ` stroke-width="${(2 * strokeWidth) / scale}"`,
  );
  // All outlines are under all letters, so that none covers its neighbour.
  const outlines =
    strokeWidth === 0
      ? ''
      : `<g fill="none" stroke="${opaqueHex(stroke)}" stroke-linejoin="round" opacity="${stroke.alpha}">${letters}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${outlines}<g fill="${opaqueHex(color)}" stroke="none" opacity="${color.alpha}">${letters}</g></svg>`;
}

const opaqueHex = (color: Color): string => hexColor({ ...color, alpha: 1 });

/** Without empty columns at the sides; the height is that of the lines. */
function trimmed({ width, height, data }: Rgba): Rgba {
  let [left, right] = [width, 0];
  for (let y = 0, i = 3; y < height; y++) {
    for (let x = 0; x < width; x++, i += 4) {
      if (data[i] === 0) continue;
      if (x < left) left = x;
      if (x >= right) right = x + 1;
    }
  }
  if (right === 0) return emptyRgba(1, height);
  const rows = emptyRgba(right - left, height);
  for (let y = 0; y < height; y++) {
    rows.data.set(data.subarray(4 * (y * width + left), 4 * (y * width + right)), 4 * y * rows.width);
  }
  return rows;
}
