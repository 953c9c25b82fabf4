import { z } from 'zod';

import { eachResult } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, text, withFiles } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { ReadBudget } from '../../formats/pdf/syntax/budget.js';
import { CharacterBudget } from '../../formats/pdf/text/page-contents.js';
import { structuredPages } from '../../formats/pdf/text/structured-pages.js';
import { KINDS } from '../../formats/text-source.js';
import { withDistinctNames } from '../../lib/files/portable-names.js';
import { htmlPages } from './_html-pages.js';
import { SEVERAL_TEXTS } from './_notes.js';
import { MISSING_PAGE, NEEDS_PASSWORD } from './_refusals.js';
import { condition } from './_report-data.js';
import { conditionOf } from './_results.js';

export default defineTool({
  id: 'pdf-to-html',
  title: 'PDF to HTML',
  summary: 'Converts PDF files to flowing HTML with headings, paragraphs, lists, tables, links, emphasis and images.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    pages: shared.pages(),
    images: z
      .enum(['embed', 'files', 'none'])
      .default('embed')
      .describe('Images: embed puts them into the HTML, files returns them beside it, none leaves them out.'),
    tables: z.boolean().default(true).describe('Detects tables and writes them as tables.'),
    sections: z.boolean().default(false).describe('Wraps each page in a section with an id such as page-3.'),
    wholeDocument: z
      .boolean()
      .default(true)
      .describe('Writes a whole document with a title and a style sheet; off for the content of its body only.'),
    dropRepeated: z
      .boolean()
      .default(true)
      .describe(
        'Removes headers, footers and page numbers: text at the same position near the edge of at least two pages and two fifths of all; of one page its number at the bottom.',
      ),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    pages: count('Pages that were converted.'),
    withoutText: z.array(z.int()).describe('Pages without text.'),
    images: count('Images in the result.'),
    unreadable: count('Letters whose fonts do not say which characters they are.'),
    ...condition,
  }).describe('Where several files were sent: what became of each.'),
  notes: [
    'The text flows and fits screens of every width; fonts, colours and places of the page are not kept. For a document that looks like the pages, use pdf-to-docx or pdf-to-jpg.',
    'Headings are what the outline names, text larger than the body text, and short bold lines. Paragraphs are joined across line breaks, hyphens and columns; a line that ends early keeps its break.',
    'A page without text has a comment such as <!-- page 2: no text layer -->: run ocr-pdf on scans first.',
    'The first row of a table is its header. Images are rendered as the page shows them at 150 dots per inch, as PNG or, where that is half the size, JPEG: at most 100 images and 20 MiB in all.',
    'There are no scripts in the result, and only links to web and mail addresses. At most 1,000,000 characters and drawing operations in all.',
    SEVERAL_TEXTS,
  ],
  aliases: [
    'pdf2html',
    'pdf to web page',
    'convert pdf to website',
    'pdf to html converter',
    'pdf to xhtml',
    'html from pdf',
    'responsive pdf',
    'pdftohtml',
  ],
  verified: [
    'A document that LibreOffice Writer 7.4 made of HTML comes back, read by pandoc 2.17, with the same words, headings, lists, table, code, emphasis and link as the HTML it was made of.',
    'pdftotext 22.12: at least 93 % of the words of seven files are in the HTML.',
    'A page that is full of tags, references and links with scripts gives HTML in which all of it is text.',
  ],
  examples: [
    {
      title: 'The content of a page with a heading and a list',
      options: { pages: '2', wholeDocument: false },
      files: [{ name: 'article.pdf', fixture: 'pdf/article.pdf' }],
      output: {
        text: [
          '<p>Annals of the Harbour</p>',
          '<h1>What Came After</h1>',
          '<p>The second page has one paragraph, which goes on for more than one line and ends with a full stop.</p>',
          '<ol>',
          '<li>First the gates were closed.</li>',
          '<li>Then the road was built.</li></ol>',
          '',
        ].join('\n'),
      },
    },
    {
      title: 'A scan without text, its image as a file',
      options: { pages: '1', images: 'files', wholeDocument: false, sections: true },
      files: [{ name: 'scan.pdf', fixture: 'pdf/scan.pdf' }],
      output: {
        text: '<section id="page-1">\n<!-- page 1: no text layer -->\n<p><img src="scan-page-1-1.png" alt=""></p>\n</section>\n',
        files: [{ name: 'scan-page-1-1.png', mime: 'image/png' }],
      },
    },
    {
      title: 'Two files, one of them damaged',
      options: { wholeDocument: false },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'notes.pdf', text: 'Shopping list' },
      ],
      output: {
        data: {
          files: [
            {
              name: 'letter.pdf',
              outputs: ['letter.html'],
              pages: 2,
              withoutText: [],
              images: 0,
              unreadable: 0,
              repaired: false,
              warnings: [],
            },
            { name: 'notes.pdf', error: 'Cannot read PDF "notes.pdf": it is not a PDF file' },
          ],
        },
        files: [{ name: 'letter.html', mime: 'text/html;charset=utf-8', text: '<p>Letter 1</p>\n<p>Letter 2</p>\n' }],
      },
    },
    MISSING_PAGE,
    NEEDS_PASSWORD,
  ],
  run({ files, options, signal }) {
    // Images are linked by their names, so two files of one name must differ before they are written.
    const names = withDistinctNames(files.map(({ name }) => ({ name: `${stemOf(name)}.html` })));
    const budget = new CharacterBudget();
    const readBudget = new ReadBudget();
    return eachResult({ files, signal }, async (upload, index) => {
      const pdf = openPdf(upload, { budget: readBudget, password: options.password });
      const numbers = pageSetOf(options.pages, pdf);
      const { tables, dropRepeated } = options;
      const wanted = { signal, budget, tables, dropRepeated, images: options.images !== 'none' };
      const document = await structuredPages(pdf, upload.bytes, numbers, wanted);
      const name = names[index]?.name ?? 'result.html';
      const { html, outputs } = htmlPages(pdf, document, stemOf(name), options);
      const { withoutText, unreadable } = document;
      const report = { pages: document.pages.length, withoutText, images: document.pictures.size, unreadable };
      const written = withFiles(text(html, { name, mime: KINDS.html.mime }), outputs);
      return { result: written, report: { ...report, ...conditionOf(pdf) } };
    });
  },
});
