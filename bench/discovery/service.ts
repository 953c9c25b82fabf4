/** The service with a catalog grown to as many tools as asked for. Prints its port when it listens. */

import { join } from 'node:path';

import { createLog, openStandardError } from '../../src/core/log.js';
import { NO_SETTINGS } from '../../src/runner/execute.js';
import { createRunner } from '../../src/runner/runner.js';
import { openService } from '../../src/server/server.js';
import { grownCatalog } from '../../src/testing/grown-catalog.js';
import { readCatalog } from '../../src/testing/service.js';

const count = Number(process.argv[2]);
const { version, tools } = readCatalog('product');
const entries = grownCatalog(
  tools.map(({ entry }) => entry),
  count,
);
const log = createLog('error', openStandardError());
const catalog = { version, tools: entries.map((entry) => ({ entry, needs: [], engines: [], program: null })) };
const runner = createRunner({
  catalog,
  settings: NO_SETTINGS,
  log,
  entry: join(import.meta.dirname, '../../dist/runner/main.js'),
});
const { port } = await openService({
  catalog,
  runner,
  log,
  port: 0,
  host: '127.0.0.1',
  allowedHosts: [],
  publicOrigin: undefined,
});
process.stdout.write(`${port}\n`);
