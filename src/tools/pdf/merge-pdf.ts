import { stemOf } from '../../core/files.js';
import { defineTool, json, withFiles } from '../../core/index.js';
import { assemblePdf } from '../../engines/pdf/assemble.js';
import { ReadBudget } from '../../engines/pdf/budget.js';
import { openPdf } from '../../engines/pdf/open.js';

import { PDF_MIME } from './_results.js';

export default defineTool({
  id: 'merge-pdf',
  title: 'Merge PDF',
  summary: 'Puts PDF files one behind the other in a single PDF, keeping bookmarks, links, form fields and tags.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {},
  result: 'mixed',
  notes: [
    'Password-encrypted PDFs must be unlocked first; files that only restrict printing or copying are merged.',
    'Outlines are kept: where any file has one, each file gets an entry with its name and its own outline below.',
    'Links, named destinations, form fields, annotations, page labels, layers, structure trees and attachments are kept; clashing names of later files get a number.',
    'Title, author and the other document information are those of the first file.',
    'Digital signatures become invalid, which "warnings" tells; XFA forms keep only their ordinary fields.',
    'Damaged files are repaired where possible, which "repaired" tells; others are refused.',
    'At most 50,000 pages in all.',
  ],
  aliases: ['combine pdf', 'join pdf', 'concatenate pdf', 'append pdf', 'put pdfs together', 'pdf merger'],
  verified: [],
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
      title: 'A file that asks for a password',
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
      title: 'A file that is no PDF',
      files: [{ name: 'notes.pdf', text: 'Shopping list' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read PDF "notes.pdf": it is no PDF' },
    },
    {
      title: 'An empty file',
      files: [{ name: 'empty.pdf', base64: '' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read PDF "empty.pdf": it is empty' },
    },
  ],
  run({ files }) {
    const budget = new ReadBudget();
    const opened = files.map((file) => openPdf(file, budget));
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
