/**
 * Tools beside the engine each stands on, in the same run, on texts of 1 to 5 MB: the tool's own work (its `run`, in this process)
 * and the whole run (HTTP, checks, encoding) as ratios of speed and of time; for the whole run also against the least service there
 * is around the same engine. `npm run engines -- [tool …]`: Node's young generation is as large as in a tool process.
 */
import { readdirSync } from 'node:fs';

import { openTestService } from '../../src/testing/service.js';
import { type EngineCase, timeOf } from './engine-case.js';
import { openLeastService } from './least-service.js';

const only = new Set(process.argv.slice(2));
const folder = new URL('./cases/', import.meta.url);
const cases: EngineCase[] = [];
for (const name of readdirSync(folder).sort()) {
  const module = (await import(new URL(name, folder).href)) as { readonly default: readonly EngineCase[] };
  cases.push(...module.default.filter(({ tool }) => only.size === 0 || only.has(tool.id)));
}

const service = await openTestService('product');
const least = await openLeastService();
console.log(
  'tool, case, size | engine ms | own work ms, speed against the engine by the clock and by processor time (target >= 0.8) | whole run ms, time against the engine (target <= 2), against the engine behind a bare HTTP server',
);
let missed = 0;
for (const one of cases) {
  const { engine, own, whole, transport } = await timeOf(one, service.origin, least.origin);
  const speed = engine.clock / own.clock;
  // A busy machine spoils the clock, not the processor time.
  const work = engine.processor / own.processor;
  const time = whole / engine.clock;
  const misses = [...(work >= 0.8 ? [] : ['OWN WORK']), ...(time <= 2 ? [] : ['WHOLE RUN'])];
  const verdict = misses.length === 0 ? '' : `  MISSED ${misses.join(', ')}`;
  if (verdict !== '') missed++;
  console.log(
    `${one.tool.id}, ${one.title}, ${(one.bytes / 1e6).toFixed(1)} MB | ${engine.clock.toFixed(1)} | ${own.clock.toFixed(1)}, ${speed.toFixed(2)} ${work.toFixed(2)} | ${whole.toFixed(1)}, ${time.toFixed(2)}, ${(whole / (engine.clock + transport)).toFixed(2)}${verdict}`,
  );
}
await service.close();
await least.close();
console.log(`${cases.length} cases, ${missed} missed`);
