import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { LAYOUT_NOTES, officePdfs, pdfaOption, pdfReports } from './_office-pdf.js';

export default defineTool({
  id: 'docx-to-pdf',
  title: 'DOCX to PDF',
  summary: 'Converts Word, OpenDocument and RTF documents to PDF with their layout, bookmarks and links.',
  family: 'documents',
  class: 'native',
  needs: ['programs', 'scratch'],
  program: 'libreoffice',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.docx', '.docm', '.dotx', '.doc', '.odt', '.ott', '.rtf'] },
  options: {
    comments: z.boolean().default(false).describe('Prints the comments in the margin.'),
    pdfa: pdfaOption(),
    password: shared.password(),
  },
  result: 'mixed',
  data: pdfReports(),
  notes: ['Headings become bookmarks, and the PDF is tagged for screen readers.', ...LAYOUT_NOTES],
  aliases: [
    'word to pdf',
    'doc to pdf',
    'odt to pdf',
    'rtf to pdf',
    'convert word document',
    'print docx',
    'docx2pdf',
    'word document to pdf',
  ],
  verified: [
    'LibreOffice 7.4 started by hand: 20 generated documents have as many pages, and pdftotext 22.12 reads the same text.',
  ],
  examples: [
    {
      title: 'A Word document',
      files: [{ name: 'report.docx', fixture: 'documents/report.docx' }],
      output: {
        data: { files: [{ name: 'report.docx', outputs: ['report.pdf'], pages: 1 }] },
        files: [{ name: 'report.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'RTF to PDF/A',
      options: { pdfa: true },
      files: [{ name: 'note.rtf', text: '{\\rtf1\\ansi Harbour {\\b report}\\par}' }],
      output: {
        data: { files: [{ name: 'note.rtf', outputs: ['note.pdf'], pages: 1 }] },
        files: [{ name: 'note.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Not a document',
      files: [{ name: 'a.docx', text: 'Dear reader' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "a.docx" as a text document: it is neither a ZIP archive nor a compound file',
      },
    },
    {
      title: 'A document without its password',
      files: [{ name: 'letter.docx', fixture: 'data/encrypted-standard.xlsx' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "letter.docx" as a text document: it is encrypted, option "password" must open it',
      },
    },
  ],
  run(run) {
    const { comments, pdfa, password } = run.options;
    return officePdfs(run, {
      kind: 'a text document',
      filter: 'writer_pdf_Export',
      settings: { ExportNotesInMargin: comments },
      pdfa,
      password,
    });
  },
});
