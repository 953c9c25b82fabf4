import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { build } from '../../scripts/build.js';
import type { CatalogEntry } from '../../src/core/catalog.js';
import { grownCatalog } from '../../src/testing/grown-catalog.js';
import { openTestService, readCatalog, type TestService } from '../../src/testing/service.js';

export const ROOT = join(import.meta.dirname, '../..');

export const fixture = (path: string): string => join(ROOT, 'fixtures', path);

/** Starts the built service on a port, a free one where none is said. */
export async function startService(port = '0'): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/bin/tool-execution-api.js'), 'serve'], {
    env: { ...process.env, PORT: port, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await printedOrigin(child);
  return {
    origin,
    async stop() {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    },
  };
}

function printedOrigin(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`the service ended with ${code}: ${output}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk;
      const origin = /http:\/\/[\d.:]+/.exec(output)?.[0];
      if (origin !== undefined) resolve(origin);
    });
  });
}

/** A service whose tools wait, fail and never end; behind the same pages. */
export async function openHostileService(): Promise<TestService> {
  if (!existsSync(join(ROOT, 'dist-test/product/runner/main.js'))) {
    await build(join(ROOT, 'dist-test/product'), {
      tools: join(ROOT, 'src/testing/hostile-tools'),
      generated: join(ROOT, 'dist-test/generated'),
    });
  }
  return openTestService('hostile');
}

/** A service with as many tools as there may be one day; those that were added cannot be run. */
export function openGrownService(count: number): Promise<TestService> {
  const { version, tools } = readCatalog('product');
  const entries = grownCatalog(
    tools.map(({ entry }) => entry),
    count,
  );
  const grown = entries.map((entry: CatalogEntry, index) => ({ ...tools[index % tools.length], entry }));
  return openTestService('product', { catalog: { version, tools: grown as typeof tools } });
}
