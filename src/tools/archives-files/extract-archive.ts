import { z } from 'zod';

import { defineTool, invalid, json, type OutputFile, overLimit, quote, withFiles } from '../../core/index.js';
import { detectFileKind } from '../../engines/file-kind.js';
import { openArchive } from '../../formats/archive/open.js';
import { safePath } from '../../lib/archives/safe-path.js';
import { matchesWildcards, patternsOf } from '../../lib/archives/wildcards.js';
import { writeZip } from '../../lib/archives/zip-writer.js';
import { withDistinctNames, withDistinctPaths } from '../../lib/files/portable-names.js';
import { extractedListing, hasContent, skippedOf } from './_archive-listing.js';
import { ARCHIVE_NOTES, archiveOptions } from './_archives.js';

/** What fits into a result of 30 MiB as base64. */
const MAX_BYTES = 22 * 2 ** 20;
/** Before it is packed again. Chosen: two seconds of packing. */
const MAX_BYTES_TO_ZIP = 64 * 2 ** 20;
/** Level of the archive that is written: fast, and nothing to win by more. */
const LEVEL = 6;

const archiveName = (name: string): string =>
  `${name.replace(/(?:\.tar)?\.[a-z0-9]{1,5}$/i, '') || 'archive'}-extracted.zip`;

