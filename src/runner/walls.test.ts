/**
 * The walls around a tool process that docs/security.md promises, each tried from inside by code that no flag of Node holds: native
 * code and started programs. Walls that this machine lacks are named in the output, with what that leaves open.
 */

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { callTool, textOf } from '../testing/http.js';
import { pngOf } from '../testing/pictures.js';
import { processTree } from '../testing/process-tree.js';
import { openTestService, type TestService } from '../testing/service.js';
import { noteUntested } from '../testing/untested.js';

import { NO_SETTINGS } from './execute.js';
import { probeSandbox } from './sandbox.js';

const sandbox = probeSandbox(NO_SETTINGS);
const { present, missing } = sandbox;
for (const { name, promise } of missing) noteUntested(`the wall ${name}`, promise);
const has = (wall: string): boolean => present.includes(wall);

/** Outside every folder that a tool process is given. */
const outside = mkdtempSync(join(tmpdir(), 'walls-test-'));
const secret = join(outside, 'secret.png');
const target = join(outside, 'written.png');

let service: TestService;
let listener: Server;
beforeAll(async () => {
  writeFileSync(secret, await pngOf(1, 1, () => [255, 255, 255]));
  service = await openTestService('hostile');
  listener = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await service.close();
  listener.close();
  rmSync(outside, { recursive: true, force: true });
});

async function peek(id: string, ...lines: readonly (string | number)[]): Promise<Record<string, string>> {
  const reply = await callTool(service.origin, id, { input: lines.join('\n') });
  expect(reply.status).toBe(200);
  return (reply.json as { result: { data: Record<string, string> } }).result.data;
}

describe('a tool process', () => {
  const MAX_FILE = 512 * 2 ** 20;

  it.runIf(has('prlimit'))('writes no file beyond 512 MiB and opens no more than 512', async () => {
    expect(await peek('exceed-bounds', MAX_FILE - 1)).toMatchObject({ write: 'allowed', open: 'EMFILE' });
    const { write, opened } = await peek('exceed-bounds', MAX_FILE);
    expect(write).toBe('EFBIG');
    expect(Number(opened)).toBeLessThan(512);
    expect(Number(opened)).toBeGreaterThan(400);
  });
});

/** So long that the test is over; a number that no other process has. */
const seconds = 1_000_000 + process.pid;
const sleeps = () =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandLineOf(name) === `sleep\0${seconds}\0`);

/** What Node's permission flag does not hold: a shell in the place of Node, behind the walls of a profile. */
describe.each(['plain', 'programs', 'network'] as const)('native code that took over a process (%s)', (profile) => {
  function shell(script: string) {
    const line = sandbox.commandLine({ profile, entry: join(outside, 'runner/main.js'), workFolder: outside });
    const [program = '', ...walls] = line.slice(0, line.indexOf(process.execPath));
    return spawnSync(program, [...walls, 'sh', '-c', script], { env: {}, encoding: 'utf8', timeout: 60_000 });
  }

  it.runIf(has('pid-namespace'))('has nobody to send a signal to', () => {
    expect(shell(`kill -0 ${process.pid} || echo refused`).stdout).toBe('refused\n');
  });

  it.runIf(has('pid-namespace'))('leaves no process behind, in a session of its own neither', () => {
    expect(shell(`setsid sleep ${seconds} > /dev/null 2>&1 & sleep 0.2; echo left`).stdout).toBe('left\n');
    expect(sleeps()).toEqual([]);
  });

  it.runIf(has('pid-namespace'))('sees no shared memory of others', () => {
    expect(shell('cat /proc/sysvipc/shm | wc -l').stdout.trim()).toBe('1');
  });

  it.runIf(has('nproc'))('starts no more than a thousand processes', () => {
    const many = 'i=0; while [ $i -lt 1500 ]; do i=$((i+1)); sleep 5 & done; echo "all of them"';
    expect(shell(many).stdout).not.toContain('all of them');
  });
});

