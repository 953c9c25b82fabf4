import type { ServerResponse } from 'node:http';

import type { ToolClass } from '../core/limits.js';
import { SLOTS } from '../core/limits.js';
import type { RunEnd, Runner } from '../runner/runner.js';

import { UNCACHED_HEADERS } from './answers.js';
import type { DocumentRoute } from './documents.js';

/** Counts what the service does, for `GET /metrics` in Prometheus' text form. Names of tools and outcomes only, nothing of callers. */
export interface Metrics {
  /** A run that has had a slot. */
  recordRun(end: RunEnd): void;
  /** A request for a run that was refused before it got a slot. */
  recordRefusal(toolId: string, code: string): void;
  /** All counts as text. */
  text(status: Runner['status']): string;
}

/** Upper bounds in seconds; the last are the time limits of the classes. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 12, 30, 60, 90, 180] as const;

interface Histogram {
  readonly counts: number[];
  sum: number;
  total: number;
}

/** `version` and the time of the start are told too. */
export function createMetrics(version: string, started: Date): Metrics {
  /** By tool and outcome. */
  const runs = new Map<string, Map<string, number>>();
  const seconds = new Map<ToolClass, Histogram>();
  const waits = { sum: 0, total: 0 };
  const bytes = { in: 0, out: 0 };

  function count(toolId: string, outcome: string): void {
    const outcomes = runs.get(toolId) ?? new Map<string, number>();
    runs.set(toolId, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
  }

  function recordRun({ toolId, toolClass, outcome, ms, waitMs, bytesIn, bytesOut }: RunEnd): void {
    count(toolId, outcome);
    bytes.in += bytesIn;
    bytes.out += bytesOut;
    waits.sum += waitMs / 1000;
    waits.total += 1;
    const histogram = seconds.get(toolClass) ?? { counts: BUCKETS.map(() => 0), sum: 0, total: 0 };
    seconds.set(toolClass, histogram);
    histogram.sum += ms / 1000;
    histogram.total += 1;
    const bucket = BUCKETS.findIndex((bound) => ms / 1000 <= bound);
    if (bucket >= 0) histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1;
  }

  function text(status: Runner['status']): string {
    const page = new Page();
    page.family('tool_execution_build_info', 'gauge', 'Version of the service.', [[{ version }, 1]]);
    page.family('process_start_time_seconds', 'gauge', 'Start of the server process since the epoch.', [
      [{}, started.getTime() / 1000],
    ]);
    page.family('process_resident_memory_bytes', 'gauge', 'Memory of the server process without its tool processes.', [
      [{}, process.memoryUsage.rss()],
    ]);
    page.family('tool_execution_slots', 'gauge', 'Runs that may be under way at once, by lane.', lanes(SLOTS));
    page.family('tool_execution_slots_busy', 'gauge', 'Runs under way, by lane.', lanes(status.busy));
    page.family('tool_execution_processes', 'gauge', 'Tool processes, by state.', [
      [{ state: 'idle' }, status.idle],
      [{ state: 'other' }, status.processes - status.idle],
    ]);
    page.family('tool_execution_process_starts_total', 'counter', 'Tool processes started.', [[{}, status.started]]);
    page.family(
      'tool_execution_runs_total',
      'counter',
      'Runs by tool and outcome: ok, aborted, or the code of the error.',
      [...runs].flatMap(([tool, outcomes]) => [...outcomes].map(([outcome, n]) => [{ tool, outcome }, n] as const)),
    );
    page.family('tool_execution_request_bytes_total', 'counter', 'Bytes of the bodies of runs.', [[{}, bytes.in]]);
    page.family('tool_execution_response_bytes_total', 'counter', 'Bytes of the answers to runs.', [[{}, bytes.out]]);
    page.family('tool_execution_process_wait_seconds', 'summary', 'Time that runs waited for a tool process.', []);
    page.sample('tool_execution_process_wait_seconds_sum', {}, waits.sum);
    page.sample('tool_execution_process_wait_seconds_count', {}, waits.total);
    page.family('tool_execution_run_seconds', 'histogram', 'Time from slot to answer, by class of the tool.', []);
    for (const [toolClass, histogram] of seconds) writeHistogram(page, toolClass, histogram);
    return page.text;
  }

  return { recordRun, recordRefusal: count, text };
}

const lanes = (values: Readonly<Record<keyof typeof SLOTS, number>>) =>
  Object.entries(values).map(([lane, n]) => [{ lane }, n] as const);

function writeHistogram(page: Page, toolClass: ToolClass, { counts, sum, total }: Histogram): void {
  let below = 0;
  for (const [i, bound] of BUCKETS.entries()) {
    below += counts[i] ?? 0;
    page.sample('tool_execution_run_seconds_bucket', { class: toolClass, le: `${bound}` }, below);
  }
  page.sample('tool_execution_run_seconds_bucket', { class: toolClass, le: '+Inf' }, total);
  page.sample('tool_execution_run_seconds_sum', { class: toolClass }, sum);
  page.sample('tool_execution_run_seconds_count', { class: toolClass }, total);
}

type Labels = Readonly<Record<string, string>>;

/** Prometheus' text exposition format 0.0.4. Labels here are ids and codes, which need no escaping. */
class Page {
  text = '';

  family(
    name: string,
    type: string,
    help: string,
    samples: readonly (readonly [labels: Labels, value: number])[],
  ): void {
    this.text += `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
    for (const [labels, value] of samples) this.sample(name, labels, value);
  }

  sample(name: string, labels: Labels, value: number): void {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    this.text += `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
  }
}

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** `GET /metrics`. */
export function metricsRoute(metrics: Metrics, runner: Runner): DocumentRoute {
  return async (request, response: ServerResponse) => {
    const body = Buffer.from(metrics.text(runner.status));
    response.writeHead(200, { 'Content-Type': METRICS_TYPE, 'Content-Length': body.length, ...UNCACHED_HEADERS });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
