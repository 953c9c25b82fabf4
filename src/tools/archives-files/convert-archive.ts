import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { ARCHIVE_FORMATS } from '../../formats/archive/levels.js';
import { archiveUploads } from '../../formats/archive/volumes.js';
import { checkWriting } from '../../formats/archive/write-archive.js';
import { convertedListing } from './_archive-listing.js';
import { ARCHIVE_NOTES, archiveOptions } from './_archives.js';
import { converted } from './_conversion.js';
import { encryptNamesOption, LEVEL_NOTES, levelOption } from './_new-archives.js';

export default defineTool({
  id: 'convert-archive',
  title: 'Convert Archive',
  summary: 'Converts RAR, 7z, ZIP, TAR, ISO and other archives to ZIP, 7z or TAR with any compression.',
  family: 'archives-files',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['*'] },
  options: {
    format: z.enum(ARCHIVE_FORMATS).default('zip').describe('Format of the new archive.'),
    level: levelOption(),
    ...archiveOptions,
    newPassword: shared.newPassword().describe('Password that encrypts the new archive, 7z or zip; empty for none.'),
    encryptNames: encryptNamesOption(),
    deterministic: z
      .boolean()
      .default(false)
      .describe('Gives entries the same date and permissions and sorts them, so that equal contents give equal bytes.'),
  },
  result: 'mixed',
  data: convertedListing,
  notes: [
    ...ARCHIVE_NOTES,
    ...LEVEL_NOTES,
    'Folders, links within the archive, dates to the second and permissions stay; owners do not. Hard links become files. Devices and links to places outside the archive are skipped.',
    'Paths cannot escape: ".." and drive letters are removed. For zip and 7z names become portable and duplicates get " (2)"; TAR keeps names as they are.',
    'An encrypted archive gives one without a password, unless "newPassword" is set. Comments are not kept.',
    'At most 64 MiB are unpacked, and the new archive may have at most 20 MiB. Archives inside an archive stay as they are.',
  ],
  aliases: [
    'rar to zip',
    '7z to zip',
    'tar.gz to zip',
    'zip to 7z',
    'zip to tar.gz',
    'iso to zip',
    'rar to 7z',
    'tgz to zip',
    'archive converter',
    'recompress archive',
    'repack zip',
    'remove the password of an archive',
  ],
  verified: [
    'GNU tar 1.34, 7-Zip 26.02, bsdtar 3.6.2 and Info-ZIP unzip 6.00: a folder with links, empty folders, permissions and Unicode names, packed by each of the first three, unpacks from all eight formats as it was, dates too',
    'Hostile archives written by a script: paths that escape and links out of the archive are not in the result',
  ],
  examples: [
    {
      title: 'An encrypted 7z archive with hidden names as ZIP',
      files: [{ name: 'hidden.7z', fixture: 'archives/hidden.7z' }],
      options: { password: 'secret' },
      output: { files: [{ name: 'hidden.zip', mime: 'application/zip' }] },
    },
    {
      title: 'Paths that escape the folder, and a link out of it, as TAR.GZ',
      files: [{ name: 'slip.zip', fixture: 'archives/slip.zip' }],
      options: { format: 'tar.gz', deterministic: true },
      output: { files: [{ name: 'slip.tar.gz', mime: 'application/gzip' }] },
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
      title: 'A new password for TAR',
      files: [{ name: 'small.zip', fixture: 'archives/small.zip' }],
      options: { format: 'tar', newPassword: 'secret' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "newPassword" must be empty for tar, which has no encryption: use 7z or zip',
      },
    },
    {
      title: 'An empty archive',
      files: [{ name: 'nothing.tar', base64: Buffer.alloc(1024).toString('base64') }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read file "nothing.tar": it has no files to pack' },
    },
    {
      title: 'Not an archive',
      files: [{ name: 'notes.txt', text: 'just text' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read file "notes.txt": it is not an archive of a known format' },
    },
  ],
  run: ({ files, options, random, signal }) => {
    checkWriting(options, options.newPassword, 'newPassword');
    const uploads = archiveUploads(files);
    return eachFile({ files: uploads, signal }, (upload, index) =>
      converted(uploads[index] ?? { ...upload, volumes: [] }, { ...options, random }),
    );
  },
});
