import { z } from 'zod';
import { defineTool, type InputFile, invalid } from '../../core/index.js';
import { colorOption, POSITIONS } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { firstFrameOf } from '../../engines/image/frames.js';
import type { Picture } from '../../engines/image/picture.js';
import { resizeRgba, rotateRgba } from '../../engines/image/transform.js';
import { mostPixels } from '../../engines/image/write-picture.js';
import { drawTextBlock, textBlockSize, textLayout } from '../../formats/pictures/text-picture.js';
import { draw, type Rgba } from '../../lib/pictures/rgba.js';
import {
  DRAWING_NOTES,
  drawnPicture,
  EVERY_FRAME,
  placeAt,
  qualityOption,
  TEXT_NOTE,
  textOptions,
} from './_drawing.js';
import { eachPicture, formatOption, PICTURE_FILES, pictureReports, writeFormat } from './_pictures.js';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Draws the mark no larger than the size. */
type Stamp = (most: Size) => Promise<Rgba>;

/** Outline in parts of the letters' size. Chosen by eye. */
const STROKE = 0.04;
const LINE_HEIGHT = 1.3;

interface TextStampOptions {
  readonly text: string;
  readonly font: 'sans' | 'serif' | 'mono';
  readonly bold: boolean;
  readonly color: string;
  readonly stroke: string;
}

function textStamp({ text, font, bold, color, stroke }: TextStampOptions): Stamp {
  if (text.trim() === '') throw invalid('Option "text" must not be blank where "logo" is false');
  const block = textLayout(
    { text: text.trim(), style: font, isBold: bold },
    'text',
    LINE_HEIGHT,
  )(Number.POSITIVE_INFINITY);
  const paint = {
    color: parseColor('color', color),
    stroke: parseColor('stroke', stroke),
    background: parseColor('background', 'transparent'),
    padding: 0,
    align: 'auto',
  } as const;
  const strokePart = paint.stroke.alpha === 0 ? 0 : STROKE;
  const unit = textBlockSize(block, { ...paint, fontSize: 1000, strokeWidth: 1000 * strokePart });
  return async (most) => {
    const fontSize = 1000 * Math.min(most.width / unit.width, most.height / unit.height);
    return drawTextBlock(block, { ...paint, fontSize, strokeWidth: fontSize * strokePart });
  };
}

async function logoStamp(file: InputFile, signal: AbortSignal): Promise<Stamp> {
  const logo = await firstFrameOf(file, signal);
  return (most) => {
    const scale = Math.min(most.width / logo.width, most.height / logo.height);
    return resizeRgba(logo, {
      width: Math.max(1, Math.round(logo.width * scale)),
      height: Math.max(1, Math.round(logo.height * scale)),
    });
  };
}

/** The mark turned, with its unturned width as asked for, but never larger than the room. */
async function turnedMark(stamp: Stamp, width: number, room: Size, angle: number): Promise<Rgba> {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))];
  const first = await stamp({ width, height: room.height });
  const turned = { width: cos * first.width + sin * first.height, height: sin * first.width + cos * first.height };
  const scale = Math.min(1, room.width / turned.width, room.height / turned.height);
  const mark = scale === 1 ? first : await stamp({ width: first.width * scale, height: first.height * scale });
  return await rotateRgba(mark, angle);
}

/** Rows of marks, each second row by half a mark to the side. */
function drawTiles(frame: Rgba, mark: Rgba, opacity: number, gap: number): void {
  const [across, down] = [mark.width + gap, mark.height + gap];
  for (let row = 0, top = Math.round(gap / 2); top < frame.height; row++, top += down) {
    const start = row % 2 === 0 ? Math.round(gap / 2) : Math.round((gap - across) / 2);
    for (let left = start; left < frame.width; left += across) draw(frame, mark, { left, top, opacity });
  }
}

