/**
 * `tsx checks/fuzz/run.ts http://127.0.0.1:PORT [--seconds=60] [--seed=1] [--tool=…] [--family=…] [--save=FOLDER]`: mutated
 * examples and files for every tool of a started service. Right are 200, 400 and 413 with nothing of the service's inside; each
 * other answer is printed and its request saved. What was answered as nothing before is mutated on. The tool that has had the
 * least time is next; a tool's requests follow from the seed and its own answers alone, so `--tool` repeats them.
 * `--hostile` sends the hostile files of the tests as they are to every tool that takes them, and ends.
 * `--replay=FILE` sends a saved request again. With SERVICE_PID, processes, open files and temporary files must not grow.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

import type { CatalogEntry } from '../../src/core/catalog.js';
import { faultOf } from '../../src/testing/answer-faults.js';
import { chanceOf } from '../../src/testing/chance.js';
import { hostileFiles } from '../../src/testing/hostile/files.js';
import { hostileRequests } from '../../src/testing/hostile/requests.js';
import { callToolWhenFree } from '../../src/testing/http.js';
import { openFiles, processTree } from '../../src/testing/process-tree.js';

import { bodyOf, RequestMaker } from './requests.js';
import { readSeedFiles, type Seed, seedOf, seedsOf } from './seeds.js';
import { shapeOf } from './shapes.js';

const [origin = 'http://127.0.0.1:8080', ...flags] = process.argv.slice(2);
const flag = (name: string): string | undefined =>
  flags.find((item) => item.startsWith(`--${name}=`))?.slice(name.length + 3);
const seconds = Number(flag('seconds') ?? 60);
const seed = Number(flag('seed') ?? 1);
const families = flag('family')?.split(',');
const only = flag('tool')?.split(',');
const saveFolder = flag('save') ?? join(tmpdir(), 'fuzz-faults');
const AT_ONCE = 2;
/** Faults of a tool that are printed and saved. */
const MAX_SHOWN = 5;
/** What is still being cleared away after the last run: processes that end, their folders. */
const SETTLING_MS = 3000;
/** The service and its ten tool processes at most; one that may start programs is two, with the one that ends its namespace. */
const MAX_PROCESSES = 21;
/** Open files that come and go: sockets of this program, and the channels of a tool process. */
const SPARE_FILES = { own: 8, process: 3 };

interface Saved {
  readonly tool: string;
  readonly fault: string;
  readonly body: string;
}

interface Lane {
  readonly tool: CatalogEntry;
  readonly maker: RequestMaker;
  readonly shapes: Set<string>;
  readonly statuses: Map<number, number>;
  readonly faults: Set<string>;
  runs: number;
  faulty: number;
  milliseconds: number;
  slowest: number;
  isBusy: boolean;
}

const replayed = flag('replay');
process.exitCode = replayed === undefined ? await fuzz() : await replay(replayed);

async function replay(path: string): Promise<number> {
  const { tool, fault, body } = JSON.parse(readFileSync(path, 'utf8')) as Saved;
  const started = performance.now();
  const reply = await callToolWhenFree(origin, tool, body);
  console.log(`${tool}, then: ${fault}`);
  console.log(`now: ${reply.status} in ${(performance.now() - started).toFixed(0)} ms, ${reply.text.slice(0, 500)}`);
  return reply.status >= 500 ? 1 : 0;
}

async function fuzz(): Promise<number> {
  const { tools } = (await (await fetch(`${origin}/api/v1/tools?include=examples`)).json()) as {
    readonly tools: readonly CatalogEntry[];
  };
  const files = readSeedFiles();
  const lanes = tools
    .filter(({ id, family }) => (only?.includes(id) ?? true) && (families?.includes(family) ?? true))
    .map((tool) => laneOf(tool, new RequestMaker(tool, seedsOf(tool, files))));
  const before = observe();
  console.log(
    `${lanes.length} tools, seed ${seed}, ${seconds} s, ${files.length} files to start from; ${before?.text ?? ''}`,
  );
  if (flags.includes('--hostile')) await sendHostile(lanes);
  else await mutateUntil(lanes, performance.now() + 1000 * seconds);
  await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
  const after = observe();
  report(lanes);
  const faults = lanes.reduce((sum, { faulty }) => sum + faulty, 0);
  const growth = before === undefined || after === undefined ? [] : growthOf(before, after);
  if (before !== undefined) console.log(after === undefined ? 'The service is gone' : after.text);
  for (const line of growth) console.log(`WRONG ${line}`);
  const runs = lanes.reduce((sum, lane) => sum + lane.runs, 0);
  console.log(`${runs - faults} of ${runs} runs as they should be, ${faults} not`);
  const isGone = before !== undefined && after === undefined;
  return faults === 0 && growth.length === 0 && !isGone && runs > 0 ? 0 : 1;
}

function laneOf(tool: CatalogEntry, maker: RequestMaker): Lane {
  const counts = { runs: 0, faulty: 0, milliseconds: 0, slowest: 0, isBusy: false };
  return { tool, maker, shapes: new Set(), statuses: new Map(), faults: new Set(), ...counts };
}

