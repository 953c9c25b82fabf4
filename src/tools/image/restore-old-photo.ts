import { z } from 'zod';

import { extensionOf, stemOf } from '../../core/files.js';
import { defineTool, file } from '../../core/index.js';
import { FILE_NAME_CHARACTERS } from '../../core/limits.js';
import { canvasLike, openRaster } from '../../engines/image/raster.js';
import { restorePicture } from '../../formats/pictures/restore-picture.js';

/** The MIME type of each format and the endings that name it, the first for files that were named wrongly. */
const FORMATS = {
  png: { mime: 'image/png', endings: ['.png'] },
  jpeg: { mime: 'image/jpeg', endings: ['.jpg', '.jpeg'] },
  webp: { mime: 'image/webp', endings: ['.webp'] },
} as const;

/** The file's own ending where it is one of the format's; a long name is cut so that the new one can be a name again. */
function restoredName(name: string, format: keyof typeof FORMATS): string {
  const given = extensionOf(name);
  const { endings } = FORMATS[format];
  const tail = `-restored${endings.find((ending) => ending === given) ?? endings[0]}`;
  return `${[...stemOf(name)].slice(0, FILE_NAME_CHARACTERS - tail.length).join('')}${tail}`;
}

export default defineTool({
  id: 'restore-old-photo',
  title: 'Restore Old Photo',
  summary: 'Removes noise, grain and dust from a scanned photo and improves its tonal contrast.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.png', '.jpg', '.jpeg', '.webp'] },
  options: {
    strength: z
      .number()
      .min(1)
      .max(20)
      .default(7)
      .describe('Denoising strength: 1 barely touches the picture, 7 removes the noise that is found, 20 smooths.'),
    contrast: z.boolean().default(true).describe('Whether to stretch the tones and to take away a colour cast.'),
  },
  result: 'files',
  notes: [
    'Classical denoising and contrast correction: no face reconstruction, no colourising, no removal of large scratches.',
    'The strength of the noise is measured in the picture itself; a clean picture hardly changes.',
    'Bright dust specks of up to 8 pixels (16 in large pictures) and fine bright scratches are repaired where the background is even.',
    'A sepia or otherwise toned print keeps its tone.',
    'The result has the same format, pixel size, transparency, bit depth, resolution and colour profile; CMYK becomes sRGB.',
    'A JPEG is written with colour at full size: the detail that colour lost when it was stored at half size is taken from luminance.',
    'EXIF orientation is applied; other EXIF data is not kept.',
    'At most 50,000,000 pixels per image; animations are refused.',
  ],
  aliases: [
    'denoise photo',
    'remove noise',
    'remove film grain',
    'fix faded photo',
    'old picture repair',
    'scan dust removal',
    'enhance old photograph',
    'scratches on an old photo',
    'faded photo',
  ],
  verified: [
    'OpenCV 4.6 fastNlMeansDenoisingColored at its best h (or doing nothing): 194 of 200 noisy pictures (16 generated scenes, four photographs) have higher PSNR and 185 higher SSIM, most of the others are fine texture stored as JPEG 75 (bench/denoise)',
    'Clean pictures: above 40 dB after strength 7, on sixteen generated scenes and seven photographs, gravel and grass among them',
    'sharp 0.35: all eight EXIF orientations, profiles kept, 16-bit samples kept to the last bit',
  ],
  examples: [
    {
      title: 'A grainy sepia print',
      files: [{ name: 'Grandmother.jpg', fixture: 'photo/portrait.jpg' }],
      output: { text: null, files: [{ name: 'Grandmother-restored.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'Stronger, tones as they are, turned upright',
      options: { strength: 15, contrast: false },
      files: [{ name: 'sideways.jpg', fixture: 'photo/sideways.jpg' }],
      output: { files: [{ name: 'sideways-restored.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'A picture of six pixels, named wrongly',
      files: [{ name: 'tiny.webp', fixture: 'photo/tiny.png' }],
      output: { files: [{ name: 'tiny-restored.png', mime: 'image/png' }] },
    },
    {
      title: 'Not an image',
      files: [{ name: 'notes.png', text: 'hello' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read picture "notes.png": it is not PNG, JPEG or WebP' },
    },
    {
      title: 'A file that is cut short',
      files: [{ name: 'cut.png', fixture: 'photo/cut.png' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read picture "cut.png": it is damaged or cut short' },
    },
    {
      title: 'An animation',
      files: [{ name: 'dance.webp', fixture: 'photo/animated.webp' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read picture "dance.webp": it is animated, one still picture is needed',
      },
    },
    {
      title: 'Too many pixels',
      files: [{ name: 'large.png', fixture: 'photo/large.png' }],
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Picture "large.png" has 10000 × 6000 = 60000000 pixels, the limit is 50000000',
      },
    },
  ],
  async run({ files, options, signal }) {
    const raster = await openRaster(files[0]);
    const canvas = canvasLike(raster);
    await restorePicture(raster.picture, canvas.picture, { ...options, compression: raster.compression }, signal);
    return file(restoredName(files[0].name, raster.format), FORMATS[raster.format].mime, await canvas.encode());
  },
});
