/** What the tools of archives say of them. */

import { z } from 'zod';

import { count, warnings } from '../../core/shared-data.js';
import type { Told } from '../../core/tool.js';
import type { ArchiveEntry } from '../../lib/archives/entry.js';
import { safePath } from '../../lib/archives/safe-path.js';
import { ratioOf } from './_archives.js';

const archive = {
  archive: z.string().describe('Name of the archive.'),
  format: z.string().describe('Format of the archive.'),
  packedIn: z.array(z.string()).optional().describe('Compression around the archive, the outermost first.'),
};

export const extractedListing = z.object({
  ...archive,
  files: z
    .array(
      z.object({
        path: z.string().describe('Path as stored in the archive.'),
        name: z.string().describe('Name in the result.'),
        bytes: count('Size of the file.'),
      }),
    )
    .describe('Files that were unpacked.'),
  skipped: z
    .array(
      z.object({
        path: z.string().describe('Path as stored in the archive.'),
        reason: z.string().describe('Why it was not unpacked.'),
        target: z.string().optional().describe('Where a link leads.'),
      }),
    )
    .describe('Entries that were not unpacked.'),
  warnings: warnings(),
});

const listedEntry = z.object({
  path: z.string().describe('Path as stored in the archive.'),
  safePath: z.string().optional().describe('Path to which it can be unpacked safely, where it differs.'),
  kind: z.enum(['file', 'folder', 'link', 'hard link', 'device', 'other']).describe('Kind of entry.'),
  bytes: count('Unpacked size.').optional(),
  packedBytes: count('Packed size.').optional(),
  ratio: z.number().optional().describe('Unpacked size divided by packed size.'),
  modified: z.string().optional().describe('When it was changed, ISO 8601; without an offset in local time.'),
  method: z.string().optional().describe('Compression method.'),
  encrypted: z.boolean().optional().describe('Encrypted; only where it is so.'),
  crc32: z.string().optional().describe('CRC-32 that the archive states, in hex.'),
  target: z.string().optional().describe('Where a link leads.'),
  problems: z.array(z.string()).optional().describe('What is dangerous or suspicious about the entry.'),
});

export const archiveListing = z.object({
  ...archive,
  archiveBytes: count('Size of the archive.'),
  files: count('Number of files.'),
  folders: count('Number of folders.'),
  others: count('Number of links, devices and other entries.'),
  bytes: count('Unpacked size of all files.'),
  ratio: z.number().describe('Unpacked size divided by the size of the archive.'),
  encrypted: z.boolean().describe('Whether any entry is encrypted.'),
  solid: z.boolean().optional().describe('Files are packed together; only where it is so.'),
  comment: z.string().optional().describe('Comment of the archive.'),
  warnings: warnings(),
  problems: count('Number of entries with problems.'),
  entries: z.array(listedEntry).describe('Entries in the order of the archive.'),
});

/** An entry as it is listed; what the archive does not state is left out. */
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
  other: 'is no file',
};

/** A hard link has that of the file it is another name of, where that is in the archive. */
export const hasContent = (entry: ArchiveEntry | undefined): boolean =>
  entry?.kind === 'file' || (entry?.kind === 'hard link' && entry.bytes !== undefined);

/** `a/b/c.txt` lies in `a` and `a/b`. */
function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('/'));
}

/** The entries asked for that are not unpacked; a folder with a file in it needs no word. */
export function skippedOf(asked: readonly ArchiveEntry[]): z.output<typeof extractedListing>['skipped'] {
  const folders = new Set(asked.filter(hasContent).flatMap(({ path }) => foldersOf(safePath(path))));
  return asked.flatMap((entry) => {
    const { path, kind, target } = entry;
    if (kind === 'file' || hasContent(entry) || (kind === 'folder' && folders.has(safePath(path)))) return [];
    return [{ path, reason: SKIPPED[kind], ...(target === undefined ? {} : { target }) }];
  });
}
