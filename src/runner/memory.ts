import { readFileSync } from 'node:fs';

/** Resident memory of a process in bytes; `undefined` when it is gone or the machine has no /proc. */
export function residentBytes(pid: number): number | undefined {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    // The process has ended, or this is not Linux: there is nothing to watch.
    return undefined;
  }
}
