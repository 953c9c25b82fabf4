import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

import type { MetricsPage } from './metrics-page.js';

/**
 * The server's own process, by the names that every Prometheus client uses:
 * https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics. Tool processes are counted apart.
 */
export function writeProcessMetrics(page: MetricsPage, started: Date): void {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  const one = (value: number | undefined) => (value === undefined ? [] : [[{}, value] as const]);
  page.family('process_start_time_seconds', 'gauge', 'Start of the server process since the epoch.', [
    [{}, started.getTime() / 1000],
  ]);
  page.family('process_cpu_seconds_total', 'counter', 'Processor time of the server process.', [
    [{}, (user + system) / 1e6],
  ]);
  page.family('process_resident_memory_bytes', 'gauge', 'Memory of the server process without its tool processes.', [
    [{}, rss],
  ]);
  page.family('process_open_fds', 'gauge', 'Open file descriptors of the server process.', one(openDescriptors()));
  page.family('process_max_fds', 'gauge', 'Most file descriptors that it may open.', one(mostDescriptors()));
  page.family('nodejs_heap_size_used_bytes', 'gauge', 'Used heap of the server process.', [[{}, heapUsed]]);
  page.family('nodejs_external_memory_bytes', 'gauge', 'Memory of buffers of the server process.', [[{}, external]]);
  page.family('nodejs_eventloop_active_seconds_total', 'counter', "Time that the server's event loop was not idle.", [
    [{}, performance.eventLoopUtilization().active / 1000],
  ]);
}

function openDescriptors(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    // Not Linux, or no descriptor is free to look with.
    return undefined;
  }
}

function mostDescriptors(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    // As above.
    return undefined;
  }
}
