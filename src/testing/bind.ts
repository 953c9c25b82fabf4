import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { until } from './fetch-bench.js';

/** Debian's BIND with one zone, on a free port of loopback. */
export interface Bind {
  readonly port: number;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Starts `named` with this zone file. Throws with its log where it does not come up. */
export async function openBind(origin: string, zone: string): Promise<Bind> {
  const folder = mkdtempSync(join(tmpdir(), 'bind-'));
  const port = await freePort();
  writeFileSync(join(folder, 'zone'), zone);
  writeFileSync(
    join(folder, 'named.conf'),
    `options { directory "${folder}"; listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; }; recursion no;
      pid-file none; session-keyfile "${folder}/session.key"; dnssec-validation no; minimal-responses yes; allow-transfer { any; }; };
     controls { };
     zone "${origin}" { type primary; file "zone"; check-names ignore; };`,
  );
  const named = spawn('named', ['-g', '-c', join(folder, 'named.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  let isOver = false;
  named.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => {
    named.once('exit', () => {
      isOver = true;
      resolve();
    });
  });
  await until(() => isOver || /all zones loaded[\s\S]*\brunning\b/.test(log));
  if (isOver) throw new Error(`named did not start: ${log.slice(-2000)}`);
  return {
    port,
    async close() {
      named.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
