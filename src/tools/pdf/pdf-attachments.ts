import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { extensionOf } from '../../core/files.js';
import { defineTool, invalid } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { attachFiles, attachmentsIn, detachFiles } from '../../formats/pdf/document/attachments.js';
import { prepareChange, writeChanged } from '../../formats/pdf/document/change.js';
import { pdfDate } from '../../formats/pdf/document/metadata.js';
import { openPdf, readingPdf } from '../../formats/pdf/document/open.js';
import { PdfName } from '../../formats/pdf/syntax/objects.js';
import { mimeOfEnding } from '../../lib/documents/attached-files.js';
import { attachmentReport, chosenAttachments, readAttachments } from './_attachments.js';
import { NOT_ENCRYPTED, SEVERAL_FILES, SIGNATURES } from './_notes.js';
import { NEEDS_PASSWORD } from './_refusals.js';
import { changedName, conditionOf, PDF_MIME } from './_results.js';

const NAMES_CHARACTERS = 20_000;

/** As the format names them: ISO 32000-2, table 43. */
const RELATIONSHIPS = {
  unspecified: 'Unspecified',
  source: 'Source',
  data: 'Data',
  alternative: 'Alternative',
  supplement: 'Supplement',
} as const;

const dataFile = {
  name: 'data.txt',
  description: null,
  relationship: null,
  mime: 'text/plain',
  bytes: 18,
  created: null,
  modified: null,
  page: null,
  invoice: null,
};

export default defineTool({
  id: 'pdf-attachments',
  title: 'PDF Attachments',
  summary: 'Extracts, lists, adds and removes files embedded in PDF files, such as the XML of an electronic invoice.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['*'], forAll: { which: 'all', when: { action: 'add' } } },
  options: {
    action: z
      .enum(['extract', 'list', 'add', 'remove'])
      .default('extract')
      .describe('What to do: extract the attachments, list them, add the files after the first to it, or remove them.'),
    names: z
      .string()
      .max(NAMES_CHARACTERS)
      .default('')
      .describe('Attachments to extract, list or remove, one name per line; * stands for any text; empty for all.'),
    relationship: z
      .enum(['unspecified', 'source', 'data', 'alternative', 'supplement'])
      .default('unspecified')
      .describe(
        'How files that are added belong to the document, as PDF/A-3 wants it; data or alternative for invoices.',
      ),
    description: z.string().max(1000).default('').describe('Description of files that are added.'),
    showPanel: z.boolean().default(false).describe('Opens the attachments panel together with the document.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports(attachmentReport),
  notes: [
    'Attachments are those of the document and those whose symbol is on a page. Links to files elsewhere are not.',
    '"add" takes the first upload as the PDF and attaches the others to it; an attachment of the same name is replaced. Added files are embedded as PDF/A-3 wants it, but the document does not become PDF/A by that.',
    'Names of extracted files lose their folders and whatever a system would refuse. Their contents are not checked: they may be harmful.',
    'An XML file that is an electronic invoice is told by "invoice", whatever its name.',
    'At most 30 MiB of extracted files.',
    SEVERAL_FILES,
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'extract files from pdf',
    'pdf embedded files',
    'attach file to pdf',
    'zugferd xml extract',
    'factur-x xml',
    'pdf portfolio extract',
    'remove attachments from pdf',
    'pdfdetach',
    'e-invoice xml from pdf',
  ],
  verified: [
    'pdfdetach 22.12 (poppler) and qpdf 11.3: 25 random sets of files, names of many scripts, come out as they were attached; what pdfattach and qpdf attach, and three attachments of real files, come out the same.',
    'qpdf 11.3: dates, descriptions and types; encrypted files, also those of which only the attachments are encrypted; no fault in --check.',
    'Identifiers of invoices are those of Factur-X 1.07 and XRechnung 3.0.',
  ],
  examples: [
    {
      title: 'The attachment of a file',
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              outputs: ['data.txt'],
              pages: 4,
              attachments: [dataFile],
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'data.txt', mime: 'text/plain', text: 'attached to Report' }],
      },
    },
    {
      title: 'A file attached',
      options: { action: 'add', relationship: 'data', description: 'Prices' },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'prices.csv', text: 'item,price\nlamp,20\n' },
      ],
      output: {
        data: {
          files: [
            {
              name: 'letter.pdf',
              outputs: ['letter-with-attachments.pdf'],
              pages: 2,
              attachments: [
                {
                  ...dataFile,
                  name: 'prices.csv',
                  description: 'Prices',
                  relationship: 'Data',
                  mime: 'text/csv',
                  bytes: 19,
                  modified: '2026-01-02T03:04:05Z',
                },
              ],
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'letter-with-attachments.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'Nothing to attach',
      options: { action: 'add' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot add attachments: the PDF must be the first upload, and the files to attach must follow it',
      },
    },
    {
      title: 'No attachments',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot extract attachments of PDF "letter.pdf": it has none' },
    },
    {
      title: 'A name that no attachment has',
      options: { action: 'remove', names: '*.xml' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "names" must fit an attachment of PDF "report.pdf": it has "data.txt"',
      },
    },
    NEEDS_PASSWORD,
  ],
  run({ files, options, signal, now }) {
    const { action, names, description, relationship, password, showPanel } = options;
    const [first, ...others] = files;
    if (action === 'add' && others.length === 0)
      throw invalid('Cannot add attachments: the PDF must be the first upload, and the files to attach must follow it');
    const uploads = action === 'add' ? [first] : files;
    return eachFile({ files: uploads, signal }, (file) => {
      const pdf = openPdf(file, { password });
      const pages = pdf.pages.length;
      if (action !== 'add') {
        const chosen = chosenAttachments(pdf, names, action);
        const read = readingPdf(pdf.name, () => readAttachments(pdf, chosen, action === 'extract'));
        if (action === 'remove') {
          prepareChange(pdf);
          readingPdf(pdf.name, () => detachFiles(pdf, new Set(chosen.map(({ specification }) => specification))));
        }
        const told = conditionOf(pdf);
        const warnings = [...told.warnings, ...read.warnings];
        const name = changedName(pdf.name, 'without-attachments');
        const outputs = action === 'remove' ? [{ name, mime: PDF_MIME, bytes: writeChanged(pdf) }] : read.files;
        return { report: { pages, attachments: read.told, ...told, warnings }, outputs };
      }
      prepareChange(pdf);
      const modified = pdfDate(now.toISOString()) ?? '';
      const added = others.map(({ name, bytes, mime }) => ({
        name,
        bytes,
        mime: mimeOfEnding(extensionOf(name)) ?? mime ?? 'application/octet-stream',
        description,
        relationship: RELATIONSHIPS[relationship],
        modified,
      }));
      const replaced = readingPdf(pdf.name, () => attachFiles(pdf, added));
      for (const name of replaced) pdf.document.warn(`attachment ${JSON.stringify(name)} was replaced`);
      if (showPanel) pdf.document.catalog.set('PageMode', new PdfName('UseAttachments'));
      const bytes = writeChanged(pdf);
      const result = openPdf({ name: pdf.name, bytes });
      const attachments = readAttachments(result, attachmentsIn(result.document, result.pages), false).told;
      const outputs = [{ name: changedName(pdf.name, 'with-attachments'), mime: PDF_MIME, bytes }];
      return { report: { pages, attachments, ...conditionOf(pdf) }, outputs };
    });
  },
});
