import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Settings } from '../core/tool.js';

import type { Profile } from './profile.js';

/** Which files a tool process needs. */
export interface FileNeeds {
  readonly profile: Profile;
  /** Folders and files with code and data of the service, as the permission flag of Node has them. */
  readonly readable: readonly string[];
  readonly workFolder: string | undefined;
  readonly settings: Settings;
}

/** Words of `setpriv --landlock-rule` (util-linux 2.40) for what Landlock tells apart (https://docs.kernel.org/userspace-api/landlock.html). */
const READ = 'read-file,read-dir';
const RUN = `execute,${READ}`;
/** Everything but running files and making devices. */
const WORK = `${READ},write-file,truncate,refer,make-reg,make-dir,make-sym,make-sock,make-fifo,remove-file,remove-dir`;

/** Programs and libraries of the system. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64'];
/** What C libraries, Node and V8 look at: their own process, cards and limits of the machine, chance. */
const MACHINE = ['/proc', '/sys', '/dev/urandom', '/dev/random', '/dev/zero'];
const LOADER = ['/etc/ld.so.cache', '/etc/ssl/openssl.cnf', '/etc/fonts', '/etc/localtime'];
/** Settings of programs, name servers, certificates. */
const CONFIGURATION = ['/etc', '/run/systemd/resolve', '/var/cache/fontconfig'];
/** Where programs are that no distribution has packed. */
const OTHER_PROGRAMS = ['/opt', '/snap', '/nix/store'];

/**
 * The command line that takes from the program after it every file but these, native code and started programs included. Landlock needs
 * no rights and no namespaces, so it holds in containers too. It hides no names: what a path is can be asked, its content not read.
 */
export function landlockCommand({ profile, readable, workFolder, settings }: FileNeeds): string[] {
  const rules = new Map<string, string>();
  const allow = (rights: string, paths: readonly string[]) => {
    for (const path of paths) if (existsSync(path)) rules.set(path, rights);
  };
  allow(RUN, SYSTEM);
  allow(READ, [...MACHINE, ...LOADER, ...readable]);
  if (profile !== 'plain') allow(READ, CONFIGURATION);
  if (profile === 'programs') {
    allow(RUN, [...OTHER_PROGRAMS, ...namedPrograms(settings)]);
    // Browsers write the ranges of their own user namespaces here, and share memory.
    allow(`${READ},write-file`, ['/proc']);
    allow(WORK, ['/dev/shm']);
    // LibreOffice listens for others of its profile on a socket that is always here.
    allow('make-sock,remove-file', ['/tmp']);
  }
  allow('execute,read-file', [realpathSync(process.execPath)]);
  allow('read-file,write-file', ['/dev/null']);
  if (workFolder !== undefined) allow(WORK, [workFolder]);
  return [
    ...['setpriv', '--no-new-privs', '--landlock-access', 'fs'],
    ...[...rules].flatMap(([path, rights]) => ['--landlock-rule', `path-beneath:${fitting(path, rights)}:${path}`]),
  ];
}

/** The programs that the operator has named; browsers and office programs with what lies beside them. */
function namedPrograms({ ffmpegPath, libreofficePath, chromiumPath }: Settings): string[] {
  const real = (path: string | undefined) => (path === undefined || !existsSync(path) ? [] : [realpathSync(path)]);
  // FFmpeg comes with ffprobe.
  const ffprobePath = ffmpegPath === undefined ? undefined : join(dirname(ffmpegPath), 'ffprobe');
  return [
    ...real(ffmpegPath),
    ...real(ffprobePath),
    ...[...real(libreofficePath), ...real(chromiumPath)].map((path) => dirname(path)),
  ];
}

/** The kernel refuses rights of folders on anything else. */
const FILE_RIGHTS = new Set(['execute', 'read-file', 'write-file', 'truncate']);

function fitting(path: string, rights: string): string {
  if (statSync(path).isDirectory()) return rights;
  return rights
    .split(',')
    .filter((right) => FILE_RIGHTS.has(right))
    .join(',');
}
