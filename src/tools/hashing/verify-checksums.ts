import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import type { InputFile } from '../../core/tool.js';
import { DIGEST_NAMES } from '../../engines/digests.js';
import { isListContent, isListName, listText, type ReadList, readList } from './_checksum-lists.js';
import { type CheckedFile, verifyChecksums } from './_verify-checksums.js';

interface Sorted {
  readonly uploads: readonly InputFile[];
  readonly lists: readonly ReadList[];
}

/** The lists, and the files that are checked against them. */
async function sortFiles(input: string, files: readonly InputFile[]): Promise<Sorted> {
  if (input !== '') return { uploads: files, lists: [readList('input', input)] };
  const named = files.filter(({ name }) => isListName(name));
  const lists = named.length > 0 ? named : files.filter(isListContent).slice(0, 1);
  const read: ReadList[] = [];
  for (const file of lists) read.push(readList(file.name, await listText(file)));
  return { uploads: files.filter((file) => !lists.includes(file)), lists: read };
}

const WEAK: ReadonlySet<string> = new Set(['md5', 'sha1', 'crc32', 'cksum']);

function reasonOf(files: readonly CheckedFile[], requireAll: boolean): string {
  const first = (status: CheckedFile['status']): CheckedFile | undefined =>
    files.find((file) => file.status === status);
  const failed = first('failed');
  if (failed !== undefined) return `File "${failed.name}" does not have the listed digest`;
  const extra = first('extra');
  if (extra !== undefined) return `File "${extra.name}" is not in the list`;
  const unsupported = first('unsupported');
  if (unsupported !== undefined)
    return `Digest ${unsupported.algorithm} of file "${unsupported.name}" is not supported`;
  const missing = first('missing');
  return requireAll && missing !== undefined ? `File "${missing.name}" is listed but was not uploaded` : '';
}

