#!/usr/bin/env node

import type { Catalog } from '../src/core/catalog.js';
import { createLog } from '../src/core/log.js';
import catalog from '../src/generated/catalog.json' with { type: 'json' };
import { createRunner } from '../src/runner/runner.js';
import { openService } from '../src/server/server.js';
import { readSettings, SettingsError } from '../src/server/settings.js';

const USAGE = 'Usage: tool-execution-api serve\n';

async function serve(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel, (lines) => process.stderr.write(lines));
  // The tool process needs longest to start, so it is started first.
  const runner = createRunner({ settings: settings.tools, log });
  const opening = openService({ ...settings, catalog: catalog as Catalog, runner, log });

  let isClosing = false;
  const close = (signal: string) => {
    // A second signal does not wait for runs.
    if (isClosing) process.exit(1);
    isClosing = true;
    log('info', 'closing', { signal });
    void opening
      .then((service) => service.close())
      .then(() => {
        log.flush();
        process.exit(0);
      });
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);

  const { port } = await opening;
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  process.stdout.write(`Tool Execution API: ${catalog.tools.length} tools at http://${host}:${port}\n`);
}

try {
  const [command, ...rest] = process.argv.slice(2);
  if (command === 'serve' && rest.length === 0) {
    await serve();
  } else {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  }
} catch (error) {
  const isAddressError = error instanceof Error && 'syscall' in error;
  if (!(error instanceof SettingsError) && !isAddressError) throw error;
  process.stderr.write(`tool-execution-api: ${error.message}\n`);
  process.exit(1);
}
