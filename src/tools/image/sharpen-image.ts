import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { frameOf, readFrames, writeFrames } from '../../engines/image/frames.js';
import type { Picture } from '../../engines/image/picture.js';
import { blurStrips } from '../../engines/image/transform.js';
import { checkWritable, mostPixels } from '../../engines/image/write-picture.js';
import type { Rgba } from '../../lib/pictures/rgba.js';
import { type Unsharp, unsharpen } from '../../lib/pictures/unsharp.js';
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

async function sharpen(frame: Rgba, radius: number, how: Unsharp, signal: AbortSignal): Promise<void> {
  const { width, data } = frame;
  // Each strip is blurred from pixels of its neighbours as they were.
  const result = new Uint8Array(data);
  for await (const { top, rows, colors, alphas } of blurStrips(frame, radius, signal)) {
    unsharpen(result.subarray(4 * top * width, 4 * (top + rows) * width), colors, alphas, how);
  }
  data.set(result);
}

export default defineTool({
  id: 'sharpen-image',
  title: 'Sharpen Image',
  summary: 'Sharpens images by an unsharp mask with radius, amount and threshold.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    amount: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(500)
      .default(100)
      .describe('Strength in percent; 100 adds the whole difference from the blurred image.'),
    radius: ofKind(
      'pixels',
      z
        .number()
        .min(0.3)
        .max(5)
        .default(1)
        .describe('Standard deviation of the blur in pixels: small for fine detail, large for soft edges.'),
    ),
    threshold: z
      .number()
      .min(0)
      .max(255)
      .default(0)
      .describe('Least difference in levels of 255 that is sharpened; 3 to 10 leaves noise and grain alone.'),
    format: formatOption(),
    quality: qualityOption(),
  },
  result: 'mixed',
  data: pictureReports(),
  notes: [
    'Unsharp mask: result = level + amount × (level − blurred level), for red, green and blue in sRGB. Alpha stays.',
    'Sharpening makes edges stand out; it brings back no detail that the image has lost.',
    EVERY_FRAME,
    ...DRAWING_NOTES,
  ],
  aliases: [
    'unsharp mask',
    'make photo sharper',
    'sharpen photo',
    'fix blurry image',
    'unblur image',
    'image too soft',
    'enhance details',
  ],
  verified: [
    'The definition in NumPy, radii from 0.3 to 4: every sample within 1 of 255, within 3 where the image is partly transparent. ImageMagick 6.9.11 -unsharp: within 3.',
    'A plain image stays as it is; strips of a tall image join without a seam.',
  ],
  examples: [
    {
      title: 'A photo, sharpened',
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      output: { text: null, files: [{ name: 'harbour-sharpened.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'Soft edges strongly, noise not at all',
      options: { amount: 180, radius: 2.5, threshold: 6, format: 'png' },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      output: { text: null, files: [{ name: 'harbour-sharpened.png', mime: 'image/png' }] },
    },
    {
      title: 'Every frame of an animation',
      options: { amount: 50 },
      files: [{ name: 'dots.gif', fixture: 'image/edit/dots.gif' }],
      output: { text: null, files: [{ name: 'dots-sharpened.gif', mime: 'image/gif' }] },
    },
    ...pictureRefusals(),
  ],
  async run({ files: uploads, options, signal }) {
    const { radius, quality, threshold } = options;
    const how: Unsharp = { amount: options.amount / 100, threshold };
    const limitOf = (picture: Picture): number => mostPixels(writeFormat(options.format, picture));
    return await eachPicture({ files: uploads, signal }, limitOf, async (picture) => {
      const format = writeFormat(options.format, picture);
      checkWritable(picture, { format });
      const frames = await readFrames(picture);
      for (let i = 0; i < frames.count; i++) await sharpen(frameOf(frames, i), radius, how, signal);
      return pictureFile(picture, '-sharpened', format, await writeFrames(frames, picture, { format, quality }));
    });
  },
});
