import { z } from 'zod';

import { defineTool, invalid, overLimit, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { count, fileReports } from '../../core/shared-data.js';
import { colorOption, shared } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { greyPicture } from '../../engines/image/grey.js';
import { openPages, type Picture } from '../../engines/image/picture.js';
import { MAX_PIXELS } from '../../engines/image/picture-size.js';
import { flattened, greyOfPipeline, pipelineOf, turned } from '../../engines/image/straighten.js';
import { colourFor, groundFor, writePicture } from '../../engines/image/write-picture.js';
import { blackAndWhiteByLight } from '../../lib/pictures/binarise.js';
import { Turn } from '../../lib/pictures/grey-picture.js';
import { paperCorners } from '../../lib/pictures/paper-corners.js';
import { type Corners, flatSize, orderedCorners, type Point } from '../../lib/pictures/perspective.js';
import { skewOf } from '../../lib/pictures/skew.js';

import { formatOption, PICTURE_FILES, PICTURE_NOTES, pictureFile, reportedPictures, writeFormat } from './_pictures.js';

const straightened = z.object({
  page: z.string().describe('Name of the image or page.'),
  skewDegrees: z.number().describe('Angle by which the lines were skewed.'),
  corners: z
    .array(
      z.object({ x: z.number().describe('Pixels from the left.'), y: z.number().describe('Pixels from the top.') }),
    )
    .nullable()
    .describe('Corners of the sheet that was flattened; null if none was.'),
  width: count('Width of the result in pixels.'),
  height: count('Height of the result in pixels.'),
});

/** Long side by short side. ISO 216, ANSI Y14.1, ISO/IEC 7810 ID-1. */
const PAPERS = {
  auto: undefined,
  a4: Math.SQRT2,
  a5: Math.SQRT2,
  letter: 11 / 8.5,
  legal: 14 / 8.5,
  card: 85.6 / 53.98,
} as const;
/** Turned by less, a picture only becomes blurred. */
const LEAST_DEGREES = 0.1;
/** All pictures together. Measured: straightening 10 megapixels takes 1 to 2 s. */
const MAX_RUN_PIXELS = 150_000_000;
const CORNERS = z.string().max(100).default('auto');
const POINT = /^(\d{1,6}(?:\.\d{1,3})?),(\d{1,6}(?:\.\d{1,3})?)$/;

function parsePoints(option: string): Point[] {
  const points = option
    .trim()
    .split(/[\s;]+/)
    .map((part) => POINT.exec(part));
  if (points.length !== 4 || points.includes(null)) {
    throw invalid(
      `Option "corners" must be auto, none or four points like "10,20 500,25 505,700 5,690", got ${quote(option)}`,
    );
  }
  return points.map((match) => ({ x: Number(match?.[1]), y: Number(match?.[2]) }));
}

function cornersIn(points: readonly Point[], { name, width, height }: Picture): Corners {
  const isInside = points.every(({ x, y }) => x <= width && y <= height);
  const corners = isInside ? orderedCorners(points) : undefined;
  if (corners === undefined) {
    throw invalid(
      `Option "corners" must span an area with four corners in picture ${quote(name)}, which has ${width} × ${height} pixels`,
    );
  }
  return corners;
}

export default defineTool({
  id: 'deskew-image',
  title: 'Deskew Image',
  summary:
    'Straightens scans and photographs of paper: turns skewed lines level and makes sheets taken at an angle flat.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    corners: ofKind(
      'image-points',
      CORNERS.describe(
        'Corners of the sheet: auto finds a bright sheet on darker ground, none leaves the picture flat as it is, or four points x,y in pixels with spaces between.',
      ),
    ),
    paper: z
      .enum(Object.keys(PAPERS) as [keyof typeof PAPERS, ...(keyof typeof PAPERS)[]])
      .default('auto')
      .describe('Proportions of a sheet that is made flat: auto takes them from its sides.'),
    deskew: z
      .boolean()
      .default(true)
      .describe('Turns the picture so that its lines of text run level, up to 15 degrees.'),
    binarize: z
      .boolean()
      .default(false)
      .describe('Makes the picture black and white, with a threshold that follows light and shadow.'),
    background: colorOption('#ffffff', 'Colour of the corners that turning leaves free.'),
    format: formatOption(),
    quality: shared.quality(),
  },
  result: 'mixed',
  data: fileReports({ pages: z.array(straightened).describe('One entry per page.') }),
  notes: [
    ...PICTURE_NOTES,
    '"data" tells for each picture by how many degrees its lines ran down to the right, and the corners that were used, in pixels of the upright picture.',
    'Images without lines of text, or with level lines, stay as they are; skew of up to 15 degrees is found. Sideways and upside-down pages are not turned.',
    'A sheet is found if it is clearly brighter than its background, has four straight sides and fills at least 15 % of the image. Flattened sheets become 8-bit sRGB.',
    'Animations are refused. At most 150 megapixels in all.',
  ],
  aliases: [
    'straighten scan',
    'deskew scan',
    'fix crooked scan',
    'perspective correction',
    'document scanner',
    'keystone correction',
    'binarize scan',
    'straighten document photo',
    'straighten a scan',
    'crooked scan',
  ],
  verified: [
    'Nine turns between −14 and 14.5 degrees of a page of five lines: found to 0.25 degrees, and the result is level to 0.25 degrees.',
    'A page that ImageMagick 6.9 has put into perspective on dark ground, with fading light: corners found within 3 pixels of 800, black and white with as much ink as the page, to 2 % of its area.',
    'A photograph without text and an empty page stay as they are.',
  ],
  examples: [
    {
      title: 'Skewed paper',
      files: [{ name: 'schief.png', fixture: 'image/ocr/skewed-german.png' }],
      output: { files: [{ name: 'schief-straight.png', mime: 'image/png' }] },
    },
    {
      title: 'Corners given, black and white',
      options: { corners: '40,40 500,40 500,200 40,200', binarize: true, format: 'png' },
      files: [{ name: 'page.png', fixture: 'image/ocr/paragraph.png' }],
      output: { files: [{ name: 'page-straight.png', mime: 'image/png' }] },
    },
    {
      title: 'An empty picture stays as it is',
      files: [{ name: 'empty.png', fixture: 'image/ocr/blank.png' }],
      output: {
        data: {
          files: [
            {
              name: 'empty.png',
              outputs: ['empty-straight.png'],
              pages: [{ page: 'empty.png', skewDegrees: 0, corners: null, width: 200, height: 100 }],
            },
          ],
        },
        files: [{ name: 'empty-straight.png', mime: 'image/png' }],
      },
    },
    {
      title: 'Three corners',
      options: { corners: '0,0 10,0 10,10' },
      files: [{ name: 'page.png', fixture: 'image/ocr/blank.png' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "corners" must be auto, none or four points like "10,20 500,25 505,700 5,690", got "0,0 10,0 10,10"',
      },
    },
    {
      title: 'Corners outside of the picture',
      options: { corners: '0,0 300,0 300,90 0,90' },
      files: [{ name: 'page.png', fixture: 'image/ocr/blank.png' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "corners" must span an area with four corners in picture "page.png", which has 200 × 100 pixels',
      },
    },
    {
      title: 'An animation',
      files: [{ name: 'moving.webp', fixture: 'photo/animated.webp' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot straighten picture "moving.webp": it is animated, with 2 frames',
      },
    },
  ],
  async run({ files, options, signal }) {
    const points = options.corners === 'auto' || options.corners === 'none' ? undefined : parsePoints(options.corners);
    const background = parseColor('background', options.background);
    return await reportedPictures(
      { files, signal },
      () => MAX_RUN_PIXELS,
      async (picture) => {
        if (picture.frames > 1) {
          throw invalid(
            `Cannot straighten picture ${quote(picture.name)}: it is animated, with ${picture.frames} frames`,
          );
        }
        const format = writeFormat(options.format, picture);
        let grey = await greyPicture(picture);
        const found = options.corners === 'auto' ? paperCorners(grey) : undefined;
        const corners = points === undefined ? found : cornersIn(points, picture);
        let pipeline = picture.open(colourFor(format));
        if (corners !== undefined) {
          const size = flatSize(corners, PAPERS[options.paper]);
          if (size.width * size.height > MAX_PIXELS) {
            throw overLimit(
              `Picture ${quote(picture.name)} made flat has ${size.width} × ${size.height} pixels, the limit is ${MAX_PIXELS}`,
            );
          }
          const flat = await flattened(picture, corners, size);
          pipeline = pipelineOf(flat);
          grey = await greyOfPipeline(pipeline);
        }
        const skew = options.deskew ? skewOf(grey) : 0;
        const isTurned = Math.abs(skew) >= LEAST_DEGREES;
        let size: { readonly width: number; readonly height: number } = grey;
        if (isTurned) {
          size = new Turn(grey, -skew);
          if (size.width * size.height > MAX_PIXELS) {
            throw overLimit(
              `Picture ${quote(picture.name)} turned has ${size.width} × ${size.height} pixels, the limit is ${MAX_PIXELS}`,
            );
          }
          pipeline = turned(pipeline, -skew, groundFor(format, background));
        }
        if (options.binarize) pipeline = pipelineOf(blackAndWhiteByLight(await greyOfPipeline(pipeline)));
        const bytes = await writePicture(pipeline, picture, {
          format,
          quality: options.quality,
          size: { width: size.width, height: size.height },
        });
        const output = pictureFile(picture, '-straight', format, bytes);
        const [made = picture] = await openPages(output, signal);
        const facts: z.output<typeof straightened> = {
          page: picture.name,
          skewDegrees: isTurned ? skew : 0,
          corners: corners?.map(({ x, y }) => ({ x: Math.round(10 * x) / 10, y: Math.round(10 * y) / 10 })) ?? null,
          width: made.width,
          height: made.height,
        };
        return { outputs: [output], facts };
      },
      (pages) => ({ pages }),
    );
  },
});
