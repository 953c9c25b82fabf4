import { z } from 'zod';

import { defineTool, json, type OutputFile, withFiles } from '../../core/index.js';
import { prepareChange, writeChanged } from '../../formats/pdf/document/change.js';
import { INFO_NAMES, infoOf } from '../../formats/pdf/document/metadata.js';
import { openPdf, readingPdf } from '../../formats/pdf/document/open.js';
import { ReadBudget } from '../../formats/pdf/syntax/budget.js';
import { change, PAGE_LAYOUTS, PAGE_MODES, requestOf } from './_metadata-change.js';
import { condition, documentInfo } from './_report-data.js';
import { conditionOf, PDF_MIME, partName } from './_results.js';

const textOption = (what: string, most = 2_000) =>
  z.string().max(most).default('').describe(`${what}; empty leaves it as it is.`);
const dateOption = (what: string) =>
  textOption(`${what}, such as 2026-01-31 or 2026-01-31T12:00:00+01:00 (ISO 8601)`, 40);

export default defineTool({
  id: 'edit-pdf-metadata',
  title: 'Edit PDF Metadata',
  summary: 'Sets or removes title, author, subject, keywords and dates of PDF files, and says how they open.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    title: textOption('The title'),
    author: textOption('Who wrote it'),
    subject: textOption('What it is about'),
    keywords: textOption('Words to find it by, with commas between'),
    creator: textOption('The program that the document was written with'),
    producer: textOption('The program that made the PDF'),
    creationDate: dateOption('When the document was made'),
    modificationDate: dateOption('When the document was last changed'),
    remove: z
      .string()
      .max(200)
      .default('')
      .describe(`Entries to take out, with commas between, out of ${INFO_NAMES.join(', ')}; blank takes out none.`),
    clear: z
      .boolean()
      .default(false)
      .describe('First takes out all metadata of the document, its pages, pictures and fonts, known and unknown.'),
    language: textOption('The language of the text as a BCP 47 tag such as en or pt-BR, for screen readers', 35),
    pageMode: z
      .enum(['keep', ...(Object.keys(PAGE_MODES) as (keyof typeof PAGE_MODES)[])])
      .default('keep')
      .describe('What is shown beside the pages when the file is opened; keep leaves it as it is.'),
    pageLayout: z
      .enum(['keep', ...(Object.keys(PAGE_LAYOUTS) as (keyof typeof PAGE_LAYOUTS)[])])
      .default('keep')
      .describe('How pages are laid out when the file is opened; keep leaves it as it is.'),
    showTitle: z
      .enum(['keep', 'yes', 'no'])
      .default('keep')
      .describe('Whether viewers show the title instead of the file name in the window; keep leaves it as it is.'),
  },
  result: 'mixed',
  data: z.object({
    files: z
      .array(z.object({ name: z.string().describe('Name of the result.'), ...documentInfo, ...condition }))
      .describe('One entry per file, in the order of the uploads.'),
  }),
  notes: [
    'The information dictionary and the XMP metadata are changed together, so that all programs read the same. Other XMP properties are kept.',
    '"clear" takes out XMP and private data of programs wherever they stand, with all PDF/A claims in them; metadata inside of JPEG pictures stays: see sanitize-pdf.',
    'The date of the last change is not set by itself: give "modificationDate".',
    'Author is one text: several names are written into it.',
    'Digital signatures become invalid and restrictions of owner passwords are not kept, which "warnings" tells.',
    'Password-encrypted PDFs must be unlocked first.',
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
              name: 'letter-edited.pdf',
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
      title: 'Everything taken out but a date',
      options: { clear: true, creationDate: '2026-01-31T12:00:00+01:00' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report-edited.pdf',
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
        message: 'Option "title" or another one must be given: nothing is to be changed',
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
      title: 'An entry that no PDF has',
      options: { remove: 'title,editor' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "remove" must name entries out of title, author, subject, keywords, creator, producer, creationDate, modificationDate, got "editor"',
      },
    },
    {
      title: 'A language that is none',
      options: { language: 'English (UK)' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "language" must be a language tag such as en or pt-BR, got "English (UK)"',
      },
    },
  ],
  run({ files, options }) {
    const request = requestOf(options);
    const budget = new ReadBudget();
    const results: OutputFile[] = [];
    const names = new Set<string>();
    const reports = files.map((input) => {
      const pdf = openPdf(input, { budget });
      prepareChange(pdf);
      readingPdf(pdf.name, () => change(pdf.document, request));
      const name = partName(pdf.name, 'edited', names);
      names.add(name);
      results.push({ name, mime: PDF_MIME, bytes: writeChanged(pdf) });
      return { name, ...infoOf(pdf.document), ...conditionOf(pdf) };
    });
    return withFiles(json({ files: reports }), results);
  },
});
