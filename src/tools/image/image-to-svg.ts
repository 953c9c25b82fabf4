import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { renamed } from '../../core/files.js';
import { defineTool, type InputFile, invalid, json, overLimit, quote, ToolError, withFiles } from '../../core/index.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import { count, fileReports } from '../../core/shared-data.js';
import { blackAndWhite, type FlatPicture, flatColors } from '../../engines/image/flat-colors.js';
import { openPicture } from '../../engines/image/picture.js';
import { countEdges, tracePaths } from '../../engines/svg/trace.js';

import { PICTURE_FILES } from './_pictures.js';

/** Larger pictures are made smaller before they are traced, and those with too many edges smaller again. */
const SIZES = [2_000_000, 800_000, 300_000, 120_000, 50_000];
/** Neighbours of different colours. Measured: noise of 230,000 in 64 colours took 57 s on a busy machine. */
const MAX_EDGES = 150_000;
const LEAST_SIDE = 4;
const MAX_BYTES = CLASS_LIMITS.native.outputFileBytes;
const MAX_DETAIL = 10;

/** The picture at the largest size that has at most so many edges, and how many it has. */
async function traceable(
  make: (mostPixels: number) => Promise<FlatPicture>,
  mostEdges: number,
): Promise<{ readonly flat: FlatPicture; readonly edges: number }> {
  for (const pixels of SIZES) {
    const flat = await make(pixels);
    const edges = countEdges(flat);
    if (edges <= mostEdges) return { flat, edges };
  }
  throw overLimit(
    `The picture must have at most ${mostEdges} edges between colours: option "colors" must be smaller, or the files fewer`,
  );
}

const FACTS = {
  width: count('Width of the image in pixels.'),
  height: count('Height of the image in pixels.'),
  tracedWidth: count('Width at which it was traced.'),
  tracedHeight: count('Height at which it was traced.'),
  paths: count('Number of paths.'),
  bytes: count('Size of the SVG.'),
};

export default defineTool({
  id: 'image-to-svg',
  title: 'Image to SVG',
  summary: 'Traces an image into SVG paths, in black and white or in colour.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    style: z.enum(['color', 'mono']).default('color').describe('In colour, or black on transparent.'),
    colors: z.number().multipleOf(1).min(2).max(64).default(16).describe('Number of colours, for style color.'),
    threshold: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(255)
      .default(128)
      .describe('Grey below which a pixel is black, for style mono.'),
    detail: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(MAX_DETAIL)
      .default(6)
      .describe('Smallest patch that is drawn: 10 draws every single pixel, 0 nothing below 10 pixels.'),
    curves: z.boolean().default(true).describe('Draws curves instead of straight lines.'),
  },
  result: 'mixed',
  data: z.union([z.object(FACTS), fileReports(FACTS)]),
  notes: [
    'Made for logos, icons and drawings; a photograph becomes a poster of flat colours, and a large file.',
    'Width and height are those of the picture; over 2 megapixels, or with very many edges, it is made smaller before it is traced, as "tracedWidth" and "tracedHeight" tell. Of animations the first frame counts.',
    'Transparency is kept in style color; mono has no background, and transparent pixels count as white.',
    'Several files give a drawing and a report each, and one that fails does not spoil the others. They share the edges that are traced in time: among 20 files, photographs are made smaller than alone.',
    'A result over 20 MiB is refused: fewer colours or less detail make it smaller.',
  ],
  aliases: [
    'vectorize image',
    'png to svg',
    'jpg to svg',
    'trace image',
    'raster to vector',
    'logo to svg',
    'bitmap logo to svg',
    'trace a drawing',
    'logo to vector',
  ],
  verified: [
    'rsvg-convert 2.54 draws the paths of two drawings: on average less than 6 of 255 levels from the picture in 16 colours, and from its black and white.',
    'Noise, empty, transparent and tiny pictures: a valid SVG or a refusal.',
  ],
  examples: [
    {
      title: 'A logo',
      files: [{ name: 'Logo.png', fixture: 'qr-barcode/logo.png' }],
      options: { colors: 4 },
      output: {
        data: { width: 96, height: 96, tracedWidth: 96, tracedHeight: 96, paths: 2, bytes: 1200 },
        files: [{ name: 'Logo.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'In black and white, with straight lines',
      files: [{ name: 'code.png', fixture: 'qr-barcode/url.png' }],
      options: { style: 'mono', curves: false, detail: 10 },
      output: { files: [{ name: 'code.svg', mime: 'image/svg+xml' }] },
    },
    {
      title: 'A picture of one pixel',
      files: [
        {
          name: 'dot.png',
          base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        },
      ],
      error: {
        code: 'INVALID_INPUT',
        message: 'Picture "dot.png" must have at least 4 pixels a side, got 1 × 1',
      },
    },
    {
      title: 'A file that is not an image',
      files: [{ name: 'notes.png', text: 'Hello' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read picture "notes.png": it is in no known picture format' },
    },
  ],
  async run({ files, options, signal }) {
    const { style, colors, threshold, detail, curves } = options;
    const isMono = style === 'mono';
    let left = MAX_EDGES;
    const trace = async (file: InputFile, index: number) => {
      const picture = await (await openPicture(file, signal)).firstFrame();
      const { width, height } = picture;
      if (Math.min(width, height) < LEAST_SIDE) {
        throw invalid(
          `Picture ${quote(file.name)} must have at least ${LEAST_SIDE} pixels a side, got ${width} × ${height}`,
        );
      }
      // What the earlier ones did not need is there for the later ones.
      const share = Math.floor(left / (files.length - index));
      const { flat, edges } = await traceable(
        (pixels) => (isMono ? blackAndWhite(picture, threshold, pixels) : flatColors(picture, colors, pixels)),
        share,
      );
      left -= edges;
      const paths = await tracePaths(flat, { isMono, smallestPatch: MAX_DETAIL - detail, hasCurves: curves });
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${flat.width} ${flat.height}">\n${paths}\n</svg>\n`;
      const bytes = Buffer.from(svg);
      if (bytes.length > MAX_BYTES) {
        throw new ToolError(
          'OUTPUT_TOO_LARGE',
          `The SVG must have at most ${MAX_BYTES} bytes, got ${bytes.length}: options "colors" and "detail" must be smaller`,
        );
      }
      const report = {
        width,
        height,
        tracedWidth: flat.width,
        tracedHeight: flat.height,
        paths: paths.split('<path').length - 1,
        bytes: bytes.length,
      };
      return { report, outputs: [{ name: renamed(file.name, '.svg'), mime: 'image/svg+xml', bytes }] };
    };
    if (files.length > 1) return eachFile({ files, signal }, trace);
    const { report, outputs } = await trace(files[0], 0);
    return withFiles(json(report), outputs);
  },
});
