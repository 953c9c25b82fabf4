import { z } from 'zod';
import { defineTool, invalid, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { colorOption } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import type { Picture } from '../../engines/image/picture.js';
import { rotateRgba } from '../../engines/image/transform.js';
import { mostPixels } from '../../engines/image/write-picture.js';
import {
  drawTextBlock,
  TEXT_ALIGNMENTS,
  type TextBlock,
  type TextPaint,
  textBlockSize,
  textLayout,
} from '../../formats/pictures/text-picture.js';
import { draw } from '../../lib/pictures/rgba.js';
import { DRAWING_NOTES, drawnPicture, EVERY_FRAME, qualityOption, TEXT_NOTE, textOptions } from './_drawing.js';
import { eachPicture, formatOption, PICTURE_FILES, pictureReports, writeFormat } from './_pictures.js';

/** Of the shorter side: where the size of the letters is chosen, it begins here and goes down until the text fits. */
const MAX_PART = 1 / 9;
const SHRINKING = 0.92;
/** Of the height: a text takes more only where its letters would become too small. */
const USUAL_PART = 0.5;
const LEAST_FONT_SIZE = 4;
/** Around the lines on a background, in parts of the letters' size. */
const PADDING = 0.35;

interface Looks extends Pick<TextPaint, 'color' | 'stroke' | 'background' | 'align'> {
  readonly strokePercent: number;
  readonly wrapPercent: number;
  readonly angle: number;
}

interface Fitted {
  readonly block: TextBlock;
  readonly paint: TextPaint;
  readonly width: number;
  readonly height: number;
}

/** The text laid out for a picture at a size of its letters, and the room it takes when turned. */
function layOut(layout: (width: number) => TextBlock, looks: Looks, picture: Picture, fontSize: number): Fitted {
  const strokeWidth = looks.stroke.alpha === 0 ? 0 : (fontSize * looks.strokePercent) / 100;
  const paint = { ...looks, fontSize, strokeWidth, padding: fontSize * PADDING };
  const around = textBlockSize({ lines: [], width: 0, height: 0, ascent: 0, step: 0 }, paint).width;
  const block = layout(Math.max(0, (picture.width * looks.wrapPercent) / 100 - around) / fontSize);
  const { width, height } = textBlockSize(block, paint);
  const radians = (looks.angle * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))];
  return { block, paint, width: Math.ceil(cos * width + sin * height), height: Math.ceil(sin * width + cos * height) };
}

function fitted(layout: (width: number) => TextBlock, looks: Looks, picture: Picture, fontSize: number): Fitted {
  const isFitting = ({ width, height }: Fitted): boolean => width <= picture.width && height <= picture.height;
  if (fontSize > 0) {
    const result = layOut(layout, looks, picture, fontSize);
    if (isFitting(result)) return result;
    throw invalid(
      `The text takes ${result.width} × ${result.height} pixels at "fontSize" ${fontSize}, picture ${quote(picture.name)} has ${picture.width} × ${picture.height}`,
    );
  }
  const first = Math.max(LEAST_FONT_SIZE, Math.min(picture.width, picture.height) * MAX_PART);
  for (const part of [USUAL_PART, 1]) {
    for (let size = first; size >= LEAST_FONT_SIZE; size *= SHRINKING) {
      const result = layOut(layout, looks, picture, size);
      if (isFitting(result) && result.height <= picture.height * part) return result;
    }
  }
  throw invalid(
    `The text does not fit into picture ${quote(picture.name)} of ${picture.width} × ${picture.height} pixels, even with letters of ${LEAST_FONT_SIZE} pixels`,
  );
}

