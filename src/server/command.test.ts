/** The built command, as a user starts it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { builtFile, projectRoot } from '../core/project-files.js';
import { findChromium } from '../runner/installed-programs.js';
import { call, callTool, codeOf, textOf } from '../testing/http.js';
import { hasProgram, runProgram } from '../testing/programs.js';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [builtFile('bin/tool-execution-api.js'), ...args], { env });
  started.push(child);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += chunk));
  return { child, output, ended: once(child, 'exit') as Promise<[number | null, string | null]> };
}

/** Folders in the temporary folder that a server with this process id has made. */
const workFolders = (pid: number | undefined): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`tool-execution-api-${pid}-`));

async function serve(env: Record<string, string> = {}) {
  const server = start(['serve'], { PORT: '0', ...env });
  await once(server.child.stdout, 'data');
  const port = /:(\d+)\n/.exec(server.output.text)?.[1];
  return { ...server, origin: `http://127.0.0.1:${port}` };
}

it('serves, says where, answers what was accepted and ends at SIGTERM with 0', async () => {
  const server = await serve();
  expect(server.output.text).toMatch(/^Tool Execution API: \d+ tools at http:\/\/127\.0\.0\.1:\d+\n/);
  // RFC 4231, test case 2
  const reply = await callTool(server.origin, 'hmac-generator', {
    input: 'what do ya want for nothing?',
    options: { key: 'Jefe' },
  });
  expect(textOf(reply)).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual([0, null]);
});

it.runIf(process.platform !== 'win32')('npm start leaves nothing behind when npm is ended by SIGTERM', async () => {
  const npm = spawn('npm', ['start', '--silent'], { env: { ...process.env, PORT: '0' }, cwd: projectRoot });
  started.push(npm);
  let output = '';
  for await (const chunk of npm.stdout) {
    output += String(chunk);
    if (/http:\S+\n/.test(output)) break;
  }
  const origin = /http:\S+/.exec(output)?.[0] ?? '';
  expect((await call(origin, '/health/live')).status).toBe(200);
  npm.kill('SIGTERM');
  await once(npm, 'exit');
  await expect
    .poll(
      () =>
        call(origin, '/health/live').then(
          () => 'answers',
          () => 'gone',
        ),
      { timeout: 60_000 },
    )
    .toBe('gone');
});

it('with DRAIN_SECONDS, goes on to take runs after SIGTERM while it says that it is not ready', async () => {
  const server = await serve({ DRAIN_SECONDS: '300' });
  server.child.kill('SIGTERM');
  // The signal arrives when it arrives.
  while ((await call(server.origin, '/health/ready')).status === 200);
  expect(codeOf(await call(server.origin, '/health/ready'))).toBe('NOT_READY');
  expect(textOf(await callTool(server.origin, 'case-converter', { input: 'still here' }))).toBe('stillHere');
  // A second signal waits for nothing.
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual([1, null]);
});

it('logs one line a run, without what was sent', async () => {
  const server = await serve();
  await callTool(server.origin, 'hmac-generator', { input: 'my-input', options: { key: 'my-secret' } });
  server.child.kill('SIGTERM');
  await server.ended;
  const lines = server.output.text.split('\n').filter((line) => line.includes('"event":"run"'));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ tool: 'hmac-generator', outcome: 'ok', status: 200 });
  expect(server.output.text).not.toMatch(/my-input|my-secret/);
});

it('does not start on another address without host names, and says why', async () => {
  const refused = start(['serve'], { HOST: '0.0.0.0', PORT: '0' });
  expect((await refused.ended)[0]).toBe(1);
  expect(refused.output.text).toMatch(
    /^tool-execution-api: HOST "0\.0\.0\.0" is not a loopback address: set ALLOWED_HOSTS/,
  );
});

it('says when the port is taken', async () => {
  const server = await serve();
  const second = start(['serve'], { PORT: new URL(server.origin).port });
  expect((await second.ended)[0]).toBe(1);
  expect(second.output.text).toMatch(/EADDRINUSE/);
  expect(workFolders(second.child.pid)).toEqual([]);
});

it('leaves no file behind, however it ends', async () => {
  const server = await serve();
  expect(workFolders(server.child.pid)).toHaveLength(1);
  server.child.kill('SIGTERM');
  server.child.kill('SIGTERM');
  await server.ended;
  expect(workFolders(server.child.pid)).toEqual([]);
});

it('removes what a killed server could not', async () => {
  const killed = await serve();
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(workFolders(killed.child.pid)).toHaveLength(1);
  // In a container every start has the same process id: it is this test's here, which did not start at tick 1.
  const sameId = mkdtempSync(join(tmpdir(), `tool-execution-api-${process.pid}-1-`));
  const living = await serve();
  await serve();
  expect(workFolders(killed.child.pid)).toEqual([]);
  expect(existsSync(sameId)).toBe(false);
  expect(workFolders(living.child.pid)).toHaveLength(1);
});

it('explains itself when called wrongly', async () => {
  const wrong = start(['fly']);
  expect((await wrong.ended)[0]).toBe(2);
  expect(wrong.output.text).toBe('tool-execution-api: unknown command "fly": tool-execution-api --help lists them\n');
});

const NO_NAMESPACES = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"';
const inItsOwn = ['--user', '--map-root-user'];
const canTakeAway =
  findChromium(process.env) !== undefined &&
  hasProgram('unshare', [...inItsOwn, 'true'], 'a machine without namespaces');

it.skipIf(!canTakeAway)('lists no browser tool where there are no namespaces to keep it from the network', () => {
  const command = [process.execPath, builtFile('bin/tool-execution-api.js'), 'list'];
  expect(runProgram('unshare', [...inItsOwn, ...command]).toString()).toContain('html-to-pdf');
  const without = runProgram('unshare', [...inItsOwn, 'sh', '-c', NO_NAMESPACES, 'sh', ...command]).toString();
  expect(without).toContain('merge-pdf');
  expect(without).not.toContain('html-to-pdf');
});
