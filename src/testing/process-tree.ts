/** What a running service holds, as Linux shows it below /proc. */

import { readdirSync, readFileSync } from 'node:fs';

/** A page of memory on every machine that this is run on. */
const PAGE_BYTES = 4096;

/** The service's process and all below it, at one moment. */
export interface TreeState {
  readonly processes: number;
  /** Resident, together. */
  readonly memoryMebibytes: number;
  /** Open file descriptors of the service's own process. */
  readonly openFiles: number;
}

/** `undefined` for a process that is not there. */
export function treeState(root: number): TreeState | undefined {
  const known = listProcesses();
  if (!known.has(root)) return undefined;
  const isBelow = (pid: number): boolean => {
    for (let at = pid; at > 1; at = known.get(at)?.parent ?? 0) if (at === root) return true;
    return false;
  };
  const members = [...known].filter(([pid]) => isBelow(pid));
  const pages = members.reduce((sum, [, process]) => sum + process.pages, 0);
  return {
    processes: members.length,
    memoryMebibytes: Math.round((pages * PAGE_BYTES) / 2 ** 20),
    openFiles: readdirSync(`/proc/${root}/fd`).length,
  };
}

function listProcesses(): Map<number, { readonly parent: number; readonly pages: number }> {
  const processes = new Map<number, { readonly parent: number; readonly pages: number }>();
  for (const name of readdirSync('/proc').filter((item) => /^\d+$/.test(item))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      processes.set(Number(name), { parent: Number(fields[1]), pages: Number(fields[21]) });
    } catch {
      // The process has ended since it was listed.
    }
  }
  return processes;
}
