/**
 * Code of ours beside packages that do the same: how many of the inputs with one right answer each gets right, and the time of both in
 * the same run. `npm run packages -- [subject …]`. Decision 17 says what follows.
 */
import { readdirSync } from 'node:fs';

import { answerOf, type Comparison, type Work } from './comparison.js';

const ROUNDS = 7;
const only = new Set(process.argv.slice(2));
const folder = new URL('./cases/', import.meta.url);

for (const name of readdirSync(folder).sort()) {
  const module = (await import(new URL(name, folder).href)) as { readonly default: readonly Comparison[] };
  for (const comparison of module.default) {
    if (only.size === 0 || only.has(comparison.subject)) await compare(comparison);
  }
}

async function compare({ subject, package: peer, answers, works }: Comparison): Promise<void> {
  const wrong = { own: [] as string[], theirs: [] as string[] };
  for (const { title, right, own, theirs } of answers) {
    const expected = JSON.stringify(right);
    if ((await answerOf(own)) !== expected) wrong.own.push(title);
    if ((await answerOf(theirs)) !== expected) wrong.theirs.push(title);
  }
  const all = answers.length;
  console.log(
    `${subject} beside ${peer}: right ${all - wrong.own.length} of ${all}, ${peer} ${all - wrong.theirs.length}`,
  );
  if (wrong.own.length > 0) console.log(`  not ours: ${wrong.own.join(', ')}`);
  if (wrong.theirs.length > 0) console.log(`  not ${peer}: ${wrong.theirs.join(', ')}`);
  for (const work of works) {
    const [own, theirs] = await medians(work);
    console.log(
      `  ${work.title}: ${own.toFixed(1)} ms, ${peer} ${theirs.toFixed(1)} ms: ${(theirs / own).toFixed(2)} times ours`,
    );
  }
}

/** In turns, so that both see the same machine. */
async function medians({ own, theirs }: Work): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, work] of [own, theirs].entries()) {
      const began = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(began);
      times[at]?.push((user + system) / 1000);
    }
  }
  const [first, second] = times.map((list) => list.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0);
  return [first ?? 0, second ?? 0];
}
