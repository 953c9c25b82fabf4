import { z } from 'zod';
import { stemOf } from '../../core/files.js';
import { type InputFile, type OutputFile, overLimit, quote, ToolError } from '../../core/index.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import type { Example, FileRule } from '../../core/tool.js';
import { openPages, PICTURE_ENDINGS, type Picture } from '../../engines/image/picture.js';
import { FORMAT_FACTS, ownFormat, WRITE_FORMATS, type WriteFormat } from '../../engines/image/write-picture.js';
import { withDistinctNames } from '../../lib/files/portable-names.js';

/** Pictures, each worked on by itself. */
export const PICTURE_FILES = { min: 1, max: 20, formats: PICTURE_ENDINGS } as const satisfies FileRule;

/** One picture. */
export const ONE_PICTURE = { min: 1, max: 1, formats: PICTURE_ENDINGS } as const satisfies FileRule;

/** What holds for every tool that changes pictures. */
export const PICTURE_NOTES: readonly string[] = [
  'The content decides what a file is, not its name. Pictures are turned upright first, as EXIF says.',
  'A colour profile is kept where the format written has profiles, else colours become sRGB; CMYK and Lab always become sRGB.',
  'Each page of a TIFF file is a picture of its own; HEIC loses its transparency to white; of an icon the largest picture counts, of a layered file the merged one.',
  'At most 50 megapixels a picture, 100 in all frames of an animation (60 where GIF is written), 200 in all pictures of a run (80 where AVIF, GIF or JPEG XL is written).',
];

/** Examples of files that no picture tool takes, with options that are otherwise right. */
export const pictureRefusals = (options?: Example['options']): Example[] =>
  REFUSALS.map((example) => (options === undefined ? example : { ...example, options }));

const REFUSALS: readonly Example[] = [
  {
    title: 'A file cut short',
    files: [{ name: 'cut.jpg', fixture: 'image/raster/cut.jpg' }],
    error: { code: 'INVALID_INPUT', message: 'Cannot read JPEG picture "cut.jpg": it is damaged or cut short' },
  },
  {
    title: 'Text under the name of a picture',
    files: [{ name: 'photo.png', text: 'hello' }],
    error: { code: 'INVALID_INPUT', message: 'Cannot read picture "photo.png": it is in no known picture format' },
  },
  {
    title: 'A header that says 60 megapixels',
    files: [{ name: 'large.png', fixture: 'photo/large.png' }],
    error: {
      code: 'LIMIT_EXCEEDED',
      message: 'Picture "large.png" has 10000 × 6000 = 60000000 pixels, the limit is 50000000',
    },
  },
];

/** The format of the result. */
export const formatOption = () =>
  z
    .enum(['same', ...WRITE_FORMATS])
    .default('same')
    .describe('Format of the result; same keeps it, and makes HEIC a JPEG and other formats that are only read PNG.');

export const writeFormat = (format: 'same' | WriteFormat, picture: Picture): WriteFormat =>
  format === 'same' ? ownFormat(picture) : format;

/** `photo.heic` with suffix `-small` as JPEG: `photo-small.jpg`. A file that keeps its format keeps its ending as it is written. */
export function pictureFile(picture: Picture, suffix: string, format: WriteFormat, bytes: Uint8Array): OutputFile {
  const ending = /\.[^.]+$/.exec(picture.name)?.[0] ?? '';
  const isOwn = format === ownFormat(picture) && OWN_ENDINGS[format]?.includes(ending.toLowerCase());
  return {
    name: `${stemOf(picture.name)}${suffix}${isOwn ? ending : `.${format}`}`,
    mime: FORMAT_FACTS[format].mime,
    bytes,
  };
}

const OWN_ENDINGS: Partial<Record<WriteFormat, readonly string[]>> = {
  jpg: ['.jpg', '.jpeg'],
  tiff: ['.tif', '.tiff'],
};

/**
 * Works on the pictures of files one after another, so that one is in memory, and gives the results distinct names in the order
 * of the files. `limitOf`: most pixels up to this picture. Throws LIMIT_EXCEEDED, and OUTPUT_TOO_LARGE as soon as the results
 * are too large together.
 */
export async function eachPicture(
  files: readonly InputFile[],
  signal: AbortSignal,
  limitOf: (picture: Picture) => number,
  make: (picture: Picture) => Promise<OutputFile>,
): Promise<OutputFile[]> {
  const results: OutputFile[] = [];
  let total = 0;
  let pixels = 0;
  const most = CLASS_LIMITS.native.outputFilesBytes;
  for (const file of files) {
    for (const picture of await openPages(file, signal)) {
      pixels += picture.width * picture.height * picture.frames;
      const limit = limitOf(picture);
      // One picture within its own limits is always worked on.
      if (pixels > limit && results.length > 0) {
        throw overLimit(
          `The pictures up to ${quote(picture.name)} have ${pixels} pixels together, the limit is ${limit}`,
        );
      }
      const result = await make(picture);
      total += result.bytes.length;
      if (total > most) throw new ToolError('OUTPUT_TOO_LARGE', `The pictures have more than ${most} bytes in all`);
      results.push(result);
    }
  }
  return withDistinctNames(results);
}
