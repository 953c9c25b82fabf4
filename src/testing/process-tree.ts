/** What Linux says of a process and those it has started: for tests, checks and benchmarks that look at a service from outside. */

import { readdirSync, readFileSync } from 'node:fs';

/** A process at one moment. */
export interface ProcessState {
  readonly pid: number;
  readonly parent: number;
  /** `R`, `S`, `D`, or `Z` for one that has ended and was not waited for. */
  readonly state: string;
  /** Seconds of processor time so far, counted by the kernel in steps of 10 ms. */
  readonly cpuSeconds: number;
  readonly residentMib: number;
  /** The most memory it ever had; 0 for one that has ended. */
  readonly peakMib: number;
}

const CLOCK_TICKS = 100;

/** The process and all below it, itself first; empty when it is gone. */
export function processTree(pid: number): ProcessState[] {
  const all = new Map<number, ProcessState>();
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? readProcess(Number(name)) : undefined;
    if (found !== undefined) all.set(found.pid, found);
  }
  const root = all.get(pid);
  const tree = root === undefined ? [] : [root];
  for (const member of tree) for (const child of all.values()) if (child.parent === member.pid) tree.push(child);
  return tree;
}

/** Open file descriptors of a process. */
export const openFiles = (pid: number | 'self'): number => readdirSync(`/proc/${pid}/fd`).length;

/** Its command line, words separated by spaces; empty when it is gone. */
export const commandLine = (pid: number): string => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

function readProcess(pid: number): ProcessState | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === '') return undefined;
  // Behind the name, which stands in parentheses and may hold anything: proc(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const status = read(`/proc/${pid}/status`);
  const mib = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return {
    pid,
    parent: Number(fields[1]),
    state: fields[0] ?? '',
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS,
    residentMib: mib('VmRSS'),
    peakMib: mib('VmHWM'),
  };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // Ended since it was listed.
    return '';
  }
}
