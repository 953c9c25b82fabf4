import type { ToolClass } from '../core/limits.js';
import { SLOTS } from '../core/limits.js';
import type { RunEnd } from '../runner/run-log.js';
import type { Runner } from '../runner/runner.js';

import { UNCACHED_HEADERS } from './answers.js';
import type { DocumentRoute } from './documents.js';
import { MetricsPage } from './metrics-page.js';
import { writeProcessMetrics } from './process-metrics.js';
import type { TrafficStatus } from './traffic.js';

/** Counts what the service does, for `GET /metrics` in Prometheus' text form. Names of tools and outcomes only, nothing of callers. */
export interface Metrics {
  /** A run that has had a slot. */
  recordRun(end: RunEnd): void;
  /** A request for a run that was refused before it got a slot. */
  recordRefusal(toolId: string, code: string): void;
  /** All counts as text. */
  text(now: ServiceState): string;
}

/** How the service is at the moment of a scrape. */
export interface ServiceState {
  readonly runner: Runner['status'];
  readonly memory: ReturnType<Runner['processMemory']>;
  readonly traffic: TrafficStatus;
  readonly connections: number;
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
  const toolSeconds = new Map<string, number>();
  const phases = { check: 0, tool: 0 };
  const waits = { sum: 0, total: 0 };
  const bytes = { in: 0, out: 0 };

  function count(toolId: string, outcome: string): void {
    const outcomes = runs.get(toolId) ?? new Map<string, number>();
    runs.set(toolId, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
  }

  function recordRun({ toolId, toolClass, outcome, ms, waitMs, phases: spent, bytesIn, bytesOut }: RunEnd): void {
    count(toolId, outcome);
    toolSeconds.set(toolId, (toolSeconds.get(toolId) ?? 0) + ms / 1000);
    phases.check += (spent?.checkMs ?? 0) / 1000;
    phases.tool += (spent?.toolMs ?? 0) / 1000;
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

  function text({ runner, memory, traffic, connections }: ServiceState): string {
    const page = new MetricsPage();
    page.family('tool_execution_build_info', 'gauge', 'Versions of the service and of Node.', [
      [{ version, node: process.versions.node }, 1],
    ]);
    writeProcessMetrics(page, started);
    page.family('tool_execution_slots', 'gauge', 'Runs that may be under way at once, by lane.', lanes(SLOTS));
    page.family('tool_execution_slots_busy', 'gauge', 'Runs under way, by lane.', lanes(runner.busy));
    writeToolProcesses(page, runner, memory);
    page.family('tool_execution_connections', 'gauge', 'Open connections of clients.', [[{}, connections]]);
    page.family('tool_execution_uploads', 'gauge', 'Bodies that are being received.', [[{}, traffic.uploads]]);
    page.family(
      'tool_execution_traffic_bytes',
      'gauge',
      'Bytes of bodies being received and of answers not yet taken.',
      [[{}, traffic.trafficBytes]],
    );
    page.family(
      'tool_execution_clients_cut_off_total',
      'counter',
      'Clients that took their answers too slowly, or sent too many requests at once.',
      [[{}, traffic.cutOff]],
    );
    page.family(
      'tool_execution_runs_total',
      'counter',
      'Runs by tool and outcome: ok, aborted, or the code of the error; refused requests for runs too.',
      [...runs].flatMap(([tool, outcomes]) => [...outcomes].map(([outcome, n]) => [{ tool, outcome }, n] as const)),
    );
    page.family('tool_execution_request_bytes_total', 'counter', 'Bytes of the bodies of runs.', [[{}, bytes.in]]);
    page.family('tool_execution_response_bytes_total', 'counter', 'Bytes of the answers to runs.', [[{}, bytes.out]]);
    page.family(
      'tool_execution_tool_seconds_total',
      'counter',
      'Time from slot to answer, by tool.',
      [...toolSeconds].map(([tool, seconds]) => [{ tool }, seconds] as const),
    );
    page.family(
      'tool_execution_phase_seconds_total',
      'counter',
      'Time that tool processes spent on requests and in tools.',
      Object.entries(phases).map(([phase, seconds]) => [{ phase }, seconds] as const),
    );
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

const STATES = ['busy', 'idle', 'starting'] as const;

function writeToolProcesses(page: MetricsPage, runner: Runner['status'], memory: ServiceState['memory']): void {
  const bytesOf = (wanted: (typeof STATES)[number]) =>
    memory.filter(({ state }) => state === wanted).map(({ bytes }) => bytes);
  page.family('tool_execution_processes', 'gauge', 'Tool processes, by state.', [
    [{ state: 'idle' }, runner.idle],
    [{ state: 'other' }, runner.processes - runner.idle],
  ]);
  page.family(
    'tool_execution_processes_resident_memory_bytes',
    'gauge',
    'Memory of all tool processes together, by state.',
    STATES.map((state) => [{ state }, bytesOf(state).reduce((sum, bytes) => sum + bytes, 0)] as const),
  );
  page.family(
    'tool_execution_processes_largest_resident_memory_bytes',
    'gauge',
    'Memory of the largest tool process, by state.',
    STATES.map((state) => [{ state }, Math.max(0, ...bytesOf(state))] as const),
  );
  page.family('tool_execution_process_starts_total', 'counter', 'Tool processes started.', [[{}, runner.started]]);
  page.family('tool_execution_process_start_failures_total', 'counter', 'Starts that came to nothing.', [
    [{}, runner.failedStarts],
  ]);
  page.family(
    'tool_execution_process_ends_total',
    'counter',
    'Tool processes that have ended: crashed, or why they were ended.',
    Object.entries(runner.ended).map(([reason, n]) => [{ reason }, n] as const),
  );
}

function writeHistogram(page: MetricsPage, toolClass: ToolClass, { counts, sum, total }: Histogram): void {
  let below = 0;
  for (const [i, bound] of BUCKETS.entries()) {
    below += counts[i] ?? 0;
    page.sample('tool_execution_run_seconds_bucket', { class: toolClass, le: `${bound}` }, below);
  }
  page.sample('tool_execution_run_seconds_bucket', { class: toolClass, le: '+Inf' }, total);
  page.sample('tool_execution_run_seconds_sum', { class: toolClass }, sum);
  page.sample('tool_execution_run_seconds_count', { class: toolClass }, total);
}

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** `GET /metrics`. */
export function metricsRoute(metrics: Metrics, stateNow: () => Promise<ServiceState>): DocumentRoute {
  return async () => {
    const body = [Buffer.from(metrics.text(await stateNow()))];
    return { status: 200, headers: { 'Content-Type': METRICS_TYPE, ...UNCACHED_HEADERS }, body };
  };
}
