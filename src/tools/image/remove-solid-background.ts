import { z } from 'zod';
import { defineTool, invalid, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { parseColor } from '../../engines/colors.js';
import { eachFrame, type Frames, mapFrames, readFrames, writeFrames } from '../../engines/image/frames.js';
import type { Picture } from '../../engines/image/picture.js';
import { checkWritable } from '../../engines/image/write-picture.js';
import { draw, type Rgba } from '../../lib/pictures/rgba.js';
import {
  type BackgroundModel,
  findBackground,
  flatBackground,
  removeBackground,
} from '../../lib/pictures/solid-background.js';
import { DRAWING_NOTES, EVERY_FRAME, qualityOption } from './_drawing.js';
import { eachPicture, PICTURE_FILES, pictureFile, pictureRefusals, pictureReports } from './_pictures.js';

/** Less of a border in one colour is no background. Chosen: a person may stand on a whole side and reach over two others in part. */
const LEAST_SHARE = 0.35;

/** Of all pictures of a run, unless it is one: colours of every pixel are weighed. */
const MAX_RUN_PIXELS = 60_000_000;

function modelFor(color: string, tolerance: number, frame: Rgba, { name }: Picture): BackgroundModel {
  if (color !== 'auto') {
    const { r, g, b } = parseColor('color', color);
    return flatBackground(r, g, b);
  }
  const found = findBackground(frame, tolerance);
  if (found === undefined)
    throw invalid(`Cannot find the background of picture ${quote(name)}: its border is transparent`);
  if (found.share < LEAST_SHARE) {
    throw invalid(
      `Cannot find the background of picture ${quote(name)}: ${Math.round(100 * found.share)} % of its border is of one colour, ${Math.round(100 * LEAST_SHARE)} % is needed`,
    );
  }
  return found.model;
}

/** Without the transparent rows and columns that all frames have at their sides. */
function trimmed(frames: Frames): Frames {
  let [left, top, right, bottom] = [frames.width, frames.height, 0, 0];
  eachFrame(frames, ({ width, height, data }) => {
    for (let y = 0, i = 3; y < height; y++) {
      for (let x = 0; x < width; x++, i += 4) {
        if (data[i] === 0) continue;
        left = Math.min(left, x);
        right = Math.max(right, x + 1);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y + 1);
      }
    }
  });
  const size = { width: right - left, height: bottom - top };
  return mapFrames(frames, size, (own, into) => draw(into, own, { left: -left, top: -top }));
}

/** Pixels that are transparent from the start. */
function alphaCount({ stack }: Frames): number {
  let count = 0;
  for (let i = 3; i < stack.length; i += 4) if (stack[i] === 0) count += 1;
  return count;
}

export default defineTool({
  id: 'remove-solid-background',
  title: 'Remove Solid Background',
  summary: 'Makes the plain or evenly graded background of images transparent, with clean edges.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    color: z
      .string()
      .max(60)
      .default('auto')
      .describe('Colour of the background, as CSS writes it; auto takes that of the border, gradients too.'),
    tolerance: z
      .number()
      .min(0)
      .max(100)
      .default(12)
      .describe('How far from the background a colour may be to count as it, in ΔE of CIELAB; 2 is just seen.'),
    contiguous: z
      .boolean()
      .default(true)
      .describe('Only removes what hangs together with the border; otherwise holes too, and whatever has the colour.'),
    feather: ofKind(
      'pixels',
      z
        .number()
        .multipleOf(1)
        .min(0)
        .max(5)
        .default(2)
        .describe('Pixels along the edge that are freed of the colour behind them; 0 cuts hard.'),
    ),
    trim: z.boolean().default(false).describe('Cuts empty rows and columns off.'),
    format: z.enum(['png', 'webp']).default('png').describe('Format of the result.'),
    quality: qualityOption(),
  },
  result: 'mixed',
  data: pictureReports(),
  notes: [
    'For product shots, logos, scans and screens in one colour or an even gradient: colours are compared, nothing is recognised. Shadows stay.',
    'Images whose border has no single colour along a third of its length are refused, and so are images of which nothing or everything would be removed.',
    EVERY_FRAME,
    ...DRAWING_NOTES,
    'The images of a run have at most 60 megapixels together, unless there is only one.',
  ],
  aliases: [
    'transparent background',
    'remove white background',
    'colour key',
    'chroma key',
    'background eraser',
    'cut out logo',
    'magic wand',
    'make the background transparent',
    'cut out a logo',
  ],
  verified: [
    'Discs, rings and squares with smooth edges on four grounds (white, green, graded, with noise), as PNG and as JPEG: intersection over union with the true mask at least 0.98.',
    'A disc cut from white and put on black: no pixel of its edge is further than 12 of 255 from the disc drawn there.',
  ],
  examples: [
    {
      title: 'A product on a graded ground',
      files: [{ name: 'product.png', fixture: 'image/edit/product.png' }],
      output: { text: null, files: [{ name: 'product-cut.png', mime: 'image/png' }] },
    },
    {
      title: 'Holes too, without empty sides, as WebP',
      options: { contiguous: false, trim: true, format: 'webp' },
      files: [{ name: 'product.png', fixture: 'image/edit/product.png' }],
      output: { text: null, files: [{ name: 'product-cut.webp', mime: 'image/webp' }] },
    },
    {
      title: 'Nothing but background',
      options: { color: 'red', tolerance: 0, contiguous: false },
      files: [{ name: 'logo.png', fixture: 'image/edit/logo.png' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot remove the background of picture "logo.png": no pixel is within "tolerance" 0 of "red"',
      },
    },
    {
      title: 'A border that is transparent already',
      files: [{ name: 'logo.png', fixture: 'image/edit/logo.png' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot find the background of picture "logo.png": its border is transparent',
      },
    },
    ...pictureRefusals(),
  ],
  async run({ files: uploads, options, signal }) {
    const { color, tolerance, contiguous, feather, trim, format, quality } = options;
    if (color !== 'auto') parseColor('color', color);
    return await eachPicture(
      { files: uploads, signal },
      () => MAX_RUN_PIXELS,
      async (picture) => {
        checkWritable(picture, { format });
        const frames = await readFrames(picture);
        const clear = alphaCount(frames);
        let removed = 0;
        eachFrame(frames, (frame) => {
          const model = modelFor(color, tolerance, frame, picture);
          removed += removeBackground(frame, model, { tolerance, isContiguous: contiguous, edge: feather });
        });
        const what = `Cannot remove the background of picture ${quote(picture.name)}`;
        if (removed <= clear) {
          throw invalid(
            `${what}: no pixel is within "tolerance" ${tolerance} of ${color === 'auto' ? 'its border' : quote(color)}`,
          );
        }
        if (removed === frames.width * frames.height * frames.count) {
          throw invalid(`${what}: all of it is within "tolerance" ${tolerance} of the background`);
        }
        const result = trim ? trimmed(frames) : frames;
        return pictureFile(picture, '-cut', format, await writeFrames(result, picture, { format, quality }));
      },
    );
  },
});
