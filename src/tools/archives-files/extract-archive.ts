import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { archiveUploads } from '../../formats/archive/volumes.js';
import { extractedListing } from './_archive-listing.js';
import { ARCHIVE_NOTES, archiveOptions } from './_archives.js';
import { extracted } from './_extraction.js';

export default defineTool({
  id: 'extract-archive',
  title: 'Extract Archive',
  summary: 'Unpacks ZIP, 7z, RAR, TAR and other archives, safe from archive bombs and dangerous paths.',
  family: 'archives-files',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['*'] },
  options: {
    ...archiveOptions,
    only: z
      .string()
      .max(1000)
      .default('')
      .describe(
        'Names or paths to unpack, separated by commas: * matches any characters of a name, ? one, ** folders too; empty for all.',
      ),
    maxFiles: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(2000)
      .default(2000)
      .describe('Refuses archives with more files to unpack.'),
    format: z
      .enum(['auto', 'files', 'zip'])
      .default('auto')
      .describe(
        'Single files without their folders, or one ZIP archive that keeps them; auto returns single files if there are no folders and at most 200 files.',
      ),
  },
  result: 'mixed',
  data: extractedListing,
  notes: [
    ...ARCHIVE_NOTES,
    'Sizes, entries and ratios are checked before and during unpacking: an archive that misstates its sizes or whose checksums do not match is refused.',
    'At most 20 MiB per file and 22 MiB in all are unpacked, 64 MiB into a ZIP archive; use "only" for parts of a larger archive. 7z, RAR, CAB, ISO and WIM may state 512 MiB in all, and layers around an archive, such as gzip around TAR, may unpack to 256 MiB.',
    'Paths cannot escape: ".." and drive letters are removed, names become portable, duplicates get " (2)". The result tells which file came from which path.',
    'Hard links of TAR archives are returned as files; other links, devices and empty folders are listed in "skipped".',
    'Several archives give a ZIP archive each, and one that fails does not spoil the others. Archives inside an archive are unpacked as files, not opened; the parts of DEB and RPM packages are.',
  ],
  aliases: [
    'unzip',
    'open a tar.gz',
    'unrar',
    'un7z',
    'untar',
    'unpack archive',
    'decompress zip',
    'rar extractor',
    'open iso',
    'open a rar file',
    'unpack a zip',
  ],
  verified: [
    '7-Zip 26.02, GNU tar, Info-ZIP unzip 6.00, bsdtar 3.6.2, xz, zstd, lz4, bzip2, compress, brotli, cpio, ar, gcab, dpkg-deb, rpmbuild: 27 archives that they wrote give the files they were made of, byte for byte',
    'A folder of random files packed anew by 7-Zip, GNU tar and bsdtar in 15 ways in every test run: equal content',
    'RAR: two archives of stored files written by a script, as lsar lists them; compressed RAR files were not tested',
    'bsdtar 3.6.2 and 7-Zip 26.02: 64 archives in the forms that bsdtar, GNU tar (sparse in five forms), 7-Zip, lzip, lz4, genisoimage and compress write: equal content (by hand)',
    'Hostile archives written by a script: paths that escape, false sizes, shared data, bombs',
    'By hand: 150 archives of a build tool with 49,202 entries, and 4,953 archives, compressed files and pictures with random bytes in them: no failure',
    '128 archives cut or with a byte changed end in files or a clear refusal',
  ],
  examples: [
    {
      title: 'A ZIP archive, its files without their folder',
      options: { format: 'files' },
      files: [{ name: 'small.zip', fixture: 'archives/small.zip' }],
      output: {
        data: {
          files: [
            {
              name: 'small.zip',
              outputs: ['data.csv', 'empty', 'hello.txt'],
              format: 'zip',
              entries: [
                { path: 'docs/data.csv', name: 'data.csv', bytes: 20 },
                { path: 'docs/empty', name: 'empty', bytes: 0 },
                { path: 'hello.txt', name: 'hello.txt', bytes: 16 },
              ],
              skipped: [],
              warnings: [],
            },
          ],
        },
        files: [
          { name: 'data.csv', mime: 'text/plain', text: 'name,size\nGrüße,3\n' },
          { name: 'empty', mime: 'application/octet-stream', text: '' },
          { name: 'hello.txt', mime: 'text/plain', text: 'Hello, archive!\n' },
        ],
      },
    },
    {
      title: 'One file from an encrypted 7z archive with hidden names',
      files: [{ name: 'hidden.7z', fixture: 'archives/hidden.7z' }],
      options: { password: 'secret', only: '*.txt' },
      output: {
        data: {
          files: [
            {
              name: 'hidden.7z',
              outputs: ['hello.txt'],
              format: '7z',
              entries: [{ path: 'hello.txt', name: 'hello.txt', bytes: 16 }],
              skipped: [],
              warnings: [],
            },
          ],
        },
        files: [{ name: 'hello.txt', mime: 'text/plain', text: 'Hello, archive!\n' }],
      },
    },
    {
      title: 'Paths that escape the folder, made safe in a ZIP archive',
      files: [{ name: 'slip.zip', fixture: 'archives/slip.zip' }],
      options: { format: 'zip' },
      output: {
        data: {
          files: [
            {
              name: 'slip.zip',
              outputs: ['slip-extracted.zip'],
              format: 'zip',
              entries: [
                { path: '../evil.txt', name: 'evil.txt', bytes: 2 },
                { path: '/etc/passwd', name: 'etc/passwd', bytes: 4 },
                { path: 'C:\\windows\\win.ini', name: 'windows/win.ini', bytes: 3 },
                { path: 'docs/CON.txt', name: 'docs/_CON.txt', bytes: 11 },
                { path: 'docs/note.txt', name: 'docs/note.txt', bytes: 3 },
                { path: 'Docs/NOTE.txt', name: 'docs/NOTE (2).txt', bytes: 3 },
              ],
              skipped: [{ path: 'link', reason: 'is a link', target: '../../etc/passwd' }],
              warnings: [],
            },
          ],
        },
        files: [{ name: 'slip-extracted.zip', mime: 'application/zip' }],
      },
    },
    {
      title: 'A password is missing',
      files: [{ name: 'aes256.zip', fixture: 'archives/aes256.zip' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "password" must be given: file "aes256.zip" is encrypted',
      },
    },
    {
      title: 'A wrong password',
      files: [{ name: 'classic.zip', fixture: 'archives/classic.zip' }],
      options: { password: 'guess' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "password" must be the password of file "classic.zip", got another',
      },
    },
    {
      title: 'An archive that states 10 bytes and unpacks to 100,000',
      files: [{ name: 'liar.zip', fixture: 'archives/liar.zip' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "liar.zip": entry "a": it unpacks to more than the 10 bytes that are stated',
      },
    },
    {
      title: 'No entry matches',
      files: [{ name: 'small.zip', fixture: 'archives/small.zip' }],
      options: { only: '*.png' },
      error: { code: 'INVALID_INPUT', message: 'Option "only" must match an entry of file "small.zip", got "*.png"' },
    },
    {
      title: 'Too many files',
      files: [{ name: 'small.zip', fixture: 'archives/small.zip' }],
      options: { maxFiles: 2 },
      error: { code: 'LIMIT_EXCEEDED', message: 'File "small.zip" must have at most 2 files to unpack, got 3' },
    },
    {
      title: 'Not an archive',
      files: [{ name: 'notes.txt', text: 'just text' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read file "notes.txt": it is not an archive of a known format' },
    },
  ],
  run: (run) => {
    const uploads = archiveUploads(run.files);
    return eachFile({ files: uploads, signal: run.signal }, (upload, index) =>
      extracted(uploads[index] ?? { ...upload, volumes: [] }, { ...run.options, isAlone: uploads.length === 1 }),
    );
  },
});
