/**
 * The pages in a real browser: `npm run all` against a service of its own (`npm run build` comes first), or
 * `npm run all -- http://127.0.0.1:8080` against one that runs. A step's name runs only this step. Ends with 1 when a step fails.
 */

import type { Page } from 'playwright-core';

import { batches } from './batches.js';
import { openBrowser } from './browser.js';
import { calls } from './calls.js';
import { Faults, say } from './check.js';
import { comparing } from './comparing.js';
import { editing } from './editing.js';
import { everyTool } from './every-tool.js';
import { failures } from './failures.js';
import { filling } from './filling.js';
import { forms } from './forms.js';
import { journeys } from './journeys.js';
import { languages } from './languages.js';
import { looks } from './looks.js';
import { offline } from './offline.js';
import { pipelines } from './pipelines.js';
import { pointing } from './pointing.js';
import { previews } from './previews.js';
import { progress } from './progress.js';
import { startService } from './services.js';
import { speed } from './speed.js';

type Step = (origin: string, page: Page, faults: Faults) => Promise<void>;

const STEPS: Readonly<Record<string, Step>> = {
  journeys,
  failures,
  calls,
  forms,
  editing,
  comparing,
  filling,
  pointing,
  previews,
  pipelines,
  batches,
  progress,
  looks,
  languages,
  offline,
  tools: everyTool,
  speed,
};

const given = process.argv.slice(2);
const address = given.find((word) => word.startsWith('http'));
const only = given.filter((word) => word !== address);
const unknown = only.find((word) => !Object.hasOwn(STEPS, word));
if (unknown !== undefined) throw new Error(`no step ${unknown}: there are ${Object.keys(STEPS).join(', ')}`);

const service = address === undefined ? await startService() : { origin: address, stop: async () => {} };
let failed = 0;
for (const [name, step] of Object.entries(STEPS)) {
  if (only.length > 0 && !only.includes(name)) continue;
  const started = performance.now();
  const faults = new Faults();
  say(name);
  const browser = await openBrowser(faults);
  await step(service.origin, browser.page, faults).catch((error: unknown) => {
    faults.list.push(error instanceof Error ? (error.stack ?? error.message) : 'failed');
  });
  await browser.close();
  for (const fault of faults.list.slice(0, 30)) say(`   ! ${fault}`);
  failed += faults.list.length;
  say(`${name}: ${faults.list.length} faults, ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
await service.stop();
process.exitCode = failed === 0 ? 0 : 1;
