/** What a run can and cannot do to the server: limits in time, memory and number, crashes, clients that leave. */

import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exhaustive } from '../testing/exhaustive.js';
import { call, callTool, codeOf, textOf } from '../testing/http.js';
import { openTestService, readCatalog, type TestService } from '../testing/service.js';

let service: TestService;
beforeAll(async () => {
  service = await openTestService('hostile');
});
afterAll(() => service.close());

const run = (id: string, body: unknown = {}) => callTool(service.origin, id, body);
const wait = (id: string, ms: number, leaveAfterMs?: number) =>
  callTool(service.origin, id, { options: { ms } }, leaveAfterMs === undefined ? {} : { leaveAfterMs });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A process does not know its id outside its namespace; the log does. */
const pidOfLastRun = (): number => Number(service.lines.findLast(({ event }) => event === 'run')?.fields.pid);

/** Waits as long as the test has: what never comes fails it. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(5);
}

/** Tool processes of this server, alive or not yet reaped. */
function toolProcesses(): { pid: number; state: string }[] {
  const found: { pid: number; state: string }[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readOr(`/proc/${name}/stat`);
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (
      Number(parent) === process.pid &&
      (state === 'Z' || readOr(`/proc/${name}/cmdline`).includes('runner/main.js'))
    ) {
      found.push({ pid: Number(name), state });
    }
  }
  return found;
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // Gone between the listing and the look.
    return '';
  }
}

const isLinux = process.platform === 'linux';

describe('a run that goes wrong', () => {
  it('is ended at its time limit, also in a native call', async () => {
    for (const id of ['spin', 'backtrack', 'native-lock']) {
      // The work itself would take minutes.
      const reply = await run(id);
      expect(reply.json, id).toEqual({
        error: { code: 'TIME_LIMIT_EXCEEDED', message: 'Run took longer than the limit of 1 seconds' },
      });
      expect((await wait('wait-standard', 0)).status).toBe(200);
    }
  });

  it('is told EXECUTION_FAILED when its process dies', async () => {
    for (const id of ['abort-itself', 'crash', 'leave', 'allocate']) {
      const reply = await run(id);
      expect(reply.json, id).toEqual({
        error: { code: 'EXECUTION_FAILED', message: 'The tool failed on this input' },
      });
      expect((await wait('wait-standard', 0)).status).toBe(200);
    }
  });

  it.runIf(isLinux)('is ended when it takes more memory than its class may', async () => {
    const reply = await run('hoard');
    expect([reply.status, codeOf(reply)]).toEqual([500, 'EXECUTION_FAILED']);
    expect(service.lines.some((line) => line.event === 'memory-limit')).toBe(true);
  });

  it.runIf(isLinux)('is ended when a program that it started takes the memory', async () => {
    const before = service.lines.filter((line) => line.event === 'memory-limit').length;
    const reply = await run('hoard-elsewhere');
    expect([reply.status, codeOf(reply)]).toEqual([500, 'EXECUTION_FAILED']);
    expect(service.lines.filter((line) => line.event === 'memory-limit')).toHaveLength(before + 1);
  });

  it.runIf(isLinux)('is ended when it starts more programs than any tool needs', async () => {
    const reply = await run('multiply');
    expect([reply.status, codeOf(reply)]).toEqual([500, 'EXECUTION_FAILED']);
    expect(service.lines.some((line) => line.event === 'process-limit')).toBe(true);
  });

  it('tells nothing of what was thrown, and the log no message', async () => {
    const reply = await run('throw-path');
    expect(reply.text).not.toMatch(/secret|srv|ENOENT/);
    const logged = service.lines.filter(({ event, fields }) => event === 'run-cause' && fields.tool === 'throw-path');
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toContain('/etc/secret');
  });

  it('leaves no rejection that ends a later run', async () => {
    expect(textOf(await run('leave-rejection'))).toBe('done');
    expect(textOf(await wait('wait-standard', 60))).toBe('waited');
  });

  exhaustive.runIf(isLinux)('200 times in a row leaves the server as it was', async () => {
    const openFiles = () => readdirSync('/proc/self/fd').length;
    await wait('wait-standard', 0);
    const before = openFiles();
    const kinds = ['abort-itself', 'crash', 'leave', 'allocate', 'spin'];
    for (let i = 0; i < 200; i += 1) {
      const reply = await run(i % 20 === 0 ? 'spin' : (kinds[i % 4] ?? ''));
      expect([500, 504]).toContain(reply.status);
    }
    expect((await wait('wait-standard', 0)).status).toBe(200);
    await until(() => toolProcesses().filter(({ state }) => state === 'Z').length === 0);
    expect(toolProcesses().length).toBeLessThanOrEqual(6);
    await until(() => openFiles() <= before + 8);
  });
});

