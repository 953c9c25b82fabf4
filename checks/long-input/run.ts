/**
 * `tsx checks/long-input/run.ts http://127.0.0.1:PORT [--family=text,json] [--tool=sort-lines]`: the longest text that an input may
 * be, to every tool that takes one: a dozen kinds of text with its default options, and the input of each worked example again and
 * again with that example's options. Only 200, 400 and 413 are right. Prints the ten slowest answers. With SERVICE_PID, processor
 * time is printed too, and a 504 on a machine so busy that the run had less than half of its time is told apart: it says nothing.
 */
import { readFileSync } from 'node:fs';

import type { CatalogEntry } from '../../src/core/catalog.js';
import type { RandomBody } from '../../src/testing/random-requests.js';

import { bodiesFor } from './bodies.js';

const [origin = 'http://127.0.0.1:8080', ...flags] = process.argv.slice(2);
const flag = (name: string): readonly string[] | undefined =>
  flags
    .find((item) => item.startsWith(`--${name}=`))
    ?.slice(name.length + 3)
    .split(',');
const [families, only] = [flag('family'), flag('tool')];

/** USER_HZ is 100 everywhere: proc(5). */
const TICK_MS = 10;

interface Outcome {
  readonly tool: string;
  readonly text: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Processor time of the service and its tool processes; NaN where it is not known. */
  readonly processorMs: number;
  readonly answer: string;
}

const { tools } = (await (await fetch(`${origin}/api/v1/tools?include=examples`)).json()) as {
  readonly tools: readonly CatalogEntry[];
};
const chosen = tools.filter(
  ({ id, family, input }) => input !== 'none' && (only?.includes(id) ?? true) && (families?.includes(family) ?? true),
);
const outcomes: Outcome[] = [];
for (const tool of chosen) {
  const own: Outcome[] = [];
  for (const [name, body] of bodiesFor(tool)) own.push(await send(tool, name, body));
  const wrong = own.filter(isWrong);
  const slow = own.reduce((a, b) => (b.milliseconds > a.milliseconds ? b : a));
  const answered = own.filter(({ status }) => status === 200).length;
  console.log(`${tool.id}: ${own.length} runs, ${answered} with a result; slowest ${shown(slow)}`);
  for (const one of wrong) console.log(`  WRONG ${shown(one)}: ${one.answer.slice(0, 160)}`);
  outcomes.push(...own);
}
outcomes.sort((a, b) => cost(b) - cost(a));
for (const slow of outcomes.slice(0, 10)) console.log(`slow: ${slow.tool}, ${shown(slow)}`);
const wrong = outcomes.filter(isWrong);
const unknown = outcomes.filter(wasStarved);
console.log(
  `${outcomes.length - wrong.length - unknown.length} as they should be, ${wrong.length} not, ${unknown.length} not known for the machine was busy`,
);
process.exitCode = wrong.length === 0 && chosen.length > 0 ? 0 : 1;

function isWrong(outcome: Outcome): boolean {
  return ![200, 400, 413].includes(outcome.status) && !wasStarved(outcome);
}

function wasStarved({ status, milliseconds, processorMs }: Outcome): boolean {
  return status === 504 && processorMs < milliseconds / 2;
}

function cost({ milliseconds, processorMs }: Outcome): number {
  return Number.isNaN(processorMs) ? milliseconds : processorMs;
}

function shown({ text, status, milliseconds, processorMs }: Outcome): string {
  const processor = Number.isNaN(processorMs) ? '' : `, ${processorMs} ms of processor`;
  return `${text}: ${status} after ${milliseconds.toFixed(0)} ms${processor}`;
}

async function send(tool: CatalogEntry, text: string, body: RandomBody): Promise<Outcome> {
  const before = processorMsOf(tree());
  const started = performance.now();
  const response = await fetch(`${origin}${tool.run.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  const milliseconds = performance.now() - started;
  return {
    tool: tool.id,
    text,
    status: response.status,
    milliseconds,
    processorMs: processorMsOf(tree()) - before,
    answer,
  };
}

/** Processor time of processes and of those below them that have ended. */
function processorMsOf(pids: readonly number[]): number {
  if (pids.length === 0) return Number.NaN;
  let ticks = 0;
  for (const pid of pids) {
    const stat = readStat(pid);
    // utime, stime, cutime, cstime: proc(5).
    for (const index of [11, 12, 13, 14]) ticks += Number(stat[index] ?? 0);
  }
  return ticks * TICK_MS;
}

/** The service and all below it. */
function tree(): readonly number[] {
  const root = Number(process.env.SERVICE_PID ?? 0);
  if (root === 0) return [];
  const all: number[] = [];
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    all.push(pid);
    open.push(...childrenOf(pid));
  }
  return all;
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    // It has ended since it was listed.
    return [];
  }
}

/** The fields behind the name. */
function readStat(pid: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    // It has ended since it was listed: its parent counts its time.
    return [];
  }
}