describe('a tool without rights', () => {
  it.runIf(has('pid-namespace'))('has nobody to send a signal to', async () => {
    expect(await peek('signal', process.pid)).toEqual({ signal: 'refused' });
    expect(await peek('signal', process.ppid)).toEqual({ signal: 'refused' });
  });
});

describe('a folder that is named by a link', () => {
  it('is read, code in it too', () => {
    const [folder, link] = [join(outside, 'models'), join(outside, 'models-link')];
    mkdirSync(folder);
    writeFileSync(join(folder, 'code.mjs'), 'process.stdout.write("run")');
    symlinkSync(folder, link);
    const linked = probeSandbox({ ...NO_SETTINGS, modelDir: link });
    const process = { profile: 'plain', entry: join(outside, 'dist/runner/main.js'), workFolder: undefined } as const;
    const [program = '', ...args] = linked.commandLine(process).slice(0, -1);
    const load = `import(${JSON.stringify(pathToFileURL(join(link, 'code.mjs')))})`;
    const end = spawnSync(program, [...args, '-e', load], { env: {}, encoding: 'utf8', timeout: 60_000 });
    expect(end.stdout, end.stderr).toBe('run');
  });
});

describe('native code', () => {
  it.runIf(has('landlock'))('reads and writes nothing outside', async () => {
    expect(await peek('peek-natively', secret, target)).toEqual({ readOutside: 'refused', writeOutside: 'refused' });
    expect(existsSync(target)).toBe(false);
  });
});

describe('a program that a tool starts', () => {
  const port = () => (listener.address() as { port: number }).port;
  const seen = async () => peek('peek-with-programs', secret, target, port(), seconds, process.pid);

  it('has no environment but what the tool gives it', async () => {
    // Node 22 and later hand their own flags on, which is one wall more.
    const lines = ((await seen()).environment ?? '').split('\n').filter((line) => line !== '');
    const [flags = '', ...others] = lines.filter((line) => line !== 'MALLOC_PERTURB_=165');
    expect(others).toEqual([]);
    expect(flags).toMatch(/^$|^NODE_OPTIONS=--permission /);
  });

  it.runIf(has('unshare') || has('seccomp'))('reaches no network, loopback neither', async () => {
    expect((await seen()).connect).toBe('refused');
  });

  it.runIf(has('unshare') || has('landlock'))('reads no memory and no environment of the server', async () => {
    expect(readFileSync('/proc/self/environ').length).toBeGreaterThan(0);
    expect((await seen()).serverEnvironment).toBe('refused');
  });

  it.runIf(has('capabilities') && has('setpriv'))('has no capabilities and can gain none', async () => {
    expect((await seen()).status).toMatch(/^CapEff:\t0+$(.|\n)*^CapBnd:\t0+$(.|\n)*^NoNewPrivs:\t1$/m);
  });

  it.runIf(has('landlock'))('reads and writes nothing outside', async () => {
    expect(await seen()).toMatchObject({ readOutside: 'refused', writeOutside: 'refused' });
    expect(existsSync(target)).toBe(false);
  });

  it.runIf(has('pid-namespace'))('leaves no zombie when what started it has ended before it', async () => {
    expect(textOf(await callTool(service.origin, 'leave-orphans', {}))).toBe('left');
    const zombies = () => processTree(process.pid).filter(({ state }) => state === 'Z');
    await expect.poll(zombies, { timeout: 60_000 }).toEqual([]);
  });

  it.runIf(has('pid-namespace'))('ends with the process that started it, in a session of its own too', async () => {
    await seen();
    expect(sleeps()).not.toEqual([]);
    await service.close();
    // The kernel ends them when the first of their namespace has ended.
    await expect.poll(sleeps, { timeout: 60_000 }).toEqual([]);
  });
});

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // Gone between the listing and the look.
    return '';
  }
}