describe('slots', () => {
  it('refuse the fifth run, the third native and the second of a model at once', async () => {
    for (const [id, slots] of [
      ['wait-standard', 4],
      ['wait-native', 2],
      ['wait-model', 1],
    ] as const) {
      // On a busy machine the first may be over before the last begins, or before the refusal: then they take longer.
      for (let ms = 800, isOver = true; isOver; ms *= 4) {
        isOver = false;
        const taken = Array.from({ length: slots }, () => wait(id, ms));
        void Promise.race(taken).then(() => {
          isOver = true;
        });
        await until(() => isOver || service.runner.status.busy.all === slots);
        const refused = await wait(id, 0);
        // A run is over before its answer is here.
        const wasOver = isOver || service.runner.status.busy.all < slots;
        // It did not wait for any of those that run.
        if (!wasOver)
          expect([refused.status, codeOf(refused), refused.headers['retry-after']], id).toEqual([
            429,
            'SERVER_BUSY',
            '1',
          ]);
        expect((await Promise.all(taken)).map((reply) => reply.status)).toEqual(taken.map(() => 200));
        isOver = wasOver;
      }
      expect((await wait(id, 0)).status).toBe(200);
    }
  });

  it('count a model run beside two native ones', async () => {
    const runs = [
      wait('wait-native', 300),
      wait('wait-native', 300),
      wait('wait-model', 300),
      wait('wait-standard', 300),
    ];
    expect((await Promise.all(runs)).map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
  });

  it('are free again at once when the work has ended', async () => {
    for (let i = 0; i < 5; i += 1) {
      await Promise.all([wait('wait-native', 50), wait('wait-native', 50)]);
      expect((await wait('wait-native', 0)).status).toBe(200);
    }
  });

  it('are freed by a client that leaves, whether the tool listens or not', async () => {
    await expect(wait('wait-native', 20_000, 100)).rejects.toThrow();
    await until(() => service.runner.status.busy.all === 0);
    await expect(callTool(service.origin, 'spin', {}, { leaveAfterMs: 100 })).rejects.toThrow();
    await until(() => service.runner.status.busy.all === 0);
  });

  it('let quick runs past in a burst: 200 or 429 only', async () => {
    const replies = await Promise.all(Array.from({ length: 60 }, () => wait('wait-standard', 1)));
    expect(replies.every(({ status }) => status === 200 || status === 429)).toBe(true);
    expect((await wait('wait-standard', 0)).status).toBe(200);
  });
});

describe('an abort that comes too late', () => {
  it('ends no other run of the same process', async () => {
    const tool = readCatalog('hostile').tools.find(({ entry }) => entry.id === 'wait-model');
    if (tool === undefined) throw new Error('no wait-model');
    const start = (ms: number) => service.runner.start(tool, [Buffer.from(JSON.stringify({ options: { ms } }))]);
    const over = start(0);
    const pid = (await over.answer)?.pid;
    over.abort();
    const next = await start(600).answer;
    expect([next?.status, next?.pid]).toEqual([200, pid]);
  });
});

describe('a tool process', () => {
  it('is used again for the tool that it has loaded', async () => {
    await wait('wait-model', 0);
    const first = pidOfLastRun();
    await wait('wait-standard', 0);
    await wait('wait-model', 0);
    expect(pidOfLastRun()).toBe(first);
  });

  it('is not used again when it says that it cannot be', async () => {
    expect(textOf(await run('spend'))).toBe('spent');
    const first = pidOfLastRun();
    expect(textOf(await run('spend'))).toBe('spent');
    expect(pidOfLastRun()).not.toBe(first);
  });

  it.runIf(isLinux)('that is killed from outside fails its own run only', async () => {
    const long = wait('wait-native', 1500);
    const other = wait('wait-standard', 1500);
    await until(() => service.runner.status.busy.all === 2);
    await wait('wait-model', 0);
    const victim = pidOfLastRun();
    const model = wait('wait-model', 1500);
    await until(() => service.runner.status.busy.model === 1);
    process.kill(victim, 'SIGKILL');
    expect((await model).status).toBe(500);
    expect((await Promise.all([long, other])).map(({ status }) => status)).toEqual([200, 200]);
  });

  it.runIf(isLinux)('gives native code memory that holds nothing of what was freed', async () => {
    const { json } = await run('read-unwritten');
    expect(json).toMatchObject({ result: { data: { values: [0x5a] } } });
  });

  it('has no environment of the server, reads and writes nothing outside, starts nothing, reaches no network', async () => {
    const listener = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as { port: number };
    const reply = await run('peek', { input: String(port) });
    listener.close();
    const seen = (reply.json as { result: { data: Record<string, unknown> } }).result.data;
    expect(seen).toMatchObject({
      environment: ['MALLOC_PERTURB_'],
      readOutside: 'ERR_ACCESS_DENIED',
      writeOutside: 'ERR_ACCESS_DENIED',
      spawn: 'ERR_ACCESS_DENIED',
    });
    const sandbox = service.lines.find(({ event }) => event === 'sandbox')?.fields.present;
    if (Array.isArray(sandbox) && sandbox.includes('unshare')) expect(seen.connect).not.toBe('allowed');
  });

  it('has a scratch folder for one run, empty, private and gone afterwards', async () => {
    const data = async () =>
      ((await run('use-scratch')).json as { result: { data: { scratch: string; found: string[]; mode: string } } })
        .result.data;
    const [first, second] = [await data(), await data()];
    expect(first).toMatchObject({ found: [], mode: '700' });
    expect(second).toMatchObject({ found: [] });
    expect(second.scratch).not.toBe(first.scratch);
    expect([existsSync(first.scratch), existsSync(second.scratch)]).toEqual([false, false]);
  });
});

describe('closing', () => {
  it('does not wait for connections that are kept alive', async () => {
    const closing = await openTestService('hostile');
    const url = `${closing.origin}/api/v1/tools/wait-standard/run`;
    const headers = { 'content-type': 'application/json' };
    const accepted = fetch(url, { method: 'POST', headers, body: '{"options":{"ms":300}}' });
    await until(() => closing.runner.status.busy.all === 1);
    const closed = closing.close();
    expect((await accepted).status).toBe(200);
    await closed;
  });

  it('does not wait for connections on which nothing ever came', async () => {
    // A server that waited for them would wait for an hour.
    const closing = await openTestService('hostile', { timeouts: { headersMs: 3_600_000, requestMs: 3_600_000 } });
    const early = connect(Number(new URL(closing.origin).port), '127.0.0.1');
    const ended = once(early, 'close');
    await once(early, 'connect');
    // The server has it too when it has answered somebody who came later.
    expect((await call(closing.origin, '/health/live')).status).toBe(200);
    await closing.close();
    await ended;
  });

  it('answers what was accepted, then ends every process and removes its folders', async () => {
    const closing = await openTestService('hostile');
    const scratch = (await callTool(closing.origin, 'use-scratch', {})).json as {
      result: { data: { scratch: string } };
    };
    const workRoot = dirname(dirname(scratch.result.data.scratch));
    expect(existsSync(workRoot)).toBe(true);
    const accepted = callTool(closing.origin, 'wait-standard', { options: { ms: 400 } });
    await until(() => closing.runner.status.busy.all === 1);
    const closed = closing.close();
    expect((await accepted).status).toBe(200);
    await closed;
    await expect(call(closing.origin, '/health/live')).rejects.toThrow();
    expect(closing.runner.status.processes).toBe(0);
    expect(existsSync(workRoot)).toBe(false);
  });
});
