/**
 * How long the server's event loop stands still while large files go through: the service runs in this process, four clients in another
 * post 20 MiB each at once, again and again. Prints the longest delays of the event loop.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { Catalog } from '../../src/core/catalog.js';
import { createRunner } from '../../src/runner/runner.js';
import { openService } from '../../src/server/server.js';

const ROUNDS = 12;
const ROOT = join(import.meta.dirname, '../..');

const CLIENT = `
const file = { name: 'big.bin', base64: require('node:crypto').randomBytes(20 * 2 ** 20 - 1024).toString('base64') };
const body = JSON.stringify({ options: { level: 0 }, files: [file] });
const post = async () => {
  for (;;) {
    const response = await fetch(process.argv[1], { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await response.arrayBuffer();
    if (response.status === 200) return;
    if (response.status !== 429) throw new Error(String(response.status));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
(async () => { for (let i = 0; i < ${ROUNDS}; i += 1) await Promise.all([post(), post(), post(), post()]); })();
`;

const settings = {
  modelDir: undefined,
  ffmpegPath: undefined,
  libreofficePath: undefined,
  chromiumPath: undefined,
  networkAllowPrivate: false,
  networkTools: true,
};
const log = () => undefined;
const catalog = JSON.parse(readFileSync(join(ROOT, 'src/generated/catalog.json'), 'utf8')) as Catalog;
const runner = createRunner({ catalog, settings, log });
const service = await openService({
  catalog,
  runner,
  log,
  port: 0,
  host: '127.0.0.1',
  allowedHosts: [],
  publicOrigin: undefined,
});
await new Promise((resolve) => setTimeout(resolve, 1000));

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const client = spawn(process.execPath, ['-e', CLIENT, `http://127.0.0.1:${service.port}/api/v1/tools/create-zip/run`], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
const [code] = await once(client, 'exit');
delay.disable();
const ms = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(1);
console.log(`${4 * ROUNDS} runs of 20 MiB, four at once (client exit code ${code})`);
console.log(
  `event loop delay: median ${ms(delay.percentile(50))} ms, p99 ${ms(delay.percentile(99))} ms, longest ${ms(delay.max)} ms`,
);
console.log(`server memory: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB at most`);
await service.close();
