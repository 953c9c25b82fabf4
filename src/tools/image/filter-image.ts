import { z } from 'zod';

import { defineTool, invalid, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { colorOption } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { frameOf, readFrames, writeFrames } from '../../engines/image/frames.js';
import type { Picture } from '../../engines/image/picture.js';
import { blurRgba } from '../../engines/image/transform.js';
import { checkWritable, mostPixels } from '../../engines/image/write-picture.js';
import { halftone } from '../../lib/picture-filters/halftone.js';
import { oilPaint } from '../../lib/picture-filters/oil-paint.js';
import { pixelArt } from '../../lib/picture-filters/pixel-art.js';
import { edges, emboss, sketch } from '../../lib/picture-filters/relief.js';
import { mixInto, tonePicture } from '../../lib/picture-filters/tone-picture.js';
import { duotone, grayscale, invert, posterize, sepia, solarize, threshold } from '../../lib/picture-filters/tones.js';
import { vignette } from '../../lib/picture-filters/vignette.js';
import type { Paint, Rgba } from '../../lib/pictures/rgba.js';
import { DRAWING_NOTES, EVERY_FRAME, qualityOption } from './_drawing.js';
import {
  eachPicture,
  formatOption,
  PICTURE_FILES,
  pictureFile,
  pictureRefusals,
  pictureReports,
  writeFormat,
} from './_pictures.js';

const FILTERS = [
  'grayscale',
  'sepia',
  'invert',
  'duotone',
  'posterize',
  'threshold',
  'solarize',
  'vignette',
  'emboss',
  'edges',
  'sketch',
  'halftone',
  'pixel-art',
  'oil-paint',
] as const;

type Filter = (typeof FILTERS)[number];

/** Size of 0, by filter: the shorter side of the image divided by so much, and the least that shows. */
const OWN_SIZES: Partial<Record<Filter, readonly [part: number, least: number]>> = {
  emboss: [1000, 1],
  edges: [1000, 1],
  sketch: [120, 3],
  halftone: [100, 5],
  'pixel-art': [72, 2],
  'oil-paint': [180, 2],
};

interface Look {
  readonly filter: Filter;
  readonly size: number;
  readonly levels: number;
  readonly colors: number;
  readonly levelPercent: number;
  readonly angle: number;
  readonly dark: Paint;
  readonly light: Paint;
}

function sizeOf({ filter, size }: Look, { width, height }: Rgba): number {
  const [part, least] = OWN_SIZES[filter] ?? [1, 1];
  return size === 0 ? Math.max(least, Math.round(Math.min(width, height) / part)) : size;
}

/** Neighbours that are further away stand for the pixels around them. */
const softened = (frame: Rgba, step: number): Promise<Rgba> | Rgba => (step > 1 ? blurRgba(frame, step / 2) : frame);

async function filtered(frame: Rgba, look: Look): Promise<Rgba> {
  const size = sizeOf(look, frame);
  switch (look.filter) {
    case 'grayscale':
      return tonePicture(frame, grayscale);
    case 'sepia':
      return tonePicture(frame, sepia);
    case 'invert':
      return tonePicture(frame, invert);
    case 'duotone':
      return tonePicture(frame, duotone(look.dark, look.light));
    case 'posterize':
      return tonePicture(frame, posterize(look.levels));
    case 'threshold':
      return tonePicture(frame, threshold(look.levelPercent));
    case 'solarize':
      return tonePicture(frame, solarize(look.levelPercent));
    case 'vignette':
      return vignette(frame);
    case 'emboss':
      return emboss(await softened(frame, size), size, look.angle);
    case 'edges':
      return edges(await softened(frame, size), size);
    case 'sketch':
      return sketch(frame, await blurRgba(frame, size));
    case 'halftone':
      return halftone(frame, size, look.angle);
    case 'pixel-art':
      return pixelArt(frame, size, look.colors);
    case 'oil-paint':
      return oilPaint(frame, size);
  }
}

function opaque(option: 'dark' | 'light', text: string): Paint {
  const color = parseColor(option, text);
  if (color.alpha < 1) throw invalid(`Option "${option}" must be opaque, got ${quote(text)}`);
  return color;
}

export default defineTool({
  id: 'filter-image',
  title: 'Filter Image',
  summary:
    'Applies a filter to images: greyscale, sepia, invert, duotone, vignette, sketch, halftone, pixel art and more.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    filter: z.enum(FILTERS).default('grayscale').describe('The filter.'),
    amountPercent: z
      .number()
      .min(0)
      .max(100)
      .default(100)
      .describe('Strength of the filter; 0 leaves the image as it is.'),
    size: ofKind(
      'pixels',
      z
        .number()
        .multipleOf(1)
        .min(0)
        .max(200)
        .default(0)
        .describe(
          'Pixels between dots of halftone, side of a cell of pixel-art, radius of oil-paint and sketch, distance of the neighbours for emboss and edges; 0 follows the image.',
        ),
    ),
    levels: z.number().multipleOf(1).min(2).max(64).default(4).describe('Levels per channel, for posterize.'),
    colors: z
      .number()
      .multipleOf(1)
      .min(2)
      .max(256)
      .default(16)
      .describe('Number of colours that are left of those of the cells.'),
    levelPercent: z
      .number()
      .min(0)
      .max(100)
      .default(50)
      .describe('Brightness in percent above which all is white, for threshold, or inverted, for solarize.'),
    angle: z
      .number()
      .min(-360)
      .max(360)
      .default(315)
      .describe(
        'Degrees clockwise: where the light of emboss comes from, counted from the top, and how the dots of halftone are turned.',
      ),
    dark: colorOption('#1b2a6b', 'Colour of the shadows, for duotone.'),
    light: colorOption('#ffe9b8', 'Colour of the highlights, for duotone.'),
    format: formatOption(),
    quality: qualityOption(),
  },
  result: 'mixed',
  data: pictureReports(),
  notes: [
    'Grayscale, sepia and invert are those of CSS. Vignette leaves the corners a quarter of their brightness.',
    'Edges is the Sobel operator and oil-paint the Kuwahara filter; sketch divides the greys by a blurred copy. Halftone dots have as much ink as the image is dark.',
    'Brightness is 0.2126 R + 0.7152 G + 0.0722 B of the sRGB values. Alpha is left as it is, except by pixel-art.',
    'To blur or pixelate a part, such as a face, use pixelate-image; for brightness, contrast and colours adjust-image.',
    EVERY_FRAME,
    ...DRAWING_NOTES,
  ],
  aliases: [
    'photo filter',
    'photo effects',
    'make a picture black and white',
    'grayscale image',
    'sepia',
    'invert colours',
    'negative image',
    'duotone',
    'posterise',
    'vignette',
    'emboss',
    'edge detection',
    'halftone',
    'pixel art',
    'pencil sketch',
    'oil painting',
    'solarise',
  ],
  verified: [
    'ImageMagick 6.9 on 4,096 colours and a photo: grayscale and sepia by the matrices of Filter Effects Level 1, invert, duotone, posterize, solarize and threshold, each sample within 1 of 255.',
    'ImageMagick: emboss lit from four sides within 3 of 255, sketch within 1 on average, cells of pixel-art. FFmpeg: vignette within 4, edges within 8.',
    'NumPy: oil-paint by the definition of Kuwahara, every pixel; distance and angle of halftone dots by their spectrum. Ten greys keep their tone within 2 of 255 as dots.',
  ],
  examples: [
    {
      title: 'A photo in greys',
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      output: { text: null, files: [{ name: 'harbour-grayscale.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'Newspaper dots',
      options: { filter: 'halftone', size: 6, format: 'png' },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      output: { text: null, files: [{ name: 'harbour-halftone.png', mime: 'image/png' }] },
    },
    {
      title: 'Every frame of an animation in two colours',
      options: { filter: 'duotone', dark: 'navy', light: 'gold' },
      files: [{ name: 'dots.gif', fixture: 'image/edit/dots.gif' }],
      output: { text: null, files: [{ name: 'dots-duotone.gif', mime: 'image/gif' }] },
    },
    {
      title: 'A colour that is not opaque',
      options: { filter: 'duotone', dark: '#00000080' },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      error: { code: 'INVALID_INPUT', message: 'Option "dark" must be opaque, got "#00000080"' },
    },
    ...pictureRefusals(),
  ],
  async run({ files: uploads, options, signal }) {
    const { filter, quality } = options;
    const look = { ...options, dark: opaque('dark', options.dark), light: opaque('light', options.light) };
    const limitOf = (picture: Picture): number => mostPixels(writeFormat(options.format, picture));
    return await eachPicture({ files: uploads, signal }, limitOf, async (picture) => {
      const format = writeFormat(options.format, picture);
      checkWritable(picture, { format });
      const frames = await readFrames(picture);
      for (let i = 0; i < frames.count; i += 1) {
        signal.throwIfAborted();
        const frame = frameOf(frames, i);
        mixInto(frame, await filtered(frame, look), options.amountPercent / 100);
      }
      return pictureFile(picture, `-${filter}`, format, await writeFrames(frames, picture, { format, quality }));
    });
  },
});
