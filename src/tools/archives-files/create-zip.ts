import { z } from 'zod';

import { defineTool, file, invalid } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { affordableLevel } from '../../formats/archive/levels.js';
import { MAX_ZIP_PASSWORD_BYTES } from '../../lib/archives/zip-encryption.js';
import { writeZip } from '../../lib/archives/zip-writer.js';
import { checkedName, entriesOf, PATH_REFUSALS, pathsOption } from './_new-archives.js';

function checkComment(comment: string): void {
  // Readers look for the end of an archive from behind: a comment with its mark, PK\u0005\u0006, would mislead them.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(comment)) {
    throw invalid('Option "comment" must have no control characters other than tabs and line breaks');
  }
}

function checkPassword(password: string): void {
  const length = Buffer.byteLength(password);
  if (length > MAX_ZIP_PASSWORD_BYTES) {
    throw invalid(`Option "password" must have at most ${MAX_ZIP_PASSWORD_BYTES} bytes in UTF-8, got ${length}`);
  }
}

export default defineTool({
  id: 'create-zip',
  title: 'Create ZIP',
  summary: 'Packs files into one ZIP archive, encrypted if a password is given.',
  family: 'archives-files',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['*'] },
  options: {
    level: z.number().min(0).max(9).multipleOf(1).default(6).describe('Compression: 0 none, 1 fastest, 9 smallest.'),
    // 4 less than a file name may have, for the ending.
    name: z
      .string()
      .min(1)
      .max(196)
      .default('archive.zip')
      .describe('File name of the archive; ".zip" is added if missing.'),
    paths: pathsOption(),
    // The format holds 65,535 bytes, and a character has at most 4.
    comment: z.string().max(16_383).default('').describe('Comment of the archive, never encrypted.'),
    // 7-Zip reads no longer ones.
    password: ofKind(
      'secret',
      z.string().max(MAX_ZIP_PASSWORD_BYTES).default('').describe('Password for AES-256 encryption; empty for none.'),
    ),
  },
  result: 'files',
  notes: [
    'Files keep their order. A file that compression does not shrink is stored uncompressed.',
    'For more than 4 MiB in all, levels 8 and 9 act as level 7: they could take minutes, to save about 1 % of ordinary files.',
    'Duplicate names get " (2)", " (3)" and so on before the extension; names that differ only in case are duplicates, because Windows and macOS treat them as one.',
    'Every name can be extracted on Windows, macOS and Linux: < > : " | ? * and characters that reverse the direction of text become "_", trailing dots and spaces are removed, device names such as CON get a "_" prefix, and names are cut to 255 bytes of UTF-8.',
    'The same files and options give the same bytes, unless encrypted: every file is dated 1 January 1980.',
    'The archive may have at most 20 MiB, so files of exactly 20 MiB that do not shrink are too large.',
    'Encryption is WinZip AES-256 (AE-2), which 7-Zip and libarchive open too; unzip and the zipfile module of Python do not. File names, sizes and the comment stay readable. The format makes guessing cheap, so use a long password.',
    'A password has at most 99 bytes in UTF-8, the most that 7-Zip takes.',
  ],
  aliases: [
    'zip files',
    'compress files',
    'zip maker',
    'make a zip',
    'archive files',
    'pack files',
    'password protect zip',
    'encrypt zip',
    'put files into one zip',
  ],
  verified: [
    'Python 3.11 zipfile: stored archives are byte for byte the same; all archives read back with equal content',
    'Info-ZIP unzip 6.00 and 7-Zip 26.02: tested without errors, extracted with equal content',
    '7-Zip 26.02 and bsdtar 3.6.2: encrypted archives open with their password and equal content; 7-Zip refuses another one',
  ],
  examples: [
    {
      title: 'Two files and a comment',
      files: [
        { name: 'hello.txt', text: 'Hello' },
        { name: 'list.csv', text: 'a,b\n1,2\n' },
      ],
      options: { name: 'two-files.zip', comment: 'Two files' },
      output: {
        text: null,
        files: [
          {
            name: 'two-files.zip',
            mime: 'application/zip',
            bytes: 230,
            base64:
              'UEsDBBQAAAAAAAAAIQCCidH3BQAAAAUAAAAJAAAAaGVsbG8udHh0SGVsbG9QSwMEFAAAAAAAAAAhAHsHlwoIAAAACAAAAAgAAABsaXN0LmNzdmEsYgoxLDIKUEsBAhQDFAAAAAAAAAAhAIKJ0fcFAAAABQAAAAkAAAAAAAAAAAAAAKSBAAAAAGhlbGxvLnR4dFBLAQIUAxQAAAAAAAAAIQB7B5cKCAAAAAgAAAAIAAAAAAAAAAAAAACkgSwAAABsaXN0LmNzdlBLBQYAAAAAAgACAG0AAABaAAAACQBUd28gZmlsZXM=',
          },
        ],
      },
    },
    {
      title: 'The same name three times, once in uppercase',
      files: [
        { name: 'notes.txt', text: 'one' },
        { name: 'notes.txt', text: 'two' },
        { name: 'NOTES.txt', text: 'three' },
      ],
      output: {
        text: null,
        files: [
          {
            name: 'archive.zip',
            mime: 'application/zip',
            bytes: 331,
            base64:
              'UEsDBBQAAAAAAAAAIQDxhmx6AwAAAAMAAAAJAAAAbm90ZXMudHh0b25lUEsDBBQAAAAAAAAAIQBmisoRAwAAAAMAAAANAAAAbm90ZXMgKDIpLnR4dHR3b1BLAwQUAAAAAAAAACEA9djFRgUAAAAFAAAADQAAAE5PVEVTICgzKS50eHR0aHJlZVBLAQIUAxQAAAAAAAAAIQDxhmx6AwAAAAMAAAAJAAAAAAAAAAAAAACkgQAAAABub3Rlcy50eHRQSwECFAMUAAAAAAAAACEAZorKEQMAAAADAAAADQAAAAAAAAAAAAAApIEqAAAAbm90ZXMgKDIpLnR4dFBLAQIUAxQAAAAAAAAAIQD12MVGBQAAAAUAAAANAAAAAAAAAAAAAACkgVgAAABOT1RFUyAoMykudHh0UEsFBgAAAAADAAMArQAAAIgAAAAAAA==',
          },
        ],
      },
    },
    {
      title: 'An empty file, a Unicode name, and two names that Windows refuses',
      files: [
        { name: 'grüße 🌍.txt', text: '' },
        { name: 'CON.txt', text: 'x' },
        { name: '10:30.txt', text: 'y' },
      ],
      output: {
        text: null,
        files: [
          {
            name: 'archive.zip',
            mime: 'application/zip',
            bytes: 318,
            base64:
              'UEsDBBQAAAgAAAAAIQAAAAAAAAAAAAAAAAAQAAAAZ3LDvMOfZSDwn4yNLnR4dFBLAwQUAAAAAAAAACEAgxbcjAEAAAABAAAACAAAAF9DT04udHh0eFBLAwQUAAAAAAAAACEAFSbb+wEAAAABAAAACQAAADEwXzMwLnR4dHlQSwECFAMUAAAIAAAAACEAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAApIEAAAAAZ3LDvMOfZSDwn4yNLnR4dFBLAQIUAxQAAAAAAAAAIQCDFtyMAQAAAAEAAAAIAAAAAAAAAAAAAACkgS4AAABfQ09OLnR4dFBLAQIUAxQAAAAAAAAAIQAVJtv7AQAAAAEAAAAJAAAAAAAAAAAAAACkgVUAAAAxMF8zMC50eHRQSwUGAAAAAAMAAwCrAAAAfQAAAAAA',
          },
        ],
      },
    },
    {
      title: 'An archive that needs a password',
      files: [{ name: 'secret.txt', text: 'top secret' }],
      options: { password: 'correct horse battery staple' },
      output: { text: null, files: [{ name: 'archive.zip', mime: 'application/zip', bytes: 178 }] },
    },
    {
      title: 'No file',
      error: { code: 'INVALID_INPUT', message: 'Property "files" must have at least 1 file, got 0' },
    },
    ...PATH_REFUSALS,
    {
      title: 'A comment that would hide the end of the archive',
      files: [{ name: 'hello.txt', text: 'Hello' }],
      options: { comment: 'PK\u0005\u0006' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "comment" must have no control characters other than tabs and line breaks',
      },
    },
    {
      title: 'A password of few characters and many bytes',
      files: [{ name: 'hello.txt', text: 'Hello' }],
      options: { password: '🔑'.repeat(25) },
      error: { code: 'INVALID_INPUT', message: 'Option "password" must have at most 99 bytes in UTF-8, got 100' },
    },
  ],
  run({ files, options, random }) {
    const name = checkedName(options.name, (given) => (/\.zip$/i.test(given) ? given : `${given}.zip`));
    checkComment(options.comment);
    checkPassword(options.password);
    const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const archive = writeZip(entriesOf(files, options.paths), {
      level: affordableLevel('zip', options.level, total),
      comment: options.comment,
      encryption: options.password === '' ? undefined : { password: options.password, random },
    });
    return file(name, 'application/zip', archive);
  },
});
