import { eachFile } from '../../core/each-file.js';
import { defineTool, type InputFile } from '../../core/index.js';
import { openArchive } from '../../formats/archive/open.js';
import { archiveUploads } from '../../formats/archive/volumes.js';

import { archiveListing, entryReport } from './_archive-listing.js';
import { ARCHIVE_NOTES, archiveOptions, problemsOf } from './_archives.js';

interface Settings {
  readonly password: string;
  readonly inputCharset: string;
}

async function listed(upload: InputFile, { password, inputCharset }: Settings) {
  const archive = await openArchive(upload, { password, charset: inputCharset });
  const { format, layers, comment, solid, warnings } = archive;
  const problems = problemsOf(archive);
  let bytes = 0;
  for (const entry of archive.entries) bytes += entry.kind === 'file' ? (entry.bytes ?? 0) : 0;
  const report = {
    format,
    ...(layers.length === 0 ? {} : { packedIn: layers }),
    archiveBytes: upload.bytes.length,
    files: archive.entries.filter(({ kind }) => kind === 'file').length,
    folders: archive.entries.filter(({ kind }) => kind === 'folder').length,
    others: archive.entries.filter(({ kind }) => kind !== 'file' && kind !== 'folder').length,
    bytes,
    ratio: upload.bytes.length === 0 ? 0 : Math.round((100 * bytes) / upload.bytes.length) / 100,
    encrypted: archive.entries.some(({ encrypted }) => encrypted),
    ...(solid ? { solid } : {}),
    ...(comment === '' ? {} : { comment }),
    warnings,
    problems: problems.filter((list) => list.length > 0).length,
    entries: archive.entries.map((entry, i) => entryReport(entry, problems[i] ?? [])),
  };
  return { report, outputs: [] };
}

