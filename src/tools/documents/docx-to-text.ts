import { z } from 'zod';

import { eachResult } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, text } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openDocx, WORD_FILES } from '../../formats/docx-document.js';
import { docxText } from '../../lib/docx/write-text.js';
import { changesOption, DAMAGED_DOCX, DOCX_LIMITS, DOCX_NEEDS_PASSWORD, SEVERAL_DOCUMENTS } from './_docx-options.js';

export default defineTool({
  id: 'docx-to-text',
  title: 'DOCX to Text',
  summary: 'Extracts the text of Word documents: paragraphs, numbered lists, tables, notes, and on request comments.',
  family: 'documents',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: [...WORD_FILES] },
  options: {
    notes: z
      .boolean()
      .default(true)
      .describe('Adds footnotes and endnotes at the end, with their numbers in the text.'),
    comments: z.boolean().default(false).describe('Adds the comments at the end, with their authors.'),
    headers: z.boolean().default(false).describe('Adds page headers before the text and page footers after it.'),
    changes: changesOption(),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    characters: count('Characters of the text.'),
    notes: count('Footnotes and endnotes.'),
    comments: count('Comments.'),
  }).describe('Where several files were sent: what became of each.'),
  notes: [
    'Paragraphs are separated by an empty line. Lists keep the numbers that Word shows; table cells are separated by tabs, one row per line. Text boxes follow their paragraph; formulas are written as LaTeX.',
    SEVERAL_DOCUMENTS,
    DOCX_LIMITS,
  ],
  aliases: [
    'word to text',
    'docx to txt',
    'extract text from word',
    'docx2txt',
    'word document to plain text',
    'doc to txt',
    'text of a word file',
  ],
  verified: [
    'pandoc 2.17 (plain): the words of 60 generated documents are the same, in the same order.',
    'LibreOffice Writer 7.4: 10 documents that it saved give the words of its own text export, in the same order.',
  ],
  examples: [
    {
      title: 'Headings, lists, a table and a footnote',
      files: [{ name: 'report.docx', fixture: 'documents/report.docx' }],
      output: {
        text: `Harbour report

This report has bold words, slanted words, struck words and code, a link and a note.[1]

Ships

- barges with timber
- boats
  - with salt
  - with sand
- ferries

1. by day
2. by week

Quoted words.

Month\tShips
January\t41
February\t38

count ships
  --from january

Water is H2O and x^{2}+\\frac{1}{2}.

[1] Counted at the gate.
`,
      },
    },
    {
      title: 'Tracked changes rejected, comments and headers added',
      options: { changes: 'reject', comments: true, headers: true },
      files: [{ name: 'contract.docx', fixture: 'documents/contract.docx' }],
      output: {
        text: 'Draft of May\n\nThe rent is 900 a month.\n\nPage 1\n\nAda: Is this right?\n',
      },
    },
    {
      title: 'Two files, one of them damaged',
      files: [
        { name: 'contract.docx', fixture: 'documents/contract.docx' },
        { name: 'notes.docx', text: 'Shopping list' },
      ],
      output: {
        data: {
          files: [
            { name: 'contract.docx', outputs: ['contract.txt'], characters: 25, notes: 0, comments: 1 },
            {
              name: 'notes.docx',
              error: 'Cannot read file "notes.docx" as a Word document: it is not a ZIP archive',
            },
          ],
        },
        files: [{ name: 'contract.txt', mime: 'text/plain;charset=utf-8', text: 'The rent is 950 a month.\n' }],
      },
    },
    DAMAGED_DOCX,
    DOCX_NEEDS_PASSWORD,
  ],
  run: ({ files, options, signal }) =>
    eachResult({ files, signal }, async (file) => {
      const { document } = openDocx(file, options);
      const written = docxText(document, options);
      const report = { characters: written.length, notes: document.notes.length, comments: document.comments.length };
      return { result: text(written, { name: `${stemOf(file.name)}.txt` }), report };
    }),
});
