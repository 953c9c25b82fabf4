import { z } from 'zod';

import { shared } from '../../core/shared-options.js';
import type { OpenArchive } from '../../formats/archive/open.js';
import type { ArchiveEntry } from '../../lib/archives/entry.js';
import { leadsOut, pathProblems, safePath } from '../../lib/archives/safe-path.js';

export const archiveOptions = {
  password: z.string().max(200).default('').describe('Password of an encrypted archive; empty for none.'),
  inputCharset: shared
    .inputCharset()
    .describe('Character encoding of names that are not in UTF-8, such as cp437, cp866 or Shift_JIS; auto guesses it.'),
};

export const ARCHIVE_NOTES = [
  'The format is found by the content, whatever the name: ZIP (with ZIP64), 7z, RAR 4 and 5, TAR, CPIO, AR, DEB, RPM, CAB, ISO 9660 and WIM, plain or inside gzip, bzip2, xz, Zstandard, LZ4, LZMA, compress (.Z) or Brotli (.br).',
  'Encrypted archives: ZIP with AES or the old encryption, 7z, RAR, also with hidden names.',
  'Parts of archives over several files are refused, and so are archives of more than 10,000 entries.',
];

/** A ratio beyond which an archive is called suspicious: deflate reaches 1,032 at most, text compresses 3 to 20 times. Chosen. */
const SUSPICIOUS_RATIO = 200;

/** What is odd about each entry, by index: its path, its link, its ratio, its twin. */
export function problemsOf({ entries, problems }: OpenArchive): string[][] {
  const seen = new Map<string, number>();
  for (const { path } of entries) {
    const key = comparable(path);
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  return entries.map((entry, i) => {
    const { path, target } = entry;
    const found = [...pathProblems(path), ...(problems.get(i) ?? [])];
    if ((seen.get(comparable(path)) ?? 0) > 1) found.push('has the name of another entry, letter case aside');
    if (target !== undefined && leadsOut(path, target)) found.push('links to a place outside of the archive');
    if (entry.kind === 'device') found.push('is a device');
    if ((ratioOf(entry) ?? 0) > SUSPICIOUS_RATIO) found.push(`unpacks to more than ${SUSPICIOUS_RATIO} times its size`);
    return found;
  });
}

const comparable = (path: string): string => safePath(path).normalize('NFC').toLowerCase();

/** How many times larger an entry is than what it is packed in; two decimals. */
export function ratioOf({ bytes, packedBytes }: Pick<ArchiveEntry, 'bytes' | 'packedBytes'>): number | undefined {
  if (bytes === undefined || packedBytes === undefined || packedBytes === 0) return undefined;
  return Math.round((100 * bytes) / packedBytes) / 100;
}
