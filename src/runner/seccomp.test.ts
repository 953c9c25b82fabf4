/** The filter of system calls, put on by Python. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { behindFilter } from '../testing/call-filter.js';
import { hasProgram } from '../testing/programs.js';

import type { Profile } from './profile.js';
import { FILTERED_ARCHITECTURES, seccompFilter } from './seccomp.js';

const folder = mkdtempSync(join(tmpdir(), 'seccomp-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program behind the filter of this machine for tool processes of a profile. */
function filtered(profile: Profile, ...words: readonly string[]) {
  const [python = '', ...rest] = [...behindFilter(profile, folder), ...words];
  return spawnSync(python, rest, { encoding: 'utf8', timeout: 60_000 });
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
    const { stdout, stderr } = filtered('plain', 'python3', '-c', CALLS);
    expect(stderr).toBe('');
    expect(stdout).toBe(`${EPERM} ${EPERM} ${EPERM} ${EPERM}\n${EPERM} ${ENOSYS} ${EPERM}\n`);
  });

  it('lets a browser make namespaces for its own sandbox', () => {
    const [first, second = ''] = filtered(
      'programs',
      'python3',
      '-c',
      `${CALLS.replaceAll('0x10000000 | 17', '0x10000000 | 0x200')}`,
    ).stdout.split('\n');
    expect(first).toBe(`${EPERM} ${EPERM} ${EPERM} ${EPERM}`);
    // Called wrongly on purpose, so that nothing is made: what answers is the kernel, not the filter.
    expect(second).toBe(`0 ${EINVAL} ${EINVAL}`);
  });

  /** Opens a socket of each kind, of which Linux has some thirty, and prints what that fails with: 0 is an open one. */
  const SOCKETS = `
import socket
def opened(family, kind):
    try:
        socket.socket(family, kind).close()
        return 0
    except OSError as error:
        return error.errno
print(*[opened(family, kind) for family in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6) for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM)])
print(*{opened(family, kind) for family in range(2, 46) for kind in (1, 2, 3, 5)})
a, b = socket.socketpair()
a.send(b"pair")
print(b.recv(4).decode())
`;
  const EAFNOSUPPORT = 97;

  it.each(['plain', 'programs'] as const)('opens no sockets but Unix ones (%s)', (profile) => {
    const { stdout, stderr } = filtered(profile, 'python3', '-c', SOCKETS);
    expect(stderr).toBe('');
    const no = EAFNOSUPPORT;
    expect(stdout).toBe(`0 0 ${no} ${no} ${no} ${no}\n${no}\npair\n`);
  });

  it('lets network tools open connections', () => {
    expect(filtered('network', 'python3', '-c', SOCKETS).stdout).toMatch(/^0 0 0 0 /);
  });

  it('is no hindrance to Node, its threads and its programs', () => {
    const script =
      'new Worker("setTimeout(() => parentPort.postMessage(require(\'child_process\').execSync(\'echo done\').toString()), 1)".replace("parentPort", "require(\'worker_threads\').parentPort"), { eval: true }).on("message", (m) => process.stdout.write(m))';
    const { stdout, stderr } = filtered(
      'plain',
      process.execPath,
      '-e',
      `const { Worker } = require('worker_threads'); ${script}`,
    );
    expect([stdout, stderr]).toEqual(['done\n', '']);
  });
});

it('ends in a word for everything that is not refused', () => {
  for (const architecture of FILTERED_ARCHITECTURES) {
    const bytes = Buffer.from(seccompFilter(architecture, 'plain'));
    expect(bytes.length % 8).toBe(0);
    expect(bytes.readUInt32LE(bytes.length - 4)).toBe(0x7fff0000);
    // Jumps of a filter reach 255 instructions at most, and a program has at most 4,096 (linux/filter.h).
    expect(bytes.length / 8).toBeLessThan(255);
  }
});
