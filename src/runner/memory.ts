import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of a process in bytes; `undefined` when it is gone or the machine has no /proc. */
export const residentBytes = (pid: number): number | undefined => statusOf(pid)?.resident;

/**
 * The same with the programs it has started: of those what they do not share with files, since the same program many times over
 * is in memory once.
 */
export function residentBytesOfTree(pid: number): number | undefined {
  const own = statusOf(pid)?.resident;
  if (own === undefined) return undefined;
  let bytes = own;
  const waiting = childrenOf(pid);
  for (
    let child = waiting.pop(), seen = 0;
    child !== undefined && seen < MAX_CHILDREN;
    child = waiting.pop(), seen += 1
  ) {
    bytes += statusOf(child)?.unshared ?? 0;
    waiting.push(...childrenOf(child));
  }
  return bytes;
}

/** Most processes of a run that are looked at. */
const MAX_CHILDREN = 500;

function statusOf(pid: number): { readonly resident: number; readonly unshared: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0);
    return { resident: kibibytes('VmRSS') * 1024, unshared: (kibibytes('RssAnon') + kibibytes('RssShmem')) * 1024 };
  } catch {
    // The process has ended, or this is not Linux: there is nothing to watch.
    return undefined;
  }
}

/** Processes that threads of a process have started. A kernel that does not list them (CONFIG_PROC_CHILDREN) shows none. */
function childrenOf(pid: number): number[] {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    return tasks.flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}
