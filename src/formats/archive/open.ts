import { invalid, quote } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import type { InputFile } from '../../core/tool.js';
import { listWithSevenZip, readWithSevenZip, type SevenZipFormat } from '../../engines/seven-zip.js';
import { isAr, readAr } from '../../lib/archives/ar.js';
import { cabFiles, isCabinetOfSet } from '../../lib/archives/cab.js';
import { isCpio, readCpio } from '../../lib/archives/cpio.js';
import { type ArchiveEntry, passwordFault } from '../../lib/archives/entry.js';
import { expandSparse } from '../../lib/archives/sparse-tar.js';
import { isTar, readTar, type TarEntry } from '../../lib/archives/tar.js';
import type { ZipItem } from '../../lib/archives/zip.js';
import { ContentFault, LimitFault, PasswordFault } from '../../lib/faults.js';
import { type CompressedFormat, detectCompressed, unpackCompressed, unpackedName } from './compressed-file.js';
import { signatureOf, zipEnd } from './signatures.js';
import { readUnmarkedTexts } from './stored-names.js';
import type { ArchiveUpload } from './volumes.js';
import { listZip, readZipItem } from './zip.js';

/** Most bytes that the layers around an archive (gzip around tar) may unpack to. Chosen: memory, see docs/decisions/0001. */
const LAYER_BYTES = 256 * 2 ** 20;
/** gzip in xz in … : real files have one layer, packages two. */
const MAX_LAYERS = 4;

/** What is stated in all for 7z, RAR and the like, beyond which nothing is unpacked: it would take too long. Chosen. */
const SEVEN_ZIP_BYTES = 512 * 2 ** 20;

export interface OpenArchive {
  /** `zip`, `tar`, `7z` … */
  readonly format: string;
  /** What the archive was packed in, outermost first. */
  readonly layers: readonly CompressedFormat[];
  readonly entries: readonly ArchiveEntry[];
  readonly comment: string;
  readonly solid: boolean;
  /** What is odd about the archive, in words. */
  readonly warnings: readonly string[];
  /** What is odd about entries, by index. */
  readonly problems: ReadonlyMap<number, readonly string[]>;
  /** The contents of entries that are files, all together at most `mostBytes`. */
  readonly read: (wanted: ReadonlySet<number>, mostBytes: number) => Promise<Map<number, Uint8Array>>;
}

interface OpenSettings {
  readonly password: string;
  /** Of names that do not say it; `auto` guesses. */
  readonly charset: string;
}

interface InnerSettings extends OpenSettings {
  readonly volumes: readonly InputFile[];
}

/**
 * Opens an uploaded archive by its content, whatever its name: lists it, unpacks nothing but the layers around it. Throws
 * INVALID_INPUT (no archive, damaged, password missing or wrong) and LIMIT_EXCEEDED, naming the file; so does `read`.
 */
export async function openArchive(
  upload: InputFile & Partial<Pick<ArchiveUpload, 'volumes'>>,
  settings: OpenSettings,
): Promise<OpenArchive> {
  const inner: InnerSettings = { ...settings, volumes: upload.volumes ?? [] };
  const archive = await told(upload, () => openLayers(upload.bytes, upload.name, inner, []));
  return { ...archive, read: (wanted, mostBytes) => told(upload, () => archive.read(wanted, mostBytes)) };
}

/** Runs something on an upload and says its failures as the API does. */
export const told = <Result>(upload: InputFile, act: () => Promise<Result>): Promise<Result> =>
  refusing(`Cannot read file ${quote(upload.name)}`, () => withPassword(upload, act));

async function withPassword<Result>({ name }: InputFile, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof PasswordFault)) throw error;
    throw invalid(
      error.password === 'missing'
        ? `Option "password" must be given: file ${quote(name)} is encrypted`
        : `Option "password" must be the password of file ${quote(name)}, got another`,
      error,
    );
  }
}

