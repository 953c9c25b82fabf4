/** A disk, memory, descriptors and a log that have run out. */

import { spawnSync } from 'node:child_process';
import { constants, existsSync, mkdirSync, openSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';

import { call } from '../../src/testing/http.js';
import { openFiles } from '../../src/testing/process-tree.js';

import type { Claims, FaultCase } from './claims.js';
import {
  type HostileService,
  killTools,
  logged,
  pause,
  startHostile,
  stop,
  temporaryFolder,
  until,
} from './hostile-service.js';
import { echo, seen, statuses, wait } from './load.js';

const recovers = (service: HostileService, limitMs = 8000): Promise<boolean> =>
  until(async () => (await echo(service.origin)).status === 200, limitMs);

/** The temporary folder is a disk of 2 MiB of its own, which no one else sees: no privileges are needed. */
async function fullDisk(claims: Claims): Promise<void> {
  const disk = temporaryFolder();
  const mount = 'mount -t tmpfs -o size=2m,nr_inodes=200,mode=700 tmpfs "$0" && exec "$@"';
  const through = ['unshare', '--map-root-user', '--mount', 'sh', '-c', mount, disk];
  if (spawnSync(through[0] ?? '', [...through.slice(1), 'true']).status !== 0) {
    return claims.skip('a full disk', 'no mount namespace for users here');
  }
  const service = await startHostile({ env: { TMPDIR: disk }, through });
  const seenDisk = `/proc/${service.pid}/root${disk}`;
  const wouldFit = () => {
    try {
      mkdirSync(join(seenDisk, 'probe'));
      rmdirSync(join(seenDisk, 'probe'));
      return true;
    } catch {
      // Full, as it should be.
      return false;
    }
  };
  claims.that(
    'a run with a folder of its own works before',
    (await seen(service.origin, 'use-scratch', {})).status === 200,
  );
  for (let i = 0; wouldFit() && i < 1000; i += 1) writeFileSync(join(seenDisk, `fill-${i}`), '');
  claims.that('the disk is full', !wouldFit());
  const scratch = await seen(service.origin, 'use-scratch', {});
  claims.that('a run that needs the disk is a 500', scratch.status === 500 && scratch.isRight, scratch.fault);
  await logged();
  const told = service.lines('run-not-started');
  claims.that('the log says why', told.length === 1 && told[0]?.cause === 'Error ENOSPC', told);
  claims.that('one that does not is answered', (await wait(service.origin, 1)).status === 200);
  killTools(service);
  // What the killed left is room for as many again, and no more.
  const four = await Promise.all(Array.from({ length: 4 }, () => wait(service.origin, 1500)));
  const failed = four.filter(({ status }) => status === 500);
  claims.that(
    'runs that no process can be started for are 500',
    failed.length > 0 && four.every(({ isRight }) => isRight),
    statuses(four),
  );
  claims.that(
    'the log says why',
    service.lines('process-not-started').some(({ how }) => how === 'Error ENOSPC'),
  );
  for (const name of readdirSync(seenDisk)) if (name.startsWith('fill-')) rmSync(join(seenDisk, name));
  claims.that('it recovers by itself', await recovers(service));
  claims.that('also for runs that need the disk', (await seen(service.origin, 'use-scratch', {})).status === 200);
  claims.that('it ends with 0', (await stop(service)) === 0);
}

const limitDescriptors = (pid: number, soft: number): boolean =>
  spawnSync('prlimit', ['--pid', `${pid}`, `--nofile=${soft}:`]).status === 0;

async function noDescriptors(claims: Claims): Promise<void> {
  const service = await startHostile();
  await echo(service.origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const kept = () => call(service.origin, '/health/live', { headers: { connection: 'keep-alive' } });
  await kept();
  const before = openFiles(service.pid);
  if (!limitDescriptors(service.pid, before - 2)) return claims.skip('no descriptors', 'no prlimit');
  const connections = Array.from({ length: 20 }, () => seen(service.origin, 'wait-standard', { options: { ms: 1 } }));
  const refused = await Promise.race([Promise.all(connections), pause(3000).then(() => undefined)]);
  claims.that(
    'no run is taken that cannot be',
    refused === undefined || refused.every(({ status }) => status !== 504),
    refused && statuses(refused),
  );
  killTools(service);
  await pause(1500);
  claims.that('the server lives on', service.child.exitCode === null && service.child.signalCode === null);
  const told = service.lines('process-not-started');
  claims.that(
    'the log says why no process starts',
    told.some(({ how }) => /descriptor|EMFILE/.test(String(how))),
    told[0]?.how,
  );
  claims.that('in few lines', service.lines().length < 200, service.lines().length);
  limitDescriptors(service.pid, 1024);
  claims.that('it recovers by itself', await recovers(service));
  await Promise.all(connections);
  await pause(1500);
  claims.that('no descriptor has leaked', openFiles(service.pid) <= before + 8, [before, openFiles(service.pid)]);
  agent.destroy();
  claims.that(
    'it ends with 0 and leaves no file',
    (await stop(service)) === 0 && service.leftFiles().length === 0,
    service.leftFiles(),
  );
}

/** A group of processes with a bound on their memory together, where this machine lets one be made. */
function memoryGroup(bytes: number): { readonly join: readonly string[]; readonly remove: () => void } | undefined {
  const [folder, file] = existsSync('/sys/fs/cgroup/memory')
    ? [`/sys/fs/cgroup/memory/faults-${process.pid}`, 'memory.limit_in_bytes']
    : [`/sys/fs/cgroup/faults-${process.pid}`, 'memory.max'];
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, file), `${bytes}`);
  } catch {
    // Not root, or the file system is not to be written to.
    return undefined;
  }
  return {
    join: ['sh', '-c', `echo $$ > ${folder}/cgroup.procs && exec "$@"`, 'sh'],
    remove: () => {
      try {
        rmdirSync(folder);
      } catch {
        // A process of it is not reaped yet; the folder is empty and holds nothing.
      }
    },
  };
}

