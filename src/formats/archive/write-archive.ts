import { invalid } from '../../core/errors.js';
import { packFolder } from '../../engines/seven-zip-writer.js';
import type { NewEntry } from '../../lib/archives/entry.js';
import { writeTar } from '../../lib/archives/tar-writer.js';
import { MAX_ZIP_PASSWORD_BYTES } from '../../lib/archives/zip-encryption.js';
import { writeZip } from '../../lib/archives/zip-writer.js';
import { type ArchiveFormat, affordableLevel } from './levels.js';
import { type PackFormat, packFile } from './pack-file.js';

interface Facts {
  readonly mime: string;
  /** What a TAR archive is packed in. */
  readonly packing?: PackFormat;
  /** The level that its program takes by itself, and the highest. */
  readonly usual: number;
  readonly highest: number;
}

const FACTS: Readonly<Record<ArchiveFormat, Facts>> = {
  'tar.gz': { mime: 'application/gzip', packing: 'gzip', usual: 6, highest: 9 },
  tar: { mime: 'application/x-tar', usual: 0, highest: 0 },
  'tar.bz2': { mime: 'application/x-bzip2', packing: 'bzip2', usual: 9, highest: 9 },
  'tar.xz': { mime: 'application/x-xz', packing: 'xz', usual: 6, highest: 9 },
  'tar.zst': { mime: 'application/zstd', packing: 'zstd', usual: 3, highest: 19 },
  'tar.lz4': { mime: 'application/octet-stream', packing: 'lz4', usual: 1, highest: 1 },
  '7z': { mime: 'application/x-7z-compressed', usual: 5, highest: 9 },
  zip: { mime: 'application/zip', usual: 6, highest: 9 },
};

export interface WriteSettings {
  readonly format: ArchiveFormat;
  /** 0: the usual one. */
  readonly level: number;
  /** Encrypts the archive; empty for none. */
  readonly password: string;
  readonly encryptNames: boolean;
  /** Cryptographically strong random bytes. */
  readonly random: (length: number) => Uint8Array;
}

export interface NewArchive {
  readonly mime: string;
  readonly bytes: Uint8Array;
}

/** The name of an archive with the ending of its format, unless it has it. */
export const withEnding = (name: string, format: ArchiveFormat): string =>
  hasEnding(name, format) ? name : `${name}.${format}`;

/** `.tgz` and the like are as good. */
function hasEnding(name: string, format: ArchiveFormat): boolean {
  const lower = name.toLowerCase();
  const short = { 'tar.gz': '.tgz', 'tar.bz2': '.tbz2', 'tar.xz': '.txz', 'tar.zst': '.tzst' }[format as string];
  return lower.endsWith(`.${format}`) || (short !== undefined && lower.endsWith(short));
}

/** Throws INVALID_INPUT for a level or a password that the format has not, before anything is read. */
export function checkWriting(
  { format, level }: Pick<WriteSettings, 'format' | 'level'>,
  password: string,
  option: string,
): void {
  const { highest } = FACTS[format];
  if (level > highest) throw invalid(`Option "level" must be at most ${highest} for ${format}, got ${level}`);
  if (password === '') return;
  if (format !== '7z' && format !== 'zip')
    throw invalid(`Option "${option}" must be empty for ${format}, which has no encryption: use 7z or zip`);
  if (/[\u0000-\u001f\u007f]/.test(password)) throw invalid(`Option "${option}" must have no control characters`);
  const length = Buffer.byteLength(password);
  if (format === 'zip' && length > MAX_ZIP_PASSWORD_BYTES)
    throw invalid(
      `Option "${option}" must have at most ${MAX_ZIP_PASSWORD_BYTES} bytes in UTF-8 for zip, got ${length}`,
    );
}

/** The archive of entries whose paths are safe and, for 7z and ZIP, distinct. The same entries give the same bytes, unless encrypted. */
export async function writeArchive(
  entries: readonly NewEntry[],
  { format, level, password, encryptNames, random }: WriteSettings,
): Promise<NewArchive> {
  const { mime, packing, usual } = FACTS[format];
  const total = entries.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const affordable = affordableLevel(format, level === 0 ? usual : level, total);
  if (format === '7z')
    return { mime, bytes: await packFolder(entries, { level: affordable, password, encryptsNames: encryptNames }) };
  if (format === 'zip') {
    const encryption = password === '' ? undefined : { password, random };
    return { mime, bytes: writeZip(entries.map(zipEntry), { level: affordable, encryption }) };
  }
  const tar = writeTar(entries);
  return { mime, bytes: packing === undefined ? tar : await packFile(tar, packing, affordable) };
}

const zipEntry = ({ path, kind, bytes, mode, modified, target = '' }: NewEntry) => ({
  name: kind === 'folder' ? `${path}/` : path,
  bytes: kind === 'link' ? Buffer.from(target) : bytes,
  kind,
  mode: kind === 'link' ? 0o777 : mode,
  modified,
});
