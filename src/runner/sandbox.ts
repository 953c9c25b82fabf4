import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { projectRoot } from '../core/project-files.js';
import type { Settings } from '../core/tool.js';

/**
 * What a tool process may do beyond computing. `plain`: nothing; `programs`: start programs; `network`: open connections.
 * A process has one profile for its whole life, because its walls are raised when it starts.
 */
export type Profile = 'plain' | 'programs' | 'network';

/** One wall around a tool process: a program that sets a limit on itself and becomes the next program of the line. */
interface Wall {
  readonly name: string;
  readonly promise: string;
  readonly command: readonly string[];
  readonly profiles: readonly Profile[];
}

/** Memory that a process may make writable, whatever the tool: the watchdog's limits are lower. Chosen above 2 GiB of work plus V8's own. */
const DATA_BYTES = 5 * 2 ** 30;
/** Largest single file below the scratch folder. */
const FILE_BYTES = 512 * 2 ** 20;
const OPEN_FILES = 512;

const WALLS: readonly Wall[] = [
  {
    name: 'prlimit',
    promise: 'bounds on memory, file size, open files and core dumps',
    command: ['prlimit', `--data=${DATA_BYTES}`, `--fsize=${FILE_BYTES}`, `--nofile=${OPEN_FILES}`, '--core=0'],
    profiles: ['plain', 'programs', 'network'],
  },
  {
    name: 'unshare',
    promise: 'no network',
    command: ['unshare', '--map-root-user', '--net'],
    profiles: ['plain', 'programs'],
  },
  {
    name: 'setpriv',
    promise: 'no privileges to gain, death with the server',
    command: ['setpriv', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--pdeathsig', 'KILL'],
    profiles: ['plain', 'programs', 'network'],
  },
];

/** The walls that this machine has, probed once. */
export interface Sandbox {
  readonly present: readonly string[];
  readonly missing: readonly { readonly name: string; readonly promise: string }[];
  /** The program and arguments that start `entry` as a tool process. */
  readonly commandLine: (profile: Profile, entry: string, workFolder: string) => readonly [string, ...string[]];
}

/** Tries each wall on a program that does nothing. Takes a few milliseconds; nothing here is required. */
export function probeSandbox(settings: Settings): Sandbox {
  const present = worksTogether(WALLS) ? WALLS : WALLS.filter((wall) => worksTogether([wall]));
  const missing = WALLS.filter((wall) => !present.includes(wall));
  const readable = readableFolders(settings);
  return {
    present: present.map(({ name }) => name),
    missing: missing.map(({ name, promise }) => ({ name, promise })),
    commandLine(profile, entry, workFolder) {
      const walls = present.filter((wall) => wall.profiles.includes(profile)).flatMap((wall) => wall.command);
      const node = [process.execPath, ...nodeFlags(profile, [dirname(dirname(entry)), ...readable], workFolder), entry];
      // `node` is never empty, so the first word exists.
      return [...walls, ...node] as unknown as [string, ...string[]];
    },
  };
}

function worksTogether(walls: readonly Wall[]): boolean {
  const [program, ...args] = [...walls.flatMap((wall) => wall.command), 'true'];
  if (program === undefined) return true;
  return spawnSync(program, args, { stdio: 'ignore', timeout: 5000 }).status === 0;
}

/** Node 22.13 and later know the final name of the flag. */
const PERMISSION_FLAG = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

const HEAP_MEGABYTES = 2048;
/**
 * Room for what is young. With the 16 of Node, a parser's result outgrows it and is copied while it is built: reading 1.7 MB of JSON
 * took 36 ms of processor time, with 32 it takes 17, with 64 it takes 13.
 */
const YOUNG_MEGABYTES = 32;

function nodeFlags(profile: Profile, readable: readonly string[], workFolder: string): string[] {
  return [
    PERMISSION_FLAG,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    ...readable.map((folder) => `--allow-fs-read=${folder}/*`),
    `--allow-fs-read=${join(projectRoot, 'package.json')}`,
    `--allow-fs-read=${workFolder}/*`,
    `--allow-fs-write=${workFolder}/*`,
    '--allow-addons',
    '--allow-worker',
    ...(profile === 'programs' ? ['--allow-child-process'] : []),
    ...(process.allowedNodeEnvironmentFlags.has('--allow-net') && profile === 'network' ? ['--allow-net'] : []),
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    `--max-semi-space-size=${YOUNG_MEGABYTES}`,
  ];
}

/** Folders with the code of packages, wherever npm has put them, and what the operator has named. */
function readableFolders(settings: Settings): string[] {
  const folders: string[] = [];
  for (let folder = projectRoot; ; folder = dirname(folder)) {
    const packages = join(folder, 'node_modules');
    if (existsSync(packages)) folders.push(packages);
    if (dirname(folder) === folder) break;
  }
  if (settings.modelDir !== undefined) folders.push(settings.modelDir);
  return folders;
}