const GROUP_BYTES = 600 * 2 ** 20;

async function exhaustedMemory(claims: Claims): Promise<void> {
  const group = memoryGroup(GROUP_BYTES);
  if (group === undefined) return claims.skip('exhausted memory', 'no memory cgroup can be made here');
  const service = await startHostile({ through: group.join });
  const others = Array.from({ length: 2 }, () => wait(service.origin, 4000));
  // Less than the watchdog allows one process, more than this machine has for all.
  const hoard = await seen(service.origin, 'hoard', {});
  claims.that('the run that took it is a 500', hoard.status === 500 && hoard.isRight, hoard.fault || hoard.status);
  claims.that('the server lives on', service.child.exitCode === null && service.child.signalCode === null);
  const spared = statuses(await Promise.all(others));
  claims.that('other runs are answered', spared[200] === 2, spared);
  const told = service.lines('process-lost').map(({ how, reason }) => `${String(how)} ${String(reason)}`);
  claims.that(
    'the log says that the process was killed',
    told.some((line) => line.startsWith('SIGKILL')),
    told,
  );
  claims.that('it runs on', await recovers(service));
  await stop(service);
  group.remove();
}

async function logWithoutRoom(claims: Claims): Promise<void> {
  const full = await startHostile({ through: ['sh', '-c', 'exec "$@" 2> /dev/full', 'sh'] });
  const runs = [await wait(full.origin, 1), await pause(200).then(() => wait(full.origin, 1)), await echo(full.origin)];
  claims.that(
    'a log on a full disk stops no run',
    runs.every(({ status }) => status === 200),
    statuses(runs),
  );
  claims.that('it ends with 0', (await stop(full)) === 0);
  const unread = await startHostile();
  unread.child.stderr?.destroy();
  const more = [
    await wait(unread.origin, 1),
    await pause(200).then(() => wait(unread.origin, 1)),
    await echo(unread.origin),
  ];
  claims.that(
    'a log that nobody reads any more stops no run',
    more.every(({ status }) => status === 200),
    statuses(more),
  );
  claims.that('it ends with 0', (await stop(unread)) === 0);
  await logThatWaits(claims);
}

/** Whoever reads the log is there and reads nothing for a while: a pipe as a shell makes it, and a socket as systemd does. */
async function logThatWaits(claims: Claims): Promise<void> {
  const pipe = join(temporaryFolder(), 'log');
  spawnSync('mkfifo', [pipe]);
  const reader = new Socket({ fd: openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK), writable: false });
  for (const [kind, options] of [
    ['pipe', { through: ['sh', '-c', 'exec "$@" 2> "$0"', pipe] }],
    ['socket', {}],
  ] as const) {
    const service = await startHostile(options);
    const stream = kind === 'pipe' ? reader : service.child.stderr;
    let text = service.log();
    stream?.pause();
    stream?.on('data', (chunk) => (text += chunk));
    stream?.pause();
    // Some 250 bytes a line: several times what a pipe or a socket holds.
    const answers = await Promise.all([1, 2].map(() => repeat(800, () => echo(service.origin))));
    const failed = answers.flat().filter(({ status }) => status !== 200);
    claims.that(`a log in a ${kind} that is not read stops no run`, failed.length === 0, statuses(failed));
    stream?.resume();
    await pause(500);
    const lines = text.trimEnd().split('\n');
    claims.that('read again, it has every line whole', isWhole(lines) && lines.length >= 1600, lines.length);
    claims.that('it ends with 0', (await stop(service)) === 0);
  }
}

function isWhole(lines: readonly string[]): boolean {
  try {
    return lines.every((line) => typeof JSON.parse(line) === 'object');
  } catch {
    return false;
  }
}

async function repeat<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let done = 0; done < count; done++) results.push(await work());
  return results;
}

export const resourceFaults: readonly FaultCase[] = [
  { name: 'the disk is full', run: fullDisk },
  { name: 'no file descriptors', run: noDescriptors },
  { name: 'memory is exhausted', run: exhaustedMemory },
  { name: 'the log cannot be written', run: logWithoutRoom },
];