async function openLayers(
  bytes: Uint8Array,
  name: string,
  settings: InnerSettings,
  layers: readonly CompressedFormat[],
): Promise<OpenArchive> {
  const found = await openPlain(bytes, settings, layers);
  if (found !== undefined) return found;
  const format = detectCompressed(bytes, name);
  if (format === undefined)
    throw new ContentFault(
      layers.length === 0 ? 'it is not an archive of a known format' : 'there is no archive in it',
    );
  if (layers.length >= MAX_LAYERS) throw new ContentFault(`it is packed more than ${MAX_LAYERS} times over`);
  const { content, warnings } = await unpackCompressed(bytes, format, LAYER_BYTES);
  const inner = unpackedName(name);
  const around = [...layers, format];
  const isArchive =
    isTar(content) ||
    isCpio(content) ||
    detectCompressed(content, inner) !== undefined ||
    zipEnd(content) ||
    signatureOf(content) !== undefined;
  const opened = isArchive
    ? await openLayers(content, inner, settings, around)
    : single(content, inner, bytes.length, around);
  return { ...opened, warnings: [...warnings, ...opened.warnings] };
}

/** A compressed file that is not an archive: one entry. */
function single(
  content: Uint8Array,
  name: string,
  packedBytes: number,
  layers: readonly CompressedFormat[],
): OpenArchive {
  const entry: ArchiveEntry = {
    path: name,
    kind: 'file',
    bytes: content.length,
    packedBytes,
    modified: undefined,
    method: layers.at(-1),
    encrypted: false,
    crc32: undefined,
    target: undefined,
  };
  return {
    ...NOTHING_SPECIAL,
    format: layers.at(-1) ?? '',
    layers: layers.slice(0, -1),
    entries: [entry],
    read: async (wanted, mostBytes) => within(new Map(wanted.has(0) ? [[0, content]] : []), mostBytes),
  };
}

const NOTHING_SPECIAL = { comment: '', solid: false, warnings: [], problems: new Map<number, string[]>() } as const;

async function openPlain(
  bytes: Uint8Array,
  settings: InnerSettings,
  layers: readonly CompressedFormat[],
): Promise<OpenArchive | undefined> {
  const sevenZip = signatureOf(bytes);
  if (sevenZip?.format === 'rpm') return openRpm(bytes, settings);
  if (sevenZip?.format === 'cab' && settings.volumes.length === 0 && isCabinetOfSet(bytes))
    throw new ContentFault('it is one part of a split archive, all parts must be sent together');
  if (sevenZip !== undefined) return openWithSevenZip(bytes, sevenZip.format, settings, layers);
  if (isTar(bytes)) return openStored('tar', readTar(bytes), settings, layers);
  if (isAr(bytes)) return openAr(readAr(bytes), settings, layers);
  if (isCpio(bytes)) return openStored('cpio', readCpio(bytes), settings, layers);
  if (zipEnd(bytes)) return openZip(bytes, settings, layers);
  // An archive of nothing: two blocks of zeros, or more.
  const isEmptyTar = bytes.length >= 1024 && bytes.length % 512 === 0 && bytes.every((byte) => byte === 0);
  return isEmptyTar ? openStored('tar', [], settings, layers) : undefined;
}

async function openZip(
  bytes: Uint8Array,
  { charset, password }: OpenSettings,
  layers: readonly CompressedFormat[],
): Promise<OpenArchive> {
  const { items, paths, comment, warnings, sharing } = await listZip(bytes, charset);
  refuseImpossible(items, paths, sharing);
  const [text = ''] = await readUnmarkedTexts([comment], charset);
  const targets = await linkTargets(bytes, items);
  const problems = new Map(items.map((item, i) => [i, item.problems]));
  const entries = items.map((item, i) => ({
    path: paths[i] ?? '',
    kind: item.kind,
    bytes: item.kind === 'folder' ? undefined : item.bytes,
    packedBytes: item.kind === 'folder' ? undefined : item.packedBytes,
    modified: item.modified,
    method: item.kind === 'folder' ? undefined : item.method,
    encrypted: item.encrypted,
    crc32: item.kind === 'folder' ? undefined : item.crc32,
    mode: item.mode,
    target: targets.get(i),
  }));
  const read = async (wanted: ReadonlySet<number>, mostBytes: number): Promise<Map<number, Uint8Array>> => {
    const contents = new Map<number, Uint8Array>();
    let left = mostBytes;
    for (const [index, item] of items.entries()) {
      if (!wanted.has(index)) continue;
      const name = JSON.stringify((paths[index] ?? '').slice(0, 80));
      const content = await named(name, mostBytes, () => readZipItem(bytes, item, password, left));
      left -= content.length;
      contents.set(index, content);
    }
    return contents;
  };
  return { format: 'zip', layers, entries, comment: text, solid: false, warnings, problems, read };
}

