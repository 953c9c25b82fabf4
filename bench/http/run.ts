/**
 * `npm run bench`: the service against a bare in-process `node:http` server, in turn, in the same run.
 * Prints one table: tiny runs a second and their latency; CPU, time and memory of one 20 MiB file; start; idle memory.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { LoadFigures } from './load-client.js';

const ROOT = join(import.meta.dirname, '../..');
const TSX = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
const SERVICE = join(ROOT, 'dist/bin/tool-execution-api.js');
const ROUNDS = 5;
const BIG_ROUNDS = 15;
const SECONDS = 3;
const CLIENTS = 4;

interface Server {
  readonly name: string;
  readonly port: number;
  readonly process: ChildProcess;
}

async function startServer(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Server> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(/(\d+)\s*$/.exec(chunk.toString())?.[1]);
  return { name, port, process: child };
}

const startService = () => startServer('service', [SERVICE, 'serve'], { PORT: '0' });
const startBare = () =>
  startServer('bare', ['--import', 'tsx', join(import.meta.dirname, 'bare-server.ts')], { PATH: process.env.PATH });

function load(port: number): LoadFigures {
  const order = {
    port,
    path: '/api/v1/tools/hmac-generator/run',
    body: JSON.stringify({ input: 'what do ya want for nothing?', options: { key: 'Jefe' } }),
    clients: CLIENTS,
    seconds: SECONDS,
  };
  const output = execFileSync(process.execPath, [
    TSX,
    join(import.meta.dirname, 'load-client.ts'),
    JSON.stringify(order),
  ]);
  return JSON.parse(output.toString()) as LoadFigures;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const row = (what: string, ...cells: string[]) =>
  console.log([what.padEnd(58), ...cells.map((cell) => cell.padStart(12))].join(' '));

/** A process and its descendants. */
function treeOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // Ended while the list was read.
    }
  }
  const tree = [pid];
  for (const member of tree) for (const [child, parent] of parents) if (parent === member) tree.push(child);
  return tree;
}

/** CPU seconds and peak and present resident MiB of a process tree. */
function usage(pid: number) {
  let cpu = 0;
  let peak = 0;
  let now = 0;
  for (const member of treeOf(pid)) {
    const stat = readFileSync(`/proc/${member}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    cpu += (Number(fields[11]) + Number(fields[12])) / 100;
    const status = readFileSync(`/proc/${member}/status`, 'latin1');
    peak += Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
    now += Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }
  return { cpu, peak, now };
}

async function post(port: number, path: string, body: Buffer): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const answer = await response.arrayBuffer();
  if (response.status !== 200 || answer.byteLength < body.length)
    throw new Error(`${response.status} ${Buffer.from(answer).subarray(0, 200)}`);
}

async function tinyRuns(): Promise<void> {
  const servers = [await startService(), await startBare()];
  // Both are warmed until their code is compiled: our work is spread over five processes.
  for (const { port } of [...servers, ...servers]) load(port);
  const figures = new Map<string, LoadFigures[]>(servers.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, port } of servers) figures.get(name)?.push(load(port));
  }
  for (const server of servers) server.process.kill();
  const [ours = [], bare = []] = [...figures.values()];
  const of = (list: readonly LoadFigures[], key: keyof LoadFigures) => median(list.map((figure) => figure[key]));
  const ratios = ours.map((figure, i) => figure.requestsPerSecond / (bare[i]?.requestsPerSecond ?? Number.NaN));
  const rate = (list: readonly LoadFigures[]) => `${Math.round(of(list, 'requestsPerSecond'))}/s`;
  row(`hmac-generator, ${CLIENTS} clients: runs a second`, rate(ours), rate(bare), `${median(ratios).toFixed(2)} x`);
  const latency = (list: readonly LoadFigures[]) => `${of(list, 'median').toFixed(3)} ms`;
  const added = of(ours, 'median') - of(bare, 'median');
  row('hmac-generator: median latency', latency(ours), latency(bare), `+${added.toFixed(3)} ms`);
  row('hmac-generator: failures', String(of(ours, 'failures')), String(of(bare, 'failures')));
}

async function bigFile(atOnce: number): Promise<void> {
  const bytes = randomBytes(20 * 2 ** 20 - 1024);
  const file = { name: 'big.bin', base64: bytes.toString('base64') };
  const figures: { cpu: number; wall: number; peak: number }[] = [];
  for (const [start, options] of [
    [startService, { level: 0 }],
    [startBare, { level: 0 }],
  ] as const) {
    const server = await start();
    const pid = server.process.pid ?? 0;
    const body = Buffer.from(JSON.stringify({ options, files: [file] }));
    const path = '/api/v1/tools/create-zip/run';
    const round = () => Promise.all(Array.from({ length: atOnce }, () => post(server.port, path, body)));
    for (let warm = 0; warm < 2; warm += 1) await round();
    // The kernel counts processor time in steps of 10 ms, so it is taken over all rounds together.
    const before = usage(pid).cpu;
    const walls: number[] = [];
    for (let count = 0; count < BIG_ROUNDS; count += 1) {
      const started = performance.now();
      await round();
      walls.push(performance.now() - started);
    }
    figures.push({ cpu: (usage(pid).cpu - before) / BIG_ROUNDS, wall: median(walls), peak: usage(pid).peak });
    server.process.kill();
  }
  const [ours, bare] = figures;
  if (ours === undefined || bare === undefined) return;
  const what = `20 MiB through create-zip level 0, ${atOnce} at once`;
  row(
    `${what}: CPU`,
    `${(ours.cpu * 1000).toFixed(0)} ms`,
    `${(bare.cpu * 1000).toFixed(0)} ms`,
    `${(ours.cpu / bare.cpu).toFixed(2)} x`,
  );
  row(
    `${what}: wall`,
    `${ours.wall.toFixed(0)} ms`,
    `${bare.wall.toFixed(0)} ms`,
    `${(ours.wall / bare.wall).toFixed(2)} x`,
  );
  row(`${what}: peak memory of the tree`, `${ours.peak.toFixed(0)} MiB`, `${bare.peak.toFixed(0)} MiB`);
}

async function start(): Promise<void> {
  const times: number[] = [];
  let idle = { server: 0, tree: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    const server = await startService();
    await post(server.port, '/api/v1/tools/hmac-generator/run', Buffer.from('{}'));
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 700));
    const pid = server.process.pid ?? 0;
    const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1024;
    idle = { server: rss, tree: usage(pid).now };
    server.process.kill();
  }
  row('start, built, to the first answered run', `${median(times).toFixed(0)} ms`);
  row('idle: server process / whole tree', `${idle.server.toFixed(0)} MiB`, `${idle.tree.toFixed(0)} MiB`);
}

row('', 'service', 'bare server', 'ratio');
await tinyRuns();
await start();
await bigFile(1);
await bigFile(2);
