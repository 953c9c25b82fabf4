import { z } from 'zod';

import { extensionOf } from '../../core/files.js';
import { defineTool, type InputFile, invalid, json, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { colorOption, POSITIONS, shared } from '../../core/shared-options.js';
import { hexColor, parseColor } from '../../engines/colors.js';
import { FONT_STYLES } from '../../engines/fonts.js';
import { openPicture, PICTURE_ENDINGS } from '../../engines/image/picture.js';
import { storePicture } from '../../engines/image/stored-picture.js';
import { typesetLabels } from '../../engines/typst/labels.js';
import { checkLetters } from '../../engines/typst/typeset.js';
import { writeChanged } from '../../formats/pdf/document/change.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';
import { type Mark, MarkSheets } from '../../formats/pdf/pages/mark-sheets.js';
import { drawOnPage, importPages } from '../../formats/pdf/pages/overlay.js';
import { pageFrame } from '../../formats/pdf/pages/page-frame.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { addPicture } from '../../formats/pdf/pictures/picture-object.js';
import { checkDrawnPages, openToDraw, readable } from './_drawing.js';
import { condition } from './_report-data.js';
import { PDF_MIME, partName } from './_results.js';

/** Pictures are small on the page; a JPEG of this quality shows nothing of its coding. */
const PICTURE_QUALITY = 90;
/** Text is set at this size and scaled. */
const SET_SIZE = 100;

const filesFault = () => invalid('Property "files" must be one PDF and at most one picture');
const textFault = () => invalid('A watermark must be either a text in option "text" or a picture as second file');

interface TextOptions {
  readonly text: string;
  readonly color: string;
  readonly font: (typeof FONT_STYLES)[number];
  readonly bold: boolean;
  readonly fontSize: number;
  readonly angle: number;
}

function textMark({ document }: OpenPdf, { text, color, font, bold, fontSize, angle }: TextOptions): Mark {
  const clean = text.replace(/\r\n?/g, '\n').trim();
  checkLetters('Option "text"', clean);
  const fill = hexColor(parseColor('color', color));
  const [drawing] = importPages(
    document,
    typesetLabels([{ text: clean, size: SET_SIZE, color: fill, isBold: bold }], font),
  );
  if (drawing === undefined) throw new Error('a label has no page');
  return {
    drawing: readable(drawing, clean, angle),
    aspect: drawing.width / drawing.height,
    ...(fontSize > 0 && { scale: fontSize / SET_SIZE }),
  };
}

async function pictureMark({ document }: OpenPdf, file: InputFile, signal: AbortSignal): Promise<Mark> {
  const stored = await storePicture(await openPicture(file, signal), PICTURE_QUALITY);
  const drawing = addPicture(document, stored);
  return { drawing, aspect: drawing.pixelWidth / drawing.pixelHeight };
}

export default defineTool({
  id: 'watermark-pdf',
  title: 'Watermark PDF',
  summary: 'Stamps a text or a picture onto the pages of a PDF, once or as a pattern.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 2, formats: ['.pdf', ...PICTURE_ENDINGS] },
  options: {
    text: z.string().max(500).default('').describe('Text of the watermark; blank where a picture is sent.'),
    position: z.enum(POSITIONS).default('center').describe('Where on the page it stands.'),
    opacity: z.number().min(0.01).max(1).default(0.3).describe('Opacity from 0.01, hardly visible, to 1, opaque.'),
    angle: z
      .number()
      .min(-360)
      .max(360)
      .default(45)
      .describe('Angle in degrees, anticlockwise; pictures are turned too.'),
    size: z
      .number()
      .min(1)
      .max(100)
      .default(60)
      .describe('Part of the page in percent that it fits into, turned; where tiled, 3 to 5 times smaller looks best.'),
    fontSize: z
      .number()
      .min(0)
      .max(1000)
      .default(0)
      .describe('Font size of the text in points, whatever "size" says; 0 leaves it to "size".'),
    margin: z.number().min(0).max(1000).default(24).describe('Distance from the edges of the page in points.'),
    font: z.enum(FONT_STYLES).default('sans').describe('Look of the text.'),
    bold: z.boolean().default(true).describe('Bold text.'),
    color: colorOption('#ff0000', 'Colour of the text.'),
    pages: shared.pages(),
    behind: z.boolean().default(false).describe('Draws it behind the content of the page, which may cover it.'),
    tile: z.boolean().default(false).describe('Repeats it over the whole page.'),
    gap: z.number().min(0).max(1000).default(40).describe('Distance between repetitions in points.'),
  },
  result: 'mixed',
  data: z.object({
    pages: count('Number of pages.'),
    stamped: count('Pages that got the watermark.'),
    ...condition,
  }),
  notes: [
    'Position and angle are those that a reader sees: turned and cropped pages come out right.',
    'The text stays text: it can be searched. It is marked as an artifact, so that screen readers pass over it.',
    'Text in Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai, Chinese, Japanese and Korean letters; line breaks are kept.',
    'Any picture that the service reads, transparency kept; of an animation the first frame.',
    'A watermark behind the content is hidden where the page paints its own background, as scans do.',
    'At most 5,000 pages are stamped, and at most 2,000 repetitions fit on one. Password-encrypted PDFs must be unlocked first.',
    'Digital signatures become invalid, and restrictions of printing or copying are not kept.',
  ],
  aliases: ['stamp pdf', 'add text to pdf', 'confidential stamp', 'add logo to pdf', 'draft watermark', 'pdf overlay'],
  verified: [
    'pdftotext 22.12 finds the text on every page stamped and on no other, also slanted, in Arabic and in Chinese.',
    'pdftoppm 22.12: on 24 pages of every turn, with and without crop and user unit, the mark stands in the corner asked for.',
    'pdftoppm 22.12: opacity 0.5 halves the colour, once also where repetitions overlap; behind a black area nothing shows.',
    'qpdf 11.3 (by hand): of 172 real and damaged files none has a fault that its source has not.',
  ],
  examples: [
    {
      title: 'A word across every page',
      options: { text: 'CONFIDENTIAL' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: { pages: 4, stamped: 4, repaired: false, warnings: [] },
        files: [{ name: 'report-watermarked.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'A picture in a corner of the first page',
      options: { position: 'top-right', angle: 0, size: 20, opacity: 1, pages: '1' },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'logo.png', fixture: 'image/to-pdf/alpha.png' },
      ],
      output: {
        data: { pages: 2, stamped: 1, repaired: false, warnings: [] },
        files: [{ name: 'letter-watermarked.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'A pattern behind the text of a damaged file',
      options: { text: 'Entwurf\n草案', tile: true, size: 20, behind: true, color: 'steelblue' },
      files: [{ name: 'damaged.pdf', fixture: 'pdf/damaged.pdf' }],
      output: {
        data: {
          pages: 3,
          stamped: 3,
          repaired: true,
          warnings: ['the cross-reference table was wrong and was rebuilt'],
        },
        files: [{ name: 'damaged-watermarked.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'Neither a text nor a picture',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'A watermark must be either a text in option "text" or a picture as second file',
      },
    },
    {
      title: 'A picture without a PDF',
      options: { text: 'x' },
      files: [{ name: 'logo.png', fixture: 'image/to-pdf/alpha.png' }],
      error: { code: 'INVALID_INPUT', message: 'Property "files" must be one PDF and at most one picture' },
    },
    {
      title: 'A colour that is none',
      options: { text: 'x', color: 'reddish' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "color" must be a CSS colour such as "#ff0000", got "reddish"',
      },
    },
    {
      title: 'More repetitions than a page may have',
      options: { text: '.', tile: true, fontSize: 1, gap: 0 },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot tile page 1: 30102 repetitions, the most is 2000' },
    },
    {
      title: 'A file that asks for a password',
      options: { text: 'x' },
      files: [{ name: 'locked.pdf', fixture: 'pdf/locked-256.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read PDF "locked.pdf": it is encrypted with a password and must be unlocked first',
      },
    },
  ],
  async run({ files, options, signal }) {
    const isPdf = ({ name }: InputFile): boolean => extensionOf(name) === '.pdf';
    const [source, ...more] = files.filter(isPdf);
    const [picture, ...others] = files.filter((file) => !isPdf(file));
    if (source === undefined || more.length + others.length > 0) throw filesFault();
    if ((options.text.trim() === '') === (picture === undefined)) throw textFault();
    const pdf = openToDraw(source);
    const chosen = pageSetOf(options.pages, pdf);
    checkDrawnPages(pdf, chosen.length);
    const mark = picture === undefined ? textMark(pdf, options) : await pictureMark(pdf, picture, signal);
    const sheets = new MarkSheets(pdf.document, mark, options);
    for (const number of chosen) {
      const page = pdf.pages[number - 1];
      if (page === undefined) continue;
      const frame = pageFrame(pdf.document, page);
      const drawing = sheets.sheetFor(frame, number);
      drawOnPage(pdf.document, page, [{ drawing, matrix: frame.toPage }], {
        opacity: options.opacity,
        isBehind: options.behind,
        artifact: 'Watermark',
      });
    }
    const bytes = writeChanged(pdf);
    const report = {
      pages: pdf.pages.length,
      stamped: chosen.length,
      repaired: pdf.document.isRepaired,
      warnings: pdf.document.warnings,
    };
    return withFiles(json(report), [{ name: partName(pdf.name, 'watermarked', new Set()), mime: PDF_MIME, bytes }]);
  },
});
