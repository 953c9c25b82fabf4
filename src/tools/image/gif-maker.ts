import { z } from 'zod';
import { stemOf } from '../../core/files.js';
import { defineTool, file, type InputFile, overLimit, quote } from '../../core/index.js';
import { colorOption } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { type Frames, frameOf, readFrames, writeFrames } from '../../engines/image/frames.js';
import { openPages, type Picture } from '../../engines/image/picture.js';
import { FITS, resizeRgba } from '../../engines/image/transform.js';
import { FORMAT_FACTS } from '../../engines/image/write-picture.js';
import {
  ANIMATION_FORMATS,
  ANIMATION_NOTES,
  checkFrames,
  colorsOption,
  delaysFor,
  sideOption,
  sizeOf,
  writtenAs,
} from './_animation.js';
import { qualityOption } from './_drawing.js';
import { PICTURE_FILES } from './_pictures.js';

/** A result that nobody gave a size is no wider and no higher than this: a GIF of photographs in full is tens of megabytes. */
const USUAL_SIDE = 800;

/** Formats that are decoded when they are opened: their pixels wait in memory. */
const MAX_WAITING_PIXELS = 120_000_000;
const DECODED_LATER = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif']);

async function openAll(files: readonly InputFile[], signal: AbortSignal): Promise<Picture[]> {
  const pictures: Picture[] = [];
  let waiting = 0;
  for (const upload of files) {
    for (const picture of await openPages(upload, signal)) {
      const isWaiting = !DECODED_LATER.has(picture.format) || (picture.format === 'png' && picture.frames > 1);
      if (isWaiting) waiting += picture.width * picture.height * picture.frames;
      if (waiting > MAX_WAITING_PIXELS) {
        throw overLimit(
          `The pictures up to ${quote(picture.name)} have ${waiting} pixels together, the limit is ${MAX_WAITING_PIXELS}`,
        );
      }
      pictures.push(picture);
    }
  }
  return pictures;
}

function canvasFor(
  first: Picture,
  asked: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } {
  if (asked.width > 0 || asked.height > 0) return sizeOf(first, asked);
  const scale = Math.min(1, USUAL_SIDE / Math.max(first.width, first.height));
  return sizeOf(first, { width: Math.max(1, Math.round(first.width * scale)), height: 0 });
}

/** The order in which frames are shown, by index. */
function shownOrder(
  count: number,
  { reverse, boomerang }: { readonly reverse: boolean; readonly boomerang: boolean },
): number[] {
  const forward = Array.from({ length: count }, (_, i) => (reverse ? count - 1 - i : i));
  return boomerang ? [...forward, ...forward.slice(1, -1).reverse()] : forward;
}

export default defineTool({
  id: 'gif-maker',
  title: 'GIF Maker',
  summary: 'Creates an animated GIF, WebP or PNG from images, in their order.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    delay: z
      .number()
      .multipleOf(10)
      .min(20)
      .max(60_000)
      .default(200)
      .describe('Milliseconds for which each image is shown.'),
    loop: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(1000)
      .default(0)
      .describe('Number of times the animation plays; 0 for forever.'),
    width: sideOption('Width', 'to follow from the height, or from the first image, up to 800'),
    height: sideOption('Height', 'to follow from the width, or from the first image, up to 800'),
    fit: z
      .enum(FITS)
      .default('contain')
      .describe('How to fit images with other proportions: contain shows all, cover crops, fill distorts.'),
    background: colorOption('#ffffff', 'Background colour beside images with other proportions.'),
    reverse: z.boolean().default(false).describe('Shows the images in reverse order.'),
    boomerang: z.boolean().default(false).describe('Plays backwards after the last image.'),
    format: z.enum(ANIMATION_FORMATS).default('gif').describe('Format of the animation.'),
    colors: colorsOption(),
    quality: qualityOption(),
  },
  result: 'files',
  notes: [
    'Images in formats other than JPEG, PNG, WebP, GIF, TIFF and AVIF, and animated PNG, have at most 120 megapixels together.',
    'Pages of a TIFF file and frames of an animation are separate images, each shown for "delay". "quality" applies to WebP only.',
    ...ANIMATION_NOTES,
  ],
  aliases: [
    'images to gif',
    'animated gif',
    'make gif',
    'animated webp',
    'apng maker',
    'slideshow',
    'boomerang',
    'animated picture from photos',
  ],
  verified: [
    'gifsicle 1.93 reads the GIF: frames, size, times, repetitions; apngdis 2.9 takes the PNG apart with the same pixels; webpinfo 1.2.4 reads the WebP.',
    'Pictures of flat colours come back in order, reversed, and there and back.',
  ],
  examples: [
    {
      title: 'Two images of different sizes',
      options: { delay: 500 },
      files: [
        { name: 'first.jpg', fixture: 'image/edit/scene.jpg' },
        { name: 'second.png', fixture: 'image/edit/product.png' },
      ],
      output: { text: null, files: [{ name: 'first.gif', mime: 'image/gif' }] },
    },
    {
      title: 'There and back as an animated PNG that plays twice',
      options: { format: 'apng', boomerang: true, loop: 2, width: 20 },
      files: [{ name: 'dots.gif', fixture: 'image/edit/dots.gif' }],
      output: { text: null, files: [{ name: 'dots.png', mime: 'image/png' }] },
    },
    {
      title: 'A result that is too large',
      options: { width: 4000, height: 4000 },
      files: Array.from({ length: 7 }, (_, i) => ({ name: `${i}.png`, fixture: 'image/edit/logo.png' })),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'The animation of "0.png" would have 7 frames of 4000 × 4000 pixels, the limit is 60000000 in all',
      },
    },
    {
      title: 'A file that is not an image',
      files: [{ name: 'note.png', text: 'not an image' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read picture "note.png": it is in no known picture format' },
    },
  ],
  async run({ files: uploads, options, signal }) {
    const { fit, format } = options;
    const background = parseColor('background', options.background);
    const pictures = await openAll(uploads, signal);
    const [first] = pictures as [Picture, ...Picture[]];
    const canvas = canvasFor(first, options);
    const { name } = uploads[0];
    const count = pictures.reduce((sum, { frames }) => sum + frames, 0);
    checkFrames(name, count, canvas, format);
    const order = shownOrder(count, options);
    checkFrames(name, order.length, canvas, format);
    const bytes = 4 * canvas.width * canvas.height;
    const stack = new Uint8Array(bytes * order.length);
    let index = 0;
    for (const picture of pictures) {
      const frames = await readFrames(picture);
      for (let i = 0; i < frames.count; i++, index++) {
        const { data } = await resizeRgba(frameOf(frames, i), { ...canvas, fit, background });
        for (const [place, shown] of order.entries()) if (shown === index) stack.set(data, place * bytes);
      }
    }
    const delays = delaysFor(
      order.map(() => options.delay),
      format,
    );
    const animation: Frames = { ...canvas, count: order.length, stack, delays, loop: options.loop };
    const written = writtenAs(format);
    const settings = {
      format: written,
      quality: options.quality,
      ...(format === 'gif' ? { colors: options.colors } : {}),
    };
    const result = await writeFrames(animation, first, settings);
    return file(`${stemOf(name)}.${written}`, FORMAT_FACTS[written].mime, result);
  },
});
