import { z } from 'zod';

import { extensionOf, renamed } from '../../core/files.js';
import { defineTool, file } from '../../core/index.js';
import { canvasLike, openRaster } from '../../engines/image/raster.js';
import { restorePicture } from '../../engines/image/restore.js';

/** The MIME type of each format and the endings that name it, the first for files that were named wrongly. */
const FORMATS = {
  png: { mime: 'image/png', endings: ['.png'] },
  jpeg: { mime: 'image/jpeg', endings: ['.jpg', '.jpeg'] },
  webp: { mime: 'image/webp', endings: ['.webp'] },
} as const;

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
    'Dust specks of up to 16 pixels and fine straight scratches are mended where the ground is even.',
    'A sepia or otherwise toned print keeps its tone.',
    'The result has the same format, pixel size, transparency, bit depth, resolution and colour profile; CMYK becomes sRGB.',
    'EXIF orientation is applied; other EXIF data is not kept.',
    'A picture has at most 50,000,000 pixels; animated pictures are refused.',
  ],
  aliases: [
    'denoise photo',
    'remove noise',
    'remove film grain',
    'fix faded photo',
    'old picture repair',
    'scan dust removal',
    'enhance old photograph',
  ],
  verified: [],
  examples: [],
  async run({ files, options, signal }) {
    const raster = await openRaster(files[0]);
    const canvas = canvasLike(raster);
    await restorePicture(raster.picture, canvas.picture, options, signal);
    const { mime, endings } = FORMATS[raster.format];
    const given = extensionOf(files[0].name);
    const ending = endings.find((name) => name === given) ?? endings[0];
    return file(renamed(files[0].name, `-restored${ending}`), mime, await canvas.encode());
  },
});
