/** What a server removes when it starts, in a folder that all accounts share. */

import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { makeWorkRoot } from './work-root.js';

/** Of no process: Linux gives no id above 4,194,304 (proc(5), pid_max). */
const DEAD = 'tool-execution-api-4200000-abc-';

let shared: string;
let before: string | undefined;
beforeEach(() => {
  shared = mkdtempSync(join(tmpdir(), 'work-root-test-'));
  before = process.env.TMPDIR;
  process.env.TMPDIR = shared;
});
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(shared, { recursive: true, force: true });
});

/** A folder with a file in a folder. */
function filled(path: string, mode = 0o700): string {
  mkdirSync(join(path, 'p1'), { recursive: true });
  writeFileSync(join(path, 'p1', 'left.pdf'), 'left');
  chmodSync(path, mode);
  return path;
}

describe.runIf(process.platform === 'linux')('at the start of a server', () => {
  it('the folder of a server that was killed is removed, with its links but not what they lead to', () => {
    const dead = filled(join(shared, `${DEAD}a`));
    const outside = filled(join(shared, 'outside'));
    symlinkSync(outside, join(dead, 'link'));
    symlinkSync(outside, join(dead, 'p1', 'link'));
    const root = makeWorkRoot();
    expect(readdirSync(shared).sort()).toEqual(['outside', root.slice(shared.length + 1)].sort());
    expect(existsSync(join(outside, 'p1', 'left.pdf'))).toBe(true);
  });

  it('a link in the place of such a folder is left, and so is what it leads to', () => {
    const outside = filled(join(shared, 'outside'));
    symlinkSync(outside, join(shared, `${DEAD}a`));
    makeWorkRoot();
    expect(existsSync(join(outside, 'p1', 'left.pdf'))).toBe(true);
  });

  it('a folder that others may write to is left: it need not be ours', () => {
    const open = filled(join(shared, `${DEAD}a`), 0o777);
    makeWorkRoot();
    expect(existsSync(join(open, 'p1', 'left.pdf'))).toBe(true);
  });

  it.runIf(process.getuid?.() === 0)('a folder of another account is left', () => {
    const foreign = filled(join(shared, `${DEAD}a`));
    chownSync(foreign, 65_534, 65_534);
    makeWorkRoot();
    expect(existsSync(join(foreign, 'p1', 'left.pdf'))).toBe(true);
  });

  it('the folder of a server that runs is left', () => {
    const root = makeWorkRoot();
    makeWorkRoot();
    expect(existsSync(root)).toBe(true);
  });
});
