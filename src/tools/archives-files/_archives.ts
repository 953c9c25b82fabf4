import { shared } from '../../core/shared-options.js';
import type { OpenArchive } from '../../formats/archive/open.js';
import type { ArchiveEntry } from '../../lib/archives/entry.js';
import { leadsOut, pathProblems, safePath } from '../../lib/archives/safe-path.js';

export const archiveOptions = {
  password: shared.password(),
  inputCharset: shared
    .inputCharset()
    .describe(
      'Character encoding of file names that are not UTF-8, such as cp437, cp866 or Shift_JIS; auto detects it.',
    ),
};

export const ARCHIVE_NOTES = [
  'The content decides the format, not the name: ZIP (with ZIP64), 7z, RAR 4 and 5, TAR, CPIO, AR, DEB, RPM, CAB, ISO 9660, WIM and LHA, plain or inside gzip, bzip2, xz, Zstandard, LZ4, LZMA, lzip, compress (.Z) or Brotli (.br).',
  'Encrypted archives: ZIP with AES or traditional encryption, 7z and RAR, also with hidden file names.',
  'Send all parts of a split archive together: .001 and up, .part1.rar and up, .rar with .r00 and up, and cabinet sets. An archive may have at most 10,000 entries.',
];

/** A ratio above which an entry is suspicious: deflate reaches 1,032 at most, text compresses 3 to 20 times. Chosen. */
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
    if ((seen.get(comparable(path)) ?? 0) > 1) found.push('has the same name as another entry, ignoring case');
    if (target !== undefined && leadsOut(path, target)) found.push('links to a place outside the archive');
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
