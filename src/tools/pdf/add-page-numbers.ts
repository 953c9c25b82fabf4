import { z } from 'zod';

import { defineTool, json, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { colorOption, shared } from '../../core/shared-options.js';
import { FONT_STYLES } from '../../engines/fonts.js';
import { writeChanged } from '../../formats/pdf/document/change.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { NUMERALS } from '../../lib/numbers/numerals.js';
import { checkDrawnPages, openToDraw } from './_drawing.js';
import { checkTexts, drawStamps, filled } from './_page-stamps.js';
import { condition } from './_report-data.js';
import { changedName, conditionOf, PDF_MIME } from './_results.js';

const PLACES = ['top-left', 'top-center', 'top-right', 'bottom-left', 'bottom-center', 'bottom-right'] as const;
const TEXT_CHARACTERS = 300;

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
    const { format, start, digits, numerals } = options;
    const pdf = openToDraw(files[0]);
    const chosen = pageSetOf(options.pages, pdf);
    checkDrawnPages(pdf, chosen.length);
    checkTexts(options, pdf.name);
    drawStamps(pdf, chosen, options);
    const bytes = writeChanged(pdf);
    const last = start + chosen.length - 1;
    const numbering = { last, file: pdf.name, digits, numerals };
    const report = {
      pages: pdf.pages.length,
      numbered: chosen.length,
      first: filled(format, start, numbering),
      last: filled(format, last, numbering),
      next: last + 1,
      ...conditionOf(pdf),
    };
    return withFiles(json(report), [{ name: changedName(pdf.name, 'numbered'), mime: PDF_MIME, bytes }]);
  },
});
