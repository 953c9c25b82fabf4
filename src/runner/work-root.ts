import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'tool-execution-api-';

/**
 * Makes the folder below which tool processes have theirs, and removes those of servers that were killed and could not.
 * The name carries the server's process id, so that a living server's folder is never touched.
 */
export function makeWorkRoot(): string {
  const parent = tmpdir();
  for (const name of readdirSync(parent)) {
    const owner = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : Number.NaN;
    if (!Number.isInteger(owner) || isAlive(owner)) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but is somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
