import { z } from 'zod';

import { defineTool, json, overLimit, quote, text as textResult, withFiles } from '../../core/index.js';
import { count, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import type { PdfRenderer } from '../../engines/pdfium/renderer.js';
import { languagesOf } from '../../formats/ocr/languages.js';
import { MAX_MARKS_IN_ALL, readText } from '../../formats/ocr/read-text.js';
import { ReadingTime } from '../../formats/ocr/reading-time.js';
import { writeChanged } from '../../formats/pdf/document/change.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { withRenderer } from '../../formats/pdf/pictures/render.js';
import { TextLayers } from '../../formats/pdf/text/text-layer.js';
import { confidenceOf, textOfPage } from '../../lib/documents/ocr-page.js';
import { blocksOf } from '../../lib/page-text/blocks.js';
import { readingText } from '../../lib/page-text/plain-text.js';
import { isBlank, wordsOf } from '../../lib/page-text/words.js';
import { greyOf } from '../../lib/pictures/grey-picture.js';
import { CharacterBudget } from './_page-contents.js';
import { MISSING_PAGE } from './_refusals.js';
import { condition } from './_report-data.js';
import { PDF_MIME, partName } from './_results.js';

const readPage = z.object({
  page: place('Number of the page.'),
  found: z
    .enum(['read', 'text', 'blank'])
    .describe('Whether text was recognized (read), was there already (text), or was not found (blank).'),
  words: count('Words that were recognized.'),
  confidence: z.number().nullable().describe('Mean confidence of the words, 0 to 100; null without words.'),
  skewDegrees: z.number().describe('Angle by which the lines are skewed.'),
});

/** Pages that are read at once. Measured: 3,000 letters at 300 dots per inch take 1.5 to 2 s on a quiet machine. */
const MAX_PAGES = 40;
const DPI = 300;
const LEAST_DPI = 72;
/** Pixels of a page that is drawn for reading: A3 at 300 dots per inch. */
const MAX_PIXELS = 17_500_000;
const POINTS_PER_INCH = 72;
/** Letters from which a page counts as one with text: stamps and page numbers on scans have fewer. */
const ENOUGH_TEXT = 20;

type PageReport = z.output<typeof readPage>;

/** Letters that have no known character are on the page too. */
function hasText(renderer: PdfRenderer, index: number): boolean {
  const { glyphs, unmapped } = renderer.content(index, { everything: true, letters: ENOUGH_TEXT });
  return glyphs.filter((glyph) => !isBlank(glyph)).length + unmapped >= ENOUGH_TEXT;
}

/** 300, or less where the page is large. */
function dpiFor(renderer: PdfRenderer, index: number): number {
  const { width, height } = renderer.size(index, POINTS_PER_INCH);
  const possible = Math.floor(POINTS_PER_INCH * Math.sqrt(MAX_PIXELS / (width * height)));
  return Math.max(LEAST_DPI, Math.min(DPI, possible));
}

export default defineTool({
  id: 'ocr-pdf',
  title: 'OCR PDF',
  summary: 'Makes scanned PDFs searchable: reads their pages and puts the text under the pictures.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.pdf'] },
  options: {
    language: shared.ocrLanguage(),
    pages: shared.pages(),
    skipText: z.boolean().default(true).describe('Leaves pages that have text already as they are.'),
    preprocess: z
      .boolean()
      .default(true)
      .describe(
        'Straightens skewed text, spreads the contrast, turns light text on dark, and enlarges small letters, for reading only.',
      ),
    output: z.enum(['pdf', 'text']).default('pdf').describe('What is written: the searchable PDF, or only the text.'),
  },
  result: 'mixed',
  data: z.object({
    language: z.string().describe('Languages that were read.'),
    ...condition,
    pages: z.array(readPage).describe('Chosen pages.'),
  }),
  notes: [
    'Pages look as before: their content is kept byte for byte, and invisible text is put under it, each word where it stands.',
    'With output pdf "data" tells for each page asked for whether it was read, had text or is blank, its words, confidence (0 to 100) and skew; with output text the text of pages that have text is taken from them.',
    'Pages are drawn at 300 dots per inch for reading, large ones at less. Pages that lie on their side must be turned first.',
    'Languages: eng, deu, fra, spa, ita, por, nld, pol; up to three, joined by +, each makes reading slower.',
    'At most 40 pages are read at once, with 120,000 letters and other marks in all, and for 55 seconds: a busy machine reads fewer. Digital signatures become invalid.',
    'Password-encrypted PDFs must be unlocked first; damaged files are repaired where possible.',
  ],
  aliases: [
    'searchable pdf',
    'scan to searchable pdf',
    'recognise text in pdf',
    'ocrmypdf',
    'pdf text layer',
    'read scanned pdf',
    'scanned pdf to text',
  ],
  verified: [
    'pdftotext 22.12 reads from the result every letter that is on the scan: a page upright, one turned by 90 degrees, one skewed by 3 degrees.',
    'pdftotext -bbox finds as many words as the page has, the first within 4 points of its place; pdftoppm draws the pages exactly as before.',
    'qpdf 11.3 --check finds no fault, and the picture of the original is in the result byte for byte.',
  ],
  examples: [
    {
      title: 'A scan of two pages',
      files: [{ name: 'scan.pdf', fixture: 'pdf/scanned-pages.pdf' }],
      output: { files: [{ name: 'scan-ocr.pdf', mime: 'application/pdf' }] },
    },
    {
      title: 'Only the text of one page',
      options: { output: 'text', pages: '1' },
      files: [{ name: 'scan.pdf', fixture: 'pdf/scanned-pages.pdf' }],
      output: {
        text: 'Optical character recognition turns pictures\nof text into text. A scanner rarely holds the\npaper straight; a camera never does.\n\nInvoice no. 4711 of 14 March 2024: $1,250.75\n',
      },
    },
    {
      title: 'Too many pages at once',
      files: [{ name: 'many.pdf', fixture: 'pdf/many-pages.pdf' }],
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot read 101 pages of PDF "many.pdf" at once, the limit is 40: "pages" chooses some',
      },
    },
    {
      title: 'A language that is not there',
      options: { language: 'xyz' },
      files: [{ name: 'scan.pdf', fixture: 'pdf/scanned-pages.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "language" must be one to three of eng, deu, fra, spa, ita, por, nld, pol with + between, got "xyz"',
      },
    },
    MISSING_PAGE,
  ],
  async run({ files: [upload], options, signal }) {
    const languages = languagesOf(options.language);
    const pdf = openPdf(upload);
    const pages = pageSetOf(options.pages, pdf);
    const layers = new TextLayers(pdf.document);
    const reports: PageReport[] = [];
    const texts: string[] = [];
    const reading = { languages, layout: 'auto', digitsOnly: false, isPrepared: options.preprocess } as const;
    const letters = new CharacterBudget();
    let marks = 0;
    const time = new ReadingTime();
    await withRenderer(pdf, upload.bytes, async (renderer) => {
      const own = new Set(options.skipText ? pages.filter((page) => hasText(renderer, page - 1)) : []);
      const ownText = (index: number): string => {
        const { glyphs } = renderer.content(index, { everything: true });
        letters.take(glyphs.length, pdf.name);
        return `${readingText(blocksOf(wordsOf(glyphs)))}\n`;
      };
      const wanted = pages.length - own.size;
      if (wanted > MAX_PAGES) {
        throw overLimit(
          `Cannot read ${wanted} pages of PDF ${quote(pdf.name)} at once, the limit is ${MAX_PAGES}: "pages" chooses some`,
        );
      }
      for (const number of pages) {
        signal.throwIfAborted();
        const page = pdf.pages[number - 1];
        if (page === undefined || own.has(number)) {
          if (options.output === 'text') texts.push(ownText(number - 1));
          reports.push({ page: number, found: 'text', words: 0, confidence: null, skewDegrees: 0 });
          continue;
        }
        time.check(reports.length, pages.length, '"pages" chooses some');
        const dpi = dpiFor(renderer, page.index);
        const grey = greyOf(renderer.render(page.index, { dpi }));
        const found = await readText(grey, { ...reading, dpi });
        marks += found.marks;
        if (marks > MAX_MARKS_IN_ALL) {
          throw overLimit(
            `Pages of PDF ${quote(pdf.name)} must have at most ${MAX_MARKS_IN_ALL} marks in all: up to page ${number} it is ${marks}`,
          );
        }
        const words = found.page.lines.reduce((sum, line) => sum + line.words.length, 0);
        if (words > 0) layers.add(page, renderer.view(page.index), found.page, { dpi, skewDegrees: found.skewDegrees });
        texts.push(textOfPage(found.page));
        reports.push({
          page: number,
          found: words > 0 ? 'read' : 'blank',
          words,
          confidence: words > 0 ? confidenceOf(found.page) : null,
          skewDegrees: found.skewDegrees,
        });
      }
    });
    if (options.output === 'text') return textResult(texts.join('\f'));
    const { document } = pdf;
    const bytes = reports.some(({ found }) => found === 'read') ? writeChanged(pdf) : upload.bytes;
    return withFiles(
      json({ language: options.language, repaired: document.isRepaired, warnings: document.warnings, pages: reports }),
      [{ name: partName(pdf.name, 'ocr', new Set()), mime: PDF_MIME, bytes }],
    );
  },
});
