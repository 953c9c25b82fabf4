import { z } from 'zod';

import { defineTool, file } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { ARCHIVE_FORMATS } from '../../formats/archive/levels.js';
import { checkWriting, withEnding, writeArchive } from '../../formats/archive/write-archive.js';
import { matchesWildcards, patternsOf } from '../../lib/archives/wildcards.js';
import {
  checkedName,
  encryptNamesOption,
  entriesOf,
  FIXED_DATE,
  LEVEL_NOTES,
  levelOption,
  PATH_REFUSALS,
  pathsOption,
} from './_new-archives.js';

export default defineTool({
  id: 'create-archive',
  title: 'Create Archive',
  summary: 'Packs files into one TAR, TAR.GZ, TAR.BZ2, TAR.XZ, TAR.ZST, TAR.LZ4, 7z or ZIP archive.',
  family: 'archives-files',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['*'] },
  options: {
    format: z.enum(ARCHIVE_FORMATS).default('tar.gz').describe('Format of the archive.'),
    level: levelOption(),
    // 8 less than a file name may have, for the ending.
    name: z
      .string()
      .min(1)
      .max(192)
      .default('archive')
      .describe('File name of the archive; the ending of the format is added if missing.'),
    paths: pathsOption(),
    executable: z
      .string()
      .max(1000)
      .default('')
      .describe('Names or paths of files that may be executed, such as *.sh, bin/**, separated by commas.'),
    password: ofKind(
      'secret',
      z.string().max(200).default('').describe('Password for AES-256 encryption of 7z and zip; empty for none.'),
    ),
    encryptNames: encryptNamesOption(),
  },
  result: 'files',
  notes: [
    ...LEVEL_NOTES,
    'The same files and options give the same bytes, in whatever order the files come, unless encrypted: entries are sorted by path, dated 1 January 1980 and owned by nobody, and may be read by all (rw-r--r--, rwxr-xr-x where "executable" matches).',
    'TAR archives are POSIX (pax): names of any length and script; what older programs understand is used where it is enough.',
    'Names become portable and distinct, as in create-zip, which also writes comments and keeps the order of the files. To change the format of an archive use convert-archive.',
    'The archive may have at most 20 MiB.',
    'TAR has no encryption. Names in an encrypted zip always stay readable.',
  ],
  aliases: [
    'make a tar.gz',
    'tar files',
    'create tar',
    'tar czf',
    'create 7z',
    'make a 7z archive',
    'make tgz',
    'tarball',
    'tar.xz',
    'tar.zst',
    'password protect 7z',
    '7z with hidden file names',
    'reproducible archive',
  ],
  verified: [
    'GNU tar 1.34: TAR archives of 9 sets of paths (ASCII, Unicode, 100 to 400 bytes long, executable, empty) are byte for byte what it writes of the same files with --format=pax, with --format=ustar where that is enough for a long path',
    'bsdtar 3.6.2, 7-Zip 26.02, Info-ZIP unzip 6.00, gzip, bzip2, xz, zstd and lz4: archives of every format unpack to equal content, names and permissions',
    '7-Zip 26.02: encrypted 7z archives list and open with their password only',
  ],
  examples: [
    {
      title: 'Two files as TAR.GZ',
      files: [
        { name: 'hello.txt', text: 'Hello' },
        { name: 'list.csv', text: 'a,b\n1,2\n' },
      ],
      output: { text: null, files: [{ name: 'archive.tar.gz', mime: 'application/gzip' }] },
    },
    {
      title: 'A 7z archive with folders, a password and hidden names',
      files: [
        { name: 'grüße 🌍.txt', text: 'Hello' },
        { name: 'run.sh', text: '#!/bin/sh\n' },
      ],
      options: {
        format: '7z',
        name: 'backup',
        paths: 'docs/grüße 🌍.txt\nbin/run.sh',
        executable: 'bin/**',
        password: 'correct horse battery staple',
      },
      output: { text: null, files: [{ name: 'backup.7z', mime: 'application/x-7z-compressed' }] },
    },
    {
      title: 'An empty file as TAR: a header and zeros, in one record of 10,240 bytes',
      files: [{ name: 'empty', text: '' }],
      options: { format: 'tar' },
      output: { text: null, files: [{ name: 'archive.tar', mime: 'application/x-tar', bytes: 10_240 }] },
    },
    {
      title: 'A password for TAR',
      files: [{ name: 'a.txt', text: 'a' }],
      options: { password: 'secret' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "password" must be empty for tar.gz, which has no encryption: use 7z or zip',
      },
    },
    {
      title: 'A level the format does not have',
      files: [{ name: 'a.txt', text: 'a' }],
      options: { level: 12 },
      error: { code: 'INVALID_INPUT', message: 'Option "level" must be at most 9 for tar.gz, got 12' },
    },
    {
      title: 'A line break in a password',
      files: [{ name: 'a.txt', text: 'a' }],
      options: { format: '7z', password: 'a\nb' },
      error: { code: 'INVALID_INPUT', message: 'Option "password" must have no control characters' },
    },
    {
      title: 'A long password for ZIP',
      files: [{ name: 'a.txt', text: 'a' }],
      options: { format: 'zip', password: '🔑'.repeat(25) },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "password" must have at most 99 bytes in UTF-8 for zip, got 100',
      },
    },
    ...PATH_REFUSALS,
  ],
  async run({ files, options, random }) {
    const { format, paths, executable, password } = options;
    checkWriting(options, password, 'password');
    const name = checkedName(options.name, (given) => withEnding(given, format));
    const patterns = patternsOf(executable);
    const entries = entriesOf(files, paths)
      .map(({ name: path, bytes }) => ({
        path,
        kind: 'file' as const,
        bytes,
        mode: matchesWildcards(path, patterns) ? 0o755 : 0o644,
        modified: FIXED_DATE,
      }))
      .sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
    const { mime, bytes } = await writeArchive(entries, { ...options, random });
    return file(name, mime, bytes);
  },
});
