/** The filter of system calls, put on by a program of the test: `setpriv` does it only since util-linux 2.41. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { hasProgram } from '../testing/programs.js';

import { FILTERED_ARCHITECTURES, seccompFilter } from './seccomp.js';

const folder = mkdtempSync(join(tmpdir(), 'seccomp-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Sets the filter as seccomp(2) says, then runs the rest of its words. */
const LOADER = `
import ctypes, os, sys
class Program(ctypes.Structure):
    _fields_ = [("len", ctypes.c_ushort), ("filter", ctypes.c_char_p)]
libc = ctypes.CDLL(None, use_errno=True)
code = open(sys.argv[1], "rb").read()
program = Program(len(code) // 8, code)
if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, ctypes.byref(program)) != 0:
    sys.exit("no filter: %d" % ctypes.get_errno())
os.execvp(sys.argv[2], sys.argv[2:])
`;

/** Runs a program behind the filter of this machine. */
function filtered(mayMakeNamespaces: boolean, ...words: readonly string[]) {
  const architecture = FILTERED_ARCHITECTURES.find((known) => known === process.arch);
  if (architecture === undefined) throw new Error('no filter for this machine');
  const file = join(folder, `${mayMakeNamespaces}.bpf`);
  writeFileSync(file, seccompFilter(architecture, mayMakeNamespaces));
  return spawnSync('python3', ['-c', LOADER, file, ...words], { encoding: 'utf8', timeout: 60_000 });
}

/** Makes calls by their numbers and prints what they fail with. Arguments are such that none does anything. */
const CALLS = `
import ctypes, os, platform
libc = ctypes.CDLL(None, use_errno=True)
def call(*words):
    ctypes.set_errno(0)
    libc.syscall(*words)
    return ctypes.get_errno()
x64 = platform.machine() == "x86_64"
print(call(101 if x64 else 117, 12345, 0, 0, 0), call(321 if x64 else 280, 99, 0, 0), call(425, 0, 0), call(308 if x64 else 268, -1, 0))
print(call(272 if x64 else 97, 0), call(435, 0, 0), call(56 if x64 else 220, 0x10000000 | 17, 0, 0, 0, 0))
`;

const isHere =
  FILTERED_ARCHITECTURES.some((known) => known === process.arch) &&
  hasProgram('python3', ['--version'], 'the filter of system calls');

describe.runIf(isHere)('the filter of system calls', () => {
  const [EPERM, EINVAL, ENOSYS] = [1, 22, 38];

  it('refuses to trace, to load programs into the kernel, to queue calls, to enter and to make namespaces', () => {
    const { stdout, stderr } = filtered(false, 'python3', '-c', CALLS);
    expect(stderr).toBe('');
    expect(stdout).toBe(`${EPERM} ${EPERM} ${EPERM} ${EPERM}\n${EPERM} ${ENOSYS} ${EPERM}\n`);
  });

  it('lets a browser make namespaces for its own sandbox', () => {
    const [first, second = ''] = filtered(
      true,
      'python3',
      '-c',
      `${CALLS.replaceAll('0x10000000 | 17', '0x10000000 | 0x200')}`,
    ).stdout.split('\n');
    expect(first).toBe(`${EPERM} ${EPERM} ${EPERM} ${EPERM}`);
    // Called wrongly on purpose, so that nothing is made: what answers is the kernel, not the filter.
    expect(second).toBe(`0 ${EINVAL} ${EINVAL}`);
  });

  it('is no hindrance to Node, its threads and its programs', () => {
    const script =
      'new Worker("setTimeout(() => parentPort.postMessage(require(\'child_process\').execSync(\'echo done\').toString()), 1)".replace("parentPort", "require(\'worker_threads\').parentPort"), { eval: true }).on("message", (m) => process.stdout.write(m))';
    const { stdout, stderr } = filtered(
      false,
      process.execPath,
      '-e',
      `const { Worker } = require('worker_threads'); ${script}`,
    );
    expect([stdout, stderr]).toEqual(['done\n', '']);
  });
});

it('ends in a word for everything that is not refused', () => {
  for (const architecture of FILTERED_ARCHITECTURES) {
    const bytes = Buffer.from(seccompFilter(architecture, false));
    expect(bytes.length % 8).toBe(0);
    expect(bytes.readUInt32LE(bytes.length - 4)).toBe(0x7fff0000);
    // Jumps of a filter reach 255 instructions at most, and a program has at most 4,096 (linux/filter.h).
    expect(bytes.length / 8).toBeLessThan(255);
  }
});
