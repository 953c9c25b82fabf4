import { readdirSync, readFileSync } from 'node:fs';

/** What a process and those below it use. */
export interface Usage {
  /**
   * Resident memory in bytes. What is mapped from files is counted once, at its largest: the same program many times over is in
   * memory once.
   */
  readonly bytes: number;
  readonly processes: number;
}

/** Most processes that are looked at; a tree that has more is far over any limit. */
const MAX_LOOKS = 1000;

/**
 * Of a process and all that it has started; `undefined` when it is gone or the machine has no /proc. Each thread has a list of what it
 * has started: reading those of Node's eleven is most of the work, so without `ofAllThreads` only that of the first is read.
 */
export function usageOfTree(pid: number, ofAllThreads: boolean): Usage | undefined {
  let processes = 0;
  let unshared = 0;
  let fromFiles = 0;
  const waiting = [pid];
  for (let next = waiting.pop(); next !== undefined && processes < MAX_LOOKS; next = waiting.pop()) {
    const memory = memoryOf(next);
    if (memory === undefined) continue;
    processes += 1;
    unshared += memory.unshared;
    fromFiles = Math.max(fromFiles, memory.fromFiles);
    waiting.push(...childrenOf(next, ofAllThreads));
  }
  return processes === 0 ? undefined : { bytes: unshared + fromFiles, processes };
}

function memoryOf(pid: number): { readonly unshared: number; readonly fromFiles: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const bytes = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0);
    return { unshared: bytes('RssAnon') + bytes('RssShmem'), fromFiles: bytes('RssFile') };
  } catch {
    // The process has ended, or this is not Linux: there is nothing to watch.
    return undefined;
  }
}

/** Processes that threads of a process have started. A kernel that does not list them (CONFIG_PROC_CHILDREN) shows none. */
function childrenOf(pid: number, ofAllThreads: boolean): number[] {
  try {
    const tasks = ofAllThreads ? readdirSync(`/proc/${pid}/task`) : [pid];
    return tasks.flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}
