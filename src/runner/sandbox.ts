import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { release, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { filterFile } from '../core/network-wall.js';
import { builtFile, projectRoot } from '../core/project-files.js';
import type { Settings } from '../core/tool.js';

import { isExecutable } from './installed-programs.js';
import { type FileNeeds, landlockCommand } from './landlock.js';
import type { Profile } from './profile.js';
import { FILTERED_ARCHITECTURES } from './seccomp.js';

/** One wall around a tool process: a program that sets a limit on itself and becomes the next program of the line. */
interface Wall {
  readonly name: string;
  readonly promise: string;
  readonly command: (needs: FileNeeds) => readonly string[];
  /** Whether its promise is kept all the same where it cannot stand: by walls that do. */
  readonly isHeldBy?: (present: readonly string[]) => boolean;
  /** Whether the kernel keeps to it for this account, where its program would set it without effect or to harm. */
  readonly isOfUse?: (around: readonly Wall[]) => boolean;
}

const USER_NAMESPACE = 'unshare';
/** The wall that a first process of its own comes with. */
const PROCESS_NAMESPACE = 'pid-namespace';

/** Memory that a process may make writable, whatever the tool: the watchdog's limits are lower. Chosen above 2 GiB of work plus V8's own. */
const DATA_BYTES = 5 * 2 ** 30;
/** Largest single file below the scratch folder. */
const FILE_BYTES = 512 * 2 ** 20;
const OPEN_FILES = 512;
/** Processes and threads: Chromium with several pages has about 300, Node with its helpers 11 and a thread for each worker. */
const MAX_THREADS = 1024;

/**
 * Since Linux 5.14 a user namespace has a count of its own; before, and without one, this would be the bound on all that the account
 * runs. The kernel never holds root to it: there the watchdog counts alone (`ProcessPool`).
 */
function countsThreadsByNamespace(around: readonly Wall[]): boolean {
  if (!around.some(({ name }) => name === USER_NAMESPACE)) return false;
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return (major > 5 || (major === 5 && minor >= 14)) && process.getuid?.() !== 0;
}

/** Whether the server itself has none to hand down: capabilities(7). */
function hasNoCapabilities(): boolean {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return ['CapInh', 'CapPrm', 'CapAmb'].every((set) => new RegExp(`^${set}:\\t0+$`, 'm').test(status));
  } catch {
    // Not Linux, or no `/proc`.
    return false;
  }
}

const WALLS: readonly Wall[] = [
  {
    name: 'prlimit',
    promise: 'bounds on memory, file size, open files and core dumps',
    command: () => ['prlimit', `--data=${DATA_BYTES}`, `--fsize=${FILE_BYTES}`, `--nofile=${OPEN_FILES}`, '--core=0'],
  },
  {
    name: 'choom',
    promise: 'being ended before the server when memory runs out',
    command: () => ['choom', '-n', '1000', '--'],
  },
  {
    name: 'setpriv',
    promise: 'no privileges to gain, death with the server',
    command: () => ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL'],
  },
  {
    name: USER_NAMESPACE,
    promise: 'no network, no look into other processes',
    isHeldBy: (present) => present.includes('seccomp') && present.includes('landlock'),
    // As nobody: programs with walls of their own, such as Chromium, do not raise them for root. The capabilities that come with the new
    // namespace are kept until the wall below has taken them away for good.
    command: ({ profile }) => [
      ...['unshare', '--map-user=65534', '--map-group=65534', '--keep-caps'],
      ...(profile === 'network' ? [] : ['--net']),
    ],
  },
  {
    name: PROCESS_NAMESPACE,
    promise: 'no signal or shared memory to other processes, none of its own that outlives the run',
    command: () => ['unshare', '--pid', '--ipc', '--fork', '--kill-child=KILL'],
  },
  {
    name: 'nproc',
    promise: 'a bound on processes and threads by the kernel',
    command: () => ['prlimit', `--nproc=${MAX_THREADS}`],
    isOfUse: countsThreadsByNamespace,
  },
  {
    name: 'capabilities',
    promise: 'no capabilities',
    command: () => ['setpriv', '--ambient-caps=-all', '--inh-caps=-all', '--bounding-set=-all'],
    // Who has none may not give up what others could gain, and can gain none.
    isHeldBy: (present) => present.includes('setpriv') && hasNoCapabilities(),
  },
  {
    name: 'seccomp',
    promise: 'no system calls that change the machine or open doors into the kernel, no network',
    command: ({ profile }) => [
      ...['setpriv', '--no-new-privs', '--seccomp-filter'],
      builtFile(filterFile(process.arch, profile)),
    ],
    isOfUse: () => FILTERED_ARCHITECTURES.some((known) => known === process.arch),
  },
  {
    name: 'landlock',
    promise: 'no files but its own, also for native code and programs',
    command: landlockCommand,
  },
];

/**
 * All that is in the environment of a tool process. glibc overwrites memory that native code takes and gives back: an addon that reads what
 * it has not written gets this byte, or its complement, instead of what the caller before has left. Elsewhere it means nothing.
 */
export const TOOL_ENVIRONMENT = { MALLOC_PERTURB_: '165' } as const;

/**
 * The first process of a namespace: what the programs of a tool leave behind becomes its child, and it waits for whatever child ends
 * while it waits for the tool process. Node would leave them as zombies. `env` takes away what the shell puts into the environment.
 */
const initOf = (environment: Readonly<Record<string, string>>): readonly string[] => [
  ...['sh', '-c', 'env -i "$@"; exit "$?"', 'sh'],
  ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
];

