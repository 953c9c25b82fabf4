import type { NewEntry } from '../lib/archives/entry.js';
import { startSevenZip } from './seven-zip.js';

/**
 * A dictionary of 16 MiB packs 20 MiB as well as a larger one, and fits into the memory of a process. Blocks of bzip2 are as its own
 * levels have them, packed once: 7-Zip would try up to ten times.
 */
const METHODS = {
  xz: () => ['-m0=lzma2', '-md=16m'],
  '7z': () => ['-m0=lzma2', '-md=16m'],
  bzip2: (level: number) => [`-md=${level}00k`, '-mpass=1'],
} as const;

type SevenZip = Awaited<ReturnType<typeof startSevenZip>>;

const silent = (): void => undefined;

/** One file as xz or bzip2, `level` 1 to 9, in an instance of its own. The same bytes give the same result. */
export async function packWithSevenZip(bytes: Uint8Array, format: 'xz' | 'bzip2', level: number): Promise<Uint8Array> {
  const engine = await startSevenZip(silent, silent);
  engine.FS.writeFile('/in', bytes);
  return packed(engine, format, level, [], '/in');
}

interface SevenZipSettings {
  /** 1 to 9. */
  readonly level: number;
  /** Without NUL; empty for none. */
  readonly password: string;
  readonly encryptsNames: boolean;
}

/** What the types of the package leave out. */
interface Links {
  readonly symlink: (target: string, path: string) => void;
  readonly lookupPath: (
    path: string,
    options: { readonly follow: boolean },
  ) => { readonly node: Record<string, unknown> };
}

/**
 * A 7z archive of entries with distinct paths, the folders of each made first, in an instance of its own. The order is 7-Zip's. The same
 * entries give the same bytes, unless there is a password.
 */
export async function packFolder(
  entries: readonly NewEntry[],
  { level, password, encryptsNames }: SevenZipSettings,
): Promise<Uint8Array> {
  const engine = await startSevenZip(silent, silent);
  const { FS: disk } = engine;
  const links = disk as unknown as Links;
  disk.mkdir('/pack');
  const made = new Set<string>();
  for (const { path, kind, bytes, target = '' } of entries) {
    const parts = path.split('/');
    for (let depth = 1; depth <= parts.length - (kind === 'folder' ? 0 : 1); depth += 1) {
      const folder = parts.slice(0, depth).join('/');
      if (made.has(folder)) continue;
      made.add(folder);
      disk.mkdir(`/pack/${folder}`);
    }
    if (kind === 'file') disk.writeFile(`/pack/${path}`, bytes);
    else if (kind === 'link') links.symlink(target, `/pack/${path}`);
  }
  const named = new Set(entries.map(({ path }) => path));
  // Dates come last: writing into a folder gives it another one.
  for (const { path, kind, mode, modified } of entries) setFacts(links, `/pack/${path}`, kind, mode, modified);
  const usual = Math.min(...entries.map(({ modified }) => modified));
  for (const folder of made) if (!named.has(folder)) setFacts(links, `/pack/${folder}`, 'folder', 0o755, usual);
  disk.chdir('/pack');
  const secrets = password === '' ? [] : [`-p${password}`, `-mhe=${encryptsNames ? 'on' : 'off'}`];
  return packed(engine, '7z', level, ['-snl', '-mtc=off', '-mta=off', ...secrets], '.');
}

/** `utime` of the file system here follows links and leaves their own date at the time of the run. */
function setFacts(links: Links, path: string, kind: NewEntry['kind'], mode: number, modified: number): void {
  const { node } = links.lookupPath(path, { follow: false });
  node.mtime = modified * 1000;
  node.timestamp = modified * 1000;
  if (kind !== 'link') node.mode = (Number(node.mode) & ~0o777) | mode;
}

function packed(
  engine: SevenZip,
  format: keyof typeof METHODS,
  level: number,
  switches: readonly string[],
  what: string,
): Uint8Array {
  // It sets the exit code of the whole process, which is not its own here.
  const { exitCode } = process;
  try {
    (engine.callMain as (list: string[]) => number)([
      'a',
      `-t${format}`,
      `-mx=${level}`,
      ...METHODS[format](level),
      '-mmt=1',
      ...switches,
      '--',
      `/out.${format}`,
      what,
    ]);
  } finally {
    process.exitCode = exitCode;
  }
  return engine.FS.readFile(`/out.${format}`);
}
