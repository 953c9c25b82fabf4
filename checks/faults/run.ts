/**
 * `tsx checks/faults/run.ts [--only=disk,clock] [--seconds=60]`: what happens to a started service, with tools that misbehave, when things go
 * wrong around it. Each case prints its claims; exits 1 when one does not hold. `--seconds` is how long processes are killed at random.
 */

import { Claims, type FaultCase } from './claims.js';
import { clientFaults } from './client-faults.js';
import { clockFaults } from './clock-faults.js';
import { removeFolders } from './hostile-service.js';
import { processFaults } from './process-faults.js';
import { resourceFaults } from './resource-faults.js';

const flags = process.argv.slice(2);
const flag = (name: string) => flags.find((item) => item.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = flag('only')?.split(',');

const isChosen = ({ name }: FaultCase) => only?.some((word) => name.includes(word)) ?? true;
let held = 0;
let failed = 0;

async function runCase({ name, run }: FaultCase): Promise<void> {
  const claims = new Claims();
  const started = performance.now();
  await run(claims);
  console.log([name, ...claims.lines, `  ${((performance.now() - started) / 1000).toFixed(1)} s`].join('\n'));
  held += claims.held;
  failed += claims.failed;
}

// These do little but wait, beside the others.
const waiting = Promise.all(clientFaults.filter(isChosen).map(runCase));
const cases = [...processFaults(Number(flag('seconds') ?? 5)), ...resourceFaults, ...clockFaults];
for (const item of cases.filter(isChosen)) await runCase(item);
await waiting;
removeFolders();
console.log(`${held} claims hold, ${failed} do not`);
process.exit(failed === 0 && held > 0 ? 0 : 1);
