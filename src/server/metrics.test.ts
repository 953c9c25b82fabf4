import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { call, callTool, callToolWhenFree, codeOf, type Reply } from '../testing/http.js';
import { hasProgram, runProgram } from '../testing/programs.js';
import { openTestService, type TestService } from '../testing/service.js';

let service: TestService;
beforeAll(async () => {
  service = await openTestService('product');
});
afterAll(() => service.close());

const post = (tool: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${service.origin}/api/v1/tools/${tool}/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const metrics = async (): Promise<string> => (await fetch(`${service.origin}/metrics`)).text();

describe('/metrics', () => {
  it('counts runs by tool and outcome, and refusals', async () => {
    expect((await post('case-converter', { input: 'one two' })).status).toBe(200);
    expect((await post('case-converter', { input: 'one two' })).status).toBe(200);
    expect((await post('case-converter', { input: '' })).status).toBe(400);
    expect((await post('case-converter', { input: 'x' }, { 'content-type': 'text/plain' })).status).toBe(415);
    const text = await metrics();
    for (const line of [
      'tool_execution_runs_total{tool="case-converter",outcome="ok"} 2',
      'tool_execution_runs_total{tool="case-converter",outcome="INVALID_INPUT"} 1',
      'tool_execution_runs_total{tool="case-converter",outcome="JSON_REQUIRED"} 1',
      'tool_execution_run_seconds_count{class="standard"} 3',
      'tool_execution_run_seconds_bucket{class="standard",le="+Inf"} 3',
      'tool_execution_process_wait_seconds_count 3',
      'tool_execution_slots{lane="native"} 2',
      'tool_execution_slots_busy{lane="all"} 0',
      'tool_execution_process_ends_total{reason="crashed"} 0',
      'tool_execution_process_start_failures_total 0',
      'tool_execution_uploads 0',
      'tool_execution_traffic_bytes 0',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text).not.toContain('one two');
  });

  it('counts refusals for want of a slot, also of those that were being uploaded, and ends of processes by why', async () => {
    const hostile = await openTestService('hostile');
    const replies: Reply[] = [];
    const counted = (code: string): number => replies.filter((reply) => codeOf(reply) === code).length;
    // Four of eight are refused where all come at once; a busy machine may take them one after another.
    for (let round = 0; round < 20 && counted('SERVER_BUSY') === 0; round++) {
      const waits = Array.from({ length: 8 }, () =>
        callTool(hostile.origin, 'wait-standard', { options: { ms: 300 } }),
      );
      replies.push(...(await Promise.all(waits)));
    }
    for (const tool of ['crash', 'spin']) replies.push(await callToolWhenFree(hostile.origin, tool, '{}'));
    const { text } = await call(hostile.origin, '/metrics');
    await hostile.close();
    // On a machine that is busy enough the run that crashes meets its time limit of a second instead.
    const refused = counted('SERVER_BUSY');
    expect(codeOf(replies.at(-1)!)).toBe('TIME_LIMIT_EXCEEDED');
    for (const line of [
      `tool_execution_runs_total{tool="wait-standard",outcome="SERVER_BUSY"} ${refused}`,
      `tool_execution_process_ends_total{reason="crashed"} ${counted('EXECUTION_FAILED')}`,
      `tool_execution_process_ends_total{reason="time-limit"} ${counted('TIME_LIMIT_EXCEEDED')}`,
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(refused).toBeGreaterThan(0);
    // What the field calls them: https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics
    expect(text).toMatch(/^process_cpu_seconds_total [\d.]+$/m);
    if (process.platform === 'linux') expect(text).toMatch(/^process_open_fds [1-9]\d*$/m);
  });

  it.skipIf(
    !hasProgram('/usr/bin/python3', ['-c', 'import prometheus_client.parser'], '/metrics by the Prometheus client'),
  )('is what the Prometheus client of Python reads', async () => {
    await post('case-converter', { input: 'a' });
    const script = `
import sys
from prometheus_client.parser import text_string_to_metric_families
families = {f.name: f for f in text_string_to_metric_families(sys.stdin.read())}
buckets = [s.value for s in families['tool_execution_run_seconds'].samples if s.name.endswith('_bucket') and s.labels['class'] == 'standard']
assert buckets == sorted(buckets), buckets
print(len(families), families['tool_execution_runs'].type, families['tool_execution_run_seconds'].type)`;
    const answer = runProgram('/usr/bin/python3', ['-c', script], await metrics()).toString();
    expect(answer).toMatch(/^[1-9][0-9] counter histogram\n$/);
  });
});

describe('request ids', () => {
  it('come back as given, in the answer and in the log', async () => {
    const response = await post('case-converter', { input: 'a' }, { 'x-request-id': 'trace-1.2:3_4' });
    expect(response.headers.get('x-request-id')).toBe('trace-1.2:3_4');
    expect(service.lines.some(({ event, fields }) => event === 'run' && fields.request === 'trace-1.2:3_4')).toBe(true);
  });

  it.each(['a b', 'x'.repeat(65), 'a"b', 'é'])('are made where %j is not well formed', async (id) => {
    const response = await post('case-converter', { input: 'a' }, { 'x-request-id': id });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}-\d+$/);
  });

  it('stand on every answer and differ', async () => {
    const paths = ['/health/live', '/api/v1/tools', '/nothing', '/openapi.json', '/api/v1/tools/none'];
    const ids = await Promise.all(
      paths.map(async (path) => (await fetch(`${service.origin}${path}`)).headers.get('x-request-id')),
    );
    expect(new Set(ids).size).toBe(paths.length);
    expect(ids).not.toContain(null);
  });

  it('stand in the one line that a run leaves, with its times and sizes and nothing else', async () => {
    await post('case-converter', { input: 'a secret' }, { 'x-request-id': 'line' });
    const line = service.lines.find(({ fields }) => fields.request === 'line');
    expect(Object.keys(line?.fields ?? {}).sort()).toEqual(
      [
        ...['request', 'tool', 'class', 'outcome', 'status', 'bytesIn', 'bytesOut', 'pid'],
        ...['receiveMs', 'waitMs', 'checkMs', 'toolMs', 'ms'],
      ].sort(),
    );
    expect(JSON.stringify(line)).not.toContain('secret');
  });
});
