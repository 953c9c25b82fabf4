import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { extensionOf } from '../../core/files.js';
import { defineTool, type InputFile, invalid } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { colorOption, POSITIONS, shared } from '../../core/shared-options.js';
import { FONT_STYLES } from '../../engines/fonts.js';
import { PICTURE_ENDINGS } from '../../engines/image/picture.js';
import { writeChanged } from '../../formats/pdf/document/change.js';
import { MarkSheets } from '../../formats/pdf/pages/mark-sheets.js';
import { drawOnPage } from '../../formats/pdf/pages/overlay.js';
import { pageFrame } from '../../formats/pdf/pages/page-frame.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { POINTS_A_MILLIMETRE } from '../../lib/documents/page-sizes.js';
import { checkDrawnPages, openToDraw } from './_drawing.js';
import { pictureMark, textMark } from './_marks.js';
import { NOT_ENCRYPTED, SEVERAL_FILES, SIGNATURES } from './_notes.js';
import { NEEDS_PASSWORD } from './_refusals.js';
import { condition } from './_report-data.js';
import { changedPdf, PDF_MIME } from './_results.js';

const filesFault = () => invalid('Property "files" must be PDFs and at most one image');
const textFault = () => invalid('A watermark must be either text in option "text" or one image file');

export default defineTool({
  id: 'watermark-pdf',
  title: 'Watermark PDF',
  summary: 'Stamps text or an image onto the pages of PDF files, once or tiled.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf', ...PICTURE_ENDINGS], forAll: { which: PICTURE_ENDINGS } },
  options: {
    text: z.string().max(500).default('').describe('Text of the watermark; empty if an image is uploaded.'),
    position: z.enum(POSITIONS).default('center').describe('Where on the page the watermark is placed.'),
    opacity: z.number().min(0.01).max(1).default(0.3).describe('Opacity from 0.01 (barely visible) to 1 (opaque).'),
    angle: z.number().min(-360).max(360).default(-45).describe('Rotation in degrees clockwise, of text and images.'),
    sizePercent: z
      .number()
      .min(1)
      .max(100)
      .default(60)
      .describe('Share of the page that the rotated watermark fits into, in percent; 12 to 20 suits tiles.'),
    fontSize: z
      .number()
      .min(0)
      .max(1000)
      .default(0)
      .describe('Font size of the text in points, instead of "sizePercent"; 0: set by "sizePercent".'),
    margin: z.number().min(0).max(350).default(8).describe('Distance from the page edges in millimetres.'),
    font: z.enum(FONT_STYLES).default('sans').describe('Typeface of the text.'),
    bold: z.boolean().default(true).describe('Bold text.'),
    color: colorOption('#ff0000', 'Colour of the text.'),
    pages: shared.pages(),
    behind: z.boolean().default(false).describe('Draws the watermark behind the page content, which may cover it.'),
    tile: z.boolean().default(false).describe('Repeats the watermark over the whole page.'),
    gap: z.number().min(0).max(350).default(14).describe('Distance between tiles in millimetres.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    pages: count('Number of pages.'),
    stamped: count('Pages that were stamped.'),
    ...condition,
  }),
  notes: [
    'Position and angle are those the reader sees, also on rotated and cropped pages.',
    'Text stays searchable. It is tagged as an artifact, so screen readers skip it.',
    'Supports Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai, Chinese, Japanese and Korean; line breaks are kept.',
    'Images keep their transparency; of an animation, the first frame is used. One image stamps all PDFs.',
    'A watermark behind the content is invisible where the page paints its own background, as scans do.',
    'At most 5,000 pages are stamped per file, with at most 2,000 tiles per page.',
    SEVERAL_FILES,
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'stamp pdf',
    'add text to pdf',
    'confidential stamp',
    'add logo to pdf',
    'draft watermark',
    'pdf overlay',
    'stamp draft on every page',
  ],
  verified: [
    'pdftoppm 22.12: 36 pages with boxes outside of each other, inverted, empty or too long, units of 0 and below, and contents that end within a string, an array or an inline image have the mark in the requested corner.',
    'pdftotext 22.12 finds the text on every page stamped and on no other, also slanted, in Arabic and in Chinese.',
    'pdftoppm 22.12: on 24 pages of every turn, with and without crop and user unit, the mark is in the requested corner.',
    'pdftoppm 22.12: opacity 0.5 halves the colour, once also where repetitions overlap; behind a black area nothing shows.',
    'qpdf 11.3 (by hand): of 172 real and damaged files none has a fault that its source does not have.',
  ],
  examples: [
    {
      title: 'A word across every page',
      options: { text: 'CONFIDENTIAL' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              outputs: ['report-watermarked.pdf'],
              pages: 4,
              stamped: 4,
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'report-watermarked.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'An image in a corner of the first page',
      options: { position: 'top-right', angle: 0, sizePercent: 20, opacity: 1, pages: '1' },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'logo.png', fixture: 'image/to-pdf/alpha.png' },
      ],
      output: {
        data: {
          files: [
            {
              name: 'letter.pdf',
              outputs: ['letter-watermarked.pdf'],
              pages: 2,
              stamped: 1,
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'letter-watermarked.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'Tiles behind the text of a damaged file',
      options: { text: 'Entwurf\n草案', tile: true, sizePercent: 20, behind: true, color: 'steelblue' },
      files: [{ name: 'damaged.pdf', fixture: 'pdf/damaged.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'damaged.pdf',
              outputs: ['damaged-watermarked.pdf'],
              pages: 3,
              stamped: 3,
              repaired: true,
              warnings: ['the cross-reference table was wrong and was rebuilt'],
            },
          ],
        },
        files: [{ name: 'damaged-watermarked.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'Neither text nor an image',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'A watermark must be either text in option "text" or one image file',
      },
    },
    {
      title: 'An image without a PDF',
      options: { text: 'x' },
      files: [{ name: 'logo.png', fixture: 'image/to-pdf/alpha.png' }],
      error: { code: 'INVALID_INPUT', message: 'Property "files" must be PDFs and at most one image' },
    },
    {
      title: 'An unknown colour',
      options: { text: 'x', color: 'reddish' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "color" must be a CSS colour such as "#ff0000", got "reddish"',
      },
    },
    {
      title: 'Too many tiles',
      options: { text: '.', tile: true, fontSize: 1, gap: 0 },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot tile page 1: 30102 tiles, the limit is 2000' },
    },
    { ...NEEDS_PASSWORD, options: { text: 'x' } },
  ],
  async run({ files, options, signal }) {
    const isPdf = ({ name }: InputFile): boolean => extensionOf(name) === '.pdf';
    const sources = files.filter(isPdf);
    const [picture, ...others] = files.filter((file) => !isPdf(file));
    if (sources.length === 0 || others.length > 0) throw filesFault();
    if ((options.text.trim() === '') === (picture === undefined)) throw textFault();
    const { opacity, behind, sizePercent, password } = options;
    // The drawing is laid out with y upwards and in points.
    const [margin, gap] = [options.margin * POINTS_A_MILLIMETRE, options.gap * POINTS_A_MILLIMETRE];
    const layout = { ...options, angle: -options.angle, size: sizePercent, margin, gap };
    return await eachFile({ files: sources, signal }, async (file) => {
      const pdf = openToDraw(file, password);
      const chosen = pageSetOf(options.pages, pdf);
      checkDrawnPages(pdf, chosen.length);
      const mark = picture === undefined ? textMark(pdf, options) : await pictureMark(pdf, picture, signal);
      const sheets = new MarkSheets(pdf.document, mark, layout);
      for (const number of chosen) {
        const page = pdf.pages[number - 1];
        if (page === undefined) continue;
        const frame = pageFrame(pdf.document, page);
        const drawing = sheets.sheetFor(frame, number);
        drawOnPage(pdf.document, page, [{ drawing, matrix: frame.toPage }], {
          opacity,
          isBehind: behind,
          artifact: 'Watermark',
        });
      }
      const report = { pages: pdf.pages.length, stamped: chosen.length };
      return changedPdf(pdf, 'watermarked', writeChanged(pdf), report);
    });
  },
});
