/** Tool processes that are killed, that cannot start, that outlive nobody. */

import { copyFileSync, linkSync, renameSync } from 'node:fs';
import { join } from 'node:path';

import { call } from '../../src/testing/http.js';
import { commandLine, processTree } from '../../src/testing/process-tree.js';

import type { Claims, FaultCase } from './claims.js';
import { killTools, logged, pause, startHostile, stop, temporaryFolder, until } from './hostile-service.js';
import { echo, seen, startLoad, statuses, wait } from './load.js';

const isAlive = (pid: number): boolean => commandLine(pid).includes('runner/main.js');

const PATIENCE_MS = 30_000;

function killsAtRandom(seconds: number) {
  return async (claims: Claims): Promise<void> => {
    const service = await startHostile({ env: { LOG_LEVEL: 'info' } });
    const load = startLoad(service.origin, 4);
    const killed = new Set<number>();
    const end = performance.now() + seconds * 1000;
    const wasHit = () => load.runs.some(({ status }) => status === 500);
    // On a busy machine the first blow may take its time.
    while (performance.now() < end || (!wasHit() && performance.now() < end + PATIENCE_MS)) {
      await pause(100 + Math.random() * 300);
      // Those that have run: killing every start would be another fault.
      const served = new Set(service.lines('run').map(({ pid }) => pid));
      const victims = service.toolProcesses().filter(({ pid }) => served.has(pid) && !killed.has(pid));
      const victim = victims[Math.floor(Math.random() * victims.length)];
      if (victim === undefined) continue;
      killed.add(victim.pid);
      process.kill(victim.pid, 'SIGKILL');
    }
    const runs = await load.stop();
    await logged();
    const counts = statuses(runs);
    claims.that(
      'every answer is right, and is 200, 429 or 500',
      runs.every(({ isRight }) => isRight),
      counts,
    );
    claims.that(
      'only 200, 429 and 500',
      Object.keys(counts).every((status) => ['200', '429', '500'].includes(status)),
    );
    const lines = new Map(service.lines('run').map((line) => [line.request, line]));
    const failed = runs.filter(({ status }) => status === 500).map(({ request }) => Number(lines.get(request)?.pid));
    claims.that(
      'only runs of killed processes failed',
      failed.every((pid) => killed.has(pid)),
      `${killed.size} killed, ${failed.length} runs failed`,
    );
    claims.that('at most one run failed for each', new Set(failed).size === failed.length);
    claims.that('some run was hit', failed.length > 0);
    claims.that('the log says so of each', service.lines('process-lost').length === failed.length);
    claims.that('it runs on', (await wait(service.origin, 1)).status === 200);
    claims.that('no zombie is left', await until(() => service.zombies() === 0, 2000));
    claims.that('it ends with 0 and leaves no file', (await stop(service)) === 0 && service.leftFiles().length === 0);
  };
}

async function terminatedInFullLoad(claims: Claims): Promise<void> {
  const service = await startHostile({ env: { LOG_LEVEL: 'info' } });
  await wait(service.origin, 1);
  const load = startLoad(service.origin, 8);
  const long = [wait(service.origin, 1500), wait(service.origin, 1500, 'wait-native')];
  await pause(600);
  const members = processTree(service.pid).map(({ pid }) => pid);
  service.child.kill('SIGTERM');
  const [code, signal] = await service.ended;
  const runs = [...(await load.stop()), ...(await Promise.all(long))];
  const answered = new Map(runs.map((run) => [run.request, run]));
  const ran = service.lines('run');
  const broken = new Set(runs.filter(({ status }) => status === 0).map(({ fault }) => fault));
  const lost = ran.filter(({ request }) => answered.get(String(request))?.status === 0);
  claims.that('it ends with 0', code === 0, { code, signal });
  claims.that('every accepted run was answered', lost.length === 0, `${ran.length} runs, ${lost.length} not answered`);
  claims.that(
    'every answer is right',
    runs.every(({ status, isRight }) => isRight || status === 0),
    { ...statuses(runs), broken: [...broken] },
  );
  claims.that(
    'those that took longest too',
    (await Promise.all(long)).every(({ status }) => status === 200 || status === 429),
  );
  claims.that(
    'no process is left',
    members.every((pid) => pid === service.pid || !isAlive(pid)),
  );
  claims.that('no file is left', service.leftFiles().length === 0, service.leftFiles());
}

async function killedServer(claims: Claims): Promise<void> {
  const service = await startHostile();
  // Two that never look at anything, one that waits, one that is idle.
  const runs = [seen(service.origin, 'native-lock', {}), seen(service.origin, 'spin', {}), wait(service.origin, 5000)];
  await until(() => service.toolProcesses().length >= 3, 5000);
  await pause(300);
  const members = service.toolProcesses().map(({ pid }) => pid);
  service.child.kill('SIGKILL');
  await service.ended;
  await Promise.all(runs);
  claims.that(
    'no tool process survives',
    await until(() => !members.some(isAlive), 1000),
    `${members.length} there were`,
  );
  const [left] = service.leftFiles();
  const next = await startHostile({ env: { TMPDIR: service.temporary } });
  claims.that('the next start removes its folder', left !== undefined && !next.leftFiles().includes(left), left);
  claims.that('and runs', (await echo(next.origin)).status === 200);
  await stop(next);
}

/** A Node of its own, which can be taken away while the server runs. */
function ownNode(): string {
  const node = join(temporaryFolder(), 'node');
  try {
    linkSync(process.execPath, node);
  } catch {
    // On another file system, or not ours to link.
    copyFileSync(process.execPath, node);
  }
  return node;
}

async function cannotStart(claims: Claims): Promise<void> {
  const node = ownNode();
  const service = await startHostile({ node });
  await wait(service.origin, 1);
  renameSync(node, `${node}-away`);
  const hit = wait(service.origin, 10_000);
  await pause(300);
  killTools(service);
  const runs = [await hit, await wait(service.origin, 1), await wait(service.origin, 1)];
  claims.that(
    'runs end as 500',
    runs.every(({ status, isRight }) => status === 500 && isRight),
    statuses(runs),
  );
  claims.that('readiness is 503', (await call(service.origin, '/health/ready')).status === 503);
  claims.that('discovery goes on', (await call(service.origin, '/api/v1/tools')).status === 200);
  await logged();
  const told = service.lines('process-not-started');
  claims.that(
    'the log says why',
    // The program that sets the walls says it, or the system does where there is none.
    told.some(
      ({ how, lastWords }) => /ENOENT/.test(String(how)) || /failed to execute|No such file/.test(String(lastWords)),
    ),
    `${told[0]?.how}: ${told[0]?.lastWords}`,
  );
  claims.that('in few lines', told.length < 20, told.length);
  renameSync(`${node}-away`, node);
  claims.that('it recovers by itself', await until(async () => (await wait(service.origin, 1)).status === 200, 8000));
  claims.that('readiness too', (await call(service.origin, '/health/ready')).status === 200);
  await stop(service);
}

export const processFaults = (seconds: number): readonly FaultCase[] => [
  { name: 'tool processes are killed at random', run: killsAtRandom(seconds) },
  { name: 'SIGTERM in full load', run: terminatedInFullLoad },
  { name: 'SIGKILL of the server', run: killedServer },
  { name: 'no tool process can start', run: cannotStart },
];
