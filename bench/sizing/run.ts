/**
 * `tsx bench/sizing/run.ts [--heic=photo.heic] [--seconds=3] [--tool=a,b]` after `npm run build`: what an operator sizes a machine by, as two
 * Markdown tables. By tool: runs a second with 1 and with 4 clients (429 is tried again after 10 ms), the first run of a fresh
 * service and the median of the later ones, the most memory that its tool process ever had, processor time a run. By class: the
 * largest of these. Every tool has a service of its own; the load of the machine at the start and the end is printed too.
 */

import { cpus, loadavg } from 'node:os';

import type { ToolClass } from '../../src/core/limits.js';
import { callTool } from '../../src/testing/http.js';
import { processTree } from '../../src/testing/process-tree.js';
import { readCatalog } from '../../src/testing/service.js';
import { type StartedService, startService } from '../../src/testing/started-service.js';

import { type SizingCase, sizingCases } from './inputs.js';

interface Sizing {
  readonly tool: string;
  readonly toolClass: ToolClass;
  readonly what: string;
  readonly coldMs: number;
  readonly warmMs: number;
  readonly perSecond: Readonly<Record<1 | 4, number>>;
  readonly cpuMs: number;
  /** Most memory of one tool process, of runs one after the other. */
  readonly peakMib: number;
  /** Most memory of all processes together, 4 clients at once. */
  readonly treeMib: number;
}

const flags = process.argv.slice(2);
const flag = (name: string) => flags.find((item) => item.startsWith(`--${name}=`))?.slice(name.length + 3);
const SECONDS = Number(flag('seconds') ?? 3);
const only = flag('tool')?.split(',');
/** The spare is ready by then, and what the server prepares is prepared. */
const SETTLE_MS = 1500;
const BUSY_MS = 10;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const classes = new Map(readCatalog('product').tools.map(({ entry }) => [entry.id, entry.class]));

async function stop({ child, ended }: StartedService): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

async function once(origin: string, tool: string, body: Buffer): Promise<number> {
  const started = performance.now();
  for (;;) {
    const reply = await callTool(origin, tool, body);
    if (reply.status === 200) return performance.now() - started;
    if (reply.status !== 429) throw new Error(`${tool}: ${reply.status} ${reply.text.slice(0, 200)}`);
    await pause(BUSY_MS);
  }
}

/** Runs a second, and the time of each, with so many clients one run after the other. At least two runs each. */
async function load(origin: string, tool: string, body: Buffer, clients: number) {
  const times: number[] = [];
  const started = performance.now();
  const end = started + SECONDS * 1000;
  const client = async () => {
    for (let i = 0; i < 2 || performance.now() < end; i += 1) times.push(await once(origin, tool, body));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { times, perSecond: (times.length * 1000) / (performance.now() - started) };
}

async function measure({ tool, what, body: request }: SizingCase): Promise<Sizing> {
  const body = Buffer.from(JSON.stringify(request));
  const service = await startService({ env: { LOG_LEVEL: 'error' } });
  await pause(SETTLE_MS);
  const tree = () => processTree(service.pid);
  const cpu = () => tree().reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  const coldMs = await once(service.origin, tool, body);
  const before = cpu();
  const single = await load(service.origin, tool, body, 1);
  const cpuMs = ((cpu() - before) * 1000) / single.times.length;
  const peakMib = Math.max(
    ...tree()
      .slice(1)
      .map((member) => member.peakMib),
  );
  let treeMib = 0;
  const watch = setInterval(() => {
    treeMib = Math.max(
      treeMib,
      tree().reduce((sum, { residentMib }) => sum + residentMib, 0),
    );
  }, 100);
  const four = await load(service.origin, tool, body, 4);
  clearInterval(watch);
  await stop(service);
  const warmMs = single.times.sort((a, b) => a - b)[Math.floor(single.times.length / 2)] ?? Number.NaN;
  const toolClass = classes.get(tool) ?? 'standard';
  return {
    tool,
    toolClass,
    what,
    coldMs,
    warmMs,
    perSecond: { 1: single.perSecond, 4: four.perSecond },
    cpuMs,
    peakMib,
    treeMib,
  };
}

const rate = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const time = (ms: number) => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0));
const row = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);
const loadNow = () =>
  loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');

console.log(
  `${cpus().length} × ${cpus()[0]?.model ?? '?'}, Node ${process.versions.node}, load at the start ${loadNow()}\n`,
);
const maker = await startService({ env: { LOG_LEVEL: 'error' } });
const cases = await sizingCases(maker.origin, flag('heic'));
await stop(maker);
row(
  'tool',
  'class',
  'on',
  'runs/s, 1 client',
  '4 clients',
  'first ms',
  'warm ms',
  'CPU ms a run',
  'peak MiB of the process',
  'MiB of all, 4 clients',
);
row('---', '---', '---', '---:', '---:', '---:', '---:', '---:', '---:', '---:');
const sizings: Sizing[] = [];
for (const item of cases.filter(({ tool }) => only?.includes(tool) ?? true)) {
  const sizing = await measure(item);
  sizings.push(sizing);
  const { tool, toolClass, what, perSecond, coldMs, warmMs, cpuMs, peakMib, treeMib } = sizing;
  row(
    `\`${tool}\``,
    toolClass,
    what,
    rate(perSecond[1]),
    rate(perSecond[4]),
    time(coldMs),
    time(warmMs),
    time(cpuMs),
    peakMib.toFixed(0),
    treeMib.toFixed(0),
  );
}
console.log('');
row('class', 'most MiB of a process', 'most MiB of all, 4 clients', 'longest first run, s');
row('---', '---:', '---:', '---:');
for (const toolClass of new Set(sizings.map((sizing) => sizing.toolClass))) {
  const those = sizings.filter((sizing) => sizing.toolClass === toolClass);
  const most = (of: (sizing: Sizing) => number) => Math.max(...those.map(of));
  row(
    toolClass,
    most(({ peakMib }) => peakMib).toFixed(0),
    most(({ treeMib }) => treeMib).toFixed(0),
    (most(({ coldMs }) => coldMs) / 1000).toFixed(1),
  );
}
console.log(`\nload at the end ${loadNow()}`);
