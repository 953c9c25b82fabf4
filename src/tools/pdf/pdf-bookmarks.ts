import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, invalid, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { prepareChange, withPlainTree, writeChanged } from '../../formats/pdf/document/change.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { type BookmarkToWrite, setBookmarks } from '../../formats/pdf/navigation/bookmarks.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { PdfName } from '../../formats/pdf/syntax/objects.js';
import { bookmarkLines, pdftkLines } from '../../lib/documents/bookmark-texts.js';
import { bookmarkReport, headingBookmarks, outlineOption, toldBookmarks } from './_bookmarks.js';
import { NOT_ENCRYPTED, SEVERAL_FILES, SIGNATURES } from './_notes.js';
import { NEEDS_PASSWORD } from './_refusals.js';
import { changedName, conditionOf, PDF_MIME } from './_results.js';

const OUTLINE_CHARACTERS = 1_000_000;

const plain = {
  top: null,
  zoom: null,
  destination: null,
  uri: null,
  action: null,
  bold: false,
  italic: false,
  color: null,
  open: false,
};

export default defineTool({
  id: 'pdf-bookmarks',
  title: 'PDF Bookmarks',
  summary: 'Reads, writes and removes the bookmarks (outline) of PDF files, or makes them from headings.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    action: z
      .enum(['read', 'write', 'generate', 'remove'])
      .default('read')
      .describe(
        'What to do: read lists the bookmarks, write replaces them with "outline", generate makes them from headings, remove deletes them.',
      ),
    outline: z
      .string()
      .max(OUTLINE_CHARACTERS)
      .default('')
      .describe(
        'Bookmarks to write: lines with a title, a tab and a page number, indented below their parent; the lines of pdftk; or JSON as "read" returns it.',
      ),
    pageOffset: z
      .number()
      .multipleOf(1)
      .min(-10_000)
      .max(10_000)
      .default(0)
      .describe('Added to every page number of "outline", where the printed numbers start later.'),
    levels: z.number().multipleOf(1).min(1).max(6).default(3).describe('Deepest level of headings for "generate".'),
    openLevels: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(100)
      .default(1)
      .describe('Levels that are visible when the document is opened; 1 shows the top level only.'),
    showPanel: z.boolean().default(false).describe('Opens the bookmarks panel together with the document.'),
    format: z
      .enum(['json', 'text', 'pdftk'])
      .default('json')
      .describe('Result of "read": json lists them in the data, text and pdftk also write them into a text file.'),
    pages: shared.pages().describe('Pages whose headings are taken by "generate", such as 3-; empty for all pages.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports(bookmarkReport),
  notes: [
    'JSON is an array of objects with "title" and "page", and where wanted "level" or "children", "top" (millimetres), "zoom" (percent), "view", "bold", "italic", "color", "open", "uri" and "destination". Files of pdfcpu are read too.',
    'In lines, tabs or spaces before the title make the level. The page is divided from it by a tab, a vertical bar, two spaces or a row of dots, as in a printed table of contents.',
    'A bookmark without "top" leads to the top of its page, without "zoom" it leaves the zoom as it is.',
    '"generate" takes what pdf-to-markdown takes for headings: by size, weight and place of the text. Scans need ocr-pdf first.',
    'At most 20,000 bookmarks, 100 levels deep.',
    SEVERAL_FILES,
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'pdf outline',
    'pdf table of contents',
    'add bookmarks to pdf',
    'extract pdf toc',
    'import bookmarks',
    'export bookmarks',
    'pdf chapters',
    'pdf navigation pane',
    'remove bookmarks from pdf',
  ],
  verified: [
    'pdftk-java 3.3.2: the same titles, levels and pages for 60 random outlines written from lines and JSON, and for the bookmarks of 35 real files; its own lines go both ways.',
    'qpdf 11.3: the same pages, no fault in --check. MuPDF 1.21: the same places on turned and cropped pages.',
    'Poppler 22.12: bookmarks made from headings lead to within 5 mm of the words.',
  ],
  examples: [
    {
      title: 'Bookmarks of a file, named destinations resolved',
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              pages: 4,
              before: 3,
              bookmarks: [
                { ...plain, title: 'Report chapter 1', level: 1, page: 1, view: 'page', open: true },
                { ...plain, title: 'Report section 1.1', level: 2, page: 2, view: 'page', destination: 'intro' },
                {
                  ...plain,
                  title: 'Report chapter 2',
                  level: 1,
                  page: 3,
                  view: 'page',
                  destination: 'old',
                  bold: true,
                  color: '#ff0000',
                },
              ],
              repaired: false,
              warnings: [],
            },
          ],
        },
      },
    },
    {
      title: 'Bookmarks written from indented lines',
      options: { action: 'write', outline: 'Greeting\t1\n    Regards ..... 2\n' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'letter.pdf',
              outputs: ['letter-bookmarks.pdf'],
              pages: 2,
              before: 0,
              bookmarks: [
                { ...plain, title: 'Greeting', level: 1, page: 1, top: 0, view: 'position' },
                { ...plain, title: 'Regards', level: 2, page: 2, top: 0, view: 'position' },
              ],
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'letter-bookmarks.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'Bookmarks from headings',
      options: { action: 'generate', openLevels: 2 },
      files: [{ name: 'office.pdf', fixture: 'pdf/office.pdf' }],
      output: { files: [{ name: 'office-bookmarks.pdf', mime: PDF_MIME }] },
    },
    {
      title: 'A file for pdftk',
      options: { format: 'pdftk' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        files: [
          {
            name: 'report-bookmarks.txt',
            mime: 'text/plain;charset=utf-8',
            text: 'BookmarkBegin\nBookmarkTitle: Report chapter 1\nBookmarkLevel: 1\nBookmarkPageNumber: 1\nBookmarkBegin\nBookmarkTitle: Report section 1.1\nBookmarkLevel: 2\nBookmarkPageNumber: 2\nBookmarkBegin\nBookmarkTitle: Report chapter 2\nBookmarkLevel: 1\nBookmarkPageNumber: 3\n',
          },
        ],
      },
    },
    {
      title: 'No bookmarks to write',
      options: { action: 'write' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Option "outline" must hold the bookmarks to write' },
    },
    {
      title: 'A page that does not exist',
      options: { action: 'write', outline: 'Chapter\t3' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write the bookmarks of PDF "letter.pdf": bookmark 1 leads to page 3 of 2',
      },
    },
    {
      title: 'A title missing',
      options: { action: 'write', outline: '[{"page": 1}]' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read option "outline": bookmark 1 must have a "title"' },
    },
    {
      title: 'No headings',
      options: { action: 'generate' },
      files: [{ name: 'scan.pdf', fixture: 'pdf/scan.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot make bookmarks for PDF "scan.pdf": no headings were found' },
    },
    NEEDS_PASSWORD,
  ],
  async run({ files, options, signal }) {
    const { action, format, outline, showPanel } = options;
    if (action === 'write' && outline.trim() === '') throw invalid('Option "outline" must hold the bookmarks to write');
    const given = action === 'write' ? outlineOption(outline, options) : [];
    return eachFile({ files, signal }, async (file) => {
      const opened = openPdf(file, { password: options.password });
      const before = toldBookmarks(opened);
      const report = { pages: opened.pages.length, before: before.length };
      if (action === 'read') {
        const name = `${stemOf(changedName(file.name, 'bookmarks'))}.txt`;
        const text = format === 'text' ? bookmarkLines(before) : pdftkLines(before);
        const outputs = [{ name, mime: 'text/plain;charset=utf-8', bytes: Buffer.from(text) }];
        return {
          report: { ...report, bookmarks: before, ...conditionOf(opened) },
          outputs: format === 'json' ? [] : outputs,
        };
      }
      prepareChange(opened);
      let wanted: readonly BookmarkToWrite[] = given;
      if (action === 'generate') {
        const pages = pageSetOf(options.pages, opened);
        wanted = await headingBookmarks(opened, file.bytes, { ...options, pages, signal });
        if (wanted.length === 0)
          throw invalid(`Cannot make bookmarks for PDF ${quote(file.name)}: no headings were found`);
      }
      const pdf = withPlainTree(opened);
      refusing(`Cannot write the bookmarks of PDF ${quote(file.name)}`, () => setBookmarks(pdf, wanted));
      if (showPanel && wanted.length > 0) pdf.document.catalog.set('PageMode', new PdfName('UseOutlines'));
      const bytes = writeChanged(pdf);
      // As a reader of the result finds them.
      const bookmarks = toldBookmarks(openPdf({ name: file.name, bytes }));
      return {
        report: { ...report, bookmarks, ...conditionOf(pdf) },
        outputs: [{ name: changedName(file.name, 'bookmarks'), mime: PDF_MIME, bytes }],
      };
    });
  },
});