export default defineTool({
  id: 'verify-checksums',
  title: 'Verify Checksums',
  summary: 'Checks files against a list of checksums such as SHA256SUMS, an SFV file or a digest copied from a page.',
  family: 'hashing',
  class: 'native',
  input: 'optional',
  files: { min: 1, max: 20, formats: ['*'] },
  options: {
    algorithm: z
      .enum(['auto', ...DIGEST_NAMES])
      .default('auto')
      .describe('Algorithm of digests that are not named in the list; auto finds it by name, length and trial.'),
    requireAll: z.boolean().default(false).describe('A listed file that was not uploaded makes the result invalid.'),
  },
  result: 'data',
  data: z.object({
    valid: z.boolean().describe('Every uploaded file is listed with the digest it has.'),
    reason: z.string().describe('Why it is not valid; empty if it is.'),
    files: z
      .array(
        z.object({
          name: z.string().describe('Name as listed, or of the upload.'),
          status: z
            .enum(['ok', 'failed', 'missing', 'extra', 'unsupported'])
            .describe('"missing": listed, not uploaded; "extra": uploaded, not listed.'),
          algorithm: z.string().describe('Algorithm of the digest; empty for extra files.'),
          expected: z.string().describe('Digest in the list, in lowercase hex.'),
          actual: z.string().describe('Digest of the upload, in lowercase hex; empty where it was not compared.'),
          list: z.string().describe('Name of the list, or "input".'),
          line: count('Line of the list; 0 for extra files.'),
        }),
      )
      .describe('Listed files in the order of the lists, then uploads that are not listed.'),
    warnings: z.array(z.string()).describe('Weak algorithms, renamed files, skipped lines; empty if there are none.'),
  }),
  notes: [
    'The list is pasted as "input", or uploaded with the files: SHA256SUMS, checksums.txt, file.iso.md5 and such names are taken as lists, else a file of nothing but checksums.',
    'Each line may have another form: GNU (with * and escaped names), BSD and OpenSSL tags, POSIX cksum, SFV, Get-FileHash, certutil, hashdeep, or a digest alone.',
    'Folders in listed names are ignored, as uploads do not have any; so are case and the form of accents. A renamed file is found by its digest.',
    'The signature of a signed list is not checked. MD5, SHA-1 and CRC-32 show accidents only: a file with a given digest can be forged.',
  ],
  aliases: [
    'sha256sum -c',
    'sha256sum --check',
    'md5sum -c',
    'check a download',
    'verify sha256',
    'verify iso checksum',
    'sfv checker',
    'sha256sums',
    'checksum verification',
    'hash compare',
    'is a download intact',
    'did a download arrive intact',
  ],
  verified: [
    'GNU coreutils 9.1 (md5sum, sha1sum, sha224sum to sha512sum, b2sum, cksum; plain, --tag, --binary), OpenSSL 3.0 (dgst), RHash 1.4 (SFV, BSD): 208 lists they wrote of five random files, half with one damaged, are judged right, those of coreutils as its --check does',
    'The forms of Get-FileHash, certutil and hashdeep are read as their documentation shows them',
  ],
  examples: [
    {
      title: 'A digest copied from a page, and the file',
      input: 'SHA256: BA7816BF 8F01CFEA 414140DE 5DAE2223 B00361A3 96177A9C B410FF61 F20015AD',
      files: [{ name: 'abc.txt', text: 'abc' }],
      output: {
        data: {
          valid: true,
          reason: '',
          files: [
            {
              name: 'abc.txt',
              status: 'ok',
              algorithm: 'sha256',
              expected: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
              actual: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
              list: 'input',
              line: 1,
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'A list beside its files: one damaged, one missing',
      files: [
        {
          name: 'MD5SUMS',
          text: '900150983cd24fb0d6963f7d28e17f72 *dist/abc.txt\r\nd41d8cd98f00b204e9800998ecf8427e  empty.bin\r\n',
        },
        { name: 'abc.txt', text: 'abd' },
      ],
      output: {
        data: {
          valid: false,
          reason: 'File "dist/abc.txt" does not have the listed digest',
          files: [
            {
              name: 'dist/abc.txt',
              status: 'failed',
              algorithm: 'md5',
              expected: '900150983cd24fb0d6963f7d28e17f72',
              actual: '4911e516e5aa21d327512e0c8b197616',
              list: 'MD5SUMS',
              line: 1,
            },
            {
              name: 'empty.bin',
              status: 'missing',
              algorithm: 'md5',
              expected: 'd41d8cd98f00b204e9800998ecf8427e',
              actual: '',
              list: 'MD5SUMS',
              line: 2,
            },
          ],
          warnings: ['MD5 shows accidental damage only, not tampering', '1 listed file was not uploaded'],
        },
      },
    },
    {
      title: 'Files without a list',
      files: [{ name: 'abc.txt', text: 'abc' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'A list of checksums must be given as property "input" or among the files, such as SHA256SUMS',
      },
    },
    {
      title: 'A list without files',
      files: [{ name: 'SHA256SUMS', text: '' }],
      error: { code: 'INVALID_INPUT', message: 'Files to verify must be uploaded beside the list of checksums' },
    },
    {
      title: 'A text that has no checksums',
      input: 'all files are fine',
      files: [{ name: 'abc.txt', text: 'abc' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read the list of checksums: no line has a digest' },
    },
  ],
  async run({ input, files, options }) {
    const { uploads, lists } = await sortFiles(input, files);
    if (lists.length === 0)
      throw invalid('A list of checksums must be given as property "input" or among the files, such as SHA256SUMS');
    if (uploads.length === 0) throw invalid('Files to verify must be uploaded beside the list of checksums');
    const entries = lists.flatMap((list) => list.entries);
    if (entries.length === 0) throw invalid('Cannot read the list of checksums: no line has a digest');
    const verification = await verifyChecksums(uploads, entries, options.algorithm);
    const reason = reasonOf(verification.files, options.requireAll);
    const weak = [...new Set(verification.files.map(({ algorithm }) => algorithm))].filter((name) => WEAK.has(name));
    const missing = verification.files.filter(({ status }) => status === 'missing').length;
    const warnings = [
      ...lists.flatMap((list) => list.warnings),
      ...verification.warnings,
      ...weak.map((name) => `${name.toUpperCase()} shows accidental damage only, not tampering`),
      ...(missing === 0 ? [] : [`${missing} listed ${missing === 1 ? 'file was' : 'files were'} not uploaded`]),
    ];
    return json({ valid: reason === '', reason, files: verification.files, warnings });
  },
});
