import { z } from 'zod';

import { defineTool, invalid, json, quote, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { colorOption, type Position, shared } from '../../core/shared-options.js';
import { hexColor, parseColor } from '../../engines/colors.js';
import { FONT_STYLES } from '../../engines/fonts.js';
import { typesetLabels } from '../../engines/typst/labels.js';
import { checkLetters } from '../../engines/typst/typeset.js';
import { type DrawOptions, drawOnPage, importPages, type PageDrawing } from '../../formats/pdf/pages/overlay.js';
import { type PageFrame, pageFrame } from '../../formats/pdf/pages/page-frame.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { NUMERALS, numeral } from '../../lib/numbers/numerals.js';
import { multiply } from '../../lib/page-text/matrix.js';
import { checkDrawnPages, cornerAt, openToDraw, readable, written } from './_drawing.js';
import { condition } from './_report-data.js';
import { PDF_MIME, partName } from './_results.js';

const PLACES = ['top-left', 'top-center', 'top-right', 'bottom-left', 'bottom-center', 'bottom-right'] as const;
const TEXT_CHARACTERS = 300;

/** A text on a page, its place and what it is. */
interface Stamp {
  readonly text: string;
  readonly position: Position;
  readonly artifact: NonNullable<DrawOptions['artifact']>;
}

function checkTemplate(name: string, template: string): void {
  const [unknown] = template.replace(/\{(n|total|file)\}/g, '').match(/\{[^{}]*\}/) ?? [];
  if (unknown !== undefined) {
    throw invalid(`Option "${name}" must have the placeholders {n}, {total} and {file} only, got ${quote(unknown)}`);
  }
  if (/[\r\n]/.test(template)) throw invalid(`Option "${name}" must be one line`);
  checkLetters(`Option "${name}"`, template);
}

/** The middle of an edge, or its left where the number stands in the middle. */
const besides = (position: Position, edge: 'top' | 'bottom'): Position =>
  position === `${edge}-center` ? `${edge}-left` : `${edge}-center`;

const mirrored = (position: Position): Position =>
  position.replace(/left|right/, (side) => (side === 'left' ? 'right' : 'left')) as Position;

function placed(drawing: PageDrawing, position: Position, frame: PageFrame, margin: number) {
  const room = Math.max(1, frame.width - 2 * margin);
  const scale = Math.min(1, room / drawing.width);
  const [width, height] = [drawing.width * scale, drawing.height * scale];
  const [x, y] = cornerAt(position, frame, { width, height, margin });
  return { drawing, matrix: multiply([scale, 0, 0, scale, x, y], frame.toPage) };
}

export default defineTool({
  id: 'add-page-numbers',
  title: 'Add Page Numbers',
  summary: 'Writes page numbers, Bates numbers, headers and footers onto the pages of a PDF.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.pdf'] },
  options: {
    format: z
      .string()
      .max(TEXT_CHARACTERS)
      .default('{n} / {total}')
      .describe(
        'Text of the number: {n} is the number, {total} the last one, {file} the name of the file; blank writes none.',
      ),
    position: z.enum(PLACES).default('bottom-center').describe('Where on the page the number stands.'),
    start: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(999_999_999)
      .default(1)
      .describe('Number of the first page that gets one.'),
    numerals: z.enum(NUMERALS).default('decimal').describe('How numbers are written.'),
    digits: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(20)
      .default(0)
      .describe('Least digits of {n}, filled with zeros: 6 for Bates numbers such as ABC000123.'),
    headerText: z
      .string()
      .max(TEXT_CHARACTERS)
      .default('')
      .describe(
        'Text at the top, in the middle, or on the left where the number stands there; {n}, {total} and {file} too.',
      ),
    footerText: z
      .string()
      .max(TEXT_CHARACTERS)
      .default('')
      .describe(
        'Text at the bottom, in the middle, or on the left where the number stands there; {n}, {total} and {file} too.',
      ),
    fontSize: z.number().min(4).max(200).default(10).describe('Font size in points.'),
    font: z.enum(FONT_STYLES).default('sans').describe('Look of the text.'),
    bold: z.boolean().default(false).describe('Bold text.'),
    color: colorOption('#000000', 'Colour of the text.'),
    margin: z.number().min(0).max(1000).default(24).describe('Distance from the edges of the page in points.'),
    mirror: z
      .boolean()
      .default(false)
      .describe('Swaps left and right on even pages of the document, as for printing on both sides.'),
    pages: shared.pages(),
  },
  result: 'mixed',
  data: z.object({
    pages: count('Number of pages.'),
    numbered: count('Pages that got a number.'),
    first: z.string().describe('First number as written.'),
    last: z.string().describe('Last number as written.'),
    next: z.int().describe('Number to go on with in the next file.'),
    ...condition,
  }),
  notes: [
    'The pages chosen are counted from "start": to leave a cover without a number use pages "2-".',
    'Bates numbers: format "ABC{n}" with 6 digits, and "start" from the last number of the file before; "next" in the result tells it.',
    'Places are those that a reader sees: turned and cropped pages come out right. A text too long for its page is made smaller.',
    'Text in Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai, Chinese, Japanese and Korean letters.',
    'At most 5,000 pages are written on. Password-encrypted PDFs must be unlocked first.',
    'Digital signatures become invalid, and restrictions of printing or copying are not kept.',
  ],
  aliases: [
    'number pdf pages',
    'bates numbering',
    'bates stamp',
    'pdf header and footer',
    'paginate pdf',
    'pdf page numbering',
  ],
  verified: [
    'pdftotext 22.12: the number, header and footer of every page, with 8 forms of numbers.',
    'pdftoppm 22.12: on 24 pages of every turn, with and without crop and user unit, the number stands in the corner asked for.',
    'qpdf 11.3 (by hand): of 172 real and damaged files none has a fault that its source has not.',
  ],
  examples: [
    {
      title: 'Page 1 of 4 at the bottom',
      options: { format: 'Page {n} of {total}' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          pages: 4,
          numbered: 4,
          first: 'Page 1 of 4',
          last: 'Page 4 of 4',
          next: 5,
          repaired: false,
          warnings: [],
        },
        files: [{ name: 'report-numbered.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'Bates numbers',
      options: { format: 'ABC{n}', digits: 6, start: 120, position: 'bottom-right' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          pages: 2,
          numbered: 2,
          first: 'ABC000120',
          last: 'ABC000121',
          next: 122,
          repaired: false,
          warnings: [],
        },
        files: [{ name: 'letter-numbered.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'Roman numbers after the cover, with a header',
      options: {
        format: '{n}',
        numerals: 'lower-roman',
        pages: '2-',
        headerText: '{file}',
        mirror: true,
        position: 'top-right',
      },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: { pages: 4, numbered: 3, first: 'i', last: 'iii', next: 4, repaired: false, warnings: [] },
        files: [{ name: 'report-numbered.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'Nothing to write',
      options: { format: '' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'One of the options "format", "headerText" and "footerText" must have a text',
      },
    },
    {
      title: 'An unknown placeholder',
      options: { format: '{page}' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "format" must have the placeholders {n}, {total} and {file} only, got "{page}"',
      },
    },
    {
      title: 'A header of two lines',
      options: { headerText: 'one\ntwo' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Option "headerText" must be one line' },
    },
    {
      title: 'A script that no font has',
      options: { footerText: 'ಕನ್ನಡ' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "footerText" has the letter U+0C95, no font has it: scripts are Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai, Chinese, Japanese and Korean',
      },
    },
    {
      title: 'A page that does not exist',
      options: { pages: '7' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot take pages of PDF "letter.pdf": page 7 of 2 asked for' },
    },
  ],
  run({ files, options }) {
    const {
      format,
      headerText: header,
      footerText: footer,
      position,
      start,
      digits,
      numerals,
      mirror,
      font,
      bold,
    } = options;
    const pdf = openToDraw(files[0]);
    const { document } = pdf;
    const chosen = pageSetOf(options.pages, pdf);
    checkDrawnPages(pdf, chosen.length);
    if (`${format}${header}${footer}`.trim() === '')
      throw invalid('One of the options "format", "headerText" and "footerText" must have a text');
    for (const name of ['format', 'headerText', 'footerText'] as const) checkTemplate(name, options[name]);
    checkLetters('File name', /\{file\}/.test(`${format}${header}${footer}`) ? pdf.name : '');
    const last = start + chosen.length - 1;
    const filled = (template: string, n: number): string =>
      template.replace(/\{(n|total|file)\}/g, (_match, name: string) => {
        if (name === 'file') return pdf.name;
        return numeral(name === 'n' ? n : last, numerals).padStart(name === 'n' ? digits : 0, '0');
      });
    const stampsOf = (n: number): Stamp[] =>
      [
        { text: filled(format, n), position, artifact: 'PageNum' as const },
        { text: filled(header, n), position: besides(position, 'top'), artifact: 'Header' as const },
        { text: filled(footer, n), position: besides(position, 'bottom'), artifact: 'Footer' as const },
      ].filter(({ text }) => text.trim() !== '');
    const texts = [...new Set(chosen.flatMap((_page, i) => stampsOf(start + i).map(({ text }) => text)))];
    const color = hexColor(parseColor('color', options.color));
    const labels = texts.map((text) => ({ text, size: options.fontSize, color, isBold: bold }));
    const drawings = importPages(document, typesetLabels(labels, font));
    const drawingOf = new Map(texts.map((text, i) => [text, drawings[i]]));
    for (const [i, number] of chosen.entries()) {
      const page = pdf.pages[number - 1];
      if (page === undefined) continue;
      const frame = pageFrame(document, page);
      for (const stamp of stampsOf(start + i)) {
        const drawing = drawingOf.get(stamp.text);
        if (drawing === undefined) continue;
        const place = mirror && number % 2 === 0 ? mirrored(stamp.position) : stamp.position;
        const placement = placed(readable(drawing, stamp.text), place, frame, options.margin);
        drawOnPage(document, page, [placement], { artifact: stamp.artifact });
      }
    }
    const bytes = written(pdf);
    const report = {
      pages: pdf.pages.length,
      numbered: chosen.length,
      first: filled(format, start),
      last: filled(format, last),
      next: last + 1,
      repaired: document.isRepaired,
      warnings: document.warnings,
    };
    return withFiles(json(report), [{ name: partName(pdf.name, 'numbered', new Set()), mime: PDF_MIME, bytes }]);
  },
});
