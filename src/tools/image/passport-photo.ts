import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { fileReports } from '../../core/shared-data.js';
import { POSITIONS } from '../../core/shared-options.js';
import { openPicture, PICTURE_ENDINGS } from '../../engines/image/picture.js';
import { ID_PHOTO_RULES, type IdPhotoPreset } from '../../lib/photos/id-photo-rules.js';
import { PHOTO_PAPERS, type PhotoPaper } from '../../lib/photos/photo-sheet.js';
import { aroundHead, boxIn, ID_PHOTO_REPORT, largest, millimetres, photoOf, reportOf, ruleOf } from './_id-photo.js';
import { pictureRefusals } from './_pictures.js';
import { printed, printSheet, sheetPlanOf } from './_print-sheet.js';

const PRESETS = Object.keys(ID_PHOTO_RULES) as IdPhotoPreset[];
const PAPERS = Object.keys(PHOTO_PAPERS) as PhotoPaper[];

const side = (description: string) => z.number().min(0).max(150).default(0).describe(description);
export default defineTool({
  id: 'passport-photo',
  title: 'Passport Photo',
  summary:
    'Crops portraits to passport and ID photos of the right size, with the head as high as the rule asks, and a print sheet.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: PICTURE_ENDINGS },
  options: {
    preset: z
      .enum(PRESETS)
      .default('35x45')
      .describe('Size and rule of the photo: 35 × 45 mm, 2 × 2 inches, or those of a country.'),
    widthMm: side('Width in millimetres instead of the preset, at least 10; 0 for the preset.'),
    heightMm: side('Height in millimetres instead of the preset, at least 10; 0 for the preset.'),
    head: ofKind(
      'image-box',
      z
        .string()
        .max(100)
        .default('')
        .describe(
          'Rectangle "x,y,width,height" in pixels around the head, from the crown to the chin: the photo is cropped by the rule; empty if not known.',
        ),
    ),
    box: ofKind(
      'image-box',
      z
        .string()
        .max(100)
        .default('')
        .describe(
          'Rectangle "x,y,width,height" in pixels to crop to, where "head" is empty; empty for the largest area.',
        ),
    ),
    position: z
      .enum(POSITIONS)
      .default('center')
      .describe('Part of the picture to keep where neither "head" nor "box" is given.'),
    dpi: z.number().multipleOf(1).min(100).max(600).default(300).describe('Dots per inch of photo and sheet.'),
    sheet: z
      .enum(['none', ...PAPERS])
      .default('10x15')
      .describe('Paper of the print sheet (10x15 is in centimetres).'),
    sheetFormat: z.enum(['image', 'pdf']).default('image').describe('Print sheet as an image, or as a PDF page.'),
    copies: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(100)
      .default(0)
      .describe('Photos per sheet at most; 0 for as many as fit.'),
    gapMm: z.number().min(0).max(20).default(1).describe('Space between the photos of a sheet in millimetres.'),
    marginMm: z.number().min(0).max(50).default(3).describe('Least margin of a sheet in millimetres.'),
    cutMarks: z.boolean().default(true).describe('Draws cut marks around the photos of a sheet.'),
    format: z.enum(['jpg', 'png']).default('jpg').describe('Format of the images.'),
  },
  result: 'mixed',
  data: fileReports(ID_PHOTO_REPORT),
  notes: [
    'Head heights are those that authorities publish: 32–36 mm for 35 × 45 mm (ICAO, Schengen, Australia, Japan), 29–34 mm for the United Kingdom, 25.4–34.9 mm for 2 × 2 inches (United States), 31–36 mm for Canada, 28–33 mm for China, 32–36 mm for Hong Kong. For other sizes the head takes 70 to 80 % of the height, as ICAO Doc 9303 says.',
    'With "head", the head gets the middle of what is allowed, and more where the picture ends too close to it. Eyes count as halfway between chin and crown. Without it, the size is right and the head is up to you.',
    'Background, light and expression are not judged. Transparency becomes white; colours become sRGB; metadata is not kept. Of an animation the first frame is used.',
    'Sheets are turned so that most photos fit; print them at their actual size.',
  ],
  aliases: [
    'id photo',
    'visa photo',
    'biometric photo',
    'passport picture 35x45',
    '2x2 photo',
    'photo print sheet',
    'passfoto',
  ],
  verified: [
    'In ten presets a head of known size has, measured in the photo, the height that the authority publishes within 0.4 mm, in the middle.',
    'ImageMagick 6.9 -crop and -resize: the same photo for a box, a wide box and a place.',
    'Sheets: 8 photos on 10 × 15 cm, 32 on A4, 28 on Letter, each of the exact size; pdfinfo 22.12 reads the page as A4.',
  ],
  examples: [
    {
      title: 'By the head, eight photos on a sheet',
      options: { head: '24,6,16,24', dpi: 100 },
      files: [{ name: 'portrait.jpg', fixture: 'image/raster/photo.jpg' }],
      output: {
        data: {
          files: [
            {
              name: 'portrait.jpg',
              outputs: ['portrait-35x45mm.jpg', 'portrait-sheet.jpg'],
              widthMm: 35,
              heightMm: 45,
              width: 138,
              height: 177,
              crop: '20,3,25,32',
              headRule: {
                leastMm: 32,
                mostMm: 36,
                leastTopMm: null,
                mostTopMm: null,
                leastEyesMm: null,
                mostEyesMm: null,
              },
              head: { heightMm: 33.75, crownMm: 4.22, chinMm: 37.97 },
              photos: 8,
              warnings: ['25 × 32 pixels were enlarged to 138 × 177: a larger picture is sharper'],
            },
          ],
        },
        files: [
          { name: 'portrait-35x45mm.jpg', mime: 'image/jpeg' },
          { name: 'portrait-sheet.jpg', mime: 'image/jpeg' },
        ],
      },
    },
    {
      title: 'The largest area for the United States, with a PDF of one A4 page',
      options: { preset: 'us', sheet: 'a4', sheetFormat: 'pdf', format: 'png' },
      files: [{ name: 'portrait.jpg', fixture: 'image/raster/photo.jpg' }],
      output: {
        files: [
          { name: 'portrait-50.8x50.8mm.png', mime: 'image/png' },
          { name: 'portrait-sheet.pdf', mime: 'application/pdf' },
        ],
      },
    },
    {
      title: 'A head too close to the edge',
      options: { head: '2,0,20,40' },
      files: [{ name: 'portrait.jpg', fixture: 'image/raster/photo.jpg' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot crop picture "portrait.jpg" around the head: a photo of 35 × 45 mm takes more than there is (missing: 7 pixels left, 2 pixels above)',
      },
    },
    {
      title: 'A box that is not one',
      options: { box: '1,2,3' },
      files: [{ name: 'portrait.jpg', fixture: 'image/raster/photo.jpg' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "box" must be "x,y,width,height" such as "120,80,200,280", got "1,2,3"',
      },
    },
    {
      title: 'A head beyond the picture',
      options: { head: '50,0,20,20' },
      files: [{ name: 'portrait.jpg', fixture: 'image/raster/photo.jpg' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "head" must be inside picture "portrait.jpg" of 64 × 48 pixels, got "50,0,20,20"',
      },
    },
    {
      title: 'Half a size',
      options: { widthMm: 30 },
      files: [{ name: 'portrait.jpg', fixture: 'image/raster/photo.jpg' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "heightMm" must be at least 10 where a size is given, got 0',
      },
    },
    {
      title: 'A sheet too small',
      options: { widthMm: 120, heightMm: 150 },
      files: [{ name: 'portrait.jpg', fixture: 'image/raster/photo.jpg' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "sheet" must have room for a photo of 120 × 150 mm, got 10x15 with a margin of 3 mm',
      },
    },
    ...pictureRefusals(),
  ],
  run({ files, options, signal }) {
    const rule = ruleOf(options);
    const plan = sheetPlanOf(rule, options);
    const dots = (length: number): number => Math.round((length * options.dpi) / 25.4);
    const size = { width: dots(rule.width), height: dots(rule.height) };
    return eachFile({ files, signal }, async (upload) => {
      const picture = await (await openPicture(upload, signal)).firstFrame();
      const head = boxIn(picture, 'head', options.head);
      const crop = head === undefined ? undefined : aroundHead(picture, head, rule);
      const asked = boxIn(picture, 'box', options.box);
      const box = crop?.box ?? largest(picture, asked, size.width / size.height, options.position);
      const photo = await photoOf(picture, box, size);
      const name = `${stemOf(picture.name)}-${millimetres(rule.width)}x${millimetres(rule.height)}mm`;
      const outputs = [await printed(name, photo, picture, options)];
      if (plan !== undefined) outputs.push(await printSheet(plan, photo, picture, options, signal));
      return {
        report: reportOf(rule, size, box, crop, plan?.photos ?? 0),
        outputs,
      };
    });
  },
});
