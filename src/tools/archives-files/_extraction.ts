import { invalid, type OutputFile, overLimit, quote } from '../../core/index.js';
import { detectFileKind } from '../../engines/file-kind.js';
import { openArchive } from '../../formats/archive/open.js';
import type { ArchiveUpload } from '../../formats/archive/volumes.js';
import { safePath } from '../../lib/archives/safe-path.js';
import { matchesWildcards, patternsOf } from '../../lib/archives/wildcards.js';
import { writeZip } from '../../lib/archives/zip-writer.js';
import { withDistinctNames, withDistinctPaths } from '../../lib/files/portable-names.js';
import { hasContent, skippedOf } from './_archive-listing.js';

/** What fits into a result of 30 MiB as base64. */
const MAX_BYTES = 22 * 2 ** 20;
/** Before it is packed again. Chosen: two seconds of packing. */
const MAX_BYTES_TO_ZIP = 64 * 2 ** 20;
/** Files that are returned one by one, unless asked for; more become one ZIP archive. Chosen. */
const MAX_SINGLE_FILES = 200;
/** Of the archive that is written: fast, and a higher level saves next to nothing. */
const LEVEL = 6;

const archiveName = (name: string): string =>
  `${name.replace(/(?:\.tar)?\.[a-z0-9]{1,5}$/i, '') || 'archive'}-extracted.zip`;

interface Settings {
  readonly password: string;
  readonly inputCharset: string;
  readonly only: string;
  readonly maxFiles: number;
  readonly format: 'auto' | 'files' | 'zip';
  /** The only archive of the run. */
  readonly isAlone: boolean;
}

/** The files of an archive, and what is reported of them. Throws as `openArchive`. */
export async function extracted(
  upload: ArchiveUpload,
  { password, inputCharset, only, maxFiles, format: asked, isAlone }: Settings,
) {
  const archive = await openArchive(upload, { password, charset: inputCharset });
  const { entries, format, layers, warnings } = archive;
  const patterns = patternsOf(only);
  const chosen = [...entries.keys()].filter((i) => {
    const path = entries[i]?.path ?? '';
    return patterns.length === 0 || matchesWildcards(path, patterns) || matchesWildcards(safePath(path), patterns);
  });
  if (patterns.length > 0 && chosen.length === 0)
    throw invalid(`Option "only" must match an entry of file ${quote(upload.name)}, got ${quote(only)}`);
  const wanted = chosen.filter((i) => hasContent(entries[i]));
  if (wanted.length > maxFiles)
    throw overLimit(`File ${quote(upload.name)} must have at most ${maxFiles} files to unpack, got ${wanted.length}`);
  const isFlat = wanted.every((i) => !safePath(entries[i]?.path ?? '').includes('/'));
  const isZip = asked === 'zip' || (asked === 'auto' && !(isAlone && isFlat && wanted.length <= MAX_SINGLE_FILES));
  const contents = await archive.read(new Set(wanted), isZip ? MAX_BYTES_TO_ZIP : MAX_BYTES);
  const found = wanted.map((i) => {
    const path = entries[i]?.path ?? '';
    return { path, name: safePath(path), bytes: contents.get(i) ?? new Uint8Array() };
  });
  const named = isZip
    ? withDistinctPaths(found)
    : withDistinctNames(found.map((item) => ({ ...item, name: item.name.split('/').at(-1) ?? '' })));
  return {
    report: {
      format,
      ...(layers.length === 0 ? {} : { packedIn: layers }),
      entries: named.map(({ path, name, bytes }) => ({ path, name, bytes: bytes.length })),
      skipped: skippedOf(chosen.flatMap((i) => entries[i] ?? [])),
      warnings,
    },
    outputs: isZip
      ? [{ name: archiveName(upload.name), mime: 'application/zip', bytes: writeZip(named, { level: LEVEL }) }]
      : await Promise.all(named.map(outputFile)),
  };
}

async function outputFile({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): Promise<OutputFile> {
  return { name, mime: (await detectFileKind(bytes))?.mime ?? 'application/octet-stream', bytes };
}
