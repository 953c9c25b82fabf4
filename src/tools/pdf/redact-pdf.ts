import { z } from 'zod';

import { defineTool, invalid, json, withFiles } from '../../core/index.js';
import { count, place } from '../../core/shared-data.js';
import { colorOption } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { compileLinePatterns, type TextPattern } from '../../engines/text/regular-expressions.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { withRenderer } from '../../formats/pdf/pictures/render.js';
import { redactPdf } from '../../formats/pdf/text/redact.js';
import { findRedactions } from '../../formats/pdf/text/redaction-plan.js';
import { checkGone } from '../../formats/pdf/text/redaction-search.js';
import { redactionBoxes } from './_redaction-boxes.js';
import { condition } from './_report-data.js';
import { changedName, conditionOf, PDF_MIME } from './_results.js';

const TEXT_CHARACTERS = 10_000;

interface WantedTexts {
  readonly text: string;
  readonly patterns: string;
  readonly ignoreCase: boolean;
}

function patternsOf({ text, patterns, ignoreCase }: WantedTexts): TextPattern[] {
  const caseSensitive = !ignoreCase;
  const compiled: TextPattern[] = [];
  if (text.trim() !== '') {
    const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim().normalize('NFKC').replace(/\s+/g, ' '));
    const texts = lines.filter((line) => line !== '').join('\n');
    compiled.push(compileLinePatterns(texts, { regex: false, caseSensitive, option: 'text' }));
  }
  if (patterns.trim() !== '')
    compiled.push(compileLinePatterns(patterns, { regex: true, caseSensitive, option: 'patterns' }));
  return compiled;
}

export default defineTool({
  id: 'redact-pdf',
  title: 'Redact PDF',
  summary: 'Removes text and areas from a PDF for good: what is blackened is no longer in the file.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.pdf'] },
  options: {
    text: z
      .string()
      .max(TEXT_CHARACTERS)
      .default('')
      .describe('Texts to remove, one a line; a space stands for any gap, line ends too.'),
    patterns: z
      .string()
      .max(TEXT_CHARACTERS)
      .default('')
      .describe('Regular expressions (RE2 syntax) of texts to remove, one a line.'),
    ignoreCase: z.boolean().default(true).describe('Finds capital and small letters alike.'),
    boxes: z
      .string()
      .max(TEXT_CHARACTERS)
      .default('')
      .describe(
        'Areas to remove, as page:left,top,width,height in points (1/72 inch) from the upper left corner of the page as it is shown, with semicolons or line ends between.',
      ),
    color: colorOption('#000000', 'Colour of the removed areas; no transparency.'),
    wholePage: z
      .boolean()
      .default(false)
      .describe('Removes everything on each page on which something is found or a box lies.'),
    dpi: z
      .number()
      .multipleOf(1)
      .min(100)
      .max(400)
      .default(200)
      .describe('Dots per inch of the pictures that redacted pages become.'),
  },
  result: 'mixed',
  data: z.object({
    pages: z
      .array(
        z.object({
          page: place('Number of the page.'),
          matches: count('Matches that were removed.'),
          boxes: count('Boxes that were removed.'),
        }),
      )
      .describe('Pages with something removed.'),
    pagesWithoutText: z.array(z.int()).describe('Pages without text, in which no text can be found.'),
    alsoDrawn: z.array(z.int()).describe('Further pages that became images.'),
    notesRemoved: count('Annotations that were removed.'),
    stringsChanged: count('Texts outside of pages that were changed.'),
    ...condition,
  }),
  notes: [
    'Pages on which something is removed become pictures, so that nothing can stay behind in fonts, drawings, pictures or hidden layers; text outside the removed areas can still be searched and copied. Other pages stay as they are.',
    'Titles, outline, notes, form values and links in the whole file are searched too: what matches becomes █, and so do words of four letters or more that stood below boxes. On redacted pages notes and form fields become part of the picture; links outside the areas stay.',
    'Attachments, scripts, XFA forms, tags, XMP metadata and earlier versions of the file are removed in any case. Digital signatures become invalid.',
    'Text in pictures cannot be searched: "data" lists pages without text under "pagesWithoutText"; ocr-pdf gives them text first, or "boxes" names the areas.',
    'Pages are searched in the order of reading and in that of their content, words broken by hyphens at line ends included, and the result again before it is given. A file in which nothing is found is refused.',
    'At most 100 redacted pages and 400,000,000 pixels in all. Password-encrypted PDFs must be unlocked first.',
  ],
  aliases: [
    'blacken pdf',
    'black out pdf text',
    'remove text from pdf',
    'anonymise pdf',
    'censor pdf',
    'pdf redaction',
    'hide sensitive data in pdf',
  ],
  verified: [
    'qpdf 11.3 --qdf and pdftotext 22.12: a word that stands on every page, in outline, fields, notes, layers, labels, metadata and an attachment is in no byte of the result any more, in ASCII, UTF-16 or hexadecimal; no fault in qpdf --check.',
    'pdfimages 22.12: of a scan, upright and turned by 90 degrees, every pixel of the area has the colour asked for, and the original picture is not in the result.',
    'What only a redacted page draws is gone from lists of resources that pages share; text beside the areas is found by pdftotext, and links beside them stay.',
  ],
  examples: [
    {
      title: 'Two words on every page',
      options: { text: 'Letter 1\nletter 2' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          pages: [
            { page: 1, matches: 1, boxes: 0 },
            { page: 2, matches: 1, boxes: 0 },
          ],
          pagesWithoutText: [],
          alsoDrawn: [],
          notesRemoved: 0,
          stringsChanged: 0,
          repaired: false,
          warnings: [],
        },
        files: [{ name: 'letter-redacted.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'An area, by its place',
      options: { boxes: '2:10,60,100,50', color: '#808080', dpi: 100 },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: { files: [{ name: 'letter-redacted.pdf', mime: 'application/pdf' }] },
    },
    {
      title: 'A pattern, in form values, notes, outline and title too',
      options: { patterns: 'Report (title|note|one|two|chapter \\d)', dpi: 100 },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: { files: [{ name: 'report-redacted.pdf', mime: 'application/pdf' }] },
    },
    {
      title: 'Nothing to remove',
      options: { text: 'Nobody' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot redact PDF "letter.pdf": nothing of what is to be removed is in it',
      },
    },
    {
      title: 'Nothing asked for',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Option "text", "patterns" or "boxes" must say what to remove' },
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
  async run({ files: [upload], options, signal }) {
    const { wholePage, dpi } = options;
    const { r, g, b } = parseColor('color', options.color);
    const patterns = patternsOf(options);
    const pdf = openPdf(upload);
    const boxes = redactionBoxes(options.boxes, pdf);
    if (patterns.length === 0 && boxes.length === 0)
      throw invalid('Option "text", "patterns" or "boxes" must say what to remove');
    const wanted = { patterns, boxes, isWholePage: wholePage, dpi };
    const { found, withoutText, plan, clean } = await findRedactions(pdf, upload.bytes, wanted, signal);
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
      notesRemoved: made.annotationsRemoved,
      stringsChanged: made.stringsChanged,
      ...conditionOf(pdf),
    };
    return withFiles(json(report), [{ name: changedName(pdf.name, 'redacted'), mime: PDF_MIME, bytes: made.bytes }]);
  },
});
