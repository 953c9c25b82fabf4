import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { colorOption, shared } from '../../core/shared-options.js';
import { FONT_STYLES } from '../../engines/fonts.js';
import { writeChanged } from '../../formats/pdf/document/change.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { NUMERALS } from '../../lib/numbers/numerals.js';
import { checkDrawnPages, openToDraw } from './_drawing.js';
import { NOT_ENCRYPTED, SEVERAL_FILES, SIGNATURES } from './_notes.js';
import { checkTexts, drawStamps, filled } from './_page-stamps.js';
import { condition } from './_report-data.js';
import { changedPdf, PDF_MIME } from './_results.js';

const PLACES = ['top-left', 'top-center', 'top-right', 'bottom-left', 'bottom-center', 'bottom-right'] as const;
const TEXT_CHARACTERS = 300;

export default defineTool({
  id: 'add-page-numbers',
  title: 'Add Page Numbers',
  summary: 'Adds page numbers, Bates numbers, headers and footers to PDF files.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    text: z
      .string()
      .max(TEXT_CHARACTERS)
      .default('{n} / {total}')
      .describe(
        'Text of the page number: {n} is the number, {total} the last number, {file} the file name; empty for none.',
      ),
    position: z.enum(PLACES).default('bottom-center').describe('Where on the page the number is placed.'),
    start: z.number().multipleOf(1).min(0).max(999_999_999).default(1).describe('Number of the first numbered page.'),
    numerals: z.enum(NUMERALS).default('decimal').describe('Style of the numbers.'),
    digits: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(20)
      .default(0)
      .describe('Minimum number of digits of {n}, padded with zeros: 6 gives Bates numbers such as ABC000123.'),
    headerText: z
      .string()
      .max(TEXT_CHARACTERS)
      .default('')
      .describe(
        'Text at the top centre, or top left if the number is at the top centre; may contain {n}, {total} and {file}.',
      ),
    footerText: z
      .string()
      .max(TEXT_CHARACTERS)
      .default('')
      .describe(
        'Text at the bottom centre, or bottom left if the number is at the bottom centre; may contain {n}, {total} and {file}.',
      ),
    fontSize: z.number().min(4).max(200).default(10).describe('Font size in points.'),
    font: z.enum(FONT_STYLES).default('sans').describe('Typeface of the text.'),
    bold: z.boolean().default(false).describe('Bold text.'),
    color: colorOption('#000000', 'Colour of the text.'),
    margin: z.number().min(0).max(350).default(8).describe('Distance from the page edges in millimetres.'),
    mirror: z.boolean().default(false).describe('Swaps left and right on even pages, for double-sided printing.'),
    pages: shared.pages(),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    pages: count('Number of pages.'),
    numbered: count('Pages that were numbered.'),
    first: z.string().describe('First number as written on the page.'),
    last: z.string().describe('Last number as written on the page.'),
    next: z.int().describe('Number to continue with in the next document.'),
    ...condition,
  }),
  notes: [
    'Numbering counts the chosen pages from "start": to leave a cover without a number, use pages "2-".',
    'For Bates numbers use text "ABC{n}" with 6 digits. Each file starts at "start"; "next" in the result is the "start" for the next document.',
    'Positions are those the reader sees, also on rotated and cropped pages. Text that is too long for the page is scaled down.',
    'Supports Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai, Chinese, Japanese and Korean.',
    'At most 5,000 pages are numbered per file.',
    SEVERAL_FILES,
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'number pdf pages',
    'bates numbering',
    'bates stamp',
    'pdf header and footer',
    'paginate pdf',
    'pdf page numbering',
    'number the pages of a report',
  ],
  verified: [
    'pdftotext 22.12: the number, header and footer of every page, with 8 forms of numbers.',
    'pdftoppm 22.12: on 24 pages of every turn, with and without crop and user unit, the number is in the requested corner.',
    'qpdf 11.3 (by hand): of 172 real and damaged files none has a fault that its source does not have.',
  ],
  examples: [
    {
      title: 'Page 1 of 4 at the bottom',
      options: { text: 'Page {n} of {total}' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              outputs: ['report-numbered.pdf'],
              pages: 4,
              numbered: 4,
              first: 'Page 1 of 4',
              last: 'Page 4 of 4',
              next: 5,
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'report-numbered.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'Bates numbers',
      options: { text: 'ABC{n}', digits: 6, start: 120, position: 'bottom-right' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'letter.pdf',
              outputs: ['letter-numbered.pdf'],
              pages: 2,
              numbered: 2,
              first: 'ABC000120',
              last: 'ABC000121',
              next: 122,
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'letter-numbered.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'Roman numerals after the cover, with a header',
      options: {
        text: '{n}',
        numerals: 'lower-roman',
        pages: '2-',
        headerText: '{file}',
        mirror: true,
        position: 'top-right',
      },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              outputs: ['report-numbered.pdf'],
              pages: 4,
              numbered: 3,
              first: 'i',
              last: 'iii',
              next: 4,
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'report-numbered.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'Nothing to write',
      options: { text: '' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'At least one of the options "text", "headerText" and "footerText" must be set',
      },
    },
    {
      title: 'An unknown placeholder',
      options: { text: '{page}' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "text" can only contain the placeholders {n}, {total} and {file}, got "{page}"',
      },
    },
    {
      title: 'A header with two lines',
      options: { headerText: 'one\ntwo' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Option "headerText" must be a single line' },
    },
    {
      title: 'An unsupported script',
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
  run({ files, options, signal }) {
    const { text, start, digits, numerals, password } = options;
    return eachFile({ files, signal }, (file) => {
      const pdf = openToDraw(file, password);
      const chosen = pageSetOf(options.pages, pdf);
      checkDrawnPages(pdf, chosen.length);
      checkTexts(options, pdf.name);
      drawStamps(pdf, chosen, options);
      const last = start + chosen.length - 1;
      const numbering = { last, file: pdf.name, digits, numerals };
      return changedPdf(pdf, 'numbered', writeChanged(pdf), {
        pages: pdf.pages.length,
        numbered: chosen.length,
        first: filled(text, start, numbering),
        last: filled(text, last, numbering),
        next: last + 1,
      });
    });
  },
});
