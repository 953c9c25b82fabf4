import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { LAYOUT_NOTES, officePdfs, pdfaOption, pdfReports } from './_office-pdf.js';

export default defineTool({
  id: 'pptx-to-pdf',
  title: 'PPTX to PDF',
  summary: 'Converts PowerPoint and OpenDocument presentations to PDF, one page per slide.',
  family: 'documents',
  class: 'native',
  needs: ['programs', 'scratch'],
  program: 'libreoffice',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pptx', '.pptm', '.ppsx', '.potx', '.ppt', '.pps', '.odp', '.otp'] },
  options: {
    hidden: z.boolean().default(false).describe('Includes hidden slides.'),
    notes: z.boolean().default(false).describe('Adds a page per slide with its speaker notes.'),
    pdfa: pdfaOption(),
    password: shared.password(),
  },
  result: 'mixed',
  data: pdfReports(),
  notes: ['Animations and transitions are not shown: each slide is as it is at its end.', ...LAYOUT_NOTES],
  aliases: ['powerpoint to pdf', 'ppt to pdf', 'odp to pdf', 'slides to pdf', 'presentation to pdf', 'print slides'],
  verified: [
    'pptx-to-text: PDFs of 10 generated presentations have a page per slide, and pdftotext 22.12 reads the words of each slide on its page.',
  ],
  examples: [
    {
      title: 'Three slides and a hidden one',
      files: [{ name: 'slides.pptx', fixture: 'documents/slides.pptx' }],
      output: {
        data: { files: [{ name: 'slides.pptx', outputs: ['slides.pdf'], pages: 3 }] },
        files: [{ name: 'slides.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Hidden slides and notes included',
      options: { hidden: true, notes: true },
      files: [{ name: 'slides.pptx', fixture: 'documents/slides.pptx' }],
      output: {
        data: { files: [{ name: 'slides.pptx', outputs: ['slides.pdf'], pages: 8 }] },
        files: [{ name: 'slides.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Not a presentation',
      files: [{ name: 'a.pptx', text: 'Dear reader' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "a.pptx" as a presentation: it is neither a ZIP archive nor a compound file',
      },
    },
  ],
  run(run) {
    const { hidden, notes, pdfa, password } = run.options;
    return officePdfs(run, {
      kind: 'a presentation',
      filter: 'impress_pdf_Export',
      settings: { ExportHiddenSlides: hidden, ExportNotesPages: notes },
      pdfa,
      password,
    });
  },
});
