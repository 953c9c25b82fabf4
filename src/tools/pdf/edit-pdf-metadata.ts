import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { prepareChange, writeChanged } from '../../formats/pdf/document/change.js';
import { INFO_NAMES, infoOf } from '../../formats/pdf/document/metadata.js';
import { openPdf, readingPdf } from '../../formats/pdf/document/open.js';
import { change, PAGE_LAYOUTS, PAGE_MODES, requestOf } from './_metadata-change.js';
import { NOT_ENCRYPTED, SEVERAL_FILES, SIGNATURES } from './_notes.js';
import { condition, documentInfo } from './_report-data.js';
import { changedPdf } from './_results.js';

const textOption = (what: string, most = 2_000) =>
  z.string().max(most).default('').describe(`${what}; empty keeps it.`);
const dateOption = (what: string) =>
  textOption(`${what}, such as 2026-01-31 or 2026-01-31T12:00:00+01:00 (ISO 8601)`, 40);

export default defineTool({
  id: 'edit-pdf-metadata',
  title: 'Edit PDF Metadata',
  summary: 'Sets or removes title, author, subject, keywords and dates of PDF files, and how they open.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    title: textOption('Title'),
    author: textOption('Author'),
    subject: textOption('Subject'),
    keywords: textOption('Keywords, separated by commas'),
    creator: textOption('Program the document was written with'),
    producer: textOption('Program that made the PDF'),
    creationDate: dateOption('Creation date'),
    modificationDate: dateOption('Date of the last change'),
    remove: z
      .string()
      .max(200)
      .default('')
      .describe(`Entries to remove, separated by commas: ${INFO_NAMES.join(', ')}; empty removes none.`),
    clear: z
      .boolean()
      .default(false)
      .describe('Removes all metadata of the document, its pages, images and fonts first.'),
    language: textOption('Language of the text for screen readers, as a BCP 47 tag such as en or pt-BR', 35),
    pageMode: z
      .enum(['keep', ...(Object.keys(PAGE_MODES) as (keyof typeof PAGE_MODES)[])])
      .default('keep')
      .describe('Panel that viewers show when the file is opened.'),
    pageLayout: z
      .enum(['keep', ...(Object.keys(PAGE_LAYOUTS) as (keyof typeof PAGE_LAYOUTS)[])])
      .default('keep')
      .describe('Page layout when the file is opened.'),
    showTitle: z
      .enum(['keep', 'yes', 'no'])
      .default('keep')
      .describe('Whether viewers show the title in the window instead of the file name.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({ ...documentInfo, ...condition }),
  notes: [
    'The document information and the XMP metadata are changed together, so all programs show the same. Other XMP properties are kept.',
    '"clear" removes XMP and private application data everywhere, including PDF/A claims; metadata in JPEG images stays: use sanitize-pdf.',
    'The date of the last change is not updated automatically: set "modificationDate".',
    '"author" is one text: several names go into it together.',
    SEVERAL_FILES,
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'pdf properties',
    'change pdf title',
    'change pdf author',
    'remove pdf metadata',
    'pdf keywords',
    'xmp editor',
  ],
  verified: [
    'poppler 22.12 (pdfinfo) and exiftool 12.57 read the same title, author, keywords and date from the information dictionary and from XMP, with XMP present, damaged and missing.',
    'exiftool 12.57: PDF/A claim and rights in XMP are kept where others change.',
    'After "clear" no entry, packet or private data is left in the bytes of the file.',
  ],
  examples: [
    {
      title: 'Title, author and how the file opens',
      options: { title: 'Grüße – 挨拶', author: 'Ada Lovelace', pageMode: 'outlines', showTitle: 'yes' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'letter.pdf',
              outputs: ['letter-edited.pdf'],
              title: 'Grüße – 挨拶',
              author: 'Ada Lovelace',
              subject: null,
              keywords: null,
              creator: null,
              producer: null,
              creationDate: null,
              modificationDate: null,
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'letter-edited.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'All metadata removed except a date',
      options: { clear: true, creationDate: '2026-01-31T12:00:00+01:00' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              outputs: ['report-edited.pdf'],
              title: null,
              author: null,
              subject: null,
              keywords: null,
              creator: null,
              producer: null,
              creationDate: '2026-01-31T12:00:00+01:00',
              modificationDate: null,
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'report-edited.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Nothing to change',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'At least one option that changes something must be set, such as "title"',
      },
    },
    {
      title: 'A day that does not exist',
      options: { creationDate: '2026-02-30' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "creationDate" must be a date such as 2026-01-31T12:00:00Z, got "2026-02-30"',
      },
    },
    {
      title: 'An unknown entry',
      options: { remove: 'title,editor' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "remove" must list entries from title, author, subject, keywords, creator, producer, creationDate, modificationDate, got "editor"',
      },
    },
    {
      title: 'An invalid language tag',
      options: { language: 'English (UK)' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "language" must be a language tag such as en or pt-BR, got "English (UK)"',
      },
    },
  ],
  run({ files, options, signal }) {
    const request = requestOf(options);
    return eachFile({ files, signal }, (file) => {
      const pdf = openPdf(file, { password: options.password });
      prepareChange(pdf);
      readingPdf(pdf.name, () => change(pdf.document, request));
      return changedPdf(pdf, 'edited', writeChanged(pdf), infoOf(pdf.document));
    });
  },
});
