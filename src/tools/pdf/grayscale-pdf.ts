import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { grayPdf } from '../../formats/pdf/colors/gray-pages.js';
import { writeChanged } from '../../formats/pdf/document/change.js';
import { openToDraw } from './_drawing.js';
import { NOT_ENCRYPTED, SEVERAL_FILES, SIGNATURES } from './_notes.js';
import { NEEDS_PASSWORD } from './_refusals.js';
import { condition } from './_report-data.js';
import { changedPdf } from './_results.js';

const TONES = ['gray', 'black-and-white', 'inverted'] as const;

/** What becomes of a tone, as a function and as a program that PDF viewers run. */
function toneOf(wanted: (typeof TONES)[number], threshold: number) {
  const shared = { isBilevel: wanted === 'black-and-white', isInverted: wanted === 'inverted' };
  if (wanted === 'inverted') return { ...shared, tone: (gray: number) => 1 - gray, toneProgram: '1 exch sub' };
  if (wanted === 'gray') return { ...shared, tone: (gray: number) => gray, toneProgram: '' };
  const tone = (gray: number): number => (gray < threshold ? 0 : 1);
  return { ...shared, tone, toneProgram: `${threshold} lt { 0 } { 1 } ifelse` };
}

export default defineTool({
  id: 'grayscale-pdf',
  title: 'Grayscale PDF',
  summary: 'Converts PDF files to grayscale, to black and white or to light text on black, and keeps text as text.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    tones: z
      .enum(TONES)
      .default('gray')
      .describe('Tones of the result: grays, black and white only, or inverted, white becoming black as in dark mode.'),
    thresholdPercent: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(100)
      .default(50)
      .describe('Tones at least this light become white in black and white, in percent; the others become black.'),
    dpi: z
      .number()
      .multipleOf(1)
      .min(36)
      .max(600)
      .default(200)
      .describe('Resolution in dots per inch of pages that can only become images.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    pages: count('Number of pages.'),
    imagePages: z.array(z.int()).describe('Numbers of pages that became images.'),
    ...condition,
  }),
  notes: [
    'Colours of text, lines, images, patterns, gradients, notes and form fields become DeviceGray by the weights of the PDF standard: 30 % red, 59 % green, 11 % blue; four inks by theirs. Fonts, links, bookmarks, layers and fields stay.',
    'Colour profiles are not applied: a colour counts by its numbers, as in most viewers, so that a wide-gamut photo may come out slightly lighter or darker.',
    'JPEG images stay JPEG, at quality 90; all other images stay lossless.',
    'A page with something that has no exact gray, such as a colour space that cannot be read, becomes an image; "imagePages" and "warnings" name it. Its text can no longer be searched, and its links and fields are gone.',
    'In black and white, viewers still smooth edges with grays, and transparent parts stay so. Photos lose most of their detail.',
    'Inverted pages get a black background. Photos are inverted too.',
    SEVERAL_FILES,
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'pdf to grayscale',
    'greyscale pdf',
    'pdf to black and white',
    'black and white pdf',
    'remove color from pdf',
    'make pdf gray',
    'invert pdf colors',
    'pdf dark mode',
    'night mode pdf',
    'save ink when printing a pdf',
    'monochrome pdf',
  ],
  verified: [
    'poppler 22.12 and MuPDF 1.21: a page with every colour space, pattern, kind of image and gradient of the standard has no coloured pixel left; its tones are those of pdftoppm -gray, on average within 2 of 255',
    '198 of 219 real and damaged files, the others being refused, at 40 dpi: no coloured pixel to poppler and MuPDF but marks that these draw by themselves; text of pdftotext the same; all but 3 of those that poppler draws within 2 of 255 of pdftoppm -gray on average; pages of 2 became images',
    'Inverted pages: the negative of pdftoppm -gray, on average within 3 of 255',
  ],
  examples: [
    {
      title: 'A page with images of several kinds',
      files: [{ name: 'pictures.pdf', fixture: 'pdf/pictures.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'pictures.pdf',
              outputs: ['pictures-gray.pdf'],
              pages: 2,
              imagePages: [],
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'pictures-gray.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Dark mode: light text on black',
      options: { tones: 'inverted' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              outputs: ['report-gray.pdf'],
              pages: 4,
              imagePages: [],
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'report-gray.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'A filled-in form in black and white',
      options: { tones: 'black-and-white' },
      files: [{ name: 'registration.pdf', fixture: 'pdf/registration.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'registration.pdf',
              outputs: ['registration-gray.pdf'],
              pages: 1,
              imagePages: [],
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'registration-gray.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Not a PDF',
      files: [{ name: 'notes.pdf', text: 'just text' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read PDF "notes.pdf": it is not a PDF file' },
    },
    NEEDS_PASSWORD,
  ],
  run: ({ files, options, signal }) => {
    const { tones: wanted, thresholdPercent, dpi, password } = options;
    const tones = toneOf(wanted, thresholdPercent / 100);
    return eachFile({ files, signal }, async (file) => {
      const pdf = openToDraw(file, password);
      const imagePages = await grayPdf(pdf, file, { ...tones, dpi, password, signal });
      if (imagePages.length > 0) {
        const named = imagePages.slice(0, 20).join(', ') + (imagePages.length > 20 ? ' …' : '');
        pdf.document.warn(`pages with something that has no exact gray became images: ${named}`);
      }
      const bytes = writeChanged(pdf);
      const report = { pages: pdf.pages.length, imagePages };
      return changedPdf(pdf, 'gray', bytes, report);
    });
  },
});
