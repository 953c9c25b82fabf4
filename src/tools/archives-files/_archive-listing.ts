/** What the archive tools report. */

import { z } from 'zod';

import { count, fileReports, warnings } from '../../core/shared-data.js';
import type { Told } from '../../core/tool.js';
import type { ArchiveEntry } from '../../lib/archives/entry.js';
import { safePath } from '../../lib/archives/safe-path.js';
import { ratioOf } from './_archives.js';

const archive = {
  format: z.string().describe('Format of the archive.'),
  packedIn: z.array(z.string()).optional().describe('Compression around the archive, the outermost first.'),
};

const skippedEntry = z.object({
  path: z.string().describe('Path as stored in the archive.'),
  reason: z.string().describe('Why it was not unpacked.'),
  target: z.string().optional().describe('Target of a link.'),
});

export const extractedListing = fileReports({
  ...archive,
  entries: z
    .array(
      z.object({
        path: z.string().describe('Path as stored in the archive.'),
        name: z.string().describe('Name in the result, or path in the archive that is returned.'),
        bytes: count('Size of the file.'),
      }),
    )
    .describe('Files that were unpacked.'),
  skipped: z.array(skippedEntry).describe('Entries that were not unpacked.'),
  warnings: warnings(),
});

export const convertedListing = fileReports({
  ...archive,
  entries: z
    .array(
      z.object({
        path: z.string().describe('Path as stored in the uploaded archive.'),
        name: z.string().describe('Path in the new archive.'),
        bytes: count('Size of the file; 0 for a link.'),
      }),
    )
    .describe('Files and links of the new archive.'),
  skipped: z.array(skippedEntry).describe('Entries that are not in the new archive.'),
  bytesBefore: count('Size of the uploaded archive.'),
  bytesAfter: count('Size of the new archive.'),
  warnings: warnings(),
});

const listedEntry = z.object({
  path: z.string().describe('Path as stored in the archive.'),
  safePath: z.string().optional().describe('Path it can safely be unpacked to, if different.'),
  kind: z.enum(['file', 'folder', 'link', 'hard link', 'device', 'other']).describe('Kind of entry.'),
  bytes: count('Unpacked size.').optional(),
  packedBytes: count('Packed size.').optional(),
  ratio: z.number().optional().describe('Unpacked size divided by packed size.'),
  modified: z.string().optional().describe('When it was modified, ISO 8601; local time where it has no offset.'),
  method: z.string().optional().describe('Compression method.'),
  encrypted: z.boolean().optional().describe('Encrypted; omitted if not.'),
  crc32: z.string().optional().describe('CRC-32 as stated by the archive, in hex.'),
  target: z.string().optional().describe('Target of a link.'),
  problems: z.array(z.string()).optional().describe('What is dangerous or suspicious about the entry.'),
});

export const archiveListing = fileReports({
  ...archive,
  archiveBytes: count('Size of the archive.'),
  files: count('Number of files.'),
  folders: count('Number of folders.'),
  others: count('Number of links, devices and other entries.'),
  bytes: count('Unpacked size of all files.'),
  ratio: z.number().describe('Unpacked size divided by the size of the archive.'),
  encrypted: z.boolean().describe('Whether any entry is encrypted.'),
  solid: z.boolean().optional().describe('Files are compressed together; omitted if not.'),
  comment: z.string().optional().describe('Comment of the archive.'),
  warnings: warnings(),
  problems: count('Number of entries with problems.'),
  entries: z.array(listedEntry).describe('Entries in the order of the archive.'),
});

/** An entry as listed; what the archive does not state is omitted. */
export function entryReport(entry: ArchiveEntry, problems: readonly string[]): Told<z.output<typeof listedEntry>> {
  const { path, kind, bytes, packedBytes, modified, method, encrypted, crc32, target } = entry;
  const safe = safePath(path);
  const ratio = ratioOf(entry);
  return {
    path,
    ...(safe === path || `${safe}/` === path ? {} : { safePath: safe }),
    kind,
    ...(bytes === undefined ? {} : { bytes }),
    ...(packedBytes === undefined ? {} : { packedBytes }),
    ...(ratio === undefined ? {} : { ratio }),
    ...(modified === undefined ? {} : { modified }),
    ...(method === undefined ? {} : { method }),
    ...(encrypted ? { encrypted } : {}),
    ...(crc32 === undefined ? {} : { crc32 }),
    ...(target === undefined ? {} : { target }),
    ...(problems.length === 0 ? {} : { problems }),
  };
}

const SKIPPED: Readonly<Record<Exclude<ArchiveEntry['kind'], 'file'>, string>> = {
  folder: 'is a folder',
  link: 'is a link',
  'hard link': 'is a link',
  device: 'is a device',
  other: 'is not a file',
};

/** A hard link has the content of the file it points to, if that file is in the archive. */
export const hasContent = (entry: ArchiveEntry | undefined): boolean =>
  entry?.kind === 'file' || (entry?.kind === 'hard link' && entry.bytes !== undefined);

/** `a/b/c.txt` is in `a` and `a/b`. */
function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('/'));
}

/** The entries asked for that are not unpacked; folders with a file in them are not mentioned. */
export function skippedOf(asked: readonly ArchiveEntry[]): z.output<typeof skippedEntry>[] {
  const folders = new Set(asked.filter(hasContent).flatMap(({ path }) => foldersOf(safePath(path))));
  return asked.flatMap((entry) => {
    const { path, kind, target } = entry;
    if (kind === 'file' || hasContent(entry) || (kind === 'folder' && folders.has(safePath(path)))) return [];
    return [{ path, reason: SKIPPED[kind], ...(target === undefined ? {} : { target }) }];
  });
}
