/**
 * Proves the published OpenAPI description: `npm run all` against a service of its own (`npm run build` comes first), or
 * `npm run all -- http://127.0.0.1:8080` against one that runs. Ends with 1 when a step fails.
 */

import { mkdirSync, writeFileSync } from 'node:fs';

import { proveClients } from './clients.js';
import { proveExamples } from './examples.js';
import { proveRequests } from './fuzz.js';
import { folder, inFolder, say, startService } from './processes.js';
import { proveDescription } from './validators.js';

const STEPS = {
  validators: proveDescription,
  clients: proveClients,
  examples: proveExamples,
  fuzz: proveRequests,
} as const;

const [given, ...only] = process.argv.slice(2);
const service = given?.startsWith('http') ? { origin: given, stop: async () => {} } : await startService();
const names = given === undefined || given.startsWith('http') ? only : [given, ...only];

const response = await fetch(`${service.origin}/openapi.json`);
if (response.status !== 200) throw new Error(`/openapi.json answered ${response.status}`);
mkdirSync(inFolder('generated'), { recursive: true });
writeFileSync(inFolder('generated/openapi.json'), await response.text());
say(`${folder}: ${service.origin}`);

let failed = 0;
for (const [name, prove] of Object.entries(STEPS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const started = performance.now();
  const faults = await prove(service.origin);
  for (const fault of faults.slice(0, 20)) say(`   ${fault}`);
  failed += faults.length;
  say(`${name}: ${faults.length} faults, ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
await service.stop();
process.exitCode = failed === 0 ? 0 : 1;
