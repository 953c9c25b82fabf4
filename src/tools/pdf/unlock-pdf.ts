import { z } from 'zod';

import { defineTool, type InputFile, invalid, json, type OutputFile, quote, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { prepareChange, writeChanged } from '../../formats/pdf/document/change.js';
import { type OpenPdf, openUnlockedPdf } from '../../formats/pdf/document/open.js';
import { ReadBudget } from '../../formats/pdf/syntax/budget.js';

import { passwordOption } from './_password.js';
import { condition } from './_report-data.js';
import { conditionOf, PDF_MIME, partName } from './_results.js';

function open(file: InputFile, password: string, budget: ReadBudget): OpenPdf {
  const opened = openUnlockedPdf(file, { budget }) ?? (password && openUnlockedPdf(file, { budget, password }));
  if (opened) return opened;
  const reason = password === '' ? 'it asks for a password and "password" is empty' : 'the password is wrong';
  throw invalid(`Cannot unlock PDF ${quote(file.name)}: ${reason}`);
}

export default defineTool({
  id: 'unlock-pdf',
  title: 'Unlock PDF',
  summary: 'Removes the encryption and the restrictions of PDF files whose password you know.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    password: passwordOption(
      'The password for opening or the one of the owner, the same for all files; files that only restrict printing and the like need none.',
    ),
  },
  result: 'mixed',
  data: z.object({
    files: z
      .array(
        z.object({
          name: z.string().describe('Name of the result.'),
          encryption: z.string().nullable().describe('Encryption that was removed; null where there was none.'),
          pages: count('Number of pages.'),
          ...condition,
        }),
      )
      .describe('One entry per file, in the order of the uploads.'),
  }),
  notes: [
    'Passwords are never guessed: a file that asks for one is opened only with the right one.',
    'Everything else stays: pages, links, forms, outline, attachments, metadata.',
    'Files that everybody may open and that only restrict printing, copying or changing are unlocked without a password. Use that only where you may.',
    'Opens RC4 of 40 to 128 bits, AES-128 and AES-256 (revisions 2 to 6); files locked with certificates or by rights management are refused.',
    'A file that is not encrypted comes back as it is, which "encryption" tells with null.',
    'Digital signatures become invalid where the file was encrypted, which "warnings" tells.',
  ],
  aliases: ['remove pdf password', 'decrypt pdf', 'pdf password remover', 'unprotect pdf', 'remove pdf restrictions'],
  verified: [
    "Files locked by qpdf 11.3 with RC4-40, AES-128 and AES-256, each with a user's and with only an owner's password: opened, not encrypted to qpdf, no fault in qpdf --check, text by pdftotext as before.",
    'Files of protect-pdf are opened with either password; outline, links, fields and attachments are those of the original.',
    '10 real files that ask for a password, given a wrong one by a script: always refused.',
  ],
  examples: [
    {
      title: 'With the password for opening',
      options: { password: 'secret' },
      files: [{ name: 'locked.pdf', fixture: 'pdf/locked-256.pdf' }],
      output: {
        data: {
          files: [{ name: 'locked-unlocked.pdf', encryption: 'AES-256', pages: 2, repaired: false, warnings: [] }],
        },
        files: [{ name: 'locked-unlocked.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: "With the owner's password, and files that need none",
      options: { password: 'owner' },
      files: [
        { name: 'old.pdf', fixture: 'pdf/locked-40.pdf' },
        { name: 'restricted.pdf', fixture: 'pdf/owner-only-128.pdf' },
        { name: 'free.pdf', fixture: 'pdf/letter.pdf' },
      ],
      output: {
        data: {
          files: [
            { name: 'old-unlocked.pdf', encryption: 'RC4-40', pages: 2, repaired: false, warnings: [] },
            { name: 'restricted-unlocked.pdf', encryption: 'AES-128', pages: 2, repaired: false, warnings: [] },
            { name: 'free-unlocked.pdf', encryption: null, pages: 2, repaired: false, warnings: [] },
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
      title: 'No password where one is asked for',
      files: [{ name: 'locked.pdf', fixture: 'pdf/locked-256.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot unlock PDF "locked.pdf": it asks for a password and "password" is empty',
      },
    },
    {
      title: 'A file that is no PDF',
      options: { password: 'secret' },
      files: [{ name: 'notes.pdf', text: 'Shopping list' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read PDF "notes.pdf": it is no PDF' },
    },
  ],
  run({ files, options }) {
    const budget = new ReadBudget();
    const results: OutputFile[] = [];
    const names = new Set<string>();
    const reports = files.map((input) => {
      const pdf = open(input, options.password, budget);
      const { encryption } = pdf.document;
      const name = partName(pdf.name, 'unlocked', names);
      names.add(name);
      if (encryption !== undefined) prepareChange(pdf, { isEncryptionMeant: true });
      const bytes = encryption === undefined ? input.bytes : writeChanged(pdf);
      results.push({ name, mime: PDF_MIME, bytes });
      const method = encryption && `${encryption.method}-${encryption.bits}`;
      return { name, encryption: method ?? null, pages: pdf.pages.length, ...conditionOf(pdf) };
    });
    return withFiles(json({ files: reports }), results);
  },
});