async function mutateUntil(lanes: readonly Lane[], end: number): Promise<void> {
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      const free = lanes.filter(({ isBusy }) => !isBusy);
      const lane = free.reduce((a, b) => (b.milliseconds < a.milliseconds ? b : a));
      lane.isBusy = true;
      const request = lane.maker.next(chanceOf(Math.imul(seed, 0x9e3779b1) ^ crc32(`${lane.tool.id} ${lane.runs}`)));
      await runOnce(lane, request);
      lane.isBusy = false;
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, lanes.length) }, work));
}

async function sendHostile(lanes: readonly Lane[]): Promise<void> {
  const byTool = new Map(lanes.map((lane) => [lane.tool.id, lane]));
  const requests = hostileRequests(
    lanes.map(({ tool }) => tool),
    hostileFiles(),
  );
  const work = async (): Promise<void> => {
    for (let request = requests.pop(); request !== undefined; request = requests.pop()) {
      const lane = byTool.get(request.tool.id);
      for (const body of lane === undefined ? [] : request.bodies())
        await runOnce(lane as Lane, seedOf(JSON.parse(body)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function runOnce(lane: Lane, request: Seed): Promise<void> {
  const { tool, maker, shapes, statuses } = lane;
  const body = bodyOf(request);
  const started = performance.now();
  const reply = await callToolWhenFree(origin, tool.id, body);
  const milliseconds = performance.now() - started;
  lane.runs += 1;
  lane.milliseconds += milliseconds;
  lane.slowest = Math.max(lane.slowest, milliseconds);
  statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
  const shape = shapeOf(reply);
  if (!shapes.has(shape)) maker.keep(request);
  shapes.add(shape);
  const fault = faultOf(reply, request);
  if (fault === undefined) return;
  lane.faulty += 1;
  if (lane.faults.size >= MAX_SHOWN) return;
  lane.faults.add(fault);
  mkdirSync(saveFolder, { recursive: true });
  const path = join(saveFolder, `${tool.id}-${seed}-${lane.runs}.json`);
  const names = request.files.map(({ name }) => JSON.stringify(name)).join();
  writeFileSync(path, JSON.stringify({ tool: tool.id, fault, body } satisfies Saved));
  console.log(`WRONG ${tool.id} in ${milliseconds.toFixed(0)} ms, ${fault}; ${names} --replay=${path}`);
}

/** A line a family, and the tools that took longest. */
function report(lanes: readonly Lane[]): void {
  for (const family of new Set(lanes.map(({ tool }) => tool.family))) {
    const own = lanes.filter(({ tool }) => tool.family === family);
    const count = (choose: (lane: Lane) => number): number => own.reduce((sum, lane) => sum + choose(lane), 0);
    const statuses = [...new Set(own.flatMap((lane) => [...lane.statuses.keys()]))].sort((a, b) => a - b);
    const table = statuses.map((status) => `${status}: ${count((lane) => lane.statuses.get(status) ?? 0)}`);
    console.log(
      `${family}: ${own.length} tools, ${count(({ runs }) => runs)} runs (${table.join(', ')}), ` +
        `${count(({ shapes }) => shapes.size)} shapes of answers, ${count(({ faulty }) => faulty)} faults`,
    );
  }
  const slow = [...lanes].sort((a, b) => b.slowest - a.slowest).slice(0, 5);
  console.log(`slowest: ${slow.map(({ tool, slowest }) => `${tool.id} ${slowest.toFixed(0)} ms`).join(', ')}`);
}

interface Observation {
  readonly processes: number;
  readonly openFiles: number;
  readonly temporaryFiles: number;
  readonly text: string;
}

function observe(): Observation | undefined {
  const pid = Number(process.env.SERVICE_PID ?? 0);
  const tree = processTree(pid);
  if (tree.length === 0) return undefined;
  const folder = readdirSync(tmpdir()).find((name) => name.startsWith(`tool-execution-api-${pid}-`));
  const temporaryFiles =
    folder === undefined
      ? 0
      : readdirSync(join(tmpdir(), folder), { recursive: true, withFileTypes: true }).filter(
          (item) => !item.isDirectory(),
        ).length;
  const files = openFiles(pid);
  const mebibytes = Math.round(tree.reduce((sum, { residentMib }) => sum + residentMib, 0));
  const text = `${tree.length} processes, ${mebibytes} MiB, ${files} open files, ${temporaryFiles} temporary files`;
  return { processes: tree.length, openFiles: files, temporaryFiles, text };
}

function growthOf(before: Observation, after: Observation): string[] {
  const grown: string[] = [];
  if (after.processes > MAX_PROCESSES) grown.push(`there are ${after.processes} processes`);
  const started = Math.max(0, after.processes - before.processes);
  if (after.openFiles > before.openFiles + SPARE_FILES.own + started * SPARE_FILES.process) {
    grown.push(`open files grew from ${before.openFiles} to ${after.openFiles}`);
  }
  if (after.temporaryFiles > before.temporaryFiles) {
    grown.push(`temporary files grew from ${before.temporaryFiles} to ${after.temporaryFiles}`);
  }
  return grown;
}
