/** What this machine lacks for some tests: told once, at the end of the run. Printed where it is found, it would be lost among results. */

import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { projectRoot } from '../core/project-files.js';

/** Processes that run tests write to one file, named by this variable. */
const VARIABLE = 'UNTESTED_FILE';

/** Notes that tests are skipped: what is missing, and what stays untested without it. */
export function noteUntested(missing: string, untested: string): void {
  const file = process.env[VARIABLE];
  if (file !== undefined) appendFileSync(file, `without ${missing}: ${untested}\n`);
}

/** A folder that the processes of this run of the tests share; none where nothing collects notes. */
export function runFolder(): string | undefined {
  const notes = process.env[VARIABLE];
  return notes === undefined ? undefined : dirname(notes);
}

/** A path below `../shared`, which a clone does not have; where it is missing, what that leaves untested is noted. */
export function sharedPath(path: string, untested: string): string {
  const found = join(projectRoot, '../shared', path);
  if (!existsSync(found)) noteUntested(`../shared/${path}`, untested);
  return found;
}

/** Begins to collect notes; what it returns prints them and ends that. */
export function collectUntested(): () => void {
  const file = join(mkdtempSync(join(tmpdir(), 'untested-')), 'notes');
  process.env[VARIABLE] = file;
  return () => {
    const notes = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    const distinct = [...new Set(notes.filter((note) => note !== ''))].sort();
    process.stdout.write(
      distinct.length === 0
        ? '\nNothing was skipped for want of a program or a file.\n'
        : `\nSkipped:\n  ${distinct.join('\n  ')}\n`,
    );
    rmSync(dirname(file), { recursive: true, force: true });
  };
}
