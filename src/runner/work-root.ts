import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'tool-execution-api-';
/** Process id and start, then what makes the name unique. */
const OWNED = new RegExp(`^${PREFIX}(\\d+)-([\\da-z]*)-`);

/** How long until a folder that could not be removed is tried again. */
const RETRY_MS = 1000;

/**
 * Makes the folder below which tool processes have theirs, and removes those of servers that were killed and could not.
 * The name carries the server's process id and start, so that a living server's folder is never touched, and that of a dead one is
 * known for what it is though another process has its id by now: in a container every start has the same. The names here and below are
 * short: a browser puts a Unix socket into the folder of its run, and the path of one has at most 107 bytes (unix(7)).
 */
export function makeWorkRoot(): string {
  const parent = tmpdir();
  for (const name of readdirSync(parent)) {
    const [, pid, start] = OWNED.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid), start)) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // Another user's, in a folder that all share: not ours to remove, and no reason not to start.
    }
  }
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-${startOf(process.pid)}-`));
}

/** Removes a folder: now, or where the system has no descriptor or memory for it, as soon as it has. Never rejects. */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    setTimeout(() => void removeFolder(path), RETRY_MS).unref();
  }
}

/** When a process started, in ticks since the boot, in base 36: proc(5). Empty when it is gone or the machine has no /proc. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]).toString(36);
  } catch {
    return '';
  }
}

function isAlive(pid: number, start: string | undefined): boolean {
  if (startOf(pid) !== start) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but is somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