/** Bytes before the data of an entry with the old encryption (APPNOTE.TXT 6.1.5). */
const ENCRYPTION_HEADER_BYTES = 12;

/** No program writes entries that share their data, or encrypted ones without room for the encryption: bombs and forgeries do. */
function refuseImpossible(items: readonly ZipItem[], paths: readonly string[], sharing: ReadonlySet<number>): void {
  for (const [index, item] of items.entries()) {
    const name = JSON.stringify((paths[index] ?? '').slice(0, 80));
    if (sharing.has(index)) throw new ContentFault(`entry ${name} shares its data with another entry`);
    const isClassic = item.encrypted && item.aes === undefined && item.kind === 'file';
    if (isClassic && item.packedBytes < ENCRYPTION_HEADER_BYTES) {
      throw new ContentFault(`entry ${name} is said to be encrypted, but has fewer bytes than encryption adds`);
    }
  }
}

/** PATH_MAX of Linux. */
const TARGET_BYTES = 4096;

/** Where the links lead: their content. Of encrypted and of damaged ones it is not known. */
async function linkTargets(bytes: Uint8Array, items: readonly ZipItem[]): Promise<Map<number, string>> {
  const targets = new Map<number, string>();
  for (const [index, item] of items.entries()) {
    if (item.kind !== 'link' || item.encrypted || ![0, 8].includes(item.methodCode)) continue;
    try {
      targets.set(index, Buffer.from(await readZipItem(bytes, item, '', TARGET_BYTES)).toString());
    } catch (error) {
      // A link that cannot be read is listed without its target.
      if (!(error instanceof ContentFault || error instanceof LimitFault)) throw error;
    }
  }
  return targets;
}

/** Says which entry a fault is in, and counts the limit for all entries together. */
async function named<Result>(name: string, mostBytes: number, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof LimitFault) throw tooMuch(mostBytes);
    if (!(error instanceof ContentFault) || error instanceof PasswordFault) throw error;
    throw new ContentFault(`entry ${name}: ${error.message}`, error.what, error.place, { cause: error });
  }
}

const tooMuch = (mostBytes: number) =>
  new LimitFault(`what is asked for unpacks to more than ${mostBytes} bytes`, mostBytes);

/** Archives whose entries lie in the file as they are. */
async function openStored(
  format: string,
  stored: readonly TarEntry[],
  { charset }: OpenSettings,
  layers: readonly CompressedFormat[],
): Promise<OpenArchive> {
  const texts = stored.flatMap(({ rawPath, rawTarget }) => [rawPath, rawTarget ?? new Uint8Array()]);
  const decoded = await readUnmarkedTexts(texts, charset);
  const files = new Map(stored.flatMap(({ kind }, i) => (kind === 'file' ? [[decoded[2 * i] ?? '', i] as const] : [])));
  const entries = stored.map(({ rawPath, rawTarget, data, sparse, ...entry }, i) => {
    const target = rawTarget === undefined ? undefined : decoded[2 * i + 1];
    const linked = entry.kind === 'hard link' ? stored[files.get(target ?? '') ?? -1] : undefined;
    return { ...entry, path: decoded[2 * i] ?? '', bytes: linked?.bytes ?? entry.bytes, target };
  });
  const read = async (wanted: ReadonlySet<number>, mostBytes: number): Promise<Map<number, Uint8Array>> => {
    const contents = new Map<number, Uint8Array>();
    let total = 0;
    for (const index of stored.keys()) {
      if (!wanted.has(index)) continue;
      const isLinked = entries[index]?.kind === 'hard link';
      const { data = new Uint8Array(), sparse } =
        stored[isLinked ? (files.get(entries[index]?.target ?? '') ?? index) : index] ?? {};
      total += sparse?.realBytes ?? data.length;
      if (total > mostBytes) throw tooMuch(mostBytes);
      const name = JSON.stringify((decoded[2 * index] ?? '').slice(0, 80));
      const content = sparse === undefined ? data : await named(name, mostBytes, async () => expandSparse(sparse));
      contents.set(index, content);
    }
    return contents;
  };
  return { ...NOTHING_SPECIAL, format, layers, entries, read };
}

