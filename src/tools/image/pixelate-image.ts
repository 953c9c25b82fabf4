import { z } from 'zod';
import { defineTool, invalid, overLimit, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { colorOption } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { frameOf, readFrames, writeFrames } from '../../engines/image/frames.js';
import type { Picture } from '../../engines/image/picture.js';
import { blurRgba } from '../../engines/image/transform.js';
import { checkWritable, mostPixels } from '../../engines/image/write-picture.js';
import type { PixelBox } from '../../lib/pictures/crop-box.js';
import { cover, cutOut, mosaic, putBack } from '../../lib/pictures/hide.js';
import { parseRegions, wholeBlocks } from '../../lib/pictures/regions.js';
import type { Paint, Rgba } from '../../lib/pictures/rgba.js';
import { DRAWING_NOTES, EVERY_FRAME, qualityOption } from './_drawing.js';
import { eachPicture, formatOption, PICTURE_FILES, pictureFile, pictureReports, writeFormat } from './_pictures.js';

const MAX_REGIONS = 100;
/** Most pixels that the regions of all frames have together. */
const MAX_REGION_PIXELS = 400_000_000;
/** Most regions of all frames together; a blur takes about 3 ms for the smallest. */
const MAX_FRAME_REGIONS = 5000;
/** Largest unit in which JPEG stores colour: 16 × 16 pixels where it is halved (ITU-T T.81, A.2). */
const JPEG_BLOCK = 16;

const FAULTS = {
  form: 'must be "x,y,width,height" in pixels or percent',
  empty: 'must have a width and a height above 0',
  outside: 'must lie in the picture',
} as const;

function regionsOf(text: string, grows: boolean, picture: Picture): readonly PixelBox[] {
  const boxes = parseRegions(text, picture);
  if ('fault' in boxes) {
    const size = boxes.fault === 'outside' ? ` of ${picture.width} × ${picture.height} pixels` : '';
    throw invalid(`Box ${boxes.number} of option "boxes" ${FAULTS[boxes.fault]}${size}, got ${quote(boxes.text)}`);
  }
  if (boxes.length > MAX_REGIONS) {
    throw overLimit(`Option "boxes" has ${boxes.length} boxes, the limit is ${MAX_REGIONS}`);
  }
  return grows && picture.format === 'jpeg' ? boxes.map((box) => wholeBlocks(box, picture, JPEG_BLOCK)) : boxes;
}

async function hide(
  frame: Rgba,
  box: PixelBox,
  { style, block, color }: { readonly style: string; readonly block: number; readonly color: Paint },
): Promise<void> {
  if (style === 'fill') cover(frame, box, color);
  else if (style === 'pixelate') mosaic(frame, box, block);
  else putBack(frame, await blurRgba(cutOut(frame, box), block), box);
}

export default defineTool({
  id: 'pixelate-image',
  title: 'Pixelate Image',
  summary: 'Covers, pixelates or blurs regions of images, such as faces, names and number plates.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    boxes: ofKind(
      'image-boxes',
      z
        .string()
        .max(5000)
        .default('')
        .describe(
          'Rectangles to hide as x,y,width,height in pixels or percent, separated by semicolons; empty for the whole image.',
        ),
    ),
    style: z
      .enum(['pixelate', 'blur', 'fill'])
      .default('pixelate')
      .describe('What is done to a region; only fill hides what was there for certain.'),
    block: ofKind(
      'pixels',
      z
        .number()
        .multipleOf(1)
        .min(2)
        .max(200)
        .default(16)
        .describe('Side of a cell, or standard deviation of the blur, in pixels.'),
    ),
    color: colorOption('#000000', 'Colour of fill.'),
    wholeBlocks: z
      .boolean()
      .default(true)
      .describe('Expands regions of JPEG images by up to 15 pixels to whole blocks, which hold traces of the content.'),
    format: formatOption(),
    quality: qualityOption(),
  },
  result: 'mixed',
  data: pictureReports(),
  notes: [
    'The pixels are overwritten and the picture is encoded anew: no layer, thumbnail, EXIF or other metadata of the original stays.',
    'Style fill is the only safe one: no sample of the region is left. Large letters and digits can be guessed from cells or a blur, the more so the smaller "block" is; use it for looks, not for secrets.',
    `Regions are in pixels of the upright picture; at most ${MAX_REGIONS}, and in all frames ${MAX_FRAME_REGIONS} with 400 megapixels.`,
    EVERY_FRAME,
    ...DRAWING_NOTES,
  ],
  aliases: [
    'censor image',
    'blur face',
    'redact picture',
    'black out',
    'hide text in screenshot',
    'mosaic',
    'anonymise photo',
    'blur a face',
    'blur image',
    'gaussian blur',
    'blur a license plate',
    'hide part of a picture',
  ],
  verified: [
    'Fill: two pictures that differ only within the region become the same bytes, as PNG, JPEG, WebP and TIFF; no frame of an animation shows it; EXIF is gone.',
    'Pixelate: cells of 16 pixels are the means that ImageMagick 6.9.11 -scale gives, within 1 of 255; no style changes a pixel outside the region.',
    'Twelve malformed lists of regions: each refused with its number.',
  ],
  examples: [
    {
      title: 'A region in cells',
      options: { boxes: '100,10,40,40', block: 8 },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      output: { text: null, files: [{ name: 'harbour-pixelated.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'Two regions of an animation covered in red',
      options: { boxes: '0,0,25%,50%; 30,20,10,10', style: 'fill', color: 'red' },
      files: [{ name: 'dots.gif', fixture: 'image/edit/dots.gif' }],
      output: { text: null, files: [{ name: 'dots-pixelated.gif', mime: 'image/gif' }] },
    },
    {
      title: 'A region that is none',
      options: { boxes: '0,0,10,10; 5,5,10' },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Box 2 of option "boxes" must be "x,y,width,height" in pixels or percent, got "5,5,10"',
      },
    },
    {
      title: 'A region without height',
      options: { boxes: '5,5,10,0' },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Box 1 of option "boxes" must have a width and a height above 0, got "5,5,10,0"',
      },
    },
    {
      title: 'A region outside',
      options: { boxes: '500,5,10,10' },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Box 1 of option "boxes" must lie in the picture of 160 × 120 pixels, got "500,5,10,10"',
      },
    },
  ],
  async run({ files: uploads, options, signal }) {
    const { style, block, quality } = options;
    const look = { style, block, color: parseColor('color', options.color) };
    if (style === 'fill' && look.color.alpha < 1) {
      throw invalid(`Option "color" must be opaque where "style" is fill, got ${quote(options.color)}`);
    }
    const limitOf = (picture: Picture): number => mostPixels(writeFormat(options.format, picture));
    return await eachPicture({ files: uploads, signal }, limitOf, async (picture) => {
      const format = writeFormat(options.format, picture);
      checkWritable(picture, { format });
      const boxes = regionsOf(options.boxes, options.wholeBlocks, picture);
      const pixels = boxes.reduce((sum, { width, height }) => sum + width * height, 0) * picture.frames;
      if (pixels > MAX_REGION_PIXELS) {
        throw overLimit(`Option "boxes" has ${pixels} pixels in all frames, the limit is ${MAX_REGION_PIXELS}`);
      }
      if (boxes.length * picture.frames > MAX_FRAME_REGIONS) {
        throw overLimit(
          `Option "boxes" has ${boxes.length * picture.frames} boxes in all frames of ${quote(picture.name)}, the limit is ${MAX_FRAME_REGIONS}`,
        );
      }
      const frames = await readFrames(picture);
      for (let i = 0; i < frames.count; i++) {
        for (const box of boxes) await hide(frameOf(frames, i), box, look);
      }
      return pictureFile(picture, '-pixelated', format, await writeFrames(frames, picture, { format, quality }));
    });
  },
});
