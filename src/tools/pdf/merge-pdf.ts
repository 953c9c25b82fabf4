import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, json, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { assemblePdf } from '../../formats/pdf/document/assemble.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { settleAppearances } from '../../formats/pdf/forms/made-appearances.js';
import { ReadBudget } from '../../formats/pdf/syntax/budget.js';
import { condition } from './_report-data.js';
import { PDF_MIME } from './_results.js';

export default defineTool({
  id: 'merge-pdf',
  title: 'Merge PDF',
  summary: 'Combines PDF files into one, keeping bookmarks, links, form fields and tags.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {},
  result: 'mixed',
  data: z.object({
    pages: count('Number of pages of the result.'),
    files: z
      .array(
        z.object({
          name: z.string().describe('Name of the upload.'),
          pages: count('Number of its pages.'),
          ...condition,
        }),
      )
      .describe('One entry per file, in the order of the uploads.'),
  }),
  notes: [
    'PDFs encrypted with a password must be unlocked first, with unlock-pdf; files that only restrict printing or copying are merged.',
    'Outlines are kept: if any file has one, each file gets an entry with its name and its own outline below it.',
    'Links, named destinations, form fields, annotations, page labels, layers, structure trees and attachments are kept; names that clash with those of earlier files get a number.',
    'Title, author and other document information are those of the first file.',
    'Digital signatures become invalid, and "warnings" says so; XFA forms keep only their ordinary fields.',
    "If one form asks viewers to draw its fields (NeedAppearances) and another does not, the fields of the first are drawn before merging, in the form's own font, so no form changes its look; signatures and buttons keep their appearance.",
    'Damaged files are repaired if possible, and "repaired" says so; others are refused.',
    'At most 50,000 pages in total.',
    'To take only some pages of each file, or pages of each file in turn, use combine-pdf-pages.',
  ],
  aliases: [
    'merge',
    'combine pdf',
    'join pdf',
    'concatenate pdf',
    'append pdf',
    'put pdfs together',
    'pdf merger',
    'put several pdfs together',
    'one pdf from many',
  ],
  verified: [
    'qpdf 11.3: of 377 merges of 189 real and damaged files none is refused that qpdf makes, no new fault in qpdf --check, every page count right.',
    'qpdf 11.3 and poppler 22.12 on the same merges: 707 of 707 outline entries, 238 of 238 links and 116 of 116 named destinations lead to the right page; 514 of 514 fields keep their values, 446 of 446 page labels, 188 of 188 layers, 2035 of 2035 lines of tagged text, 8 of 8 attachments.',
    'poppler 22.12 at 50 dpi: 328 of 329 merges had all pages as they were; in the other one a form asked viewers to redraw fields, which are drawn before merging now.',
    'poppler 22.12 at 144 dpi: a form with texts, choices, check boxes and a signature looks the same pixel by pixel when merged with one that asks viewers to redraw fields; 72 redrawn fields of every alignment, size and kind stand where poppler puts them.',
  ],
  examples: [
    {
      title: 'Two files',
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'report.pdf', fixture: 'pdf/report.pdf' },
      ],
      output: {
        data: {
          pages: 6,
          files: [
            { name: 'letter.pdf', pages: 2, repaired: false, warnings: [] },
            { name: 'report.pdf', pages: 4, repaired: false, warnings: [] },
          ],
        },
        files: [{ name: 'merged.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'A damaged file is repaired',
      files: [
        { name: 'damaged.pdf', fixture: 'pdf/damaged.pdf' },
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
      ],
      output: {
        data: {
          pages: 5,
          files: [
            {
              name: 'damaged.pdf',
              pages: 3,
              repaired: true,
              warnings: ['the cross-reference table was wrong and was rebuilt'],
            },
            { name: 'letter.pdf', pages: 2, repaired: false, warnings: [] },
          ],
        },
        files: [{ name: 'merged.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'The same form twice: field names are kept apart',
      files: [
        { name: 'a.pdf', fixture: 'pdf/report.pdf' },
        { name: 'b.pdf', fixture: 'pdf/report.pdf' },
      ],
      output: {
        data: {
          pages: 8,
          files: [
            { name: 'a.pdf', pages: 4, repaired: false, warnings: [] },
            {
              name: 'b.pdf',
              pages: 4,
              repaired: false,
              warnings: ['form fields with names that earlier files use were renamed'],
            },
          ],
        },
        files: [{ name: 'merged.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'An encrypted file',
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'locked.pdf', fixture: 'pdf/locked-256.pdf' },
      ],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read PDF "locked.pdf": it is encrypted with a password and must be unlocked first',
      },
    },
    {
      title: 'Not a PDF file',
      files: [{ name: 'notes.pdf', text: 'Shopping list' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read PDF "notes.pdf": it is not a PDF file' },
    },
    {
      title: 'An empty file',
      files: [{ name: 'empty.pdf', base64: '' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read PDF "empty.pdf": it is empty' },
    },
  ],
  async run({ files }) {
    const budget = new ReadBudget();
    const opened = files.map((file) => openPdf(file, { budget }));
    await settleAppearances(opened.map((pdf, i) => ({ pdf, bytes: files[i]?.bytes ?? new Uint8Array(0) })));
    const bytes = assemblePdf(opened.map((pdf) => ({ pdf, title: stemOf(pdf.name) })));
    const report = {
      pages: opened.reduce((sum, { pages }) => sum + pages.length, 0),
      files: opened.map(({ name, pages, document }) => ({
        name,
        pages: pages.length,
        repaired: document.isRepaired,
        warnings: document.warnings,
      })),
    };
    return withFiles(json(report), [{ name: 'merged.pdf', mime: PDF_MIME, bytes }]);
  },
});