export default defineTool({
  id: 'watermark-image',
  title: 'Watermark Image',
  summary: 'Adds a text or logo watermark to images, in one place or tiled.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: { ...PICTURE_FILES, forAll: { which: 'last', when: { logo: true } } },
  options: {
    text: z.string().max(500).default('').describe('Watermark text; line breaks are kept.'),
    logo: z.boolean().default(false).describe('Uses the last file as a logo on the others instead of text.'),
    position: z
      .enum([...POSITIONS, 'tile'])
      .default('bottom-right')
      .describe('Position of the watermark; tile repeats it across the image.'),
    size: z
      .number()
      .min(1)
      .max(100)
      .default(30)
      .describe('Width of the watermark in percent of the image width; smaller if it would not fit.'),
    opacity: z.number().min(0).max(1).default(0.5).describe('Opacity of the watermark, 0 to 1.'),
    margin: z
      .number()
      .min(0)
      .max(40)
      .default(3)
      .describe('Margin, or gap between tiles, in percent of the shorter side.'),
    angle: textOptions.angle(),
    font: textOptions.font(),
    bold: textOptions.bold(),
    color: textOptions.color(),
    stroke: colorOption('#00000080', 'Colour of the outline of the letters.'),
    format: formatOption(),
    quality: qualityOption(),
  },
  result: 'mixed',
  data: pictureReports(),
  notes: [
    'A logo keeps its transparency and proportions; of an animated logo the first frame is used.',
    TEXT_NOTE,
    EVERY_FRAME,
    ...DRAWING_NOTES,
  ],
  aliases: [
    'add watermark',
    'logo on photo',
    'copyright text on picture',
    'stamp image',
    'batch watermark',
    'put a logo on photos',
    'copyright mark on a picture',
  ],
  verified: [
    'ImageMagick 6.9.11 composite: a logo at 9 places and half opacity, every sample within 1 of 255.',
    'Tesseract 5.3 reads a drawn text back; text of nine scripts was looked at by hand.',
    'Animated GIF, WebP and PNG: the mark is in every frame, delays and repetitions stay.',
  ],
  examples: [
    {
      title: 'A text in the corner of a photo',
      options: { text: '© Example' },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      output: { text: null, files: [{ name: 'harbour-watermarked.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'A logo over every frame of an animation, repeated',
      options: { logo: true, position: 'tile', size: 20, angle: -30 },
      files: [
        { name: 'dots.gif', fixture: 'image/edit/dots.gif' },
        { name: 'logo.png', fixture: 'image/edit/logo.png' },
      ],
      output: { text: null, files: [{ name: 'dots-watermarked.gif', mime: 'image/gif' }] },
    },
    {
      title: 'Text and logo are both missing',
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      error: { code: 'INVALID_INPUT', message: 'Option "text" must not be blank where "logo" is false' },
    },
    {
      title: 'A logo with nothing to put it on',
      options: { logo: true },
      files: [{ name: 'logo.png', fixture: 'image/edit/logo.png' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "logo" must come with at least 2 files, the last one the logo, got 1',
      },
    },
    {
      title: 'Letters that no font here has',
      options: { text: 'cuneiform 𒀀' },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      error: { code: 'INVALID_INPUT', message: 'Option "text" must have letters that can be drawn, got "𒀀"' },
    },
  ],
  async run({ files: uploads, options, signal }) {
    const { logo, position, size, opacity, angle } = options;
    if (logo && uploads.length < 2) {
      throw invalid(`Option "logo" must come with at least 2 files, the last one the logo, got ${uploads.length}`);
    }
    const pictures = logo ? uploads.slice(0, -1) : uploads;
    const stamp = logo ? await logoStamp(uploads.at(-1) ?? uploads[0], signal) : textStamp(options);
    const limitOf = (picture: Picture): number => mostPixels(writeFormat(options.format, picture));
    return await eachPicture({ files: pictures, signal }, limitOf, async (picture) => {
      const { width, height } = picture;
      const margin = Math.round((Math.min(width, height) * options.margin) / 100);
      const room = { width: Math.max(1, width - 2 * margin), height: Math.max(1, height - 2 * margin) };
      const mark = await turnedMark(stamp, Math.min((width * size) / 100, room.width), room, angle);
      const settings = { format: writeFormat(options.format, picture), quality: options.quality };
      return await drawnPicture(picture, settings, '-watermarked', (frame) => {
        if (position === 'tile') drawTiles(frame, mark, opacity, margin);
        else draw(frame, mark, { ...placeAt(position, frame, mark, margin), opacity });
      });
    });
  },
});
