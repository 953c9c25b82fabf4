#!/usr/bin/env node

import packageJson from '../package.json' with { type: 'json' };
import { runCommand } from '../src/cli/command.js';
import { type Catalog, connectedTools } from '../src/core/catalog.js';
import { createLog, openStandardError } from '../src/core/log.js';
import { projectRoot } from '../src/core/project-files.js';
import { createSearch } from '../src/core/search.js';
import catalogJson from '../src/generated/catalog.json' with { type: 'json' };
import { createMcpEndpoint } from '../src/mcp/http.js';
import { createRunner, type Runner } from '../src/runner/runner.js';
import { createMetrics } from '../src/server/metrics.js';
import { openService } from '../src/server/server.js';
import { readSettings, SettingsError } from '../src/server/settings.js';

/** The tools that can run on this machine. */
let catalog: Catalog;

async function serve(given: Readonly<Record<string, string>>): Promise<void> {
  const settings = readSettings({ ...process.env, ...given });
  const log = createLog(settings.logLevel, openStandardError());
  for (const program of settings.refusedPrograms)
    log('warn', 'tools-unlisted', { program, missing: 'unshare, seccomp' });
  // The tool process needs longest to start, so it is started first.
  const metrics = createMetrics(packageJson.version, new Date());
  const runner = createRunner({
    catalog,
    settings: settings.tools,
    log,
    onEnd: metrics.recordRun,
    onRefusal: metrics.recordRefusal,
  });
  const mcp = createMcpEndpoint(catalog, runner, log);
  const opening = openService({ ...settings, catalog, runner, log, mcp, metrics });

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

async function serveMcp(allowedFolders: readonly string[]): Promise<void> {
  // Loaded by need: the other commands start faster without it.
  const { serveOverStdio } = await import('../src/mcp/stdio.js');
  serveOverStdio({ catalog, openRunner, allowedFolders });
}

const entries = () => catalog.tools.map(({ entry }) => entry);

function openRunner(): Runner {
  const log = createLog('error', openStandardError());
  return createRunner({ catalog, settings: readSettings(process.env).tools, log });
}

try {
  // What is not connected is not listed, whatever the command.
  catalog = connectedTools(catalogJson as Catalog, readSettings(process.env).tools);
  const { stdin, stdout, stderr } = process;
  // A write to a closed pipe rejects where it is awaited; the event says the same once more.
  stdout.on('error', () => undefined);
  const search = (query: string) => createSearch(entries())(query);
  const code = await runCommand(process.argv.slice(2), {
    catalog,
    search,
    version: packageJson.version,
    folder: projectRoot,
    openRunner,
    serve,
    serveMcp,
    stdin,
    stdout,
    stderr,
  });
  if (code !== undefined) process.exit(code);
} catch (error) {
  const isAddressError = error instanceof Error && 'syscall' in error;
  if (!(error instanceof SettingsError) && !isAddressError) throw error;
  process.stderr.write(`tool-execution-api: ${error.message}\n`);
  process.exit(1);
}