export default defineTool({
  id: 'add-text-to-image',
  title: 'Add Text to Image',
  summary: 'Adds a caption, label or quote to images, wrapped, outlined and placed where you want.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    text: z.string().max(2000).default('').describe('The text; line breaks are kept, longer lines are wrapped.'),
    x: ofKind(
      'image-place',
      z
        .number()
        .min(0)
        .max(100)
        .default(50)
        .describe('Place from left to right in percent: 0 at the left side, 50 in the middle, 100 at the right side.'),
    ),
    y: z
      .number()
      .min(0)
      .max(100)
      .default(95)
      .describe('Place from top to bottom in percent: 0 at the top, 50 in the middle, 100 at the bottom.'),
    fontSize: ofKind(
      'pixels',
      z
        .number()
        .min(0)
        .max(2000)
        .default(0)
        .describe(
          'Size of the letters in pixels; 0 takes a ninth of the shorter side, or less where the text is long.',
        ),
    ),
    font: textOptions.font(),
    bold: textOptions.bold(),
    color: textOptions.color(),
    stroke: textOptions.stroke(),
    strokeWidth: z
      .number()
      .min(0)
      .max(30)
      .default(6)
      .describe('Width of the outline in percent of the size of the letters; 0 draws none.'),
    background: colorOption('transparent', 'Colour of a box behind the lines.'),
    align: z
      .enum(TEXT_ALIGNMENTS)
      .default('center')
      .describe('Side of the lines; auto is left, and right for Hebrew and Arabic.'),
    wrap: z
      .number()
      .min(5)
      .max(100)
      .default(90)
      .describe('Width in percent of the picture after which lines are wrapped.'),
    lineHeight: z
      .number()
      .min(0.7)
      .max(3)
      .default(1.25)
      .describe('From line to line, as a multiple of the size of the letters.'),
    angle: textOptions.angle(),
    format: formatOption(),
    quality: qualityOption(),
  },
  result: 'mixed',
  data: pictureReports(),
  notes: [
    'The whole text is in the picture, never cut: a size at which it does not fit is refused.',
    TEXT_NOTE,
    EVERY_FRAME,
    ...DRAWING_NOTES,
  ],
  aliases: [
    'caption',
    'write on picture',
    'text overlay',
    'meme text',
    'quote image',
    'label photo',
    'caption a picture',
    'meme maker',
    'write on a photo',
  ],
  verified: [
    'Tesseract 5.3 reads three wrapped lines back to the letter, and a text turned by 90 degrees after it was turned back.',
    'Texts at all four corners and in the middle: the box of changed pixels touches or centres there within 2 pixels.',
    'Nine scripts and emoji were looked at by hand.',
  ],
  examples: [
    {
      title: 'A caption at the bottom of a photo',
      options: { text: 'A quiet morning' },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      output: { text: null, files: [{ name: 'harbour-text.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'A label from right to left in a box at the top left of an animation',
      options: { text: 'שלום', x: 0, y: 0, background: '#00000080', stroke: 'transparent', font: 'sans', bold: true },
      files: [{ name: 'dots.webp', fixture: 'image/edit/dots.webp' }],
      output: { text: null, files: [{ name: 'dots-text.webp', mime: 'image/webp' }] },
    },
    {
      title: 'No text',
      options: { text: ' \n' },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      error: { code: 'INVALID_INPUT', message: 'Option "text" must not be blank' },
    },
    {
      title: 'Letters that no font here has',
      options: { text: 'cuneiform 𒀀' },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      error: { code: 'INVALID_INPUT', message: 'Option "text" must have letters that can be drawn, got "𒀀"' },
    },
    {
      title: 'Letters that are too large',
      options: { text: 'Hi', fontSize: 100, strokeWidth: 0, wrap: 100 },
      files: [{ name: 'dots.gif', fixture: 'image/edit/dots.gif' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'The text takes 75 × 262 pixels at "fontSize" 100, picture "dots.gif" has 40 × 30',
      },
    },
  ],
  async run({ files: uploads, options, signal }) {
    const { text, font, bold, x, y, fontSize, lineHeight } = options;
    if (text.trim() === '') throw invalid('Option "text" must not be blank');
    const looks = {
      color: parseColor('color', options.color),
      stroke: parseColor('stroke', options.stroke),
      background: parseColor('background', options.background),
      align: options.align,
      strokePercent: options.strokeWidth,
      wrapPercent: options.wrap,
      angle: options.angle,
    };
    const layout = textLayout({ text: text.trim(), style: font, isBold: bold }, 'text', lineHeight);
    const limitOf = (picture: Picture): number => mostPixels(writeFormat(options.format, picture));
    return await eachPicture({ files: uploads, signal }, limitOf, async (picture) => {
      const { block, paint } = fitted(layout, looks, picture, fontSize);
      const label = await rotateRgba(drawTextBlock(block, paint), looks.angle);
      const left = Math.round((x / 100) * (picture.width - label.width));
      const top = Math.round((y / 100) * (picture.height - label.height));
      const settings = { format: writeFormat(options.format, picture), quality: options.quality };
      return await drawnPicture(picture, settings, '-text', (frame) => draw(frame, label, { left, top }));
    });
  },
});
