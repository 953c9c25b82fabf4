import { z } from 'zod';

import { defineTool, json, type OutputFile, quote, withFiles } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import { withBrowser } from '../../engines/chromium/browser.js';
import { ORIGIN, type PrintedPage, printPage } from '../../engines/chromium/print-page.js';
import { setInfo } from '../../formats/pdf/document/metadata.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { rewritePdf } from '../../formats/pdf/document/save.js';
import { makeLinksRelative } from '../../formats/pdf/navigation/links.js';
import { documentsOf, HTML_ENDINGS, OTHER_ENDINGS, webFile } from './_html-documents.js';
import { layoutOf } from './_print-layout.js';
import { PDF_MIME } from './_results.js';
import { fileNameOf } from './_sent-files.js';

const TEXT_CHARACTERS = 300;
/** Longest work on all documents. Chosen: below the 90 s of the class, so that its failure is an answer. */
const PATIENCE_MS = 75_000;

/** The PDF without the time and the browser's version, so that the same document gives the same bytes. */
function finished(label: string, { pdf, title }: PrintedPage): { bytes: Uint8Array; pages: number } {
  const opened = openPdf({ name: label, bytes: pdf });
  setInfo(opened.document, { creator: '', creationDate: '', modificationDate: '', ...(title === '' ? { title } : {}) });
  makeLinksRelative(opened, ORIGIN);
  return { bytes: rewritePdf(opened.document), pages: opened.pages.length };
}

export default defineTool({
  id: 'html-to-pdf',
  title: 'HTML to PDF',
  summary: 'Prints HTML with its style sheets, pictures and fonts as a PDF, as Chromium lays it out.',
  family: 'pdf',
  class: 'native',
  needs: ['programs', 'scratch'],
  program: 'chromium',
  input: 'optional',
  files: { min: 0, max: 20, formats: [...HTML_ENDINGS, ...OTHER_ENDINGS] },
  options: {
    pageSize: z
      .enum(['a3', 'a4', 'a5', 'letter', 'legal'])
      .default('a4')
      .describe('Size of the pages; an @page rule of the document comes first.'),
    orientation: z.enum(['portrait', 'landscape']).default('portrait').describe('How the pages lie.'),
    margin: z
      .number()
      .min(0)
      .max(60)
      .default(20)
      .describe('Free space at all four sides in millimetres; an @page rule of the document comes first.'),
    background: z.boolean().default(true).describe('Prints background colours and pictures.'),
    headerText: z
      .string()
      .max(TEXT_CHARACTERS)
      .default('')
      .describe('Text in the middle of the top margin: {n} is the page, {total} the last one, {title} the title.'),
    footerText: z
      .string()
      .max(TEXT_CHARACTERS)
      .default('')
      .describe('Text in the middle of the bottom margin: {n} is the page, {total} the last one, {title} the title.'),
  },
  result: 'mixed',
  data: z.object({
    documents: z
      .array(
        z.object({
          name: z.string().describe('Name of the PDF.'),
          title: z.string().describe('Title of the document.'),
          pages: count('Number of pages.'),
        }),
      )
      .describe('One entry per PDF.'),
    warnings: warnings(),
  }),
  notes: [
    'Listed only where the machine has Chromium or Chrome (its path is found, or given by CHROMIUM_PATH) and can keep it from the network.',
    'HTML comes as "input" or as files; each HTML file becomes a PDF. Style sheets, pictures and fonts are sent beside it and found by their names: <img src="img/plan.png"> shows the file plan.png.',
    'Nothing is loaded from elsewhere, and scripts are not run, nor are those of frames. What the document asks for and was not sent is named in "warnings".',
    'The PDF is tagged, has bookmarks from the headings, working links and the title of the document.',
    'CSS for print is followed: @page with size and margin, page breaks, widows and orphans, @media print.',
    'Letters come from the fonts that are sent and those of the machine.',
  ],
  aliases: ['web page to pdf', 'html converter', 'print html', 'html css to pdf', 'invoice from html', 'wkhtmltopdf'],
  verified: [
    'pdftotext, pdfinfo and pdffonts 22.12: text in order, sizes of pages, title, tags, links and embedded fonts of documents of every kind.',
    'A server beside it and files of the machine: style sheets, pictures, frames, refreshes, prefetches and more, 25 kinds, load nothing.',
  ],
  examples: [
    {
      title: 'A page with its style',
      input: '<!doctype html><title>Receipt</title><style>h1 { color: navy }</style><h1>Receipt</h1><p>Total: 12.50 €',
      output: {
        data: { documents: [{ name: 'document.pdf', title: 'Receipt', pages: 1 }], warnings: [] },
        files: [{ name: 'document.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'Files, a footer and pages as the document says',
      options: { footerText: '{n} of {total}' },
      files: [
        {
          name: 'letter.html',
          text: '<link rel="stylesheet" href="style/letter.css"><title>Letter</title><p>One<p class="next">Two',
        },
        { name: 'letter.css', text: '@page { size: A5 } .next { break-before: page }' },
      ],
      output: {
        data: { documents: [{ name: 'letter.pdf', title: 'Letter', pages: 2 }], warnings: [] },
        files: [{ name: 'letter.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'What is elsewhere is not loaded',
      input: '<img src="https://example.org/a.png"><script>document.write("never")</script><p>Text',
      output: {
        data: {
          documents: [{ name: 'document.pdf', title: '', pages: 1 }],
          warnings: ['"https://example.org/a.png" was not sent and is left out'],
        },
        files: [{ name: 'document.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'No document',
      files: [{ name: 'style.css', text: 'p { color: red }' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Property "files" must have an HTML file where "input" is empty, got none',
      },
    },
    {
      title: 'Two documents in two ways',
      input: '<p>One',
      files: [{ name: 'two.html', text: '<p>Two' }],
      error: { code: 'INVALID_INPUT', message: 'Property "input" must be empty where an HTML file is given' },
    },
  ],
  async run({ input, files, options, signal, scratch, settings }) {
    const documents = documentsOf(input, files);
    const program = settings.chromiumPath;
    // The service lists the tool only where there is one, and gives every run of it a folder.
    if (program === undefined || scratch === undefined) throw new Error('No Chromium or no scratch folder');
    const sent = new Map(files.map((file) => [file.name, webFile(file)] as const));
    const started = performance.now();
    const layout = layoutOf(options);
    const warnings = new Set<string>();
    const outputs: OutputFile[] = [];
    const told: { name: string; title: string; pages: number }[] = [];
    await withBrowser({ program, scratch, signal }, async (devtools) => {
      for (const { label, name, pdfName, file } of documents) {
        const patienceMs = PATIENCE_MS - (performance.now() - started);
        const find = (path: string) => sent.get(fileNameOf(path));
        const printed = await printPage(devtools, { label, name, document: file, find, layout, patienceMs });
        for (const address of printed.missing) warnings.add(`${quote(address)} was not sent and is left out`);
        const { bytes, pages } = finished(label, printed);
        outputs.push({ name: pdfName, mime: PDF_MIME, bytes });
        told.push({ name: pdfName, title: printed.title, pages });
      }
    });
    return withFiles(json({ documents: told, warnings: [...warnings] }), outputs);
  },
});
