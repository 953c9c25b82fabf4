/**
 * `tsx checks/random-input/run.ts http://127.0.0.1:PORT [--runs=500] [--family=text,json] [--tool=sort-lines] [--seed=1] [--sample]`:
 * random requests for every tool of the families, or with `--sample` for some of them, others with each commit. Only 200, 400 and 413
 * are right: each 500 or 504 is printed with the seed that makes it again. With SERVICE_PID, the memory of the service and its tool
 * processes is printed before and after.
 */
import type { CatalogEntry } from '../../src/core/catalog.js';
import { chanceOf } from '../../src/testing/chance.js';
import { callToolWhenFree } from '../../src/testing/http.js';
import { processTree } from '../../src/testing/process-tree.js';
import { type RandomBody, randomBody } from '../../src/testing/random-requests.js';
import { sampleOfTools } from '../../src/testing/sample.js';

const [origin = 'http://127.0.0.1:8080', ...flags] = process.argv.slice(2);
const flag = (name: string): string | undefined =>
  flags.find((item) => item.startsWith(`--${name}=`))?.slice(name.length + 3);
const runs = Number(flag('runs') ?? 500);
const firstSeed = Number(flag('seed') ?? 1);
const families = flag('family')?.split(',');
const only = flag('tool')?.split(',');
const AT_ONCE = 2;
/** Every so many runs, the longest text that there may be. */
const MAX_CHARACTERS = 1_000_000;

interface Outcome {
  readonly seed: number;
  readonly status: number;
  readonly milliseconds: number;
  readonly body: string;
  readonly answer: string;
}

const { tools } = (await (await fetch(`${origin}/api/v1/tools?include=examples`)).json()) as {
  readonly tools: readonly CatalogEntry[];
};
const meant = tools.filter(({ id, family }) => (only?.includes(id) ?? true) && (families?.includes(family) ?? true));
const chosen = flags.includes('--sample') ? sampleOfTools(meant) : meant;
console.log(`${chosen.length} of ${meant.length} tools, ${runs} runs each; tree ${treeMebibytes()} MiB`);
let faults = 0;
const slowest: { readonly id: string; readonly outcome: Outcome }[] = [];
for (const tool of chosen) {
  const outcomes = await runAll(tool);
  const counts = new Map<number, number>();
  for (const { status } of outcomes) counts.set(status, (counts.get(status) ?? 0) + 1);
  const wrong = outcomes.filter(({ status }) => ![200, 400, 413].includes(status));
  const slow = outcomes.reduce((a, b) => (b.milliseconds > a.milliseconds ? b : a));
  slowest.push({ id: tool.id, outcome: slow });
  const table = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  console.log(
    `${tool.id}: ${table.join(', ')}; slowest ${slow.milliseconds.toFixed(0)} ms (seed ${slow.seed}); tree ${treeMebibytes()} MiB`,
  );
  for (const { seed, status, body, answer } of wrong.slice(0, 5)) {
    console.log(
      `  WRONG ${status}, --tool=${tool.id} --seed=${seed} --runs=1: ${answer.slice(0, 160)} <- ${body.slice(0, 300)}`,
    );
  }
  faults += wrong.length;
}
slowest.sort((a, b) => b.outcome.milliseconds - a.outcome.milliseconds);
console.log(
  `slowest: ${slowest
    .slice(0, 3)
    .map(({ id, outcome }) => `${id} ${outcome.milliseconds.toFixed(0)} ms`)
    .join(', ')}`,
);
console.log(`${chosen.length * runs - faults} as they should be, ${faults} not`);
process.exitCode = faults === 0 && chosen.length > 0 ? 0 : 1;

async function runAll(tool: CatalogEntry): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const source = {
    options: tool.options,
    takesInput: tool.input !== 'none',
    files: tool.files,
    examples: tool.examples.map(({ request }) => request as RandomBody),
    mostCharacters: MAX_CHARACTERS,
  };
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < runs) {
      const seed = firstSeed + next++;
      const body = JSON.stringify(randomBody(source, chanceOf(seed)));
      outcomes.push({ seed, body, ...(await send(tool, body)) });
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, runs) }, worker));
  return outcomes;
}

async function send(tool: CatalogEntry, body: string): Promise<Pick<Outcome, 'status' | 'milliseconds' | 'answer'>> {
  const started = performance.now();
  const { status, text } = await callToolWhenFree(origin, tool.id, body);
  return { status, milliseconds: performance.now() - started, answer: text };
}

function treeMebibytes(): number {
  const tree = processTree(Number(process.env.SERVICE_PID ?? 0));
  return tree.length === 0 ? Number.NaN : Math.round(tree.reduce((sum, { residentMib }) => sum + residentMib, 0));
}
