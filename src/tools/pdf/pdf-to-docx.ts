import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { structuredPages } from '../../formats/pdf/text/structured-pages.js';
import type { DocxBlock } from '../../lib/docx-write/blocks.js';
import { writeDocx } from '../../lib/docx-write/document.js';
import { laidOut } from '../../lib/page-docx/pages.js';
import { SEVERAL_FILES } from './_notes.js';
import { NEEDS_PASSWORD } from './_refusals.js';
import { condition } from './_report-data.js';
import { conditionOf } from './_results.js';

const DOCX_MIME = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const leftOut = (count: number): string[] =>
  count === 0 ? [] : [`${count} drawings are left out: a document has at most 100 images and drawings`];

export default defineTool({
  id: 'pdf-to-docx',
  title: 'PDF to DOCX',
  summary:
    'Converts PDF files to editable Word documents that look like them: fonts, headings, lists, columns, tables, links and images.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    pages: shared.pages(),
    password: shared.password(),
    images: z.boolean().default(true).describe('Keeps the images and drawings.'),
    tables: z.boolean().default(true).describe('Detects tables and writes them as tables.'),
    pageBreaks: z.boolean().default(true).describe('Starts a new page where the PDF does.'),
    dropRepeated: z
      .boolean()
      .default(true)
      .describe(
        'Removes headers, footers and page numbers: text at the same position near the edge of at least two pages and two fifths of all; of one page its number at the bottom.',
      ),
  },
  result: 'mixed',
  data: fileReports({
    pages: count('Pages that were converted.'),
    headings: count('Number of headings.'),
    tables: count('Number of tables.'),
    images: count('Number of images and drawings.'),
    withoutText: z.array(z.int()).describe('Pages without text.'),
    unreadable: count('Letters whose fonts do not say which characters they are.'),
    ...condition,
  }),
  notes: [
    'The document is text for editing that looks like the PDF: fonts, sizes, colours, bold, italic, underlined and raised text, alignment, indents, spacing, columns, page sizes, tables with their widths, merged cells and shading, and web links. Headings, lists and code have styles of Word.',
    'Lines are wrapped anew, so a font that a computer does not have may move text. Usual fonts stand in for those that are no longer sold or only come with TeX, such as Times New Roman for Computer Modern. Forms with many boxes, text at an angle and text in shapes are not kept as exactly.',
    'Images and drawings, such as charts, are rendered as the page shows them at 150 dots per inch (less on pages over 20 megapixels), as PNG or, where that is half the size, JPEG: at most 100 and 20 MiB in all. Those with text over or beside them float behind it. The labels of a chart become a part of its image.',
    'Pages of a scan become images, and "withoutText" lists them: run ocr-pdf first. Text that OCR put under a scan follows on a page of its own.',
    SEVERAL_FILES,
    'At most 1,000,000 characters and drawing operations per file. The same PDF gives the same bytes.',
  ],
  aliases: [
    'pdf to word',
    'convert pdf to word',
    'pdf to editable document',
    'pdf to doc',
    'pdf2docx',
    'edit pdf in word',
    'edit a pdf in word',
    'pdf to an editable document',
  ],
  verified: [
    'pandoc 2.17 reads the documents of two made files: headings with their levels, emphasis, lists, tables, links and the words in the order of the PDF.',
    'LibreOffice Writer 7.4 prints the documents of three made files with at least nine of ten words on the same page and within 50 points of their place in the PDF (poppler tells both).',
    'LibreOffice Writer 7.4 and MuPDF 1.21 on the first three pages of 43 other real files, by bench/pdf/word-likeness.ts: 97.8 % of the words are printed in the size of the PDF, 98.3 % in its weight, 97.1 % in its kind of font and 98.6 % in its colour; 86 % on the same page and 56 % within 50 points of their place.',
    'poppler 22.12 (pdftotext) and pandoc 2.17: 98.0 % of the 19,253 words in 172 real files are in the documents, measured by bench/pdf/structure.ts.',
  ],
  examples: [
    {
      title: 'A report made with an office program',
      files: [{ name: 'office.pdf', fixture: 'pdf/office.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'office.pdf',
              outputs: ['office.docx'],
              pages: 1,
              headings: 4,
              tables: 1,
              images: 0,
              withoutText: [],
              unreadable: 0,
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [
          { name: 'office.docx', mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
        ],
      },
    },
    {
      title: 'A scan becomes an image',
      options: { pages: '1' },
      files: [{ name: 'scan.pdf', fixture: 'pdf/scan.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'scan.pdf',
              outputs: ['scan.docx'],
              pages: 1,
              headings: 0,
              tables: 0,
              images: 1,
              withoutText: [1],
              unreadable: 0,
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'scan.docx', mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' }],
      },
    },
    {
      title: 'Two columns without page breaks, and a file that cannot be read beside it',
      options: { pageBreaks: false },
      files: [
        { name: 'article.pdf', fixture: 'pdf/article.pdf' },
        { name: 'notes.pdf', text: 'not a PDF' },
      ],
      output: {
        data: {
          files: [
            {
              name: 'article.pdf',
              outputs: ['article.docx'],
              pages: 2,
              headings: 3,
              tables: 0,
              images: 0,
              withoutText: [],
              unreadable: 0,
              repaired: false,
              warnings: [],
            },
            { name: 'notes.pdf', error: 'Cannot read PDF "notes.pdf": it is not a PDF file' },
          ],
        },
        files: [{ name: 'article.docx', mime: DOCX_MIME }],
      },
    },
    NEEDS_PASSWORD,
  ],
  run({ files, options, signal }) {
    return eachFile({ files, signal }, async (upload) => {
      const pdf = openPdf(upload, { password: options.password });
      const numbers = pageSetOf(options.pages, pdf);
      const document = await structuredPages(pdf, upload.bytes, numbers, { signal, ...options, isLaidOut: true });
      const { blocks, fonts, usual } = laidOut(document.pages, document.pictures, options.pageBreaks);
      const total = (...kinds: DocxBlock['kind'][]): number => blocks.filter(({ kind }) => kinds.includes(kind)).length;
      const report = {
        pages: document.pages.length,
        headings: total('heading'),
        tables: total('table'),
        images: total('picture', 'floating-picture'),
        withoutText: document.withoutText,
        unreadable: document.unreadable,
        ...conditionOf(pdf, leftOut(document.drawingsLeftOut)),
      };
      const bytes = writeDocx(blocks, { ...document.size, margin: 0, fonts, ...usual });
      return { report, outputs: [{ name: `${stemOf(pdf.name)}.docx`, mime: DOCX_MIME, bytes }] };
    });
  },
});
