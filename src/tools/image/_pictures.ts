import { z } from 'zod';
import { eachFile, type FileReport } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { files, type InputFile, type OutputFile, overLimit, quote, type ToolResult } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import type { Example, FileRule } from '../../core/tool.js';
import { openPages, PICTURE_ENDINGS, type Picture } from '../../engines/image/picture.js';
import { FORMAT_FACTS, ownFormat, WRITE_FORMATS, type WriteFormat } from '../../engines/image/write-picture.js';
import { withDistinctNames } from '../../lib/files/portable-names.js';

/** Pictures, each worked on by itself. */
export const PICTURE_FILES = { min: 1, max: 20, formats: PICTURE_ENDINGS } as const satisfies FileRule;

/** What holds for every tool that changes pictures. */
export const PICTURE_NOTES: readonly string[] = [
  'The content decides the format of a file, not its name. Images are turned upright first, as EXIF says.',
  'A colour profile is kept if the output format supports profiles, otherwise colours become sRGB; CMYK and Lab always become sRGB.',
  'Each page of a TIFF file is a separate image; HEIC transparency becomes white; icons use their largest image, layered files their merged one.',
  'At most 50 megapixels per image, 100 in all frames of an animation (60 for GIF output), 200 in all images of a run (80 for AVIF, GIF or JPEG XL output).',
  'With several files, one that fails does not spoil the others: its message is in the report.',
];

/** Examples of files that no picture tool takes, with options that are otherwise right. */
export const pictureRefusals = (options?: Example['options']): Example[] =>
  REFUSALS.map((example) => (options === undefined ? example : { ...example, options }));

const REFUSALS: readonly Example[] = [
  {
    title: 'A truncated file',
    files: [{ name: 'cut.jpg', fixture: 'image/raster/cut.jpg' }],
    error: { code: 'INVALID_INPUT', message: 'Cannot read JPEG picture "cut.jpg": it is damaged or cut short' },
  },
  {
    title: 'A text file named as an image',
    files: [{ name: 'photo.png', text: 'hello' }],
    error: { code: 'INVALID_INPUT', message: 'Cannot read picture "photo.png": it is in no known picture format' },
  },
  {
    title: 'A header stating 60 megapixels',
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
    .describe(
      'Format of the result; same keeps it, turns HEIC into JPEG, and other formats that cannot be written into PNG.',
    );

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

interface Uploads {
  readonly files: readonly InputFile[];
  readonly signal: AbortSignal;
  /** The pictures of a file; `openPages` unless given. */
  readonly open?: (file: InputFile) => Promise<readonly Picture[]>;
}

type LimitOf = (picture: Picture) => number;

/** `data` of a tool that stands on `eachPicture`: a report where several files were sent. */
export const pictureReports = () => fileReports({}).describe('Where several files were sent: what became of each.');

/** What a tool made of one picture, and what it says of it. */
export interface PictureWork<Facts> {
  readonly outputs: readonly OutputFile[];
  readonly facts: Facts;
}

/**
 * Works on the pictures of files one after another, so that one is in memory: one file gives its files; several also a report, and one
 * that fails does not spoil the others. `limitOf`: most pixels up to this picture. Throws LIMIT_EXCEEDED, and as `eachFile`.
 */
export async function eachPicture(
  run: Uploads,
  limitOf: LimitOf,
  make: (picture: Picture) => Promise<OutputFile>,
): Promise<ToolResult<{ readonly files: readonly FileReport<object>[] }>> {
  const work = async (picture: Picture) => ({ outputs: [await make(picture)], facts: {} });
  const result = await reportedPictures(run, limitOf, work, () => ({}));
  return run.files.length === 1 ? files(result.files) : result;
}

/** As `eachPicture`, with a report on every file, made of what is known of its pictures. */
export function reportedPictures<Facts, Report extends object>(
  run: Uploads,
  limitOf: LimitOf,
  make: (picture: Picture) => Promise<PictureWork<Facts>>,
  reportOf: (facts: readonly Facts[], file: InputFile) => Report,
): Promise<ToolResult<{ readonly files: readonly FileReport<Report>[] }>> {
  let pixels = 0;
  let isFirst = true;
  return eachFile(run, async (file) => {
    const works: PictureWork<Facts>[] = [];
    const opened = run.open === undefined ? openPages(file, run.signal) : run.open(file);
    for (const picture of await opened) {
      pixels += picture.width * picture.height * picture.frames;
      const limit = limitOf(picture);
      // One picture within its own limits is always worked on.
      if (pixels > limit && !isFirst) {
        throw overLimit(
          `The images up to ${quote(picture.name)} have ${pixels} pixels together, the limit is ${limit}`,
        );
      }
      isFirst = false;
      works.push(await make(picture));
    }
    const outputs = withDistinctNames(works.flatMap((work) => work.outputs));
    const report = reportOf(
      works.map(({ facts }) => facts),
      file,
    );
    return { report, outputs };
  });
}
