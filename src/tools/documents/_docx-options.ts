import { z } from 'zod';

export const changesOption = () =>
  z
    .enum(['accept', 'reject', 'all'])
    .default('accept')
    .describe('Tracked changes: accept reads the text with them, reject the text before them, all reads both.');

/** Of tools whose result of one file is its text. */
export const SEVERAL_DOCUMENTS =
  'One file gives its text. Several give an output file each and a report in "data"; one that fails does not spoil the others.';

export const DOCX_LIMITS =
  'At most 64 MB unpacked and 200,000 table cells per document. Hidden text is not read; pictures and files linked from outside are never fetched.';

export const DAMAGED_DOCX = {
  title: 'Not a Word document',
  files: [{ name: 'a.docx', text: 'Dear reader' }],
  error: {
    code: 'INVALID_INPUT',
    message: 'Cannot read file "a.docx" as a Word document: it is not a ZIP archive',
  },
} as const;

export const DOCX_NEEDS_PASSWORD = {
  title: 'A document without its password',
  files: [{ name: 'letter.docx', fixture: 'data/encrypted-standard.xlsx' }],
  error: {
    code: 'INVALID_INPUT',
    message: 'Cannot read file "letter.docx" as a Word document: it is encrypted, option "password" must open it',
  },
} as const;
