/**
 * `tsx checks/carry-over/run.ts [--only=NAME]`: in one process, a caller's file of every format that is decoded, then the next caller's,
 * damaged in every way. Its answer must not depend on the caller before, and show nothing of it. After `npm run build`.
 */
import { carryOverCases } from '../../src/testing/carry-over/cases.js';
import { DAMAGES } from '../../src/testing/carry-over/damage.js';
import { tryCase } from '../../src/testing/carry-over/try-case.js';

const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length);
let tried = 0;
let faults = 0;
for (const carryOver of await carryOverCases(true)) {
  if (only !== undefined && carryOver.name !== only) continue;
  for (const fault of await tryCase(carryOver, Object.keys(DAMAGES))) {
    faults++;
    console.log(`${carryOver.name}: ${fault}`);
  }
  tried++;
}
console.log(`${tried} files, ${Object.keys(DAMAGES).length} damages each: ${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;
