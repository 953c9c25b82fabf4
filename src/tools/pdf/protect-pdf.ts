import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, invalid } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { prepareChange, writeChanged } from '../../formats/pdf/document/change.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { declareEncryption, MAX_PASSWORD_BYTES, makeEncryption } from '../../formats/pdf/syntax/encrypt.js';
import { SEVERAL_FILES } from './_notes.js';

import { passwordOption } from './_password.js';
import { condition } from './_report-data.js';
import { changedPdf } from './_results.js';

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
    throw invalid('Option "userPassword" or "ownerPassword" must be set: both are empty');
  }
  for (const [name, password] of Object.entries({ userPassword, ownerPassword })) {
    if (/[\u0000-\u001f\u007f-\u009f]/.test(password))
      throw invalid(`Option "${name}" must not contain control characters`);
    // Where PDFDocEncoding is Latin-1 (ISO 32000-2, D.2).
    if (bits === 128 && /[^\x20-\x7e\xa1-\xff]/.test(password)) {
      throw invalid(`Option "${name}" must contain only Latin-1 characters if "keyLength" is 128`);
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
    'Encrypts PDF files with a password to open them, an owner password, and restrictions on printing, copying and editing.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    userPassword: passwordOption('Password to open the result; empty: anyone can open it.'),
    ownerPassword: passwordOption('Password that lifts the restrictions; empty: a random one nobody knows.'),
    allowPrint: z.boolean().default(true).describe('Allows printing.'),
    allowCopy: z.boolean().default(false).describe('Allows copying text and images.'),
    allowModify: z.boolean().default(false).describe('Allows changing the content and the page order.'),
    allowAnnotate: z.boolean().default(false).describe('Allows adding comments and filling in forms.'),
    allowFillForms: z.boolean().default(true).describe('Allows filling in and signing existing form fields.'),
    encryptMetadata: z
      .boolean()
      .default(true)
      .describe('Encrypts the XMP metadata too; if false, search programs can read it.'),
    keyLength: z
      .number()
      .multipleOf(128)
      .min(128)
      .max(256)
      .default(256)
      .describe('AES key length in bits: 256 (Acrobat X and later), or 128 for viewers older than 2010.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    encryption: z.string().describe('Encryption, such as AES-256.'),
    pages: count('Number of pages.'),
    ...condition,
  }),
  notes: [
    'AES-256 is revision 6 of PDF 2.0, AES-128 is revision 4 of PDF 1.6. RC4 is not written.',
    'Restrictions are requests: viewers respect them, but anyone who can open a file can technically get around them. Only "userPassword" keeps a file secret.',
    'Text is always accessible to screen readers, as PDF 2.0 requires.',
    'Passwords are case-sensitive. For AES-256 they are normalized (NFKC) and have at most 127 bytes of UTF-8; for AES-128 at most 32 Latin-1 characters.',
    'A file that is already encrypted opens with "password" and gets the new passwords and restrictions.',
    SEVERAL_FILES,
    'Digital signatures become invalid; "warnings" says so.',
  ],
  aliases: [
    'encrypt pdf',
    'password protect pdf',
    'lock pdf',
    'secure pdf',
    'pdf permissions',
    'restrict pdf printing',
    'lock a pdf',
    'password on a pdf',
    'stop people from copying a pdf',
  ],
  verified: [
    "qpdf 11.3 and poppler 22.12 open files of 256 and 128 bits with the user's and the owner's password and refuse others; qpdf shows the permissions asked for and finds no fault.",
    'qpdf 11.3 --decrypt: outline, links, fields, labels, layers, tags and attachment are those of the original.',
    '188 real and damaged files with each key length by a script: no new fault in qpdf 11.3 --check, and the pages that poppler draws of the original look the same (first three of each).',
  ],
  examples: [
    {
      title: 'A password to open the file',
      options: { userPassword: 'open sesame' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'letter.pdf',
              outputs: ['letter-protected.pdf'],
              encryption: 'AES-256',
              pages: 2,
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'letter-protected.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Two files anyone can read and nobody can print, with a 128-bit key',
      options: { ownerPassword: 'owner', allowPrint: false, keyLength: 128 },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'letter.pdf', fixture: 'pdf/owner-only-40.pdf' },
      ],
      output: {
        data: {
          files: [
            {
              name: 'letter.pdf',
              outputs: ['letter-protected.pdf'],
              encryption: 'AES-128',
              pages: 2,
              repaired: false,
              warnings: [],
            },
            {
              name: 'letter.pdf',
              outputs: ['letter-protected (2).pdf'],
              encryption: 'AES-128',
              pages: 2,
              repaired: false,
              warnings: [],
            },
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
        message: 'Option "userPassword" or "ownerPassword" must be set: both are empty',
      },
    },
    {
      title: 'A control character',
      options: { userPassword: 'a\tb' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Option "userPassword" must not contain control characters' },
    },
    {
      title: 'A character 128-bit encryption does not support',
      options: { ownerPassword: 'сезам', keyLength: 128 },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "ownerPassword" must contain only Latin-1 characters if "keyLength" is 128',
      },
    },
    {
      title: 'A password that is too long',
      options: { userPassword: 'сезам, откройся! '.repeat(7) },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Option "userPassword" must have at most 127 bytes, got 210' },
    },
  ],
  run({ files, options, random, signal }) {
    const bits = checkPasswords(options);
    let permissions = ALL;
    if (!options.allowPrint) permissions &= ~(PRINT | PRINT_WELL);
    if (!options.allowCopy) permissions &= ~COPY;
    if (!options.allowModify) permissions &= ~(MODIFY | ASSEMBLE);
    if (!options.allowAnnotate) permissions &= ~ANNOTATE;
    if (!options.allowFillForms && !options.allowAnnotate) permissions &= ~FILL_FORMS;
    return eachFile({ files, signal }, (file) => {
      const pdf = openPdf(file, { password: options.password });
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
      const report = { encryption: `AES-${bits}`, pages: pdf.pages.length };
      return changedPdf(pdf, 'protected', writeChanged(pdf, encryption), report);
    });
  },
});
