import { spawnSync } from 'node:child_process';

import { builtFile } from './project-files.js';

/** The filter of system calls for tool processes of a profile, below `dist/`. */
export const filterFile = (architecture: string, profile: 'plain' | 'programs' | 'network'): string =>
  `seccomp/${architecture}-${profile}.bpf`;

/**
 * What can keep a program from every network, loopback too, best first: user and network namespaces of its own, as nobody, because
 * Chromium does not raise its sandbox for root; or, where the kernel grants no namespaces, as to most containers, a filter that gives it
 * no sockets but Unix ones (util-linux 2.41).
 */
export const NETWORK_WALLS = {
  unshare: ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--net'],
  seccomp: ['setpriv', '--no-new-privs', '--seccomp-filter', builtFile(filterFile(process.arch, 'programs'))],
} as const;

/**
 * The start of a command line whose program has no network, or `undefined` where nothing would keep it from one. Tried as the engines do
 * it: by a shell that looks for programs in the usual places. Only Linux has such walls; elsewhere the start is empty.
 */
export function findNetworkWall(env: Readonly<Record<string, string | undefined>>): readonly string[] | undefined {
  if (process.platform !== 'linux') return [];
  return Object.values(NETWORK_WALLS).find((wall) => {
    const trial = ['-c', 'exec "$@"', 'sh', ...wall, 'true'];
    return spawnSync('/bin/sh', trial, { stdio: 'ignore', timeout: 5000, env: { PATH: env.PATH } }).status === 0;
  });
}

let found: readonly string[] | undefined;

/** The same for the programs that this process starts. The service lists no tool that starts one where there is no such wall. */
export function networkWall(): readonly string[] {
  found ??= findNetworkWall(process.env);
  if (found === undefined) throw new Error('Nothing here keeps a program from the network');
  return found;
}
