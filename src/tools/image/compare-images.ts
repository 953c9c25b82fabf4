import { z } from 'zod';
import { stemOf } from '../../core/files.js';
import { defineTool, type InputFile, invalid, json, quote, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { frameOf, readFrames, writeFrames } from '../../engines/image/frames.js';
import { openPicture, type Picture } from '../../engines/image/picture.js';
import { resizeRgba } from '../../engines/image/transform.js';
import { pixelDifference } from '../../engines/pixel-diff.js';
import { emptyRgba, type Rgba } from '../../lib/pictures/rgba.js';
import { similarity } from '../../lib/pictures/similarity.js';
import { DRAWING_NOTES } from './_drawing.js';
import { PICTURE_FILES } from './_pictures.js';

async function openStill(file: InputFile, signal: AbortSignal): Promise<Picture> {
  const picture = await openPicture(file, signal);
  if (picture.frames === 1) return picture;
  throw invalid(`Cannot compare picture ${quote(file.name)}: it is animated, with ${picture.frames} frames`);
}

/** The top left part. */
function cut({ data, width: from }: Rgba, width: number, height: number): Rgba {
  const part = emptyRgba(width, height);
  for (let y = 0; y < height; y++) part.data.set(data.subarray(4 * y * from, 4 * (y * from + width)), 4 * y * width);
  return part;
}

async function alike(
  a: Rgba,
  b: Rgba,
  sizes: 'refuse' | 'crop' | 'scale',
  names: readonly string[],
): Promise<[Rgba, Rgba]> {
  if (a.width === b.width && a.height === b.height) return [a, b];
  if (sizes === 'scale') return [a, await resizeRgba(b, a)];
  if (sizes === 'refuse') {
    throw invalid(
      `Cannot compare images of different sizes: ${quote(names[0] ?? '')} has ${a.width} × ${a.height} pixels, ${quote(names[1] ?? '')} has ${b.width} × ${b.height}`,
    );
  }
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
  return [cut(a, width, height), cut(b, width, height)];
}

/** To so many places; JSON has no Infinity. */
const rounded = (value: number, places: number): number | null =>
  Number.isFinite(value) ? Number(value.toFixed(places)) : null;

export default defineTool({
  id: 'compare-images',
  title: 'Compare Images',
  summary: 'Compares two images pixel by pixel and by similarity, and shows where they differ.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: { ...PICTURE_FILES, min: 2, max: 2 },
  options: {
    threshold: z
      .number()
      .min(0)
      .max(1)
      .default(0.1)
      .describe('How different colours must be to count: 0 for any difference, 1 for black against white.'),
    antialias: z.boolean().default(true).describe('Ignores pixels that differ only by antialiasing.'),
    sizes: z
      .enum(['refuse', 'crop', 'scale'])
      .default('refuse')
      .describe(
        'How to handle different sizes: refuse, crop both to their common top left part, or scale the second to the first.',
      ),
  },
  result: 'mixed',
  data: z.object({
    width: count('Width that was compared, in pixels.'),
    height: count('Height that was compared, in pixels.'),
    identical: z.boolean().describe('Whether every pixel is the same.'),
    pixels: count('Pixels that were compared.'),
    different: count('Pixels that differ.'),
    differentPercent: z.number().nullable().describe('Share of pixels that differ, in percent.'),
    antialiased: count('Pixels that differ by antialiasing only.'),
    box: z
      .object({
        left: count('Pixels from the left.'),
        top: count('Pixels from the top.'),
        width: count('Width in pixels.'),
        height: count('Height in pixels.'),
      })
      .nullable()
      .describe('Rectangle around all differences; null where there is none.'),
    mae: z.number().nullable().describe('Mean absolute error.'),
    mse: z.number().nullable().describe('Mean squared error.'),
    psnr: z.number().nullable().describe('Peak signal-to-noise ratio in decibels; null for equal images.'),
    ssim: z.number().nullable().describe('Structural similarity, up to 1 for equal images.'),
  }),
  notes: [
    '"different": pixels whose colours differ by more than "threshold" in YIQ; "box": the rectangle around them, or null; "antialiased": pixels that were ignored.',
    '"mae", "mse", "psnr": over red, green and blue from 0 to 255, transparency on white; PSNR, in dB, is null for equal images.',
    '"ssim": of luma, Gaussian window of 11 pixels, as Wang et al. (2004): 1 for equal images.',
    '"identical": every sample is the same, including alpha.',
    'The resulting image shows the first image faded, different pixels red and antialiasing yellow. Animations are refused.',
    ...DRAWING_NOTES,
  ],
  aliases: [
    'image diff',
    'pixel diff',
    'find differences',
    'ssim',
    'psnr',
    'visual regression',
    'screenshot diff',
    'spot the difference between two pictures',
    'are two screenshots the same',
  ],
  verified: [
    'ImageMagick 6.9.11 compare: MAE, MSE and PSNR to 3 decimals on 3 pairs of pictures; ImageMagick 7: SSIM within 0.0005 on 2 grey pairs.',
    'A square of 256 changed pixels: counted exactly and found where it is.',
  ],
  examples: [
    {
      title: 'A red square was put into a scene',
      files: [
        { name: 'before.png', fixture: 'image/edit/scene.png' },
        { name: 'after.png', fixture: 'image/edit/scene-changed.png' },
      ],
      output: { files: [{ name: 'before-diff.png', mime: 'image/png' }] },
    },
    {
      title: 'A picture and itself',
      files: [
        { name: 'a.png', fixture: 'image/edit/logo.png' },
        { name: 'b.png', fixture: 'image/edit/logo.png' },
      ],
      output: {
        data: {
          width: 32,
          height: 32,
          identical: true,
          pixels: 1024,
          different: 0,
          differentPercent: 0,
          antialiased: 0,
          box: null,
          mae: 0,
          mse: 0,
          psnr: null,
          ssim: 1,
        },
        files: [{ name: 'a-diff.png', mime: 'image/png' }],
      },
    },
    {
      title: 'Images of different sizes',
      files: [
        { name: 'scene.jpg', fixture: 'image/edit/scene.jpg' },
        { name: 'logo.png', fixture: 'image/edit/logo.png' },
      ],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot compare images of different sizes: "scene.jpg" has 160 × 120 pixels, "logo.png" has 32 × 32',
      },
    },
    {
      title: 'An animation',
      files: [
        { name: 'scene.jpg', fixture: 'image/edit/scene.jpg' },
        { name: 'dots.gif', fixture: 'image/edit/dots.gif' },
      ],
      error: { code: 'INVALID_INPUT', message: 'Cannot compare picture "dots.gif": it is animated, with 4 frames' },
    },
  ],
  async run({ files: uploads, options, signal }) {
    const [first, second] = uploads as readonly [InputFile, InputFile];
    const own = await openStill(first, signal);
    const other = await openStill(second, signal);
    const pixelsOf = async (picture: Picture): Promise<Rgba> => frameOf(await readFrames(picture), 0);
    const names = [first.name, second.name];
    const [a, b] = await alike(await pixelsOf(own), await pixelsOf(other), options.sizes, names);
    const { width, height } = a;
    const { different, antialiased, box, map } = pixelDifference(a, b, options.threshold, options.antialias);
    const { meanAbsoluteError, meanSquaredError, psnr, ssim } = similarity(a, b);
    const shown = { width, height, count: 1, stack: map.data, delays: [], loop: 0 };
    const report = {
      width,
      height,
      identical: Buffer.compare(a.data, b.data) === 0,
      pixels: width * height,
      different,
      differentPercent: rounded((100 * different) / (width * height), 4),
      antialiased,
      box: box ?? null,
      mae: rounded(meanAbsoluteError, 4),
      mse: rounded(meanSquaredError, 4),
      psnr: rounded(psnr, 4),
      ssim: rounded(ssim, 6),
    };
    const diff = {
      name: `${stemOf(first.name)}-diff.png`,
      mime: 'image/png',
      bytes: await writeFrames(shown, own, { format: 'png' }),
    };
    return withFiles(json(report), [diff]);
  },
});