function within(contents: Map<number, Uint8Array>, mostBytes: number): Map<number, Uint8Array> {
  let total = 0;
  for (const content of contents.values()) total += content.length;
  if (total > mostBytes) throw tooMuch(mostBytes);
  return contents;
}

/** A Debian package is an archive of two archives: their entries are shown below the name of each. */
async function openAr(
  members: readonly TarEntry[],
  settings: OpenSettings,
  layers: readonly CompressedFormat[],
): Promise<OpenArchive> {
  if (Buffer.from(members[0]?.rawPath ?? []).toString() !== 'debian-binary')
    return openStored('ar', members, settings, layers);
  const found: TarEntry[] = [];
  for (const member of members) {
    const name = Buffer.from(member.rawPath).toString();
    const part = /^(control|data)\.tar(?:\.[a-z0-9]{1,5})?$/.exec(name)?.[1];
    if (part === undefined) found.push(member);
    else
      for (const entry of readTar(await unpackedLayer(member.data, name)))
        found.push({ ...entry, rawPath: Buffer.concat([Buffer.from(`${part}/`), entry.rawPath]) });
  }
  return openStored('deb', found, settings, layers);
}

async function unpackedLayer(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  const format = detectCompressed(bytes, name);
  return format === undefined ? bytes : (await unpackCompressed(bytes, format, LAYER_BYTES)).content;
}

/** An RPM package is a header before a compressed cpio archive. */
async function openRpm(bytes: Uint8Array, settings: OpenSettings): Promise<OpenArchive> {
  const job = { archive: bytes, format: 'rpm' as const };
  const { entries } = await listWithSevenZip(job);
  const payload = (await readWithSevenZip(job, entries, new Set([0]), LAYER_BYTES)).get(0);
  if (payload === undefined) throw new ContentFault('it is damaged');
  const format = detectCompressed(payload, entries[0]?.path ?? '');
  const content = format === undefined ? payload : (await unpackCompressed(payload, format, LAYER_BYTES)).content;
  return openStored('rpm', readCpio(content), settings, format === undefined ? [] : [format]);
}

/** 7-Zip takes names of no stated charset for those of its own machine, so they are read here. */
async function withCabNames(
  bytes: Uint8Array,
  entries: readonly ArchiveEntry[],
  charset: string,
): Promise<readonly ArchiveEntry[]> {
  const files = cabFiles(bytes);
  const isSame = files.length === entries.length && files.every((file, i) => file.bytes === (entries[i]?.bytes ?? 0));
  if (!isSame) return entries;
  const names = await readUnmarkedTexts(
    files.map(({ rawPath }) => rawPath),
    charset,
    'windows-1252',
  );
  return entries.map((entry, i) => ({ ...entry, path: (names[i] ?? entry.path).replaceAll('\\', '/') }));
}

async function openWithSevenZip(
  bytes: Uint8Array,
  format: SevenZipFormat,
  { password, charset, volumes }: InnerSettings,
  layers: readonly CompressedFormat[],
): Promise<OpenArchive> {
  const job = { archive: bytes, format, password, volumes };
  const listing = await listWithSevenZip(job);
  const { properties, warnings } = listing;
  const entries = format === 'cab' ? await withCabNames(bytes, listing.entries, charset) : listing.entries;
  const read = async (wanted: ReadonlySet<number>, mostBytes: number): Promise<Map<number, Uint8Array>> => {
    let stated = 0;
    for (const { bytes: size = 0 } of entries) stated += size;
    if (stated > SEVEN_ZIP_BYTES)
      throw new LimitFault(`it must unpack to at most ${SEVEN_ZIP_BYTES} bytes in all, got ${stated}`, SEVEN_ZIP_BYTES);
    if (password === '' && [...wanted].some((index) => entries[index]?.encrypted)) throw passwordFault('missing');
    return readWithSevenZip(job, entries, wanted, mostBytes);
  };
  return {
    format: format === 'rar5' ? 'rar' : format,
    layers,
    entries,
    comment: properties.get('Comment') ?? '',
    solid: properties.get('Solid') === '+',
    warnings,
    problems: new Map(),
    read,
  };
}