async function outputFile({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): Promise<OutputFile> {
  return { name, mime: (await detectFileKind(bytes))?.mime ?? 'application/octet-stream', bytes };
}

export default defineTool({
  id: 'extract-archive',
  title: 'Extract Archive',
  summary: 'Unpacks ZIP, 7z, RAR, TAR and other archives, with checks against bombs and dangerous paths.',
  family: 'archives-files',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['*'] },
  options: {
    ...archiveOptions,
    only: z
      .string()
      .max(1000)
      .default('')
      .describe(
        'Names or paths to unpack, with commas between: * stands for any characters of a name, ? for one, ** for folders too; blank unpacks all.',
      ),
    maxFiles: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(2000)
      .default(200)
      .describe('Most files that are unpacked; more are refused.'),
    output: z
      .enum(['files', 'zip'])
      .default('files')
      .describe('Whether the files come one by one, without their folders, or in one ZIP archive with them.'),
  },
  result: 'mixed',
  data: extractedListing,
  notes: [
    ...ARCHIVE_NOTES,
    'Sizes, entries and ratios are checked before anything is unpacked, and again while it is: an archive that lies about its sizes is refused, and so is one whose checksums do not match.',
    'At most 20 MiB a file and 22 MiB in all are unpacked, 64 MiB where they go into a ZIP archive; what is wanted of a larger archive is named in "only". 7z, RAR, CAB, ISO and WIM may state 512 MiB in all, and layers around an archive, such as gzip around TAR, may unpack to 256 MiB.',
    'Paths never lead anywhere: ".." and drives go, names become portable, names given twice get " (2)". The result says which file came from which path.',
    'Hard links of TAR archives come as the files they are; other links, devices and empty folders are left out and named in "skipped".',
    'Archives inside an archive are unpacked as files, not opened; the parts of DEB and RPM packages are.',
  ],
  aliases: [
    'unzip',
    'unrar',
    'un7z',
    'untar',
    'unpack archive',
    'decompress zip',
    'rar extractor',
    'rar to zip',
    '7z to zip',
    'open iso',
  ],
  verified: [
    '7-Zip 26.02, GNU tar, Info-ZIP unzip 6.00, bsdtar 3.6.2, xz, zstd, lz4, bzip2, compress, brotli, cpio, ar, gcab, dpkg-deb, rpmbuild: 27 archives that they wrote give the files they were made of, byte for byte',
    'A folder of random files packed anew by 7-Zip, GNU tar and bsdtar in 15 ways in every test run: equal content',
    'RAR: two archives of stored files written by a script, as lsar lists them; compressed RAR files were not tested',
    'Hostile archives written by a script: paths that lead out, a stated size that is a lie, shared data, bombs',
    'By hand: 150 archives of a build tool with 49,202 entries, and 4,953 archives, compressed files and pictures with random bytes in them: no failure',
    '128 archives cut or with a byte changed end in files or a clear refusal',
  ],
  examples: [
    {
      title: 'A ZIP archive with a folder',
      files: [{ name: 'small.zip', fixture: 'archives/small.zip' }],
      output: {
        data: {
          archive: 'small.zip',
          format: 'zip',
          files: [
            { path: 'docs/data.csv', name: 'data.csv', bytes: 20 },
            { path: 'docs/empty', name: 'empty', bytes: 0 },
            { path: 'hello.txt', name: 'hello.txt', bytes: 16 },
          ],
          skipped: [],
          warnings: [],
        },
        files: [
          { name: 'data.csv', mime: 'text/plain', text: 'name,size\nGrüße,3\n' },
          { name: 'empty', mime: 'application/octet-stream', text: '' },
          { name: 'hello.txt', mime: 'text/plain', text: 'Hello, archive!\n' },
        ],
      },
    },
    {
      title: 'One file out of an encrypted 7z archive whose names are hidden too',
      files: [{ name: 'hidden.7z', fixture: 'archives/hidden.7z' }],
      options: { password: 'secret', only: '*.txt' },
      output: {
        data: {
          archive: 'hidden.7z',
          format: '7z',
          files: [{ path: 'hello.txt', name: 'hello.txt', bytes: 16 }],
          skipped: [],
          warnings: [],
        },
        files: [{ name: 'hello.txt', mime: 'text/plain', text: 'Hello, archive!\n' }],
      },
    },
    {
      title: 'Paths that lead out of the folder, made safe in a ZIP archive',
      files: [{ name: 'slip.zip', fixture: 'archives/slip.zip' }],
      options: { output: 'zip' },
      output: {
        data: {
          archive: 'slip.zip',
          format: 'zip',
          files: [
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
      title: 'An archive that states a size of 10 bytes and unpacks to 100,000',
      files: [{ name: 'liar.zip', fixture: 'archives/liar.zip' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "liar.zip": entry "a": it unpacks to more than the 10 bytes that are stated',
      },
    },
    {
      title: 'A name that is not there',
      files: [{ name: 'small.zip', fixture: 'archives/small.zip' }],
      options: { only: '*.png' },
      error: { code: 'INVALID_INPUT', message: 'Option "only" must fit an entry of file "small.zip", got "*.png"' },
    },
    {
      title: 'More files than asked for',
      files: [{ name: 'small.zip', fixture: 'archives/small.zip' }],
      options: { maxFiles: 2 },
      error: { code: 'LIMIT_EXCEEDED', message: 'File "small.zip" must have at most 2 files to unpack, got 3' },
    },
    {
      title: 'No archive',
      files: [{ name: 'notes.txt', text: 'just text' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read file "notes.txt": it is no archive of a known format' },
    },
  ],
  run: async ({ files: [upload], options: { password, inputCharset, only, maxFiles, output } }) => {
    const archive = await openArchive(upload, { password, charset: inputCharset });
    const { entries, format, layers, warnings } = archive;
    const patterns = patternsOf(only);
    const asked = [...entries.keys()].filter((i) => {
      const path = entries[i]?.path ?? '';
      return patterns.length === 0 || matchesWildcards(path, patterns) || matchesWildcards(safePath(path), patterns);
    });
    if (patterns.length > 0 && asked.length === 0)
      throw invalid(`Option "only" must fit an entry of file ${quote(upload.name)}, got ${quote(only)}`);
    const wanted = asked.filter((i) => hasContent(entries[i]));
    if (wanted.length > maxFiles)
      throw overLimit(`File ${quote(upload.name)} must have at most ${maxFiles} files to unpack, got ${wanted.length}`);
    const contents = await archive.read(new Set(wanted), output === 'zip' ? MAX_BYTES_TO_ZIP : MAX_BYTES);
    const extracted = wanted.map((i) => {
      const path = entries[i]?.path ?? '';
      return { path, name: safePath(path), bytes: contents.get(i) ?? new Uint8Array() };
    });
    const named =
      output === 'zip'
        ? withDistinctPaths(extracted)
        : withDistinctNames(extracted.map((item) => ({ ...item, name: item.name.split('/').at(-1) ?? '' })));
    const listing = json({
      archive: upload.name,
      format,
      ...(layers.length === 0 ? {} : { packedIn: layers }),
      files: named.map(({ path, name, bytes }) => ({ path, name, bytes: bytes.length })),
      skipped: skippedOf(asked.flatMap((i) => entries[i] ?? [])),
      warnings,
    });
    if (output === 'files') return withFiles(listing, await Promise.all(named.map(outputFile)));
    const bytes = writeZip(named, { level: LEVEL });
    return withFiles(listing, [{ name: archiveName(upload.name), mime: 'application/zip', bytes }]);
  },
});
