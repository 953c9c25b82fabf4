import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Catalog, connectedTools } from '../core/catalog.js';
import type { Log, LogFields } from '../core/log.js';
import { projectRoot } from '../core/project-files.js';
import type { Settings } from '../core/tool.js';
import { NO_SETTINGS } from '../runner/execute.js';
import { createRunner, type Runner } from '../runner/runner.js';
import { createMetrics } from '../server/metrics.js';
import { openService, type Service, type ServiceConfig } from '../server/server.js';

/** A service on a free port of loopback, in this process, with tool processes of its own. */
export interface TestService extends Service {
  readonly origin: string;
  readonly runner: Runner;
  /** What it has logged. */
  readonly lines: readonly { readonly level: string; readonly event: string; readonly fields: LogFields }[];
}

/** `product`: the tools that ship; `hostile`: tools that misbehave. Both were built by the global setup. */
export type TestCatalog = 'product' | 'hostile';

const BUILDS = {
  product: { catalog: 'src/generated/catalog.json', entry: 'dist/runner/main.js' },
  hostile: { catalog: 'dist-test/generated/catalog.json', entry: 'dist-test/product/runner/main.js' },
} as const;

const catalogs = new Map<TestCatalog, Map<Settings, Catalog>>();

/** The tools of a build that need no program which these settings do not name; of the same settings always the same catalog. */
export function readCatalog(which: TestCatalog, settings: Settings = NO_SETTINGS): Catalog {
  const known = catalogs.get(which) ?? new Map<Settings, Catalog>();
  catalogs.set(which, known);
  const catalog =
    known.get(settings) ??
    connectedTools(JSON.parse(readFileSync(join(projectRoot, BUILDS[which].catalog), 'utf8')) as Catalog, settings);
  known.set(settings, catalog);
  return catalog;
}

export async function openTestService(
  which: TestCatalog,
  more: Partial<ServiceConfig> & { readonly settings?: Settings } = {},
): Promise<TestService> {
  const lines: { level: string; event: string; fields: LogFields }[] = [];
  const log: Log = (level, event, fields = {}) => void lines.push({ level, event, fields });
  const { settings = NO_SETTINGS, ...config } = more;
  const metrics = createMetrics('test', new Date());
  const entry = join(projectRoot, BUILDS[which].entry);
  const catalog = readCatalog(which, settings);
  const [onEnd, onRefusal] = [metrics.recordRun, metrics.recordRefusal];
  const runner = createRunner({ catalog, settings, log, entry, onEnd, onRefusal });
  const service = await openService({
    catalog,
    runner,
    log,
    port: 0,
    host: '127.0.0.1',
    allowedHosts: [],
    publicOrigin: undefined,
    metrics,
    ...config,
  });
  return { ...service, origin: `http://127.0.0.1:${service.port}`, runner, lines };
}
