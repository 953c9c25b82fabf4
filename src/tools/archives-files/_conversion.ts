import { invalid, overLimit, quote } from '../../core/index.js';
import { openArchive } from '../../formats/archive/open.js';
import type { ArchiveUpload } from '../../formats/archive/volumes.js';
import { type WriteSettings, withEnding, writeArchive } from '../../formats/archive/write-archive.js';
import type { ArchiveEntry, NewEntry } from '../../lib/archives/entry.js';
import { leadsOut, pathProblems, safePath } from '../../lib/archives/safe-path.js';
import { portableName, withDistinctPaths } from '../../lib/files/portable-names.js';
import { hasContent, skippedOf } from './_archive-listing.js';
import { FIXED_DATE } from './_new-archives.js';

/** Most that is unpacked to be packed again. Chosen: half a minute of packing. */
const MAX_BYTES = 64 * 2 ** 20;

interface Settings extends Omit<WriteSettings, 'password'> {
  readonly password: string;
  readonly inputCharset: string;
  readonly newPassword: string;
  readonly deterministic: boolean;
}

/** The archive in another format, and what is reported of it. Throws as `openArchive`. */
export async function converted(upload: ArchiveUpload, settings: Settings) {
  const { format, password, inputCharset, newPassword, deterministic } = settings;
  const archive = await openArchive(upload, { password, charset: inputCharset });
  const { entries, warnings } = archive;
  const wanted = entries.flatMap((entry, i) => (hasContent(entry) || isUnreadLink(entry) ? [i] : []));
  const stated = wanted.reduce((sum, i) => sum + (entries[i]?.bytes ?? 0), 0);
  if (stated > MAX_BYTES)
    throw overLimit(`File ${quote(upload.name)} must unpack to at most ${MAX_BYTES} bytes, got ${stated}`);
  const contents = await archive.read(new Set(wanted), MAX_BYTES);
  const kept = entries.flatMap((entry, i) => newEntry(entry, contents.get(i)) ?? []);
  if (kept.length === 0) throw invalid(`Cannot read file ${quote(upload.name)}: it has no files to pack`);
  // TAR holds any name, the others are unpacked where names that Windows refuses would be in the way.
  const isTar = format.startsWith('tar');
  const named = isTar ? kept : distinct(kept.map((entry) => ({ ...entry, path: safePath(entry.path) })));
  const ready = deterministic ? leveled(named) : named;
  const { mime, bytes } = await writeArchive(ready, { ...settings, password: newPassword });
  const packedIds = new Set(kept.map(({ source }) => source));
  return {
    report: {
      format: archive.format,
      ...(archive.layers.length === 0 ? {} : { packedIn: archive.layers }),
      entries: named
        .filter(({ kind }) => kind !== 'folder')
        .map(({ source, path, bytes: { length } }) => ({ path: source.path, name: path, bytes: length })),
      skipped: skippedOf(entries.filter((entry) => entry.kind !== 'folder' && !packedIds.has(entry))),
      bytesBefore: upload.volumes.reduce((sum, { bytes: { length } }) => sum + length, 0) || upload.bytes.length,
      bytesAfter: bytes.length,
      warnings,
    },
    outputs: [{ name: nameOf(upload.name, format), mime, bytes }],
  };
}

/** PATH_MAX of Linux. */
const TARGET_BYTES = 4096;

/** In 7z the content of a link says where it leads, and a listing does not. */
const isUnreadLink = ({ kind, target, bytes = 0 }: ArchiveEntry): boolean =>
  kind === 'link' && target === undefined && bytes > 0 && bytes <= TARGET_BYTES;

interface Kept extends NewEntry {
  readonly source: ArchiveEntry;
}

const isOnlyForWindows = (problems: readonly string[]): boolean =>
  problems.every((problem) => problem === 'has a name that Windows refuses');

/** What becomes of an entry; `undefined` where it is left out: a device, a link out of the archive, the folder of all. */
function newEntry(entry: ArchiveEntry, content: Uint8Array | undefined): Kept | undefined {
  const { kind, mode } = entry;
  const problems = pathProblems(entry.path);
  const path = isOnlyForWindows(problems)
    ? entry.path.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '')
    : safePath(entry.path);
  if (path === '' || path === '.') return undefined;
  const modified = secondsOf(entry.modified);
  const shared = { path, modified, source: entry };
  if (kind === 'folder') return { ...shared, kind, bytes: new Uint8Array(), mode: mode ?? 0o755 };
  if (kind !== 'link' && content !== undefined) return { ...shared, kind: 'file', bytes: content, mode: mode ?? 0o644 };
  const target = entry.target ?? (content === undefined ? undefined : Buffer.from(content).toString());
  if (kind !== 'link' || target === undefined || target === '' || leadsOut(path, target)) return undefined;
  return { ...shared, kind, bytes: new Uint8Array(), mode: 0o777, target };
}

/** Local times, where the format holds no others, count as UTC, so that their digits stay. */
function secondsOf(modified: string | undefined): number {
  const time = modified === undefined ? Number.NaN : Date.parse(modified.endsWith('Z') ? modified : `${modified}Z`);
  return Number.isNaN(time) || time < 0 ? FIXED_DATE : time / 1000;
}

/** Folders are named once; whatever else has a name that is taken gets ` (2)`. */
function distinct(entries: readonly Kept[]): Kept[] {
  const folders = new Map(entries.flatMap((entry) => (entry.kind === 'folder' ? [[entry.path, entry] as const] : [])));
  const others = entries.filter(({ kind }) => kind !== 'folder').map((entry) => ({ ...entry, name: entry.path }));
  // A name within a folder keeps the folder's entry from being taken by a file.
  const marks = [...folders.keys()].map((path) => ({ name: `${path}/_`, index: -1 }));
  const named = withDistinctPaths([...marks, ...others.map(({ name }, index) => ({ name, index }))]);
  return [
    ...folders.values(),
    ...named.flatMap(({ name, index }) => {
      const entry = others[index];
      return entry === undefined ? [] : [{ ...entry, path: name }];
    }),
  ];
}

/** All facts but names, contents and what may be executed the same, in one order. */
const leveled = (entries: readonly Kept[]): Kept[] =>
  entries
    .map((entry) => ({
      ...entry,
      modified: FIXED_DATE,
      mode: entry.kind === 'folder' || (entry.mode & 0o100) !== 0 ? 0o755 : 0o644,
    }))
    .sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));

const nameOf = (name: string, format: WriteSettings['format']): string => {
  const stem = name.replace(/(?:\.(?:tar|part\d{1,5}))?\.[a-z0-9]{1,5}$/i, '') || 'archive';
  return portableName(withEnding(stem, format));
};
