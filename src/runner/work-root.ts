import {
  closeSync,
  constants,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
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
      removeOwn(join(parent, name));
    } catch {
      // It cannot be removed now: no reason not to start.
    }
  }
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-${startOf(process.pid)}-`));
}

/**
 * Removes a folder that only this account can have made and filled: its own, closed to all others. Names in a folder that all
 * share can be swapped for a link at any moment, so the folder is opened, judged by its descriptor and emptied through that; its name
 * is used once more for `rmdir`, which takes no link and nothing that is not empty. Without /proc it is left to the system.
 */
function removeOwn(path: string): void {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  const descriptor = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    const { uid, mode } = fstatSync(descriptor);
    if (uid !== process.getuid?.() || (mode & 0o077) !== 0) return;
    const inside = `/proc/self/fd/${descriptor}`;
    for (const name of readdirSync(inside)) rmSync(join(inside, name), { recursive: true, force: true });
    rmdirSync(path);
  } finally {
    closeSync(descriptor);
  }
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
