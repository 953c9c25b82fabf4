/**
 * `tsx bench/discovery/run.ts`: how large the documents are, how long they take, cold and warm, and how fast search is, for
 * the catalog as it is and grown to 150 and 500 tools. Grown tools have other words than the real ones, in the same number.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { type CatalogEntry, entriesOf } from '../../src/core/catalog.js';
import { createSearch } from '../../src/core/search.js';
import { agentTools } from '../../src/server/agent-tools.js';
import { llmsText } from '../../src/server/llms.js';
import { openApi } from '../../src/server/openapi.js';
import { grownCatalog } from '../../src/testing/grown-catalog.js';
import { call } from '../../src/testing/http.js';
import { readFixture } from '../../src/testing/run-tool.js';
import { readCatalog } from '../../src/testing/service.js';

const entries = entriesOf(readCatalog('product'));
const PATHS = ['/openapi.json', '/api/v1/tools', '/llms.txt', '/agents/tools.json', '/api/v1/tools?q=join+pdfs'];
const SIZES = [entries.length, 150, 500];
/** Of services that are started. */
const SERVED_SIZES = [entries.length, 150];
const COLD_ROUNDS = 3;
const WARM_ROUNDS = 100;

const row = (...cells: (string | number)[]) =>
  console.log(cells.map((cell, i) => (i === 0 ? String(cell).padEnd(30) : String(cell).padStart(12))).join(' '));

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

const milliseconds = (value: number): string => `${value.toFixed(value < 1 ? 2 : 1)} ms`;

const DOCUMENTS: Readonly<Record<string, (of: readonly CatalogEntry[]) => string>> = {
  '/openapi.json': (of) => JSON.stringify(openApi(of)),
  '/api/v1/tools': (of) => JSON.stringify({ tools: of }),
  '/llms.txt': llmsText,
  '/agents/tools.json': (of) => JSON.stringify(agentTools(of)),
};

row('document', 'tools', 'bytes', 'gzip', 'br 5');
for (const count of SIZES) {
  const grown = grownCatalog(entries, count);
  for (const [path, make] of Object.entries(DOCUMENTS)) {
    const text = make(grown);
    const br = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    row(path, count, Buffer.byteLength(text), gzipSync(text).length, br.length);
  }
}

row('\nfirst answer, compressed', 'tools', 'cold', 'warm, median', 'warm, p99');
for (const count of SERVED_SIZES) {
  for (const path of PATHS) {
    const cold: number[] = [];
    const warm: number[] = [];
    for (let round = 0; round < COLD_ROUNDS; round += 1) {
      const service = await startService(count);
      cold.push(await timed(service.port, path));
      if (round === 0) {
        for (let i = 0; i < WARM_ROUNDS; i += 1) warm.push(await timed(service.port, path));
      }
      await service.stop();
    }
    row(path, count, ...[Math.max(...cold), quantile(warm, 0.5), quantile(warm, 0.99)].map(milliseconds));
  }
}

row('\nsearch', 'tools', 'index', 'median', 'p99');
const queries = readFixture('discovery/queries.tsv')
  .toString()
  .trim()
  .split('\n')
  .map((line) => line.split('\t')[0] ?? '');
for (const count of SIZES) {
  const grown = grownCatalog(entries, count);
  createSearch(grown)('warm up');
  const started = performance.now();
  const search = createSearch(grown);
  const index = performance.now() - started;
  const times = [...queries, ...queries].map((query) => {
    const asked = performance.now();
    search(query);
    return performance.now() - asked;
  });
  row(
    '200 queries',
    count,
    milliseconds(index),
    milliseconds(quantile(times, 0.5)),
    milliseconds(quantile(times, 0.99)),
  );
}

async function startService(count: number): Promise<{ port: number; stop(): Promise<void> }> {
  const args = ['--import', 'tsx', join(import.meta.dirname, 'service.ts'), String(count)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    port: Number(chunk.toString()),
    async stop() {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    },
  };
}

async function timed(port: number, path: string): Promise<number> {
  const started = performance.now();
  await call(`http://127.0.0.1:${port}`, path, { headers: { 'accept-encoding': 'br' } });
  return performance.now() - started;
}