export default defineTool({
  id: 'list-archive',
  title: 'List Archive',
  summary: 'Lists the contents of archives with sizes, dates, encryption and dangerous paths, without unpacking them.',
  family: 'archives-files',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['*'] },
  options: archiveOptions,
  result: 'data',
  data: archiveListing,
  notes: [
    ...ARCHIVE_NOTES,
    'Sizes, dates and checksums are as stated by the archive; extract-archive checks them.',
    '"path" is the name as stored; "safePath", if different, the path it can be unpacked to on any system without leaving the folder.',
    '"modified" ends with Z where the format stores the time zone; ZIP often holds local time.',
    '"problems" reports paths and links that escape the folder, devices, duplicates, entries that share their data, and ratios over 200.',
    'A compressed file that is not an archive is listed as one entry. One archive that fails does not spoil the others.',
  ],
  aliases: [
    'zip viewer',
    'rar viewer',
    'open archive online',
    'what is in this zip',
    'tar list',
    '7z list',
    'zip bomb check',
    'what is inside a tar.gz',
  ],
  verified: [
    '7-Zip 26.02 (7z l -slt): paths, sizes, kinds and CRC-32 of 12 archives; genisoimage: names on a disc',
    'Hostile archives written by a script: escaping paths, links, devices, duplicates, shared data',
  ],
  examples: [
    {
      title: 'A ZIP archive',
      files: [{ name: 'small.zip', fixture: 'archives/small.zip' }],
      output: {
        data: {
          files: [
            {
              name: 'small.zip',
              format: 'zip',
              archiveBytes: 458,
              files: 3,
              folders: 0,
              others: 0,
              bytes: 36,
              ratio: 0.08,
              encrypted: false,
              warnings: [],
              problems: 0,
              entries: [
                {
                  path: 'docs/data.csv',
                  kind: 'file',
                  bytes: 20,
                  packedBytes: 20,
                  ratio: 1,
                  modified: '2026-01-02T03:04:05Z',
                  method: 'stored',
                  crc32: '1ddacd57',
                },
                {
                  path: 'docs/empty',
                  kind: 'file',
                  bytes: 0,
                  packedBytes: 0,
                  modified: '2026-01-02T03:04:05Z',
                  method: 'stored',
                  crc32: '00000000',
                },
                {
                  path: 'hello.txt',
                  kind: 'file',
                  bytes: 16,
                  packedBytes: 16,
                  ratio: 1,
                  modified: '2026-01-02T03:04:05Z',
                  method: 'stored',
                  crc32: '68a78e9f',
                },
              ],
            },
          ],
        },
      },
    },
    {
      title: 'A TAR archive that would write outside of its folder',
      files: [{ name: 'slip.tar', fixture: 'archives/slip.tar' }],
      output: {
        data: {
          files: [
            {
              name: 'slip.tar',
              format: 'tar',
              archiveBytes: 10240,
              files: 1,
              folders: 0,
              others: 3,
              bytes: 2,
              ratio: 0,
              encrypted: false,
              warnings: [],
              problems: 4,
              entries: [
                {
                  path: '../../evil.txt',
                  safePath: 'evil.txt',
                  kind: 'file',
                  bytes: 2,
                  packedBytes: 2,
                  ratio: 1,
                  modified: '2026-01-02T03:04:05Z',
                  problems: ['leads out of the folder with ".."'],
                },
                { path: 'null', kind: 'device', modified: '2026-01-02T03:04:05Z', problems: ['is a device'] },
                {
                  path: 'out',
                  kind: 'link',
                  modified: '2026-01-02T03:04:05Z',
                  target: '/etc',
                  problems: ['links to a place outside the archive'],
                },
                {
                  path: 'same',
                  kind: 'hard link',
                  bytes: 2,
                  modified: '2026-01-02T03:04:05Z',
                  target: '../../evil.txt',
                  problems: ['links to a place outside the archive'],
                },
              ],
            },
          ],
        },
      },
    },
    {
      title: 'Names in the code page of Russian DOS',
      files: [{ name: 'cp866.zip', fixture: 'archives/cp866.zip' }],
      options: { inputCharset: 'cp866' },
      output: {
        data: {
          files: [
            {
              name: 'cp866.zip',
              format: 'zip',
              archiveBytes: 230,
              files: 2,
              folders: 0,
              others: 0,
              bytes: 2,
              ratio: 0.01,
              encrypted: false,
              warnings: [],
              problems: 0,
              entries: [
                {
                  path: 'Протоколы1.txt',
                  kind: 'file',
                  bytes: 1,
                  packedBytes: 1,
                  ratio: 1,
                  modified: '2026-01-02T03:04:04',
                  method: 'stored',
                  crc32: 'f4dbdf21',
                },
                {
                  path: 'Документы.txt',
                  kind: 'file',
                  bytes: 1,
                  packedBytes: 1,
                  ratio: 1,
                  modified: '2026-01-02T03:04:04',
                  method: 'stored',
                  crc32: '83dcefb7',
                },
              ],
            },
          ],
        },
      },
    },
    {
      title: 'Names that are encrypted too',
      files: [{ name: 'hidden.7z', fixture: 'archives/hidden.7z' }],
      error: { code: 'INVALID_INPUT', message: 'Option "password" must be given: file "hidden.7z" is encrypted' },
    },
    {
      title: 'Not an archive',
      files: [{ name: 'notes.txt', text: 'just text' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read file "notes.txt": it is not an archive of a known format' },
    },
    {
      title: 'An encoding that does not exist',
      files: [{ name: 'cp866.zip', fixture: 'archives/cp866.zip' }],
      options: { inputCharset: 'klingon' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "inputCharset" must be the name of a character encoding, got "klingon"',
      },
    },
  ],
  run: (run) => {
    const uploads = archiveUploads(run.files);
    return eachFile({ files: uploads, signal: run.signal }, (upload, index) =>
      listed(uploads[index] ?? upload, run.options),
    );
  },
});
