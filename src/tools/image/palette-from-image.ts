import { z } from 'zod';
import { eachFile } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, invalid, type OutputFile, overLimit, quote } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { hexColor, nearestColorName } from '../../engines/colors.js';
import { frameOf, readFrames } from '../../engines/image/frames.js';
import { openPicture } from '../../engines/image/picture.js';
import { PALETTE_METHODS, type PaletteColor, paletteOf } from '../../lib/colors/palette.js';
import { aseFile, gplFile } from '../../lib/picture-files/palette-files.js';
import { DRAWING_NOTES } from './_drawing.js';
import { PICTURE_FILES, pictureRefusals } from './_pictures.js';

interface Swatch {
  readonly hex: string;
  readonly rgb: readonly [number, number, number];
  /** Percent. */
  readonly sharePercent: number;
  readonly name: string;
}

/** All images of a run together, as in other tools of images. */
const MAX_PIXELS = 200_000_000;

const FORMATS = ['json', 'css', 'svg', 'ase', 'gpl'] as const;

function swatchOf({ rgb, share }: PaletteColor): Swatch {
  const [r, g, b] = rgb;
  return {
    hex: hexColor({ r, g, b, alpha: 1 }),
    rgb: [r, g, b],
    sharePercent: Number((100 * share).toFixed(2)),
    name: nearestColorName(r, g, b),
  };
}

const cssFile = (swatches: readonly Swatch[]): string =>
  `:root {\n${swatches.map(({ hex, name, sharePercent }, i) => `  --color-${i + 1}: ${hex}; /* ${name}, ${sharePercent} % */\n`).join('')}}\n`;

const CELL = 80;

function svgFile(swatches: readonly Swatch[]): string {
  const cells = swatches.map(({ hex, name, sharePercent }, i) => {
    const x = (i % 8) * CELL;
    const y = Math.floor(i / 8) * CELL;
    return `  <rect x="${x}" y="${y}" width="${CELL}" height="${CELL}" fill="${hex}"><title>${hex} ${name}, ${sharePercent} %</title></rect>\n`;
  });
  const width = CELL * Math.min(8, swatches.length);
  const height = CELL * Math.ceil(swatches.length / 8);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${cells.join('')}</svg>\n`;
}

function paletteFile(format: (typeof FORMATS)[number], stem: string, swatches: readonly Swatch[]): OutputFile[] {
  const named = swatches.map(({ hex, name, rgb }) => ({ name: `${hex} ${name}`, rgb }));
  const text = (ending: string, mime: string, content: string): OutputFile[] => [
    { name: `${stem}-palette.${ending}`, mime, bytes: Buffer.from(content) },
  ];
  switch (format) {
    case 'json':
      return [];
    case 'css':
      return text('css', 'text/css', cssFile(swatches));
    case 'svg':
      return text('svg', 'image/svg+xml', svgFile(swatches));
    case 'gpl':
      return text('gpl', 'text/plain', gplFile(stem, named));
    case 'ase':
      return [{ name: `${stem}-palette.ase`, mime: 'application/octet-stream', bytes: aseFile(named) }];
  }
}

export default defineTool({
  id: 'palette-from-image',
  title: 'Palette from Image',
  summary: 'Finds the main colours of images, with their shares and nearest CSS names.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    limit: z.number().multipleOf(1).min(1).max(64).default(6).describe('Number of colours at most.'),
    method: z
      .enum(PALETTE_METHODS)
      .default('kmeans')
      .describe('How to group colours: kmeans by similarity, median-cut into groups of about equal size.'),
    format: z
      .enum(FORMATS)
      .default('json')
      .describe(
        'File in addition to the data: CSS variables, SVG swatches, Adobe Swatch Exchange or a GIMP palette; json adds none.',
      ),
  },
  result: 'mixed',
  data: fileReports({
    colors: z
      .array(
        z.object({
          hex: z.string().describe('Colour as #rrggbb.'),
          rgb: z.array(z.int()).describe('Red, green and blue, 0 to 255.'),
          sharePercent: z.number().describe('Share of the image in percent.'),
          name: z.string().describe('Nearest CSS colour.'),
        }),
      )
      .describe('Colours, the most frequent first.'),
  }),
  notes: [
    'Colours come in order of their share, in percent of what is opaque; half-transparent pixels count by half. There are fewer than "limit" if the image has no more.',
    'Pixels are grouped by cells of 8 levels a channel, then by k-means or median cut; a colour is the mean of its group in OKLab. Same picture, same colours.',
    '"name" is the nearest CSS colour name by CIEDE2000, not an exact one. Of an animation the first frame counts.',
    'Each image has its own palette; one file that fails does not spoil the others. At most 200 megapixels in all images of a run.',
    ...DRAWING_NOTES,
  ],
  aliases: [
    'dominant colours',
    'color palette',
    'extract colors',
    'colour scheme from photo',
    'image colours',
    'swatches',
    'main colours of a picture',
    'colours in a photo',
  ],
  verified: [
    'Areas of known colours: every colour exact by both methods, every share too; with noise on them, each within 3 levels and 1 percent by k-means.',
    'culori 4 gives OKLab of 500 colours alike to 4 decimals; GIMP palette and CSS by their text, ASE by its published layout.',
  ],
  examples: [
    {
      title: 'Four areas',
      options: { limit: 4 },
      files: [{ name: 'areas.png', fixture: 'image/edit/areas.png' }],
      output: {
        data: {
          files: [
            {
              name: 'areas.png',
              colors: [
                { hex: '#ff0000', rgb: [255, 0, 0], sharePercent: 50, name: 'red' },
                { hex: '#0000ff', rgb: [0, 0, 255], sharePercent: 25, name: 'blue' },
                { hex: '#008000', rgb: [0, 128, 0], sharePercent: 12.5, name: 'green' },
                { hex: '#ffff00', rgb: [255, 255, 0], sharePercent: 12.5, name: 'yellow' },
              ],
            },
          ],
        },
      },
    },
    {
      title: 'A GIMP palette of two colours; the rest of a transparent logo does not count',
      options: { limit: 2, format: 'gpl' },
      files: [{ name: 'logo.png', fixture: 'image/edit/logo.png' }],
      output: {
        data: {
          files: [
            {
              name: 'logo.png',
              outputs: ['logo-palette.gpl'],
              colors: [{ hex: '#145ac8', rgb: [20, 90, 200], sharePercent: 100, name: 'royalblue' }],
            },
          ],
        },
        files: [
          {
            name: 'logo-palette.gpl',
            mime: 'text/plain',
            text: 'GIMP Palette\nName: logo\nColumns: 0\n#\n 20  90 200\t#145ac8 royalblue\n',
          },
        ],
      },
    },
    ...pictureRefusals(),
  ],
  run({ files, options, signal }) {
    let pixels = 0;
    return eachFile({ files, signal }, async (upload) => {
      const picture = await (await openPicture(upload, signal)).firstFrame();
      const own = picture.width * picture.height;
      if (pixels + own > MAX_PIXELS) {
        throw overLimit(
          `The images up to ${quote(picture.name)} have ${pixels + own} pixels together, the limit is ${MAX_PIXELS}`,
        );
      }
      pixels += own;
      const colors = paletteOf(frameOf(await readFrames(picture), 0), options.limit, options.method).map(swatchOf);
      if (colors.length === 0)
        throw invalid(`Cannot find colours of picture ${quote(picture.name)}: all of it is transparent`);
      return { report: { colors }, outputs: paletteFile(options.format, stemOf(picture.name), colors) };
    });
  },
});
