import { z } from 'zod';

import { defineTool, json, type OutputFile, quote, withFiles } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import { withBrowser } from '../../engines/chromium/browser.js';
import { ORIGIN, type PrintedPage, printPage } from '../../engines/chromium/print-page.js';
import { setInfo } from '../../formats/pdf/document/metadata.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { rewritePdf } from '../../formats/pdf/document/save.js';
import { makeLinksRelative } from '../../formats/pdf/navigation/links.js';
import { fileNameOf } from '../../lib/files/linked-file-name.js';
import { documentsOf, HTML_ENDINGS, OTHER_ENDINGS, webFile } from './_html-documents.js';
import { layoutOf } from './_print-layout.js';
import { PDF_MIME } from './_results.js';

const TEXT_CHARACTERS = 300;
const HTML_CHARACTERS = 20_000;
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
  summary: 'Converts HTML with its style sheets, images and fonts to PDF, laid out by Chromium.',
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
      .describe('Page size; an @page rule of the document takes precedence.'),
    orientation: z.enum(['portrait', 'landscape']).default('portrait').describe('Page orientation.'),
    margin: z
      .number()
      .min(0)
      .max(60)
      .default(20)
      .describe('Margin on all four sides in millimetres; an @page rule of the document takes precedence.'),
    margins: z
      .string()
      .max(60)
      .default('')
      .describe('Top, right, bottom and left margin in millimetres, such as 20,15,20,15; empty uses "margin".'),
    pageWidth: z
      .number()
      .min(0)
      .max(5000)
      .default(0)
      .describe('Page width in millimetres, together with "pageHeight"; 0 uses "pageSize".'),
    pageHeight: z
      .number()
      .min(0)
      .max(5000)
      .default(0)
      .describe('Page height in millimetres, together with "pageWidth"; 0 uses "pageSize".'),
    scale: z.number().min(0.1).max(2).default(1).describe('Scale of the content, 0.1 to 2.'),
    media: z
      .enum(['print', 'screen'])
      .default('print')
      .describe('Style sheets that apply: those for print or those for screens.'),
    background: z.boolean().default(true).describe('Prints background colours and images.'),
    headerText: z
      .string()
      .max(TEXT_CHARACTERS)
      .default('')
      .describe(
        'Text centred in the top margin; {n} is the page number, {total} the number of pages, {title} the title.',
      ),
    footerText: z
      .string()
      .max(TEXT_CHARACTERS)
      .default('')
      .describe(
        'Text centred in the bottom margin; {n} is the page number, {total} the number of pages, {title} the title.',
      ),
    headerHtml: z
      .string()
      .max(HTML_CHARACTERS)
      .default('')
      .describe(
        'HTML for the top margin, with its own inline styles; elements of class pageNumber, totalPages and title are filled in.',
      ),
    footerHtml: z.string().max(HTML_CHARACTERS).default('').describe('The same for the bottom margin.'),
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
    'Available only where the machine has Chromium or Chrome (found automatically or given by CHROMIUM_PATH) and can isolate it from the network.',
    'Send HTML as "input" or as files; each HTML file becomes a PDF. Send style sheets, images and fonts beside it: <img src="img/plan.png"> shows the file plan.png.',
    'Scripts are not run, in the page or in frames, and nothing is loaded from elsewhere. Resources that the document asks for and that were not sent are listed in "warnings".',
    'The PDF is tagged, with bookmarks from the headings, working links and the title of the document.',
    'Headers and footers as HTML see no style sheets of the document and load nothing: give sizes and colours inline, and images as data: URLs.',
    'CSS for print is supported: @page with size and margin, page breaks, widows and orphans, @media print.',
    'Fonts are those that are sent and those installed on the machine.',
  ],
  aliases: [
    'web page to pdf',
    'html converter',
    'print html',
    'html css to pdf',
    'invoice from html',
    'wkhtmltopdf',
    'save a web page as pdf',
    'print a web page',
  ],
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
      title: 'Files, a footer and the page size of the document',
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
      title: 'External resources are not loaded',
      input: '<img src="https://example.org/a.png"><script>document.write("never")</script><p>Text',
      output: {
        data: {
          documents: [{ name: 'document.pdf', title: '', pages: 1 }],
          warnings: ['"https://example.org/a.png" was not sent and is missing'],
        },
        files: [{ name: 'document.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'A page of its own size, with four margins, at half the scale',
      input: '<p>Label',
      options: { pageWidth: 100, pageHeight: 50, margins: '5,10,5,10', scale: 0.5, media: 'screen' },
      output: {
        data: { documents: [{ name: 'document.pdf', title: '', pages: 1 }], warnings: [] },
        files: [{ name: 'document.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'Margins that are not four numbers',
      input: '<p>Label',
      options: { margins: '5,10' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "margins" must be top, right, bottom and left from 0 to 200 like "20,15,20,15", got "5,10"',
      },
    },
    {
      title: 'A header both as text and as HTML',
      input: '<p>Label',
      options: { headerText: 'Label', headerHtml: '<b>Label</b>' },
      error: { code: 'INVALID_INPUT', message: 'Option "headerHtml" must be empty where "headerText" is given' },
    },
    {
      title: 'A width without a height',
      input: '<p>Label',
      options: { pageWidth: 100 },
      error: { code: 'INVALID_INPUT', message: 'Options "pageWidth" and "pageHeight" must be given together' },
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
      title: 'HTML both as text and as a file',
      input: '<p>One',
      files: [{ name: 'two.html', text: '<p>Two' }],
      error: { code: 'INVALID_INPUT', message: 'Property "input" must be empty where an HTML file is given' },
    },
  ],
  async run({ input, files, options, signal, scratch, settings }) {
    const documents = documentsOf(input, files);
    const layout = layoutOf(options);
    const program = settings.chromiumPath;
    // The service lists the tool only where there is one, and gives every run of it a folder.
    if (program === undefined || scratch === undefined) throw new Error('No Chromium or no scratch folder');
    const sent = new Map(files.map((file) => [file.name, webFile(file)] as const));
    const started = performance.now();
    const warnings = new Set<string>();
    const outputs: OutputFile[] = [];
    const told: { name: string; title: string; pages: number }[] = [];
    await withBrowser({ program, scratch, signal }, async (devtools) => {
      for (const { label, name, pdfName, file } of documents) {
        const patienceMs = PATIENCE_MS - (performance.now() - started);
        const find = (path: string) => sent.get(fileNameOf(path));
        const printed = await printPage(devtools, { label, name, document: file, find, layout, patienceMs });
        for (const address of printed.missing) warnings.add(`${quote(address)} was not sent and is missing`);
        const { bytes, pages } = finished(label, printed);
        outputs.push({ name: pdfName, mime: PDF_MIME, bytes });
        told.push({ name: pdfName, title: printed.title, pages });
      }
    });
    return withFiles(json({ documents: told, warnings: [...warnings] }), outputs);
  },
});
