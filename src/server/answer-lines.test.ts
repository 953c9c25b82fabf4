/** Runs that say how far they are, to those who accept lines of JSON. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openTestService, type TestService } from '../testing/service.js';

let service: TestService;
beforeAll(async () => {
  service = await openTestService('hostile');
});
afterAll(() => service.close());

const run = (id: string, input: string, accept?: string, query = '') =>
  fetch(`${service.origin}/api/v1/tools/${id}/run${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(accept === undefined ? {} : { accept }) },
    body: JSON.stringify({ input }),
  });

const LINES = 'application/x-ndjson';

/** Each line by itself is JSON. */
async function linesOf(response: Response): Promise<unknown[]> {
  const text = await response.text();
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

const seconds = (done: number) => ({ progress: { done, total: 4, unit: 'seconds' } });

describe('a run that says how far it is', () => {
  it('is answered in lines, the last of which is the answer it has without them', async () => {
    const plain = await (await run('tell-progress', 'a\nb')).json();
    const response = await run('tell-progress', 'a\nb', LINES);
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      LINES,
      'no-store',
    ]);
    const lines = await linesOf(response);
    expect(lines.at(-1)).toEqual({ status: 200, body: plain });
    // What makes no sense is not told.
    expect(lines.slice(0, -1)).toEqual([seconds(1), seconds(2), seconds(3), seconds(4)]);
  });

  it('tells a refusal in the last line', async () => {
    const lines = await linesOf(await run('tell-progress', 'refuse', `application/json;q=0.5, ${LINES}`));
    expect(lines.at(-1)).toEqual({
      status: 400,
      body: { error: { code: 'INVALID_INPUT', message: 'Input must not ask for a refusal' } },
    });
  });

  it('is answered as ever where nobody asks for lines, or for a file', async () => {
    for (const [accept, query] of [
      [undefined, ''],
      ['application/json', ''],
      ['*/*', ''],
      [LINES, '?download'],
    ] as const) {
      const response = await run('tell-progress', 'x', accept, query);
      expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'application/json']);
    }
  });

  it('ends when its caller leaves', async () => {
    const stop = new AbortController();
    const response = await fetch(`${service.origin}/api/v1/tools/tell-progress/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: LINES },
      body: '{"input":"x"}',
      signal: stop.signal,
    });
    const reader = response.body?.getReader();
    await reader?.read();
    stop.abort();
    await expect(reader?.read()).rejects.toThrow();
    // Its slot is free again, and the process takes the next run.
    expect((await linesOf(await run('tell-progress', 'y', LINES))).at(-1)).toMatchObject({ status: 200 });
  });
});

describe('a run that runs others', () => {
  /** Reads lines until one holds, then leaves. */
  async function linesUntil(body: object, holds: (line: unknown) => boolean): Promise<unknown[]> {
    const stop = new AbortController();
    const response = await fetch(`${service.origin}/api/v1/tools/run-other/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: LINES },
      body: JSON.stringify(body),
      signal: stop.signal,
    });
    expect(response.headers.get('content-type')).toBe(LINES);
    const lines: unknown[] = [];
    let rest = '';
    for await (const bytes of response.body ?? []) {
      rest += new TextDecoder().decode(bytes);
      const whole = rest.split('\n');
      rest = whole.pop() ?? '';
      lines.push(...whole.map((line) => JSON.parse(line) as unknown));
      if (lines.some(holds)) break;
    }
    stop.abort();
    return lines;
  }

  const steps = { done: 0, total: 2, unit: 'steps' };

  it('says which is under way, though that one says nothing', async () => {
    const options = { tool: 'wait-native', ms: 60_000, times: 2 };
    const [first] = await linesUntil({ options }, () => true);
    expect(first).toEqual({ progress: { ...steps, tool: 'wait-native' } });
  });

  it('passes on how far that one is', async () => {
    const isFarther = (line: unknown): boolean =>
      ((line as { progress: { current?: { done: number } } }).progress.current?.done ?? 0) > 4;
    const lines = await linesUntil({ input: 'more', options: { tool: 'tell-progress', times: 2 } }, isFarther);
    const { progress } = lines.at(-1) as { progress: { current: { done: number } } };
    const { done } = progress.current;
    expect(progress).toEqual({ ...steps, tool: 'tell-progress', current: { done, total: done, unit: 'seconds' } });
  });

  it('tells an error of one that is under way in the last line', async () => {
    const response = await fetch(`${service.origin}/api/v1/tools/run-other/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: LINES },
      body: JSON.stringify({ input: 'refuse', options: { tool: 'tell-progress' } }),
    });
    const text = await response.text();
    // Whether lines come before it depends on how fast the machine is.
    expect(text.trimEnd().split('\n').at(-1)).toContain('Input must not ask for a refusal');
  });
});

it('is answered as ever where a run says nothing, refusals too', async () => {
  const said = await run('echo-files', 'x', LINES);
  expect([said.status, said.headers.get('content-type')]).toEqual([200, 'application/json']);
  const refused = await run('no-such-tool', 'x', LINES);
  expect([refused.status, refused.headers.get('content-type')]).toEqual([404, 'application/json']);
});
