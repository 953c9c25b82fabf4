import { z } from 'zod';

import { defineTool, invalid, quote } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { type CropPlan, cropPicture } from '../../engines/image/crop-picture.js';
import type { Picture } from '../../engines/image/picture.js';
import { colourFor, mostPixels, writePicture } from '../../engines/image/write-picture.js';
import { type BoxGravity, isInside, type PixelBox, placedBox, ratioSize } from '../../lib/pictures/crop-box.js';
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
const GRAVITIES = [
  'center',
  'north',
  'south',
  'east',
  'west',
  'north-east',
  'north-west',
  'south-east',
  'south-west',
] as const;

const RATIO = /^(\d{1,5}(?:\.\d{1,4})?):(\d{1,5}(?:\.\d{1,4})?)$/;

interface BoxOptions {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly unit: 'pixels' | 'percent';
  readonly gravity: BoxGravity | 'attention' | 'entropy';
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

function checkBox(options: BoxOptions, ratio: number | undefined): void {
  const { width, height, left, top, unit, trim } = options;
  if (!trim && ratio === undefined && width === 0 && height === 0) {
    throw invalid('Option "width", "height", "ratio" or "trim" must say what to cut');
  }
  for (const [name, value] of Object.entries({ width, height, left, top })) {
    if (unit === 'pixels' && !Number.isInteger(value)) {
      throw invalid(`Option "${name}" must be a whole number of pixels, got ${value}`);
    }
    if (value < 0 && value !== -1) throw invalid(`Option "${name}" must be -1 or at least 0, got ${value}`);
  }
}

function checkStill({ name, frames }: Picture, { gravity, trim }: BoxOptions): void {
  if (frames > 1 && (trim || gravity === 'attention' || gravity === 'entropy')) {
    throw invalid(`Cannot crop picture ${quote(name)} by its content: it is animated, with ${frames} frames`);
  }
}

function planOf(picture: Picture, options: BoxOptions, ratio: number | undefined): CropPlan {
  const { gravity, trim, trimThreshold } = options;
  if (trim) return { kind: 'trim', threshold: trimThreshold };
  const size = ratio === undefined ? askedSize(picture, options) : ratioSize(picture, ratio);
  if (gravity === 'attention' || gravity === 'entropy') {
    refuseBeyond(picture, { left: 0, top: 0, ...size });
    return { kind: 'content', size, strategy: gravity };
  }
  const box = placedBox(picture, size, gravity, {
    left: options.left < 0 ? undefined : pixels(options.left, picture.width, options),
    top: options.top < 0 ? undefined : pixels(options.top, picture.height, options),
  });
  refuseBeyond(picture, box);
  return { kind: 'box', box };
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
  summary: 'Cuts pictures to a box, to a shape such as 16:9, or to what is inside their plain border.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    width: z.number().min(0).max(MAX_SIDE).default(0).describe('Width of the box; 0 is all.'),
    height: z.number().min(0).max(MAX_SIDE).default(0).describe('Height of the box; 0 is all.'),
    left: z.number().min(-1).max(MAX_SIDE).default(-1).describe('Left edge of the box; -1 leaves it to "gravity".'),
    top: z.number().min(-1).max(MAX_SIDE).default(-1).describe('Top edge of the box; -1 leaves it to "gravity".'),
    unit: z
      .enum(['pixels', 'percent'])
      .default('pixels')
      .describe('What the box is measured in; pixels are whole numbers.'),
    ratio: z
      .string()
      .max(20)
      .default('')
      .describe('Shape of the largest box, such as 16:9 or 1:1, instead of width and height.'),
    gravity: z
      .enum([...GRAVITIES, 'attention', 'entropy'])
      .default('center')
      .describe('Where the box lies; attention looks for skin, colour and detail, entropy for the busiest part.'),
    trim: z.boolean().default(false).describe('Cuts off a border of the colour of the corner at the top left instead.'),
    trimThreshold: z
      .number()
      .min(0)
      .max(255)
      .default(10)
      .describe('Difference of colour that still counts as border, of 255.'),
    format: formatOption(),
    quality: shared.quality(),
  },
  result: 'mixed',
  data: pictureReports(),
  notes: [
    ...PICTURE_NOTES,
    'A box that reaches beyond the picture is refused. Trimming, attention and entropy take still pictures only.',
    'Metadata other than the profile is left out.',
  ],
  aliases: [
    'cut image',
    'trim image',
    'crop to square',
    'crop photo 16:9',
    'remove white border',
    'image cropper',
    'smart crop',
  ],
  verified: ['ImageMagick 6.9 -crop: the same pixels for 20 boxes and with five gravities; -trim: the same box.'],
  examples: [
    {
      title: 'A box',
      options: { left: 10, top: 5, width: 30, height: 20 },
      files: [{ name: 'photo.png', fixture: 'image/raster/photo.png' }],
      output: { text: null, files: [{ name: 'photo-30x20.png', mime: 'image/png' }] },
    },
    {
      title: 'The largest square at the right',
      options: { ratio: '1:1', gravity: 'east' },
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
      options: { left: 40, width: 30 },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot crop picture "photo.jpg": the box is 30 × 48 at 40, 0, the picture 64 × 48 pixels',
      },
    },
    {
      title: 'No box',
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      error: { code: 'INVALID_INPUT', message: 'Option "width", "height", "ratio" or "trim" must say what to cut' },
    },
    {
      title: 'A shape that is none',
      options: { ratio: '16x9' },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "ratio" must be two numbers above 0 such as "16:9", got "16x9"',
      },
    },
    {
      title: 'Parts of pixels',
      options: { width: 10.5 },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      error: { code: 'INVALID_INPUT', message: 'Option "width" must be a whole number of pixels, got 10.5' },
    },
    {
      title: 'An animation where one picture is looked at',
      options: { ratio: '1:1', gravity: 'attention' },
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
    checkBox(options, ratio);
    return await eachPicture(
      { files: uploads, signal },
      (picture) => mostPixels(writeFormat(options.format, picture)),
      async (picture) => {
        const format = writeFormat(options.format, picture);
        checkStill(picture, options);
        const cropped = await cropPicture(picture, colourFor(format), planOf(picture, options, ratio));
        const bytes = await writePicture(cropped.image, picture, {
          format,
          quality: options.quality,
          size: cropped.size,
        });
        return pictureFile(picture, `-${cropped.size.width}x${cropped.size.height}`, format, bytes);
      },
    );
  },
});
