import { z } from 'zod';

import { eachFile, eachResult } from '../../core/each-file.js';
import { renamed } from '../../core/files.js';
import { defineTool, type InputFile, type OutputFile, overLimit, quote, text as textResult } from '../../core/index.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import type { PdfRenderer } from '../../engines/pdfium/renderer.js';
import { languagesOf } from '../../formats/ocr/languages.js';
import { MAX_MARKS_IN_ALL, readText } from '../../formats/ocr/read-text.js';
import { ReadingTime } from '../../formats/ocr/reading-time.js';
import { writeChanged } from '../../formats/pdf/document/change.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { withRenderer } from '../../formats/pdf/pictures/render.js';
import { ReadBudget } from '../../formats/pdf/syntax/budget.js';
import { CharacterBudget } from '../../formats/pdf/text/page-contents.js';
import { TextLayers } from '../../formats/pdf/text/text-layer.js';
import { confidenceOf, shareOf, textOfPage } from '../../lib/documents/ocr-page.js';
import { blocksOf } from '../../lib/page-text/blocks.js';
import { readingText } from '../../lib/page-text/plain-text.js';
import type { PageView } from '../../lib/page-text/upright.js';
import { isBlank, wordsOf } from '../../lib/page-text/words.js';
import { greyOf } from '../../lib/pictures/grey-picture.js';
import { SEVERAL_FILES } from './_notes.js';
import { MISSING_PAGE } from './_refusals.js';
import { condition } from './_report-data.js';
import { conditionOf, PDF_MIME, partName } from './_results.js';

const readPage = z.object({
  page: place('Number of the page.'),
  found: z
    .enum(['read', 'text', 'blank'])
    .describe('Whether text was recognised (read), was there already (text), or was not found (blank).'),
  words: count('Words that were recognised.'),
  confidence: z.number().nullable().describe('Mean confidence of the words, 0 to 1; null without words.'),
  turnDegrees: z.int().describe('Clockwise turn that makes the text upright: 0, 90, 180 or 270.'),
  skewDegrees: z.number().describe('Angle of the lines once upright, clockwise.'),
});

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

/** The view in which a page that is turned further is shown. */
const turnedView = (view: PageView, degrees: number): PageView => ({
  ...view,
  rotate: ((view.rotate + degrees) % 360) as PageView['rotate'],
});

const textFile = (name: string, text: string): OutputFile => ({
  name: renamed(name, '.txt'),
  mime: 'text/plain;charset=utf-8',
  bytes: new TextEncoder().encode(text),
});

/** 300, or less where the page is large. */
function dpiFor(renderer: PdfRenderer, index: number): number {
  const { width, height } = renderer.size(index, POINTS_PER_INCH);
  const possible = Math.floor(POINTS_PER_INCH * Math.sqrt(MAX_PIXELS / (width * height)));
  return Math.max(LEAST_DPI, Math.min(DPI, possible));
}

