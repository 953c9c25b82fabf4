import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, invalid, overLimit, quote } from '../../core/index.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { colorOption } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { frameOf, readFrames, writeFrames } from '../../engines/image/frames.js';
import { MAX_ANIMATION_PIXELS, openPicture } from '../../engines/image/picture.js';
import { FORMAT_FACTS } from '../../engines/image/write-picture.js';
import { chosenFrames, framesOption } from './_animation.js';
import { qualityOption } from './_drawing.js';
import { pictureRefusals } from './_pictures.js';

/** Most images of a run. Chosen: what an archive or a folder still shows well. */
const MAX_IMAGES = 1_000;

export default defineTool({
  id: 'gif-to-frames',
  title: 'GIF to Frames',
  summary: 'Extracts the frames of animated GIF, WebP and PNG images as separate images, with their times.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.gif', '.webp', '.png', '.apng'] },
  options: {
    format: z.enum(['png', 'jpg', 'webp']).default('png').describe('Format of the images; PNG is lossless.'),
    frames: framesOption('extract'),
    every: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(100)
      .default(1)
      .describe('Extracts one in this many of the chosen frames.'),
    background: colorOption('#ffffff', 'Colour behind transparent pixels, for JPEG.'),
    quality: qualityOption(),
  },
  result: 'mixed',
  data: fileReports({
    frames: count('Frames of the animation.'),
    width: count('Width in pixels.'),
    height: count('Height in pixels.'),
    durationMs: z.number().describe('Duration of one pass in milliseconds.'),
    loop: count('Number of passes; 0 for no end.'),
    extracted: z
      .array(
        z.object({
          frame: place('Number of the frame.'),
          startMs: z.number().describe('When it appears, in milliseconds.'),
          delayMs: z.number().describe('How long it is shown, in milliseconds.'),
        }),
      )
      .describe('The images, in the order of "outputs".'),
  }),
  notes: [
    'Each image shows what a viewer sees at that moment: frames that only change a part of the one before are completed.',
    'Images are numbered by frame and have the size of the animation. Colours are 8-bit sRGB; transparency is kept in PNG and WebP.',
    'At most 1,000 images per run; "frames" and "every" choose some. At most 2,000 frames and 100 megapixels in all frames of a run.',
    'For a still image of a video, use video-thumbnail. To put frames together again, use gif-maker.',
  ],
  aliases: [
    'split gif',
    'gif splitter',
    'extract frames from gif',
    'gif to png',
    'gif to jpg',
    'animated webp to png frames',
    'apng to frames',
    'explode gif',
    'single frame of a gif',
  ],
  verified: [
    'ImageMagick 6.9 -coalesce: 12 GIFs of parts with every way of disposal and transparency give the same pixels in every frame, and the same times.',
    'apngdis 2.9: the frames and times of an animated PNG; webpmux 1.2: the times of an animated WebP.',
    'gif-maker and back: the frames are the same.',
  ],
  examples: [
    {
      title: 'All frames of a GIF',
      files: [{ name: 'dots.gif', fixture: 'image/edit/dots.gif' }],
      output: {
        data: {
          files: [
            {
              name: 'dots.gif',
              outputs: ['dots-1.png', 'dots-2.png', 'dots-3.png', 'dots-4.png'],
              frames: 4,
              width: 40,
              height: 30,
              durationMs: 450,
              loop: 3,
              extracted: [
                { frame: 1, startMs: 0, delayMs: 100 },
                { frame: 2, startMs: 100, delayMs: 200 },
                { frame: 3, startMs: 300, delayMs: 100 },
                { frame: 4, startMs: 400, delayMs: 50 },
              ],
            },
          ],
        },
        files: [1, 2, 3, 4].map((n) => ({ name: `dots-${n}.png`, mime: 'image/png' })),
      },
    },
    {
      title: 'The last frame of an animated WebP as JPEG',
      options: { frames: 'last', format: 'jpg' },
      files: [{ name: 'dots.webp', fixture: 'image/edit/dots.webp' }],
      output: { files: [{ name: 'dots-4.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'Every second frame of an animated PNG',
      options: { every: 2 },
      files: [{ name: 'dots.png', fixture: 'image/edit/dots.png' }],
      output: {
        files: [
          { name: 'dots-1.png', mime: 'image/png' },
          { name: 'dots-3.png', mime: 'image/png' },
        ],
      },
    },
    {
      title: 'A still image',
      files: [{ name: 'logo.png', fixture: 'image/edit/logo.png' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot extract frames of picture "logo.png": it is not animated' },
    },
    {
      title: 'A frame that is not there',
      options: { frames: '9' },
      files: [{ name: 'dots.gif', fixture: 'image/edit/dots.gif' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "frames" must be frames and ranges from 1 to 4 such as "1-3, 5, 8-" for "dots.gif", got "9"',
      },
    },
    ...pictureRefusals().filter(({ title }) => title === 'A text file named as an image'),
  ],
  run({ files, options, signal }) {
    const { format, every, quality } = options;
    const background = parseColor('background', options.background);
    let pixels = 0;
    let images = 0;
    return eachFile({ files, signal }, async (upload) => {
      const picture = await openPicture(upload, signal);
      const { name, width, height, frames, delays, loop } = picture;
      if (frames === 1) throw invalid(`Cannot extract frames of picture ${quote(name)}: it is not animated`);
      const chosen = chosenFrames(options.frames, picture).filter((_, i) => i % every === 0);
      pixels += frames * width * height;
      images += chosen.length;
      if (images > MAX_IMAGES)
        throw overLimit(`The run up to ${quote(name)} would give ${images} images, the limit is ${MAX_IMAGES}`);
      if (pixels > MAX_ANIMATION_PIXELS)
        throw overLimit(
          `The animations up to ${quote(name)} have ${pixels} pixels together, the limit is ${MAX_ANIMATION_PIXELS}`,
        );
      const all = await readFrames(picture);
      const digits = String(frames).length;
      const starts = delays.map((_, i) => delays.slice(0, i).reduce((sum, delay) => sum + delay, 0));
      const outputs = [];
      const extracted = [];
      for (const index of chosen) {
        signal.throwIfAborted();
        const still = { width, height, count: 1, stack: frameOf(all, index).data, delays: [], loop: 0 };
        const bytes = await writeFrames(still, picture, { format, quality, background });
        const file = `${stemOf(name)}-${String(index + 1).padStart(digits, '0')}.${format}`;
        outputs.push({ name: file, mime: FORMAT_FACTS[format].mime, bytes });
        extracted.push({ frame: index + 1, startMs: starts[index] ?? 0, delayMs: delays[index] ?? 0 });
      }
      const durationMs = delays.reduce((sum, delay) => sum + delay, 0);
      return { report: { frames, width, height, durationMs, loop, extracted }, outputs };
    });
  },
});