/** A process of Node's that is to stand behind the walls. */
export interface WalledProcess {
  readonly profile: Profile;
  /** The built file that it runs. */
  readonly entry: string;
  /** The one folder that it may write to, if any. */
  readonly workFolder: string | undefined;
  /** What it has besides the one variable of every such process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The walls that this machine has, probed once. */
export interface Sandbox {
  readonly present: readonly string[];
  /** Those that are not there and whose promise no other holds. */
  readonly missing: readonly { readonly name: string; readonly promise: string }[];
  /** The program and arguments that start it. */
  readonly commandLine: (process: WalledProcess) => readonly [string, ...string[]];
}

/** Tries the walls around a program that does nothing. Takes some milliseconds; nothing here is required. */
export function probeSandbox(settings: Settings): Sandbox {
  const code = readableFolders(settings);
  // For the trial any folder will do that is there for sure.
  const trial = { readable: code, workFolder: tmpdir(), settings };
  const plain = wallsThatStand({ profile: 'plain', ...trial }, WALLS);
  const standing = {
    plain,
    programs: wallsThatStand({ profile: 'programs', ...trial }, plain),
    network: wallsThatStand({ profile: 'network', ...trial }, plain),
  };
  const isEverywhere = (wall: Wall) => Object.values(standing).every((walls) => walls.includes(wall));
  const present = WALLS.filter(isEverywhere).map(({ name }) => name);
  const isHeld = ({ name, isHeldBy }: Wall) => present.includes(name) || isHeldBy?.(present) === true;
  return {
    present,
    missing: WALLS.filter((wall) => !isHeld(wall)).map(({ name, promise }) => ({ name, promise })),
    commandLine({ profile, entry, workFolder, environment = {} }) {
      const readable = [dirname(dirname(entry)), ...code];
      const needs = { profile, readable: [...readable, packageJson], workFolder, settings };
      const walls = standing[profile].flatMap((wall) => commandOf(wall, needs));
      const hasNamespace = standing[profile].some(({ name }) => name === PROCESS_NAMESPACE);
      const init = hasNamespace ? initOf({ ...TOOL_ENVIRONMENT, ...environment }) : [];
      const node = [process.execPath, ...nodeFlags(profile, readable, workFolder), entry];
      // `node` is never empty, so the first word exists.
      return [...walls, ...init, ...node] as unknown as [string, ...string[]];
    },
  };
}

/** The likely walls, where they work together for this profile; else as many of all as do, from the first on. */
function wallsThatStand(trial: FileNeeds, likely: readonly Wall[]): readonly Wall[] {
  const tried = likely.filter((wall) => wall.isOfUse?.(likely) !== false);
  if (workTogether(tried, trial)) return tried;
  let standing: readonly Wall[] = [];
  for (const wall of WALLS) {
    if (wall.isOfUse?.(standing) === false) continue;
    if (workTogether([...standing, wall], trial)) standing = [...standing, wall];
  }
  return standing;
}

/** Without an environment, as tool processes start. */
function workTogether(walls: readonly Wall[], trial: FileNeeds): boolean {
  const [program = '', ...args] = [...walls.flatMap((wall) => commandOf(wall, trial)), findProgram('true')];
  return spawnSync(program, args, { stdio: 'ignore', timeout: 5000, env: {} }).status === 0;
}

function commandOf(wall: Wall, needs: FileNeeds): string[] {
  const [program = '', ...args] = wall.command(needs);
  return [findProgram(program), ...args];
}

/** Where programs are looked for without a PATH: confstr(3), _CS_PATH. */
const USUAL_PLACES = '/bin:/usr/bin';

/** Where the server's PATH has a program, else its name alone. Tool processes have no PATH to look for it. */
function findProgram(name: string): string {
  const places = (process.env.PATH ?? USUAL_PLACES).split(delimiter).filter((place) => place !== '');
  return places.map((place) => join(place, name)).find(isExecutable) ?? name;
}

/** Node 22.13 and later know the final name of the flag. */
const PERMISSION_FLAG = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

const packageJson = join(projectRoot, 'package.json');
const HEAP_MEGABYTES = 2048;
/**
 * Room for what is young. With the 16 of Node, a parser's result outgrows it and is copied while it is built: reading 1.7 MB of JSON
 * took 36 ms of processor time, with 32 it takes 17, with 64 it takes 13.
 */
const YOUNG_MEGABYTES = 32;

function nodeFlags(profile: Profile, readable: readonly string[], workFolder: string | undefined): string[] {
  return [
    PERMISSION_FLAG,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    ...readable.map((folder) => `--allow-fs-read=${folder}/*`),
    `--allow-fs-read=${packageJson}`,
    ...(workFolder === undefined ? [] : [`--allow-fs-read=${workFolder}/*`, `--allow-fs-write=${workFolder}/*`]),
    '--allow-addons',
    '--allow-worker',
    ...(profile === 'programs' ? ['--allow-child-process'] : []),
    ...(process.allowedNodeEnvironmentFlags.has('--allow-net') && profile === 'network' ? ['--allow-net'] : []),
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    `--max-semi-space-size=${YOUNG_MEGABYTES}`,
  ];
}

/** Folders with the code of packages, wherever npm has put them, and what the operator has named; of a link its target too. */
function readableFolders(settings: Settings): string[] {
  const folders: string[] = [];
  for (let folder = projectRoot; ; folder = dirname(folder)) {
    const packages = join(folder, 'node_modules');
    if (existsSync(packages)) folders.push(packages);
    if (dirname(folder) === folder) break;
  }
  if (settings.modelDir !== undefined) folders.push(settings.modelDir);
  return [...new Set(folders.flatMap((folder) => (existsSync(folder) ? [folder, realpathSync(folder)] : [folder])))];
}
