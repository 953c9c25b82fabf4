import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, invalid } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { colorOption, shared } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { withRenderer } from '../../formats/pdf/pictures/render.js';
import { redactPdf } from '../../formats/pdf/text/redact.js';
import { findRedactions, type Redacted } from '../../formats/pdf/text/redaction-plan.js';
import { checkGone } from '../../formats/pdf/text/redaction-search.js';
import { SEVERAL_FILES } from './_notes.js';
import { redactionBoxes } from './_redaction-boxes.js';
import { missedTexts, redactionPatterns, watched } from './_redaction-patterns.js';
import { condition } from './_report-data.js';
import { changedPdf } from './_results.js';

const TEXT_CHARACTERS = 10_000;

/** Kinds of personal data have an option each: the API has no lists. */
const personal = (what: string) => z.boolean().default(false).describe(`Removes ${what}.`);

export default defineTool({
  id: 'redact-pdf',
  title: 'Redact PDF',
  summary: 'Permanently removes text and areas from PDF files: what is blacked out is no longer in them.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    text: z
      .string()
      .max(TEXT_CHARACTERS)
      .default('')
      .describe('Texts to remove, one per line. A space matches any white space, including a line break.'),
    patterns: z
      .string()
      .max(TEXT_CHARACTERS)
      .default('')
      .describe('Regular expressions (RE2 syntax) for texts to remove, one per line.'),
    emails: personal('e-mail addresses'),
    phones: personal('phone numbers in international, national and North American notation'),
    ibans: personal('IBANs with valid check digits'),
    cards: personal('payment card numbers with a valid check digit'),
    caseSensitive: shared.caseSensitive(false),
    wholeWord: shared.wholeWord(),
    boxes: ofKind(
      'page-boxes',
      z
        .string()
        .max(TEXT_CHARACTERS)
        .default('')
        .describe(
          'Areas to remove as page:x,y,width,height in points (1/72 inch) from the top left corner of the page as shown, separated by semicolons or line breaks.',
        ),
    ),
    color: colorOption('#000000', 'Colour that fills the removed areas; always opaque.'),
    password: shared.password(),
    wholePage: z
      .boolean()
      .default(false)
      .describe('Removes the whole content of every page that has a match or a box.'),
    dpi: z
      .number()
      .multipleOf(1)
      .min(100)
      .max(400)
      .default(200)
      .describe('Resolution of redacted pages in dots per inch.'),
  },
  result: 'mixed',
  data: fileReports({
    pages: z
      .array(
        z.object({
          page: place('Number of the page.'),
          matches: count('Matches that were removed.'),
          boxes: count('Boxes that were removed.'),
        }),
      )
      .describe('Redacted pages.'),
    pagesWithoutText: z.array(z.int()).describe('Pages without text, where no text can be found.'),
    alsoDrawn: z.array(z.int()).describe('Other pages that were turned into images.'),
    annotationsRemoved: count('Annotations that were removed.'),
    stringsChanged: count('Changed texts outside the pages: title, outline, form values, links.'),
    ...condition,
  }),
  notes: [
    'Redacted pages become images, so nothing can remain in fonts, drawings, images or hidden layers; text outside the removed areas can still be searched and copied. All other pages stay as they are, vectors included.',
    'Pages are searched in reading order and in the order of their content, including words hyphenated at line ends, and the result is searched again before it is returned. A file without any match is refused.',
    'Titles, outline, annotations, form values and links of the whole file are searched too: each match becomes █, and so do words of four letters or more that were under boxes. On redacted pages, annotations and form fields become part of the image; links outside the removed areas stay.',
    'IBANs and card numbers are removed only where the check digits are right. Phone numbers are recognised by their notation; check the result for unusual ones.',
    'Attachments, scripts, XFA forms, tags, XMP metadata and earlier versions of the file are always removed. Digital signatures become invalid.',
    'Text in images cannot be searched: "pagesWithoutText" lists pages without text. Run ocr-pdf on them first, or name the areas with "boxes".',
    SEVERAL_FILES,
    'Options apply to every file, areas too. At most 100 redacted pages with 400,000,000 pixels in all. The result is not encrypted.',
  ],
  aliases: [
    'blacken pdf',
    'black out pdf text',
    'remove text from pdf',
    'anonymise pdf',
    'censor pdf',
    'pdf redaction',
    'hide sensitive data in pdf',
    'black out names in a document',
    'hide text in a pdf',
  ],
  verified: [
    'qpdf 11.3 --qdf and pdftotext 22.12: a word on every page, in outline, fields, annotations, layers, labels, metadata and an attachment is in no byte of the result, in ASCII, UTF-16 or hexadecimal; qpdf --check reports no fault.',
    'pdfimages 22.12: in a scan, upright and rotated by 90 degrees, every pixel of the area has the requested colour, and the original image is not in the result.',
    '210 generated pages with text in one to three columns, drawn line by line, letter by letter, in pairs, backwards or shuffled, at five angles, hyphenated: what search-pdf, pdftotext 22.12 in three orders or mutool 1.21 finds before is found by none of them afterwards.',
    'IBANs of the SWIFT registry and test numbers of card companies are found; the same with one wrong digit are not.',
  ],
  examples: [
    {
      title: 'Two words on every page',
      options: { text: 'Letter 1\nletter 2' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'letter.pdf',
              outputs: ['letter-redacted.pdf'],
              pages: [
                { page: 1, matches: 1, boxes: 0 },
                { page: 2, matches: 1, boxes: 0 },
              ],
              pagesWithoutText: [],
              alsoDrawn: [],
              annotationsRemoved: 0,
              stringsChanged: 0,
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'letter-redacted.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'An area of a page',
      options: { boxes: '2:10,60,100,50', color: '#808080', dpi: 100 },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: { files: [{ name: 'letter-redacted.pdf', mime: 'application/pdf' }] },
    },
    {
      title: 'A pattern, also in form values, annotations, outline and title',
      options: { patterns: 'Report (title|note|one|two|chapter \\d)', dpi: 100 },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: { files: [{ name: 'report-redacted.pdf', mime: 'application/pdf' }] },
    },
    {
      title: 'Whole words only, and personal data',
      options: { text: 'letter', wholeWord: true, emails: true, ibans: true },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: { files: [{ name: 'letter-redacted.pdf', mime: 'application/pdf' }] },
    },
    {
      title: 'No match',
      options: { text: 'Nobody' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot redact PDF "letter.pdf": it has no match',
      },
    },
    {
      title: 'Nothing requested',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Options must say what to remove: "text", "patterns", "boxes" or a kind of personal data',
      },
    },
    {
      title: 'More pages than can be redacted at once',
      options: { text: 'page' },
      files: [{ name: 'many.pdf', fixture: 'pdf/many-pages.pdf' }],
      error: {
        code: 'LIMIT_EXCEEDED',
        message:
          'Redacted pages of PDF "many.pdf" must be at most 100, with at most 400000000 pixels in all: page 101 is over it',
      },
    },
    {
      title: 'A box written wrongly',
      options: { boxes: '1:10,20,30' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "boxes" must be areas like "1:72,100,200,20; 2:0,0,100,50", got "1:10,20,30"',
      },
    },
    {
      title: 'A box on a page that does not exist',
      options: { boxes: '3:10,20,30,40' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot take pages of PDF "letter.pdf": page 3 of 2 asked for' },
    },
  ],
  run({ files, options, signal }) {
    const { wholePage, dpi } = options;
    const { r, g, b } = parseColor('color', options.color);
    const patterns = redactionPatterns(options);
    let before: Redacted = { pages: 0, pixels: 0 };
    return eachFile({ files, signal }, async (upload) => {
      const pdf = openPdf(upload, { password: options.password });
      const boxes = redactionBoxes(options.boxes, pdf);
      if (patterns.length === 0 && boxes.length === 0)
        throw invalid('Options must say what to remove: "text", "patterns", "boxes" or a kind of personal data');
      const seen = new Set<string>();
      const wanted = { patterns: watched(patterns, seen), boxes, isWholePage: wholePage, dpi };
      const { found, redacted, withoutText, plan, clean } = await findRedactions(
        pdf,
        upload.bytes,
        wanted,
        before,
        signal,
      );
      before = redacted;
      // Drawn from the file itself: where it was read, notes and fields have become part of the pages.
      const made = await withRenderer(pdf, upload.bytes, (renderer) =>
        redactPdf(pdf, renderer, plan, { dpi, color: { r, g, b }, clean }),
      );
      await checkGone(pdf.name, made.bytes, patterns);
      const report = {
        pages: found.map(({ redaction, matches }) => {
          const page = redaction.page.index + 1;
          return { page, matches, boxes: boxes.filter((box) => box.page === page).length };
        }),
        pagesWithoutText: withoutText,
        alsoDrawn: made.alsoDrawn,
        annotationsRemoved: made.annotationsRemoved,
        stringsChanged: made.stringsChanged,
      };
      return changedPdf(pdf, 'redacted', made.bytes, report, missedTexts(options.text, seen));
    });
  },
});
