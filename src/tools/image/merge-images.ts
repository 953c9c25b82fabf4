import { z } from 'zod';

import { defineTool, file, type InputFile, invalid, overLimit, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { colorOption } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { frameOf, readFrames, writeFrames } from '../../engines/image/frames.js';
import { openPicture, type Picture } from '../../engines/image/picture.js';
import { MAX_PIXELS } from '../../engines/image/picture-size.js';
import { resizeRgba } from '../../engines/image/transform.js';
import { checkWritable, groundFor } from '../../engines/image/write-picture.js';
import type { Size } from '../../lib/pictures/fitted-size.js';
import { CELL_FITS, DIRECTIONS, type Place, placesOf, resizedSizes } from '../../lib/pictures/merge-layout.js';
import { BLEND_MODES, draw, emptyRgba, fill, type Rgba } from '../../lib/pictures/rgba.js';
import { roundCorners } from '../../lib/pictures/rounded.js';
import { DRAWING_NOTES, qualityOption } from './_drawing.js';
import { formatOption, PICTURE_FILES, pictureFile, writeFormat } from './_pictures.js';

/** Twenty photos of a telephone: they are decoded one after another. */
const MAX_PIXELS_OF_ALL = 250_000_000;

/** Opens still pictures, together no larger than what can be held. */
async function openAll(files: readonly InputFile[], signal: AbortSignal): Promise<Picture[]> {
  const pictures: Picture[] = [];
  let pixels = 0;
  for (const upload of files) {
    const picture = await openPicture(upload, signal);
    if (picture.frames > 1) {
      throw invalid(`Cannot merge picture ${quote(picture.name)}: it is animated, with ${picture.frames} frames`);
    }
    pixels += picture.width * picture.height;
    if (pixels > MAX_PIXELS_OF_ALL) {
      throw overLimit(
        `The pictures up to ${quote(picture.name)} have ${pixels} pixels in all, the limit is ${MAX_PIXELS_OF_ALL}`,
      );
    }
    pictures.push(picture);
  }
  return pictures;
}

async function drawnAt(picture: Picture, { width, height }: Size, isCropped: boolean, radius: number): Promise<Rgba> {
  const own = frameOf(await readFrames(picture), 0);
  const sized =
    own.width === width && own.height === height
      ? own
      : await resizeRgba(own, { width, height, fit: isCropped ? 'cover' : 'fill' });
  if (radius === 0) return sized;
  const rounded = { ...sized, data: sized.data.slice() };
  roundCorners(rounded, Math.min(radius, width / 2, height / 2));
  return rounded;
}

export default defineTool({
  id: 'merge-images',
  title: 'Merge Images',
  summary: 'Joins images side by side, in a column, a grid or a collage of rows, or on top of each other.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: { ...PICTURE_FILES, min: 2 },
  options: {
    direction: z
      .enum(DIRECTIONS)
      .default('horizontal')
      .describe(
        'How to join; rows is a collage in which each row fills the width; overlay places all others on the first, which sets the size of the result.',
      ),
    gap: z.number().multipleOf(1).min(0).max(500).default(0).describe('Pixels between images.'),
    align: z
      .enum(['start', 'center', 'end'])
      .default('center')
      .describe('Alignment of smaller images: start is top or left, end is bottom or right.'),
    resize: z
      .enum(['none', 'smallest', 'largest'])
      .default('none')
      .describe(
        'Scales all to the height (in a row) or width (in a column) of the smallest or largest, keeping proportions.',
      ),
    columns: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(20)
      .default(0)
      .describe('Columns of a grid, or about so many images in each of "rows"; 0 for about as many as rows.'),
    fit: z
      .enum(CELL_FITS)
      .default('contain')
      .describe('Images of a grid: contain shows them whole, cover crops them to fill cells, square to square cells.'),
    width: ofKind(
      'pixels',
      z
        .number()
        .multipleOf(1)
        .min(0)
        .max(20_000)
        .default(0)
        .describe(
          'Width of the result in pixels, not of overlays; 0 for as it comes, in rows that of the widest image.',
        ),
    ),
    padding: z.number().multipleOf(1).min(0).max(500).default(0).describe('Pixels of background around all images.'),
    radius: ofKind(
      'pixels',
      z.number().min(0).max(5000).default(0).describe('Radius of the corners of each image in pixels; 0 for none.'),
    ),
    background: colorOption('#ffffff', 'Background colour of gaps and beside smaller images.'),
    blend: z.enum(BLEND_MODES).default('over').describe('Blend mode of overlays.'),
    opacity: z.number().min(0).max(1).default(1).describe('Opacity of overlays, 0 to 1.'),
    format: formatOption().describe('Format of the result; same as the first image by default.'),
    quality: qualityOption(),
  },
  result: 'files',
  notes: [
    'Animations are refused. At most 50 megapixels in the result and 250 in all images.',
    'Gaps and padding keep their size whatever "width" is. Rows keep the order of the uploads and are as alike in height as can be.',
    'Blend modes are those of W3C Compositing and Blending Level 1. "blend" and "opacity" apply to overlays only.',
    ...DRAWING_NOTES,
  ],
  aliases: [
    'combine images',
    'stitch pictures',
    'side by side',
    'photo collage',
    'collage maker',
    'photo grid',
    'contact sheet',
    'image grid',
    'append images',
    'before after image',
    'pictures side by side',
    'collage of two photos',
  ],
  verified: [
    'Collages of plain colours: where each image and gap begins and ends, calculated by hand, at every direction with and without a width.',
    'ImageMagick 6.9.11 +append, -append and montage: pixel-equal for rows, columns and grids of pictures of different sizes, at three alignments.',
    'ImageMagick 6.9.11 -compose: 11 blend modes within 2 of 255 on opaque pictures.',
  ],
  examples: [
    {
      title: 'Two images side by side',
      files: [
        { name: 'before.jpg', fixture: 'image/edit/scene.jpg' },
        { name: 'after.png', fixture: 'image/edit/product.png' },
      ],
      output: { text: null, files: [{ name: 'before-merged.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'A logo multiplied onto an image',
      options: { direction: 'overlay', blend: 'multiply', opacity: 0.8, format: 'png' },
      files: [
        { name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' },
        { name: 'logo.png', fixture: 'image/edit/logo.png' },
      ],
      output: { text: null, files: [{ name: 'harbour-merged.png', mime: 'image/png' }] },
    },
    {
      title: 'A collage of rows, 600 pixels wide',
      options: { direction: 'rows', width: 600, gap: 8, padding: 8, radius: 12, format: 'png' },
      files: [
        { name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' },
        { name: 'product.png', fixture: 'image/edit/product.png' },
        { name: 'again.jpg', fixture: 'image/edit/scene.jpg' },
      ],
      output: { text: null, files: [{ name: 'harbour-merged.png', mime: 'image/png' }] },
    },
    {
      title: 'A width too small for the gaps',
      options: { width: 20, gap: 30 },
      files: [
        { name: 'before.jpg', fixture: 'image/edit/scene.jpg' },
        { name: 'after.png', fixture: 'image/edit/product.png' },
      ],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "width" must be at least 32, for 2 images with "gap" and "padding", got 20',
      },
    },
    {
      title: 'An animation',
      files: [
        { name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' },
        { name: 'dots.gif', fixture: 'image/edit/dots.gif' },
      ],
      error: { code: 'INVALID_INPUT', message: 'Cannot merge picture "dots.gif": it is animated, with 4 frames' },
    },
  ],
  async run({ files: uploads, options, signal }) {
    const asked = parseColor('background', options.background);
    const pictures = await openAll(uploads, signal);
    const [first] = pictures as [Picture, ...Picture[]];
    const { canvas, places } = placesOf(resizedSizes(pictures, options), options);
    if (canvas.width * canvas.height > MAX_PIXELS) {
      throw overLimit(`The result would have ${canvas.width} × ${canvas.height} pixels, the limit is ${MAX_PIXELS}`);
    }
    const settings = { format: writeFormat(options.format, first), quality: options.quality, size: canvas };
    checkWritable(first, settings);
    const background = groundFor(settings.format, asked);
    const result = emptyRgba(canvas.width, canvas.height);
    const isOverlay = options.direction === 'overlay';
    if (!isOverlay) fill(result, background);
    for (const [i, picture] of pictures.entries()) {
      const place = places[i] as Place;
      const { blend, opacity } = isOverlay && i > 0 ? options : ({ blend: 'over', opacity: 1 } as const);
      const isCropped = options.direction === 'grid' && options.fit !== 'contain';
      draw(result, await drawnAt(picture, place, isCropped, options.radius), { ...place, blend, opacity });
    }
    const frames = { ...canvas, count: 1, stack: result.data, delays: [], loop: 0 };
    const { name, mime, bytes } = pictureFile(
      first,
      '-merged',
      settings.format,
      await writeFrames(frames, first, { ...settings, background }),
    );
    return file(name, mime, bytes);
  },
});
