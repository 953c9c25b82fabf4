import { z } from 'zod';

import { defineTool, invalid, json, type OutputFile, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { prepareChange, writeChanged } from '../../formats/pdf/document/change.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { ReadBudget } from '../../formats/pdf/syntax/budget.js';
import { declareEncryption, MAX_PASSWORD_BYTES, makeEncryption } from '../../formats/pdf/syntax/encrypt.js';

import { passwordOption } from './_password.js';
import { condition } from './_report-data.js';
import { conditionOf, PDF_MIME, partName } from './_results.js';

// ISO 32000-2, table 22: bits from 1; those that are reserved are set, the lowest two are not.
const ALL = 0xfffffffc | 0;
const PRINT = 1 << 2;
const MODIFY = 1 << 3;
const COPY = 1 << 4;
const ANNOTATE = 1 << 5;
const FILL_FORMS = 1 << 8;
const ASSEMBLE = 1 << 10;
const PRINT_WELL = 1 << 11;

interface Passwords {
  readonly keyLength: number;
  readonly userPassword: string;
  readonly ownerPassword: string;
}

/** Passwords are checked before files are: a wrong one must not leave a file locked for good. */
function checkPasswords({ keyLength, userPassword, ownerPassword }: Passwords): 128 | 256 {
  const bits = keyLength === 128 ? 128 : 256;
  if (userPassword === '' && ownerPassword === '') {
    throw invalid('Option "userPassword" or "ownerPassword" must be given: both are empty');
  }
  for (const [name, password] of Object.entries({ userPassword, ownerPassword })) {
    if (/[\u0000-\u001f\u007f-\u009f]/.test(password))
      throw invalid(`Option "${name}" must have no control characters`);
    // Where PDFDocEncoding is Latin-1 (ISO 32000-2, D.2).
    if (bits === 128 && /[^\x20-\x7e\xa1-\xff]/.test(password)) {
      throw invalid(`Option "${name}" must have only characters of Latin-1 where "keyLength" is 128`);
    }
    const length = bits === 128 ? password.length : Buffer.byteLength(password.normalize('NFKC'));
    if (length > MAX_PASSWORD_BYTES[bits]) {
      throw invalid(`Option "${name}" must have at most ${MAX_PASSWORD_BYTES[bits]} bytes, got ${length}`);
    }
  }
  return bits;
}

export default defineTool({
  id: 'protect-pdf',
  title: 'Protect PDF',
  summary:
    'Encrypts PDF files with a password for opening, a password for the owner, and restrictions on what readers may do.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    userPassword: passwordOption('Asked for when the file is opened; empty lets everybody open it.'),
    ownerPassword: passwordOption('Opens the file without restrictions; empty makes one that nobody knows.'),
    allowPrint: z.boolean().default(true).describe('Readers may print.'),
    allowCopy: z.boolean().default(false).describe('Readers may copy text and pictures.'),
    allowModify: z.boolean().default(false).describe('Readers may change the content and the order of pages.'),
    allowAnnotate: z.boolean().default(false).describe('Readers may add comments and fill in forms.'),
    allowFillForms: z.boolean().default(true).describe('Readers may fill in and sign existing form fields.'),
    encryptMetadata: z
      .boolean()
      .default(true)
      .describe('Encrypts the XMP metadata too; otherwise search programs can read it.'),
    keyLength: z
      .number()
      .multipleOf(128)
      .min(128)
      .max(256)
      .default(256)
      .describe('Bits of the AES key: 256 (Acrobat X and later), or 128 for readers from before 2010.'),
  },
  result: 'mixed',
  data: z.object({
    method: z.string().describe('Encryption, such as AES-256.'),
    files: z
      .array(
        z.object({
          name: z.string().describe('Name of the result.'),
          pages: count('Number of pages.'),
          ...condition,
        }),
      )
      .describe('One entry per file, in the order of the uploads.'),
  }),
  notes: [
    'AES-256 is revision 6 of PDF 2.0, AES-128 revision 4 of PDF 1.6. RC4 is not written.',
    'Restrictions are a request: readers keep to them, but whoever can open a file can technically get round them. Only "userPassword" keeps a file secret.',
    'Text is always accessible to screen readers, as PDF 2.0 asks.',
    'Passwords are case-sensitive. For AES-256 they are normalized (NFKC) and have at most 127 bytes of UTF-8; for AES-128 at most 32 characters of Latin-1.',
    'Files that are restricted already get the new restrictions; files that ask for a password must be unlocked first.',
    'Digital signatures become invalid, which "warnings" tells.',
  ],
  aliases: [
    'encrypt pdf',
    'password protect pdf',
    'lock pdf',
    'secure pdf',
    'pdf permissions',
    'restrict pdf printing',
  ],
  verified: [
    "qpdf 11.3 and poppler 22.12 open files of 256 and 128 bits with the user's and the owner's password and refuse others; qpdf shows the permissions asked for and finds no fault.",
    'qpdf 11.3 --decrypt: outline, links, fields, labels, layers, tags and attachment are those of the original.',
    '188 real and damaged files with each key length by a script: no new fault in qpdf 11.3 --check, and the pages that poppler draws of the original look the same (first three of each).',
  ],
  examples: [
    {
      title: 'A password for opening',
      options: { userPassword: 'open sesame' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          method: 'AES-256',
          files: [{ name: 'letter-protected.pdf', pages: 2, repaired: false, warnings: [] }],
        },
        files: [{ name: 'letter-protected.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Two files that everybody may read and nobody print, with a 128-bit key',
      options: { ownerPassword: 'owner', allowPrint: false, keyLength: 128 },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'letter.pdf', fixture: 'pdf/owner-only-40.pdf' },
      ],
      output: {
        data: {
          method: 'AES-128',
          files: [
            { name: 'letter-protected.pdf', pages: 2, repaired: false, warnings: [] },
            { name: 'letter-protected (2).pdf', pages: 2, repaired: false, warnings: [] },
          ],
        },
        files: [
          { name: 'letter-protected.pdf', mime: 'application/pdf' },
          { name: 'letter-protected (2).pdf', mime: 'application/pdf' },
        ],
      },
    },
    {
      title: 'No password',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "userPassword" or "ownerPassword" must be given: both are empty',
      },
    },
    {
      title: 'A control character',
      options: { userPassword: 'a\tb' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Option "userPassword" must have no control characters' },
    },
    {
      title: 'A character that 128-bit encryption cannot hold',
      options: { ownerPassword: 'сезам', keyLength: 128 },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "ownerPassword" must have only characters of Latin-1 where "keyLength" is 128',
      },
    },
    {
      title: 'A password that is too long',
      options: { userPassword: 'сезам, откройся! '.repeat(7) },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Option "userPassword" must have at most 127 bytes, got 210' },
    },
  ],
  run({ files, options, random }) {
    const bits = checkPasswords(options);
    let permissions = ALL;
    if (!options.allowPrint) permissions &= ~(PRINT | PRINT_WELL);
    if (!options.allowCopy) permissions &= ~COPY;
    if (!options.allowModify) permissions &= ~(MODIFY | ASSEMBLE);
    if (!options.allowAnnotate) permissions &= ~ANNOTATE;
    if (!options.allowFillForms && !options.allowAnnotate) permissions &= ~FILL_FORMS;
    const budget = new ReadBudget();
    const results: OutputFile[] = [];
    const names = new Set<string>();
    const reports = files.map((input) => {
      const pdf = openPdf(input, { budget });
      prepareChange(pdf, { isEncryptionMeant: true });
      const encryption = makeEncryption({
        bits,
        userPassword: options.userPassword,
        // Nobody may get round the restrictions with an empty password.
        ownerPassword: options.ownerPassword || Buffer.from(random(16)).toString('hex'),
        permissions,
        isMetadataEncrypted: options.encryptMetadata,
        random,
      });
      declareEncryption(pdf.document.catalog, encryption);
      const name = partName(pdf.name, 'protected', names);
      names.add(name);
      results.push({ name, mime: PDF_MIME, bytes: writeChanged(pdf, encryption) });
      return { name, pages: pdf.pages.length, ...conditionOf(pdf) };
    });
    return withFiles(json({ method: `AES-${bits}`, files: reports }), results);
  },
});
