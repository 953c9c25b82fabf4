import { z } from 'zod';

import { defineTool, files, invalid, json, type OutputFile, overLimit, quote } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { eachFrame, readFrames, writeFrames } from '../../engines/image/frames.js';
import type { Picture } from '../../engines/image/picture.js';
import { checkWritable, mostPixels } from '../../engines/image/write-picture.js';
import { DEFICIENCIES, type Deficiency, seePixels } from '../../lib/colors/color-vision.js';
import { DRAWING_NOTES, EVERY_FRAME, qualityOption } from './_drawing.js';
import {
  formatOption,
  PICTURE_FILES,
  pictureFile,
  pictureRefusals,
  reportedPictures,
  writeFormat,
} from './_pictures.js';
import { readPalette, seenPalette } from './_seen-palette.js';

const deficiencyKey = () => z.enum(DEFICIENCIES).describe('Kind of colour vision.');

export default defineTool({
  id: 'color-blindness-simulator',
  title: 'Color Blindness Simulator',
  summary:
    'Shows images or a palette as people with a colour vision deficiency see them, and names colours they confuse.',
  family: 'image',
  class: 'native',
  input: 'optional',
  files: { ...PICTURE_FILES, min: 0 },
  options: {
    deficiency: z
      .enum(['all', ...DEFICIENCIES])
      .default('all')
      .describe('Vision to simulate: without red, green or blue cones, or without colour; all gives each of them.'),
    severity: z
      .number()
      .min(0)
      .max(1)
      .default(1)
      .describe('Severity, 0 to 1: below 1 it is protanomaly, deuteranomaly and so on; 0 is normal vision.'),
    tolerance: z
      .number()
      .min(0)
      .max(50)
      .default(10)
      .describe(
        'Colours of a palette nearer than this (CIEDE2000) are hard to tell apart; 2.3 is about just noticeable.',
      ),
    format: formatOption(),
    quality: qualityOption(),
  },
  result: 'mixed',
  data: z.object({
    colors: z
      .array(
        z.object({
          color: z.string().describe('Colour as it is seen by most people, on white where transparent.'),
          name: z.string().describe('Nearest CSS colour name.'),
          seenAs: z
            .array(
              z.object({
                deficiency: deficiencyKey(),
                color: z.string().describe('Colour as it is seen then.'),
              }),
            )
            .describe('The colour in each simulated vision.'),
        }),
      )
      .optional()
      .describe('Of a palette: its colours, in their order.'),
    hardToTellApart: count('Of a palette: pairs of colours nearer than the tolerance.').optional(),
    pairs: z
      .array(
        z.object({
          deficiency: deficiencyKey(),
          first: z.string().describe('One colour of the pair.'),
          second: z.string().describe('The other.'),
          difference: z.number().describe('CIEDE2000 between them as seen.'),
          normalDifference: z.number().describe('CIEDE2000 between them in normal vision.'),
        }),
      )
      .optional()
      .describe('Of a palette: these pairs, the nearest first, at most 200.'),
    files: fileReports({}).shape.files.optional().describe('Of images: what became of each.'),
  }),
  notes: [
    "Protan and deutan vision: the matrices Machado, Oliveira and Fernandes published in 2009, on linear light; tritan: Brettel, Viénot and Mollon (1997), as Machado's model is weak there.",
    'Achromatopsia shows relative luminance only; it is the rarest, and no model of its degrees is published: as for tritan vision, severity mixes linearly with normal vision.',
    'A simulation is an average observer before an sRGB display. It helps to find colours that carry meaning alone, and diagnoses nobody.',
    'A palette has up to 100 colours: one per line, or separated by commas, semicolons or spaces, in any CSS notation.',
    EVERY_FRAME,
    ...DRAWING_NOTES,
  ],
  aliases: [
    'color blind simulator',
    'simulate colour blindness',
    'colour blindness test for images',
    'daltonism',
    'protanopia',
    'deuteranopia',
    'tritanopia',
    'colorblind safe palette',
    'color vision deficiency',
    'how does a colour blind person see this',
    'red green blindness',
    'coblis',
  ],
  verified: [
    'culori 4.0.2 and colorspacious 1.1.2 (Machado 2009): 1,000 random colours at 11 severities, protan and deutan, each channel within 1 of 255.',
    'Tritanopia: both matrices derived anew from the cones and lights that Viénot, Brettel and Mollon state, to 5 digits; libDaltonLens has the same.',
    'Pixels of an image within 1 level of the same colours in a palette; greys stay, and alpha.',
  ],
  examples: [
    {
      title: 'Red and green signs',
      input: '#d62728, #2ca02c, #1f77b4',
      options: { deficiency: 'deuteranopia' },
      output: {
        data: {
          colors: [
            { color: '#d62728', name: 'crimson', seenAs: [{ deficiency: 'deuteranopia', color: '#8b7c1f' }] },
            { color: '#2ca02c', name: 'forestgreen', seenAs: [{ deficiency: 'deuteranopia', color: '#968838' }] },
            { color: '#1f77b4', name: 'steelblue', seenAs: [{ deficiency: 'deuteranopia', color: '#456cb3' }] },
          ],
          hardToTellApart: 1,
          pairs: [
            {
              deficiency: 'deuteranopia',
              first: '#d62728',
              second: '#2ca02c',
              difference: 4.81,
              normalDifference: 71.83,
            },
          ],
        },
      },
    },
    {
      title: 'A photo as seen without red cones',
      options: { deficiency: 'protanopia' },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      output: { text: null, files: [{ name: 'harbour-protanopia.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'A logo in all four kinds of vision',
      files: [{ name: 'logo.png', fixture: 'image/edit/logo.png' }],
      output: {
        text: null,
        files: DEFICIENCIES.map((kind) => ({ name: `logo-${kind}.png`, mime: 'image/png' })),
      },
    },
    {
      title: 'A word that is not a colour',
      input: 'red\nblurple',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": "blurple" is not a colour' },
    },
    {
      title: 'Neither images nor colours',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
    ...pictureRefusals(),
  ],
  async run({ input, files: uploads, options, signal }) {
    const { deficiency, severity, tolerance, quality } = options;
    const kinds: readonly Deficiency[] = deficiency === 'all' ? DEFICIENCIES : [deficiency];
    if (uploads.length === 0) {
      if (input === '') throw invalid('Property "input" must not be empty where no file is given');
      return json(seenPalette(readPalette(input), kinds, severity, tolerance));
    }
    if (input !== '') throw invalid('Property "input" must be empty where a file is given');
    const limitOf = (picture: Picture): number =>
      Math.floor(mostPixels(writeFormat(options.format, picture)) / kinds.length);
    const work = async (picture: Picture) => {
      const settings = { format: writeFormat(options.format, picture), quality };
      checkWritable(picture, settings);
      const pixels = picture.width * picture.height * picture.frames;
      if (pixels > limitOf(picture))
        throw overLimit(
          `Picture ${quote(picture.name)} has ${pixels} pixels, the limit is ${limitOf(picture)} with option "deficiency" ${deficiency} and this format`,
        );
      const frames = await readFrames(picture);
      const outputs: OutputFile[] = [];
      for (const kind of kinds) {
        signal.throwIfAborted();
        const seen = { ...frames, stack: kinds.length === 1 ? frames.stack : new Uint8Array(frames.stack) };
        eachFrame(seen, ({ data }) => seePixels(data, kind, severity));
        outputs.push(pictureFile(picture, `-${kind}`, settings.format, await writeFrames(seen, picture, settings)));
      }
      return { outputs, facts: {} };
    };
    const result = await reportedPictures({ files: uploads, signal }, limitOf, work, () => ({}));
    return uploads.length === 1 ? files(result.files) : result;
  },
});
