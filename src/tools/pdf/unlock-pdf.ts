import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, type InputFile, invalid, quote } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { prepareChange, writeChanged } from '../../formats/pdf/document/change.js';
import { type OpenPdf, openUnlockedPdf } from '../../formats/pdf/document/open.js';
import { SEVERAL_FILES } from './_notes.js';

import { condition } from './_report-data.js';
import { changedPdf } from './_results.js';

function open(file: InputFile, password: string): OpenPdf {
  const opened = openUnlockedPdf(file, { password });
  if (opened) return opened;
  const reason = password === '' ? 'option "password" is empty' : 'the password is wrong';
  throw invalid(`Cannot unlock PDF ${quote(file.name)}: ${reason}`);
}

export default defineTool({
  id: 'unlock-pdf',
  title: 'Unlock PDF',
  summary: 'Removes encryption and restrictions from PDF files whose password you know.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    password: shared
      .password()
      .describe('Password to open the files, or the owner password; empty for files that only have restrictions.'),
  },
  result: 'mixed',
  data: fileReports({
    encryption: z.string().nullable().describe('Encryption that was removed; null if there was none.'),
    pages: count('Number of pages.'),
    ...condition,
  }),
  notes: [
    'Passwords are never guessed: an encrypted file opens only with the right one.',
    'Everything else stays: pages, links, forms, outline, attachments and metadata.',
    'Files that anyone can open and that only restrict printing, copying or editing need no password. Remove restrictions only if you are allowed to.',
    'Opens RC4 with 40 to 128 bits, AES-128 and AES-256 (revisions 2 to 6). Files encrypted with certificates or rights management are refused.',
    'A file that is not encrypted is returned unchanged, and "encryption" is null.',
    SEVERAL_FILES,
    'Digital signatures of encrypted files become invalid; "warnings" says so.',
  ],
  aliases: [
    'remove pdf password',
    'decrypt pdf',
    'pdf password remover',
    'unprotect pdf',
    'remove pdf restrictions',
    'remove the password of a pdf',
    'open a locked pdf',
  ],
  verified: [
    "Files locked by qpdf 11.3 with RC4-40, AES-128 and AES-256, each with a user's and with only an owner's password: opened, not encrypted to qpdf, no fault in qpdf --check, text by pdftotext as before.",
    'Files of protect-pdf are opened with either password; outline, links, fields and attachments are those of the original.',
    '10 real files that ask for a password, given a wrong one by a script: always refused.',
  ],
  examples: [
    {
      title: 'With the password to open the file',
      options: { password: 'secret' },
      files: [{ name: 'locked.pdf', fixture: 'pdf/locked-256.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'locked.pdf',
              outputs: ['locked-unlocked.pdf'],
              encryption: 'AES-256',
              pages: 2,
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'locked-unlocked.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'With the owner password, and files that need none',
      options: { password: 'owner' },
      files: [
        { name: 'old.pdf', fixture: 'pdf/locked-40.pdf' },
        { name: 'restricted.pdf', fixture: 'pdf/owner-only-128.pdf' },
        { name: 'free.pdf', fixture: 'pdf/letter.pdf' },
      ],
      output: {
        data: {
          files: [
            {
              name: 'old.pdf',
              outputs: ['old-unlocked.pdf'],
              encryption: 'RC4-40',
              pages: 2,
              repaired: false,
              warnings: [],
            },
            {
              name: 'restricted.pdf',
              outputs: ['restricted-unlocked.pdf'],
              encryption: 'AES-128',
              pages: 2,
              repaired: false,
              warnings: [],
            },
            {
              name: 'free.pdf',
              outputs: ['free-unlocked.pdf'],
              encryption: null,
              pages: 2,
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [
          { name: 'old-unlocked.pdf', mime: 'application/pdf' },
          { name: 'restricted-unlocked.pdf', mime: 'application/pdf' },
          { name: 'free-unlocked.pdf', mime: 'application/pdf' },
        ],
      },
    },
    {
      title: 'The wrong password',
      options: { password: 'guess' },
      files: [{ name: 'locked.pdf', fixture: 'pdf/locked-128.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot unlock PDF "locked.pdf": the password is wrong' },
    },
    {
      title: 'No password for a file that needs one',
      files: [{ name: 'locked.pdf', fixture: 'pdf/locked-256.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot unlock PDF "locked.pdf": option "password" is empty',
      },
    },
    {
      title: 'Not a PDF file',
      options: { password: 'secret' },
      files: [{ name: 'notes.pdf', text: 'Shopping list' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read PDF "notes.pdf": it is not a PDF file' },
    },
  ],
  run({ files, options, signal }) {
    return eachFile({ files, signal }, (file) => {
      const pdf = open(file, options.password);
      const { encryption } = pdf.document;
      if (encryption !== undefined) prepareChange(pdf, { isEncryptionMeant: true });
      const bytes = encryption === undefined ? file.bytes : writeChanged(pdf);
      const method = encryption && `${encryption.method}-${encryption.bits}`;
      return changedPdf(pdf, 'unlocked', bytes, { encryption: method ?? null, pages: pdf.pages.length });
    });
  },
});
