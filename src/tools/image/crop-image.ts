import { z } from 'zod';

import { defineTool, invalid, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { POSITIONS, type Position, shared } from '../../core/shared-options.js';
import { type CropPlan, cropPicture } from '../../engines/image/crop-picture.js';
import type { Picture } from '../../engines/image/picture.js';
import { colourFor, mostPixels, writePicture } from '../../engines/image/write-picture.js';
import { boxOf, isInside, type PixelBox, placedBox, ratioSize } from '../../lib/pictures/crop-box.js';
import type { Size } from '../../lib/pictures/fitted-size.js';
import {
  eachPicture,
  formatOption,
  PICTURE_FILES,
  PICTURE_NOTES,
  pictureFile,
  pictureRefusals,
  pictureReports,
  writeFormat,
} from './_pictures.js';

const MAX_SIDE = 100_000;
const SIDE = z.number().min(0).max(MAX_SIDE).default(0);
const RATIO = /^(\d{1,5}(?:\.\d{1,4})?) ?[:x×/] ?(\d{1,5}(?:\.\d{1,4})?)$/i;

interface BoxOptions {
  readonly width: number;
  readonly height: number;
  readonly box: readonly [left: number, top: number, width: number, height: number] | undefined;
  readonly unit: 'pixels' | 'percent';
  readonly position: Position | 'attention' | 'entropy';
  readonly trim: boolean;
  readonly trimThreshold: number;
}

function ratioOf(text: string): number | undefined {
  if (text === '') return undefined;
  const [, width, height] = RATIO.exec(text.trim()) ?? [];
  const ratio = Number(width) / Number(height);
  if (Number.isFinite(ratio) && ratio > 0) return ratio;
  throw invalid(`Option "ratio" must be two numbers above 0 such as "16:9", got ${quote(text)}`);
}

function parseBox(text: string): BoxOptions['box'] {
  const box = boxOf(text);
  if (text.trim() === '' || box !== undefined) return box;
  throw invalid(
    `Option "box" must be "x,y,width,height" such as "10,5,30,20"${text.includes('%') ? ', without % where "unit" is percent' : ''}, got ${quote(text)}`,
  );
}

function checkBox({ width, height, box, unit, trim }: BoxOptions, ratio: number | undefined): void {
  if (!trim && ratio === undefined && width === 0 && height === 0 && box === undefined) {
    throw invalid('Option "box", "width", "height", "ratio" or "trim" must be set');
  }
  if (unit === 'percent') return;
  for (const [name, value] of [
    ...Object.entries({ width, height }),
    ...(box ?? []).map((value) => ['box', value] as const),
  ]) {
    if (!Number.isInteger(value)) throw invalid(`Option "${name}" must be in whole pixels, got ${value}`);
  }
}

function checkStill({ name, frames }: Picture, { position, trim }: BoxOptions): void {
  if (frames > 1 && (trim || position === 'attention' || position === 'entropy')) {
    throw invalid(`Cannot crop picture ${quote(name)} by its content: it is animated, with ${frames} frames`);
  }
}

function planOf(picture: Picture, options: BoxOptions, ratio: number | undefined): CropPlan {
  const { box, position, trim, trimThreshold } = options;
  if (trim) return { kind: 'trim', threshold: trimThreshold };
  if (box !== undefined) {
    const [left, top, width, height] = box;
    const asked: PixelBox = {
      left: pixels(left, picture.width, options),
      top: pixels(top, picture.height, options),
      width: Math.max(1, pixels(width, picture.width, options)),
      height: Math.max(1, pixels(height, picture.height, options)),
    };
    refuseBeyond(picture, asked);
    return { kind: 'box', box: asked };
  }
  const size = ratio === undefined ? askedSize(picture, options) : ratioSize(picture, ratio);
  if (position === 'attention' || position === 'entropy') {
    refuseBeyond(picture, { left: 0, top: 0, ...size });
    return { kind: 'content', size, strategy: position };
  }
  const placed = placedBox(picture, size, position);
  refuseBeyond(picture, placed);
  return { kind: 'box', box: placed };
}

const pixels = (value: number, whole: number, { unit }: BoxOptions): number =>
  unit === 'percent' ? Math.round((value * whole) / 100) : value;

const askedSize = (picture: Picture, options: BoxOptions): Size => ({
  width: options.width === 0 ? picture.width : Math.max(1, pixels(options.width, picture.width, options)),
  height: options.height === 0 ? picture.height : Math.max(1, pixels(options.height, picture.height, options)),
});

function refuseBeyond(picture: Picture, box: PixelBox): void {
  if (isInside(picture, box)) return;
  const { left, top, width, height } = box;
  throw invalid(
    `Cannot crop picture ${quote(picture.name)}: the box is ${width} × ${height} at ${left}, ${top}, the picture ${picture.width} × ${picture.height} pixels`,
  );
}

export default defineTool({
  id: 'crop-image',
  title: 'Crop Image',
  summary: 'Crops images to a rectangle or an aspect ratio such as 16:9, or trims their plain border.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    box: ofKind(
      'image-box',
      z
        .string()
        .max(100)
        .default('')
        .describe('Rectangle "x,y,width,height" from the top left; empty to use width, height and position.'),
    ),
    width: ofKind('pixels', SIDE.describe('Width of the result; 0 for the full width.')),
    height: ofKind('pixels', SIDE.describe('Height of the result; 0 for the full height.')),
    unit: z
      .enum(['pixels', 'percent'])
      .default('pixels')
      .describe('Unit of box, width and height; pixels must be whole numbers.'),
    ratio: z
      .string()
      .max(20)
      .default('')
      .describe(
        'Aspect ratio such as 16:9 or 1:1 instead of width and height: the largest area of that shape is kept.',
      ),
    position: z
      .enum([...POSITIONS, 'attention', 'entropy'])
      .default('center')
      .describe('Part to keep; attention looks for skin, colour and detail, entropy for the busiest part.'),
    trim: z.boolean().default(false).describe('Removes a border in the colour of the top left corner instead.'),
    trimThreshold: z
      .number()
      .min(0)
      .max(255)
      .default(10)
      .describe('Colour difference that still counts as border, 0 to 255.'),
    format: formatOption(),
    keepMetadata: shared.keepMetadata(),
    quality: shared.quality(),
  },
  result: 'mixed',
  data: pictureReports(),
  notes: [
    ...PICTURE_NOTES,
    'A box that reaches beyond the image is refused. Trimming, attention and entropy take still images only.',
  ],
  aliases: ['cut image', 'trim image', 'crop to square', 'crop photo 16:9', 'image cropper', 'smart crop'],
  verified: ['ImageMagick 6.9 -crop: the same pixels for 20 boxes and with five gravities; -trim: the same box.'],
  examples: [
    {
      title: 'A box',
      options: { box: '10,5,30,20' },
      files: [{ name: 'photo.png', fixture: 'image/raster/photo.png' }],
      output: { text: null, files: [{ name: 'photo-30x20.png', mime: 'image/png' }] },
    },
    {
      title: 'The largest square at the right',
      options: { ratio: '1:1', position: 'center-right' },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      output: { text: null, files: [{ name: 'photo-48x48.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'Without the white border',
      options: { trim: true },
      files: [{ name: 'bordered.png', fixture: 'image/raster/bordered.png' }],
      output: { text: null, files: [{ name: 'bordered-20x16.png', mime: 'image/png' }] },
    },
    {
      title: 'Every frame of an animation, in percent',
      options: { width: 50, height: 50, unit: 'percent' },
      files: [{ name: 'blink.gif', fixture: 'image/raster/blink.gif' }],
      output: { text: null, files: [{ name: 'blink-8x6.gif', mime: 'image/gif' }] },
    },
    {
      title: 'Beyond the edge',
      options: { box: '40,0,30,48' },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot crop picture "photo.jpg": the box is 30 × 48 at 40, 0, the picture 64 × 48 pixels',
      },
    },
    {
      title: 'Nothing to crop by',
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      error: { code: 'INVALID_INPUT', message: 'Option "box", "width", "height", "ratio" or "trim" must be set' },
    },
    {
      title: 'An invalid aspect ratio',
      options: { ratio: '16-9' },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "ratio" must be two numbers above 0 such as "16:9", got "16-9"',
      },
    },
    {
      title: 'A fraction of a pixel',
      options: { width: 10.5 },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      error: { code: 'INVALID_INPUT', message: 'Option "width" must be in whole pixels, got 10.5' },
    },
    {
      title: 'Content-aware cropping of an animation',
      options: { ratio: '1:1', position: 'attention' },
      files: [{ name: 'blink.gif', fixture: 'image/raster/blink.gif' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot crop picture "blink.gif" by its content: it is animated, with 3 frames',
      },
    },
    ...pictureRefusals({ width: 1 }),
  ],
  async run({ files: uploads, options, signal }) {
    const ratio = ratioOf(options.ratio);
    const asked = { ...options, box: parseBox(options.box) };
    checkBox(asked, ratio);
    return await eachPicture(
      { files: uploads, signal },
      (picture) => mostPixels(writeFormat(options.format, picture)),
      async (picture) => {
        const format = writeFormat(options.format, picture);
        checkStill(picture, asked);
        const cropped = await cropPicture(picture, colourFor(format), planOf(picture, asked, ratio));
        const bytes = await writePicture(cropped.image, picture, {
          format,
          quality: options.quality,
          keepsMetadata: options.keepMetadata,
          size: cropped.size,
        });
        return pictureFile(picture, `-${cropped.size.width}x${cropped.size.height}`, format, bytes);
      },
    );
  },
});
