import { readFileSync } from 'node:fs';

/** 4096 on x86-64; 16 KiB and 64 KiB pages on some ARM kernels would only make the watchdog stricter by that factor. */
const PAGE_BYTES = 4096;

/** Resident memory of a process in bytes; `undefined` when it is gone or the machine has no /proc. */
export function residentBytes(pid: number): number | undefined {
  try {
    const pages = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1];
    return pages === undefined ? undefined : Number(pages) * PAGE_BYTES;
  } catch {
    // The process has ended, or this is not Linux: there is nothing to watch.
    return undefined;
  }
}