export default defineTool({
  id: 'ocr-pdf',
  title: 'OCR PDF',
  summary: 'Makes scanned PDFs searchable: recognises the text of their pages and adds it as an invisible layer.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    language: shared.ocrLanguage(),
    pages: shared.pages(),
    password: shared.password(),
    skipText: z.boolean().default(true).describe('Leaves pages that already have text as they are.'),
    preprocess: z
      .boolean()
      .default(true)
      .describe(
        'Turns pages upright, straightens skewed text, evens out the light, inverts light text on dark and enlarges small text, for reading only.',
      ),
    format: z
      .enum(['pdf', 'text', 'both'])
      .default('pdf')
      .describe('Result: the searchable PDF, only the text, or the PDF with a text file.'),
  },
  result: 'mixed',
  data: fileReports({
    language: z.string().describe('Languages used.'),
    ...condition,
    pages: z.array(readPage).describe('Chosen pages.'),
  }),
  notes: [
    'Pages look as before: their content is kept byte for byte, and invisible text is placed under it, word by word. Text on pages that are on their side or upside down is recognised and placed as it runs.',
    'With format pdf or both, and for several files, "data" reports for each page whether it was read, already had text or is blank, with its words, confidence, turn and skew. The text of pages that already have text is taken from them.',
    SEVERAL_FILES,
    'Pages are rendered at 300 dots per inch for reading, large pages at less.',
    'Bundled languages: eng, deu, fra, spa, ita, por, nld, pol. The operator can add others: files such as jpn.traineddata in MODEL_DIR or its folder tessdata. Combine up to three with +; each makes reading slower.',
    'Reading takes at most 55 seconds, about 1 to 2 seconds per page, and 120,000 letters and other marks, in all files. If that is not enough, choose fewer pages with "pages". Digital signatures become invalid.',
    'Damaged files are repaired where possible. The searchable copy of an encrypted file is not encrypted.',
  ],
  aliases: [
    'searchable pdf',
    'scan to searchable pdf',
    'recognise text in pdf',
    'ocrmypdf',
    'pdf text layer',
    'read scanned pdf',
    'scanned pdf to text',
    'scanned pages to searchable text',
    'make a scan searchable',
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
      options: { format: 'text', pages: '1' },
      files: [{ name: 'scan.pdf', fixture: 'pdf/scanned-pages.pdf' }],
      output: {
        text: 'Optical character recognition turns pictures\nof text into text. A scanner rarely holds the\npaper straight; a camera never does.\n\nInvoice no. 4711 of 14 March 2024: $1,250.75\n',
      },
    },
    {
      title: 'A searchable PDF and its text in one run',
      options: { format: 'both', pages: '2' },
      files: [{ name: 'scan.pdf', fixture: 'pdf/scanned-pages.pdf' }],
      output: {
        files: [
          { name: 'scan-ocr.pdf', mime: 'application/pdf' },
          { name: 'scan.txt', mime: 'text/plain;charset=utf-8' },
        ],
      },
    },
    {
      title: 'Unknown language',
      options: { language: 'xyz' },
      files: [{ name: 'scan.pdf', fixture: 'pdf/scanned-pages.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "language" must be one to three of eng, deu, fra, spa, ita, por, nld, pol, joined by +, got "xyz"',
      },
    },
    MISSING_PAGE,
  ],
  run({ files, options, signal, settings }) {
    const { format } = options;
    const languages = languagesOf(options.language, settings.modelDir);
    const reading = { languages, layout: 'auto', digitsOnly: false, isPrepared: options.preprocess } as const;
    const budgets = { read: new ReadBudget(), characters: new CharacterBudget() };
    const time = new ReadingTime();
    let marks = 0;
    let pagesDone = 0;
    const readPdf = async (upload: InputFile) => {
      const pdf = openPdf(upload, { budget: budgets.read, password: options.password });
      const pages = pageSetOf(options.pages, pdf);
      const pagesBefore = pagesDone;
      const layers = new TextLayers(pdf.document);
      const reports: PageReport[] = [];
      const texts: string[] = [];
      await withRenderer(pdf, upload.bytes, async (renderer) => {
        const own = new Set(options.skipText ? pages.filter((page) => hasText(renderer, page - 1)) : []);
        const ownText = (index: number): string => {
          const { glyphs } = renderer.content(index, { everything: true });
          budgets.characters.take(glyphs.length, pdf.name);
          return `${readingText(blocksOf(wordsOf(glyphs)))}\n`;
        };
        for (const number of pages) {
          signal.throwIfAborted();
          const page = pdf.pages[number - 1];
          if (page === undefined || own.has(number)) {
            if (format !== 'pdf') texts.push(ownText(number - 1));
            reports.push({ page: number, found: 'text', words: 0, confidence: null, turnDegrees: 0, skewDegrees: 0 });
            pagesDone += 1;
            continue;
          }
          time.check(pagesDone, pagesBefore + pages.length, '"pages" chooses some');
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
          const { turnDegrees, skewDegrees } = found;
          // The text lies on the page as on one that is shown turned upright.
          const view = turnedView(renderer.view(page.index), turnDegrees);
          if (words > 0) layers.add(page, view, found.upright, { dpi, skewDegrees });
          texts.push(textOfPage(found.page));
          const confidence = words > 0 ? shareOf(confidenceOf(found.page)) : null;
          const kind = words > 0 ? 'read' : 'blank';
          reports.push({ page: number, found: kind, words, confidence, turnDegrees, skewDegrees });
          pagesDone += 1;
        }
      });
      const report = { language: options.language, ...conditionOf(pdf), pages: reports };
      return { pdf, report, text: texts.join('\f') };
    };
    if (format === 'text') {
      return eachResult({ files, signal }, async (upload) => {
        const { text, report } = await readPdf(upload);
        return { result: textResult(text, { name: renamed(upload.name, '.txt') }), report };
      });
    }
    return eachFile({ files, signal }, async (upload) => {
      const { pdf, report, text } = await readPdf(upload);
      const bytes = report.pages.some(({ found }) => found === 'read') ? writeChanged(pdf) : upload.bytes;
      const copy = { name: partName(pdf.name, 'ocr', new Set()), mime: PDF_MIME, bytes };
      return { report, outputs: format === 'both' ? [copy, textFile(pdf.name, text)] : [copy] };
    });
  },
});
